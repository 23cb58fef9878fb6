"""Comments and suggested changes in somebody's own Word document."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from docx import Document
from docx.shared import RGBColor
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.documents.formats.word.tracked import saved_by_libreoffice

from markscheme.documents import corpus
from markscheme.documents.corpus import MarginComment
from markscheme.documents.rewriting import Replacement
from markscheme.documents.word import read_document
from markscheme.documents.word_writing import commented_document
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span


def essay() -> bytes:
    """Return a document with looks, a tab, a line break and a table."""
    document = Document()
    paragraph = document.add_paragraph("I am ")
    paragraph.add_run("knowing").bold = True
    paragraph.add_run(" how much\tyou have studied. ")
    paragraph.add_run("Really").font.color.rgb = RGBColor(200, 0, 0)
    document.add_paragraph("She go home.")
    document.add_paragraph("")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "in a cell", "and another"
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


ESSAY = essay()
TEXT = read_document(ESSAY).source


def place(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


def commented(*comments: MarginComment, changes: tuple[Replacement, ...] = ()) -> bytes:
    return commented_document(ESSAY, corpus.Document("", TEXT), comments, changes, "Ms Kim")


def words_of_comments(data: bytes) -> dict[str, str]:
    """Return the words that each comment is on, by the comment's text."""
    document = Document(BytesIO(data))
    open_ids: dict[str, list[str]] = {}
    words: dict[str, str] = {}
    texts = {str(comment.comment_id): comment.text for comment in document.comments}
    for element in document.element.body.iter():
        name = element.tag.rpartition("}")[2]
        number = next((value for key, value in element.items() if key.endswith("}id")), "")
        if name == "commentRangeStart":
            open_ids[number] = []
        elif name == "commentRangeEnd":
            words[texts[number]] = "".join(open_ids.pop(number))
        elif name in ("t", "delText", "tab"):
            for parts in open_ids.values():
                parts.append("\t" if name == "tab" else element.text or "")
    return words


def test_each_comment_is_on_its_words_and_nothing_else_changes():
    spans = [place(words) for words in ("am knowing", "much\tyou", "go", "a cell")]
    data = commented(*(MarginComment(span, TEXT[span.start : span.end]) for span in spans))
    assert read_document(data).source == TEXT
    assert words_of_comments(data) == {words: words for words in ("am knowing", "much\tyou", "go", "a cell")}
    looks = [(run.text, run.bold) for run in Document(BytesIO(data)).paragraphs[0].runs if run.text and run.bold]
    assert looks == [("knowing", True)]


def test_a_comment_where_words_are_missing_is_on_the_word_before():
    gap = place(" home").start
    assert words_of_comments(commented(MarginComment(Span(gap, gap), "add to"))) == {"add to": "go"}
    assert words_of_comments(commented(MarginComment(Span(0, 0), "mark"))) == {"mark": "I"}


def test_changes_are_tracked_under_the_name_of_their_author():
    gap = place(" home").start
    changes = (
        Replacement(place("am knowing"), "know"),
        Replacement(place("much"), ""),
        Replacement(place("go"), "goes"),
        Replacement(Span(gap, gap), "to"),
    )
    document = read_document(commented(changes=changes))
    assert document.source == TEXT
    assert document.authors == ("Ms Kim",)
    [correction] = document.corrections([("Ms Kim",)])
    assert correction.text.split("\n")[:2] == ["I know how \tyou have studied. Really", "She goes to home."]


def test_a_change_across_paragraphs_or_inside_another_is_left_out():
    end = TEXT.index("\n")
    changes = (
        Replacement(Span(end - 3, end + 4), "x"),
        Replacement(place("have studied"), "studied"),
        Replacement(place("studied"), "y"),
    )
    document = read_document(commented(changes=changes))
    [correction] = document.corrections([("Ms Kim",)])
    assert correction.text == TEXT.replace("have studied", "studied")


def test_another_text_is_refused():
    with pytest.raises(DocumentError, match=r"essay\.docx: comments can't be added to this Word document"):
        commented_document(ESSAY, corpus.Document("", "Another text", Path("essay.docx")), [], [], "Ms Kim")


@settings(max_examples=settings().max_examples // 3)  # a whole document is written and read
@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 12)), max_size=8))
def test_any_places_can_have_comments(places: list[tuple[int, int]]):
    spans = [Span(start, min(start + length, len(TEXT))) for start, length in places]
    data = commented(*(MarginComment(span, f"comment {number}") for number, span in enumerate(spans)))
    assert read_document(data).source == TEXT
    words = words_of_comments(data)
    for number, span in enumerate(spans):
        inside = TEXT[span.start : span.end]
        if inside.strip("\n"):
            assert words[f"comment {number}"] == inside.replace("\n", "")


def test_equal_documents_have_equal_bytes():
    comment = MarginComment(place("go"), "goes")
    first, second = (ZipFile(BytesIO(commented(comment))) for _ in range(2))
    assert [first.read(name) for name in first.namelist()] == [second.read(name) for name in second.namelist()]


def test_libreoffice_keeps_every_comment_at_its_words(tmp_path: Path):
    words = ("am knowing", "much\tyou", "go", "a cell")
    file = tmp_path / "essay.docx"
    file.write_bytes(commented(*(MarginComment(place(item), f"on {' '.join(item.split())}") for item in words)))
    saved_by_libreoffice([file], tmp_path / "saved")
    data = (tmp_path / "saved" / "essay.docx").read_bytes()
    assert words_of_comments(data) == {f"on {' '.join(item.split())}": item for item in words}
