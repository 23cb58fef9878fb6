"""Marks and estimates put back into their document: from tokens of passages to places in files.

After a keystroke only the changed passage is placed again: what is placed depends on a passage's marks, its texts and
the words beside them, and not on where these stand. A passage that has moved has the same findings at other places.
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import count
from types import MappingProxyType

import attrs

from markscheme.documents.corpus import Document, Side
from markscheme.edits.edit import Edits, apply_edits, target_start
from markscheme.edits.passages import Alignment, Passage
from markscheme.inference.memo import RecentValues
from markscheme.languages.segments import Segment, Span
from markscheme.marking.findings import (
    Finding,
    FindingAlignment,
    FindingChange,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    PlaceVerdict,
    ShownWords,
    whole_words,
    widened,
)
from markscheme.marking.marks import AlignedEdit, ChunkMark, PassageMarks, PlaceMark, ReferenceMark
from markscheme.marking.review import (
    DocumentReview,
    Estimate,
    Marks,
    MovedPassage,
    Origin,
    PartedReview,
    PassageReview,
    PassageScores,
    PassageText,
    PlacedPassage,
    TextFile,
    in_order,
)
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import Place, ReferenceChange, Remainder, Suggestion, TokenRange, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.base import Category
from markscheme.metrics.impara import SentenceEstimate
from markscheme.metrics.overlap import f_score
from markscheme.scoring.statistics import AcceptedReference


@attrs.frozen
class _Text:
    """A passage's part of a document."""

    document: Document
    side: Side

    @property
    def extent(self) -> Span:
        return self.side.segment.extent

    @property
    def everything(self) -> TokenRange:
        return TokenRange(0, len(self.side.segment.tokens))

    def words(self, tokens: TokenRange) -> str:
        return self.side.words(tokens.start, tokens.end, self.document.text)

    def characters(self, tokens: TokenRange) -> Span:
        return self.side.segment.characters(tokens.start, tokens.end)

    def in_file(self, span: Span) -> Span:
        return span if self.document.places is None else self.document.places.span(span)

    def whole_words(self, tokens: TokenRange, other: "_Text", other_tokens: TokenRange) -> ShownWords | None:
        """Return a change to another text's words; ``None`` where it is in whole words already, or edits are stated."""
        if self.side.states_edits or other.side.states_edits:
            return None
        before, after = self.characters(tokens), other.characters(other_tokens)
        return whole_words(before, self.document.text, after, other.document.text)

    def placed(self) -> PassageText:
        return PassageText(self.in_file(self.extent), self.side.segment.tokens, self.words(self.everything))


