"""Coverage as a page: the curve as a drawing, and the corrections that no reference covers, in their sentences."""

from markscheme.annotation.coverage.corrections import Standing
from markscheme.annotation.coverage.coverage import Coverage
from markscheme.reports.coverage.chart import chart
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
from markscheme.reports.pages import page_style, page_template
from markscheme.version import VERSION

MOST_SHOWN = 100
"""Largest number of variants, and of holes, on a page."""


def coverage_page(coverage: Coverage, least: int) -> str:
    """Return a page with coverage; it loads nothing and has no script.

    Parameters
    ----------
    least
        Smallest number of people who make a correction that is listed.
    """
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
        most=MOST_SHOWN,
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
