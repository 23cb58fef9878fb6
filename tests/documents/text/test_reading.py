"""Bytes to text, or to a refusal that names the file and the line."""

from pathlib import Path

import pytest

from documents.formats.word_processors.documents import archive_of, compound_file, open_document
from markscheme.documents.files import read_text, write_text
from markscheme.errors import DocumentError

SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


def refusal(path: Path) -> DocumentError:
    with pytest.raises(DocumentError) as refused:
        read_text(path)
    assert refused.value.path == path
    assert str(refused.value).startswith(str(path))
    return refused.value


@pytest.mark.parametrize("text", ["", "one\r\ntwo\rthree\n", "café 😀\u2028 e\u0301", "no end"])
def test_text_comes_back_as_it_is(tmp_path: Path, text: str):
    path = tmp_path / "essay.txt"
    path.write_bytes(text.encode())
    assert read_text(path) == text


def test_a_byte_order_mark_is_left_out(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"\xef\xbb\xbfHello\r\n")
    assert read_text(path) == "Hello\r\n"


def test_a_missing_file(tmp_path: Path):
    assert "does not exist" in refusal(tmp_path / "nobody.txt").problem


def test_a_folder(tmp_path: Path):
    assert "a folder" in refusal(tmp_path).problem


def test_a_path_below_a_file(tmp_path: Path):
    (tmp_path / "essay.txt").write_text("Hello")
    assert "can't be read" in refusal(tmp_path / "essay.txt" / "more.txt").problem


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_bad_bytes_are_told_with_their_line(tmp_path: Path, newline: bytes, mark: bytes):
    path = tmp_path / "essay.txt"
    path.write_bytes(mark + newline.join([b"first", "sécond 😀".encode(), b"\xe9t\xe9", b"last"]))
    problem = refusal(path)
    assert problem.line == 3
    assert "0xe9" in problem.problem
    assert "UTF-8" in problem.remedy


def test_a_character_cut_off_at_the_end(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"fine\n" + "😀".encode()[:2])
    assert refusal(path).line == 2


def test_a_binary_file_is_told_with_its_line(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"PK\x03\x04\r\n\xff\0\0")
    problem = refusal(path)
    assert "binary" in problem.problem
    assert problem.line == 2


MARKED = {
    "utf-8": b"\xef\xbb\xbf",
    "utf-16-le": b"\xff\xfe",
    "utf-16-be": b"\xfe\xff",
    "utf-32-le": b"\xff\xfe\0\0",
    "utf-32-be": b"\0\0\xfe\xff",
}


@pytest.mark.parametrize(("encoding", "mark"), MARKED.items(), ids=MARKED)
def test_a_byte_order_mark_names_the_encoding(tmp_path: Path, encoding: str, mark: bytes):
    path = tmp_path / "essay.txt"
    text = "Žižka 😀\r\nwas here.\n"
    path.write_bytes(mark + text.encode(encoding))
    assert read_text(path) == text
    write_text(path, f"{text}Kim, too.")
    assert path.read_bytes() == mark + f"{text}Kim, too.".encode(encoding)


def test_a_new_file_has_no_byte_order_mark(tmp_path: Path):
    write_text(tmp_path / "essay.txt", "Žižka")
    assert (tmp_path / "essay.txt").read_bytes() == "Žižka".encode()


def test_utf_16_that_is_damaged_is_refused_with_its_line(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"\xff\xfe" + "one\r\ntwo ".encode("utf-16-le") + b"\x00\xdc\x20\x00")
    problem = refusal(path)
    assert (problem.problem, problem.line) == ("the file is not UTF-16-LE text (byte 0x00)", 2)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark(tmp_path: Path, encoding: str):
    path = tmp_path / "essay.txt"
    path.write_bytes("She was “here”. Žižka too.\n".encode(encoding))
    assert refusal(path).explanation == "this is UTF-16 without a byte order mark. Save it as UTF-8"


KINDS = {
    "a PDF file": (b"%PDF-1.7\n%\xe2\xe3", "Save the document that it was made from as .docx, .odt or .txt"),
    "an RTF document": (b"{\\rtf1\\ansi I goed.}", "Let its name end in .rtf"),
    "a Word document of the old kind (.doc)": (compound_file("1Table", "WordDocument"), "save it as .docx"),
    "an Excel workbook of the old kind (.xls)": (compound_file("Workbook"), "Save it as .xlsx or .csv"),
    "a document with a password": (compound_file("EncryptionInfo", "EncryptedPackage"), "Save it without one"),
    "a Word document": (archive_of("[Content_Types].xml", "word/document.xml"), "Let its name end in .docx"),
    "an Excel workbook": (archive_of("[Content_Types].xml", "xl/workbook.xml"), "Let its name end in .xlsx"),
    "a Pages document": (archive_of("Index/Document.iwa", "preview.jpg"), "Export it from Pages as Word (.docx)"),
    "an OpenDocument text": (open_document(b""), "Let its name end in .odt"),
    "an OpenDocument spreadsheet": (open_document(b"", kind=SPREADSHEET), "Save it as .xlsx or .csv"),
}


@pytest.mark.parametrize(("title", "data", "remedy"), [(title, *rest) for title, rest in KINDS.items()], ids=KINDS)
def test_a_file_of_another_kind_says_what_it_is(tmp_path: Path, title: str, data: bytes, remedy: str):
    path = tmp_path / "essay.txt"
    path.write_bytes(data)
    problem = refusal(path)
    assert problem.problem == f"this is {title}, not text"
    assert problem.remedy.endswith(remedy)
