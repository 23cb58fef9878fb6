"""What references cover, as text, CSV, JSON and a page."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import attrs
from markupsafe import Markup
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.edits.edit import Edit
from markscheme.marking.findings import NEAR, TITLES
from markscheme.reports.output import (
    json_report,
    layouts,
    page,
    page_template,
    rendered,
    table_of_numbers,
)
from markscheme.research.coverage import Coverage, Curves, StatusCounts
from markscheme.research.distinct_corrections import (
    CoverageStatus,
    Curve,
    CurvePoint,
    PooledCorrection,
    ReferenceEdit,
    SpeciesEstimate,
)
from markscheme.wording import one_line, percent, some_of

MOST_NAMES = 12
"""Largest number of people who are named at a correction."""
MOST_VERSIONS = 4
"""Largest number of the references' corrections that are shown at a place."""
WITHOUT_TYPE = "other"
HOLES = "Holes: no reference changes anything there. A hole may be an over-correction"
VARIANTS = "Variants: references correct something there differently"
NO_ESTIMATE = "What references miss can't be estimated: no sentence with a correction was seen by two annotators."
CAVEAT = (
    "These estimates take annotators' corrections for independent samples of all good corrections. They are not: an "
    "annotator writes one correction at a place and so leaves out others that would do, annotators follow the same "
    "guidelines, and they are few. Read the number as about the least that such annotators would still write, not as "
    "the number of all good corrections."
)


def number(value: float) -> str:
    """Return a number without decimals, its thousands apart.

    >>> number(12103.4)
    '12,103'
    """
    return f"{value:,.0f}"


def summary(coverage: Coverage) -> Iterator[str]:
    pool = coverage.pool
    sizes = (
        (pool.size, "sentence", "sentences"),
        (len(pool.annotators), "annotator", "annotators"),
        (len(pool.people.hypotheses), "hypothesis", "hypotheses"),
    )
    yield f"{', '.join(f'{number(count)} {one if count == 1 else many}' for count, one, many in sizes)}."
    yield pool.tags.words
    yield from (f"{notice.problem}." for notice in pool.notices)
    if not pool.people.hypotheses:
        yield (
            "There are no hypotheses here, so only the references are compared. One that came later must be named in "
            'markscheme.toml: hypotheses = ["systems/{student}.txt"].'
        )
    elif not coverage.made.count:
        yield "The hypotheses correct nothing that can be compared."
    else:
        yield (
            f"References cover {_part(coverage.made)} of the corrections that hypotheses make, and "
            f"{_part(coverage.distinct)} of the distinct ones."
        )
        yield from _rest(coverage.distinct)
    if count := coverage.rewritten:
        words = "sentence that a hypothesis rewrites" if count == 1 else "sentences that hypotheses rewrite"
        yield f"Left out: {number(count)} {words} freely; single corrections can't be compared there."
    if unseen := pool.corrections.unseen:
        yield f"Left out: {number(unseen)} corrected sentences that no annotator has seen."


def _part(counts: StatusCounts) -> str:
    return f"{share(counts.share)} ({number(counts.covered)} of {number(counts.count)})"


def _rest(counts: StatusCounts) -> Iterator[str]:
    yield f"{number(counts.variants)} distinct ones are variants: references correct something there differently."
    yield f"{number(counts.holes)} are holes: no reference changes anything there. A hole may be an over-correction."
    if counts.decided:
        yield f"People have decided about {number(counts.decided)} that no reference covers."


def share(value: float | None) -> str:
    return "–" if value is None else percent(value)


def interval(values: tuple[float, float] | None) -> str:
    """Return two shares as a range; empty without them.

    >>> interval((0.614, 0.66))
    '61–66 %'
    """
    return "" if values is None else f"{100 * values[0]:.0f}–{100 * values[1]:.0f} %"


def point(item: CurvePoint | None) -> str:
    return "" if item is None else f"{100 * item.share:.1f} %"


_Point = CurvePoint | None


def _points_by_references(
    curves: Curves,
) -> Iterator[tuple[int, _Point, _Point, _Point]]:
    points = zip_longest(curves.made.points, curves.distinct.points, curves.references.points)
    for references, (made, distinct, own) in enumerate(points, 1):
        yield references, made, distinct, own


