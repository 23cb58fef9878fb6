"""Several systems beside each other, as text, CSV, JSON, Markdown, LaTeX and a page with a heat map."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any

import attrs

from markscheme.documents.files import MARK
from markscheme.errors import ChoiceError, DocumentError
from markscheme.metrics.errant import MODES, EditLength
from markscheme.reports._tables import (
    DARK,
    HEAT_COLOURS,
    UNDEFINED,
    Cell,
    Table,
    TableReport,
    heat_step,
    table_layouts,
)
from markscheme.reports.figures import require_matplotlib
from markscheme.reports.output import Cells, json_report
from markscheme.reports.score_tables import PaperTable, TableChoice, comparison_rows, resamples_note, tidy_cells
from markscheme.research.measures import CountedEdit, Group
from markscheme.research.resampling import Estimate
from markscheme.research.system_comparison import (
    Comparison,
    Difference,
    MetricComparison,
    SystemScores,
)

DIFFERENCE_COLUMNS = (
    *("system", "other", "metric", "score", "difference", "low", "high"),
    *("p randomisation", "Holm randomisation", "p bootstrap", "Holm bootstrap", "Holm family", "group", "signature"),
)


def _cells(comparison: Comparison, choice: TableChoice) -> Cells:
    """Return all scores, or all differences, unrounded; a number that is not defined has an empty cell."""
    match choice.names:
        case () | (TableName.SCORES,):
            return tidy_cells(comparison_rows(comparison, choice.baseline))
        case (TableName.DIFFERENCES,):
            rows = (_difference_row(item, one) for item in comparison.all for one in item.differences)
            return DIFFERENCE_COLUMNS, rows
    raise ChoiceError(f"CSV has one table, {TableName.SCORES} or {TableName.DIFFERENCES}. JSON has all numbers")


def _difference_row(item: MetricComparison, one: Difference) -> tuple[object, ...]:
    estimate, tests = one.estimate, (one.randomisation, one.bootstrap)
    p_values = (value for test in tests for value in (test.value, test.adjusted))
    numbers = (estimate.value, estimate.low, estimate.high, *p_values, one.family)
    return one.first, one.second, item.metric, one.score, *numbers, one.group, item.signature


def summary(comparison: Comparison) -> str:
    settings, systems = comparison.request.settings, len(comparison.systems)
    references = "1 reference" if comparison.references == 1 else f"{comparison.references} references"
    sentences = "1 sentence" if comparison.sentences == 1 else f"{comparison.sentences} sentences"
    parts = (
        f"{systems} {'system' if systems == 1 else 'systems'}, {sentences}, {references}.",
        *_chosen_edits(comparison),
        f"Intervals of {settings.coverage} from {settings.resamples} bootstrap resamples of sentences.",
        *(_tests(comparison) if systems > 1 else ()),
    )
    return " ".join(parts)


FEW_SENTENCES = 30
"""Number of sentences under which a reader is warned of the bootstrap's p."""


def _tests(comparison: Comparison) -> Iterator[str]:
    yield (
        "p from as many random swaps of sentences (randomisation) and from the paired bootstrap; Holm's adjustment is "
        "over all pairs of systems, and by error type over all types too."
    )
    if comparison.sentences < FEW_SENTENCES:
        yield "With so few sentences the bootstrap's p can be too small: go by the randomisation."


def _chosen_edits(comparison: Comparison) -> Iterator[str]:
    chosen = comparison.request.edits
    if chosen.length is not None:
        yield f"Only edits of {LENGTHS[chosen.length]} take part."
    if chosen.without:
        yield f"Edits of type {', '.join(chosen.without)} take no part."
    if comparison.unmatched:
        yield f"No edit is of type {', '.join(comparison.unmatched)}."


LENGTHS = {
    EditLength.SINGLE: "at most one token on each side",
    EditLength.MULTI: "two tokens or more on a side",
}


def _resamples_note(differences: Sequence[Difference], comparison: Comparison) -> str:
    family = max((difference.family for difference in differences), default=0)
    return resamples_note(family, comparison.request.settings.resamples, PaperTable().level)


