"""Marks and estimates put back into their document: from tokens of passages to places in files.

After a keystroke only the changed passage is placed again: what is placed depends on a passage's marks, its texts and
the words beside them, and not on where these stand. A passage that has moved has the same findings at other places.
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from types import MappingProxyType

import attrs
from cachetools import LRUCache

from markscheme.documents.corpus import Document, Side
from markscheme.edits.edit import Edits, apply_edits, target_start
from markscheme.edits.passages import Alignment, Passage
from markscheme.inference.memo import PASSAGES_IN_MEMORY
from markscheme.languages.segments import Segment, Span
from markscheme.marking.driver import MarkSettings
from markscheme.marking.marks import AlignedEdit, ChunkMark, PassageMarks, PlaceMark, ReferenceMark
from markscheme.marking.review import (
    DocumentReview,
    Estimate,
    Finding,
    FindingAlignment,
    FindingChange,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    Marks,
    Move,
    Origin,
    PassageReview,
    PassageScores,
    PassageText,
    PlacedPassage,
    PlaceVerdict,
    ShownWords,
    TextFile,
    in_order,
    whole_words,
    widened,
)
from markscheme.marking.verdict import Place, Remainder, Suggestion, TokenRange, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.base import Category
from markscheme.metrics.impara import SentenceEstimate
from markscheme.metrics.overlap import f_score
from markscheme.scoring.statistics import AcceptedReference


def in_file(document: Document, span: Span) -> Span:
    return span if document.places is None else document.places.span(span)


def is_absent(passage: Passage, side: Side) -> bool:
    return side.absent or (passage.parallel and not side.segment.tokens)


def passage_text(document: Document, side: Side) -> PassageText:
    return PassageText(in_file(document, side.segment.extent), side.segment.tokens, all_words(side, document.text))


def all_words(side: Side, text: str) -> str:
    return words_of(side, TokenRange(0, len(side.segment.tokens)), text)


def words_of(side: Side, tokens: TokenRange, text: str) -> str:
    return side.words(tokens.start, tokens.end, text)


def characters(side: Side, tokens: TokenRange) -> Span | None:
    """Return the place of some of a side's words in its text; ``None`` where it has edits in place of a text."""
    return None if side.states_edits else side.segment.characters(tokens.start, tokens.end)


def place_of(side: Side, source: TokenRange, target: TokenRange) -> Span:
    return side.place((source.start, source.end), (target.start, target.end))


class Placer:
    """Places the parts that marks and estimates share."""

    def __init__(self, alignment: Alignment, hypothesis: Document) -> None:
        self.source = alignment.source
        self.hypothesis = hypothesis
        self.references = alignment.references

    def placed_passage(self, passage: Passage) -> PassageReview:
        extent = passage.hypothesis.segment.extent
        return PassageReview(
            in_file(self.hypothesis, extent),
            extent,
            all_words(passage.hypothesis, self.hypothesis.text),
            passage_text(self.source, Side(passage.source)),
            tuple(
                None if is_absent(passage, side) else passage_text(document, side)
                for document, side in zip(self.references, passage.references, strict=True)
            ),
            moved=passage.moved,
            unseen=passage.hypothesis.absent,
        )

    def placed_finding(
        self, index: int, passage: Passage, source: TokenRange, target: TokenRange, type_: str
    ) -> Finding:
        side = passage.hypothesis
        span, source_span = place_of(side, source, target), passage.source.characters(source.start, source.end)
        return Finding(
            in_file(self.hypothesis, span),
            in_file(self.source, source_span),
            span,
            source,
            side.segment.tokens[target.start : target.end],
            source_span.of(self.source.text),
            words_of(side, target, self.hypothesis.text),
            type_,
            index,
        )


