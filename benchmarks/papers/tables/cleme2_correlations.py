"""CLEME2.0's Tables 1 and 8 (GJG15, by sets of references), 2 (SEEDA) and 5 (each disentangled score alone)."""

from collections.abc import Mapping, Sequence

import attrs

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import number, numbers
from benchmarks.papers.study import TITLES, Setup
from benchmarks.papers.tables.table import Grid, agreement, captioned, correlation_table, made_with, rows_beside
from benchmarks.papers.tables.variants import changed, is_of_sentences, is_weighted, setup_of, without_unchanged
from markscheme import Factors
from markscheme.tuning import ScoringSettings

PEOPLE = ("expected-wins", "trueskill")
WITHOUT_UNCHANGED = ("expert-minimal", "non-expert-minimal")
"""The sets of references in which the paper leaves out unchanged references, at the level of sentences."""
BASE_SYSTEMS = 12
HALF_DIGIT = 0.00051
"""Rounding to three decimals."""
WEIGHTED_SETS = ("official",)
"""The sets of references that weighting by similarity is measured with on GJG15: the paper's first ones.

Each takes minutes of an encoder.
"""


def _table_1() -> Mapping[str, Grid]:
    return _by_references([name for name in published("cleme2")["table-1"]["rows"] if not is_weighted(name)])


def _table_1_weighted() -> Mapping[str, Grid]:
    grids = _by_references([name for name in published("cleme2")["table-1"]["rows"] if is_weighted(name)])
    return {people: {name: row[: len(WEIGHTED_SETS)] for name, row in grid.items()} for people, grid in grids.items()}


def _by_references(names: list[str]) -> dict[str, dict[str, list[Setup]]]:
    def setup(name: str, references: str, people: str) -> Setup:
        own = setup_of(name, "gjg15", references=references, people=people)
        return without_unchanged(own) if is_of_sentences(name) and references in WITHOUT_UNCHANGED else own

    columns = published("cleme2")["table-1"]["columns"]
    return {people: {name: [setup(name, column, people) for column in columns] for name in names} for people in PEOPLE}


def _write_table_1(figures: Figures) -> str:
    paper = published("cleme2")["table-1"]
    parts = [
        "Pearson's r / Spearman's ρ over the 12 systems and INPUT; ours, and the paper's in brackets. Names without "
        "`Sent`: corpus's scores, CLEME2.0 with the factors 0.45, 0.35, 0.15, 0.05; names with it: means of sentences, "
        "with 0.35, 0.25, 0.20, 0.20, and without unchanged references in E-Minimal and NE-Minimal. CLEME is weighted "
        f"by length. People's scores from all rankings; {made_with(figures, encoder=False)}."
    ]
    for people in PEOPLE:
        theirs = {name: row[people] for name, row in paper["rows"].items() if not is_weighted(name)}
        own = {name: row for name, row in theirs.items() if "CLEME2.0" in name}
        caption = f"People's scores by {TITLES[people]}. CLEME2.0: {agreement(figures[people], own)}"
        head = ["", *(TITLES[column] for column in paper["columns"])]
        parts.append(captioned(caption, head, rows_beside(figures[people], theirs)))
    return "\n\n".join(parts)


def _write_table_1_weighted(figures: Figures) -> str:
    rows = {name: row for name, row in published("cleme2")["table-1"]["rows"].items() if is_weighted(name)}
    theirs = {
        name: [pair for people in PEOPLE for pair in row[people][: len(WEIGHTED_SETS)]] for name, row in rows.items()
    }
    ours = {name: [pair for people in PEOPLE for pair in figures[people][name]] for name in theirs}
    head = ["", *(f"{TITLES[column]}, {TITLES[people]}" for people in PEOPLE for column in WEIGHTED_SETS)]
    caption = (
        f"With weighting by similarity, official references; {made_with(figures, encoder=True)}; the paper's BERTScore "
        "has another encoder."
    )
    return captioned(caption, head, rows_beside(ours, theirs))


def _table_8() -> dict[str, Grid]:
    paper = published("cleme2")["table-8"]
    names = [name for name in paper["rows"] if not is_weighted(name)]
    return {
        people: {
            name: [setup_of(name, "gjg15", references=column, people=people) for column in paper["columns"]]
            for name in names
        }
        for people in PEOPLE
    }


def _write_table_8(figures: Figures) -> str:
    paper = published("cleme2")["table-8"]
    theirs = {
        name: [pair for people in PEOPLE for pair in row[people]]
        for name, row in paper["rows"].items()
        if not is_weighted(name)
    }
    ours = {name: [pair for people in PEOPLE for pair in figures[people][name]] for name in theirs}
    head = ["", *(f"{TITLES[column]}, {TITLES[people]}" for people in PEOPLE for column in paper["columns"])]
    own = {name: row for name, row in theirs.items() if "CLEME2.0" in name}
    caption = (
        "Means of sentences as in Table 1, but unchanged references count. The other sets of references are as in "
        f"Table 1. CLEME2.0: {agreement(ours, own)}"
    )
    return captioned(caption, head, rows_beside(ours, theirs))


