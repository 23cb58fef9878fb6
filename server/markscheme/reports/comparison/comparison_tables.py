"""A comparison of systems as tables of words: the same in a terminal, on a page, in Markdown and in LaTeX."""

import math
from collections.abc import Iterator, Sequence

import attrs

from markscheme.evaluation.comparison.edit_filter import EditLength
from markscheme.evaluation.comparison.measures import Group
from markscheme.evaluation.comparison.spans import MODES, CountedEdit
from markscheme.evaluation.comparison.system_comparison import (
    Comparison,
    Difference,
    Estimate,
    MetricComparison,
    SystemScores,
)

UNDEFINED = "–"
"""What stands where a number is not defined."""
WITHOUT_NAME = "(no category)"
"""The category of types that have none."""


@attrs.frozen
class Cell:
    """A cell of a table.

    Attributes
    ----------
    words
        What it shows.
    heat
        Its score in [0, 1] in a heat map; ``None`` elsewhere.
    note
        More about it, for a page.
    """

    words: str
    heat: float | None = None
    note: str = ""


@attrs.frozen
class ComparisonTable:
    """A table: its title, the names of its columns, and rows whose first cell is their name.

    Attributes
    ----------
    names
        Number of columns at the left that hold names and not numbers.
    is_heat_map
        Whether the cells are scores, to be coloured.
    words
        Number of columns at the right that hold words and not numbers.
    note
        A sentence about the numbers; empty without.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 1
    is_heat_map: bool = False
    words: int = 0
    note: str = ""

    def is_number(self, place: int) -> bool:
        """Return whether a column, by its place, holds numbers."""
        return self.names <= place < len(self.columns) - self.words


def summary(comparison: Comparison) -> str:
    """Return what was compared, and how intervals and p values were made."""
    settings, systems = comparison.settings, len(comparison.systems)
    references = "1 reference" if comparison.references == 1 else f"{comparison.references} references"
    sentences = "1 sentence" if comparison.sentences == 1 else f"{comparison.sentences} sentences"
    parts = (
        f"{systems} {'system' if systems == 1 else 'systems'}, {sentences}, {references}.",
        *_chosen_edits(comparison),
        f"Intervals of {settings.confidence:g} % from {settings.resamples} bootstrap resamples of sentences.",
        *(_tests(comparison) if systems > 1 else ()),
    )
    return " ".join(parts)


FEW_SENTENCES = 30
"""Number of sentences under which the bootstrap's p is known to be too small."""


def _tests(comparison: Comparison) -> Iterator[str]:
    """Yield how p values were made, as sentences."""
    yield (
        "p from as many random swaps of sentences (randomisation) and from the paired bootstrap; Holm's adjustment is "
        "over all pairs of systems, and by error type over all types too."
    )
    if comparison.sentences < FEW_SENTENCES:
        yield "With so few sentences the bootstrap's p is too small: go by the randomisation."


def _chosen_edits(comparison: Comparison) -> Iterator[str]:
    """Yield which edits take part, as sentences; nothing where all do."""
    chosen = comparison.chosen
    if chosen.length is not None:
        yield f"Only edits of {LENGTHS[chosen.length]} take part."
    if chosen.without:
        yield f"Edits of type {', '.join(chosen.without)} take no part."
    if comparison.unmatched:
        yield f"No edit is of type {', '.join(comparison.unmatched)}."


LENGTHS = {
    EditLength.SINGLE: "at most one token on each side",
    EditLength.MULTI: "two tokens or more on a side",
}


def tables(comparison: Comparison) -> Iterator[ComparisonTable]:
    """Yield the tables of a comparison: each metric's scores, differences and types, then whole sentences'; then
    what each sentence counts, if that is kept.
    """
    for item in comparison.all:
        yield _scores(item, comparison)
        if len(comparison.systems) > 1:
            yield _differences(item, comparison)
        if item.groups:
            yield heat_map(item, comparison)
            yield _groups(item, comparison)
        if item.groups and len(comparison.systems) > 1:
            yield _group_differences(item, comparison)
    yield from (_sentences(item) for item in comparison.all if item.sentences)