class PassagePlacer:
    """Places one passage: what marks and estimates share, and marks with what each reference has there."""

    def __init__(
        self,
        alignment: Alignment,
        hypothesis: Document,
        index: int,
        passage: Passage,
        accepted: AcceptedReference | None = None,
    ) -> None:
        self.index = index
        self._passage = passage
        self._source = _Text(alignment.source, Side(passage.source))
        self._hypothesis = _Text(hypothesis, passage.hypothesis)
        self._references = tuple(map(_Text, alignment.references, passage.references))
        self._accepted = accepted

    def review(self) -> PassageReview:
        text = self._hypothesis
        return PassageReview(
            text.in_file(text.extent),
            text.extent,
            text.words(text.everything),
            self._source.placed(),
            tuple(None if self._is_absent(item) else item.placed() for item in self._references),
            moved=self._passage.moved,
            unseen=text.side.absent,
        )

    def finding(self, source: TokenRange, target: TokenRange, type_: str) -> Finding:
        text = self._hypothesis
        span = text.side.place((source.start, source.end), (target.start, target.end))
        source_span = self._source.characters(source)
        return Finding(
            text.in_file(span),
            self._source.in_file(source_span),
            span,
            source,
            text.side.segment.tokens[target.start : target.end],
            self._source.words(source),
            text.words(target),
            type_,
            self.index,
        )

    def placed(self, marks: PassageMarks, settings: MarkSettings) -> PlacedPassage:
        findings = [self._rewritten(marks)] if marks.rewritten else map(self._place, marks.places)
        return PlacedPassage(tuple(findings), tuple(map(self._chunk, marks.marks)), self._scored(marks, settings))

    def _is_absent(self, text: _Text) -> bool:
        return text.side.absent or (self._passage.parallel and not text.side.segment.tokens)

    def _scored(self, marks: PassageMarks, settings: MarkSettings) -> PassageReview:
        """Return the passage with its scores; without, where no reference's author has seen it."""
        if all(item.side.absent for item in self._references) and self._accepted is None:
            return self.review()
        followed = marks.reference
        name = None
        if followed is not None and self._has(followed):
            name = self._references[followed].document.name
        elif followed is not None and self._accepted is not None:
            name, followed = self._accepted.title(), self._accepted.base
        scores = PassageScores(
            name,
            followed,
            marks.counts,
            marks.weights,
            cleme2.scores_of(marks.weights or marks.counts, settings.factors),
            None if marks.credit is None else f_score(marks.credit, settings.credit.beta),
            marks.verdict_counts,
        )
        return attrs.evolve(self.review(), marks=scores)

    def _has(self, reference: int) -> bool:
        """Return whether a reference of the marks is a document, and not made of accepted alternatives."""
        return reference < len(self._references)

    def _chunk(self, mark: ChunkMark) -> Finding:
        return attrs.evolve(
            self.finding(mark.source, mark.target, mark.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._chunk_references(mark)),
        )

    def _place(self, mark: PlaceMark) -> Finding:
        place, chunk = mark.place, mark.chunk
        verdict = PlaceVerdict(
            place.verdict,
            place.points,
            tuple(map(self._suggestion, place.suggestions)),
            tuple(self._remainder(place, item) for item in place.missing),
            place.tolerances,
            place.decided,
            is_alone=place.is_alone,
            needs=place.needs,
        )
        return attrs.evolve(
            self.finding(place.source, place.target, place.type),
            category=None if chunk is None else chunk.category,
            weight=None if chunk is None else chunk.weight,
            difference=None if chunk is None else chunk.difference,
            credit=mark.credit,
            references=tuple(self._versions(mark)),
            place=verdict,
            whole=self._whole_deed(place),
        )

    def _whole_deed(self, place: Place) -> ShownWords | None:
        """Return what the hypothesis does, in whole words: its own where it leaves those of the source."""
        if place.edits:
            return self._source.whole_words(place.source, self._hypothesis, place.target)
        if self._hypothesis.side.states_edits:
            return None
        left, text = self._hypothesis.characters(place.target), self._hypothesis.document.text
        whole, source = widened(left, text), self._source.characters(place.source)
        words, source_text = whole.of(text), self._source.document.text
        if whole == left or words != widened(source, source_text).of(source_text):
            return None
        return ShownWords(words, words, whole.end - left.end)

    def _rewritten(self, marks: PassageMarks) -> Finding:
        source = self._source.words(self._source.everything)
        references = tuple(
            FindingReference(
                text.document.name,
                number,
                text.in_file(text.extent),
                text.words(text.everything),
                None,
                None,
                (),
                source,
            )
            for number, text in enumerate(self._references)
            if not self._is_absent(text)
        )
        return attrs.evolve(
            self.finding(self._source.everything, self._hypothesis.everything, ""),
            references=references,
            place=PlaceVerdict(Verdict.DIFFERENT, marks.points, rewritten=True, needs=marks.points.due),
        )

    def _suggestion(self, item: Suggestion) -> FindingSuggestion:
        text, first = self._hypothesis, self._references[item.references[0]]
        span = text.side.place((item.source.start, item.source.end), (item.target.start, item.target.end))
        return FindingSuggestion(
            tuple(self._references[number].document.name for number in item.references),
            text.in_file(span),
            span,
            item.source,
            text.words(item.target),
            first.words(item.words),
            text.whole_words(item.target, first, item.words),
        )

    def _remainder(self, place: Place, item: Remainder) -> FindingRemainder:
        text, first = self._hypothesis, self._references[place.versions[0].reference]
        return FindingRemainder(
            text.in_file(text.characters(item.target)),
            text.words(item.target),
            first.words(item.words),
            text.whole_words(item.target, first, item.words),
        )

    def _versions(self, mark: PlaceMark) -> Iterator[FindingReference]:
        for number, (version, reference) in enumerate(zip(mark.place.versions, mark.references, strict=True)):
            text = self._references[version.reference]
            yield attrs.evolve(
                self._reference(version.reference, reference),
                source=self._source.words(version.source),
                follows=number < mark.place.follows,
                source_tokens=version.source,
                changes=tuple(self._change(change, text) for change in version.changes),
                is_beside=version.is_beside,
                whole=self._source.whole_words(version.source, text, version.target),
            )

    def _change(self, change: ReferenceChange, text: _Text) -> FindingChange:
        source = TokenRange(change.edit.start, change.edit.end)
        return FindingChange(
            change.edit,
            self._source.words(source),
            text.words(change.target),
            self._source.whole_words(source, text, change.target),
        )

    def _chunk_references(self, mark: ChunkMark) -> Iterator[FindingReference]:
        for number, reference in enumerate(mark.references):
            if reference is None:
                continue
            if self._has(number):
                yield self._reference(number, reference)
            elif self._accepted is not None and self._accepted.reaches(mark.source):
                yield self._accepted_reference(self._accepted, mark, reference)

    def _accepted_reference(self, accepted: AcceptedReference, mark: ChunkMark, own: ReferenceMark) -> FindingReference:
        """Return the accepted reference's part. It has tokens and no document; a hit's words are the hypothesis's."""
        tokens = apply_edits(self._passage.source.tokens, accepted.edits)
        text = _Text(self._source.document, Side(Segment(tokens, (), 0), states_edits=True))
        words = self._hypothesis.words(mark.target) if own.category is Category.HIT else text.words(own.target)
        aligned = tuple(self._alignment(text, item) for item in own.edits)
        return FindingReference(accepted.title(mark.source), None, None, words, own.category, own.alignment, aligned)

    def _reference(self, number: int, mark: ReferenceMark) -> FindingReference:
        text = self._references[number]
        return FindingReference(
            text.document.name,
            number,
            text.in_file(text.characters(mark.target)),
            text.words(mark.target),
            mark.category,
            mark.alignment,
            tuple(self._alignment(text, item) for item in mark.edits),
        )

    def _alignment(self, text: _Text, edit: AlignedEdit) -> FindingAlignment:
        words = self._source.words(edit.source)
        return FindingAlignment(words, text.words(edit.target), edit.type, edit.share, edit.gain)


