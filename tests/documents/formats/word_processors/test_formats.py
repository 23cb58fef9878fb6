"""Which reader a word processor's document has; it may be a source, a hypothesis or a reference."""

from pathlib import Path

import pytest

from documents.formats.files import written
from documents.formats.word_processors.documents import archive_of, compound_file, content, open_document
from exercise_files import exercise
from markscheme import review
from markscheme.documents.corpus import Corpus, Entry
from markscheme.documents.files import read_text
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.word_writing import write_corpus
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise

SENTENCES = Corpus((Entry("", "She was here."), Entry("", "He, too.")), tokenised=False)


def odt(text: str) -> bytes:
    paragraphs = "".join(f"<text:p>{line}</text:p>" for line in text.split("\n"))
    return open_document(content(paragraphs).encode())


def rtf(text: str) -> bytes:
    escaped = "".join(char if char.isascii() else f"\\u{ord(char)} ?" for char in text)
    return b"{\\rtf1\\ansi " + escaped.replace("\n", "\\par\n").encode() + b"\\par}"


def docx(text: str) -> bytes:
    return write_corpus(Corpus((Entry("", text),), tokenised=False))


@pytest.mark.parametrize("name", ["a.odt", "a.rtf", "a.doc", "a.docx", "A.ODT"])
@pytest.mark.parametrize(("form", "write"), [("odt", odt), ("rtf", rtf)])
def test_the_content_decides(tmp_path: Path, name: str, form: str, write):
    path = tmp_path / name
    path.write_bytes(write("Žižka “was” here.\nTwice."))
    [document] = FORMATS.texts(path, read_text, "mei").corrections
    assert (document.text, document.format, document.name) == ("Žižka “was” here.\nTwice.", form, "mei")
    assert not FORMATS.has_lines(path)


def test_a_word_document_is_still_one(tmp_path: Path):
    path = tmp_path / "a.docx"
    path.write_bytes(docx("She was here."))
    assert FORMATS.recognised(DocumentFile(path)).name == "docx-text"


UNREADABLE = {
    "a.doc": (compound_file("WordDocument"), "this is a Word document of the old kind (.doc). Open it in Word or "),
    "b.docx": (compound_file("WordDocument"), "this is a Word document of the old kind (.doc). Open it in Word or "),
    "c.docx": (compound_file("EncryptedPackage"), "this is a document with a password. Save it without one"),
    "d.doc": (docx("a"), "this is a Word document. Let its name end in .docx"),
    "e.odt": (docx("a"), "this is a Word document. Let its name end in .docx"),
    "f.pages": (archive_of("Index/Document.iwa"), "this is a Pages document. Export it from Pages as Word (.docx)"),
    "g.pdf": (b"%PDF-1.4", "this is a PDF file. Save the document that it was made from as .docx, .odt or .txt"),
    "h.docx": (b"%PDF-1.4", "this is a PDF file. Save the document that it was made from as .docx, .odt or .txt"),
    "i.odt": (b"Dear all", "this is not a .odt document, or it is damaged. Open it in a word processor and save it as"),
    "k.docx": (b"", "this file is empty. Save the document again, or ask for it again"),
    "l.odt": (b"", "this file is empty. Save the document again, or ask for it again"),
    "m.rtf": (b"", "this file is empty. Save the document again, or ask for it again"),
    "j.txt": (b"{\\rtf1 a}", "this is an RTF document, not text. Let its name end in .rtf"),
}


@pytest.mark.parametrize(("name", "data", "problem"), [(name, *rest) for name, rest in UNREADABLE.items()])
def test_what_can_not_be_read_says_what_it_is(tmp_path: Path, name: str, data: bytes, problem: str):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DocumentError) as refused:
        FORMATS.texts(path, read_text, "mei")
    assert str(refused.value).startswith(f"{path}: {problem}")


def test_rtf_in_an_editor_is_not_marked_as_text(tmp_path: Path):
    with pytest.raises(DocumentError, match="this is an RTF document, not text"):
        FORMATS.texts(tmp_path / "a.txt", lambda _: "{\\rtf1 I goed.}", "mei")


def test_a_missing_document(tmp_path: Path):
    with pytest.raises(DocumentError, match="does not exist"):
        FORMATS.texts(tmp_path / "a.rtf", read_text, "mei")


def test_it_is_corrected_in_its_word_processor(tmp_path: Path):
    path = tmp_path / "a.rtf"
    path.write_bytes(rtf("She was here."))
    [document] = FORMATS.texts(path, read_text, "mei").corrections
    with pytest.raises(DocumentError, match="an RTF document is corrected in a word processor"):
        FORMATS.of(document).hypothesis_file(document, document.text)


def only(folder: Path) -> Exercise:
    [found] = exercises_in(folder)
    return found


@pytest.mark.parametrize("suffix", [".odt", ".rtf"])
def test_a_document_is_source_hypothesis_or_reference(tmp_path: Path, suffix: str):
    texts = {
        "source": "She like music.\nHe goed.",
        "mei": "She likes music.\nHe goed.",
        "kim": "She likes music.\nHe went.",
    }
    files = exercise(
        tmp_path,
        source=texts["source"],
        hypotheses={"mei": texts["mei"]},
        references={"kim": texts["kim"]},
        suffix=suffix,
    )
    write = {".odt": odt, ".rtf": rtf}[suffix]
    for path, name in ((files.source, "source"), (files.hypothesis("mei"), "mei"), (files.reference("kim"), "kim")):
        path.write_bytes(write(texts[name]))
    assert [item.name for item in only(tmp_path).hypotheses] == ["mei"]
    report = review([tmp_path])
    assert report.problems == ()
    [document] = report.documents
    found = [(item.category.value, item.hypothesis, item.span.start) for item in document.review.findings]
    assert found == [("hit-correction", "likes", 4), ("under-correction", "goed", 20)]


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("essay.pdf", b"%PDF-1.4", "this is a PDF file"),
        ("essay.doc", compound_file("WordDocument"), "this is a Word document of the old kind (.doc)"),
        ("essay.odt", odt("She was here."), "this document belongs to no exercise"),
        ("class.xlsx", written("xlsx", SENTENCES), "this document belongs to no exercise"),
        ("broken.xlsx", archive_of("xl/workbook.xml"), "this Excel workbook is damaged"),
    ],
)
def test_a_document_without_a_role_says_what_it_is_if_it_can_not_be_read(
    tmp_path: Path, name: str, data: bytes, problem: str
):
    (tmp_path / name).write_bytes(data)
    report = review([tmp_path / name])
    assert [item.problem for item in report.problems] == [problem]


def test_a_text_in_utf_16_is_marked_at_its_places(tmp_path: Path):
    files = exercise(
        tmp_path,
        source="Žižka 😀 like music.\n",
        hypotheses={"mei": "Žižka 😀 likes music.\n"},
        references={"kim": "Žižka 😀 likes music.\n"},
    )
    hypothesis = files.hypothesis("mei")
    text = hypothesis.read_text("utf-8")
    hypothesis.write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    files.reference("kim").write_bytes(b"\xfe\xff" + text.encode("utf-16-be"))
    [document] = review([hypothesis]).documents
    [finding] = document.review.findings
    assert (finding.category.value, finding.span.of(text)) == ("hit-correction", "likes")
