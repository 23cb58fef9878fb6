"""The workbook of a class, and Canvas's table of a rubric, from marks that are made here."""

import csv
import io
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from class_folders import class_of_eight
from markscheme import api
from markscheme.gradebooks.class_workbook import class_workbook
from markscheme.gradebooks.csv_table import parse_table
from markscheme.gradebooks.export import Export, ExportRequest, export_class, read_tables
from markscheme.gradebooks.grades import StudentResult, results_of
from markscheme.gradebooks.handback import comment_of
from markscheme.gradebooks.roster import KEY_FILE, read_key
from markscheme.gradebooks.systems.canvas_rubric import filled_rubric, rubric_lines
from markscheme.gradebooks.transfer import paired
from markscheme.reports.report import Report
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from school_systems import import_canvas_rubric, moodle_worksheet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return class_of_eight(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def report(folder: Path, engine_settings: EngineSettings) -> Report:
    return api.review([folder], engine=engine_settings)


@pytest.fixture
def results(report: Report) -> Sequence[StudentResult]:
    return results_of(report.documents, "Market")


def test_a_sheet_for_the_class_one_for_kinds_of_errors_and_one_a_student(results: Sequence[StudentResult]):
    book = openpyxl.load_workbook(BytesIO(class_workbook(results, "Market")))
    assert book.sheetnames[:3] == ["Class", "Kinds of errors", "Ada"]
    assert len(book.sheetnames) == 10
    rows = [list(row) for row in book["Class"].iter_rows(values_only=True)]
    assert rows[0][:4] == ["Student", "Mark", "out of", "Correct"]
    ada = next(row for row in rows if row[0] == "Ada")
    marks = results[0].document.review.marks
    assert marks is not None
    assert ada[1] == pytest.approx(100 * marks.verdicts.points.earned / marks.verdicts.points.due)
    kinds = [list(row) for row in book["Kinds of errors"].iter_rows(values_only=True)]
    assert "Articles" in {row[0] for row in kinds}
    places = [list(row) for row in book["Ada"].iter_rows(values_only=True)]
    assert len(places) - 1 == len(results[0].document.review.findings)


def test_no_cell_of_a_workbook_is_a_formula(results: Sequence[StudentResult]):
    import attrs

    odd = ("=1+1", "@x", "history", "x" * 40, "x" * 40, "a/b:c", "'")
    named = [attrs.evolve(result, student=name) for result, name in zip(results, odd, strict=False)]
    book = openpyxl.load_workbook(BytesIO(class_workbook(named, "Market")))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    assert book["Class"]["A2"].value == "=1+1"
    assert len({name.casefold() for name in book.sheetnames}) == len(named) + 2


def test_a_comment_says_what_to_look_at(results: Sequence[StudentResult]):
    comment = comment_of(results[2])
    assert comment.startswith("<p ")
    assert "Still to correct (Articles): You kept “a”. Ms Baker: an." in comment


def test_canvass_rubric_goes_out_and_in(results: Sequence[StudentResult]):
    criteria = ("Articles", "Language - all", "Handwriting")
    header = ["Student Id", "Student Name"]
    header += [f"{name} - {kind}" for name in criteria for kind in ("Rating", "Points", "Comments")]
    out = io.StringIO(newline="")
    rows = [[number, name, *["", "", ""] * 3] for number, name in ((1, "Ada"), (2, "Ben"), (3, "=Nobody"))]
    csv.writer(out).writerows([header, *rows])
    table = parse_table(out.getvalue().encode())
    pairing = paired(rubric_lines(table), results[:2], {})
    written = filled_rubric(table, pairing, {"Articles": 5, "Language - all": 10})
    taken = import_canvas_rubric(written.table.to_bytes(), criteria)
    ada = results[0]
    assert ada.grade is not None
    assert float(taken["1"]["Language - all"][1]) == pytest.approx(ada.grade.out_of(10), abs=0.005)
    assert 0 <= float(taken["1"]["Articles"][1]) <= 5
    assert "correct" in taken["1"]["Articles"][2]
    assert taken["1"]["Handwriting"] == ("", "", "")
    assert set(taken["3"].values()) == {("", "", "")}
    with pytest.raises(DocumentError, match="no criterion 'Spelling'"):
        filled_rubric(table, pairing, {"Spelling": 5})


def exported(report: Report, folder: Path, request: ExportRequest) -> Export:
    return export_class(report, folder, request, read_tables(request))


def test_an_export_of_everything(report: Report, folder: Path, tmp_path: Path):
    sheet = tmp_path / "grading.csv"
    sheet.write_bytes(moodle_worksheet([(1, "Ada"), (2, "Ben"), (9, "Nobody")]))
    with pytest.raises(DocumentError, match="several exercises"):
        exported(report, folder, ExportRequest(workbook=True))
    request = ExportRequest(sheet, workbook=True, feedback_format="docx", assignment="Market", is_anonymous=True)
    done = exported(report, folder, request)
    reports = folder / "markscheme-reports"
    assert set(done.files) == {
        reports / "grading.csv",
        reports / "Market feedback.zip",
        reports / "Market marks without names.xlsx",
        folder / KEY_FILE,
    }
    book = openpyxl.load_workbook(BytesIO(done.files[reports / "Market marks without names.xlsx"]))
    assert book.sheetnames[2:] == [f"Student {number:03}" for number in range(1, 9)]
    assert "Femi is not in the table: no row has this name or number" in done.notices
    assert read_key(folder).names == {}
    with pytest.raises(DocumentError, match="would replace"):
        exported(report, folder, ExportRequest(sheet, assignment="Market", into=tmp_path))