LONGEST_WORD = 300
"""Characters of a word beside a passage, or of the white space before it, beyond which its marks are placed anew."""
_SURROUNDINGS_IN_MEMORY = 2_048
"""Places in texts; after a keystroke only one version of a document has new ones."""
_NUMBERS = count(secrets.randbits(62))
"""Numbers of origins; those of another process begin elsewhere."""


@attrs.frozen
class _Entry:
    """A passage as it was placed first; its marks are kept so that no other marks get their identity."""

    marks: PassageMarks
    segments: tuple[Segment, ...]
    placed: PlacedPassage


PLACED_BYTES_IN_MEMORY = 12 * 2**20


def _bytes_of(entry: _Entry) -> int:
    """Return about how many bytes an entry takes."""
    return 5_600 + 3_500 * (len(entry.placed.findings) + len(entry.placed.chunks))


class PlacedPassages:
    """The most recently used placed passages, whatever their document."""

    def __init__(self) -> None:
        self._entries: RecentValues[Hashable, _Entry] = RecentValues(PLACED_BYTES_IN_MEMORY, _bytes_of)
        self.shrink = self._entries.shrink

    @property
    def passages_in_memory(self) -> int:
        return len(self._entries)

    def placed(
        self,
        index: int,
        passage: Passage,
        marks: PassageMarks,
        documents: Sequence[Document],
        place: Callable[[], PlacedPassage],
    ) -> MovedPassage:
        """Return a passage as it was placed first, and where it stands now; ``place`` makes one that is new.

        ``marks`` must be the same object each time for the same content marked in the same way. ``documents`` are the
        source, the hypothesis and the references.
        """
        sides = (passage.hypothesis, *passage.references)
        segments = (passage.source, *(side.segment for side in sides))
        surroundings = _surroundings(documents, segments)
        is_running_text = not passage.parallel and not any(side.states_edits for side in sides)
        if surroundings is None or not is_running_text:
            return MovedPassage(place())
        names = tuple(document.name for document in documents)
        key = (id(marks), names, surroundings, passage.moved, tuple(side.absent for side in sides))
        entry = self._entries.get(key)
        if entry is None or not all(map(Segment.is_moved, entry.segments, segments)):
            first = Origin(next(_NUMBERS), index, (0,) * len(segments))
            entry = self._entries[key] = _Entry(marks, segments, attrs.evolve(place(), origin=first))
        assert entry.placed.origin is not None
        moves = tuple(new.start - old.start for old, new in zip(entry.segments, segments, strict=True))
        return MovedPassage(entry.placed, Origin(entry.placed.origin.number, index, moves))


