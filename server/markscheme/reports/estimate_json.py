"""An estimate as JSON, with LSP ranges; it has no marks and no findings."""

from typing import Any, Literal

import attrs

from markscheme.exercises.material import WORD
from markscheme.marking.estimates import DocumentEstimate, EditEstimate, PassageEstimate
from markscheme.metrics.estimates import Quality
from markscheme.reports.report import EstimatedDocument
from markscheme.text.positions import LineIndex, PositionEncoding

Number = Literal["q", "quality"]
"""IMPARA's Equations 2 and 3."""


def estimated_json(document: EstimatedDocument, encoding: PositionEncoding = "utf-16") -> dict[str, Any]:
    """One document without a reference, its ranges in an encoding."""
    index, estimate = LineIndex(document.text), document.estimate
    return {
        "uri": document.path.as_uri(),
        "lines": document.path.suffix.lower() != WORD,
        "exercise": document.exercise,
        "author": document.author,
        "estimate": {
            **glance_json(estimate),
            "passages": [_passage(passage, index, encoding) for passage in estimate.passages],
            "edits": [_edit(edit, index, encoding) for edit in estimate.edits],
        },
    }


def glance_json(estimate: DocumentEstimate) -> dict[str, Any]:
    """A document's own numbers."""
    means = estimate.means
    return {
        "quality": _before_and_after(means.before, means.after, "quality"),
        "q": _before_and_after(means.before, means.after, "q"),
        "similarity": means.similarity,
        "score": means.score,
        "lowering": len(estimate.lowering),
        "estimator": estimate.manner.estimator,
        "signature": estimate.manner.signature,
    }


def _passage(passage: PassageEstimate, index: LineIndex, encoding: PositionEncoding) -> dict[str, Any]:
    return {
        "range": attrs.asdict(index.range(passage.span, encoding)),
        "text": passage.text,
        **_before_and_after(passage.before, passage.after, "quality"),
        "q": _before_and_after(passage.before, passage.after, "q"),
        "similarity": passage.similarity,
        "score": passage.score,
    }


def _edit(edit: EditEstimate, index: LineIndex, encoding: PositionEncoding) -> dict[str, Any]:
    return {
        "range": attrs.asdict(index.range(edit.span, encoding)),
        "passage": edit.passage,
        "type": edit.type,
        "source": edit.source,
        "hypothesis": edit.hypothesis,
        "impact": edit.impact,
        "quality": _number(edit.quality, "quality"),
        "qualityWithout": _number(edit.without, "quality"),
        "q": _number(edit.quality, "q"),
        "qWithout": _number(edit.without, "q"),
        "lowers": edit.lowers,
    }


def _before_and_after(before: Quality | None, after: Quality | None, number: Number) -> dict[str, float | None]:
    return {"before": _number(before, number), "after": _number(after, number)}


def _number(value: Quality | None, number: Number) -> float | None:
    return None if value is None else value.q if number == "q" else value.quality
