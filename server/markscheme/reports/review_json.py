"""A review as JSON, with LSP ranges."""

import json
from typing import Any

import attrs

from markscheme.formats.registry import has_lines
from markscheme.marking.findings import Finding, FindingReference, Marks, PassageReview, PassageScores
from markscheme.reports.estimate_json import estimate_json
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, PositionEncoding

SCHEMA = 1


def review_json(report: Report) -> str:
    """Return a report as ``review --format json`` writes it: LSP ranges, 0-based and in UTF-16."""
    documents = [document_json(item) for item in report.documents]
    estimated = [document_json(item) for item in report.estimated]
    problems = [_problem(problem) for problem in report.problems]
    return dumped({"schema": SCHEMA, "documents": documents, "estimated": estimated, "problems": problems})


def _problem(problem: DocumentError) -> dict[str, Any]:
    path = str(problem.path) if problem.path else None
    return {"path": path, "line": problem.line, "message": problem.explanation}


def document_json(document: ReviewedDocument, encoding: PositionEncoding = "utf-16") -> dict[str, Any]:
    """Return one document, with ranges in an encoding: its marks, passages and findings, or its estimate."""
    index, review = LineIndex(document.text), document.review
    value: dict[str, Any] = {
        "uri": document.path.as_uri(),
        "lines": has_lines(document.path),
        "exercise": document.exercise,
        "author": document.author,
    }
    if review.marks is not None:
        passages = ((passage, passage.marks) for passage in review.passages)
        value["marks"] = marks_json(review.marks)
        value["passages"] = [_passage(item, marks, index, encoding) for item, marks in passages if marks is not None]
        value["findings"] = [_finding(finding, index, encoding) for finding in review.findings]
    if review.estimate is not None:
        value["estimate"] = estimate_json(review, review.estimate, index, encoding)
    return value


def marks_json(marks: Marks) -> dict[str, Any]:
    """Return a document's marks."""
    return {
        "counts": attrs.asdict(marks.counts),
        "weighting": marks.weighting,
        "weights": attrs.asdict(marks.weights) if marks.weights else None,
        "scores": attrs.asdict(marks.scores),
        "errant": attrs.asdict(marks.errant),
        "credit": attrs.asdict(marks.credit) if marks.credit else None,
        "references": marks.references,
        "signature": marks.signature,
    }


def _passage(
    passage: PassageReview, marks: PassageScores, index: LineIndex, encoding: PositionEncoding
) -> dict[str, Any]:
    return {
        "range": attrs.asdict(index.range(passage.span, encoding)),
        "text": passage.text,
        "counts": attrs.asdict(marks.counts),
        "score": marks.scores.score,
        "credit": marks.credit.f if marks.credit else None,
    }


def _finding(finding: Finding, index: LineIndex, encoding: PositionEncoding) -> dict[str, Any]:
    return {
        "category": finding.code,
        "range": attrs.asdict(index.range(finding.span, encoding)),
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "type": finding.type,
        "weight": finding.weight,
        "difference": finding.difference,
        "credit": finding.credit,
        "passage": finding.passage,
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


def dumped(value: dict[str, Any]) -> str:
    """Return JSON text that ends with a line end."""
    return encodable(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def encodable(text: str) -> str:
    """Return text without lone surrogates, which stand for the undecodable bytes of a file name."""
    return text.encode("utf-8", "replace").decode("utf-8")
