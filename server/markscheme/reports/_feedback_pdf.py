"""Feedback as a PDF file for printing: A4, in black on white."""

import datetime
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import cast

from fpdf import FPDF
from fpdf.enums import CharVPos, MethodReturnValue, XPos, YPos
from fpdf.text_region import Paragraph, TextColumns

from markscheme.documents.files import MARK
from markscheme.reports.feedback import GAP, TEACHERS_COMMENT, Feedback, Mode, Segment
from markscheme.reports.feedback_files import FeedbackWriter
from markscheme.version import VERSION

_FONT = "DejaVu"
_SIZE, _SMALL, _LARGE, _TITLE = 10.5, 9, 12.5, 17
_LINE = 6.2
"""Height of a line of text, in millimetres."""
_ROW, _VALUE_WIDTH = 5.4, 45
"""Height of a row of a table, and width of its last column, in millimetres."""
_POINT = 25.4 / 72
"""A point in millimetres."""
_UNKNOWN = "□"
"""Stands for a character that the font has not, such as a picture."""
_NAME_LINE = "Name: ______________________________"
"""Stands for a name that the font can't show."""
_MARGIN = 18
"""Width of every margin, in millimetres."""
_UNDATED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""The file's date, so that equal feedback is an equal file."""


class PdfWriter(FeedbackWriter):
    """A file for a printer."""

    name = "pdf"
    suffix = ".pdf"

    def write(self, feedbacks: Sequence[Feedback], mode: Mode) -> bytes:
        sheet = _Sheet()
        sheet.set_title(feedbacks[0].title if len(feedbacks) == 1 else "Feedback")
        for feedback in feedbacks:
            sheet.add_feedback(feedback, mode)
        return bytes(sheet.output())

    def left_out(self, feedbacks: Sequence[Feedback]) -> str:
        sheet = _Sheet()
        characters = sheet.characters.union(*(item.student for item in feedbacks if not sheet.shows_name(item.student)))
        remarks = (remark.text for item in feedbacks for remark in item.remarks)
        comments = (note.comment for item in feedbacks for note in item.notes)
        texts = "".join((*(f"{item.student}{item.assignment}{item.text}" for item in feedbacks), *remarks, *comments))
        return "".join(dict.fromkeys(item for item in texts if item not in characters and item.isprintable()))

    def nameless(self, feedbacks: Sequence[Feedback]) -> tuple[str, ...]:
        sheet = _Sheet()
        return tuple(item.student for item in feedbacks if not sheet.shows_name(item.student))


PDF = PdfWriter()


