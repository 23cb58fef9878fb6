"""A review as JSON, with LSP ranges."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from markscheme.contract import SCHEMA, Placing, shape, shown
from markscheme.documents.files import marked_json
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex, PositionEncoding
from markscheme.marking.comments import Comment
from markscheme.marking.findings import Finding, FindingReference, PlaceVerdict
from markscheme.marking.review import DocumentReview, Estimate, Marks, PassageReview, PassageScores
from markscheme.metrics.base import Category
from markscheme.metrics.impara import EditEstimate, TextEstimate
from markscheme.reports.output import dumped, indented
from markscheme.reports.report import Remarks, Report, ReviewedDocument
from markscheme.reports.review_report import KeptTexts, Piece, ReviewFormat


@shape(
    "reference.reference",
    "reference.text",
    "reference.category",
    "reference.alignment",
    "reference.edits",
    "reference.source",
    "reference.follows",
    "reference.whole",
    optional=("reference.whole",),
)
@attrs.frozen
class PlaceReference:
    """One reference's version at a place with a verdict."""

    reference: FindingReference


@shape(
    "place.verdict",
    "finding.category",
    "finding.span",
    "finding.source_span",
    "finding.source",
    "finding.hypothesis",
    "finding.type",
    "finding.error_type",
    "group",
    "finding.weight",
    "finding.credit",
    "finding.passage",
    "place.points.earned",
    "place.points.due",
    "references",
    "place.suggestions",
    "place.tolerances",
    "place.decided",
    "place.is_open",
    "place.rewritten",
    "finding.whole",
    "place.left",
    "comment",
    name="Finding",
    renamed={
        "finding.span": "range",
        "finding.source_span": "source_range",
        "place.is_open": "open",
        "place.left": "missing",
    },
    in_source=("finding.source_span",),
    nullable=("place.decided",),
    optional=("finding.whole",),
)
@attrs.frozen
class ShownFinding:
    """A place of a document with its verdict."""

    finding: Finding
    place: PlaceVerdict
    group: str
    """The group of ``error_type`` in a teacher's words; empty where it is."""
    comment: Comment | attrs.NothingType | None
    """The comment on this place, where comments are in use; ``null`` where nothing is said."""

    @property
    def references(self) -> tuple[PlaceReference, ...]:
        """Each reference's version at this place; those that the verdict was judged against come first."""
        return tuple(map(PlaceReference, self.finding.references))


@shape(
    "category",
    "finding.span",
    "finding.source",
    "finding.hypothesis",
    "finding.type",
    "finding.weight",
    "finding.difference",
    "finding.credit",
    "finding.passage",
    "finding.references",
    name="Chunk",
    renamed={"finding.span": "range"},
)
@attrs.frozen
class ShownChunk:
    """A chunk of CLEME2.0's with its category, at a place of a document."""

    finding: Finding
    category: Category
    """The chunk's category."""


@shape(
    "passage.span",
    "passage.text",
    "marks.verdicts",
    "marks.counts",
    "marks.scores.score",
    "marks.credit.f",
    "references",
    name="Passage",
    renamed={"passage.span": "range", "marks.credit.f": "credit"},
    optional=("references",),
)
@attrs.frozen
class ShownPassage:
    """An aligned group of sentences."""

    passage: PassageReview
    marks: PassageScores

    @property
    def references(self) -> int | None:
        """The number of references that the passage has, where it has fewer than the document."""
        number = self.passage.reference_count
        return number if number < len(self.passage.references) else None


@shape(
    "passage.span",
    "passage.text",
    "estimate.before.quality",
    "estimate.after.quality",
    "estimate.q",
    "estimate.similarity",
    "estimate.score",
    renamed={
        "passage.span": "range",
        "estimate.before.quality": "before",
        "estimate.after.quality": "after",
    },
)
@attrs.frozen
class EstimatedPassage:
    """A passage's estimated qualities. A number is ``null`` where there are no words to estimate."""

    passage: PassageReview
    estimate: TextEstimate


@shape(
    "finding.span",
    "finding.passage",
    "finding.type",
    "finding.source",
    "finding.hypothesis",
    "estimate.impact",
    "estimate.quality.quality",
    "estimate.without.quality",
    "estimate.quality.q",
    "estimate.without.q",
    "estimate.lowers",
    renamed={
        "finding.span": "range",
        "estimate.without.quality": "qualityWithout",
        "estimate.without.q": "qWithout",
    },
)
@attrs.frozen
class EstimatedEdit:
    """An edit of a document without a reference: the passage's qualities with it, and with all other edits alone."""

    finding: Finding
    estimate: EditEstimate


@shape(
    "estimate.means.quality",
    "estimate.means.q",
    "estimate.means.similarity",
    "estimate.means.score",
    "lowering",
    "estimate.estimator",
    "estimate.signature",
)
@attrs.frozen
class EstimateSummary:
    """The means of a document's estimates over its passages. These are not marks."""

    estimate: Estimate
    lowering: int
    """The number of edits that lower the estimate."""


@shape("passages", "edits", name="Estimate")
@attrs.frozen
class ShownEstimate(EstimateSummary):
    """IMPARA's estimate of a document that has no reference."""

    passages: tuple[EstimatedPassage, ...]
    """The passages, in the order of the source."""
    edits: tuple[EstimatedEdit, ...]
    """The edits, in the order of the text; empty for a source."""