def signatures(comparison: Comparison) -> tuple[str, ...]:
    """Return the signatures of all numbers."""
    return tuple(item.signature for item in comparison.all)


def _title(item: MetricComparison) -> str:
    return f"{item.title} ({MODES[item.mode].title.lower()})" if item.mode else item.title


def _scores(item: MetricComparison, comparison: Comparison) -> ComparisonTable:
    systems = item.of_group()
    headline = f"{_label(item.headline)}, {comparison.settings.confidence:g} %"
    columns = ("system", *systems[0].counts, *map(_label, systems[0].scores), headline)
    return ComparisonTable(_title(item), columns, tuple(_score_row(own, item.headline) for own in systems))


def _score_row(own: SystemScores, headline: str) -> tuple[Cell, ...]:
    return (
        Cell(own.system),
        *(Cell(_count(value)) for value in own.counts.values()),
        *(Cell(score(estimate.value)) for estimate in own.scores.values()),
        Cell(interval(own.scores[headline])),
    )


def _differences(item: MetricComparison, comparison: Comparison) -> ComparisonTable:
    return ComparisonTable(
        f"{_title(item)}: differences of {_label(item.headline)}",
        ("system", "other", "difference", f"{comparison.settings.confidence:g} %", *P_COLUMNS),
        tuple((Cell(own.first), Cell(own.second), *_difference_cells(own)) for own in item.headline_differences()),
        names=2,
        note=_resamples_note(item.headline_differences(), comparison),
    )


CUSTOMARY = 0.05
"""The level under which differences are called significant."""


def _resamples_note(differences: Sequence[Difference], comparison: Comparison) -> str:
    """Return that no adjusted p can be small, where there are too few resamples for it; else nothing."""
    family, resamples = max((own.family for own in differences), default=0), comparison.settings.resamples
    least = family / (resamples + 1)
    if least <= CUSTOMARY:
        return ""
    return (
        f"With {resamples} resamples no adjusted p can be below {min(least, 1):.3f}: for {CUSTOMARY:g} take "
        f"{math.ceil(family / CUSTOMARY) - 1} or more."
    )


P_COLUMNS = ("p (randomisation)", "Holm", "p (bootstrap)", "Holm")


def _difference_cells(own: Difference) -> tuple[Cell, ...]:
    values = (own.randomisation.value, own.randomisation.adjusted, own.bootstrap.value, own.bootstrap.adjusted)
    return (
        Cell(UNDEFINED if own.estimate.value is None else f"{own.estimate.value:+.4f}"),
        Cell(interval(own.estimate, sign=True)),
        *(Cell(UNDEFINED if value is None else f"{value:.3f}") for value in values),
    )


def heat_map(item: MetricComparison, comparison: Comparison) -> ComparisonTable:
    """Return a metric's headline score of each system by error types."""
    rows = []
    for group in item.groups:
        cells = (_heat(own, item.headline) for own in item.of_group(group))
        rows.append((Cell(group_name(group)), *cells))
    title = f"{_title(item)}: {_label(item.headline)} {_by(comparison)}"
    return ComparisonTable(title, (_group_title(comparison), *comparison.systems), tuple(rows), is_heat_map=True)


def _heat(own: SystemScores, headline: str) -> Cell:
    estimate = own.scores[headline]
    counts = ", ".join(f"{name} {_count(value)}" for name, value in own.counts.items())
    note = f"{own.system}, {group_name(own.group)}: {score(estimate.value)} {interval(estimate)}; {counts}"
    return Cell(score(estimate.value), estimate.value, note)


def _groups(item: MetricComparison, comparison: Comparison) -> ComparisonTable:
    """Return counts and scores of each group and system."""
    first = item.of_group()[0]
    headline = f"{_label(item.headline)}, {comparison.settings.confidence:g} %"
    columns = (_group_title(comparison), "system", *first.counts, *map(_label, first.scores), headline)
    rows = tuple(
        (Cell(group_name(group)), *_score_row(own, item.headline))
        for group in item.groups
        for own in item.of_group(group)
    )
    return ComparisonTable(f"{_title(item)}: counts and scores {_by(comparison)}", columns, rows, names=2)


