"""What a student is given back: the value, its text in segments, and the files."""

import re
import shutil
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import attrs
import pypdfium2
import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from class_folders import class_of_eight, own_essays
from conftest import Command
from exercise_files import exercise
from markscheme import Report, ReviewSettings, Work, review
from markscheme.documents.files import is_product
from markscheme.exercises.material import language_bank
from markscheme.languages.segments import Span
from markscheme.reports.feedback import (
    ALL_KINDS,
    FROM_SOURCE,
    MODES,
    OWN_SENTENCE,
    FeedbackSettings,
    feedback_of,
)
from markscheme.reports.feedback_files import WRITERS, Original, deliveries

SOURCE = "She like music very many.\nHe go in the school, because it is near of us. It is old.\n"
STUDENT = "She likes music very many.\nHe goes at the school, because it is near us. It is very old.\n"
TEACHER = "She likes music very much.\nHe goes to school, because it is near us. It is old.\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("class")
    exercise(folder, source=SOURCE, hypotheses={"mei": STUDENT}, references={"ms-adeyemi": TEACHER})
    return review([folder])


@pytest.fixture(scope="module")
def feedback(report: Report) -> Any:
    [feedback] = feedback_of(report)
    return feedback


@pytest.fixture(scope="module")
def of_every_kind(feedback: Any) -> Any:
    """Return feedback that has a word of every kind of place that a student is shown."""
    words = re.finditer(r"\w+", STUDENT)
    notes = (
        attrs.evolve(feedback.listed[0], number=number, kind=kind, span=Span(*word.span()))
        for number, (kind, word) in enumerate(zip(ALL_KINDS, words, strict=False), start=1)
    )
    return attrs.evolve(feedback, notes=tuple(notes))


def note_of(feedback: Any, title: str) -> Any:
    """Return the first note of a kind."""
    return next(note for note in feedback.notes if note.kind.title == title)


def test_feedback_says_what_was_right_and_what_is_left(feedback: Any):
    assert (feedback.student, feedback.teachers, feedback.text) == ("Mei", ("Ms Adeyemi",), STUDENT)
    assert feedback.mark.headline == "3 to 5 of 7"
    shown = [(note.number, note.kind.title, feedback.text[note.span.start : note.span.end]) for note in feedback.notes]
    assert shown == [
        (None, "Right", "likes"),
        (1, "Still to correct", "many"),
        (None, "Right", "goes"),
        (2, "Your teacher has another version", "at"),
        (3, "Still to correct", "the"),
        (None, "Right", ""),
        (4, "Your teacher has another version", "very"),
    ]
    first = feedback.listed[0]
    assert (first.deed, [(one.teachers, one.words) for one in first.advice]) == (
        "You kept “many”.",
        [("Ms Adeyemi", "much")],
    )


def test_a_sentence_in_ones_own_way_is_neither_right_nor_wrong(tmp_path: Path):
    source = f"It rain here since two weeks. She like music. {SOURCE}"
    student = f"Two wet weeks lie behind us now. She likes music. {SOURCE}"
    teacher = f"It has rained here for two weeks. She likes music. {SOURCE}"
    exercise(tmp_path, source=source, hypotheses={"mei": student}, references={"kim": teacher})
    [feedback] = feedback_of(review([tmp_path]))
    [own] = feedback.listed
    assert own.kind.title == "Your own sentence: your teacher will read it"
    assert feedback.mark.remark == "1 right · 1 sentence of your own"