@shape(
    "uri",
    "lines",
    "document.exercise",
    "document.assignment",
    "document.student",
    "document.author",
    "document.review.notices",
    "document.comments",
    "document.reference_authors",
    optional=("document.review.notices", "document.comments", "document.reference_authors"),
)
@attrs.frozen
class DocumentPlace:
    """The document that marks or an estimate belong to."""

    document: ReviewedDocument
    uri: str
    """The document's URI."""
    lines: bool
    """Whether the file has lines that an editor can go to; ``false`` for Word documents, where ranges are positions
    in the corrected text."""


@shape("document.mark", "marks", "passages", "findings", "chunks", optional=("document.mark",))
@attrs.frozen
class MarkedDocument(DocumentPlace):
    """A document marked against references."""

    marks: Marks
    """The document's counts and scores."""

    @property
    def passages(self) -> tuple[ShownPassage, ...]:
        """The aligned sentences, in the order of the source."""
        passages = self.document.review.passages
        return tuple(ShownPassage(item, item.marks) for item in passages if item.marks is not None)

    @property
    def findings(self) -> tuple[ShownFinding, ...]:
        """All places with a verdict, in the order of the text."""
        document, comments = self.document, self.document.comments
        return tuple(
            ShownFinding(
                finding,
                finding.place,
                document.kinds.group(finding.error_type),
                attrs.NOTHING if comments is None else comments.findings[number],
            )
            for number, finding in enumerate(document.review.findings)
            if finding.place is not None
        )

    @property
    def chunks(self) -> tuple[ShownChunk, ...]:
        """All chunks with a category of CLEME2.0's, in the order of the text. ``counts`` counts these."""
        chunks = self.document.review.chunks
        return tuple(ShownChunk(item, item.category) for item in chunks if item.category is not None)


@shape("estimate")
@attrs.frozen
class EstimatedDocument(DocumentPlace):
    """A document whose exercise has no reference."""

    estimate: ShownEstimate
    """The document's estimate."""


def estimate_of(review: DocumentReview) -> ShownEstimate:
    """Return the estimate of a document; raise ValueError if it has none."""
    if review.estimate is None:
        raise ValueError("the document has marks, not an estimate")
    passages = (EstimatedPassage(item, item.estimate) for item in review.passages if item.estimate is not None)
    edits = (EstimatedEdit(item, item.estimate) for item in review.findings if item.estimate is not None)
    return ShownEstimate(review.estimate, len(review.lowering), tuple(passages), tuple(edits))


def document_placing(document: ReviewedDocument, encoding: PositionEncoding) -> Placing:
    source = document.source_text
    return Placing(LineIndex(document.text), encoding, None if source is None else LineIndex(source))


def document_json(document: ReviewedDocument) -> dict[str, Any]:
    """Return what ``review`` writes of a document: its marks, passages and findings, or its estimate."""
    review, uri, lines = document.review, document.path.as_uri(), FORMATS.has_lines(document.path)
    value: DocumentPlace
    if review.marks is None:
        value = EstimatedDocument(document, uri, lines, estimate_of(review))
    else:
        value = MarkedDocument(document, uri, lines, review.marks)
    whole: dict[str, Any] = shown(value, document_placing(document, "utf-16"))
    return whole


@shape(
    "documents",
    "estimated",
    "remarks.problems",
    "remarks.absences",
    "remarks.notices",
    "remarks.comment_uses",
    kind="document",
    renamed={"remarks.absences": "absent", "remarks.comment_uses": "comments"},
    optional=("remarks.comment_uses",),
)
@attrs.frozen
class Review:
    """The output of ``review --format json``."""

    remarks: Remarks
    documents: tuple[MarkedDocument, ...] = ()
    """Documents marked against references."""
    estimated: tuple[EstimatedDocument, ...] = ()
    """Documents without a reference, estimated by a model."""


_INDENT = "    "


@attrs.frozen
class JsonFormat(ReviewFormat):
    """One JSON object as ``review --format json`` writes it: LSP ranges, 0-based and in UTF-16."""

    mark = staticmethod(marked_json)

    def piece(self, document: ReviewedDocument) -> Piece:
        text = indented(document_json(document)).replace("\n", f"\n{_INDENT}")
        return Piece(text, document.review.marks is None)

    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        estimated = KeptTexts()
        yield f'{{\n  "schema": {SCHEMA},\n  "documents": ['
        yield from _items(_marked(pieces, estimated))
        yield ',\n  "estimated": ['
        yield from _items(estimated)
        end = {name: item for name, item in shown(Review(remarks())).items() if name not in _STREAMED}
        yield "," + dumped(end).removeprefix("{")


_STREAMED = ("schema", "documents", "estimated")
"""The members of a review that are written before its remarks are known."""


def _marked(pieces: Iterable[Piece], estimated: KeptTexts) -> Iterator[str]:
    for piece in pieces:
        if piece.is_estimate:
            estimated.add(piece.text)
        else:
            yield piece.text


def _items(texts: Iterable[str]) -> Iterator[str]:
    end = "]"
    for text in texts:
        yield f"{'' if end == ']' else ','}\n{_INDENT}{text}"
        end = "\n  ]"
    yield end


def review_json(report: Report) -> str:
    return JsonFormat().whole(report)
