"""A review as text, coloured where the terminal is."""

from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from markscheme.marking.findings import Estimate, Finding, Marks
from markscheme.marking.wording.estimate_words import NO_REFERENCE, UNREFERENCED, qualities, with_and_without
from markscheme.marking.wording.words import change, four_scores, percent, title
from markscheme.metrics.categories import Category
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.reports.review_json import encodable
from markscheme.text.positions import LineIndex, Span

ESTIMATED = "These are a model's estimates, and no marks:"

_STYLES = {
    Category.HIT: "green",
    Category.WRONG: "red",
    Category.UNDER: "yellow",
    Category.OVER: "magenta",
    None: "cyan",
}


def review_text(report: Report, width: int, colour: bool = False) -> str:
    """Return each document's marks, then its findings by line; documents without a reference stand at the end."""
    parts: list[Table | Text] = []
    for document in report.documents:
        parts += _document(document)
    if report.estimated:
        parts += [Text(f"{UNREFERENCED} {ESTIMATED}\n", style="bold")]
    for document in report.estimated:
        parts += _document(document)
    return rendered(parts, width, colour)


def _document(document: ReviewedDocument) -> list[Table | Text]:
    review = document.review
    author = f" by {document.author}" if document.author else ""
    heading = Text(f"{document.path.name}{author}", style="bold")
    if review.marks is not None:
        _append_marks(heading, document.exercise, review.marks)
    if review.estimate is not None:
        _append_estimate(heading, document, review.estimate)
    index, table = LineIndex(document.text), _table()
    for finding in review.findings:
        if finding.is_shown:
            table.add_row(*_row(finding, index))
    return [heading, table, Text()]


def _append_marks(heading: Text, exercise: str, marks: Marks) -> None:
    counts = marks.counts
    references = "1 reference" if marks.references == 1 else f"{marks.references} references"
    heading.append(f"  ({exercise}, {references})\n", style="dim")
    heading.append(
        f"{counts.tp} hit, {counts.fp_ne} wrong, {counts.fn} under, {counts.fp_un} over: "
        f"{four_scores(marks.scores)} · score {marks.scores.score:.3f} · F {marks.errant.f:.3f}",
        style="not bold",
    )
    if marks.credit is not None:
        heading.append(f" · credit F {percent(marks.credit.f)}", style="not bold")


def _append_estimate(heading: Text, document: ReviewedDocument, estimate: Estimate) -> None:
    findings, lowering = len(document.review.findings), len(document.review.lowering)
    corrections = "1 correction" if findings == 1 else f"{findings} corrections"
    verb = "lowers" if lowering == 1 else "lower"
    heading.append(f"  ({document.exercise}, {NO_REFERENCE})\n", style="dim")
    heading.append(
        f"{qualities(estimate.means.before, estimate.means.after)} · {corrections}, {lowering} of them {verb} it",
        style="not bold",
    )


def _row(finding: Finding, index: LineIndex) -> list[str | Text]:
    first: list[str | Text] = [
        _place(index, finding.span),
        Text(title(finding), style=_STYLES[finding.category]),
        Text(finding.type, style="dim"),
        Text(change(finding.source, finding.hypothesis)),
    ]
    if finding.estimate is not None:
        return [*first, Text(with_and_without(finding.estimate), style="dim")]
    credit = percent(finding.credit) if finding.credit is not None else ""
    return [*first, Text(credit), Text(_expected(finding), style="dim")]


def _table() -> Table:
    return Table(box=None, show_header=False, padding=(0, 1))


def _place(index: LineIndex, span: Span) -> str:
    at = index.position(span.start, "utf-32")
    return f"{at.line + 1}:{at.character + 1}"


def _expected(finding: Finding) -> str:
    if finding.category is Category.HIT:
        return ""
    corrections: dict[str, list[str]] = {}
    for reference in finding.references:
        corrections.setdefault(change(finding.source, reference.text), []).append(reference.reference)
    return "; ".join(f"{', '.join(names)}: {text}" for text, names in corrections.items())


def rendered(parts: Sequence[Table | Text], width: int, colour: bool = False) -> str:
    """Return tables and texts as one text."""
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    for part in parts:
        console.print(part)
    return encodable(stream.getvalue())
