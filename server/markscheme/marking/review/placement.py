"""Marks and estimates put back into their document: from tokens of passages to places in files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from markscheme.alignment.alignment import Alignment
from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Edits, apply_edits, target_start
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.passages.marks import (
    AlignedEdit,
    ChunkMark,
    MarkSettings,
    PassageMarks,
    PlaceMark,
    ReferenceMark,
)
from markscheme.marking.review.document_review import (
    DocumentReview,
    Estimate,
    Marks,
    MetricScores,
    PassageEstimate,
    PassageReview,
    PassageScores,
    PassageText,
    Version,
)
from markscheme.marking.review.findings import (
    EditEstimate,
    Finding,
    FindingAlignment,
    FindingChange,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    PlaceVerdict,
)
from markscheme.marking.review.verdict_counts import document_counts, passage_counts
from markscheme.marking.review.whole_words import ShownWords, whole_words, widened
from markscheme.marking.verdicts.verdict import Place, Remainder, Stretch, Suggestion, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.categories import Category
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.estimates import SentenceEstimate
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.scoring.accepted_reference import AcceptedReference
from markscheme.text.positions import Span
from markscheme.text.segments import Segment


@attrs.frozen
class DocumentScores:
    """The scores of a document as a whole; see :class:`markscheme.marking.review.document_review.Marks`."""

    cleme2: cleme2.Scores
    weighting: WeightingName
    errant: OverlapScores
    signature: str
    metric: MetricScores | None = None


def place_marks(
    alignment: Alignment,
    hypothesis: Document,
    marks: Sequence[PassageMarks],
    settings: MarkSettings,
    scores: DocumentScores,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
) -> DocumentReview:
    """Return the review of a document that is marked against references.

    Parameters
    ----------
    marks
        One for each passage of the alignment.
    accepted
        The reference made of accepted alternatives, by the index of its passage; the passage's marks have it last.
    """
    placer = _MarkPlacer(alignment, hypothesis, accepted)
    findings: list[Finding] = []
    chunks: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        chunks += [placer.finding(index, passage, mark) for mark in own.marks]
        findings += placer.places(index, passage, own)
        passages.append(placer.passage(index, passage, own, settings))
    document_marks = _document_marks(alignment, marks, settings, scores)
    return _review(alignment, findings, passages, marks=document_marks, chunks=chunks)


def place_estimates(
    alignment: Alignment,
    hypothesis: Document,
    edits: Sequence[Edits],
    sentences: Sequence[SentenceEstimate],
    estimate: Estimate,
) -> DocumentReview:
    """Return the review of a document that has no reference.

    Parameters
    ----------
    edits, sentences
        The hypothesis's edits and the estimate of each passage of the alignment.
    """
    placer = _Placer(alignment, hypothesis)
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own, sentence) in enumerate(zip(alignment.passages, edits, sentences, strict=True)):
        for number, (edit, impact) in enumerate(zip(own, sentence.edits, strict=True)):
            start = target_start(own, number)
            source, target = Stretch(edit.start, edit.end), Stretch(start, start + len(edit.replacement))
            finding = placer.placed_finding(index, passage, source, target, edit.type)
            numbers = EditEstimate(impact.impact, sentence.after, impact.without, impact.lowers)
            findings.append(attrs.evolve(finding, estimate=numbers))
        means = PassageEstimate(sentence.before, sentence.after, sentence.similarity, sentence.score)
        passages.append(attrs.evolve(placer.placed_passage(passage), estimate=means))
    return _review(alignment, findings, passages, estimate=estimate)


def _review(
    alignment: Alignment,
    findings: Iterable[Finding],
    passages: Iterable[PassageReview],
    *,
    marks: Marks | None = None,
    estimate: Estimate | None = None,
    chunks: Iterable[Finding] = (),
) -> DocumentReview:
    return DocumentReview(
        _in_order(findings),
        tuple(passages),
        Version(alignment.source.name, alignment.source.path),
        tuple(Version(item.name, item.path) for item in alignment.references),
        alignment.parallel,
        marks,
        estimate,
        _in_order(chunks),
    )


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.span))


def _document_marks(
    alignment: Alignment, marks: Sequence[PassageMarks], settings: MarkSettings, scores: DocumentScores
) -> Marks:
    overlaps = [own.credit for own in marks if own.credit is not None]
    weights = [own.weights for own in marks if own.weights is not None]
    return Marks(
        sum((own.counts for own in marks), Counts()),
        sum(weights, Weights()) if weights else None,
        scores.cleme2,
        scores.errant,
        f_score(sum(overlaps, Overlap()), settings.credit.beta) if len(overlaps) == len(marks) else None,
        len(alignment.references),
        scores.signature,
        document_counts([passage.source.tokens for passage in alignment.passages], marks),
        scores.weighting,
        scores.metric,
    )


class _Placer:
    """Places the parts that marks and estimates share."""

    def __init__(self, alignment: Alignment, hypothesis: Document) -> None:
        self.source = alignment.source
        self.hypothesis = hypothesis
        self.references = alignment.references

    def placed_passage(self, passage: Passage) -> PassageReview:
        """Return a passage's texts, without numbers."""
        extent = passage.hypothesis.segment.extent
        return PassageReview(
            _in_file(self.hypothesis, extent),
            extent,
            _all_words(passage.hypothesis, self.hypothesis.text),
            _passage_text(self.source, Side(passage.source)),
            tuple(
                None if _is_absent(passage, side) else _passage_text(document, side)
                for document, side in zip(self.references, passage.references, strict=True)
            ),
            moved=passage.moved,
            unseen=passage.hypothesis.absent,
        )

    def placed_finding(self, index: int, passage: Passage, source: Stretch, target: Stretch, type_: str) -> Finding:
        """Return a finding at its place, without numbers."""
        side = passage.hypothesis
        span, source_span = _place_of(side, source, target), passage.source.characters(source.start, source.end)
        return Finding(
            _in_file(self.hypothesis, span),
            _in_file(self.source, source_span),
            span,
            source,
            side.segment.tokens[target.start : target.end],
            source_span.of(self.source.text),
            _words_of(side, target, self.hypothesis.text),
            type_,
            index,
        )


