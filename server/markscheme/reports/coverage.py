"""What references cover, as text, CSV, JSON and a page."""

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO

import attrs
from markupsafe import Markup
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.annotation.coverage import Coverage, GroupCoverage, Standings
from markscheme.annotation.richness import (
    Curve,
    CurvePoint,
    Making,
    PooledCorrection,
    ReferenceEdit,
    Richness,
    Standing,
)
from markscheme.edits.edit import Edit
from markscheme.marking.wording.place_words import NEAR
from markscheme.marking.wording.words import TITLES, one_line, percent
from markscheme.registry import Registry
from markscheme.reports.contract import research as shapes
from markscheme.reports.output import Layout, page_style, page_template, rendered, table_of_numbers
from markscheme.text.files import MARK, marked_json, marked_text
from markscheme.text.places import harmless
from markscheme.version import VERSION

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
        (len(coverage.annotators), "annotator", "annotators"),
        (len(pool.hypotheses), "hypothesis", "hypotheses"),
    )
    yield f"{', '.join(f'{number(count)} {one if count == 1 else many}' for count, one, many in sizes)}."
    yield from (f"{notice.problem}." for notice in pool.notices)
    if not pool.hypotheses:
        yield "There are no hypotheses here, so only the references are compared."
    elif not coverage.made.count:
        yield "The hypotheses correct nothing that can be compared."
    else:
        yield (
            f"References cover {_part(coverage.made)} of the corrections that hypotheses make, and "
            f"{_part(coverage.distinct)} of the distinct ones."
        )
        yield from _rest(coverage.distinct)
    if coverage.corrections.rewritten:
        count = len(coverage.corrections.rewritten)
        words = "sentence that a hypothesis rewrites" if count == 1 else "sentences that hypotheses rewrite"
        yield f"Left out: {number(count)} {words} freely; single corrections can't be compared there."
    if coverage.corrections.unseen:
        yield f"Left out: {number(coverage.corrections.unseen)} corrected sentences that no annotator has seen."


def _part(standings: Standings) -> str:
    return f"{share(standings.share)} ({number(standings.covered)} of {number(standings.count)})"


def _rest(standings: Standings) -> Iterator[str]:
    yield f"{number(standings.variants)} distinct ones are variants: references correct something there differently."
    yield f"{number(standings.holes)} are holes: no reference changes anything there. A hole may be an over-correction."
    if standings.decided:
        yield f"People have decided about {number(standings.decided)} that no reference covers."


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


def at(points: Sequence[CurvePoint], references: int) -> CurvePoint | None:
    """Return the point of a curve for a number of references, from 1; ``None`` where it has none."""
    return points[references - 1] if references <= len(points) else None


def missing(richness: Richness) -> Iterator[str]:
    """Yield sentences about what is estimated to be missing."""
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


def reference_words(item: PooledCorrection, coverage: Coverage) -> str:
    edit = item.edit
    there = [
        own
        for own in coverage.pool.sentences[item.sentence].edits
        if own.edit.start <= edit.end and edit.start <= own.edit.end
    ]
    there.sort(key=lambda own: -len(own.references))
    more = f", and {len(there) - MOST_VERSIONS} more" if len(there) > MOST_VERSIONS else ""
    return f"{', '.join(_reference_edit(item, own, coverage) for own in there[:MOST_VERSIONS])}{more}"


def nearest_words(item: PooledCorrection, coverage: Coverage) -> str:
    """Return the references' correction that is most like one, with the credit; empty where none is near."""
    if item.nearest is None or item.credit is None or item.credit < NEAR:
        return ""
    return f"{_reference_edit(item, item.nearest, coverage)}, credit {item.credit:.2f}"


def _reference_edit(item: PooledCorrection, own: ReferenceEdit, coverage: Coverage) -> str:
    source = coverage.pool.sentences[item.sentence].source
    return f"{edit_words(own.edit, source)} ({names([coverage.pool.references[index] for index in own.references])})"


def people_words(item: PooledCorrection, coverage: Coverage) -> str:
    return names([coverage.pool.hypotheses[person] for person in item.people])


def names(items: Sequence[str]) -> str:
    """Return some names, and how many more there are."""
    more = f" and {len(items) - MOST_NAMES} more" if len(items) > MOST_NAMES else ""
    return f"{', '.join(items[:MOST_NAMES])}{more}"


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
        for row in _coverage_csv_points(curve):
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


def _coverage_csv_points(curve: Curve) -> Iterator[list[str]]:
    for point in curve.points:
        limits = [*(point.interval or ("", "")), *(point.extent or ("", ""))]
        yield [str(point.references), repr(point.share), *map(str, limits), str(point.corrections)]


def coverage_json(coverage: Coverage, least: int) -> str:
    return f"{json.dumps(coverage_object(coverage, least), indent=2, ensure_ascii=False)}\n"


def coverage_object(coverage: Coverage, least: int = 1) -> shapes.CoverageReport:
    return {
        "schema": 1,
        "signature": coverage.signature,
        "sentences": coverage.pool.size,
        "annotators": [*coverage.annotators],
        "hypotheses": [*coverage.pool.hypotheses],
        "made": _standings(coverage.made),
        "distinct": _standings(coverage.distinct),
        "rewritten": len(coverage.corrections.rewritten),
        "unseen": coverage.corrections.unseen,
        "groups": [_group(item) for item in coverage.groups],
        "people": [
            {"name": name, "made": _standings(own)}
            for name, own in zip(coverage.pool.hypotheses, coverage.people, strict=True)
        ],
        "curves": {
            "made": _curve(coverage.made_curve),
            "distinct": _curve(coverage.distinct_curve),
            "references": _curve(coverage.reference_curve),
        },
        "richness": _richness(coverage.richness),
        "corrections": [_coverage_json_correction(item, coverage) for item in coverage.corrections.open(least)],
        "problems": list(map(str, coverage.pool.unused)),
    }