class _Sheet(FPDF):
    def __init__(self) -> None:
        super().__init__(format="A4")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(True, _MARGIN)
        fonts = files(__package__).joinpath("fonts")
        with as_file(fonts) as folder:
            self.add_font(_FONT, "", Path(folder) / "DejaVuSans.ttf")
            self.add_font(_FONT, "B", Path(folder) / "DejaVuSans-Bold.ttf")
        self.characters = {chr(code) for code in self.fonts[_FONT.lower()].cmap}  # type: ignore[union-attr]
        self._student, self._pages_before = "", 0
        self.set_creator(f"Markscheme {VERSION}")
        self.set_producer(MARK)
        self.set_creation_date(_UNDATED)
        self.set_lang("en")

    def footer(self) -> None:
        self.set_y(-_MARGIN + 4)
        self.set_font(_FONT, "", 8)
        number = str(self.page_no() - self._pages_before)
        self.cell(0, 5, f"{self._student} · {number}" if self._student else number, align="C")

    def shows_name(self, name: str) -> bool:
        return self.characters.issuperset(item for item in name if item.isalpha())

    def add_feedback(self, feedback: Feedback, mode: Mode) -> None:
        self.add_page()
        self._pages_before = self.page_no() - 1
        self._student = self._printable(feedback.student) if self.shows_name(feedback.student) else ""
        self._head(feedback)
        self._heading("Your text")
        with self._prose(_LINE / _POINT / _SIZE) as prose:
            for line in feedback.paragraphs:
                self._text_line(prose, line, with_codes=not mode.shows_advice)
        self._notes(feedback)
        self._sum(feedback)
        self._practice(feedback)
        self._steps(feedback)
        self._key(feedback)

    def _head(self, feedback: Feedback) -> None:
        self._paragraph(self._student or _NAME_LINE, "B" if self._student else "", _TITLE)
        self._paragraph(feedback.basis, "", _SIZE)
        self.ln(2)
        self._paragraph(feedback.mark.headline, "B", _LARGE)
        self._paragraph(feedback.mark.remark, "", _SIZE)
        for remark in feedback.remarks:
            self.ln(2)
            self._paragraph(remark.signed, "", _SIZE)

    def _text_line(self, prose: TextColumns, line: Sequence[Segment], with_codes: bool) -> None:
        if line:
            with prose.paragraph(bottom_margin=2) as paragraph:
                for segment in line:
                    self._segment(paragraph, segment, with_codes)

    def _segment(self, paragraph: Paragraph, segment: Segment, with_codes: bool) -> None:
        note = segment.note
        if note is None:
            self._write(paragraph, segment.text)
            return
        if segment.text or note.kind.asks:
            is_underlined = note.kind.asks or note.kind is TEACHERS_COMMENT
            self._write(paragraph, segment.text or GAP, "U" if is_underlined and segment.text else "")
        if segment.closes:
            self.char_vpos = CharVPos.SUP
            sign = note.sign(with_code=with_codes)
            self._write(paragraph, sign, "B" if note.kind.asks else "")
            self.char_vpos = CharVPos.LINE

    def _write(self, paragraph: Paragraph, text: str, style: str = "", size: float = _SIZE) -> None:
        if text:
            self.set_font(_FONT, style, size)
            paragraph.write(self._printable(text))

    def _prose(self, line_height: float = 1.3) -> TextColumns:
        return self.text_columns(text_align="L", line_height=line_height)

    def _printable(self, text: str) -> str:
        return "".join(" " if item == "\t" else item if item in self.characters else _UNKNOWN for item in text)

    def _notes(self, feedback: Feedback) -> None:
        if feedback.listed:
            self._heading("What to look at")
        with self._prose() as prose:
            for note in feedback.listed:
                with prose.paragraph(bottom_margin=1) as paragraph:
                    self._write(paragraph, f"{note.number}  {note.heading}  ", "B", _SMALL)
                    self._write(paragraph, " ".join(note.sentences), "", _SMALL)

    def _sum(self, feedback: Feedback) -> None:
        if not feedback.mark.lines:
            return
        self._heading("How your mark is made")
        self._rows(feedback.sum_rows[:-1])
        self._rows(feedback.sum_rows[-1:], "B")

    def _practice(self, feedback: Feedback) -> None:
        if feedback.practice:
            self._heading("What to practise next")
        for kind in feedback.practice:
            self._paragraph(kind.title, "B", _SIZE)
            with self._prose() as prose:
                for sentence in kind.sentences:
                    with prose.paragraph(bottom_margin=1) as paragraph:
                        self._write(paragraph, f"•  {sentence.before}", "", _SMALL)
                        self._write(paragraph, sentence.place, "U", _SMALL)
                        self._write(paragraph, sentence.after, "", _SMALL)
                        self._write(paragraph, f"  ({sentence.advice})" if sentence.advice else "", "B", _SMALL)

    def _steps(self, feedback: Feedback) -> None:
        if not feedback.steps:
            return
        self._heading("Your way so far")
        self._rows([(assignment, f"{points}   {share}") for assignment, points, share in feedback.step_rows])

    def _key(self, feedback: Feedback) -> None:
        if feedback.key:
            self._heading("Short forms")
            self._paragraph(feedback.short_forms, "", _SMALL)

    def _rows(self, rows: Sequence[tuple[str, str]], style: str = "") -> None:
        self.set_font(_FONT, style, _SMALL)
        for label, value in rows:
            text = self._printable(label)
            width, height = self.epw - _VALUE_WIDTH, MethodReturnValue.HEIGHT
            if self.will_page_break(cast("float", self.multi_cell(width, _ROW, text, dry_run=True, output=height))):
                self.add_page()
            top = self.get_y()
            self.multi_cell(width, _ROW, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
            bottom = self.get_y()
            self.set_xy(self.w - _MARGIN - _VALUE_WIDTH, top)
            self.cell(_VALUE_WIDTH, _ROW, self._printable(value), align="R")
            self.set_xy(_MARGIN, bottom)

    def _heading(self, text: str) -> None:
        self.ln(4)
        if self.will_page_break(3 * _LINE):
            self.add_page()
        self._paragraph(text, "B", _LARGE)
        self.ln(1)

    def _paragraph(self, text: str, style: str, size: float) -> None:
        if text:
            self.set_font(_FONT, style, size)
            self.multi_cell(0, size * 0.55, self._printable(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