def _group_differences(item: MetricComparison, comparison: Comparison) -> ComparisonTable:
    """Return the differences of each group in which both systems have a score, with p values."""
    differences = [
        own for group in item.groups for own in item.headline_differences(group) if own.estimate.value is not None
    ]
    resamples = _resamples_note(differences, comparison)
    return ComparisonTable(
        f"{_title(item)}: differences of {_label(item.headline)} {_by(comparison)}",
        (
            _group_title(comparison),
            "system",
            "other",
            "difference",
            f"{comparison.settings.confidence:g} %",
            *P_COLUMNS,
        ),
        tuple(
            (Cell(group_name(own.group)), Cell(own.first), Cell(own.second), *_difference_cells(own))
            for own in differences
        ),
        names=3,
        note=" ".join(filter(None, (_family_note(len(differences), item, comparison), resamples))),
    )


def _family_note(number: int, item: MetricComparison, comparison: Comparison) -> str:
    pairs = len(item.headline_differences())
    together = "this one difference" if number == 1 else f"these {number} differences together"
    return (
        f"Holm's adjustment is over {together}, of {pairs} "
        f"{'pair' if pairs == 1 else 'pairs'} of systems and {len(item.groups)} "
        f"{_plural(comparison, len(item.groups))}. Where one of two systems has no score, there is no difference."
    )


def _plural(comparison: Comparison, number: int) -> str:
    title = _group_title(comparison)
    if number == 1:
        return title
    return f"{title[:-1]}ies" if title.endswith("y") else f"{title}s"


EDIT_SIGNS = {"tp": "TP", "fp": "FP", "fn": "FN"}


def _sentences(item: MetricComparison) -> ComparisonTable:
    """Return what each sentence of each system counts."""
    first = item.sentences[0]
    has_references = any(own.reference is not None for own in item.sentences)
    has_edits = any(own.edits for own in item.sentences)
    columns = (
        "sentence",
        "system",
        *(("reference",) if has_references else ()),
        *first.counts,
        *map(_label, first.scores),
        *(("edits",) if has_edits else ()),
    )
    rows = tuple(
        (
            Cell(str(own.number)),
            Cell(own.system),
            *((Cell(UNDEFINED if own.reference is None else str(own.reference + 1)),) if has_references else ()),
            *(Cell(_count(value)) for value in own.counts.values()),
            *(Cell(score(None if math.isnan(value) else value)) for value in own.scores.values()),
            *((Cell("; ".join(map(_edit, own.edits))),) if has_edits else ()),
        )
        for own in item.sentences
    )
    note = "Edits are source tokens (from:to, to is not included), the words in their place, and the type."
    return ComparisonTable(
        f"{_title(item)}: each sentence", columns, rows, names=2, words=int(has_edits), note=note if has_edits else ""
    )


def _edit(item: CountedEdit) -> str:
    words = " ".join(item.edit.replacement)
    return " ".join(filter(None, (EDIT_SIGNS[item.count], f"{item.start}:{item.end}", words, f"({item.edit.type})")))


def _by(comparison: Comparison) -> str:
    return f"by {_group_title(comparison)}"


def _group_title(comparison: Comparison) -> str:
    return comparison.grouping.title.lower() if comparison.grouping else ""


def group_name(group: Group) -> str:
    """Return the name of a group."""
    return group or WITHOUT_NAME


def score(value: float | None) -> str:
    """Return a score."""
    return UNDEFINED if value is None else f"{value:.4f}"


def interval(estimate: Estimate, *, sign: bool = False) -> str:
    """Return an interval; a dash where there is none."""
    if estimate.low is None or estimate.high is None:
        return UNDEFINED
    low, high = (f"{value:+.4f}" if sign else f"{value:.4f}" for value in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _label(name: str) -> str:
    return name.replace("_", " ")


def _count(value: float) -> str:
    return f"{value:g}" if float(value).is_integer() else f"{value:.4f}"
