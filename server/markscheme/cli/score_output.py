"""Scores as JSON and as text."""

from collections.abc import Sequence
from typing import Any

import attrs
from rich.table import Table
from rich.text import Text

from markscheme.reports.json.json_text import SCHEMA, dumped
from markscheme.reports.sentence_scores import sentence_record
from markscheme.reports.terminal import rendered
from markscheme.scoring.scorer import Run


def score_json(runs: Sequence[Run]) -> str:
    """Return ``score --format json``: unrounded numbers, and each sentence's where they were kept."""
    return dumped({"schema": SCHEMA, "runs": [_run(run) for run in runs]})


def _run(run: Run) -> dict[str, Any]:
    metric, score = run.metric, run.result
    shown: dict[str, Any] = {
        "hypothesis": run.hypothesis,
        "metric": metric.name,
        "level": metric.level,
        **metric.run_settings,
        "sentences": score.sentence_count,
        "counts": attrs.asdict(score.counts),
    }
    if score.weights is not None:
        shown["weights"] = attrs.asdict(score.weights)
    shown |= {"scores": attrs.asdict(score.scores), "signature": run.signature}
    if score.sentences:
        shown["per_sentence"] = [sentence_record(sentence, metric.sentence_fields) for sentence in score.sentences]
    return shown


def score_text(runs: Sequence[Run], width: int) -> str:
    """Return a table of counts and scores, and the signature under it."""
    table = Table(box=None, header_style="bold")
    first = runs[0].result
    counts, scores = list(attrs.asdict(first.counts)), list(attrs.asdict(first.scores))
    for column in ("hypothesis", *counts, *scores):
        table.add_column(column, justify="left" if column == "hypothesis" else "right", no_wrap=True)
    for run in runs:
        numbers = [
            str(value) if isinstance(value, int) else f"{value:.4f}" for value in attrs.astuple(run.result.counts)
        ]
        table.add_row(run.hypothesis, *numbers, *(f"{value:.4f}" for value in attrs.astuple(run.result.scores)))
    return rendered([table, Text(runs[0].signature, style="dim")], width)
