"""Marks put back into documents: what a person is shown."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import attrs

from markscheme.alignment.alignment import Alignment
from markscheme.alignment.passages import Passage, Side
from markscheme.edits.edit import apply_edits
from markscheme.formats.document import Document
from markscheme.marking.accepted import AcceptedReference
from markscheme.marking.marks import AlignedEdit, Mark, MarkSettings, PassageMarks, ReferenceMark, Stretch
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Category, Counts, Weights
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.settings import Weighting
from markscheme.text.positions import Span
from markscheme.text.segments import Segment


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
    """What one reference has at a finding's place; see :class:`markscheme.marking.marks.ReferenceMark`.

    ``number`` is the reference's index in :attr:`DocumentReview.references`, ``span`` its words' place in its
    file, ``text`` these words. An accepted alternative has neither number nor span.
    """

    reference: str
    number: int | None
    span: Span | None
    text: str
    category: Category | None
    alignment: float | None
    edits: tuple[FindingAlignment, ...]


@attrs.frozen
class Finding:
    """A category at a place in the hypothesis's file; see :class:`markscheme.marking.marks.Mark`.

    Attributes
    ----------
    span, source_span
        Its place in the hypothesis's file and in the source's.
    source, hypothesis
        The documents' own words there.
    text_span
        Its place in the hypothesis, where that is not its whole file.
    source_tokens
        Its tokens in its passage's source.
    target
        The tokens that the hypothesis has instead.
    passage
        The index of its passage.
    """

    category: Category
    span: Span
    source_span: Span
    text_span: Span
    source_tokens: Stretch
    target: tuple[str, ...]
    source: str
    hypothesis: str
    type: str
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[FindingReference, ...]
    passage: int


@attrs.frozen
class Version:
    """A source or a reference: whose it is, and its file."""

    name: str
    path: Path | None


@attrs.frozen
class PassageText:
    """A passage in one version: its place in that version's file, its tokens, and its words as they stand."""

    span: Span
    tokens: tuple[str, ...]
    words: str


@attrs.frozen
class PassageReview:
    """A passage's texts and its scores.

    Attributes
    ----------
    span
        Its place in the hypothesis's file.
    text_span
        Its place in the hypothesis, where that is not its whole file.
    text
        As the hypothesis has it.
    source, references
        The other versions; a reference is ``None`` where it has no part.
    reference
        Names the reference chosen under dependence.
    followed
        Its index in :attr:`DocumentReview.references`; of an accepted one, that of the reference it was made of.
    """

    span: Span
    text_span: Span
    text: str
    source: PassageText
    references: tuple[PassageText | None, ...]
    reference: str | None
    followed: int | None
    counts: Counts
    weights: Weights | None
    scores: cleme2.Scores
    credit: OverlapScores | None


@attrs.frozen
class Marks:
    """A document's marks.

    Attributes
    ----------
    counts, weights, scores
        CLEME2.0's, summed over passages, and at the level asked for. ``weights`` is ``None`` without weighting.
    weighting
        How the scores are weighted: ``none`` where the encoder is needed and has not been asked yet.
    errant
        ERRANT's precision, recall and F.
    credit
        ``None`` until vectors are there.
    references
        How many there are.
    """

    counts: Counts
    weights: Weights | None
    scores: cleme2.Scores
    errant: OverlapScores
    credit: OverlapScores | None
    references: int
    signature: str
    weighting: Weighting = "none"


@attrs.frozen
class DocumentReview:
    """Everything shown of one hypothesis document.

    Attributes
    ----------
    findings
        In the order of their places.
    passages
        In the order of the source.
    source, references
        The other versions' names and files.
    parallel
        Whether the texts are tokenised sentences that line up by number.
    """

    marks: Marks
    findings: tuple[Finding, ...]
    passages: tuple[PassageReview, ...]
    source: Version
    references: tuple[Version, ...]
    parallel: bool


@attrs.frozen
class DocumentScores:
    """What is scored of a document as a whole; see :class:`Marks`."""

    cleme2: cleme2.Scores
    weighting: Weighting
    errant: OverlapScores
    signature: str


def place(
    alignment: Alignment,
    hypothesis: Document,
    marks: Sequence[PassageMarks],
    settings: MarkSettings,
    scores: DocumentScores,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
) -> DocumentReview:
    """One document's passages and their marks to findings and sums.

    Parameters
    ----------
    accepted
        The one more reference of some passages, by passage; their marks are against it too.
    """
    placer = _Placer(alignment, hypothesis, accepted)
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        findings += [placer.finding(index, passage, mark) for mark in own.marks]
        passages.append(placer.passage(index, passage, own, settings))
    soft = [own.credit for own in marks if own.credit is not None]
    credit = f_score(sum(soft, Overlap()), settings.credit.beta) if len(soft) == len(marks) else None
    counts = sum((own.counts for own in marks), Counts())
    weighed = [own.weights for own in marks if own.weights is not None]
    total = Marks(
        counts,
        sum(weighed, Weights()) if weighed else None,
        scores.cleme2,
        scores.errant,
        credit,
        len(alignment.references),
        scores.signature,
        scores.weighting,
    )
    findings.sort(key=lambda finding: finding.span)
    return DocumentReview(
        total,
        tuple(findings),
        tuple(passages),
        Version(alignment.source.name, alignment.source.path),
        tuple(Version(item.name, item.path) for item in alignment.references),
        alignment.parallel,
    )


