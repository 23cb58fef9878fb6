"""The workbook of a class, and Canvas's table of a rubric, from marks that are made here."""

import csv
import io
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import attrs
import openpyxl
import pytest

from class_folders import class_of_eight, correction, draft, revision, write
from markscheme import Work
from markscheme.api import marking
from markscheme.documents.folders import KEY_FILE, ROSTER_FILE
from markscheme.errors import DocumentError
from markscheme.inference.settings import EngineSettings
from markscheme.marking.findings import Finding
from markscheme.marking.verdict import Verdict
from markscheme.reports._grades import StudentResult, group_counts, results_of
from markscheme.reports.feedback import MODES
from markscheme.reports.grade_export import Export, ExportRequest, comment_of, export_class, read_tables
from markscheme.reports.progress import progress_of
from markscheme.reports.report import Report
from markscheme.reports.school_systems import Entry, Roster, read_key
from school_systems import import_canvas_rubric, import_moodle, import_moodle_feedback, moodle_worksheet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return class_of_eight(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def report(folder: Path, engine_settings: EngineSettings) -> Report:
    return marking.review([folder], work=Work(engine_settings))


@pytest.fixture
def results(report: Report) -> Sequence[StudentResult]:
    return results_of(report.documents, "Market")


def exported(report: Report, folder: Path, request: ExportRequest) -> Export:
    return export_class(report, folder, request, read_tables(request))


def workbook(report: Report, folder: Path) -> openpyxl.Workbook:
    done = exported(report, folder, ExportRequest(workbook=True, assignment="Market"))
    [data] = done.files.values()
    return openpyxl.load_workbook(BytesIO(data))


def test_a_sheet_for_the_class_one_for_kinds_of_errors_and_one_a_student(
    report: Report, folder: Path, results: Sequence[StudentResult]
):
    book = workbook(report, folder)
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


def test_no_cell_of_a_workbook_is_a_formula(report: Report, folder: Path, results: Sequence[StudentResult]):
    odd = ("=1+1", "@x", "history", "x" * 40, "x" * 40, "a/b:c", "'")
    names = {result.student: name for result, name in zip(results, odd, strict=False)}
    own = (item for item in report.reviewed if item.assignment == "Market" and item.person in names)
    named = attrs.evolve(report, reviewed=tuple(attrs.evolve(item, person=names[item.person]) for item in own))
    book = workbook(named, folder)
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    assert "=1+1" in {cell.value for cell in book["Class"]["A"]}
    assert len({name.casefold() for name in book.sheetnames}) == len(odd) + 2


def test_a_comment_says_what_to_look_at(results: Sequence[StudentResult]):
    comment = comment_of(results[2])
    assert comment.startswith("<p ")
    assert "Still to correct (Articles): You kept “a”. Ms Baker: an." in comment


def rubric_table(folder: Path, names: Sequence[str], criteria: Sequence[str]) -> Path:
    """Write Canvas's table of a rubric, empty, with the students' numbers from 1 on."""
    header = ["Student Id", "Student Name"]
    header += [f"{name} - {kind}" for name in criteria for kind in ("Rating", "Points", "Comments")]
    out = io.StringIO(newline="")
    rows = [[number, name, *["", "", ""] * len(criteria)] for number, name in enumerate(names, 1)]
    csv.writer(out).writerows([header, *rows])
    path = folder / "rubric.csv"
    path.write_bytes(out.getvalue().encode())
    return path


def with_rubric(report: Report, folder: Path, table: Path, points: dict[str, float]) -> tuple[bytes, Sequence[str]]:
    """Return the table filled in, and the notes for the teacher."""
    done = exported(report, folder, ExportRequest(rubric=table, points=points, assignment="Market"))
    [data] = done.files.values()
    return data, done.notices


def test_canvass_rubric_goes_out_and_in(report: Report, folder: Path, results: Sequence[StudentResult], tmp_path: Path):
    criteria = ("Articles", "Language - all", "Handwriting")
    table = rubric_table(tmp_path, ["Ada", "Ben", "=Nobody"], criteria)
    written, notices = with_rubric(report, folder, table, {"Articles": 5, "Language - all": 10})
    taken = import_canvas_rubric(written, criteria)
    ada = results[0]
    assert ada.grade is not None
    points = {name: float(taken["1"][name][1]) for name in ("Articles", "Language - all")}
    assert sum(points.values()) == pytest.approx(ada.grade.out_of(15), abs=0.006)
    assert 0 <= points["Articles"] <= 5
    assert notices[0] == "“Language - all” is no kind of error: it has the rest of the mark"
    assert "correct" in taken["1"]["Articles"][2]
    assert taken["1"]["Handwriting"] == ("", "", "")
    assert set(taken["3"].values()) == {("", "", "")}
    with pytest.raises(DocumentError, match="no criterion 'Spelling'"):
        with_rubric(report, folder, table, {"Spelling": 5})


@pytest.fixture
def rubric(
    report: Report, folder: Path, results: Sequence[StudentResult], tmp_path: Path
) -> Callable[[dict[str, float]], tuple[dict[str, list[float]], Sequence[str]]]:
    """Return what gives the points that each student gets by criterion, and the notes for the teacher."""

    def points_of(points: dict[str, float]) -> tuple[dict[str, list[float]], Sequence[str]]:
        table = rubric_table(tmp_path, [result.student for result in results], tuple(points))
        written, notices = with_rubric(report, folder, table, points)
        taken = import_canvas_rubric(written, tuple(points))
        return {name: [float(own[name][1]) for own in taken.values()] for name in points}, notices

    return points_of


def test_a_criterion_has_the_points_of_its_kind_of_error_and_all_of_them_are_the_mark(
    results: Sequence[StudentResult], rubric
):
    alone, notices = rubric({"Articles": 5})
    places = [
        [item for item in result.document.review.findings if item.place and group_of_result(item, result) == "Articles"]
        for result in results
    ]
    shares = [sum(i.place.points.earned for i in own) / sum(i.place.points.due for i in own) for own in places]
    assert alone["Articles"] == pytest.approx([5 * share for share in shares], abs=0.005)
    assert len(set(alone["Articles"])) > 1
    assert "no criterion has Verbs" in notices[0]
    every = {group: 2.0 + number for number, group in enumerate(sorted(group_counts(results)))}
    covering, [undecided] = rubric(every)
    assert undecided.startswith("28 answers of 8 students are not decided yet")
    for number, result in enumerate(results):
        together = sum(own[number] for own in covering.values())
        assert together == pytest.approx(result.grade.out_of(sum(every.values())), abs=0.006)
        assert all(0 <= own[number] <= every[name] for name, own in covering.items())


def test_a_criterion_that_is_no_kind_of_error_is_said(rubric):
    with pytest.raises(DocumentError, match="'Artikles' is no kind of error") as caught:
        rubric({"Artikles": 5})
    assert caught.value.remedy == "Did you mean 'Articles'?"
    with pytest.raises(DocumentError, match="'Effort' and 'Neatness' are no kinds of errors"):
        rubric({"Articles": 5, "Effort": 5, "Neatness": 5})


def group_of_result(finding: Finding, result: StudentResult) -> str:
    return result.document.kinds.group(finding.error_type)


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


def test_what_has_no_mark_and_who_was_late_are_in_the_workbook_and_one_version_counts(
    tmp_path: Path, engine_settings: EngineSettings
):
    texts = {f"students/{name}.txt": revision(number) for number, name in enumerate(("Ada", "Ben"))}
    texts |= {"students/Cleo.txt": " \n", "later/Ben.txt": correction(), "task.txt": draft(), "ref.txt": correction()}
    table = '[[exercise]]\nname = "week"\nsource = "task.txt"\nreferences = ["ref.txt"]\n'
    table += 'hypotheses = ["students/{student}.txt", "later/{student}.txt"]\n'
    write(tmp_path, {**texts, "markscheme.toml": table})
    ada = Entry("Ada", "moodle", "week", "1", "students/Ada.txt", is_late=True)
    (tmp_path / ROSTER_FILE).write_bytes(Roster((ada,)).to_bytes())
    report = marking.review([tmp_path], work=Work(engine_settings))
    done = exported(report, tmp_path, ExportRequest(workbook=True))
    book = openpyxl.load_workbook(BytesIO(done.files[tmp_path / "markscheme-reports" / "week marks.xlsx"]))
    rows = {row[0]: row for row in book["Class"].iter_rows(values_only=True)}
    assert list(rows) == ["Student", "Ada", "Ben", "Cleo"]
    assert (rows["Student"][-1], rows["Ada"][-1], rows["Cleo"][-1]) == (
        "Remarks",
        "handed in late",
        "handed in nothing readable",
    )
    assert rows["Cleo"][1] is None
    [progress] = progress_of(report)
    assert [course.name for course in progress.people] == ["Ada", "Ben", "Cleo"]
    assert progress.people[2].notes == ("week: handed in nothing readable",)
    [ben] = [item.review.marks for item in report.counting if item.person == "Ben"]
    assert ben is not None
    counted = progress.people[1].totals[0]
    assert counted is not None
    assert counted.found == ben.verdicts.of(Verdict.CORRECT) + ben.verdicts.of(Verdict.PARTLY)
    assert len([item for item in report.documents if item.person == "Ben"]) == 2


def test_hints_alone_go_into_comments_and_files(report: Report, folder: Path, tmp_path: Path):
    sheet = tmp_path / "grading.csv"
    sheet.write_bytes(moodle_worksheet([(1, "Ada"), (2, "Ben"), (3, "Chloé")]))
    request = ExportRequest(sheet, feedback_format="html", assignment="Market", mode=MODES.get("hint"))
    done = exported(report, folder, request)
    reports = folder / "markscheme-reports"
    page = import_moodle_feedback(done.files[reports / "Market feedback.zip"], [1, 2, 3])[3]["feedback.html"].decode()
    comment = import_moodle(done.files[reports / "grading.csv"], [3])[3].comment or ""
    for text in (page, comment):
        assert "Still to correct" in text
        assert "Ms Baker: " not in text
