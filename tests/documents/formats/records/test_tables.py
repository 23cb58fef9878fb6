"""Tables of people's own making: columns by their names or by --column, CSV as programs write it, workbooks."""

import datetime
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from hypothesis import given

from documents.formats.files import HeldFile, read, written
from documents.formats.records.test_records import RECORDS, corpora, texts
from documents.formats.word_processors.documents import archive_of, compound_file
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.scoring.corpora import open_any

PATH = Path("class.csv")
OWN = "Nr,Learner text, Mei ,Ms Kim,Grade\n1,I goed.,I go.,I went.,B\n"
ROLES = {"source": "Learner text", "hypothesis.mei": "Mei", "reference.kim": "Ms Kim"}
ENTRY = Entry("", "I goed.", (Correction("mei", "I go."),), (Correction("kim", "I went."),))


def table(text: str, roles: Mapping[str, str] = {}) -> Corpus:
    return FORMATS.corpus("csv").read_columns(HeldFile(PATH, text), roles)


def test_columns_have_the_roles_that_are_given():
    corpus = table(OWN, ROLES)
    assert corpus == Corpus((ENTRY,), tokenised=False)
    assert corpus.left_out == ("the columns Nr, Grade",)


def test_columns_without_a_role_are_left_out():
    corpus = table("source,reference,grade,,grade\na,b,A,,B\n")
    assert corpus == Corpus((Entry("", "a", (), (Correction("reference", "b"),)),), tokenised=False)
    assert corpus.left_out == ("the columns grade",)


def test_a_role_that_is_given_comes_before_a_column_of_its_name():
    corpus = table("source,text,reference\na,b,c\n", {"source": "text"})
    assert (corpus.entries[0].source, corpus.left_out) == ("b", ("the columns source",))


def test_names_of_roles_are_read_in_capitals_too():
    corpus = table("ID,Source,Hypothesis.Mei,REFERENCE\n1,a,b,c\n")
    assert corpus.entries == (Entry("1", "a", (Correction("Mei", "b"),), (Correction("reference", "c"),)),)


NAMING = "Name the columns in the first line. Columns are id, source, hypothesis or hypothesis.NAME, reference or "
NO_PEOPLE = "source,corrected\na,b\n"
REFUSED: dict[str, tuple[str, Mapping[str, str], str]] = {
    "no source": (OWN, {}, "no source column; the columns are Nr, Learner text, Mei, Ms Kim, Grade. " + NAMING),
    "no correction": (
        "source,corrected\na,b\n",
        {},
        "no hypothesis or reference column; the columns are source, corrected",
    ),
    "a slip": (
        "source,refrence\na,b\n",
        {},
        "no column 'refrence'; the columns are source, refrence. Name the columns",
    ),
    "no such column": (
        OWN,
        {"source": "Text"},
        "no column 'Text'. The columns are Nr, Learner text, Mei, ",
    ),
    "no such role": (
        OWN,
        {"teacher": "Ms Kim"},
        "no column has the role 'teacher'. Roles are id, source, ",
    ),
    "too many columns": (",".join(["source"] * 1001) + "\n", {}, "more than 1000 columns"),
}


@pytest.mark.parametrize(("text", "roles", "problem"), REFUSED.values(), ids=REFUSED)
def test_columns_that_can_not_be_used_are_listed(text: str, roles: Mapping[str, str], problem: str):
    with pytest.raises(DocumentError) as refused:
        table(text, roles)
    assert str(refused.value).startswith("class.csv:1: ")
    assert problem in str(refused.value)
    assert refused.value.remedy


def test_only_tables_have_columns(tmp_path: Path):
    (tmp_path / "a.m2").write_text("S a .\n")
    with pytest.raises(DocumentError, match="M2 has no columns that can be named"):
        open_any(tmp_path / "a.m2", columns={"source": "a"}).whole()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_is_parted_as_programs_do(delimiter: str):
    text = 'source,reference.kim\n"One, two; three\tfour ""five""",5\n'.replace("source,", f"source{delimiter}")
    text = text.replace('""",', f'"""{delimiter}')
    corpus = read("csv", text)
    assert corpus.entries == (Entry("", 'One, two; three\tfour "five"', (), (Correction("kim", "5"),)),)