def family_note(number: int, item: MetricComparison, comparison: Comparison) -> str:
    """Return which differences by error type Holm's adjustment is over."""
    pairs = len(item.headline_differences())
    together = "this one difference" if number == 1 else f"these {number} differences together"
    return (
        f"Holm's adjustment is over {together}, of {pairs} "
        f"{'pair' if pairs == 1 else 'pairs'} of systems and {len(item.groups)} "
        f"{_plural(comparison, len(item.groups))}. Where one of two systems has no score, there is no difference."
    )


def _plural(comparison: Comparison, number: int) -> str:
    title = group_title(comparison)
    if number == 1:
        return title
    return f"{title[:-1]}ies" if title.endswith("y") else f"{title}s"


def group_title(comparison: Comparison) -> str:
    return comparison.request.grouping.title.lower() if comparison.request.grouping else ""


WITHOUT_NAME = "(no category)"


class TableName(StrEnum):
    """The tables of a comparison."""

    SCORES = "scores"
    COUNTS = "counts"
    DIFFERENCES = "differences"
    TYPES = "types"
    TYPE_COUNTS = "type-counts"
    TYPE_DIFFERENCES = "type-differences"
    SENTENCES = "sentences"


_IN_PAPERS = (TableName.SCORES, TableName.TYPES, TableName.TYPE_DIFFERENCES, TableName.SENTENCES)
"""The tables that Markdown and LaTeX have unless others are named; those of types and sentences if asked for."""


def comparison_report(comparison: Comparison, choice: TableChoice, form: str) -> TableReport:
    names = choice.names or (_IN_PAPERS if form in ("md", "latex") else tuple(TableName))
    if form == "text":  # a terminal need not have bold; of one metric, the table of counts says more
        choice = attrs.evolve(choice, paper=attrs.evolve(choice.paper, bold=False))
        names = names if choice.names or len(comparison.metrics) > 1 else names[1:]
    has_success = TableName.COUNTS in names or TableName.DIFFERENCES in names
    return TableReport(
        tuple(_tables(comparison, choice, names)),
        (summary(comparison),),
        tuple(item.signature for item in comparison.all if has_success or item is not comparison.success),
        f"Systems: {', '.join(comparison.systems)}",
    )


def _tables(comparison: Comparison, choice: TableChoice, names: Sequence[str]) -> Iterator[Table]:
    has_pairs = len(comparison.systems) > 1
    if TableName.SCORES in names:
        yield choice.paper.table(comparison_rows(comparison, choice.baseline), comparison.request.settings)
    kinds: dict[str, tuple[Callable[[MetricComparison, Comparison], Table], bool, bool]] = {
        TableName.COUNTS: (_scores, True, False),
        TableName.DIFFERENCES: (_differences, has_pairs, False),
        TableName.TYPES: (heat_map, True, True),
        TableName.TYPE_COUNTS: (_groups, True, True),
        TableName.TYPE_DIFFERENCES: (_group_differences, has_pairs, True),
    }
    for item in comparison.all:
        for name, (table, is_possible, needs_groups) in kinds.items():
            if name in names and is_possible and (item.groups or not needs_groups):
                yield table(item, comparison)
    if TableName.SENTENCES in names:
        yield from (_sentences(item) for item in comparison.all if item.sentences)


def _title(item: MetricComparison) -> str:
    return f"{item.title} ({MODES[item.mode].title.lower()})" if item.mode else item.title


def _scores(item: MetricComparison, comparison: Comparison) -> Table:
    systems = item.of_group()
    headline = f"{_label(item.headline)}, {comparison.request.settings.coverage}"
    columns = ("system", *systems[0].counts, *map(_label, systems[0].scores), headline)
    return Table(_title(item), columns, [[_score_row(scored, item.headline) for scored in systems]])


def _score_row(scored: SystemScores, headline: str) -> tuple[str, ...]:
    return (
        scored.system,
        *(_count(value) for value in scored.counts.values()),
        *(score(estimate.value) for estimate in scored.scores.values()),
        interval(scored.scores[headline]),
    )


