"""A mark by a mark scheme as JSON."""

from collections.abc import Sequence

from markscheme.exercises.scheme.scheme import Band
from markscheme.marking.review.findings import Finding
from markscheme.marking.scheme.mark import LineKind, Mark, MarkLine
from markscheme.reports.contract import assessment
from markscheme.reports.json.shape_json import range_json
from markscheme.text.positions import LineIndex, PositionEncoding


def mark_summary_json(mark: Mark) -> assessment.MarkSummary:
    """Return a mark without its sum."""
    return {
        "points": None if mark.points is None else float(mark.points),
        "max": float(mark.maximum),
        "band": _band(mark.band),
        "withheld": mark.withheld or None,
        "open": 0 if mark.range is None else mark.range.open,
        "range": _range(mark),
    }


def mark_json(mark: Mark, findings: Sequence[Finding], index: LineIndex, encoding: PositionEncoding) -> assessment.Mark:
    """Return a mark with its sum.

    Parameters
    ----------
    findings
        Those of the review that the mark is of.
    """
    lines = [_line(line, findings, index, encoding) for line in mark.lines]
    return {**mark_summary_json(mark), "lines": lines}


def _range(mark: Mark) -> list[float] | None:
    """Return the lowest and the highest value that a mark may become; ``None`` for one that is withheld."""
    if mark.points is None:
        return None
    ends = (mark.points, mark.points) if mark.range is None else (mark.range.low, mark.range.high)
    return [float(end) for end in ends]


def _band(band: Band | None) -> assessment.Band | None:
    return None if band is None else {"name": band.name, "text": band.text}


def _line(
    line: MarkLine, findings: Sequence[Finding], index: LineIndex, encoding: PositionEncoding
) -> assessment.MarkLine:
    shown: assessment.MarkLine = {"kind": line.kind.value, "points": float(line.points), "why": line.why}
    span = line.span
    if line.finding is not None:
        shown["finding"], span = line.finding, findings[line.finding].span
    if span is not None:
        shown["range"] = range_json(index, span, encoding)
    if line.weight is not None:
        shown["weight"] = float(line.weight)
    if line.kind is LineKind.GIVEN:
        shown["by"] = line.teacher or None
        if line.by_scheme is not None:
            shown["scheme"] = float(line.by_scheme)
    return shown
