"""A comparison of systems as tables: the same in a terminal, on a page, in Markdown and in LaTeX."""

import math
from collections.abc import Iterator

from markscheme.evaluation.comparison.measures import Group
from markscheme.evaluation.comparison.metric_comparison import Difference, MetricComparison, SystemScores
from markscheme.evaluation.comparison.spans import MODES, CountedEdit
from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.comparison.comparison_words import family_note, group_title, resamples_note, summary
from markscheme.reports.tables.number_words import UNDEFINED
from markscheme.reports.tables.table import Cell, Table, TableReport
from markscheme.resampling.intervals import Estimate

WITHOUT_NAME = "(no category)"
"""The category of types that have none."""


def comparison_report(comparison: Comparison) -> TableReport:
    """Return all tables of a comparison, with its summary and signatures."""
    return TableReport(
        tuple(tables(comparison)), (summary(comparison),), tuple(item.signature for item in comparison.all)
    )


def tables(comparison: Comparison) -> Iterator[Table]:
    """Yield each metric's scores, differences and types, those of whole sentences, and what each sentence counts."""
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


def _title(item: MetricComparison) -> str:
    return f"{item.title} ({MODES[item.mode].title.lower()})" if item.mode else item.title


def _scores(item: MetricComparison, comparison: Comparison) -> Table:
    systems = item.of_group()
    headline = f"{_label(item.headline)}, {comparison.settings.coverage}"
    columns = ("system", *systems[0].counts, *map(_label, systems[0].scores), headline)
    return Table(_title(item), columns, [[_score_row(scored, item.headline) for scored in systems]])


def _score_row(scored: SystemScores, headline: str) -> tuple[str, ...]:
    return (
        scored.system,
        *(_count(value) for value in scored.counts.values()),
        *(score(estimate.value) for estimate in scored.scores.values()),
        interval(scored.scores[headline]),
    )


def _differences(item: MetricComparison, comparison: Comparison) -> Table:
    return Table(
        f"{_title(item)}: differences of {_label(item.headline)}",
        ("system", "other", "difference", comparison.settings.coverage, *P_COLUMNS),
        [
            [
                (difference.first, difference.second, *_difference_cells(difference))
                for difference in item.headline_differences()
            ]
        ],
        names=2,
        note=resamples_note(item.headline_differences(), comparison),
    )


P_COLUMNS = ("p (randomisation)", "Holm", "p (bootstrap)", "Holm")


def _difference_cells(difference: Difference) -> tuple[str, ...]:
    values = (
        difference.randomisation.value,
        difference.randomisation.adjusted,
        difference.bootstrap.value,
        difference.bootstrap.adjusted,
    )
    return (
        UNDEFINED if difference.estimate.value is None else f"{difference.estimate.value:+.4f}",
        interval(difference.estimate, sign=True),
        *(UNDEFINED if value is None else f"{value:.3f}" for value in values),
    )


def heat_map(item: MetricComparison, comparison: Comparison) -> Table:
    """Return a metric's headline score of each system by error types."""
    rows = [
        [Cell(group_name(group)), *(_heat(scored, item.headline) for scored in item.of_group(group))]
        for group in item.groups
    ]
    title = f"{_title(item)}: {_label(item.headline)} {_by(comparison)}"
    return Table(title, (group_title(comparison), *comparison.systems), [rows], is_heat_map=True)


def _heat(scored: SystemScores, headline: str) -> Cell:
    estimate = scored.scores[headline]
    counts = ", ".join(f"{name} {_count(value)}" for name, value in scored.counts.items())
    note = f"{scored.system}, {group_name(scored.group)}: {score(estimate.value)} {interval(estimate)}; {counts}"
    return Cell(score(estimate.value), estimate.value, note)


def _groups(item: MetricComparison, comparison: Comparison) -> Table:
    """Return counts and scores of each group and system."""
    first = item.of_group()[0]
    headline = f"{_label(item.headline)}, {comparison.settings.coverage}"
    columns = (group_title(comparison), "system", *first.counts, *map(_label, first.scores), headline)
    rows = tuple(
        (group_name(group), *_score_row(scored, item.headline))
        for group in item.groups
        for scored in item.of_group(group)
    )
    return Table(f"{_title(item)}: counts and scores {_by(comparison)}", columns, [rows], names=2)


def _group_differences(item: MetricComparison, comparison: Comparison) -> Table:
    """Return the differences of each group in which both systems have a score, with p values."""
    differences = [
        difference
        for group in item.groups
        for difference in item.headline_differences(group)
        if difference.estimate.value is not None
    ]
    resamples = resamples_note(differences, comparison)
    return Table(
        f"{_title(item)}: differences of {_label(item.headline)} {_by(comparison)}",
        (
            group_title(comparison),
            "system",
            "other",
            "difference",
            comparison.settings.coverage,
            *P_COLUMNS,
        ),
        [
            [
                (group_name(difference.group), difference.first, difference.second, *_difference_cells(difference))
                for difference in differences
            ]
        ],
        names=3,
        note=" ".join(filter(None, (family_note(len(differences), item, comparison), resamples))),
    )


EDIT_SIGNS = {"tp": "TP", "fp": "FP", "fn": "FN"}


def _sentences(item: MetricComparison) -> Table:
    """Return what each sentence of each system counts."""
    first = item.sentences[0]
    has_references = any(sentence.reference is not None for sentence in item.sentences)
    has_edits = any(sentence.edits for sentence in item.sentences)
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
            str(sentence.number),
            sentence.system,
            *((UNDEFINED if sentence.reference is None else str(sentence.reference + 1),) if has_references else ()),
            *(_count(value) for value in sentence.counts.values()),
            *(score(None if math.isnan(value) else value) for value in sentence.scores.values()),
            *(("; ".join(map(_edit, sentence.edits)),) if has_edits else ()),
        )
        for sentence in item.sentences
    )
    note = "Edits are source tokens (from:to, to is not included), the words in their place, and the type."
    return Table(
        f"{_title(item)}: each sentence", columns, [rows], names=2, words=int(has_edits), note=note if has_edits else ""
    )


def _edit(item: CountedEdit) -> str:
    words = " ".join(item.edit.replacement)
    return " ".join(filter(None, (EDIT_SIGNS[item.count], f"{item.start}:{item.end}", words, f"({item.edit.type})")))


def _by(comparison: Comparison) -> str:
    return f"by {group_title(comparison)}"


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
    rounded = round(float(value), 4) + 0.0  # zero has no sign
    return f"{rounded:.0f}" if rounded.is_integer() else f"{rounded:.4f}"
