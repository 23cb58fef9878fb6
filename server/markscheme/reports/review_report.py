"""Reviews written a document at a time: what a format of reviews is, and text."""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import ClassVar, Self

import attrs
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from markscheme.documents.files import marked_text
from markscheme.documents.places import LineIndex
from markscheme.errors import Reminder
from markscheme.languages.segments import Span
from markscheme.marking.comments import (
    DocumentComments,
)
from markscheme.marking.findings import Finding, Kind
from markscheme.marking.hover_cards import (
    NO_REFERENCE,
    UNREFERENCED,
    qualities,
    with_and_without,
)
from markscheme.marking.mark import Mark, signed
from markscheme.marking.review import Estimate, Marks
from markscheme.marking.settings import DEFAULT_VOCABULARY, VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import four_scores
from markscheme.metrics.base import Category
from markscheme.registry import Registry
from markscheme.reports.output import rendered
from markscheme.reports.report import (
    Remarks,
    Report,
    ReviewedDocument,
)
from markscheme.wording import change, percent, person_name, together

Cell = str | Text


_STYLES: Mapping[Kind | None, str] = MappingProxyType(
    {
        Verdict.CORRECT: "green",
        Verdict.PARTLY: "blue",
        Verdict.DIFFERENT: "red",
        Verdict.MISSED: "yellow",
        Verdict.NOT_NEEDED: "magenta",
        Verdict.OPTIONAL: "dim",
        Category.HIT: "green",
        Category.WRONG: "red",
        Category.UNDER: "yellow",
        Category.OVER: "magenta",
        None: "cyan",
    }
)


@attrs.frozen
class _Layout(ABC):
    """The lines of a document in one vocabulary."""

    vocabulary: ClassVar[VocabularyName]
    document: ReviewedDocument

    @abstractmethod
    def summary(self, marks: Marks) -> str:
        """Return a document's marks on one line."""

    def lists(self, finding: Finding) -> bool:
        """Return whether a finding is listed."""
        return finding.is_shown

    @abstractmethod
    def cells(self, finding: Finding) -> list[Cell]:
        """Return a finding's cells: its kind, its kind of error, what was done, and what the references have."""

    @abstractmethod
    def estimate_cells(self, finding: Finding) -> list[Cell]:
        """Return the cells of an edit without a reference: its kind, its kind of error, and what was done."""


class _VerdictLayout(_Layout):
    """The teachers' vocabulary, with the document's words for kinds of errors."""

    vocabulary = "verdicts"

    def summary(self, marks: Marks) -> str:
        return marks.verdicts.document_tally

    def lists(self, finding: Finding) -> bool:
        return finding.is_shown and finding.verdict is not Verdict.OPTIONAL

    def cells(self, finding: Finding) -> list[Cell]:
        if finding.rewritten:
            return [Text("Rewritten freely", style="cyan"), "", "read this one yourself"]
        is_plain = finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED)
        remarks = [] if is_plain else ["; ".join(f"{names}: {text}" for names, text in finding.versions())]
        remarks += finding.notes(language=self.document.language)
        return [*self.estimate_cells(finding), Text(" · ".join(remarks), style="dim")]

    def estimate_cells(self, finding: Finding) -> list[Cell]:
        return [
            Text(finding.title, style=_STYLES[finding.kind]),
            Text(self.document.kinds.group(finding.error_type), style="dim"),
            Text(finding.did()),
        ]


class _ChunkLayout(_Layout):
    """CLEME2.0's vocabulary."""

    vocabulary = "cleme2"

    def summary(self, marks: Marks) -> str:
        counts = marks.counts
        credit = f" · credit F {percent(marks.credit.f)}" if marks.credit is not None else ""
        weighted = f" · weighted by {marks.weighting}" if marks.weights is not None else ""
        return (
            f"{counts.tp} hit, {counts.fp_ne} wrong, {counts.fn} under, {counts.fp_un} over: "
            f"{four_scores(marks.scores)} · score {marks.scores.score:.3f} · F {marks.errant.f:.3f}{credit}{weighted}"
        )

    def cells(self, finding: Finding) -> list[Cell]:
        credit = percent(finding.credit) if finding.credit is not None else ""
        return [*self.estimate_cells(finding), Text(credit), Text(_expected(finding), style="dim")]

    def estimate_cells(self, finding: Finding) -> list[Cell]:
        return [
            Text(finding.title, style=_STYLES[finding.category]),
            Text(finding.type, style="dim"),
            Text(change(finding.source, finding.hypothesis)),
        ]


