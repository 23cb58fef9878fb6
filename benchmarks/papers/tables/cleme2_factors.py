"""CLEME2.0's Table 11: correlations averaged over all trade-off factors, official references."""

from functools import partial
from typing import Any

import numpy as np

import markscheme
from benchmarks.papers.figures import Figures, published
from benchmarks.papers.study import DIGITS, FOLDERS, TITLES, Pair, Study
from benchmarks.papers.tables.table import Table, agreement, captioned, made_with, rows_beside
from benchmarks.papers.tables.variants import is_of_sentences, is_weighted, metric_of
from markscheme.tuning import Axis, ResamplingSettings, TuningSettings, grids_with


def _rows(weighted: bool) -> dict[str, list[list[float]]]:
    """Return the paper's rows with weighting by similarity, or those without."""
    rows: dict[str, list[list[float]]] = published("cleme2")["table-11"]["rows"]
    return {name: row for name, row in rows.items() if is_weighted(name) == weighted}


def _measure(study: Study, weighted: bool) -> Figures:
    columns = published("cleme2")["table-11"]["columns"]
    pairs = {name: [_means(study, name, people) for people in columns] for name in _rows(weighted)}
    rows = {name: [pair for pair, _ in own] for name, own in pairs.items()}
    [combinations] = {count for own in pairs.values() for _, count in own}
    return {"made": study.made_with, "combinations": combinations, "rows": rows}


def _means(study: Study, name: str, people: str) -> tuple[Pair, int]:
    """Return the means of both correlations over all trade-off factors, and the number of factors."""
    metric: Any = metric_of(name)
    aggregation = "mean" if is_of_sentences(name) else "corpus"
    fixed = {"assumption": metric.assumption, "weighting": metric.weighting}
    [grid] = grids_with([metric.name], [])
    for setting, value in fixed.items():
        grid = grid.with_axis(Axis(setting, (value,)))
    settings = TuningSettings(aggregation, people, references=("official",), splits=0, resampling=ResamplingSettings(0))
    tuning = markscheme.tune(
        "gjg15",
        study.data / FOLDERS["gjg15"],
        study.data,
        metrics=grid,
        settings=settings,
        work=markscheme.Work(study.engine),
    )
    candidates = [item for item in tuning.metrics[0].candidates if item.settings.items() >= fixed.items()]
    values = [[item.correlations[0][objective] for item in candidates] for objective in ("pearson", "spearman")]
    return [round(float(np.nanmean(own)), DIGITS) for own in values], len(candidates)


def _write(figures: Figures, weighted: bool) -> str:
    theirs = _rows(weighted)
    caption = (
        f"Means over {figures['combinations']:,} combinations, official references, 13 systems; at corpus level the "
        "corpus's scores, at the level of sentences their means. A combination that ties all systems has no "
        f"correlation, and no part in a mean; {made_with(figures, encoder=weighted)}. "
        f"{agreement(figures['rows'], theirs)}"
    )
    head = ["", *(TITLES[column] for column in published("cleme2")["table-11"]["columns"])]
    return captioned(caption, head, rows_beside(figures["rows"], theirs))


TABLES = tuple(
    Table(name, partial(_measure, weighted=weighted), partial(_write, weighted=weighted))
    for name, weighted in (("cleme2-11", False), ("cleme2-11-similarity", True))
)
