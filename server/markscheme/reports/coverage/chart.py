"""The curve of coverage as a drawing in a page."""

from collections.abc import Sequence

import attrs
from markupsafe import Markup

from markscheme.annotation.coverage.coverage import Coverage
from markscheme.annotation.coverage.curve import Curve, CurvePoint
from markscheme.reports.coverage.coverage_words import point
from markscheme.reports.pages import page_template

WIDTH, HEIGHT = 640, 300
"""Of the drawing, in pixels."""
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 12, 40
"""Space around the curves, in pixels."""
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares at which a line is drawn."""
MOST_LABELS = 20
"""Largest number of references that are written below the drawing."""


@attrs.frozen
class _Line:
    """A curve: its name, the points of its line, and those around its interval."""

    name: str
    style: str
    line: str
    band: str
    dots: tuple[tuple[str, str], ...]


def chart(coverage: Coverage) -> Markup:
    """Return the curves of coverage as SVG; nothing where none has a point."""
    curves = (
        ("corrections, as often as they are made", "made", coverage.made_curve),
        ("distinct corrections", "distinct", coverage.distinct_curve),
        ("annotators' own, by the others", "references", coverage.reference_curve),
    )
    drawn = [(name, style, curve) for name, style, curve in curves if curve.points]
    if not drawn:
        return Markup()
    most = max(len(curve.points) for *_, curve in drawn)
    label = "; ".join(f"{name}: {_label(curve)}" for name, _, curve in drawn)
    step = -(-most // MOST_LABELS)
    rendered = page_template("coverage_chart").render(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        label=f"Share of corrections that references cover. {label}.",
        lines=[_line(name, style, curve, most) for name, style, curve in drawn],
        rows=[(_y(share), f"{share:.0%}".replace("%", " %")) for share in TICKS],
        columns=[(_x(number, most), number) for number in range(1, most + 1, step)],
    )
    return Markup(rendered)  # noqa: S704 - a template that escapes


def _label(curve: Curve) -> str:
    first, last = curve.points[0], curve.points[-1]
    if first is last:
        return f"{point(first)} by 1 reference"
    return f"{point(first)} by 1 reference, {point(last)} by {last.references}"


def _line(name: str, style: str, curve: Curve, most: int) -> _Line:
    places = [(_x(item.references, most), _y(item.share)) for item in curve.points]
    return _Line(name, style, _points(places), _points(_band(curve.points, most)), tuple(places))


def _band(points: Sequence[CurvePoint], most: int) -> list[tuple[str, str]]:
    limits = [(item.references, item.interval) for item in points if item.interval is not None]
    low = [(_x(number, most), _y(interval[0])) for number, interval in limits]
    high = [(_x(number, most), _y(interval[1])) for number, interval in limits]
    return [*low, *reversed(high)]


def _points(places: Sequence[tuple[str, str]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _x(references: int, most: int) -> str:
    inside = WIDTH - LEFT - RIGHT
    return f"{LEFT + (inside * (references - 1) / (most - 1) if most > 1 else inside / 2):.1f}"


def _y(share: float) -> str:
    return f"{HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share:.1f}"