class MarkPlacer(Placer):
    """Places marks, with what each reference has there."""

    def __init__(
        self,
        alignment: Alignment,
        hypothesis: Document,
        accepted: Mapping[int, AcceptedReference],
        settings: MarkSettings,
    ) -> None:
        super().__init__(alignment, hypothesis)
        self._accepted = accepted
        self._settings = settings

    def placed(self, index: int, passage: Passage, marks: PassageMarks) -> PlacedPassage:
        return PlacedPassage(
            tuple(self.places(index, passage, marks)),
            tuple(self.finding(index, passage, mark) for mark in marks.marks),
            self.passage(index, passage, marks),
        )

    def passage(self, index: int, passage: Passage, marks: PassageMarks) -> PassageReview:
        """Return a passage with its scores; without, where no reference's author has seen it."""
        if all(side.absent for side in passage.references) and index not in self._accepted:
            return self.placed_passage(passage)
        scores = PassageScores(
            None if marks.reference is None else self._name(index, marks.reference),
            self._followed(index, marks.reference),
            marks.counts,
            marks.weights,
            cleme2.scores_of(marks.weights or marks.counts, self._settings.factors),
            None if marks.credit is None else f_score(marks.credit, self._settings.credit.beta),
            marks.verdict_counts,
        )
        return attrs.evolve(self.placed_passage(passage), marks=scores)

    def finding(self, index: int, passage: Passage, mark: ChunkMark) -> Finding:
        return attrs.evolve(
            self.placed_finding(index, passage, mark.source, mark.target, mark.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._shown_references(index, passage, mark)),
        )

    def places(self, index: int, passage: Passage, marks: PassageMarks) -> Iterator[Finding]:
        if marks.rewritten:
            yield self._rewritten(index, passage, marks)
            return
        for item in marks.places:
            yield self._place(index, passage, item)

    def _place(self, index: int, passage: Passage, mark: PlaceMark) -> Finding:
        place = mark.place
        verdict = PlaceVerdict(
            place.verdict,
            place.points,
            tuple(self._suggestion(passage, item) for item in place.suggestions),
            tuple(self._remainder(passage, place, item) for item in place.missing),
            place.tolerances,
            place.decided,
            is_alone=place.is_alone,
            needs=place.needs,
        )
        return attrs.evolve(
            self.placed_finding(index, passage, place.source, place.target, place.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._versions(passage, mark)),
            place=verdict,
            whole=self._whole_deed(passage, place),
        )

    def _whole_deed(self, passage: Passage, place: Place) -> ShownWords | None:
        """Return what the hypothesis does, in whole words: its own where it leaves those of the source."""
        if place.edits:
            return self._whole(passage, place.source, passage.hypothesis, place.target, self.hypothesis.text)
        left = characters(passage.hypothesis, place.target)
        whole = None if left is None else widened(left, self.hypothesis.text)
        if left is None or whole is None or whole == left:
            return None
        words = whole.of(self.hypothesis.text)
        source = passage.source.characters(place.source.start, place.source.end)
        if words != widened(source, self.source.text).of(self.source.text):
            return None
        return ShownWords(words, words, whole.end - left.end)

    def _rewritten(self, index: int, passage: Passage, marks: PassageMarks) -> Finding:
        whole = TokenRange(0, len(passage.source.tokens)), TokenRange(0, len(passage.hypothesis.segment.tokens))
        references = tuple(
            FindingReference(
                document.name,
                number,
                in_file(document, side.segment.extent),
                all_words(side, document.text),
                None,
                None,
                (),
                all_words(Side(passage.source), self.source.text),
            )
            for number, (document, side) in enumerate(zip(self.references, passage.references, strict=True))
            if not is_absent(passage, side)
        )
        return attrs.evolve(
            self.placed_finding(index, passage, *whole, ""),
            references=references,
            place=PlaceVerdict(Verdict.DIFFERENT, marks.points, rewritten=True, needs=marks.points.due),
        )

    def _suggestion(self, passage: Passage, item: Suggestion) -> FindingSuggestion:
        span = place_of(passage.hypothesis, item.source, item.target)
        first = item.references[0]
        return FindingSuggestion(
            tuple(self.references[number].name for number in item.references),
            in_file(self.hypothesis, span),
            span,
            item.source,
            words_of(passage.hypothesis, item.target, self.hypothesis.text),
            words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, item.target, first, item.words),
        )

    def _whole(
        self, passage: Passage, source: TokenRange, side: Side, target: TokenRange, text: str
    ) -> ShownWords | None:
        after = characters(side, target)
        before = passage.source.characters(source.start, source.end)
        return None if after is None else whole_words(before, self.source.text, after, text)

    def _remainder(self, passage: Passage, place: Place, item: Remainder) -> FindingRemainder:
        side, target = passage.hypothesis, item.target
        first = place.versions[0].reference
        return FindingRemainder(
            in_file(self.hypothesis, side.segment.characters(target.start, target.end)),
            words_of(side, target, self.hypothesis.text),
            words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, target, first, item.words),
        )

    def _whole_rewording(
        self, passage: Passage, target: TokenRange, reference: int, words: TokenRange
    ) -> ShownWords | None:
        before, after = characters(passage.hypothesis, target), characters(passage.references[reference], words)
        if before is None or after is None:
            return None
        return whole_words(before, self.hypothesis.text, after, self.references[reference].text)

    def _versions(self, passage: Passage, mark: PlaceMark) -> Iterator[FindingReference]:
        for number, (version, reference) in enumerate(zip(mark.place.versions, mark.references, strict=True)):
            side = passage.references[version.reference]
            text = self.references[version.reference].text
            changes = tuple(
                FindingChange(
                    change.edit,
                    self._source_words(passage, change.edit.start, change.edit.end),
                    words_of(side, change.target, text),
                    self._whole(passage, TokenRange(change.edit.start, change.edit.end), side, change.target, text),
                )
                for change in version.changes
            )
            yield attrs.evolve(
                self._reference(version.reference, passage, reference),
                source=self._source_words(passage, version.source.start, version.source.end),
                follows=number < mark.place.follows,
                source_tokens=version.source,
                changes=changes,
                is_beside=version.is_beside,
                whole=self._whole(passage, version.source, side, version.target, text),
            )

    def _source_words(self, passage: Passage, start: int, end: int) -> str:
        return passage.source.characters(start, end).of(self.source.text)

    def _name(self, index: int, number: int) -> str:
        return self.references[number].name if number < len(self.references) else self._accepted[index].title()

    def _followed(self, index: int, number: int | None) -> int | None:
        return number if number is None or number < len(self.references) else self._accepted[index].base

    def _shown_references(self, index: int, passage: Passage, mark: ChunkMark) -> Iterator[FindingReference]:
        for number, reference in enumerate(mark.references):
            if reference is None:
                continue
            if number < len(self.references):
                yield self._reference(number, passage, reference)
            elif self._accepted[index].reaches(mark.source):
                yield self._accepted_reference(self._accepted[index], passage, mark, reference)

    def _accepted_reference(
        self, accepted: AcceptedReference, passage: Passage, mark: ChunkMark, own: ReferenceMark
    ) -> FindingReference:
        """Return the accepted reference's part. It has tokens and no document; a hit's words are the hypothesis's."""
        side = Side(Segment(apply_edits(passage.source.tokens, accepted.edits), (), 0), states_edits=True)
        words = words_of(side, own.target, "")
        if own.category is Category.HIT:
            words = words_of(passage.hypothesis, mark.target, self.hypothesis.text)
        aligned = tuple(self._alignment(passage, side, item, "") for item in own.edits)
        return FindingReference(accepted.title(mark.source), None, None, words, own.category, own.alignment, aligned)

    def _reference(self, number: int, passage: Passage, mark: ReferenceMark) -> FindingReference:
        document, side = self.references[number], passage.references[number]
        return FindingReference(
            document.name,
            number,
            in_file(document, side.segment.characters(mark.target.start, mark.target.end)),
            words_of(side, mark.target, document.text),
            mark.category,
            mark.alignment,
            tuple(self._alignment(passage, side, aligned, document.text) for aligned in mark.edits),
        )

    def _alignment(self, passage: Passage, side: Side, edit: AlignedEdit, text: str) -> FindingAlignment:
        return FindingAlignment(
            self._source_words(passage, edit.source.start, edit.source.end),
            words_of(side, edit.target, text),
            edit.type,
            edit.share,
            edit.gain,
        )