def _expected(finding: Finding) -> str:
    if finding.category is Category.HIT:
        return ""
    corrections: dict[str, list[str]] = {}
    for reference in finding.references:
        corrections.setdefault(change(finding.source, reference.text), []).append(reference.reference)
    return "; ".join(f"{', '.join(names)}: {text}" for text, names in corrections.items())


_LAYOUTS: Mapping[VocabularyName, type[_Layout]] = MappingProxyType(
    {"verdicts": _VerdictLayout, "cleme2": _ChunkLayout}
)


@attrs.frozen
class Piece:
    """A document as it is written, and whether it has an estimate in place of marks."""

    text: str
    is_estimate: bool


class ReviewFormat(ABC):
    """A format of reviews. It can be sent to other processes, which make the pieces."""

    mark = staticmethod(marked_text)
    """What a file's first piece becomes, so that it is never taken for a document."""

    @property
    def shows_credit(self) -> bool:
        """Whether credit, plans or weights that nobody asked for are shown. Else no encoder has to compute them."""
        return True

    @classmethod
    def at_terminal(cls, width: int, colour: bool, vocabulary: VocabularyName) -> Self:
        """Return the format for a terminal of this width, whatever of that matters to it."""
        del width, colour, vocabulary
        return cls()

    @abstractmethod
    def piece(self, document: ReviewedDocument) -> Piece:
        """Return a document as it is written."""

    @abstractmethod
    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        """Yield the text of a review, as the documents come; those without marks wait for its end. ``remarks`` returns
        what is said beside the documents; it is called when all have come.
        """

    def whole(self, report: Report) -> str:
        return "".join(self.written(map(self.piece, report.reviewed), lambda: report))


class KeptTexts:
    """Texts that wait for others, compressed: the estimates of 10,000 essays take some megabytes, and no file."""

    def __init__(self) -> None:
        self._texts: list[bytes] = []

    def __bool__(self) -> bool:
        return bool(self._texts)

    def add(self, text: str) -> None:
        self._texts.append(zlib.compress(text.encode(), 1))

    def __iter__(self) -> Iterator[str]:
        return (zlib.decompress(text).decode() for text in self._texts)


ESTIMATED = "These are a model's estimates, and no marks:"


@attrs.frozen
class TextFormat(ReviewFormat):
    """Each document's marks, then its findings by line; documents without a reference stand at the end."""

    width: int
    colour: bool = False
    vocabulary: VocabularyName = DEFAULT_VOCABULARY

    @property
    @override
    def shows_credit(self) -> bool:
        return self.vocabulary == "cleme2"

    @classmethod
    @override
    def at_terminal(cls, width: int, colour: bool, vocabulary: VocabularyName) -> Self:
        return cls(width, colour, vocabulary)

    def piece(self, document: ReviewedDocument) -> Piece:
        is_estimate = document.review.marks is None
        shown = document.review if is_estimate else document.review.in_vocabulary(self.vocabulary)
        return Piece(self._rendered(_document(_LAYOUTS[self.vocabulary](document), shown.findings)), is_estimate)

    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        estimated = KeptTexts()
        for piece in pieces:
            if piece.is_estimate:
                estimated.add(piece.text)
            else:
                yield piece.text
        if estimated:
            yield self._rendered([Text(f"{UNREFERENCED} {ESTIMATED}\n", style="bold")])
        yield from estimated
        yield self._rendered(list(_remarks(remarks())))

    def _rendered(self, parts: Sequence[Table | Text]) -> str:
        return rendered(parts, self.width, self.colour)


def _fault(name: str, variant: object) -> str:
    is_format = isinstance(variant, type) and issubclass(variant, ReviewFormat)
    return "" if is_format else f"{name} is not a subclass of {__name__}.ReviewFormat"


REVIEW_FORMATS: Registry[type[ReviewFormat]] = Registry(
    "review format",
    {
        "text": f"{__name__}:TextFormat",
        "json": "markscheme.reports.review_json:JsonFormat",
        "sarif": "markscheme.reports.checks:SarifFormat",
        "github": "markscheme.reports.checks:GithubFormat",
        "junit": "markscheme.reports.checks:JunitFormat",
    },
    "markscheme.reports",
    _fault,
)


def review_text(
    report: Report, width: int, colour: bool = False, vocabulary: VocabularyName = DEFAULT_VOCABULARY
) -> str:
    return TextFormat(width, colour, vocabulary).whole(report)