def _standings(item: Standings) -> shapes.CoverageStandings:
    return {
        "count": item.count,
        "covered": item.covered,
        "decided": item.decided,
        "variants": item.variants,
        "holes": item.holes,
    }


def _group(item: GroupCoverage) -> shapes.CoverageGroup:
    return {
        "group": item.group,
        "made": _standings(item.made),
        "distinct": _standings(item.distinct),
        "richness": _richness(item.richness),
    }


def _richness(item: Richness) -> shapes.CoverageRichness:
    return {
        "observed": item.observed,
        "once": item.once,
        "twice": item.twice,
        "chao1": item.chao1,
        "interval": None if item.interval is None else [*item.interval],
        "ace": item.ace,
        "completeness": item.completeness,
    }


def _curve(curve: Curve) -> list[shapes.CoveragePoint]:
    return [
        {
            "references": point.references,
            "share": point.share,
            "interval": None if point.interval is None else [*point.interval],
            "range": None if point.extent is None else [*point.extent],
            "corrections": point.corrections,
        }
        for point in curve.points
    ]


def _coverage_json_correction(item: PooledCorrection, coverage: Coverage) -> shapes.CoverageCorrection:
    pool = coverage.pool
    sentence = pool.sentences[item.sentence]
    nearest = item.nearest
    return {
        "exercise": pool.texts[sentence.text].exercise,
        "sentence": item.sentence,
        "source": [*sentence.source],
        "edit": _edit(item.edit),
        "group": coverage.group(item),
        "standing": "hole" if item.standing is Standing.HOLE else "variant",
        "makings": [_making(making, coverage) for making in item.makings],
        "seen_by": [pool.references[index] for index in item.seen_by],
        "credit": item.credit,
        "nearest": None
        if nearest is None
        else {"edit": _edit(nearest.edit), "references": [pool.references[index] for index in nearest.references]},
    }


def _making(making: Making, coverage: Coverage) -> shapes.CoverageMaking:
    return {
        "people": [coverage.pool.hypotheses[person] for person in making.people],
        "verdict": making.verdict.value,
        "covering": [coverage.pool.references[index] for index in making.covering],
        "decided": making.decided or None,
    }


def _edit(edit: Edit) -> shapes.CoverageEdit:
    return {"start": edit.start, "end": edit.end, "replacement": [*edit.replacement], "type": edit.type}


MOST_ON_PAGE = 100
"""Largest number of variants, and of holes, on a page."""


def coverage_page(coverage: Coverage, least: int) -> str:
    """Return a page, with corrections that ``least`` people make; it loads nothing and has no script."""
    waiting = coverage.corrections.open(least)
    tables = [
        (title, standing.value, [item for item in waiting if item.standing is standing])
        for standing, title in ((Standing.HOLE, HOLES), (Standing.VARIANT, VARIANTS))
    ]
    curves = coverage.made_curve, coverage.distinct_curve, coverage.reference_curve
    most = max(len(curve.points) for curve in curves)
    return page_template("coverage").render(
        version=VERSION,
        style=page_style("coverage"),
        coverage=coverage,
        title=", ".join(text.exercise for text in coverage.pool.texts[:3]) or "Coverage",
        summary=list(summary(coverage)),
        missing=list(missing(coverage.richness)),
        chart=chart(coverage),
        points=[(references, *(at(curve.points, references) for curve in curves)) for references in range(1, most + 1)],
        people=list(zip(coverage.pool.hypotheses, coverage.people, strict=True)),
        tables=tables,
        most=MOST_ON_PAGE,
        number=number,
        share=share,
        point=point,
        interval=interval,
        group_words=group_words,
        change=lambda item: edit_words(item.edit, coverage.pool.sentences[item.sentence].source),
        verdict=verdict_words,
        references=lambda item: reference_words(item, coverage),
        nearest=lambda item: nearest_words(item, coverage),
        made_by=lambda item: people_words(item, coverage),
        exercise=lambda item: coverage.pool.texts[coverage.pool.sentences[item.sentence].text].exercise,
    )


MOST_IN_TEXT = 10
"""Largest number of variants, and of holes, that are shown."""


def coverage_text(coverage: Coverage, least: int, width: int, colour: bool = False) -> str:
    """Return coverage for a terminal, with corrections that ``least`` people make."""
    parts: list[RenderableType] = [Text("\n".join(summary(coverage))), Text()]
    if coverage.groups:
        parts += [_groups(coverage), Text()]
    if coverage.made_curve.points or coverage.reference_curve.points:
        parts += [_coverage_text_curve(coverage), Text()]
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


def _coverage_text_curve(coverage: Coverage) -> Table:
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
    more = f": {MOST_IN_TEXT} of {number(len(items))}" if len(items) > MOST_IN_TEXT else ""
    parts: list[RenderableType] = [Text(f"{title}{more}", style="bold")]
    for item in items[:MOST_IN_TEXT]:
        parts.append(Padding(_coverage_text_correction(item, coverage), (0, 0, 0, 2)))
    return [*parts, Text()]


def _coverage_text_correction(item: PooledCorrection, coverage: Coverage) -> Table:
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


_Layout = Layout[[Coverage, int, int]]


TEXT: _Layout = Layout(coverage_text, marked_text)
CSV: _Layout = Layout(lambda coverage, least, _: coverage_csv(coverage, least))
HTML: _Layout = Layout(lambda coverage, least, _: coverage_page(coverage, least))
JSON: _Layout = Layout(lambda coverage, least, _: coverage_json(coverage, least), marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of coverage", {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")}
)
