"""A review as text, coloured where the terminal is."""

from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from markscheme.marking.estimate_wording import NO_REFERENCE, TITLE, UNREFERENCED, qualities, with_and_without
from markscheme.marking.findings import Finding
from markscheme.marking.wording import TITLES, change, four_scores, percent
from markscheme.metrics.cleme2 import Category
from markscheme.reports.report import EstimatedDocument, Report, ReviewedDocument
from markscheme.reports.review_json import encodable
from markscheme.text.positions import LineIndex, Span

ESTIMATED = "These are a model's estimates, and no marks:"

_STYLES = {
    Category.HIT: "green",
    Category.WRONG: "red",
    Category.UNDER: "yellow",
    Category.OVER: "magenta",
}


def review_text(report: Report, width: int, colour: bool = False) -> str:
    """Each document's marks, then its findings by line; apart from them, the documents that have no reference."""
    parts: list[Table | Text] = []
    for document in report.documents:
        parts += [_heading(document), _findings(document), Text()]
    if report.estimated:
        parts += [Text(f"{UNREFERENCED} {ESTIMATED}\n", style="bold")]
    for estimated in report.estimated:
        parts += [_estimated_heading(estimated), _lowering(estimated), Text()]
    return rendered(parts, width, colour)


def _heading(document: ReviewedDocument) -> Text:
    marks = document.review.marks
    counts = marks.counts
    author = f" by {document.author}" if document.author else ""
    references = "1 reference" if marks.references == 1 else f"{marks.references} references"
    text = Text(f"{document.path.name}{author}", style="bold")
    text.append(f"  ({document.exercise}, {references})\n", style="dim")
    text.append(
        f"{counts.tp} hit, {counts.fp_ne} wrong, {counts.fn} under, {counts.fp_un} over: "
        f"{four_scores(marks.scores)} · score {marks.scores.score:.3f} · F {marks.errant.f:.3f}",
        style="not bold",
    )
    if marks.credit is not None:
        text.append(f" · credit F {percent(marks.credit.f)}", style="not bold")
    return text


def _findings(document: ReviewedDocument) -> Table:
    index, table = LineIndex(document.text), _table()
    for finding in document.review.findings:
        credit = percent(finding.credit) if finding.credit is not None else ""
        table.add_row(
            _place(index, finding.span),
            Text(TITLES[finding.category], style=_STYLES[finding.category]),
            Text(finding.type, style="dim"),
            Text(change(finding.source, finding.hypothesis)),
            Text(credit),
            Text(_expected(finding), style="dim"),
        )
    return table


def _table() -> Table:
    return Table(box=None, show_header=False, padding=(0, 1))


def _place(index: LineIndex, span: Span) -> str:
    at = index.position(span.start, "utf-32")
    return f"{at.line + 1}:{at.character + 1}"


def _expected(finding: Finding) -> str:
    if finding.category is Category.HIT:
        return ""
    wanted: dict[str, list[str]] = {}
    for reference in finding.references:
        wanted.setdefault(change(finding.source, reference.text), []).append(reference.reference)
    return "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted.items())


def _estimated_heading(document: EstimatedDocument) -> Text:
    estimate = document.estimate
    author = f" by {document.author}" if document.author else ""
    text = Text(f"{document.path.name}{author}", style="bold")
    text.append(f"  ({document.exercise}, {NO_REFERENCE})\n", style="dim")
    told = qualities(estimate.means.before, estimate.means.after)
    corrections = "1 correction" if len(estimate.edits) == 1 else f"{len(estimate.edits)} corrections"
    lowering = len(estimate.lowering)
    verb = "lowers" if lowering == 1 else "lower"
    text.append(f"{told} · {corrections}, {lowering} of them {verb} it", style="not bold")
    return text


def _lowering(document: EstimatedDocument) -> Table:
    index, table = LineIndex(document.text), _table()
    for edit in document.estimate.lowering:
        table.add_row(
            _place(index, edit.span),
            Text(TITLE, style="cyan"),
            Text(edit.type, style="dim"),
            Text(change(edit.source, edit.hypothesis)),
            Text(with_and_without(edit), style="dim"),
        )
    return table


def rendered(parts: Sequence[Table | Text], width: int, colour: bool = False) -> str:
    """Tables and texts as one text."""
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    for part in parts:
        console.print(part)
    return encodable(stream.getvalue())