LONGEST_WORD = 300
"""Characters of a word beside a passage, or of the white space before it, beyond which its marks are placed anew."""
_NUMBERS = count(secrets.randbits(62))
"""Numbers of origins; those of another process begin elsewhere."""


@attrs.frozen
class _Entry:
    """A placed passage; its marks are kept so that no other marks get their identity."""

    marks: PassageMarks
    index: int
    segments: tuple[Segment, ...]
    placed: PlacedPassage


class PlacedPassages:
    """The most recently used placed passages, whatever their document."""

    def __init__(self) -> None:
        self._entries: LRUCache[Hashable, _Entry] = LRUCache(PASSAGES_IN_MEMORY)

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
    ) -> PlacedPassage:
        """Return a placed passage; ``place`` makes it if it is not remembered.

        ``marks`` must be the same object each time for the same content marked in the same way. ``documents`` are the
        source, the hypothesis and the references.
        """
        sides = (passage.hypothesis, *passage.references)
        segments = (passage.source, *(side.segment for side in sides))
        surroundings = _surroundings(documents, segments)
        is_running_text = not passage.parallel and not any(side.states_edits for side in sides)
        if surroundings is None or not is_running_text:
            return place()
        names = tuple(document.name for document in documents)
        key = (id(marks), names, surroundings, passage.moved, tuple(side.absent for side in sides))
        entry = self._entries.get(key)
        by = None if entry is None else _move(entry.segments, segments)
        if entry is None or by is None:
            placed = attrs.evolve(place(), origin=Origin(next(_NUMBERS), index, (0,) * len(segments)))
        elif by or entry.index != index:
            placed = entry.placed.moved(index, by)
        else:
            return entry.placed
        self._entries[key] = _Entry(marks, index, segments, placed)
        return placed