@pytest.mark.parametrize("scheme", ["", "[scheme]\nmax = 20\n"])
def test_a_text_of_ones_own_has_no_mark_and_no_list_of_faults(tmp_path: Path, scheme: str):
    source = f"{SOURCE}We was late for the bus again. I am agree.\n"
    student = "Music is her favourite thing on earth.\nThe old school stands close to home.\nI am agree.\n"
    teacher = f"{TEACHER}We were late for the bus again. I agree.\n"
    exercise(tmp_path, source=source, hypotheses={"mei": student}, references={"kim": teacher})
    (tmp_path / "markscheme.toml").write_text(f"[comments]\n{scheme}")
    report = review([tmp_path])
    for mode in MODES.variants().values():
        [feedback] = feedback_of(report, FeedbackSettings(mode))
        assert feedback.mark.headline == "No mark yet: your teacher reads this text"
        assert not feedback.mark.lines
        assert not feedback.practice
        assert {note.kind for note in feedback.notes} == {OWN_SENTENCE, FROM_SOURCE}
        for writer in WRITERS.variants().values():
            text = " ".join(text_of(writer.name, writer.write([feedback], mode)).split())
            assert "As in the text that you corrected: “I am agree.”" in text.replace("corrected “", "corrected: “")
            assert "your teacher will read it" in text
            assert not [words for words in ("still to correct", "Still to do", "of 20", "agreement") if words in text]


def test_hints_keep_the_teachers_words_back(report: Report):
    [hint] = feedback_of(report, FeedbackSettings(MODES.get("hint")))
    for writer in WRITERS.variants().values():
        text = text_of(writer.name, writer.write([hint], MODES.get("hint")))
        assert "much" not in text
    assert not any(note.advice or note.rest or note.replacement for note in hint.notes)
    bank = dict(language_bank().decoder_key())
    assert hint.key
    assert all(bank[entry.code] == entry.meaning for entry in hint.key)


def test_codes_are_those_of_the_bank(tmp_path: Path):
    exercise(tmp_path, source=SOURCE, hypotheses={"mei": STUDENT}, references={"kim": TEACHER})
    (tmp_path / "markscheme.toml").write_text('[groups]\n"Little words" = ["DET", "PREP"]\n')
    (tmp_path / "comments.toml").write_text(
        '[codes]\nQty = "how much, how many"\n[[comment]]\ncode = "Qty"\nwords = ["many"]\ntext = "Count it."\n'
    )
    [hint] = feedback_of(review([tmp_path]), FeedbackSettings(MODES.get("hint")))
    meanings = {entry.code: entry.meaning for entry in hint.key}
    assert meanings["Qty"] == "how much, how many"
    assert {note.code for note in hint.listed if note.group == "Little words"} <= {"Art", "Prep"}
    assert "Little words" not in meanings


def test_comments_stand_with_their_places_and_hints_give_nothing_away(tmp_path: Path):
    exercise(tmp_path, stem="a", source=SOURCE, hypotheses={"mei": STUDENT}, references={"kim": TEACHER})
    (tmp_path / "markscheme.toml").write_text(
        '[comments]\n[[exercise]]\nsource = "a.src.txt"\nreferences = ["a.ref.{teacher}.txt"]\n'
        'hypotheses = ["a.hyp.{student}.txt"]\n'
    )
    (tmp_path / "comments.toml").write_text(
        '[[comment]]\ncode = "Adj"\nwords = ["many"]\ntext = "Take “{teacher_words}”."\n'
    )
    (tmp_path / "teacher-comments.toml").write_text('[[comment]]\nabout = "whole"\ntext = "Well done, {student}."\n')
    report = review([tmp_path])
    [feedback] = feedback_of(report)
    assert [(item.text, item.commenter) for item in feedback.remarks] == [("Well done, Mei.", "")]
    assert feedback.listed[0].comment == "Take “much”."
    assert all(bool(note.comment) is (note.kind.title != "Your teacher has another version") for note in feedback.notes)
    [hint] = feedback_of(report, FeedbackSettings(MODES.get("hint")))
    assert hint.listed[0].comment == ""
    assert any(note.comment for note in hint.listed)


GIVEN = """
[[comment]]
about = "whole"
text = "Well done, {student}."
by = "Ms Kim"

[[comment]]
about = "student"
words = "likes"
before = "She"
after = "music very many."
text = "I like this!"
by = "Ms Kim"

[[comment]]
about = "student"
before = "He goes at the school, because it is"
words = "near us"
after = "."
text = "A good way to say it."
by = "Mr Cruz"
"""