def _differences(item: MetricComparison, comparison: Comparison) -> Table:
    return Table(
        f"{_title(item)}: differences of {_label(item.headline)}",
        ("system", "other", "difference", comparison.request.settings.coverage, *P_COLUMNS),
        [
            [
                (difference.first, difference.second, *_difference_cells(difference))
                for difference in item.headline_differences()
            ]
        ],
        names=2,
        note=_resamples_note(item.headline_differences(), comparison),
    )


P_COLUMNS = ("p (randomisation)", "Holm", "p (bootstrap)", "Holm")


def _difference_cells(difference: Difference) -> tuple[str, ...]:
    values = (
        difference.randomisation.value,
        difference.randomisation.adjusted,
        difference.bootstrap.value,
        difference.bootstrap.adjusted,
    )
    return (
        UNDEFINED if difference.estimate.value is None else f"{difference.estimate.value:+.4f}",
        interval(difference.estimate, sign=True),
        *(UNDEFINED if value is None else f"{value:.3f}" for value in values),
    )


def heat_map(item: MetricComparison, comparison: Comparison) -> Table:
    rows = [
        [Cell(group_name(group)), *(_heat(scored, item.headline) for scored in item.of_group(group))]
        for group in item.groups
    ]
    title = f"{_title(item)}: {_label(item.headline)} {_by(comparison)}"
    return Table(title, (group_title(comparison), *comparison.systems), [rows], is_heat_map=True)


def _heat(scored: SystemScores, headline: str) -> Cell:
    estimate = scored.scores[headline]
    counts = ", ".join(f"{name} {_count(value)}" for name, value in scored.counts.items())
    note = f"{scored.system}, {group_name(scored.group)}: {score(estimate.value)} {interval(estimate)}; {counts}"
    return Cell(score(estimate.value), estimate.value, note)


def _groups(item: MetricComparison, comparison: Comparison) -> Table:
    first = item.of_group()[0]
    headline = f"{_label(item.headline)}, {comparison.request.settings.coverage}"
    columns = (group_title(comparison), "system", *first.counts, *map(_label, first.scores), headline)
    rows = tuple(
        (group_name(group), *_score_row(scored, item.headline))
        for group in item.groups
        for scored in item.of_group(group)
    )
    return Table(f"{_title(item)}: counts and scores {_by(comparison)}", columns, [rows], names=2)


def _group_differences(item: MetricComparison, comparison: Comparison) -> Table:
    differences = [
        difference
        for group in item.groups
        for difference in item.headline_differences(group)
        if difference.estimate.value is not None
    ]
    resamples = _resamples_note(differences, comparison)
    return Table(
        f"{_title(item)}: differences of {_label(item.headline)} {_by(comparison)}",
        (
            group_title(comparison),
            "system",
            "other",
            "difference",
            comparison.request.settings.coverage,
            *P_COLUMNS,
        ),
        [
            [
                (group_name(difference.group), difference.first, difference.second, *_difference_cells(difference))
                for difference in differences
            ]
        ],
        names=3,
        note=" ".join(filter(None, (family_note(len(differences), item, comparison), resamples))),
    )


EDIT_SIGNS = {"tp": "TP", "fp": "FP", "fn": "FN"}


def _sentences(item: MetricComparison) -> Table:
    first = item.sentences[0]
    has_references = any(sentence.reference is not None for sentence in item.sentences)
    has_edits = any(sentence.edits for sentence in item.sentences)
    columns = (
        "sentence",
        "system",
        *(("reference",) if has_references else ()),
        *first.counts,
        *map(_label, first.scores),
        *(("edits",) if has_edits else ()),
    )
    rows = tuple(
        (
            str(sentence.sentence + 1),
            sentence.system,
            *((UNDEFINED if sentence.reference is None else str(sentence.reference + 1),) if has_references else ()),
            *(_count(value) for value in sentence.counts.values()),
            *(score(value) for value in sentence.scores.values()),
            *(("; ".join(map(_edit, sentence.edits)),) if has_edits else ()),
        )
        for sentence in item.sentences
    )
    note = "Edits are source tokens (from:to, to is not included), the words in their place, and the type."
    return Table(
        f"{_title(item)}: each sentence", columns, [rows], names=2, words=int(has_edits), note=note if has_edits else ""
    )


