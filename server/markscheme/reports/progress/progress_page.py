"""Progress as a page: small charts, one a kind of error, a row of them a person."""

from collections.abc import Sequence

import attrs
from markupsafe import Markup

from markscheme.reports.pages import page_style, page_template
from markscheme.reports.progress.progress import Progress, Tally, courses
from markscheme.reports.progress.progress_text import MOST_GROUPS, NOT_HANDED_IN, cell
from markscheme.version import VERSION

_BAR, _GAP, _HEIGHT = 22, 14, 40
"""Width of a bar, space between two, and the height of a bar for everything found, in pixels."""


@attrs.frozen
class _Bar:
    """A text's bar: its left edge, its height (``None`` for none), and the numbers below it."""

    x: int
    height: float | None
    words: str


def progress_page(classes: Sequence[Progress]) -> str:
    """Return a page with the progress of classes; it loads nothing and has no script."""
    return page_template("progress").render(
        version=VERSION,
        style=page_style("progress"),
        classes=classes,
        courses=courses,
        most=MOST_GROUPS,
        chart=_chart,
    )


def _chart(title: str, tallies: Sequence[Tally | None], assignments: Sequence[str]) -> Markup:
    words = [f"{name} {cell(tally) or 'nothing'}" for name, tally in zip(assignments, tallies, strict=False)]
    bars = [_bar(number, tally) for number, tally in enumerate(tallies)]
    width = max(len(bars) * (_BAR + _GAP), 60)
    rendered = page_template("progress_chart").render(title=title, label=", ".join(words), width=width, bars=bars)
    return Markup(rendered)  # noqa: S704 - a template that escapes


def _bar(number: int, tally: Tally | None) -> _Bar:
    x = number * (_BAR + _GAP) + _GAP // 2
    if tally is None:
        return _Bar(x, None, NOT_HANDED_IN)
    if tally.share is None:
        return _Bar(x, None, "")
    return _Bar(x, round(_HEIGHT * tally.share, 1), f"{tally.found}/{tally.made}")