def missing(richness: SpeciesEstimate) -> Iterator[str]:
    if richness.chao1 is None or richness.missing is None:
        yield NO_ESTIMATE
        return
    yield (
        f"Annotators make {number(richness.observed)} distinct corrections in sentences that at least two of them have "
        f"seen; one annotator alone makes {number(richness.once)} of them, two make {number(richness.twice)}."
    )
    limits = richness.interval
    around = f" (95 % interval {number(limits[0])} to {number(limits[1])})" if limits else ""
    yield (
        f"Chao1 estimates {number(richness.chao1)} in all{around}, so {number(richness.missing)} more than are there."
    )
    if richness.ace is None:
        yield "ACE is not defined here: no correction is made by several annotators."
    else:
        yield f"ACE estimates {number(richness.ace)} in all."
    yield CAVEAT


def group_words(group: str) -> str:
    return group or WITHOUT_TYPE


def edit_words(edit: Edit, source: Sequence[str]) -> str:
    """Return a correction in words.

    >>> edit_words(Edit(1, 1, ("the",)), ["in", "end"])
    'add “the”'
    """
    replaced, replacement = (one_line(" ".join(words)) for words in (source[edit.start : edit.end], edit.replacement))
    if not edit.replacement:
        return f"leave out “{replaced}”"
    return f"“{replaced}” → “{replacement}”" if edit.start < edit.end else f"add “{replacement}”"


def verdict_words(item: PooledCorrection) -> str:
    return TITLES[item.verdict].lower()


def reference_words(item: PooledCorrection) -> str:
    edit = item.edit
    there = [own for own in item.sentence.edits if own.edit.start <= edit.end and edit.start <= own.edit.end]
    there.sort(key=lambda own: -len(own.references))
    return some_of([_reference_edit(item, own) for own in there], MOST_VERSIONS, conjunction=", and")


def nearest_words(item: PooledCorrection) -> str:
    """Return the references' correction that is most like one, with the credit; empty where none is near."""
    if item.nearest is None or item.credit is None or item.credit < NEAR:
        return ""
    return f"{_reference_edit(item, item.nearest)}, credit {item.credit:.2f}"


def _reference_edit(item: PooledCorrection, own: ReferenceEdit) -> str:
    return f"{edit_words(own.edit, item.sentence.source)} ({names(own.references)})"


def names(items: Sequence[str]) -> str:
    return some_of(items, MOST_NAMES)


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
    name: str
    style: str
    line: str
    band: str
    dots: tuple[tuple[str, str], ...]


def chart(curves: Curves) -> Markup:
    """Return the curves of coverage as SVG; nothing where none has a point."""
    lines = (
        ("corrections, as often as they are made", "made", curves.made),
        ("distinct corrections", "distinct", curves.distinct),
        ("annotators' own, by the others", "references", curves.references),
    )
    drawn = [(name, style, curve) for name, style, curve in lines if curve.points]
    if not drawn:
        return Markup()
    most = curves.length
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
)
"""``row`` is ``correction``, or names a curve."""


def _rows(coverage: Coverage) -> Iterator[list[object]]:
    for item in coverage.listed:
        yield [*_correction(item), *[None] * 7]
    curves = coverage.curves
    for name, curve in (("made", curves.made), ("distinct", curves.distinct), ("references", curves.references)):
        for point in curve.points:
            limits = (*(point.interval or (None, None)), *(point.extent or (None, None)))
            yield [f"curve: {name}", *[None] * 16, point.references, point.share, *limits, point.corrections]


def _correction(item: PooledCorrection) -> Iterator[object]:
    sentence, nearest = item.sentence, item.nearest
    yield from ("correction", sentence.exercise, sentence.number + 1, *item.words)
    yield from (item.status.value, item.verdict.value, item.edit.type, item.group)
    yield from (len(item.people), ", ".join(item.people), item.credit)
    if nearest is None:
        yield from (None, None, None)
    else:
        edit = nearest.edit
        yield from map(" ".join, (sentence.source[edit.start : edit.end], edit.replacement))
        yield ", ".join(nearest.references)


MOST_ON_PAGE = 100
"""Largest number of variants, and of holes, on a page."""


