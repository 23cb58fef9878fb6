"""An estimate as JSON, with LSP ranges."""

from typing import Any, Literal

import attrs

from markscheme.marking.findings import DocumentReview, EditEstimate, Estimate, Finding, PassageEstimate, PassageReview
from markscheme.metrics.estimates import Quality
from markscheme.text.positions import LineIndex, PositionEncoding

Number = Literal["q", "quality"]
"""IMPARA's Equations 2 and 3."""


def estimate_json(
    review: DocumentReview, estimate: Estimate, index: LineIndex, encoding: PositionEncoding
) -> dict[str, Any]:
    """Return a document's estimate with its passages and edits, with ranges in an encoding."""
    return {
        **glance_json(review, estimate),
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


def glance_json(review: DocumentReview, estimate: Estimate) -> dict[str, Any]:
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
) -> dict[str, Any]:
    return {
        "range": attrs.asdict(index.range(passage.span, encoding)),
        "text": passage.text,
        **_before_and_after(estimate.before, estimate.after, "quality"),
        "q": _before_and_after(estimate.before, estimate.after, "q"),
        "similarity": estimate.similarity,
        "score": estimate.score,
    }


def _edit(finding: Finding, estimate: EditEstimate, index: LineIndex, encoding: PositionEncoding) -> dict[str, Any]:
    return {
        "range": attrs.asdict(index.range(finding.span, encoding)),
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


def _before_and_after(before: Quality | None, after: Quality | None, number: Number) -> dict[str, float | None]:
    return {"before": _number(before, number), "after": _number(after, number)}


def _number(value: Quality | None, number: Number) -> float | None:
    return None if value is None else value.q if number == "q" else value.quality
