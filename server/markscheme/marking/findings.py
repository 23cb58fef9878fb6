"""Marks put back into documents: what a person is shown."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from markscheme.documents.alignment import Alignment
from markscheme.documents.passages import Passage, Side
from markscheme.documents.places import Places
from markscheme.documents.positions import Span
from markscheme.documents.segments import Segment
from markscheme.edits.edit import apply_edits
from markscheme.marking.accepted import AcceptedReference
from markscheme.marking.marks import AlignedEdit, Mark, PassageMarks, ReferenceMark
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Category, Counts, Factors
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.overlap import Scores as OverlapScores


@attrs.frozen
class FindingAlignment:
    """A reference edit that a finding lines up with: its words before and after, and how far."""

    source: str
    text: str
    type: str
    share: float
    gain: float


@attrs.frozen
class FindingReference:
    """What one reference has at a finding's place; see :class:`markscheme.marking.marks.ReferenceMark`."""

    reference: str
    text: str
    category: Category | None
    alignment: float | None
    edits: tuple[FindingAlignment, ...]


@attrs.frozen
class Finding:
    """A category at a place in the hypothesis's file.

    ``source`` and ``hypothesis`` are the documents' own words, the latter those under ``span``;
    see :class:`markscheme.marking.marks.Mark` for the rest. ``passage`` is the index of its passage.
    """

    category: Category
    span: Span
    source: str
    hypothesis: str
    type: str
    weight: float | None
    credit: float | None
    references: tuple[FindingReference, ...]
    passage: int


@attrs.frozen
class PassageReview:
    """A passage's place in the hypothesis document, and its scores.

    ``reference`` names the reference chosen under dependence.
    """

    span: Span
    reference: str | None
    counts: Counts
    scores: cleme2.Scores
    credit: OverlapScores | None


@attrs.frozen
class Marks:
    """A document's marks: summed counts and their scores; credit is ``None`` until vectors are there."""

    counts: Counts
    scores: cleme2.Scores
    credit: OverlapScores | None
    references: int
    signature: str


@attrs.frozen
class DocumentReview:
    """Everything shown of one hypothesis document; findings in the order of their places."""

    marks: Marks
    findings: tuple[Finding, ...]
    passages: tuple[PassageReview, ...]


@attrs.frozen
class ReviewedText:
    """The hypothesis that findings quote, and where it stands in its file if it is not the file."""

    hypothesis: str
    places: Places | None = None

    def place(self, span: Span) -> Span:
        """A span of the hypothesis as one of its file."""
        return self.places.span(span) if self.places is not None else span


def place(
    alignment: Alignment,
    text: ReviewedText,
    marks: Sequence[PassageMarks],
    *,
    factors: Factors,
    beta: float,
    signature: str,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
) -> DocumentReview:
    """One document's passages and their marks to findings and sums.

    Parameters
    ----------
    accepted
        The one more reference of some passages, by passage; their marks are against it too.
    """
    placer = _Placer(alignment, text, accepted)
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        findings += [placer.finding(index, passage, mark) for mark in own.marks]
        reference = None if own.reference is None else placer.name(index, own.reference)
        credit = f_score(own.credit, beta) if own.credit is not None else None
        scores = cleme2.scores_of(own.counts, factors)
        extent = text.place(passage.hypothesis.segment.extent)
        passages.append(PassageReview(extent, reference, own.counts, scores, credit))
    counts = sum((own.counts for own in marks), Counts())
    soft = [own.credit for own in marks if own.credit is not None]
    credit = f_score(sum(soft, Overlap()), beta) if len(soft) == len(marks) else None
    total = Marks(counts, cleme2.scores_of(counts, factors), credit, len(alignment.references), signature)
    findings.sort(key=lambda finding: finding.span)
    return DocumentReview(total, tuple(findings), tuple(passages))


class _Placer:
    def __init__(self, alignment: Alignment, text: ReviewedText, accepted: Mapping[int, AcceptedReference]) -> None:
        self._references = alignment.references
        self._accepted = accepted
        self._source = alignment.source
        self._text = text

    def name(self, index: int, number: int) -> str:
        """A reference's name in a passage."""
        return self._references[number][0] if number < len(self._references) else self._accepted[index].title()

    def finding(self, index: int, passage: Passage, mark: Mark) -> Finding:
        span = _span(passage.hypothesis, mark)
        return Finding(
            mark.category,
            self._text.place(span),
            passage.source.characters(mark.source.start, mark.source.end).of(self._source),
            _words(passage.hypothesis, mark.target.start, mark.target.end, self._text.hypothesis),
            mark.type,
            mark.weight,
            mark.credit,
            tuple(self._told(index, passage, mark)),
            index,
        )

    def _told(self, index: int, passage: Passage, mark: Mark) -> Iterator[FindingReference]:
        """What each reference has; the accepted one, which follows another, where something was accepted."""
        for number, reference in enumerate(mark.references):
            if reference is None:
                continue
            if number < len(self._references):
                name, text = self._references[number]
                yield self._reference(name, text, passage, passage.references[number], reference)
            elif self._accepted[index].reaches(mark.source):
                yield self._accepted_reference(self._accepted[index], passage, mark, reference)

    def _accepted_reference(
        self, accepted: AcceptedReference, passage: Passage, mark: Mark, own: ReferenceMark
    ) -> FindingReference:
        """It has tokens and no document; a hit's words are the hypothesis's."""
        side = Side(Segment(apply_edits(passage.source.tokens, accepted.edits), (), 0), ())
        found = self._reference(accepted.title(mark.source), "", passage, side, own)
        if own.category is not Category.HIT:
            return found
        hypothesis = _words(passage.hypothesis, mark.target.start, mark.target.end, self._text.hypothesis)
        return attrs.evolve(found, text=hypothesis)

    def _reference(self, name: str, text: str, passage: Passage, side: Side, mark: ReferenceMark) -> FindingReference:
        return FindingReference(
            name,
            _words(side, mark.target.start, mark.target.end, text),
            mark.category,
            mark.alignment,
            tuple(self._alignment(passage, side, aligned, text) for aligned in mark.edits),
        )

    def _alignment(self, passage: Passage, side: Side, edit: AlignedEdit, text: str) -> FindingAlignment:
        return FindingAlignment(
            passage.source.characters(edit.source.start, edit.source.end).of(self._source),
            _words(side, edit.target.start, edit.target.end, text),
            edit.type,
            edit.share,
            edit.gain,
        )


def _words(side: Side, start: int, end: int, text: str) -> str:
    if side.annotations is not None:
        return " ".join(side.segment.tokens[start:end])
    return side.segment.characters(start, end).of(text)


def _span(side: Side, mark: Mark) -> Span:
    """A mark's place; in an M2 file, the first of its corrections, or the source words left as they are."""
    if side.annotations is None:
        return side.segment.characters(mark.target.start, mark.target.end)
    inside = [
        item.correction for item in side.annotations if mark.source.start <= item.start and item.end <= mark.source.end
    ]
    written = (span for span in inside if span.start < span.end)
    if inside:
        return next(written, inside[0])
    return side.segment.characters(mark.target.start, mark.target.end)
