"""Reviews and scores as JSON and as text."""

import json
from collections.abc import Sequence
from io import StringIO
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from markscheme.api import Report, ReviewedDocument
from markscheme.documents.errors import DocumentError
from markscheme.documents.positions import LineIndex
from markscheme.engine.engine import Run
from markscheme.marking.findings import Finding, FindingReference
from markscheme.marking.wording import TITLES, change, four_scores, percent
from markscheme.metrics.cleme2 import Category

SCHEMA = 1
_STYLES = {
    Category.HIT: "green",
    Category.WRONG: "red",
    Category.UNDER: "yellow",
    Category.OVER: "magenta",
}


def review_json(report: Report) -> str:
    """``review --format json``: LSP ranges, 0-based and in UTF-16."""
    documents = [_document(item) for item in report.documents]
    return _dumped({"schema": SCHEMA, "documents": documents, "problems": [_problem(p) for p in report.problems]})


def score_json(runs: Sequence[Run], per_sentence: bool) -> str:
    """``score --format json``: unrounded numbers."""
    return _dumped({"schema": SCHEMA, "runs": [_run(run, per_sentence) for run in runs]})


def _dumped(value: dict[str, Any]) -> str:
    return _encodable(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def _encodable(text: str) -> str:
    """Text without the lone surrogates by which Python stands in for a file name's undecodable bytes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _problem(problem: DocumentError) -> dict[str, Any]:
    path = str(problem.path) if problem.path else None
    return {"path": path, "line": problem.line, "message": problem.explanation}


def _document(document: ReviewedDocument) -> dict[str, Any]:
    index = LineIndex(document.text)
    marks = document.review.marks
    return {
        "uri": document.path.as_uri(),
        "exercise": document.exercise,
        "author": document.author,
        "marks": {
            "counts": attrs.asdict(marks.counts),
            "scores": attrs.asdict(marks.scores),
            "credit": attrs.asdict(marks.credit) if marks.credit else None,
            "references": marks.references,
            "signature": marks.signature,
        },
        "findings": [_finding(finding, index) for finding in document.review.findings],
    }


def _finding(finding: Finding, index: LineIndex) -> dict[str, Any]:
    return {
        "category": finding.category.value,
        "range": attrs.asdict(index.range(finding.span, "utf-16")),
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "type": finding.type,
        "weight": finding.weight,
        "credit": finding.credit,
        "references": [_reference(reference) for reference in finding.references],
    }


def _reference(reference: FindingReference) -> dict[str, Any]:
    return {
        "reference": reference.reference,
        "text": reference.text,
        "category": reference.category.value if reference.category else None,
        "alignment": reference.alignment,
        "edits": [attrs.asdict(edit) for edit in reference.edits],
    }


def _run(run: Run, per_sentence: bool) -> dict[str, Any]:
    settings = run.settings
    own: dict[str, Any] = {"hypothesis": run.hypothesis, "metric": settings.metric, "level": settings.level}
    if settings.metric == "cleme2":
        own |= {"assumption": settings.assumption, "weighting": "none"}
    own |= {
        "sentences": len(run.result.sentences),
        "counts": attrs.asdict(run.result.counts),
        "scores": attrs.asdict(run.result.scores),
        "signature": run.signature,
    }
    if per_sentence:
        own["per_sentence"] = [attrs.asdict(sentence) for sentence in run.result.sentences]
    return own


def score_text(runs: Sequence[Run], width: int) -> str:
    """A table of counts and scores, and the signature under it."""
    table = Table(box=None, header_style="bold")
    first = runs[0].result
    counts, scores = list(attrs.asdict(first.counts)), list(attrs.asdict(first.scores))
    for column in ("hypothesis", *counts, *scores):
        table.add_column(column, justify="left" if column == "hypothesis" else "right", no_wrap=True)
    for run in runs:
        numbers = [
            f"{value:g}" if isinstance(value, int) else f"{value:.4f}" for value in attrs.astuple(run.result.counts)
        ]
        table.add_row(run.hypothesis, *numbers, *(f"{value:.4f}" for value in attrs.astuple(run.result.scores)))
    return _rendered([table, Text(runs[0].signature, style="dim")], width)


def review_text(report: Report, width: int, colour: bool = False) -> str:
    """Each document's marks, then its findings by line."""
    parts: list[Table | Text] = []
    for document in report.documents:
        parts += [_heading(document), _findings(document), Text()]
    return _rendered(parts, width, colour)


def _heading(document: ReviewedDocument) -> Text:
    marks = document.review.marks
    counts = marks.counts
    author = f" by {document.author}" if document.author else ""
    references = "1 reference" if marks.references == 1 else f"{marks.references} references"
    text = Text(f"{document.path.name}{author}", style="bold")
    text.append(f"  ({document.exercise}, {references})\n", style="dim")
    text.append(
        f"{counts.tp} hit, {counts.fp_ne} wrong, {counts.fn} under, {counts.fp_un} over: "
        f"{four_scores(marks.scores)} · score {marks.scores.score:.3f}",
        style="not bold",
    )
    if marks.credit is not None:
        text.append(f" · credit F {percent(marks.credit.f)}", style="not bold")
    return text


def _findings(document: ReviewedDocument) -> Table:
    index = LineIndex(document.text)
    table = Table(box=None, show_header=False, padding=(0, 1))
    for finding in document.review.findings:
        at = index.position(finding.span.start, "utf-32")
        credit = percent(finding.credit) if finding.credit is not None else ""
        table.add_row(
            f"{at.line + 1}:{at.character + 1}",
            Text(TITLES[finding.category], style=_STYLES[finding.category]),
            Text(finding.type, style="dim"),
            Text(change(finding.source, finding.hypothesis)),
            Text(credit),
            Text(_expected(finding), style="dim"),
        )
    return table


def _expected(finding: Finding) -> str:
    if finding.category is Category.HIT:
        return ""
    wanted: dict[str, list[str]] = {}
    for reference in finding.references:
        wanted.setdefault(change(finding.source, reference.text), []).append(reference.reference)
    return "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted.items())


def _rendered(parts: Sequence[Table | Text], width: int, colour: bool = False) -> str:
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    for part in parts:
        console.print(part)
    return _encodable(stream.getvalue())
