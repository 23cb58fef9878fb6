"""Feedback as a Word document: the student's own with comments and the sheet behind it, or a new one."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from docx import Document
from docx.document import Document as WordFile
from docx.enum.section import WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_UNDERLINE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.section import Section
from docx.shared import Pt
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from markscheme.documents import corpus
from markscheme.documents.corpus import MarginComment
from markscheme.documents.files import MARK, read_data
from markscheme.documents.word_writing import UNDATED, commented_document, initials, saved_undated
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span
from markscheme.reports.feedback import GAP, TEACHERS_COMMENT, Feedback, Mode, Note, Segment, sentence
from markscheme.reports.feedback_files import FeedbackWriter, Original

AUTHOR = "Markscheme"
"""Whose comments these are: no teacher wrote them."""
_UNDERLINES = {
    "correct": WD_UNDERLINE.SINGLE,
    "partly-correct": WD_UNDERLINE.DASH,
    "different": WD_UNDERLINE.WAVY,
    "missed": WD_UNDERLINE.DOUBLE,
    "not-needed": WD_UNDERLINE.DOTTED,
    "other-version": WD_UNDERLINE.WAVY_DOUBLE,
    "own-sentence": WD_UNDERLINE.THICK,
    "from-source": None,
    "remark-at-place": WD_UNDERLINE.DOT_DASH,
}


class WordWriter(FeedbackWriter):
    """A document for Word, LibreOffice and their like."""

    name = "docx"
    suffix = ".docx"

    def write(self, feedbacks: Sequence[Feedback], mode: Mode) -> bytes:
        document = Document()
        _count_pages_from_one(document)
        for number, feedback in enumerate(feedbacks):
            section = document.add_section(WD_SECTION.NEW_PAGE) if number else document.sections[0]
            _add_footer(section, feedback.student)
            _Page(document, mode).add(feedback)
        return _saved(document)

    def write_student(self, feedback: Feedback, mode: Mode, original: Original) -> bytes:
        if original.path.suffix.lower() != ".docx":
            return self.write([feedback], mode)
        try:
            data = read_data(original.path)
            comments = [*_overall(feedback), *(item for note in feedback.listed for item in _comments(note, mode))]
            replacements = [note.replacement for note in feedback.listed if note.replacement is not None]
            text = corpus.Document("", feedback.text, original.path, authors=original.authors)
            changes = replacements if mode.tracks_changes else []
            written = commented_document(data, text, comments, changes, AUTHOR)
        except DocumentError:
            # Its words are in the new document, with the same comments; only its look is lost.
            return self.write([feedback], mode)
        document = Document(BytesIO(written))
        _Page(document, mode).add_behind(feedback)
        return _saved(document)


DOCX = WordWriter()


def _count_pages_from_one(document: WordFile) -> None:
    """Let the pages of each section, those that are added later included, be counted from 1."""
    properties = document.element.body.find(qn("w:sectPr"))
    numbering = OxmlElement("w:pgNumType")
    numbering.set(qn("w:start"), "1")
    properties.find(qn("w:cols")).addprevious(numbering)


def _add_footer(section: Section, student: str) -> None:
    section.footer.is_linked_to_previous = False
    paragraph = section.footer.paragraphs[0]
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    paragraph.add_run(f"{student} · ")
    for tag, attribute, text in (
        ("w:fldChar", "begin", ""),
        ("w:instrText", "", "PAGE"),
        ("w:fldChar", "separate", ""),
        ("w:t", "", "1"),
        ("w:fldChar", "end", ""),
    ):
        part = OxmlElement(tag)
        if attribute:
            part.set(qn("w:fldCharType"), attribute)
        part.text = text or None
        paragraph.add_run().element.append(part)


def _comments(note: Note, mode: Mode) -> Iterator[MarginComment]:
    code = f"{note.code}: " if note.code and not mode.shows_advice else ""
    own = [] if note.commenter else [note.comment]
    if note.kind is not TEACHERS_COMMENT:
        text = [f"{code}{note.heading}.", *note.explanation, *filter(None, own)]
        yield MarginComment(note.span, " ".join(text))
    elif not note.commenter:
        yield MarginComment(note.span, note.comment)
    if note.commenter:
        yield MarginComment(note.span, note.comment, note.commenter)


def _overall(feedback: Feedback) -> Iterator[MarginComment]:
    parts = filter(None, [feedback.mark.headline, feedback.mark.remark])
    yield MarginComment(Span(0, 0), " ".join(map(sentence, parts)))
    for remark in feedback.remarks:
        yield MarginComment(Span(0, 0), remark.text, remark.commenter)


def _saved(document: WordFile) -> bytes:
    properties = document.core_properties
    properties.category = MARK
    properties.created = properties.modified = UNDATED.replace(tzinfo=None)
    properties.last_modified_by = AUTHOR
    return saved_undated(document)


class _Page:
    """A document to which feedback is added: a new one, or a student's own, which may lack the styles of a new one."""

    def __init__(self, document: WordFile, mode: Mode) -> None:
        self._document = document
        self._mode = mode

    def add(self, feedback: Feedback) -> None:
        self._head(feedback)
        self._heading("Your text", 2)
        for line in filter(None, feedback.paragraphs):
            self._text_line(line)
        self._sheet(feedback)

    def add_behind(self, feedback: Feedback) -> None:
        """Add to a document that has the text what there is to say of it, on a new page."""
        if not len(self._document.sections):
            self._document.add_section()
        self._document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        self._head(feedback)
        self._sheet(feedback)

    def _sheet(self, feedback: Feedback) -> None:
        self._notes(feedback)
        self._sum(feedback)
        self._practice(feedback)
        self._steps(feedback)
        if feedback.key:
            self._heading("Short forms", 2)
            self._document.add_paragraph(feedback.short_forms)

    def _heading(self, text: str, level: int) -> None:
        style = f"Heading {level}"
        if style in self._document.styles:
            self._document.add_heading(text, level)
            return
        run = self._document.add_paragraph().add_run(text)
        run.bold, run.font.size = True, Pt(18 - 2 * level)

    def _head(self, feedback: Feedback) -> None:
        self._heading(feedback.student, 1)
        if feedback.basis:
            self._document.add_paragraph(feedback.basis)
        paragraph = self._document.add_paragraph()
        run = paragraph.add_run(feedback.mark.headline)
        run.bold, run.font.size = True, Pt(14)
        if feedback.mark.remark:
            paragraph.add_run(f"  {feedback.mark.remark}")
        for remark in feedback.remarks:
            self._document.add_paragraph(remark.signed)

    def _text_line(self, line: Sequence[Segment]) -> None:
        paragraph = self._document.add_paragraph()
        first: Run | None = None
        for segment in line:
            run = self._segment(paragraph, segment)
            if segment.note is None or run is None:
                first = None
                continue
            first = first or run
            if segment.closes:
                self._close(paragraph, segment.note, first)
                first = None

    def _segment(self, paragraph: Paragraph, segment: Segment) -> Run | None:
        note = segment.note
        if note is None:
            return paragraph.add_run(segment.text)
        run = paragraph.add_run(segment.text or (GAP if note.kind.asks else ""))
        run.font.underline = _UNDERLINES[note.kind.name] if segment.text else None
        return run

    def _close(self, paragraph: Paragraph, note: Note, first: Run) -> None:
        sign = paragraph.add_run(note.sign(with_code=not self._mode.shows_advice))
        sign.font.superscript = True
        for item in _comments(note, self._mode) if note.number is not None else ():
            author = item.author or AUTHOR
            comment = self._document.add_comment([first, sign], item.text, author, initials(author))
            comment._comment_elm.date = UNDATED  # noqa: SLF001 - no public setter

    def _notes(self, feedback: Feedback) -> None:
        if feedback.listed:
            self._heading("What to look at", 2)
        for note in feedback.listed:
            paragraph = self._document.add_paragraph()
            paragraph.add_run(f"{note.number}  {note.heading}  ").bold = True
            paragraph.add_run(" ".join(note.sentences))
            paragraph.paragraph_format.space_after = Pt(3)

    def _sum(self, feedback: Feedback) -> None:
        if feedback.mark.lines:
            self._heading("How your mark is made", 2)
            self._table(feedback.sum_rows)

    def _practice(self, feedback: Feedback) -> None:
        if feedback.practice:
            self._heading("What to practise next", 2)
        has_bullets = "List Bullet" in self._document.styles
        for kind in feedback.practice:
            self._document.add_paragraph().add_run(kind.title).bold = True
            for example in kind.sentences:
                paragraph = self._document.add_paragraph("" if has_bullets else "• ")
                paragraph.style = "List Bullet" if has_bullets else None
                paragraph.add_run(example.before)
                paragraph.add_run(example.place).underline = True
                paragraph.add_run(f"{example.after}{f'  ({example.advice})' if example.advice else ''}")

    def _steps(self, feedback: Feedback) -> None:
        if feedback.steps:
            self._heading("Your way so far", 2)
            self._table(feedback.step_rows)

    def _table(self, rows: Sequence[tuple[str, ...]]) -> None:
        table = self._document.add_table(len(rows), len(rows[0]))
        for row, texts in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