def coverage_page(coverage: Coverage) -> str:
    """Return a page; it loads nothing and has no script."""
    waiting = coverage.listed
    tables = [
        (title, status.value, [item for item in waiting if item.status is status])
        for status, title in ((CoverageStatus.HOLE, HOLES), (CoverageStatus.VARIANT, VARIANTS))
    ]
    return page(
        "coverage",
        coverage=coverage,
        title=", ".join(exercise for exercise, _ in coverage.pool.texts[:3]) or "Coverage",
        summary=list(summary(coverage)),
        missing=list(missing(coverage.richness)),
        chart=chart(coverage.curves),
        points=list(_points_by_references(coverage.curves)),
        tables=tables,
        most=MOST_ON_PAGE,
        number=number,
        share=share,
        point=point,
        interval=interval,
        group_words=group_words,
        change=lambda item: edit_words(item.edit, item.sentence.source),
        verdict=verdict_words,
        references=reference_words,
        nearest=nearest_words,
        names=names,
    )


MOST_IN_TEXT = 10
"""Largest number of variants, and of holes, that are shown."""


def coverage_text(coverage: Coverage, width: int) -> str:
    parts: list[RenderableType] = [Text("\n".join(summary(coverage))), Text()]
    if coverage.groups:
        parts += [_groups(coverage), Text()]
    if coverage.curves.length:
        parts += [_curves(coverage.curves), Text()]
    if len(coverage.people) > 1:
        parts += [_people(coverage), Text()]
    parts += [Text("\n".join(missing(coverage.richness))), Text()]
    waiting = coverage.listed
    for status, title in ((CoverageStatus.HOLE, HOLES), (CoverageStatus.VARIANT, VARIANTS)):
        parts += _corrections(title, [item for item in waiting if item.status is status])
    return rendered(parts, width)


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


def _curves(curves: Curves) -> Table:
    table = table_of_numbers(
        "references", "covered", "95 %", "range", "distinct", "95 %", "annotators' own", "95 %", keeps_names=True
    )
    for references, made, distinct, own in _points_by_references(curves):
        extent = "" if made is None else interval(made.extent)
        table.add_row(str(references), *_share(made), extent, *_share(distinct), *_share(own))
    return table


def _share(item: CurvePoint | None) -> tuple[str, str]:
    return point(item), "" if item is None else interval(item.interval)


def _people(coverage: Coverage) -> Table:
    table = table_of_numbers("hypothesis", "made", "covered", "", "variants", "holes", "decided", keeps_names=True)
    for item in coverage.people:
        own = item.made
        counts = (own.variants, own.holes, own.decided)
        table.add_row(item.name, number(own.count), number(own.covered), share(own.share), *map(number, counts))
    return table


def _corrections(title: str, items: Sequence[PooledCorrection]) -> list[RenderableType]:
    if not items:
        return []
    more = f": {MOST_IN_TEXT} of {number(len(items))}" if len(items) > MOST_IN_TEXT else ""
    parts: list[RenderableType] = [Text(f"{title}{more}", style="bold")]
    for item in items[:MOST_IN_TEXT]:
        parts.append(Padding(_correction_lines(item), (0, 0, 0, 2)))
    return [*parts, Text()]


def _correction_lines(item: PooledCorrection) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(no_wrap=True, justify="right")
    table.add_column(overflow="fold")
    words = Text(edit_words(item.edit, item.sentence.source), style="bold")
    words.append(f"  ({group_words(item.group)}; {verdict_words(item)})", "not bold dim")
    table.add_row(f"{len(item.people)} ×", words)
    before, replaced, replacement, behind = item.words
    sentence = Text(f"{before} " if before else "", "italic")
    sentence.append(f"[{replaced} → {replacement}]" if replaced else f"[+ {replacement}]", "not italic bold")
    sentence.append(f" {behind}", "italic")
    table.add_row("", sentence)
    lines = {
        "by": names(item.people),
        "references nearby": reference_words(item),
        "nearest": nearest_words(item),
    }
    for name, text in lines.items():
        if text:
            table.add_row("", Text(f"{name}: {text}", "dim"))
    return table


LAYOUTS = layouts(
    text=coverage_text, json=json_report, cells=lambda coverage: (COLUMNS, _rows(coverage)), html=coverage_page
)
