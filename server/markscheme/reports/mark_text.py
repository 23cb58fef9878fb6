"""A mark as text: with its band, and its sum in a few rows."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from markscheme.marking.review.findings import Finding
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.wording.mark_words import mark_title, signed, sum_rows


def mark_parts(mark: Mark, findings: Sequence[Finding]) -> list[Table | Text]:
    """Return the mark with the band's text, and its sum.

    Parameters
    ----------
    findings
        Those of the review that the mark is of.
    """
    title = mark_title(mark)
    heading = Text(f"Mark: {title}" if mark.points is not None else f"{title[:1].upper()}{title[1:]}", style="bold")
    if mark.certain_band is not None and mark.certain_band.text:
        heading.append(f"\n{mark.certain_band.text}", style="not bold italic")
    if not mark.lines:
        return [heading]
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    for row in sum_rows(mark, findings):
        table.add_row(signed(row.points), row.words)
    return [heading, table]
