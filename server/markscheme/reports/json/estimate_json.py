"""An estimate as JSON, with LSP ranges."""

from typing import Literal

from markscheme.marking.review.document_review import DocumentReview, Estimate, PassageEstimate, PassageReview
from markscheme.marking.review.findings import EditEstimate, Finding
from markscheme.metrics.estimates import Quality
from markscheme.reports.contract import estimate as contract
from markscheme.reports.contract.shapes import BeforeAndAfter
from markscheme.reports.json.shape_json import range_json
from markscheme.text.positions import LineIndex, PositionEncoding

Number = Literal["q", "quality"]
"""IMPARA's Equations 2 and 3."""


def estimate_json(review: DocumentReview, index: LineIndex, encoding: PositionEncoding) -> contract.Estimate:
    """Return the estimate of a document without a reference, with ranges in an encoding.

    Raises
    ------
    ValueError
        If the document has no estimate.
    """
    if review.estimate is None:
        raise ValueError("the document has marks, not an estimate")
    return {
        **glance_json(review, review.estimate),
        "passages": [
            _passage(passage, passage.estimate, index, encoding)
            for passage in review.passages
            if passage.estimate is not None
        ],
        "edits": [
            _edit(finding, finding.estimate, index, encoding)
            for finding in review.findings
            if finding.estimate is not None
        ],
    }


def glance_json(review: DocumentReview, estimate: Estimate) -> contract.EstimateSummary:
    """Return a document's estimate without its passages and edits."""
    means = estimate.means
    return {
        "quality": _before_and_after(means.before, means.after, "quality"),
        "q": _before_and_after(means.before, means.after, "q"),
        "similarity": means.similarity,
        "score": means.score,
        "lowering": len(review.lowering),
        "estimator": estimate.estimator,
        "signature": estimate.signature,
    }


def _passage(
    passage: PassageReview, estimate: PassageEstimate, index: LineIndex, encoding: PositionEncoding
) -> contract.EstimatedPassage:
    return {
        "range": range_json(index, passage.span, encoding),
        "text": passage.text,
        "before": _number(estimate.before, "quality"),
        "after": _number(estimate.after, "quality"),
        "q": _before_and_after(estimate.before, estimate.after, "q"),
        "similarity": estimate.similarity,
        "score": estimate.score,
    }


def _edit(
    finding: Finding, estimate: EditEstimate, index: LineIndex, encoding: PositionEncoding
) -> contract.EstimatedEdit:
    return {
        "range": range_json(index, finding.span, encoding),
        "passage": finding.passage,
        "type": finding.type,
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "impact": estimate.impact,
        "quality": _number(estimate.quality, "quality"),
        "qualityWithout": _number(estimate.without, "quality"),
        "q": _number(estimate.quality, "q"),
        "qWithout": _number(estimate.without, "q"),
        "lowers": estimate.lowers,
    }


def _before_and_after(before: Quality | None, after: Quality | None, number: Number) -> BeforeAndAfter:
    return {"before": _number(before, number), "after": _number(after, number)}


def _number(value: Quality | None, number: Number) -> float | None:
    return None if value is None else value.q if number == "q" else value.quality