def _remarks(remarks: Remarks) -> Iterator[Text]:
    yield from (Text(f"{problem.problem}.") for problem in remarks.absent)
    yield from (Text(f"{notice.problem}{_line_of(notice)}.") for notice in remarks.notices)
    if remarks.comment_uses:
        yield Text("Comments used:", style="bold")
        yield from (Text(f"  {use.line}") for use in remarks.comment_uses)


def _document(layout: _Layout, findings: Sequence[Finding]) -> list[Table | Text]:
    document, review = layout.document, layout.document.review
    heading = Text(f"{_title(document)}{_author(document)}", style="bold")
    if review.marks is not None:
        references = review.references_part(document.reference_authors, layout.vocabulary)
        heading.append(f"  ({_origin(document)}, {references})\n", style="dim")
        heading.append(layout.summary(review.marks), style="not bold")
    if review.estimate is not None:
        _append_estimate(heading, document, review.estimate)
    for notice in review.notices:
        heading.append(f"\n{notice.message}.", style="not bold italic")
    index, table, mark = LineIndex(document.text), _table(), document.mark
    comments = document.comments or DocumentComments()
    on_findings = comments.findings if findings is review.findings else ()
    for number, (finding, comment) in enumerate(zip_longest(findings, on_findings)):
        if layout.lists(finding):
            row = _row(finding, index, layout)
            if mark is not None and mark.lines and finding.place is not None:
                row.insert(2, _points(mark, number))
            table.add_row(*row)
            if comment is not None:
                table.add_row(*[""] * (len(row) - 1), Text(comment.line, style="italic"))
    sum_parts = [] if mark is None else _mark_parts(mark, review.findings)
    return [heading, *sum_parts, table, *_other_comments(comments, index), Text()]


def _other_comments(comments: DocumentComments, index: LineIndex) -> Iterator[Text]:
    for item in comments.places:
        yield Text(f"{_place(index, item.span)} {item.comment.line}", style="italic")
    for comment in comments.whole:
        yield Text(f"The whole text: {comment.line}", style="italic")
    yield from (Text(line, style="yellow") for line in comments.unplaced_lines)


def _line_of(notice: Reminder) -> str:
    return f" (line {notice.line} of {notice.path.name})" if notice.line and notice.path else ""


def _title(document: ReviewedDocument) -> str:
    if not document.names_people:
        return document.path.name
    return f"{person_name(document.student)} · {document.assignment}"


def _origin(document: ReviewedDocument) -> str:
    return document.path.name if document.names_people else document.exercise


def _author(document: ReviewedDocument) -> str:
    if len(document.authors) > 1:
        return f" by {together(document.authors)}"
    return f" by {document.author}" if document.author else ""


def _append_estimate(heading: Text, document: ReviewedDocument, estimate: Estimate) -> None:
    findings, lowering = len(document.review.findings), len(document.review.lowering)
    corrections = "1 correction" if findings == 1 else f"{findings} corrections"
    verb = "lowers" if lowering == 1 else "lower"
    heading.append(f"  ({_origin(document)}, {NO_REFERENCE})\n", style="dim")
    heading.append(
        f"{qualities(estimate.means.before, estimate.means.after)} · {corrections}, {lowering} of them {verb} it",
        style="not bold",
    )


def _row(finding: Finding, index: LineIndex, layout: _Layout) -> list[Cell]:
    place = _place(index, finding.span)
    if finding.estimate is not None:
        return [place, *layout.estimate_cells(finding), Text(with_and_without(finding.estimate), style="dim")]
    return [place, *layout.cells(finding)]


def _points(mark: Mark, finding: int) -> str:
    line = mark.line_of(finding)
    return "" if line is None else signed(line.points)


def _table() -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for _ in range(2):
        table.add_column(no_wrap=True)
    return table


def _place(index: LineIndex, span: Span) -> str:
    at = index.position(span.start, "utf-32")
    return f"{at.line + 1}:{at.character + 1}"


def _mark_parts(mark: Mark, findings: Sequence[Finding]) -> list[Table | Text]:
    title = mark.title
    heading = Text(f"Mark: {title}" if mark.points is not None else f"{title[:1].upper()}{title[1:]}", style="bold")
    if mark.certain_band is not None and mark.certain_band.text:
        heading.append(f"\n{mark.certain_band.text}", style="not bold italic")
    if not mark.lines:
        return [heading]
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    for row in mark.sum_rows(findings):
        table.add_row(signed(row.points), row.words)
    return [heading, table]
