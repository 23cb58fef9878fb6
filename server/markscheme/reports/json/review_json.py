"""A review as JSON, with LSP ranges."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
from typing_extensions import TypedDict

from markscheme.formats.registry import has_lines
from markscheme.marking.review.document_review import Marks, PassageReview, PassageScores, VerdictCounts
from markscheme.marking.review.findings import (
    Finding,
    FindingAlignment,
    FindingReference,
    FindingSuggestion,
    PlaceVerdict,
)
from markscheme.marking.review.whole_words import ShownWords
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import group_of
from markscheme.metrics.categories import Category
from markscheme.reports.contract import assessment, review
from markscheme.reports.json.comment_json import comment_json, comment_uses_json, comments_json
from markscheme.reports.json.estimate_json import estimate_json
from markscheme.reports.json.json_text import SCHEMA, dumped, encodable
from markscheme.reports.json.mark_json import mark_json
from markscheme.reports.json.shape_json import (
    category_json,
    counts_json,
    precision_json,
    range_json,
    scores_json,
    verdict_json,
)
from markscheme.reports.report import Remarks, Report, ReviewedDocument
from markscheme.reports.review_pieces import KeptTexts, Piece, ReviewFormat, kept_texts
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, PositionEncoding

_INDENT = "    "
"""Of a document in the whole object."""


@attrs.frozen
class JsonFormat(ReviewFormat):
    """One JSON object as ``review --format json`` writes it: LSP ranges, 0-based and in UTF-16."""

    def piece(self, document: ReviewedDocument) -> Piece:
        text = encodable(json.dumps(document_json(document), ensure_ascii=False, indent=2))
        return Piece(text.replace("\n", f"\n{_INDENT}"), document.review.marks is None)

    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        with kept_texts() as estimated:
            yield f'{{\n  "schema": {SCHEMA},\n  "documents": ['
            yield from _items(_marked(pieces, estimated))
            yield ',\n  "estimated": ['
            yield from _items(estimated)
        yield "," + dumped(_remarks(remarks())).removeprefix("{")


def _marked(pieces: Iterable[Piece], estimated: KeptTexts) -> Iterator[str]:
    """Yield the documents with marks; keep the others."""
    for piece in pieces:
        if piece.is_estimate:
            estimated.add(piece.text)
        else:
            yield piece.text


def _items(texts: Iterable[str]) -> Iterator[str]:
    """Yield the items of a list and its end."""
    end = "]"
    for text in texts:
        yield f"{'' if end == ']' else ','}\n{_INDENT}{text}"
        end = "\n  ]"
    yield end


def _remarks(remarks: Remarks) -> dict[str, Any]:
    """Return the members after the documents."""
    members: dict[str, Any] = {
        "problems": [_problem(problem) for problem in remarks.problems],
        "absent": [problem.problem for problem in remarks.absent],
        "notices": [_problem(notice) for notice in remarks.notices],
    }
    if remarks.comment_uses is not None:
        members["comments"] = comment_uses_json(remarks.comment_uses)
    return members


def review_json(report: Report) -> str:
    """Return a report as :class:`JsonFormat` writes it."""
    return JsonFormat().whole(report)


def _problem(problem: DocumentError) -> review.Problem:
    path = str(problem.path) if problem.path else None
    return {"path": path, "line": problem.line, "message": problem.explanation}


def document_json(
    document: ReviewedDocument, encoding: PositionEncoding = "utf-16"
) -> review.MarkedDocument | review.EstimatedDocument:
    """Return one document, with ranges in an encoding: its marks, passages and findings, or its estimate."""
    index, found = LineIndex(document.text), document.review
    place: review.DocumentPlace = {
        "uri": document.path.as_uri(),
        "lines": has_lines(document.path),
        "exercise": document.exercise,
        "assignment": document.assignment,
        "student": document.student,
        "author": document.author,
    }
    if found.notices:
        place["notices"] = [{"code": notice.code, "message": notice.message} for notice in found.notices]
    if document.comments is not None:
        place["comments"] = comments_json(document.comments, index, encoding)
    if document.reference_authors:
        place["reference_authors"] = document.reference_authors
    if found.marks is None:
        return {**place, "estimate": estimate_json(found, index, encoding)}
    source_index = None if document.source_text is None else LineIndex(document.source_text)
    passages = ((passage, passage.marks) for passage in found.passages)
    mark: assessment.WithMark = {}
    if document.mark is not None:
        mark["mark"] = mark_json(document.mark, found.findings, index, encoding)
    return {
        **place,
        **mark,
        "marks": marks_json(found.marks),
        "passages": [_passage(item, marks, index, encoding) for item, marks in passages if marks is not None],
        "findings": [
            _finding(finding, finding.place, index, source_index, encoding, document, number)
            for number, finding in enumerate(found.findings)
            if finding.place is not None
        ],
        "chunks": [
            _chunk(finding, finding.category, index, encoding)
            for finding in found.chunks
            if finding.category is not None
        ],
    }


def marks_json(marks: Marks) -> review.Marks:
    """Return a document's marks."""
    shown: review.Marks = {
        "verdicts": verdicts_json(marks.verdicts),
        "counts": counts_json(marks.counts),
        "weighting": marks.weighting,
        "weights": counts_json(marks.weights) if marks.weights else None,
        "scores": scores_json(marks.scores),
        "errant": precision_json(marks.errant),
        "credit": precision_json(marks.credit) if marks.credit else None,
        "references": marks.references,
        "signature": marks.signature,
    }
    if metric := marks.metric:
        scores = dict(metric.scores)
        shown["metric"] = {"name": metric.name, "title": metric.title, "scores": scores, "signature": metric.signature}
    return shown


