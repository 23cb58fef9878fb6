"""CLEME2.0's Table 11: correlations averaged over all trade-off factors, official references."""

import numpy as np

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.study import DIGITS, TITLES, Study
from benchmarks.papers.tables.table import Table, agreement, captioned, made_with, rows_beside
from benchmarks.papers.tables.variants import is_of_sentences, metric_of, setup_of
from markscheme.evaluation.correlation.correlations import pearson, spearman
from markscheme.evaluation.correlation.factor_grid import scores_by_factors, trade_offs
from markscheme.evaluation.correlation.scoring_settings import ScoringSettings


def _measure(study: Study) -> Figures:
    paper = published("cleme2")["table-11"]
    factors = list(trade_offs())
    metrics = [metric_of(name) for name in paper["rows"] if not is_of_sentences(name)]
    scores = study.scores("gjg15", "official", metrics, ScoringSettings())
    rows: dict[str, list[list[float]]] = {}
    for name in paper["rows"]:
        own = next(item for item in scores if item.metric == metric_of(name.removeprefix("Sent")))
        systems = scores_by_factors(own, factors, "sentence" if is_of_sentences(name) else "corpus")
        rows[name] = []
        for column in paper["columns"]:
            setup = setup_of(name, "gjg15", people=column)
            people = np.broadcast_to(study.people(setup, study.systems(setup)), systems.shape)
            pairs = [correlation(systems, people) for correlation in (pearson, spearman)]
            rows[name].append([round(float(np.nanmean(values)), DIGITS) for values in pairs])
    return {"made": study.made_with, "combinations": len(factors), "rows": rows}


def _write(figures: Figures) -> str:
    paper = published("cleme2")["table-11"]
    caption = (
        f"Means over {figures['combinations']:,} combinations, official references, 13 systems; at corpus level the "
        "corpus's scores, at the level of sentences their means. A combination that ties all systems has no "
        f"correlation, and no part in a mean; {made_with(figures, encoder=True)}. "
        f"{agreement(figures['rows'], paper['rows'])}"
    )
    head = ["", *(TITLES[column] for column in paper["columns"])]
    return captioned(caption, head, rows_beside(figures["rows"], paper["rows"]))


TABLES = (Table("cleme2-11", _measure, _write),)