def _surroundings(documents: Iterable[Document], segments: Iterable[Segment]) -> tuple[tuple[str, int], ...] | None:
    """Return each version's text with the words beside it, and where it begins there; ``None`` where these are too
    long, or a text is only a part of its file, whose places follow no such rule.
    """
    surroundings: list[tuple[str, int]] = []
    for document, segment in zip(documents, segments, strict=True):
        extent = segment.extent
        begin, end = _word_before(document.text, extent.start), _word_behind(document.text, extent.end)
        if document.places is not None or begin is None or end is None:
            return None
        surroundings.append((document.text[begin:end], extent.start - begin))
    return tuple(surroundings)


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


def _move(before: Sequence[Segment], after: Sequence[Segment]) -> Move | None:
    """Return by how much each version has moved; ``None`` where its tokens do not move together."""
    moves: list[int] = []
    for old, new in zip(before, after, strict=True):
        by = new.start - old.start
        if old is not new and not _is_moved(old, new, by):
            return None
        moves.append(by)
    return Move(moves[0], moves[1], tuple(moves[2:]))


def _is_moved(old: Segment, new: Segment, by: int) -> bool:
    if old.tokens != new.tokens:
        return False
    return all(
        one.start + by == other.start and one.end + by == other.end
        for one, other in zip(old.spans, new.spans, strict=True)
    )


def place_marks(
    alignment: Alignment,
    hypothesis: Document,
    marks: Sequence[PassageMarks],
    settings: MarkSettings,
    document_marks: Marks,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
    recent: PlacedPassages | None = None,
) -> DocumentReview:
    """Return the review of a document that is marked against references; ``marks`` has one for each passage.

    A passage with an accepted reference, by its index in ``accepted``, has that one last. With ``recent``, marks that
    are the same object must have been made with the same settings.
    """
    placer = MarkPlacer(alignment, hypothesis, accepted, settings)
    recent = recent or PlacedPassages()
    documents = (alignment.source, hypothesis, *alignment.references)
    placed: list[PlacedPassage] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        place = partial(placer.placed, index, passage, own)
        placed.append(place() if index in accepted else recent.placed(index, passage, own, documents, place))
    return _review(
        alignment,
        chain.from_iterable(item.findings for item in placed),
        (item.review for item in placed),
        marks=document_marks,
        chunks=chain.from_iterable(item.chunks for item in placed),
        origins=tuple(item.origin for item in placed),
    )


def place_estimates(
    alignment: Alignment,
    hypothesis: Document,
    edits: Sequence[Edits],
    sentences: Sequence[SentenceEstimate],
    estimate: Estimate,
) -> DocumentReview:
    placer = Placer(alignment, hypothesis)
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own, sentence) in enumerate(zip(alignment.passages, edits, sentences, strict=True)):
        for number, (edit, effect) in enumerate(zip(own, sentence.edits, strict=True)):
            start = target_start(own, number)
            source, target = TokenRange(edit.start, edit.end), TokenRange(start, start + len(edit.replacement))
            finding = placer.placed_finding(index, passage, source, target, edit.type)
            findings.append(attrs.evolve(finding, estimate=effect))
        passages.append(attrs.evolve(placer.placed_passage(passage), estimate=sentence.text))
    return _review(alignment, findings, passages, estimate=estimate)


def _review(
    alignment: Alignment,
    findings: Iterable[Finding],
    passages: Iterable[PassageReview],
    *,
    marks: Marks | None = None,
    estimate: Estimate | None = None,
    chunks: Iterable[Finding] = (),
    origins: tuple[Origin | None, ...] = (),
) -> DocumentReview:
    return DocumentReview(
        in_order(findings),
        tuple(passages),
        TextFile(alignment.source.name, alignment.source.path),
        tuple(TextFile(item.name, item.path) for item in alignment.references),
        alignment.parallel,
        marks,
        estimate,
        in_order(chunks),
        origins=origins,
    )
