"""A review as text, coloured where the terminal is."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

import attrs
from rich.table import Table
from rich.text import Text

from markscheme.marking.comments.comment import DocumentComments
from markscheme.marking.review.document_review import Estimate
from markscheme.marking.review.findings import Finding
from markscheme.marking.review.vocabulary import DEFAULT_VOCABULARY, VocabularyName, in_vocabulary
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.wording.authorship_words import together
from markscheme.marking.wording.comment_words import comment_line, unplaced_line, use_line
from markscheme.marking.wording.estimate_words import NO_REFERENCE, UNREFERENCED, qualities, with_and_without
from markscheme.marking.wording.mark_words import line_of, signed
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.words import references_part
from markscheme.reports.mark_text import mark_parts
from markscheme.reports.report import Remarks, Report, ReviewedDocument
from markscheme.reports.review_layouts import LAYOUTS, Cell, Layout
from markscheme.reports.review_pieces import Piece, ReviewFormat, kept_texts
from markscheme.reports.terminal import rendered
from markscheme.text.errors import Reminder
from markscheme.text.positions import LineIndex, Span

ESTIMATED = "These are a model's estimates, and no marks:"


@attrs.frozen
class TextFormat(ReviewFormat):
    """Each document's marks, then its findings by line; documents without a reference stand at the end.

    Attributes
    ----------
    width
        Columns of the terminal.
    colour
        Whether the text has escape sequences for colours.
    """

    width: int
    colour: bool = False
    vocabulary: VocabularyName = DEFAULT_VOCABULARY

    def piece(self, document: ReviewedDocument) -> Piece:
        is_estimate = document.review.marks is None
        shown = document.review if is_estimate else in_vocabulary(document.review, self.vocabulary)
        return Piece(self._rendered(_document(document, LAYOUTS[self.vocabulary], shown.findings)), is_estimate)

    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        with kept_texts() as estimated:
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


def review_text(
    report: Report, width: int, colour: bool = False, vocabulary: VocabularyName = DEFAULT_VOCABULARY
) -> str:
    """Return a report as :class:`TextFormat` writes it."""
    return TextFormat(width, colour, vocabulary).whole(report)


def _remarks(remarks: Remarks) -> Iterator[Text]:
    """Yield what is said after the documents."""
    yield from (Text(f"{problem.problem}.") for problem in remarks.absent)
    yield from (Text(f"{notice.problem}{_line_of(notice)}.") for notice in remarks.notices)
    if remarks.comment_uses:
        yield Text("Comments used:", style="bold")
        yield from (Text(f"  {use_line(use)}") for use in remarks.comment_uses)


def _document(document: ReviewedDocument, layout: Layout, findings: Sequence[Finding]) -> list[Table | Text]:
    review = document.review
    layout = layout.with_words(document.language, document.groups)
    heading = Text(f"{_title(document)}{_author(document)}", style="bold")
    if review.marks is not None:
        references = references_part(review, document.reference_authors)
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
                table.add_row(*[""] * (len(row) - 1), Text(comment_line(comment), style="italic"))
    sum_parts = [] if mark is None else mark_parts(mark, review.findings)
    return [heading, *sum_parts, table, *_other_comments(comments, index), Text()]


def _other_comments(comments: DocumentComments, index: LineIndex) -> Iterator[Text]:
    """Yield the comments that are on no finding, and those whose place is gone."""
    for item in comments.places:
        yield Text(f"{_place(index, item.span)} {comment_line(item.comment)}", style="italic")
    for comment, _ in comments.whole:
        yield Text(f"The whole text: {comment_line(comment)}", style="italic")
    for given in comments.unplaced:
        yield Text(unplaced_line(given), style="yellow")


def _line_of(notice: Reminder) -> str:
    """Return the place of a notice, where it has a line."""
    return f" (line {notice.line} of {notice.path.name})" if notice.line and notice.path else ""


def _title(document: ReviewedDocument) -> str:
    """Return the student's name and the assignment, or the file's name where nothing says who wrote it."""
    if not document.names_people:
        return document.path.name
    return f"{person_name(document.student)} · {document.assignment}"


def _origin(document: ReviewedDocument) -> str:
    """Return what tells the document apart beside its title: its file, or else its exercise."""
    return document.path.name if document.names_people else document.exercise


def _author(document: ReviewedDocument) -> str:
    """Return whose correction it is, where its file names several people."""
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


def _row(finding: Finding, index: LineIndex, layout: Layout) -> list[Cell]:
    place = _place(index, finding.span)
    if finding.estimate is not None:
        return [place, *layout.estimate_cells(finding), Text(with_and_without(finding.estimate), style="dim")]
    return [place, *layout.cells(finding)]


def _points(mark: Mark, finding: int) -> str:
    """Return what a finding adds to a mark; empty where it does not count."""
    line = line_of(mark, finding)
    return "" if line is None else signed(line.points)


def _table() -> Table:
    """Return a table whose first two columns, the place and the title, stay on one line in a narrow terminal."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    for _ in range(2):
        table.add_column(no_wrap=True)
    return table


def _place(index: LineIndex, span: Span) -> str:
    at = index.position(span.start, "utf-32")
    return f"{at.line + 1}:{at.character + 1}"