def _edit(item: CountedEdit) -> str:
    words = " ".join(item.edit.replacement)
    return " ".join(filter(None, (EDIT_SIGNS[item.count], f"{item.start}:{item.end}", words, f"({item.edit.type})")))


def _by(comparison: Comparison) -> str:
    return f"by {group_title(comparison)}"


def group_name(group: Group) -> str:
    return group or WITHOUT_NAME


def score(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def interval(estimate: Estimate, *, sign: bool = False) -> str:
    if estimate.low is None or estimate.high is None:
        return UNDEFINED
    low, high = (f"{value:+.4f}" if sign else f"{value:.4f}" for value in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _label(name: str) -> str:
    return name.replace("_", " ")


def _count(value: float) -> str:
    rounded = round(float(value), 4) + 0.0  # zero has no sign
    return f"{rounded:.0f}" if rounded.is_integer() else f"{rounded:.4f}"


FIGURE_FORMATS = ("svg", "pdf", "png")
CELL_WIDTH, CELL_HEIGHT = 0.95, 0.3
"""Inches of a cell; it is wider where a system's name is."""
CHARACTER = 0.09
"""Inches that a character of a name takes at most, at the size of the figure's words."""
MARGIN = 0.9
"""Inches for a map's title."""
UNDEFINED_COLOUR = "FFFFFF"


def heat_map_figure(comparison: Comparison, form: str) -> bytes:
    """Return heat maps in one of :data:`FIGURE_FORMATS`; raise DocumentError without matplotlib, or scores by type."""
    maps = [heat_map(item, comparison) for item in comparison.metrics if item.groups]
    if not maps:
        raise DocumentError("there is no score by error type to show in a figure")
    require_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    heights = [MARGIN + CELL_HEIGHT * len(table.rows) for table in maps]
    # Text stays text, also "$" in a system's name, and nothing in the file depends on when it was made.
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": "markscheme", "font.size": 9, "text.parse_math": False}
    with rc_context(style):
        figure = Figure(figsize=(_width(maps, comparison.systems), sum(heights)), layout="constrained")
        parts = figure.subplots(len(maps), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, table in zip(parts, maps, strict=True):
            _draw(axes, table)
        stream = io.BytesIO()
        figure.savefig(stream, format=form, dpi=200, metadata=dict.fromkeys(_METADATA[form]))
    image = stream.getvalue()
    return _SVG.sub(rf"\g<0><metadata>{MARK}</metadata>".encode(), image, count=1) if form == "svg" else image


_METADATA = {"png": ("Software",), "svg": ("Date", "Creator", "Format", "Type"), "pdf": ("CreationDate",)}
"""What matplotlib would say of a file, which is left out: the time, and its own version."""
_SVG = re.compile(rb"<svg [^>]*>")


def _width(maps: Sequence[Table], systems: Sequence[str]) -> float:
    groups = CHARACTER * max(len(row[0].words) for table in maps for row in table.rows)
    cell = max(CELL_WIDTH, CHARACTER * (max(map(len, systems)) + 1))
    title = CHARACTER * max(len(table.title) for table in maps)
    return 0.4 + groups + max(cell * len(systems), title)


def _draw(axes: Any, table: Table) -> None:
    systems, cells = table.columns[1:], [row[1:] for row in table.rows]
    axes.imshow(
        [
            [_rgb(UNDEFINED_COLOUR if cell.heat is None else HEAT_COLOURS[heat_step(cell.heat)].cell) for cell in row]
            for row in cells
        ],
        aspect="auto",
    )
    axes.set_title(table.title, loc="left", fontsize=10)
    axes.set_xticks(range(len(systems)), systems)
    axes.set_yticks(range(len(cells)), [row[0].words for row in table.rows])
    axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    axes.spines[:].set_visible(False)
    for line, row in enumerate(cells):
        for place, cell in enumerate(row):
            colour = DARK if cell.heat is None else HEAT_COLOURS[heat_step(cell.heat)].words
            axes.text(place, line, cell.words, ha="center", va="center", color=f"#{colour}")


def _rgb(colour: str) -> Sequence[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]


LAYOUTS = table_layouts(comparison_report, json=lambda comparison, _: json_report(comparison), cells=_cells)
"""They take a comparison and what is shown of it; JSON has everything."""