@pytest.mark.parametrize("mode", ["direct", "hint"])
@pytest.mark.parametrize("form", WRITERS.built_in)
def test_comments_by_teachers_stand_in_every_kind_of_file_with_their_names(tmp_path: Path, form: str, mode: str):
    exercise(tmp_path, source=SOURCE, hypotheses={"mei-lin": STUDENT}, references={"kim": TEACHER})
    (tmp_path / "teacher-comments.toml").write_text(GIVEN)
    report = review([tmp_path])
    assert report.problems == ()
    [feedback] = feedback_of(report, FeedbackSettings(MODES.get(mode)))
    [free] = [note for note in feedback.notes if note.kind.title == "Comment"]
    assert feedback.text[free.span.start : free.span.end] == "near us"
    assert sorted(note.number for note in feedback.listed) == [*range(1, len(feedback.listed) + 1)]
    data = WRITERS.get(form).write([feedback], MODES.get(mode))
    text = " ".join(text_of(form, data).split())
    for words in ("Ms Kim: Well done, Mei.", "Ms Kim: I like this!", "Mr Cruz: A good way to say it."):
        assert words in text
    if form == "docx":
        by_author = {(comment.author, comment.text) for comment in Document(BytesIO(data)).comments}
        assert {("Ms Kim", "I like this!"), ("Mr Cruz", "A good way to say it.")} <= by_author


def test_words_own_document_has_the_teachers_as_authors_and_no_double_stop(tmp_path: Path):
    files = exercise(tmp_path, source=SOURCE, hypotheses={}, references={"kim": TEACHER.replace("much.", "much!")})
    own = Document()
    for line in STUDENT.splitlines():
        own.add_paragraph(line)
    own.save(str(files.hypothesis("mei lin").with_suffix(".docx")))
    (tmp_path / "teacher-comments.toml").write_text(GIVEN)
    (tmp_path / "markscheme.toml").write_text(
        '[scheme]\nbands = [{ from = 0, name = "C", text = "Go on practising." }]\n'
    )
    [document] = review([tmp_path]).documents
    [feedback] = feedback_of(review([tmp_path]))
    data = WRITERS.get("docx").write_student(feedback, MODES.get("direct"), Original(document.path))
    comments = [(comment.author, comment.text) for comment in Document(BytesIO(data)).comments]
    assert ("Ms Kim", "Well done, Mei.") in comments
    assert ("Mr Cruz", "A good way to say it.") in comments
    assert not [text for _, text in comments if ".." in text or "!." in text]
    assert "Your text" not in [paragraph.text for paragraph in Document(BytesIO(data)).paragraphs]


def test_a_focus_marks_one_kind_of_error_and_no_other(report: Report):
    [focus] = feedback_of(report, FeedbackSettings(focus=("Agreement",)))
    assert {note.group for note in focus.notes} == {"agreement"}


