"""The agreement of annotators as CSV: a row for each number."""

import csv
from collections.abc import Iterator
from io import StringIO

import attrs

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.annotation.agreement.answers import Answers
from markscheme.resampling.intervals import Estimate
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = ("row", "subject", "annotator", "other", "measure", "value", "low", "high", MARK)
"""The columns; the last one is the mark of a product and has no cells.

``row`` is ``agreement``, ``annotator``, ``left out``, ``ceiling``, ``type``, ``group`` or ``confusion``; ``subject`` a
question, a metric, a kind of error or a type.
"""
Row = tuple[str, str, str, str, str, object, object, object]


def agreement_csv(agreement: Agreement) -> str:
    """Return all numbers, unrounded; a number that is not defined has an empty cell."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _rows(agreement):
        words, numbers = row[:5], row[5:]
        writer.writerow([*map(harmless, words), *("" if item is None else item for item in numbers), ""])
    return lines.getvalue()


def _rows(agreement: Agreement) -> Iterator[Row]:
    names = [item.name for item in agreement.annotators]
    yield from _beyond_chance(agreement, names)
    for item in agreement.annotators:
        for measure in ("sentences", "edits", "changed", "alone"):
            yield ("annotator", "", item.name, "", measure, getattr(item, measure), None, None)
        yield from _answers("annotator", "", item.name, item.answers)
    yield from _left_out(agreement, names)
    for ceiling in agreement.ceilings:
        for measure, value in ceiling.people.items():
            yield ("ceiling", ceiling.metric, "", "", measure, value, None, None)
        for system in ceiling.systems:
            for measure, value in system.scores.items():
                yield ("ceiling", ceiling.metric, "", system.name, measure, value, None, None)
            yield ("ceiling", ceiling.metric, "", system.name, "share", system.share, None, None)
    yield from _kinds(agreement, names)
    for confusion in agreement.confusions:
        for measure in ("same_correction", "other_correction"):
            count = getattr(confusion, measure)
            yield ("confusion", confusion.one, "", confusion.other, measure, count, None, None)


def _beyond_chance(agreement: Agreement, names: list[str]) -> Iterator[Row]:
    for item in agreement.questions:
        for measure in ("fleiss", "alpha", "mean_kappa"):
            yield _estimate("agreement", item.question, "", "", measure, getattr(item, measure))
        for name, mean in zip(names, item.annotators, strict=True):
            yield _estimate("agreement", item.question, name, "", "mean_kappa", mean)
        for pair in item.pairs:
            yield _estimate("agreement", item.question, names[pair.one], names[pair.other], "kappa", pair.kappa)


def _left_out(agreement: Agreement, names: list[str]) -> Iterator[Row]:
    for item in agreement.left_out:
        name = names[item.annotator]
        yield ("left out", "", name, "", "sentences", item.sentences, None, None)
        for metric, score in item.scores.items():
            for measure, value in (attrs.asdict(score.counts) | attrs.asdict(score.scores)).items():
                yield ("left out", metric, name, "", measure, value, None, None)
        if item.verdicts is not None:
            for verdict, count in item.verdicts.counts:
                yield ("left out", "verdicts", name, "", verdict.value, count, None, None)
            yield ("left out", "verdicts", name, "", "points", item.verdicts.points.earned, None, None)
            yield ("left out", "verdicts", name, "", "due", item.verdicts.points.due, None, None)


def _kinds(agreement: Agreement, names: list[str]) -> Iterator[Row]:
    for row, kinds in (("type", agreement.main_types), ("group", agreement.groups)):
        for kind in kinds:
            yield _estimate(row, kind.name, "", "", "alpha", kind.alpha)
            yield from _answers(row, kind.name, "", kind.answers)
            for name, answers in zip(names, kind.by_annotator, strict=True):
                yield from _answers(row, kind.name, name, answers)


def _answers(row: str, subject: str, name: str, answers: Answers) -> Iterator[Row]:
    for measure, value in attrs.asdict(answers).items():
        yield (row, subject, name, "", measure, value, None, None)


def _estimate(row: str, subject: str, name: str, other: str, measure: str, item: Estimate) -> Row:
    return (row, subject, name, other, measure, item.value, item.low, item.high)
