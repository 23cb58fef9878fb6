"""A review as JSON, with LSP ranges."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import attrs
from typing_extensions import TypedDict

from markscheme.exercises.comments.given_file import GivenComment
from markscheme.exercises.scheme.scheme import Band
from markscheme.formats.registry import has_lines
from markscheme.marking.comments import Comment, CommentUse, DocumentComments
from markscheme.marking.review.document_review import (
    DocumentReview,
    Estimate,
    Finding,
    FindingAlignment,
    FindingReference,
    FindingSuggestion,
    Marks,
    PassageReview,
    PassageScores,
    PlaceVerdict,
    ShownWords,
    VerdictCounts,
)
from markscheme.marking.scheme.mark import LineKind, Mark, MarkLine
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import group_of
from markscheme.metrics.base import Category
from markscheme.metrics.impara import EditEstimate, Quality, TextEstimate
from markscheme.reports.contract import review
from markscheme.reports.contract import review as contract
from markscheme.reports.contract.review import BeforeAndAfter
from markscheme.reports.output import (
    SCHEMA,
    category_json,
    counts_json,
    dumped,
    encodable,
    precision_json,
    range_json,
    scores_json,
    verdict_json,
)
from markscheme.reports.report import Remarks, Report, ReviewedDocument
from markscheme.reports.review_report import KeptTexts, Piece, ReviewFormat, kept_texts
from markscheme.text.errors import DocumentError
from markscheme.text.places import LineIndex, PositionEncoding


def comment_json(comment: Comment) -> review.Comment:
    return {
        "code": comment.code,
        "text": comment.text,
        "key": comment.key or None,
        "given": comment.given,
        "by": comment.author or None,
        "date": comment.date.isoformat() if comment.date else None,
    }


def comments_json(comments: DocumentComments, index: LineIndex, encoding: PositionEncoding) -> review.Comments:
    return {
        "whole": [comment_json(comment) for comment, _ in comments.whole],
        "places": [
            {**comment_json(item.comment), "range": range_json(index, item.span, encoding)} for item in comments.places
        ],
        "unplaced": [_unplaced(item) for item in comments.unplaced],
    }


def _unplaced(item: GivenComment) -> review.UnplacedComment:
    day = item.date.isoformat() if item.date else None
    unplaced: review.UnplacedComment = {
        "words": item.quote.words,
        "text": item.text or "",
        "by": item.author or None,
        "date": day,
    }
    if item.points is not None:
        unplaced["points"] = float(item.points)
    return unplaced


def comment_uses_json(uses: Iterable[CommentUse]) -> list[review.CommentUse]:
    return [{"code": item.code, "text": item.text, "key": item.key or None, "count": item.count} for item in uses]


Number = Literal["q", "quality"]
"""IMPARA's Equations 2 and 3."""


def estimate_json(review: DocumentReview, index: LineIndex, encoding: PositionEncoding) -> contract.Estimate:
    """Return the estimate of a document; raise ValueError if it has none."""
    if review.estimate is None:
        raise ValueError("the document has marks, not an estimate")
    return {
        **glance_json(review, review.estimate),
        "passages": [
            _estimate_json_passage(passage, passage.estimate, index, encoding)
            for passage in review.passages
            if passage.estimate is not None
        ],
        "edits": [
            _edit(finding, finding.estimate, index, encoding)
            for finding in review.findings
            if finding.estimate is not None
        ],
    }


def glance_json(review: DocumentReview, estimate: Estimate) -> contract.EstimateSummary:
    """Return a document's estimate without its passages and edits."""
    means = estimate.means
    return {
        "quality": _before_and_after(means.before, means.after, "quality"),
        "q": _before_and_after(means.before, means.after, "q"),
        "similarity": means.similarity,
        "score": means.score,
        "lowering": len(review.lowering),
        "estimator": estimate.estimator,
        "signature": estimate.signature,
    }


