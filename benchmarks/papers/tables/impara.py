"""IMPARA's Tables 2 (GJG15) and 3 to 5 (MAEGE on CoNLL-2014 and JFLEG)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from benchmarks import maege
from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import numbers, table
from benchmarks.papers.study import DIGITS, Setup, Study
from benchmarks.papers.tables.table import Table, captioned
from markscheme import Metric, metric

NO_THRESHOLD = -1.0
"""A theta below every similarity, so that the score is the estimated quality."""
SEED = 1
NO_THETA = "IMPARA, ours, no theta"
OURS: Mapping[str, Metric[Any]] = {
    "IMPARA, ours": metric("impara"),
    NO_THETA: metric("impara", threshold=NO_THRESHOLD),
}


def _measure_table_2(study: Study) -> Figures:
    rows = {}
    for name, own in OURS.items():
        setup = Setup(metric=own, benchmark="gjg15", aggregation="mean", people="expected-wins")
        rows[name] = [*study.correlations([setup])[setup], *study.comparisons(setup)]
    return {"made": _made(study), "rows": rows}


def _write_table_2(figures: Figures) -> str:
    paper = published("impara")["table-2"]
    caption = (
        "13 systems, means of sentences, Expected Wins for people; a metric's tie is a disagreement. Estimator "
        f"`{figures['made']['estimator']}`; encoder of the similarity `{figures['made']['encoder']}`; the paper's are "
        "BERT-base-cased, trained on CoNLL-2013. Theta 0.9 is the paper's, chosen for its encoder."
    )
    rows = [[name, *map(numbers, (row[:2], row[2:]))] for name, row in (figures["rows"] | paper["rows"]).items()]
    return captioned(caption, ["", "systems, r / ρ", "comparisons, accuracy / τ"], rows)


def _measure_maege(study: Study, path: Path) -> Figures:
    """Return MAEGE's figures of a text that several annotators corrected: an M2 file, or a folder as JFLEG's."""
    result = maege.evaluate(path, [OURS[NO_THETA]], seed=SEED, engine=study.engine)
    agreed = result.rows[0].agreement
    figures = (*attrs.astuple(agreed.corpus), *attrs.astuple(agreed.sentence), agreed.chain_kendall)
    return {
        "made": _made(study),
        "sentences": result.sentences,
        "seed": SEED,
        "rows": {NO_THETA: [round(float(value), DIGITS) for value in figures]},
    }


def _measure_conll(study: Study) -> Figures:
    return _measure_maege(study, study.data / "conll14" / "conll14.errant")


def _measure_jfleg(study: Study) -> Figures:
    return _measure_maege(study, study.data / "jfleg" / "test")


def _made(study: Study) -> dict[str, str]:
    return {**study.made_with, "estimator": study.engine.models.estimator_identity("bundled")}


HEAD = ["", "corpora, r / ρ", "sentences, r / ρ", "chains, τ"]


def _maege_table(rows: dict[str, list[float]]) -> str:
    return table(HEAD, [[name, numbers(row[:2]), numbers(row[2:4]), numbers(row[4:])] for name, row in rows.items()])


def _write_conll(figures: Figures) -> str:
    rows = figures["rows"] | published("impara")["table-3"]["rows"]
    return (
        f"{figures['sentences']:,} sentences that both official annotators change. {_how(figures)} "
        f"Draws of partly corrected sentences are not the paper's.\n\n{_maege_table(rows)}"
    )


def _write_jfleg(figures: Figures) -> str:
    paper = published("impara")
    rows = figures["rows"] | paper["table-4"]["rows"] | paper["table-5"]["rows"]
    return (
        f"{figures['sentences']:,} sentences of JFLEG's test part that all four references change (the paper: a tenth "
        f"of JFLEG). {_how(figures)} No sentence of JFLEG trained it. "
        f"The other data of both tables is not at hand.\n\n{_maege_table(rows)}"
    )


def _how(figures: Figures) -> str:
    made = figures["made"]
    return (
        f"Seed {figures['seed']}; estimator `{made['estimator']}`, quality without theta; edits by "
        f"`{made['pipeline']}` where the file states none."
    )


TABLES = (
    Table("impara-2", _measure_table_2, _write_table_2),
    Table("impara-3", _measure_conll, _write_conll),
    Table("impara-4-5", _measure_jfleg, _write_jfleg),
)
