"""Counts, scores and places as JSON."""

from markscheme.marking.verdicts.verdict import Verdict
from markscheme.metrics import cleme2, overlap
from markscheme.metrics.categories import Category
from markscheme.reports.contract import shapes
from markscheme.text.positions import LineIndex, PositionEncoding, Span


def range_json(index: LineIndex, span: Span, encoding: PositionEncoding) -> shapes.Range:
    """Return a span as LSP's range in an encoding."""
    found = index.range(span, encoding)
    return {
        "start": {"line": found.start.line, "character": found.start.character},
        "end": {"line": found.end.line, "character": found.end.character},
    }


def category_json(category: Category) -> shapes.Category:
    """Return a category's name."""
    return category.value


def verdict_json(verdict: Verdict) -> shapes.Verdict:
    """Return a verdict's name."""
    return verdict.value


def counts_json(counts: cleme2.Counts | cleme2.Weights) -> shapes.Counts:
    """Return CLEME2.0's counts, or summed weights."""
    return {"tp": counts.tp, "fp_ne": counts.fp_ne, "fp_un": counts.fp_un, "fn": counts.fn, "tn": counts.tn}


def scores_json(scores: cleme2.Scores) -> shapes.Scores:
    """Return CLEME2.0's scores."""
    return {
        "hit": scores.hit,
        "wrong": scores.wrong,
        "under": scores.under,
        "over": scores.over,
        "score": scores.score,
    }


def precision_json(scores: overlap.Scores) -> shapes.PrecisionRecall:
    """Return precision, recall and F."""
    return {"precision": scores.precision, "recall": scores.recall, "f": scores.f}
