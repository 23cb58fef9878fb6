"""Coverage as text: tables, then the corrections of most people that no reference covers."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.annotation.coverage.corrections import PooledCorrection, Standing
from markscheme.annotation.coverage.coverage import Coverage
from markscheme.annotation.coverage.curve import CurvePoint
from markscheme.reports.coverage.coverage_words import (
    HOLES,
    VARIANTS,
    at,
    edit_words,
    group_words,
    interval,
    missing,
    nearest_words,
    number,
    people_words,
    point,
    reference_words,
    share,
    summary,
    verdict_words,
)
from markscheme.reports.terminal import rendered, table_of_numbers

MOST_SHOWN = 10
"""Largest number of variants, and of holes, that are shown."""


def coverage_text(coverage: Coverage, least: int, width: int, colour: bool = False) -> str:
    """Return coverage for a terminal of some columns.

    Parameters
    ----------
    least
        Smallest number of people who make a correction that is listed.
    colour
        Whether the text has escape sequences for colours.
    """
    parts: list[RenderableType] = [Text("\n".join(summary(coverage))), Text()]
    if coverage.groups:
        parts += [_groups(coverage), Text()]
    if coverage.made_curve.points or coverage.reference_curve.points:
        parts += [_curve(coverage), Text()]
    if len(coverage.people) > 1:
        parts += [_people(coverage), Text()]
    parts += [Text("\n".join(missing(coverage.richness))), Text()]
    waiting = coverage.corrections.open(least)
    for standing, title in ((Standing.HOLE, HOLES), (Standing.VARIANT, VARIANTS)):
        parts += _corrections(title, [item for item in waiting if item.standing is standing], coverage)
    return rendered(parts, width, colour)


def _groups(coverage: Coverage) -> Table:
    columns = ("", "made", "covered", "", "distinct", "covered", "variants", "holes", "references", "Chao1")
    table = table_of_numbers(*columns, keeps_names=True)
    rows = [("all", coverage.made, coverage.distinct, coverage.richness)]
    rows += [(group_words(item.group), item.made, item.distinct, item.richness) for item in coverage.groups]
    for name, made, distinct, richness in rows:
        estimate = "–" if richness.chao1 is None else number(richness.chao1)
        counts = (distinct.count, distinct.covered, distinct.variants, distinct.holes, richness.observed)
        table.add_row(
            name,
            number(made.count),
            number(made.covered),
            share(made.share),
            *map(number, counts),
            estimate,
            style="bold" if name == "all" else "",
        )
    return table


def _curve(coverage: Coverage) -> Table:
    table = table_of_numbers(
        "references", "covered", "95 %", "range", "distinct", "95 %", "annotators' own", "95 %", keeps_names=True
    )
    curves = coverage.made_curve, coverage.distinct_curve, coverage.reference_curve
    for references in range(1, max(len(curve.points) for curve in curves) + 1):
        made, distinct, own = (at(curve.points, references) for curve in curves)
        extent = "" if made is None else interval(made.extent)
        table.add_row(str(references), *_share(made), extent, *_share(distinct), *_share(own))
    return table


def _share(item: CurvePoint | None) -> tuple[str, str]:
    """Return a point's share and its interval."""
    return point(item), "" if item is None else interval(item.interval)


def _people(coverage: Coverage) -> Table:
    table = table_of_numbers("hypothesis", "made", "covered", "", "variants", "holes", "decided", keeps_names=True)
    for name, own in zip(coverage.pool.hypotheses, coverage.people, strict=True):
        counts = (own.variants, own.holes, own.decided)
        table.add_row(name, number(own.count), number(own.covered), share(own.share), *map(number, counts))
    return table


def _corrections(title: str, items: Sequence[PooledCorrection], coverage: Coverage) -> list[RenderableType]:
    if not items:
        return []
    more = f": {MOST_SHOWN} of {number(len(items))}" if len(items) > MOST_SHOWN else ""
    parts: list[RenderableType] = [Text(f"{title}{more}", style="bold")]
    for item in items[:MOST_SHOWN]:
        parts.append(Padding(_correction(item, coverage), (0, 0, 0, 2)))
    return [*parts, Text()]


def _correction(item: PooledCorrection, coverage: Coverage) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(no_wrap=True, justify="right")
    table.add_column(overflow="fold")
    source = coverage.pool.sentences[item.sentence].source
    words = Text(edit_words(item.edit, source), style="bold")
    words.append(f"  ({group_words(coverage.group(item))}; {verdict_words(item)})", "not bold dim")
    table.add_row(f"{len(item.people)} ×", words)
    before, replaced, replacement, behind = coverage.example(item)
    sentence = Text(f"{before} " if before else "", "italic")
    sentence.append(f"[{replaced} → {replacement}]" if replaced else f"[+ {replacement}]", "not italic bold")
    sentence.append(f" {behind}", "italic")
    table.add_row("", sentence)
    lines = {
        "by": people_words(item, coverage),
        "references nearby": reference_words(item, coverage),
        "nearest": nearest_words(item, coverage),
    }
    for name, text in lines.items():
        if text:
            table.add_row("", Text(f"{name}: {text}", "dim"))
    return table
