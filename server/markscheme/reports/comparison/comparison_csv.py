"""A comparison of systems as CSV: a row for each number."""

import csv
import math
from collections.abc import Iterator
from io import StringIO

from markscheme.evaluation.comparison.measures import Group
from markscheme.evaluation.comparison.metric_comparison import MetricComparison
from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.resampling.intervals import Estimate
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = (
    "row",
    "metric",
    "mode",
    "all edits",
    "group",
    "system",
    "other",
    "measure",
    "value",
    "low",
    "high",
    "p randomisation",
    "Holm randomisation",
    "p bootstrap",
    "Holm bootstrap",
    "Holm family",
    "sentence",
    "reference",
    MARK,
)
"""The columns; the last one is the mark of a product and has no cells.

``row`` is ``count``, ``score`` or ``difference``; with sentences, also ``sentence count`` or ``sentence score``.
``all edits`` is ``yes``, or empty where the row is of a group. ``Holm family`` is the number of differences that
Holm's adjustment is over. ``sentence`` and ``reference`` are numbers from 1.
"""
Row = tuple[tuple[str, ...], tuple[float | None, ...]]
_NO_TESTS = (None,) * (COLUMNS.index("sentence") - COLUMNS.index("low"))
"""The empty cells of a row without an interval and p values."""


def comparison_csv(comparison: Comparison) -> str:
    """Return all numbers, unrounded; a number that is not defined has an empty cell."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in comparison.all:
        for words, numbers in _rows(item):
            cells = ["" if number is None else repr(number) for number in numbers]
            writer.writerow([*map(harmless, words), *cells, *[""] * (len(COLUMNS) - len(words) - len(cells))])
    return lines.getvalue()


def _rows(item: MetricComparison) -> Iterator[Row]:
    for scored in item.scores:
        place = _place(item, scored.group)
        for name, count in scored.counts.items():
            yield ("count", *place, scored.system, "", name), (count,)
        for name, score in scored.scores.items():
            yield ("score", *place, scored.system, "", name), _numbers(score)
    for one in item.differences:
        words = ("difference", *_place(item, one.group), one.first, one.second, one.score)
        tests = (one.randomisation, one.bootstrap)
        p_values = (value for test in tests for value in (test.value, test.adjusted))
        yield words, (*_numbers(one.estimate), *p_values, one.family)
    yield from _sentence_rows(item)


def _sentence_rows(item: MetricComparison) -> Iterator[Row]:
    for sentence in item.sentences:
        reference = None if sentence.reference is None else sentence.reference + 1
        for kind, values in (("count", sentence.counts), ("score", sentence.scores)):
            for name, value in values.items():
                words = (f"sentence {kind}", *_place(item, None), sentence.system, "", name)
                yield words, (None if math.isnan(value) else value, *_NO_TESTS, sentence.number, reference)


def _place(item: MetricComparison, group: Group) -> tuple[str, str, str, str]:
    return item.metric, item.mode, "yes" if group is None else "", group or ""


def _numbers(estimate: Estimate) -> tuple[float | None, ...]:
    return estimate.value, estimate.low, estimate.high
