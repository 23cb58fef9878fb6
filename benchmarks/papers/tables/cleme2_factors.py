"""CLEME2.0's Table 11: correlations averaged over all trade-off factors, official references."""

from functools import partial

import numpy as np

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.study import DIGITS, TITLES, Study
from benchmarks.papers.tables.table import Table, agreement, captioned, made_with, rows_beside
from benchmarks.papers.tables.variants import is_of_sentences, is_weighted, metric_of, setup_of
from markscheme.research.meta_evaluation import pearson, scores_by_factors, spearman, trade_offs
from markscheme.research.metric_scores import ScoringSettings


def _rows(weighted: bool) -> dict[str, list[list[float]]]:
    """Return the paper's rows with weighting by similarity, or those without."""
    rows: dict[str, list[list[float]]] = published("cleme2")["table-11"]["rows"]
    return {name: row for name, row in rows.items() if is_weighted(name) == weighted}


def _measure(study: Study, weighted: bool) -> Figures:
    names, columns = list(_rows(weighted)), published("cleme2")["table-11"]["columns"]
    factors = list(trade_offs())
    metrics = [metric_of(name) for name in names if not is_of_sentences(name)]
    scores = study.scores("gjg15", "official", metrics, ScoringSettings())
    rows: dict[str, list[list[float]]] = {}
    for name in names:
        own = next(item for item in scores if item.metric == metric_of(name.removeprefix("Sent")))
        systems = scores_by_factors(own, factors, "sentence" if is_of_sentences(name) else "corpus")
        rows[name] = []
        for column in columns:
            setup = setup_of(name, "gjg15", people=column)
            people = np.broadcast_to(study.people(setup, study.systems(setup)), systems.shape)
            pairs = [correlation(systems, people) for correlation in (pearson, spearman)]
            rows[name].append([round(float(np.nanmean(values)), DIGITS) for values in pairs])
    return {"made": study.made_with, "combinations": len(factors), "rows": rows}


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