def _surroundings(documents: Iterable[Document], segments: Iterable[Segment]) -> tuple[tuple[str, int], ...] | None:
    """Return each version's text with the words beside it, and where it begins there; ``None`` where these are too
    long, or a text is only a part of its file, whose places follow no such rule.
    """
    surroundings: list[tuple[str, int]] = []
    for document, segment in zip(documents, segments, strict=True):
        own = None if document.places is not None else _text_around(document.text, segment.extent)
        if own is None:
            return None
        surroundings.append(own)
    return tuple(surroundings)


@lru_cache(_SURROUNDINGS_IN_MEMORY)
def _text_around(text: str, extent: Span) -> tuple[str, int] | None:
    begin, end = _word_before(text, extent.start), _word_behind(text, extent.end)
    return None if begin is None or end is None else (text[begin:end], extent.start - begin)


def _word_before(text: str, place: int) -> int | None:
    """Return ``None`` if the word begins too far before."""
    last = max(0, place - LONGEST_WORD)
    before = text[last:place].rstrip()
    word = before.rsplit(None, 1)[-1] if before else ""
    begin = last + len(before) - len(word)
    return None if begin == last > 0 else begin


def _word_behind(text: str, place: int) -> int | None:
    """Return ``None`` if the word ends too far behind."""
    last = min(len(text), place + LONGEST_WORD)
    behind = text[place:last].lstrip()
    word = behind.split(None, 1)[0] if behind else ""
    end = last - len(behind) + len(word)
    return None if end == last < len(text) else end


def place_marks(
    alignment: Alignment,
    hypothesis: Document,
    marks: Sequence[PassageMarks],
    settings: MarkSettings,
    document_marks: Marks,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
    recent: PlacedPassages | None = None,
) -> PartedReview:
    """Return the review of a document that is marked against references; ``marks`` has one for each passage.

    A passage with an accepted reference, by its index in ``accepted``, has that one last. With ``recent``, marks that
    are the same object must have been made with the same settings.
    """
    recent = recent or PlacedPassages()
    documents = (alignment.source, hypothesis, *alignment.references)
    placed: list[MovedPassage] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        placer = PassagePlacer(alignment, hypothesis, index, passage, accepted.get(index))
        place = partial(placer.placed, own, settings)
        is_new = index in accepted
        placed.append(MovedPassage(place()) if is_new else recent.placed(index, passage, own, documents, place))
    return PartedReview(_review(alignment, marks=document_marks), tuple(placed))


def place_estimates(
    alignment: Alignment,
    hypothesis: Document,
    edits: Sequence[Edits],
    sentences: Sequence[SentenceEstimate],
    estimate: Estimate,
) -> DocumentReview:
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own, sentence) in enumerate(zip(alignment.passages, edits, sentences, strict=True)):
        placer = PassagePlacer(alignment, hypothesis, index, passage)
        for number, (edit, effect) in enumerate(zip(own, sentence.edits, strict=True)):
            start = target_start(own, number)
            source, target = TokenRange(edit.start, edit.end), TokenRange(start, start + len(edit.replacement))
            finding = placer.finding(source, target, edit.type)
            findings.append(attrs.evolve(finding, estimate=effect))
        passages.append(attrs.evolve(placer.review(), estimate=sentence.text))
    return _review(alignment, findings, passages, estimate=estimate)


def _review(
    alignment: Alignment,
    findings: Iterable[Finding] = (),
    passages: Iterable[PassageReview] = (),
    *,
    marks: Marks | None = None,
    estimate: Estimate | None = None,
) -> DocumentReview:
    return DocumentReview(
        in_order(findings),
        tuple(passages),
        TextFile(alignment.source.name, alignment.source.path),
        tuple(TextFile(item.name, item.path) for item in alignment.references),
        alignment.parallel,
        marks,
        estimate,
    )