@pytest.fixture(scope="module")
def with_scheme(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return feedback with a mark by a mark scheme."""
    folder = tmp_path_factory.mktemp("scheme")
    exercise(folder, source=SOURCE, hypotheses={"mei": STUDENT}, references={"kim": TEACHER})
    (folder / "markscheme.toml").write_text("[scheme]\nmax = 20\n")
    [feedback] = feedback_of(review([folder]))
    return feedback


def test_the_sum_has_the_words_of_the_page(with_scheme: Any):
    assert [line.label for line in with_scheme.mark.lines][:2] == ["3 right", "1 answered in another way"]
    assert {note.kind.counted for note in with_scheme.notes} >= {
        line.label.partition(" ")[2] for line in with_scheme.mark.lines[:2]
    }


def test_what_to_practise_has_the_students_own_sentences(feedback: Any):
    sentences = [item for kind in feedback.practice for item in kind.sentences]
    assert all(f"{item.before}{item.place}{item.after}" in STUDENT for item in sentences if item.place in STUDENT)
    assert [kind.group for kind in feedback.practice] == ["articles and determiners"]


def test_several_essays_are_a_students_way_and_another_class_is_not_part_of_it(tmp_path: Path, markscheme: Command):
    folders = [class_of_eight(tmp_path / "one"), own_essays(tmp_path / "other")]
    assert markscheme("class", "feedback", *folders, "--together").returncode == 0
    one, other = ((folder / "markscheme-reports/feedback/class.html").read_bytes() for folder in folders)
    page = html.document_fromstring(one)
    [ada, *_] = [item for item in page.iter("article") if item.findtext(".//h1") == "Ada"]
    steps = [cell.text_content() for cell in ada.xpath(".//section[h2='Your way so far']//tbody/tr/td[1]")]
    assert steps == ["Market", "Diary"]
    assert b"Your way so far" not in other


spans = st.tuples(st.integers(0, 40), st.integers(0, 9))
texts = st.text(alphabet="ab \n", min_size=40, max_size=60)


def places(text: str, of: Any, drawn: list[tuple[int, int]], first: int = 1) -> list[Any]:
    """Return notes like one at drawn places of a text, numbered."""
    return [
        attrs.evolve(of, number=number, span=Span(start, min(start + length, len(text))))
        for number, (start, length) in enumerate(drawn, start=first)
    ]


@given(texts, st.lists(spans, max_size=6))
def test_segments_are_the_text_and_close_every_note_once(of_every_kind: Any, text: str, drawn: list[tuple[int, int]]):
    notes = places(text, note_of(of_every_kind, "Still to correct"), drawn)
    lines = attrs.evolve(of_every_kind, text=text, notes=tuple(notes)).paragraphs
    assert "\n".join("".join(part.text for part in line) for line in lines) == text
    closed = [part.note.number for line in lines for part in line if part.closes and part.note]
    assert len(closed) == len(set(closed))
    covered = {note.number for note in notes}
    assert set(closed) <= covered
    apart = all(one.span.end < other.span.start for one, other in pairwise(notes))
    if apart:
        assert set(closed) == covered


@given(texts, st.lists(spans, max_size=4), st.lists(spans, max_size=4))
def test_every_comment_at_a_place_closes_once_wherever_judged_places_are(
    of_every_kind: Any, text: str, judged: list[tuple[int, int]], free: list[tuple[int, int]]
):
    notes = places(text, note_of(of_every_kind, "Still to correct"), judged)
    notes += places(text, note_of(of_every_kind, "Comment"), free, len(judged) + 1)
    lines = attrs.evolve(of_every_kind, text=text, notes=tuple(notes)).paragraphs
    assert "\n".join("".join(part.text for part in line) for line in lines) == text
    closed = [part.note.number for line in lines for part in line if part.closes and part.note]
    assert sorted(number for number in closed if number > len(judged)) == [*range(len(judged) + 1, len(notes) + 1)]


def text_of(form: str, data: bytes) -> str:
    """Return the words of a file."""
    if form == "html":
        page = html.document_fromstring(data)
        for style in page.iter("style"):
            style.text = ""
        return str(page.text_content())
    if form == "docx":
        document = Document(BytesIO(data))
        comments = [comment.text for comment in document.comments]
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells, *comments])
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))


@pytest.mark.parametrize("form", WRITERS.built_in)
def test_every_kind_of_file_has_the_text_the_notes_and_the_mark(form: str, feedback: Any):
    text = " ".join(text_of(form, WRITERS.get(form).write([feedback], MODES.get("direct"))).split())
    for words in ("Mei", "3 to 5 of 7", "You kept “many”.", "Ms Adeyemi: much.", "What to practise next"):
        assert words in text


@pytest.mark.parametrize("form", WRITERS.built_in)
def test_every_kind_of_file_unfolds_the_mark(form: str, with_scheme: Any):
    line = with_scheme.mark.lines[0]
    lines = (
        attrs.evolve(line, label=f"the line {number} of a long sum, " * 6, points=f"+{number}") for number in range(60)
    )
    mark = attrs.evolve(with_scheme.mark, headline="7 of 10", remark="good", lines=tuple(lines))
    marked = attrs.evolve(with_scheme, mark=mark)
    text = " ".join(text_of(form, WRITERS.get(form).write([marked], MODES.get("direct"))).split())
    assert all(words in text for words in ("How your mark is made", "7 of 10", "the line 59 of a long sum", "+59"))


@pytest.mark.parametrize("form", WRITERS.built_in)
def test_equal_feedback_is_an_equal_file(form: str, feedback: Any):
    first, second = (WRITERS.get(form).write([feedback], MODES.get("direct")) for _ in range(2))
    assert contents(first) == contents(second)


def contents(data: bytes) -> object:
    """Return a file's bytes, or those of an archive's parts: an archive has the time of its writing."""
    if not data.startswith(b"PK"):
        return data
    archived = ZipFile(BytesIO(data))
    return {name: archived.read(name) for name in archived.namelist()}


def test_no_style_of_a_page_is_for_a_place_and_for_something_else(of_every_kind: Any):
    page = html.document_fromstring(WRITERS.get("html").write([of_every_kind], MODES.get("direct")))
    style = "".join(element.text for element in page.iter("style"))
    names = {note.kind.name for note in of_every_kind.notes}
    shown = {name for mark in page.iter("mark") for name in mark.get("class", "").split()}
    assert names <= shown
    assert [name for name in names if f"mark.{name}" not in style] == []
    assert [name for name in names if re.search(rf"(?<!mark)\.{name}\b", style)] == []


def test_every_sign_is_in_the_font_of_a_pdf(of_every_kind: Any):
    signs = "".join({note.kind.sign for note in of_every_kind.notes})
    assert len(signs) == len(ALL_KINDS)
    assert WRITERS.get("pdf").left_out([attrs.evolve(of_every_kind, student=signs)]) == ""
    assert WRITERS.get("pdf").left_out([attrs.evolve(of_every_kind, text=signs, notes=())]) == ""


def test_a_page_loads_nothing_has_no_script_and_escapes_names(feedback: Any):
    evil = attrs.evolve(feedback, student="<script>alert(1)</script>", text=feedback.text.replace("likes", "<b>&x"))
    data = WRITERS.get("html").write([evil], MODES.get("direct")).decode()
    assert "<script" not in data
    assert "&lt;script&gt;" in data
    assert not re.search(r"(?:src|href)=\"(?!#)|url\(|@import", data)


def test_a_pdf_says_which_characters_it_cannot_show(feedback: Any):
    writer, faces = (
        WRITERS.get("pdf"),
        attrs.evolve(feedback, student="Zoë Łuka 😀", text="Merhaba, ığşç 🥚.", notes=()),
    )
    assert writer.left_out([faces]) == "😀🥚"
    text = text_of("pdf", writer.write([faces], MODES.get("direct")))
    assert "Zoë Łuka □" in text
    assert "ığşç □" in text


def test_feedback_needs_no_vectors_and_says_how_far_it_is(report: Report):
    folders = {document.folder for document in report.documents}
    stages: list[tuple[str, int, int]] = []
    lean = review(
        folders, settings=ReviewSettings(vectors="scheme"), work=Work(progress=lambda *stage: stages.append(stage))
    )
    assert all(finding.credit is None for item in lean.documents for finding in item.review.findings)
    assert feedback_of(lean) == feedback_of(report)
    [delivery] = deliveries(lean, FeedbackSettings(), WRITERS.get("html"), lambda *stage: stages.append(stage))
    delivery.files()
    told = [stage for stage in stages if stage[0] in {"texts", "feedback"}]
    assert told == [("texts", 0, 1), ("texts", 1, 1), ("feedback", 1, 1)]


def test_a_name_that_a_pdf_cannot_show_has_a_line_to_write_it_on(report: Report, feedback: Any):
    writer, (delivery,) = WRITERS.get("pdf"), deliveries(report, FeedbackSettings(), WRITERS.get("pdf"))
    assert delivery.notices == ()
    class_of_two = [feedback, attrs.evolve(feedback, student="王小明")]
    assert (writer.nameless(class_of_two), writer.left_out(class_of_two)) == (("王小明",), "")
    pages = pages_of(writer.write(class_of_two, MODES.get("direct")))
    assert "Mei · 1" in pages[0]
    assert "Name: ____" in pages[1]
    assert "□" not in pages[1]


def pages_of(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def test_a_pdf_has_on_each_page_its_students_name(feedback: Any):
    long = attrs.evolve(feedback, text="Many words. " * 900, notes=())
    pages = pages_of(WRITERS.get("pdf").write([long, feedback], MODES.get("direct")))
    assert len(pages) > 2
    assert [f"Mei · {number}" in page for number, page in enumerate(pages[:-1], 1)] == [True] * (len(pages) - 1)
    assert "Mei · 1" in pages[-1]


def test_a_word_document_of_several_students_has_their_names_at_the_end_of_pages(feedback: Any):
    data = WRITERS.get("docx").write([feedback, attrs.evolve(feedback, student="王小明")], MODES.get("direct"))
    sections = Document(BytesIO(data)).sections
    assert [section.footer.paragraphs[0].text for section in sections] == ["Mei · 1", "王小明 · 1"]
    with ZipFile(BytesIO(data)) as archive:
        assert archive.read("word/document.xml").count(b'<w:pgNumType w:start="1"/>') == 2


def test_a_printed_page_has_the_students_name_which_is_no_style(feedback: Any):
    named = [feedback, attrs.evolve(feedback, student="Zoë </style> 'x; }")]
    data = WRITERS.get("html").write(named, MODES.get("direct")).decode()
    assert "@page student-1 { @bottom-center { content: 'Mei' ' · ' counter(page); } }" in data
    assert r"content: 'Zoë \3c \2f style\3e  \27 x\3b  \7d ' ' · '" in data
    assert data.count("</style>") == 1


def test_a_students_own_word_document_keeps_its_look_and_gets_comments(tmp_path: Path, feedback: Any):
    document = Document()
    for line in STUDENT.splitlines():
        document.add_paragraph().add_run(line).italic = True
    document.save(str(tmp_path / "mei.docx"))
    own = attrs.evolve(feedback, text=STUDENT.rstrip("\n"))
    mode, original = MODES.get("tracked"), Original(tmp_path / "mei.docx")
    written = Document(BytesIO(WRITERS.get("docx").write_student(own, mode, original)))
    comments = [comment.text for comment in written.comments]
    assert comments[0].startswith("3 to 5 of 7. ")
    assert [text for text in comments if "“many”" in text] == ["○ Still to correct. You kept “many”. Ms Adeyemi: much."]
    lines = written.paragraphs[: len(STUDENT.splitlines())]
    assert all(run.italic for paragraph in lines for run in paragraph.runs if run.text)
    assert len(written.element.xpath("//w:ins")) >= 2


def essay(path: Path, *, is_bare: bool) -> None:
    """Write a student's text as a Word document; a bare one has no section and nearly no styles."""
    document = Document()
    for line in STUDENT.splitlines():
        document.add_paragraph(line)
    if is_bare:
        for style in [style for style in document.styles if not style.name.startswith(("Normal", "Default"))]:
            style.delete()
        document.element.body.remove(document.element.body.sectPr)
    document.save(str(path))


@pytest.mark.parametrize("mode", ["direct", "tracked", "hint"])
@pytest.mark.parametrize("is_bare", [False, True], ids=["", "bare"])
def test_whoever_hands_in_a_word_document_gets_the_same_sheet(
    tmp_path: Path, markscheme: Command, mode: str, is_bare: bool
):
    files = exercise(tmp_path, source=SOURCE, hypotheses={"mei": STUDENT}, references={"kim": TEACHER})
    (tmp_path / "markscheme.toml").write_text("[comments]\n\n[scheme]\nmax = 10\n")
    (tmp_path / "teacher-comments.toml").write_text(GIVEN)
    plain = files.hypothesis("mei")
    markscheme("class", "feedback", ".", "--format", "docx", "--mode", mode, "--into", "plain")
    essay(plain.with_suffix(".docx"), is_bare=is_bare)
    plain.unlink()
    done = markscheme("class", "feedback", ".", "--format", "docx", "--mode", mode, "--into", "word")
    assert done.returncode == 0
    one, other = (Document(str(tmp_path / folder / "Mei.docx")) for folder in ("plain", "word"))
    sheet, own = (lines_of(document) for document in (one, other))
    text = slice(sheet.index("Your text"), sheet.index("What to look at"))
    del sheet[text]
    assert own[-len(sheet) :] == [line for line in sheet if line]
    mark, remark, *places = [(comment.author, comment.text) for comment in other.comments]
    assert "of 10" in mark[1]
    assert remark == ("Ms Kim", "Well done, Mei.")
    assert places == [(comment.author, comment.text) for comment in one.comments]


def lines_of(document: Any) -> list[str]:
    """Return the lines of a document, those of its tables after the others; a bullet is no character of its line."""
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return [*(paragraph.text.removeprefix("• ") for paragraph in document.paragraphs if paragraph.text.strip()), *cells]


def test_a_document_that_takes_no_comments_is_written_anew(tmp_path: Path, feedback: Any):
    (tmp_path / "mei.docx").write_bytes(b"PK no document")
    data = WRITERS.get("docx").write_student(feedback, MODES.get("direct"), Original(tmp_path / "mei.docx"))
    assert "You kept “many”." in text_of("docx", data)


def test_a_class_is_delivered_as_files_or_an_archive(tmp_path: Path, markscheme: Command):
    folder = own_essays(tmp_path / "class")
    target = folder / "markscheme-reports" / "feedback"
    done = markscheme("class", "feedback", folder, "--format", "docx")
    files = [path for path in target.rglob("*") if path.is_file()]
    assert done.stdout == f"{len(files)} files in {target}\n"
    assert len(files) == len({file.name for file in files}) > 1
    assert all(is_product(file) for file in files)
    moved = shutil.copy(files[0], tmp_path / "essay.docx")
    assert is_product(Path(moved))
    assert markscheme("class", "feedback", folder, "--format", "docx", "--zip").stdout == f"1 file in {target}\n"
    names = ZipFile(target / "class.zip").namelist()
    assert sorted(names) == sorted(file.relative_to(target).as_posix() for file in files)


@pytest.mark.parametrize("form", ["docx", "html"])
def test_what_no_xml_can_hold_is_shown_as_a_sign(tmp_path: Path, markscheme: Command, form: str):
    student = STUDENT.replace("very many", "very\x1b many\x0c")
    exercise(tmp_path, source=SOURCE, hypotheses={"me\ufffei": student}, references={"kim": TEACHER})
    assert markscheme("class", "feedback", tmp_path, "--format", form).returncode == 0
    [file] = (tmp_path / "markscheme-reports" / "feedback").iterdir()
    words = text_of(form, file.read_bytes())
    assert "␛" in words
    assert "␌" in words
    assert "me�i" in words.lower()


def test_the_command_writes_a_file_for_each_student(tmp_path: Path, markscheme: Command):
    folder = own_essays(tmp_path)
    result = markscheme("class", "feedback", folder, "--mode", "hint")
    assert result.returncode == 0
    assert result.stderr.endswith("Olek has no revision yet\n")
    written = sorted((folder / "markscheme-reports" / "feedback").iterdir())
    assert [file.suffix for file in written] == [".html"] * len(written)
    typo = markscheme("class", "feedback", folder, "--focus", "tenses").stderr
    assert "'tenses' is no kind of error. Did you mean 'tense'?" in typo
    assert markscheme("class", "feedback", folder, "--mode", "loud").stderr.startswith("markscheme: ")