def _passage(
    passage: PassageReview, marks: PassageScores, index: LineIndex, encoding: PositionEncoding
) -> review.Passage:
    shown: review.Passage = {
        "range": range_json(index, passage.span, encoding),
        "text": passage.text,
        "verdicts": verdicts_json(marks.verdicts),
        "counts": counts_json(marks.counts),
        "score": marks.scores.score,
        "credit": marks.credit.f if marks.credit else None,
    }
    if passage.reference_count < len(passage.references):
        shown["references"] = passage.reference_count
    return shown


def counts_by_verdict_json(counts: Iterable[tuple[Verdict, int]]) -> list[review.VerdictCount]:
    """Return numbers of places with their verdicts."""
    return [{"verdict": verdict_json(verdict), "count": count} for verdict, count in counts]


def verdicts_json(verdicts: VerdictCounts) -> review.Verdicts:
    """Return counted verdicts."""
    return {
        "counts": counts_by_verdict_json(verdicts.counts),
        "earned": verdicts.points.earned,
        "due": verdicts.points.due,
        "share": verdicts.points.share,
        "rewritten": verdicts.rewritten,
        "comparable": verdicts.is_comparable,
        "open": verdicts.open,
        "range": [verdicts.lowest, verdicts.highest],
    }


def _finding(
    finding: Finding,
    place: PlaceVerdict,
    index: LineIndex,
    source_index: LineIndex | None,
    encoding: PositionEncoding,
    document: ReviewedDocument,
    number: int,
) -> review.Finding:
    shown: review.Finding = {
        "verdict": verdict_json(place.verdict),
        "category": category_json(finding.category) if finding.category else None,
        "range": range_json(index, finding.span, encoding),
        "source_range": range_json(source_index, finding.source_span, encoding) if source_index else None,
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "type": finding.type,
        "error_type": finding.error_type,
        "group": group_of(finding, document.language, document.groups),
        "weight": finding.weight,
        "credit": finding.credit,
        "passage": finding.passage,
        "earned": place.points.earned,
        "due": place.points.due,
        "references": [
            {
                **_reference(reference),
                "source": reference.source,
                "follows": reference.follows,
                **_whole(reference.whole),
            }
            for reference in finding.references
        ],
        "suggestions": [_suggestion(item, index, encoding) for item in place.suggestions],
        "tolerances": list(place.tolerances),
        "decided": place.decided or None,
        "open": place.is_open,
        "rewritten": place.rewritten,
    }
    if finding.whole is not None:
        shown["whole"] = _words(finding.whole)
    if place.verdict is Verdict.PARTLY:
        shown["missing"] = [
            {
                "range": range_json(index, item.span, encoding),
                "before": item.before,
                "text": item.text,
                **_whole(item.whole),
            }
            for item in place.missing
        ]
    if document.comments is not None:
        comment = document.comments.findings[number]
        shown["comment"] = comment_json(comment) if comment is not None else None
    return shown


def _suggestion(item: FindingSuggestion, index: LineIndex, encoding: PositionEncoding) -> review.Suggestion:
    return {
        "range": range_json(index, item.span, encoding),
        "before": item.before,
        "text": item.text,
        "references": list(item.references),
        **_whole(item.whole),
    }


class _Whole(TypedDict, total=False):
    whole: review.WholeWords


def _whole(words: ShownWords | None) -> _Whole:
    """Return the member that has a change in whole words; none where its words are whole."""
    return {} if words is None else {"whole": _words(words)}


def _words(words: ShownWords) -> review.WholeWords:
    return {"before": words.before, "after": words.after}


def _chunk(finding: Finding, category: Category, index: LineIndex, encoding: PositionEncoding) -> review.Chunk:
    return {
        "category": category_json(category),
        "range": range_json(index, finding.span, encoding),
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "type": finding.type,
        "weight": finding.weight,
        "difference": finding.difference,
        "credit": finding.credit,
        "passage": finding.passage,
        "references": [_reference(reference) for reference in finding.references],
    }


def _reference(reference: FindingReference) -> review.FindingReference:
    return {
        "reference": reference.reference,
        "text": reference.text,
        "category": category_json(reference.category) if reference.category else None,
        "alignment": reference.alignment,
        "edits": [_aligned(edit) for edit in reference.edits],
    }


def _aligned(edit: FindingAlignment) -> review.AlignedEdit:
    return {"source": edit.source, "text": edit.text, "type": edit.type, "share": edit.share, "gain": edit.gain}
