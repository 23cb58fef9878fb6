"""Findings and problems as LSP diagnostics."""

from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from markscheme.documents.errors import DocumentError
from markscheme.documents.positions import LineIndex, PositionEncoding, Span
from markscheme.marking.findings import Finding
from markscheme.marking.wording import TITLES, change, wanted
from markscheme.metrics.cleme2 import Category

SOURCE = "markscheme"
PROBLEM_CODE = "document-problem"

_SEVERITIES = {
    Category.HIT: types.DiagnosticSeverity.Hint,
    Category.WRONG: types.DiagnosticSeverity.Warning,
    Category.UNDER: types.DiagnosticSeverity.Information,
    Category.OVER: types.DiagnosticSeverity.Warning,
}


def lsp_range(index: LineIndex, span: Span, encoding: PositionEncoding) -> types.Range:
    """A span of a text as an LSP range."""
    found = index.range(span, encoding)
    return types.Range(
        types.Position(found.start.line, found.start.character),
        types.Position(found.end.line, found.end.character),
    )


def finding_diagnostic(finding: Finding, index: LineIndex, encoding: PositionEncoding) -> types.Diagnostic:
    """One finding; the code is its category."""
    return types.Diagnostic(
        range=lsp_range(index, finding.span, encoding),
        message=_message(finding),
        severity=_SEVERITIES[finding.category],
        code=finding.category.value,
        source=SOURCE,
        data={"type": finding.type, "passage": finding.passage},
    )


def _message(finding: Finding) -> str:
    """The title, the change, and who has it otherwise or the same."""
    told = f"{TITLES[finding.category]}: {change(finding.source, finding.hypothesis)}"
    if finding.category is not Category.HIT:
        others = "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted(finding).items())
        told += f" ({others})" if others else ""
    return f"{told} [{finding.type}]"


def problem_diagnostic(
    problem: DocumentError, path: Path, index: LineIndex, encoding: PositionEncoding
) -> types.Diagnostic:
    """Why a document can't be marked: at the fault's own place, or at the top with a link to where it is."""
    here = problem.path is None or problem.path == path
    line = min((problem.line or 1) - 1, len(index) - 1) if here else 0
    place = lsp_range(index, _fault_span(index, line, problem if here else None), encoding)
    if here or problem.path is None:
        return _problem(place, problem.explanation)
    name = ":".join(str(part) for part in (problem.path.name, problem.line, problem.column) if part is not None)
    there = types.Position((problem.line or 1) - 1, (problem.column or 1) - 1)
    link = types.DiagnosticRelatedInformation(
        types.Location(from_fs_path(str(problem.path)) or "", types.Range(there, there)), problem.explanation
    )
    return _problem(place, f"{name}: {problem.explanation}", [link])


def _fault_span(index: LineIndex, line: int, problem: DocumentError | None) -> Span:
    """The whole line, or from the fault's column on as far as the fault goes."""
    whole = index.line_span(line)
    if problem is None or problem.column is None:
        return whole
    start = min(whole.start + problem.column - 1, whole.end)
    return Span(start, whole.end if problem.length is None else min(start + problem.length, whole.end))


def _problem(
    place: types.Range, message: str, related: list[types.DiagnosticRelatedInformation] | None = None
) -> types.Diagnostic:
    return types.Diagnostic(
        range=place,
        message=message,
        severity=types.DiagnosticSeverity.Error,
        code=PROBLEM_CODE,
        source=SOURCE,
        related_information=related,
    )
