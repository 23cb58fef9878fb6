"""Scores as JSON and as text."""

from collections.abc import Callable, Sequence
from typing import Any

import attrs
from rich.table import Table
from rich.text import Text

from markscheme.marking.engine import Run
from markscheme.metrics import cleme, cleme2
from markscheme.reports.review_json import SCHEMA, dumped
from markscheme.reports.review_text import rendered


def score_json(runs: Sequence[Run], per_sentence: bool) -> str:
    """``score --format json``: unrounded numbers."""
    return dumped({"schema": SCHEMA, "runs": [_run(run, per_sentence) for run in runs]})


def _run(run: Run, per_sentence: bool) -> dict[str, Any]:
    settings = run.settings
    own: dict[str, Any] = {"hypothesis": run.hypothesis, "metric": settings.metric, "level": settings.level}
    if settings.metric in ("cleme2", "cleme"):
        own |= {"assumption": settings.assumption, "weighting": settings.edit_weighting}
    own |= {
        "sentences": len(run.result.sentences),
        "counts": attrs.asdict(run.result.counts),
        **_weights(run),
        "scores": attrs.asdict(run.result.scores),
        "signature": run.signature,
    }
    if per_sentence:
        own["per_sentence"] = [attrs.asdict(sentence, filter=_is_told(run)) for sentence in run.result.sentences]
    return own


def _is_told(run: Run) -> Callable[["attrs.Attribute[Any]", Any], bool]:
    """Nothing of weights where all chunks weigh the same."""
    weighted = bool(_weights(run))
    return lambda field, _: weighted or field.name not in ("weights", "weighed_against")


def _weights(run: Run) -> dict[str, Any]:
    """What the chunks weigh, where they don't all weigh the same."""
    if not isinstance(run.result, cleme2.Result | cleme.Result) or run.result.weights is None:
        return {}
    return {"weights": attrs.asdict(run.result.weights)}


def score_text(runs: Sequence[Run], width: int) -> str:
    """A table of counts and scores, and the signature under it."""
    table = Table(box=None, header_style="bold")
    first = runs[0].result
    counts, scores = list(attrs.asdict(first.counts)), list(attrs.asdict(first.scores))
    for column in ("hypothesis", *counts, *scores):
        table.add_column(column, justify="left" if column == "hypothesis" else "right", no_wrap=True)
    for run in runs:
        numbers = [
            f"{value:g}" if isinstance(value, int) else f"{value:.4f}" for value in attrs.astuple(run.result.counts)
        ]
        table.add_row(run.hypothesis, *numbers, *(f"{value:.4f}" for value in attrs.astuple(run.result.scores)))
    return rendered([table, Text(runs[0].signature, style="dim")], width)
