"""UOT-ERRANT's Tables 1 and 2: SEEDA-E by sets of references, and the ablations."""

from collections.abc import Mapping
from typing import Any

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import numbers
from benchmarks.papers.study import TITLES, Setup
from benchmarks.papers.tables.table import Grid, agreement, captioned, correlation_table, made_with, rows_beside
from markscheme import Metric, metric

METRICS: Mapping[str, Metric[Any]] = {
    "GLEU": metric("gleu"),
    "GREEN": metric("green"),
    "ERRANT": metric("errant"),
    "PT-ERRANT": metric("pt-errant"),
    "CLEME": metric("cleme", assumption="independent"),
    "UOT-ERRANT": metric("uot-errant"),
}
OWN: Mapping[str, Metric[Any]] = {"CLEME2.0": metric("cleme2"), "Credit": metric("credit")}
"""Rows that the paper does not have."""
VARIANTS: Mapping[str, Metric[Any]] = {
    "UOT-ERRANT": metric("uot-errant"),
    "by adding an edit": metric("uot-errant", vectorisation="adding"),
    "uniform mass": metric("uot-errant", mass="uniform"),
    "cosine cost": metric("uot-errant", cost="cosine"),
}
REFERENCE_FREE = "IMPARA"


def _grid(metrics: Mapping[str, Metric[Any]], columns: list[str]) -> dict[str, list[Setup]]:
    return {
        name: [Setup(metric=own, benchmark="seeda", references=column) for column in columns]
        for name, own in metrics.items()
    }


def _table_1() -> dict[str, Grid]:
    columns = published("uot_errant")["table-1-reference-free"]["columns"]
    free = {REFERENCE_FREE: [Setup(metric=metric("impara"), benchmark="seeda", systems=name) for name in columns]}
    return {"rows": _grid({**METRICS, **OWN}, published("uot_errant")["table-1"]["columns"]), "reference-free": free}


def _write_table_1(figures: Figures) -> str:
    paper, free = published("uot_errant")["table-1"], published("uot_errant")["table-1-reference-free"]
    caption = (
        "SEEDA-E, 391 sentences, TrueSkill for metrics and people; minimal references with Base, fluency references "
        f"with +Fluency; {made_with(figures, encoder=True)} (the paper's: ELECTRA for UOT-ERRANT, BERT for PT-ERRANT "
        f"and IMPARA; edits by `en_core_web_sm`). {agreement(figures['rows'], paper['rows'])}"
    )
    rows = rows_beside(figures["rows"], paper["rows"])
    best = {"best of the paper": [_best(paper["rows"], place) for place in range(len(paper["columns"]))]}
    rows += [[f"{name}, ours", *_plain(figures["rows"][name])] for name in OWN]
    rows += [[name, *_plain(row)] for name, row in best.items()]
    head = ["", *(TITLES[column] for column in paper["columns"])]
    other = captioned(
        "Without references:", ["", "Base", "+Fluency"], rows_beside(figures["reference-free"], free["rows"])
    )
    return f"{captioned(caption, head, rows)}\n{other}"


def _plain(row: list[list[float]]) -> list[str]:
    return [numbers(pair) for pair in row]


def _best(rows: Mapping[str, list[list[float]]], place: int) -> list[float]:
    """Return the largest r and the largest rho of a column."""
    return [max(row[place][number] for row in rows.values()) for number in (0, 1)]


def _table_2() -> dict[str, Grid]:
    return {"rows": _grid(VARIANTS, published("uot_errant")["table-2"]["columns"])}


def _write_table_2(figures: Figures) -> str:
    paper = published("uot_errant")["table-2"]
    measured = {name: row for name, row in paper["rows"].items() if name in VARIANTS}
    caption = (
        f"As in Table 1; {made_with(figures, encoder=True)}, so no row has the paper's ELECTRA. "
        "RoBERTa-base and LaBSE are not at hand."
    )
    head = ["", "Official (Base)", "NE-Fluency (+Fluency)"]
    return captioned(caption, head, rows_beside(figures["rows"], measured))


TABLES = (
    correlation_table("uot-errant-1", _table_1, _write_table_1),
    correlation_table("uot-errant-2", _table_2, _write_table_2),
)