@given(corpora(texts.filter(bool)))
def test_csv_that_is_written_is_read(corpus: Corpus):
    table = written("csv", corpus).decode()
    assert written("csv", read("csv", table)).decode() == table


# Workbooks.


def book(*rows: tuple[object, ...], sheets: tuple[str, ...] = ()) -> bytes:
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append(row)
    for title in sheets:
        workbook.create_sheet(title)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def records(data: bytes, roles: Mapping[str, str] = {}) -> Corpus:
    return FORMATS.corpus("xlsx").read_columns(HeldFile(Path("class.xlsx"), data), roles)


def test_a_workbook_is_read():
    rows = [(), ("id", "source", "hypothesis.mei", "Reference", "date"), (1, "I goed 😀.", None, "I went 😀."), ()]
    data = book(*rows, (2.0, "It’s\nhere.", 5, True, datetime.date(2026, 11, 22)), sheets=("notes", "old"))
    corpus = records(data)
    assert corpus.entries == (
        Entry("1", "I goed 😀.", (), (Correction("reference", "I went 😀."),)),
        Entry("2", "It’s\nhere.", (Correction("mei", "5"),), (Correction("reference", "TRUE"),)),
    )
    assert corpus.left_out == ("the columns date", "the sheets notes, old")


def test_a_fault_names_the_row():
    with pytest.raises(DocumentError, match=r"class.xlsx:3: this record has 3 cells, where the header names 2 columns"):
        records(book((), ("source", "reference"), ("a", "b", "c")))
    with pytest.raises(DocumentError, match=r"class.xlsx:4: this record has 3 cells"):
        records(book((), ("source", "reference"), (), ("a", "b", "c")))


def test_a_workbook_that_is_written_is_read():
    assert records(written("xlsx", RECORDS)) == RECORDS


def test_no_cell_is_a_formula():
    entry = Entry("", "=1+1", (), (Correction("kim", "=HYPERLINK(1)"),))
    data = written("xlsx", Corpus((entry,), tokenised=False))
    assert records(data).entries == (entry,)
    with ZipFile(BytesIO(data)) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(("text", "problem"), [("a" * 32_768, "more than 32767"), ("a\x0c", "control character")])
def test_a_text_that_no_cell_holds_is_refused(text: str, problem: str):
    with pytest.raises(DocumentError, match=f"entry 2 has a .*{problem}"):
        written("xlsx", Corpus((Entry("", "a"), Entry("", text)), tokenised=False))


def with_part(name: str, content: bytes) -> bytes:
    """Return a workbook with another content of one part."""
    file = BytesIO()
    with ZipFile(BytesIO(book(("source", "reference"), ("a", "b")))) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
DAMAGED = {
    "nothing": (b"", "this is not an Excel workbook, or it is damaged"),
    "an old one": (compound_file("Workbook"), r"of the old kind \(.xls\). Save it as .xlsx"),
    "a Word document": (archive_of("word/document.xml"), "this is a Word document. Let its name end in .docx"),
    "half of one": (archive_of("xl/workbook.xml"), "damaged"),
    "a broken sheet": (with_part(SHEET, b"<worksheet><sheetData><row><c"), "damaged"),
    "entities": (with_part("xl/workbook.xml", b'<!DOCTYPE a [<!ENTITY a "b">]><a/>'), "declares a document type"),
    "too much": (with_part(SHEET, b" " * (65 * 2**20)), "more than 64 MiB"),
    "an empty one": (book(), "no source column; the columns are none"),
}


@pytest.mark.parametrize(("data", "problem"), DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_sound_workbook_is_refused(data: bytes, problem: str):
    with pytest.raises(DocumentError, match=problem) as refused:
        records(data)
    assert refused.value.path == Path("class.xlsx")


def test_a_cell_far_out_is_refused_soon():
    rows = b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (row, row) for row in range(1, 6000))
    namespace = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = b'<worksheet xmlns="' + namespace + b'"><sheetData>%s</sheetData></worksheet>'
    with pytest.raises(DocumentError):
        records(with_part(SHEET, sheet % rows))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_hundred_thousand_columns_are_refused(delimiter: str):
    names = delimiter.join(["source", *(f"hypothesis.a{number}" for number in range(100_000))])
    with pytest.raises(DocumentError, match="more than 1000 columns"):
        read("csv", f"{names}\nI go .\n", Path("wide.csv"))
