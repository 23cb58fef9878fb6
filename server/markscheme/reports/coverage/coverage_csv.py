"""Coverage as CSV: a row for each correction that no reference covers, and for each point of each curve."""

import csv
from collections.abc import Iterator
from io import StringIO

from markscheme.annotation.coverage.corrections import PooledCorrection
from markscheme.annotation.coverage.coverage import Coverage
from markscheme.annotation.coverage.curve import Curve
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = (
    "row",
    "exercise",
    "sentence",
    "before",
    "replaced",
    "replacement",
    "behind",
    "standing",
    "verdict",
    "type",
    "kind",
    "made by",
    "people",
    "credit",
    "nearest replaced",
    "nearest replacement",
    "nearest references",
    "references",
    "share",
    "low",
    "high",
    "least",
    "most",
    "corrections",
    MARK,
)
"""The columns. ``row`` is ``correction``, or names a curve; the last one is the mark of a product and has no cells."""


def coverage_csv(coverage: Coverage, least: int) -> str:
    """Return the corrections that at least some number of people make and no reference covers, and the curves."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in coverage.corrections.open(least):
        writer.writerow([*map(harmless, _correction(item, coverage)), *[""] * 8])
    curves = {
        "curve: made": coverage.made_curve,
        "curve: distinct": coverage.distinct_curve,
        "curve: references": coverage.reference_curve,
    }
    for name, curve in curves.items():
        for row in _points(curve):
            writer.writerow([name, *[""] * 16, *row, ""])
    return lines.getvalue()


def _correction(item: PooledCorrection, coverage: Coverage) -> list[str]:
    pool = coverage.pool
    sentence = pool.sentences[item.sentence]
    nearest = ["", "", ""]
    if item.nearest is not None:
        edit = item.nearest.edit
        words = (sentence.source[edit.start : edit.end], edit.replacement)
        nearest = [*map(" ".join, words), ", ".join(pool.references[index] for index in item.nearest.references)]
    return [
        "correction",
        pool.texts[sentence.text].exercise,
        str(item.sentence + 1),
        *coverage.example(item),
        item.standing.value,
        item.verdict.value,
        item.edit.type,
        coverage.group(item),
        str(len(item.people)),
        ", ".join(pool.hypotheses[person] for person in item.people),
        "" if item.credit is None else repr(item.credit),
        *nearest,
    ]


def _points(curve: Curve) -> Iterator[list[str]]:
    for point in curve.points:
        limits = [*(point.interval or ("", "")), *(point.extent or ("", ""))]
        yield [str(point.references), repr(point.share), *map(str, limits), str(point.corrections)]
