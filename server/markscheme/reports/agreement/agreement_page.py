"""The agreement of annotators as a page: tables whose cells are shaded by their numbers."""

from collections.abc import Sequence

import attrs

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.annotation.agreement.confusion import Confusion
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.reports.agreement.agreement_words import (
    METRIC_WORDS,
    NOTHING,
    QUESTION_WORDS,
    WHY_UNDEFINED,
    differing,
    example_place,
    example_sentence,
    names_of,
    number,
    opinion_words,
    share,
    summary,
    type_words,
    with_interval,
)
from markscheme.reports.pages import page_style, page_template
from markscheme.version import VERSION

MOST_TYPES = 15
"""Largest number of types in the maps; the most frequent ones are."""
MOST_EXAMPLES = 12
"""Largest number of kinds of errors, and of pairs of types, that have an example."""


@attrs.frozen
class Cell:
    """A cell of a map.

    Attributes
    ----------
    words
        What it says.
    shade
        How strongly it is shaded, in [0, 1]; ``None`` for a cell without a number.
    detail
        What stands below its words; empty for nothing.
    """

    words: str
    shade: float | None = None
    detail: str = ""


@attrs.frozen
class Map:
    """A table with a shaded cell for each row and column."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def agreement_page(agreement: Agreement) -> str:
    """Return a page with all tables and maps; it loads nothing and has no script."""
    kinds = [item for item in agreement.main_types if item.example is not None][:MOST_EXAMPLES]
    return page_template("agreement").render(
        version=VERSION,
        style=page_style("agreement"),
        agreement=agreement,
        names=names_of(agreement),
        summary=list(summary(agreement)),
        maps=_maps(agreement),
        verdicts=list(Verdict),
        kinds=kinds,
        confusions=differing(agreement.confusions)[:MOST_EXAMPLES],
        has_credit=any(item.metric == "credit" for item in agreement.ceilings),
        has_verdicts=any(item.verdicts is not None for item in agreement.left_out),
        metrics=METRIC_WORDS,
        questions=QUESTION_WORDS,
        nothing=NOTHING,
        why_undefined=WHY_UNDEFINED,
        number=number,
        share=share,
        with_interval=with_interval,
        types=lambda name: type_words(agreement.language, name),
        sentence=lambda item: example_sentence(item, agreement),
        place=lambda item: example_place(item, agreement),
        opinion=lambda item: opinion_words(item, agreement),
    )


def _maps(agreement: Agreement) -> list[Map]:
    if len(agreement.annotators) < 2:
        return []
    return [*_kappas(agreement), _types(agreement), _confusion(agreement)]


def _kappas(agreement: Agreement) -> list[Map]:
    names = names_of(agreement)
    maps = []
    for item in agreement.questions:
        rows = tuple(
            (
                name,
                tuple(
                    Cell(NOTHING) if row == column else _coefficient(item.kappa(row, column).value)
                    for column in range(len(names))
                ),
            )
            for row, name in enumerate(names)
        )
        note = "Cohen's kappa of each pair: 1 is full agreement, 0 what chance gives."
        maps.append(Map(f"Each pair: {QUESTION_WORDS[item.question]}", note, names, rows))
    return maps


def _coefficient(value: float | None) -> Cell:
    return Cell(number(value), None if value is None else min(max(value, 0.0), 1.0))


def _types(agreement: Agreement) -> Map:
    """Return the map of annotators by kinds of errors."""
    kinds = sorted(agreement.main_types, key=lambda kind: -kind.answers.changes)[:MOST_TYPES]
    rows = tuple(
        (
            type_words(agreement.language, kind.name),
            tuple(
                Cell(share(answers.same_share), answers.same_share, f"of {answers.changes}")
                if answers.changes
                else Cell(NOTHING)
                for answers in kind.by_annotator
            ),
        )
        for kind in kinds
    )
    note = (
        "How often another annotator makes the same correction, of an annotator's corrections of each kind; below, the "
        "number of these corrections."
    )
    return Map("Annotators by kinds of errors", note, names_of(agreement), rows)


def _confusion(agreement: Agreement) -> Map:
    """Return the map of types by types: how often two annotators give them at the same place."""
    counts = {(item.one, item.other): item for item in agreement.confusions}
    counts |= {(item.other, item.one): item for item in agreement.confusions}
    sums: dict[str, int] = {}
    for (one, _), item in counts.items():
        sums[one] = sums.get(one, 0) + item.count
    names = sorted(sums, key=lambda name: (-sums[name], name))[:MOST_TYPES]
    rows = tuple(
        (
            type_words(agreement.language, row),
            tuple(_pair_cell(counts.get((row, column)), row == column, sums[row]) for column in names),
        )
        for row in names
    )
    note = (
        "How often two annotators who both change a place give it these types; below, how often they make the same "
        "correction. Shaded by the share of the row's number."
    )
    columns: Sequence[str] = [type_words(agreement.language, name) for name in names]
    return Map("Types by types", note, tuple(columns), rows)


def _pair_cell(item: Confusion | None, is_same: bool, total: int) -> Cell:
    if item is None:
        return Cell("0")
    detail = f"{item.same_correction} same" if item.same_correction or is_same else ""
    return Cell(str(item.count), item.count / total, detail)