def _table_2() -> dict[str, Grid]:
    paper = published("cleme2")["table-2"]
    return {
        "rows": {
            name: [setup_of(name, "seeda", systems="base", judgements=column) for column in paper["columns"]]
            for name in paper["rows"]
        }
    }


def _write_table_2(figures: Figures) -> str:
    paper = published("cleme2")["table-2"]
    caption = (
        "Official references, 12 systems (Base), 391 sentences, TrueSkill for people; corpus's scores, or means of "
        f"sentences (`Sent`, IMPARA), with the factors of Table 1; {made_with(figures, encoder=True)}. "
        f"{agreement(figures['rows'], paper['rows'])} {_of_base(paper['rows'])}"
    )
    head = ["", *(TITLES[column] for column in paper["columns"])]
    return captioned(caption, head, rows_beside(figures["rows"], paper["rows"]))


def _of_base(rows: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """Return a sentence that says how many of the paper's rhos can be of Base's systems at all."""
    own = [rho for name, row in rows.items() if "CLEME2.0" in name for _, rho in row]
    others = [rho for name, row in rows.items() if "ERRANT" in name for _, rho in row]
    counts = [sum(is_rho_of(rho, BASE_SYSTEMS) for rho in values) for values in (own, others)]
    return (
        f"Without ties, ρ of {BASE_SYSTEMS} systems is 1 minus a multiple of {number(rho_step(BASE_SYSTEMS), 5)}. "
        f"Of the paper's {len(own)} values of ρ of CLEME2.0, {counts[0]} can be such a number; of its {len(others)} of "
        f"ERRANT and PT-ERRANT, {counts[1]}. So CLEME2.0's are not of these systems alone, or are means of several "
        "correlations."
    )


def rho_step(systems: int) -> float:
    """Return the step between values that Spearman's rho of this number of systems can have without ties."""
    return 12 / (systems * (systems**2 - 1))


def is_rho_of(rho: float, systems: int) -> bool:
    """Return whether Spearman's rho of this number of systems, rounded to three decimals, can have a value."""
    steps = round((1 - rho) / rho_step(systems))
    return any(abs(1 - rho_step(systems) * near - rho) <= HALF_DIGIT for near in (steps - 1, steps, steps + 1))


def _table_5() -> dict[str, Grid]:
    paper = published("cleme2")["table-5"]
    alone: dict[str, list[Setup]] = {}
    by_factors: dict[str, list[Setup]] = {}
    for name in paper["rows"]:
        whole, score = name.rsplit("-", 1)
        own = setup_of(whole, "gjg15")
        factors = Factors(**{field: float(field == score.lower()) for field in attrs.fields_dict(Factors)})
        of_factors = attrs.evolve(own, metric=changed(own.metric, factors=factors))
        of_score = attrs.evolve(own, scoring=ScoringSettings(score=score.lower()))
        alone[name] = [attrs.evolve(of_factors, people=people) for people in paper["columns"]]
        by_factors[name] = [attrs.evolve(of_score, people=people) for people in paper["columns"]]
    return {"rows": alone, "by factors": by_factors}


def _write_table_5(figures: Figures) -> str:
    paper = published("cleme2")["table-5"]
    caption = (
        "Official references, 13 systems; 1 minus the score for wrong, under and over. A score alone is CLEME2.0 with "
        "a factor of 1 for it and 0 for the others, so that it chooses the references too, as in the paper. "
        f"{made_with(figures, encoder=False).capitalize()}. {agreement(figures['rows'], paper['rows'])} "
        "Where the factors of Table 1 choose the references (`--score hit` and the like), the last two columns result."
    )
    titles = [TITLES[column] for column in paper["columns"]]
    head = ["", *titles, *(f"{title}, references by all factors" for title in titles)]
    rows = [[*row, *map(numbers, figures["by factors"][row[0]])] for row in rows_beside(figures["rows"], paper["rows"])]
    return captioned(caption, head, rows)


TABLES = (
    correlation_table("cleme2-1", _table_1, _write_table_1),
    correlation_table("cleme2-1-similarity", _table_1_weighted, _write_table_1_weighted),
    correlation_table("cleme2-2", _table_2, _write_table_2),
    correlation_table("cleme2-5", _table_5, _write_table_5),
    correlation_table("cleme2-8", _table_8, _write_table_8),
)