def _estimate_json_passage(
    passage: PassageReview, estimate: TextEstimate, index: LineIndex, encoding: PositionEncoding
) -> contract.EstimatedPassage:
    return {
        "range": range_json(index, passage.span, encoding),
        "text": passage.text,
        "before": _number(estimate.before, "quality"),
        "after": _number(estimate.after, "quality"),
        "q": _before_and_after(estimate.before, estimate.after, "q"),
        "similarity": estimate.similarity,
        "score": estimate.score,
    }


def _edit(
    finding: Finding, estimate: EditEstimate, index: LineIndex, encoding: PositionEncoding
) -> contract.EstimatedEdit:
    return {
        "range": range_json(index, finding.span, encoding),
        "passage": finding.passage,
        "type": finding.type,
        "source": finding.source,
        "hypothesis": finding.hypothesis,
        "impact": estimate.impact,
        "quality": _number(estimate.quality, "quality"),
        "qualityWithout": _number(estimate.without, "quality"),
        "q": _number(estimate.quality, "q"),
        "qWithout": _number(estimate.without, "q"),
        "lowers": estimate.lowers,
    }


def _before_and_after(before: Quality | None, after: Quality | None, number: Number) -> BeforeAndAfter:
    return {"before": _number(before, number), "after": _number(after, number)}


def _number(value: Quality | None, number: Number) -> float | None:
    return None if value is None else value.q if number == "q" else value.quality


def mark_summary_json(mark: Mark) -> review.MarkSummary:
    return {
        "points": None if mark.points is None else float(mark.points),
        "max": float(mark.maximum),
        "band": _band(mark.band),
        "withheld": mark.withheld or None,
        "open": 0 if mark.range is None else mark.range.open,
        "range": _range(mark),
    }


def mark_json(mark: Mark, findings: Sequence[Finding], index: LineIndex, encoding: PositionEncoding) -> review.Mark:
    lines = [_line(line, findings, index, encoding) for line in mark.lines]
    return {**mark_summary_json(mark), "lines": lines}


def _range(mark: Mark) -> list[float] | None:
    """Return the lowest and the highest value that a mark may become; ``None`` for one that is withheld."""
    if mark.points is None:
        return None
    ends = (mark.points, mark.points) if mark.range is None else (mark.range.low, mark.range.high)
    return [float(end) for end in ends]


def _band(band: Band | None) -> review.Band | None:
    return None if band is None else {"name": band.name, "text": band.text}


def _line(line: MarkLine, findings: Sequence[Finding], index: LineIndex, encoding: PositionEncoding) -> review.MarkLine:
    shown: review.MarkLine = {"kind": line.kind.value, "points": float(line.points), "why": line.why}
    span = line.span
    if line.finding is not None:
        shown["finding"], span = line.finding, findings[line.finding].span
    if span is not None:
        shown["range"] = range_json(index, span, encoding)
    if line.weight is not None:
        shown["weight"] = float(line.weight)
    if line.kind is LineKind.GIVEN:
        shown["by"] = line.teacher or None
        if line.by_scheme is not None:
            shown["scheme"] = float(line.by_scheme)
    return shown


_INDENT = "    "


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
    for piece in pieces:
        if piece.is_estimate:
            estimated.add(piece.text)
        else:
            yield piece.text


def _items(texts: Iterable[str]) -> Iterator[str]:
    end = "]"
    for text in texts:
        yield f"{'' if end == ']' else ','}\n{_INDENT}{text}"
        end = "\n  ]"
    yield end


def _remarks(remarks: Remarks) -> dict[str, Any]:
    members: dict[str, Any] = {
        "problems": [_problem(problem) for problem in remarks.problems],
        "absent": [problem.problem for problem in remarks.absent],
        "notices": [_problem(notice) for notice in remarks.notices],
    }
    if remarks.comment_uses is not None:
        members["comments"] = comment_uses_json(remarks.comment_uses)
    return members


def review_json(report: Report) -> str:
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
    mark: contract.WithMark = {}
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
    return [{"verdict": verdict_json(verdict), "count": count} for verdict, count in counts]


def verdicts_json(verdicts: VerdictCounts) -> review.Verdicts:
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
