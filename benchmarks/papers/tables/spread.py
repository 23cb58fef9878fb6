"""Why published figures of CLEME2.0 on SEEDA differ: one thing at a time, and all combinations of a few."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import attrs

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import number, numbers, signed, table
from benchmarks.papers.study import REFERENCE_SETS, TITLES, Pair, Setup, Study
from benchmarks.papers.tables.table import Table, captioned, made_with
from benchmarks.papers.tables.variants import CORPUS_FACTORS, SENTENCE_FACTORS, changed, metric_of
from markscheme import Factors
from markscheme.tuning import ScoringSettings

BASE = Setup(
    metric=metric_of("CLEME2.0-dep"),
    benchmark="seeda",
    systems="base",
    judgements="edit",
    aggregation="corpus",
    people="trueskill",
)
"""The paper's CLEME2.0-dep, as far as its text says."""
OWN_PAPER = "CLEME2.0-dep"
RERUNS = (0.84, 0.64)
"""r of two reruns by others, as this project's task names them; their settings are not known to us."""
FACTORS = (CORPUS_FACTORS, Factors(), SENTENCE_FACTORS)
AGGREGATIONS = ("corpus", "mean", "trueskill", "expected-wins")
ASSUMPTIONS = ("dependent", "independent")
SYSTEMS = {
    "base": "12 systems (Base)",
    "base-input": "Base and INPUT",
    "base-machines": "Base without REF-M",
    "fluency": "14 systems (+Fluency)",
    "all": "all 15, with INPUT",
}
SENTENCES = {"seeda": "the 391 judged sentences", "seeda-all": "all 1,312 sentences"}
MINIMAL = ("official", "expert-minimal", "non-expert-minimal")
"""The references that papers use with Base."""
NEAREST = 3
"""Number of combinations shown beside each published figure."""


def _with(setup: Setup, **settings: Any) -> Setup:
    """Return the setup with other settings of its metric."""
    return attrs.evolve(setup, metric=changed(setup.metric, **settings))


def _variants() -> dict[str, dict[str, Setup]]:
    """Return the setups by what they change, and to what; the base's own choice is left out."""
    scoring = ScoringSettings()
    changed = {
        "aggregation": {name: attrs.evolve(BASE, aggregation=name) for name in AGGREGATIONS},
        "references": {TITLES[name]: attrs.evolve(BASE, references=name) for name in REFERENCE_SETS},
        "factors": {_factors(item): _with(BASE, factors=item) for item in FACTORS},
        "assumption": {name: _with(BASE, assumption=name) for name in ASSUMPTIONS},
        "weighting": {name: _with(BASE, weighting=name) for name in ("none", "length", "similarity", "vector")},
        "systems": {title: attrs.evolve(BASE, systems=name) for name, title in SYSTEMS.items()},
        "people's scores": {TITLES[name]: attrs.evolve(BASE, people=name) for name in ("trueskill", "expected-wins")},
        "judgements": {TITLES[name]: attrs.evolve(BASE, judgements=name) for name in ("edit", "sent")},
        "edits of references": {
            name: attrs.evolve(BASE, scoring=attrs.evolve(scoring, reference_edits=name))
            for name in ("extracted", "stated")
        },
        "unchanged references": {
            name: attrs.evolve(BASE, scoring=attrs.evolve(scoring, unchanged_references=name == "count"))
            for name in ("count", "don't count")
        },
        "sentences": {title: attrs.evolve(BASE, benchmark=name) for name, title in SENTENCES.items()},
    }
    return {what: {to: own for to, own in items.items() if own != BASE} for what, items in changed.items()}


def _factors(factors: Factors) -> str:
    return ", ".join(f"{value:.2f}" for value in attrs.astuple(factors))


def _combinations() -> dict[str, Setup]:
    """Return the setups of every combination of aggregation, factors, assumption, minimal references and INPUT."""
    choices = product(AGGREGATIONS, FACTORS, ASSUMPTIONS, MINIMAL, ("base", "base-input"))
    return {
        "; ".join((aggregation, _factors(factors), assumption, TITLES[references], SYSTEMS[systems])): attrs.evolve(
            _with(BASE, factors=factors, assumption=assumption),
            aggregation=aggregation,
            references=references,
            systems=systems,
        )
        for aggregation, factors, assumption, references, systems in choices
    }


def _setups() -> list[Setup]:
    changed_setups = [own for items in _variants().values() for own in items.values()]
    return list(dict.fromkeys([BASE, *changed_setups, *_combinations().values()]))


def _measure(study: Study) -> Figures:
    pairs = study.correlations(_setups())
    return {
        "made": study.made_with,
        "base": pairs[BASE],
        "changes": {what: {to: pairs[own] for to, own in items.items()} for what, items in _variants().items()},
        "combinations": {name: pairs[own] for name, own in _combinations().items()},
    }


def _write(figures: Figures) -> str:
    base = figures["base"]
    caption = (
        "CLEME2.0 on SEEDA-E, r / ρ. The first row is CLEME2.0-dep as its paper describes it: corpus's score, official "
        f"references, factors {_factors(CORPUS_FACTORS)}, dependent, no weighting, 12 systems, TrueSkill for people, "
        f"{SENTENCES['seeda']}; {made_with(figures, encoder=True)}. Every other row changes one thing."
    )
    rows = [["–", "–", numbers(base), "–"]]
    for what, items in figures["changes"].items():
        rows += [[what, to, numbers(pair), _difference(pair, base)] for to, pair in items.items()]
    changes = captioned(caption, ["changed", "to", "r / ρ", "difference"], rows)
    return f"{changes}\n{_write_combinations(figures['combinations'])}"


def _difference(pair: Pair, base: Pair) -> str:
    return " / ".join(signed(one - other) for one, other in zip(pair, base, strict=True))


def _write_combinations(combinations: Mapping[str, Pair]) -> str:
    values = [r for r, _ in combinations.values()]
    own = published("cleme2")["table-2"]["rows"][OWN_PAPER][1][0]
    rows: list[list[str]] = []
    for what, r in ((f"its own paper, {number(own)}", own), *((f"a rerun, {number(r, 2)}", r) for r in RERUNS)):
        nearest = sorted(combinations.items(), key=lambda item: abs(item[1][0] - r))[:NEAREST]
        rows += [[what, name, numbers(pair)] for name, pair in nearest]
    return (
        f"All {len(combinations)} combinations of aggregation, factors, assumption, minimal references and INPUT: "
        f"r goes from {number(min(values))} to {number(max(values))}. Nearest to each published r:\n\n"
        f"{table(['published', 'combination', 'r / ρ'], rows)}\n"
    )


TABLES = (Table("spread", _measure, _write, _setups),)