class _Placer:
    def __init__(self, alignment: Alignment, hypothesis: Document, accepted: Mapping[int, AcceptedReference]) -> None:
        self._references = alignment.references
        self._accepted = accepted
        self._source = alignment.source
        self._hypothesis = hypothesis

    def passage(self, index: int, passage: Passage, marks: PassageMarks, settings: MarkSettings) -> PassageReview:
        extent = passage.hypothesis.segment.extent
        return PassageReview(
            placed(self._hypothesis, extent),
            extent,
            all_words(passage.hypothesis, self._hypothesis.text),
            passage_text(self._source, Side(passage.source)),
            tuple(
                None if _absent(passage, side) else passage_text(document, side)
                for document, side in zip(self._references, passage.references, strict=True)
            ),
            None if marks.reference is None else self.name(index, marks.reference),
            self._followed(index, marks.reference),
            marks.counts,
            marks.weights,
            cleme2.scores_of(marks.weights or marks.counts, settings.factors),
            None if marks.credit is None else f_score(marks.credit, settings.credit.beta),
        )

    def name(self, index: int, number: int) -> str:
        """A reference's name in a passage."""
        return self._references[number].name if number < len(self._references) else self._accepted[index].title()

    def _followed(self, index: int, number: int | None) -> int | None:
        return number if number is None or number < len(self._references) else self._accepted[index].base

    def finding(self, index: int, passage: Passage, mark: Mark) -> Finding:
        span = place_of(passage.hypothesis, mark.source, mark.target)
        source = passage.source.characters(mark.source.start, mark.source.end)
        return Finding(
            mark.category,
            placed(self._hypothesis, span),
            placed(self._source, source),
            span,
            mark.source,
            passage.hypothesis.segment.tokens[mark.target.start : mark.target.end],
            source.of(self._source.text),
            words_of(passage.hypothesis, mark.target, self._hypothesis.text),
            mark.type,
            mark.weight,
            mark.difference,
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
                yield self._reference(number, passage, reference)
            elif self._accepted[index].reaches(mark.source):
                yield self._accepted_reference(self._accepted[index], passage, mark, reference)

    def _accepted_reference(
        self, accepted: AcceptedReference, passage: Passage, mark: Mark, own: ReferenceMark
    ) -> FindingReference:
        """It has tokens and no document; a hit's words are the hypothesis's."""
        side = Side(Segment(apply_edits(passage.source.tokens, accepted.edits), (), 0), ())
        words = words_of(side, own.target, "")
        if own.category is Category.HIT:
            words = words_of(passage.hypothesis, mark.target, self._hypothesis.text)
        aligned = tuple(self._alignment(passage, side, item, "") for item in own.edits)
        return FindingReference(accepted.title(mark.source), None, None, words, own.category, own.alignment, aligned)

    def _reference(self, number: int, passage: Passage, mark: ReferenceMark) -> FindingReference:
        document, side = self._references[number], passage.references[number]
        return FindingReference(
            document.name,
            number,
            placed(document, side.segment.characters(mark.target.start, mark.target.end)),
            words_of(side, mark.target, document.text),
            mark.category,
            mark.alignment,
            tuple(self._alignment(passage, side, aligned, document.text) for aligned in mark.edits),
        )

    def _alignment(self, passage: Passage, side: Side, edit: AlignedEdit, text: str) -> FindingAlignment:
        return FindingAlignment(
            passage.source.characters(edit.source.start, edit.source.end).of(self._source.text),
            words_of(side, edit.target, text),
            edit.type,
            edit.share,
            edit.gain,
        )


def placed(document: Document, span: Span) -> Span:
    """A span of a document as one of its file."""
    return span if document.places is None else document.places.span(span)


def _absent(passage: Passage, side: Side) -> bool:
    return passage.parallel and not side.segment.tokens


def passage_text(document: Document, side: Side) -> PassageText:
    """A passage's side as its document has it."""
    return PassageText(placed(document, side.segment.extent), side.segment.tokens, all_words(side, document.text))


def all_words(side: Side, text: str) -> str:
    """A side's words as they stand in its text."""
    return words_of(side, Stretch(0, len(side.segment.tokens)), text)


def words_of(side: Side, tokens: Stretch, text: str) -> str:
    """Some of a side's words as they stand in its text; in an M2 file, its tokens."""
    if side.annotations is not None:
        return " ".join(side.segment.tokens[tokens.start : tokens.end])
    return side.segment.characters(tokens.start, tokens.end).of(text)


def place_of(side: Side, source: Stretch, target: Stretch) -> Span:
    """The place of tokens; in an M2 file, of the first of its corrections, or the source words left as they are."""
    if side.annotations is None:
        return side.segment.characters(target.start, target.end)
    inside = [item.correction for item in side.annotations if source.start <= item.start and item.end <= source.end]
    written = (span for span in inside if span.start < span.end)
    if inside:
        return next(written, inside[0])
    return side.segment.characters(target.start, target.end)