class _MarkPlacer(_Placer):
    """Places marks, with what each reference has there."""

    def __init__(self, alignment: Alignment, hypothesis: Document, accepted: Mapping[int, AcceptedReference]) -> None:
        super().__init__(alignment, hypothesis)
        self._accepted = accepted

    def passage(self, index: int, passage: Passage, marks: PassageMarks, settings: MarkSettings) -> PassageReview:
        """Return a passage with its scores; without, where no reference's author has seen it."""
        if all(side.absent for side in passage.references) and index not in self._accepted:
            return self.placed_passage(passage)
        scores = PassageScores(
            None if marks.reference is None else self._name(index, marks.reference),
            self._followed(index, marks.reference),
            marks.counts,
            marks.weights,
            cleme2.scores_of(marks.weights or marks.counts, settings.factors),
            None if marks.credit is None else f_score(marks.credit, settings.credit.beta),
            passage_counts(marks),
        )
        return attrs.evolve(self.placed_passage(passage), marks=scores)

    def finding(self, index: int, passage: Passage, mark: ChunkMark) -> Finding:
        """Return a mark at its place."""
        return attrs.evolve(
            self.placed_finding(index, passage, mark.source, mark.target, mark.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._shown_references(index, passage, mark)),
        )

    def places(self, index: int, passage: Passage, marks: PassageMarks) -> Iterator[Finding]:
        """Yield the places of a passage; one for all of a passage that is rewritten freely."""
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
        """Return what the hypothesis does at a place, in whole words: its own where it leaves the source as it is."""
        if place.edits:
            return self._whole(passage, place.source, passage.hypothesis, place.target, self.hypothesis.text)
        left = _characters(passage.hypothesis, place.target)
        whole = None if left is None else widened(left, self.hypothesis.text)
        if left is None or whole is None or whole == left:
            return None
        words = whole.of(self.hypothesis.text)
        return ShownWords(words, words, whole.end - left.end)

    def _rewritten(self, index: int, passage: Passage, marks: PassageMarks) -> Finding:
        """Return the one finding of a passage that is rewritten freely, with each reference's words."""
        whole = Stretch(0, len(passage.source.tokens)), Stretch(0, len(passage.hypothesis.segment.tokens))
        references = tuple(
            FindingReference(
                document.name,
                number,
                _in_file(document, side.segment.extent),
                _all_words(side, document.text),
                None,
                None,
                (),
                _all_words(Side(passage.source), self.source.text),
            )
            for number, (document, side) in enumerate(zip(self.references, passage.references, strict=True))
            if not _is_absent(passage, side)
        )
        return attrs.evolve(
            self.placed_finding(index, passage, *whole, ""),
            references=references,
            place=PlaceVerdict(Verdict.DIFFERENT, marks.points, rewritten=True, needs=marks.points.due),
        )

    def _suggestion(self, passage: Passage, item: Suggestion) -> FindingSuggestion:
        span = _place_of(passage.hypothesis, item.source, item.target)
        first = item.references[0]
        return FindingSuggestion(
            tuple(self.references[number].name for number in item.references),
            _in_file(self.hypothesis, span),
            span,
            item.source,
            _words_of(passage.hypothesis, item.target, self.hypothesis.text),
            _words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, item.target, first, item.words),
        )

    def _whole(self, passage: Passage, source: Stretch, side: Side, target: Stretch, text: str) -> ShownWords | None:
        """Return what a side has in place of source tokens, in whole words."""
        after = _characters(side, target)
        before = passage.source.characters(source.start, source.end)
        return None if after is None else whole_words(before, self.source.text, after, text)

    def _remainder(self, passage: Passage, place: Place, item: Remainder) -> FindingRemainder:
        side, target = passage.hypothesis, item.target
        first = place.versions[0].reference
        return FindingRemainder(
            _in_file(self.hypothesis, side.segment.characters(target.start, target.end)),
            _words_of(side, target, self.hypothesis.text),
            _words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, target, first, item.words),
        )

    def _whole_rewording(self, passage: Passage, target: Stretch, reference: int, words: Stretch) -> ShownWords | None:
        """Return what a reference has in place of the hypothesis's tokens, in whole words."""
        before, after = _characters(passage.hypothesis, target), _characters(passage.references[reference], words)
        if before is None or after is None:
            return None
        return whole_words(before, self.hypothesis.text, after, self.references[reference].text)

    def _versions(self, passage: Passage, mark: PlaceMark) -> Iterator[FindingReference]:
        """Yield what each reference has at a place, those that the verdict follows first."""
        for number, (version, reference) in enumerate(zip(mark.place.versions, mark.references, strict=True)):
            side = passage.references[version.reference]
            text = self.references[version.reference].text
            changes = tuple(
                FindingChange(
                    change.edit,
                    self._source_words(passage, change.edit.start, change.edit.end),
                    _words_of(side, change.target, text),
                    self._whole(passage, Stretch(change.edit.start, change.edit.end), side, change.target, text),
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
        """Yield what each reference has; the accepted one, which comes last, where something was accepted."""
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
        words = _words_of(side, own.target, "")
        if own.category is Category.HIT:
            words = _words_of(passage.hypothesis, mark.target, self.hypothesis.text)
        aligned = tuple(self._alignment(passage, side, item, "") for item in own.edits)
        return FindingReference(accepted.title(mark.source), None, None, words, own.category, own.alignment, aligned)

    def _reference(self, number: int, passage: Passage, mark: ReferenceMark) -> FindingReference:
        document, side = self.references[number], passage.references[number]
        return FindingReference(
            document.name,
            number,
            _in_file(document, side.segment.characters(mark.target.start, mark.target.end)),
            _words_of(side, mark.target, document.text),
            mark.category,
            mark.alignment,
            tuple(self._alignment(passage, side, aligned, document.text) for aligned in mark.edits),
        )

    def _alignment(self, passage: Passage, side: Side, edit: AlignedEdit, text: str) -> FindingAlignment:
        return FindingAlignment(
            self._source_words(passage, edit.source.start, edit.source.end),
            _words_of(side, edit.target, text),
            edit.type,
            edit.share,
            edit.gain,
        )


def _in_file(document: Document, span: Span) -> Span:
    """Return a span of a document as a span of its file."""
    return span if document.places is None else document.places.span(span)


def _is_absent(passage: Passage, side: Side) -> bool:
    return side.absent or (passage.parallel and not side.segment.tokens)


def _passage_text(document: Document, side: Side) -> PassageText:
    """Return a passage's side as its document has it."""
    return PassageText(_in_file(document, side.segment.extent), side.segment.tokens, _all_words(side, document.text))


def _all_words(side: Side, text: str) -> str:
    """Return a side's words as they stand in its text."""
    return _words_of(side, Stretch(0, len(side.segment.tokens)), text)


def _words_of(side: Side, tokens: Stretch, text: str) -> str:
    """Return some of a side's words as they stand in its text."""
    return side.words(tokens.start, tokens.end, text)


def _characters(side: Side, tokens: Stretch) -> Span | None:
    """Return the place of some of a side's words in its text; ``None`` where it has edits in place of a text."""
    return None if side.states_edits else side.segment.characters(tokens.start, tokens.end)


def _place_of(side: Side, source: Stretch, target: Stretch) -> Span:
    """Return the place of target tokens that correct source tokens."""
    return side.place((source.start, source.end), (target.start, target.end))
