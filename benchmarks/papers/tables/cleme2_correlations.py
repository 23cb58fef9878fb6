"""CLEME2.0's Tables 1 and 8 (GJG15, by sets of references), 2 (SEEDA) and 5 (each disentangled score alone)."""

from collections.abc import Mapping, Sequence

import attrs

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import numbers
from benchmarks.papers.study import TITLES, Pair, Setup, Study
from benchmarks.papers.tables.table import Table, agreement, captioned, made_with, rows_beside
from benchmarks.papers.tables.variants import changed, is_of_sentences, is_weighted, setup_of, without_unchanged
from markscheme.evaluation.correlation.scoring_settings import ScoringSettings
from markscheme.metrics.cleme2 import Factors

PEOPLE = ("expected-wins", "trueskill")
WITHOUT_UNCHANGED = ("expert-minimal", "non-expert-minimal")
"""The sets of references in which the paper leaves out unchanged references, at the level of sentences."""
WEIGHTED_SETS = ("official",)
"""The sets of references that weighting by similarity is measured with on GJG15; each takes minutes of an encoder."""

Cells = dict[str, list[Pair | None]]


def _measured(name: str, references: str) -> bool:
    return not is_weighted(name) or references in WEIGHTED_SETS


def _grid(study: Study, rows: Mapping[str, Sequence[Setup | None]]) -> Cells:
    """Return the correlations of rows of setups; nothing for a cell without one."""
    pairs = study.correlations([setup for row in rows.values() for setup in row if setup is not None])
    return {name: [None if setup is None else pairs[setup] for setup in row] for name, row in rows.items()}


def _measure_table_1(study: Study) -> Figures:
    paper = published("cleme2")["table-1"]

    def setup(name: str, references: str, people: str) -> Setup | None:
        if not _measured(name, references):
            return None
        own = setup_of(name, "gjg15", references=references, people=people)
        return without_unchanged(own) if is_of_sentences(name) and references in WITHOUT_UNCHANGED else own

    grids = {
        people: _grid(
            study, {name: [setup(name, column, people) for column in paper["columns"]] for name in paper["rows"]}
        )
        for people in PEOPLE
    }
    return {"made": study.made_with, **grids}


def _write_table_1(figures: Figures) -> str:
    paper = published("cleme2")["table-1"]
    head = ["", *(TITLES[column] for column in paper["columns"])]
    parts = [
        "Pearson's r / Spearman's ρ over the 12 systems and INPUT; ours, and the paper's in brackets. Names without "
        "`Sent`: corpus's scores, CLEME2.0 with the factors 0.45, 0.35, 0.15, 0.05; names with it: means of sentences, "
        "with 0.35, 0.25, 0.20, 0.20, and without unchanged references in E-Minimal and NE-Minimal. CLEME is weighted "
        f"by length. People's scores from all rankings; {made_with(figures, encoder=True)} (the paper's BERTScore has "
        "another encoder)."
    ]
    for people in PEOPLE:
        theirs = {name: row[people] for name, row in paper["rows"].items()}
        plain = {name: row for name, row in theirs.items() if not is_weighted(name)}
        own = {name: row for name, row in plain.items() if "CLEME2.0" in name}
        caption = f"People's scores by {TITLES[people]}. CLEME2.0 without weighting: {agreement(figures[people], own)}"
        parts.append(captioned(caption, head, rows_beside(figures[people], theirs)))
    return "\n\n".join(parts)


def _measure_table_8(study: Study) -> Figures:
    paper = published("cleme2")["table-8"]
    grids: dict[str, Cells] = {
        people: _grid(
            study,
            {
                name: [
                    setup_of(name, "gjg15", references=column, people=people) if _measured(name, column) else None
                    for column in paper["columns"]
                ]
                for name in paper["rows"]
            },
        )
        for people in PEOPLE
    }
    return {"made": study.made_with, **grids}


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


def _measure_table_2(study: Study) -> Figures:
    paper = published("cleme2")["table-2"]
    grid = {
        name: [setup_of(name, "seeda", systems="base", judgements=column) for column in paper["columns"]]
        for name in paper["rows"]
    }
    return {"made": study.made_with, "rows": _grid(study, grid)}


def _write_table_2(figures: Figures) -> str:
    paper = published("cleme2")["table-2"]
    caption = (
        "Official references, 12 systems (Base), 391 sentences, TrueSkill for people; corpus's scores, or means of "
        f"sentences (`Sent`, IMPARA), with the factors of Table 1; {made_with(figures, encoder=True)}. "
        f"{agreement(figures['rows'], paper['rows'])}"
    )
    head = ["", *(TITLES[column] for column in paper["columns"])]
    return captioned(caption, head, rows_beside(figures["rows"], paper["rows"]))


def _measure_table_5(study: Study) -> Figures:
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
    grid = _grid(study, alone | {f"{name}, chosen": row for name, row in by_factors.items()})
    return {
        "made": study.made_with,
        "rows": {name: grid[name] for name in alone},
        "by factors": {name: grid[f"{name}, chosen"] for name in by_factors},
    }


def _write_table_5(figures: Figures) -> str:
    paper = published("cleme2")["table-5"]
    caption = (
        "Official references, 13 systems; 1 minus the score for wrong, under and over. A score alone is CLEME2.0 with a "
        "factor of 1 for it and 0 for the others, so that it chooses the references too: so are the paper's figures. "
        f"{made_with(figures, encoder=False).capitalize()}. {agreement(figures['rows'], paper['rows'])} Where the "
        "factors of Table 1 choose the references (`--score hit` and the like), the last two columns result."
    )
    titles = [TITLES[column] for column in paper["columns"]]
    head = ["", *titles, *(f"{title}, references by all factors" for title in titles)]
    rows = [[*row, *map(numbers, figures["by factors"][row[0]])] for row in rows_beside(figures["rows"], paper["rows"])]
    return captioned(caption, head, rows)


TABLES = (
    Table("cleme2-1", _measure_table_1, _write_table_1),
    Table("cleme2-2", _measure_table_2, _write_table_2),
    Table("cleme2-5", _measure_table_5, _write_table_5),
    Table("cleme2-8", _measure_table_8, _write_table_8),
)
