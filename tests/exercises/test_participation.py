"""No exercise takes a file that Markscheme wrote, whatever its name matches."""

from pathlib import Path

import pytest

from markscheme.documents.files import marked_text, read_text
from markscheme.documents.folders import REPORT_FOLDER
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import configuration_problems, exercises_in, exercises_of
from markscheme.marking.driver import requested

STUDENTS = ["ana", "ben", "chi", "dov", "eva", "fan", "gus", "hui"]
OLD_REPORT = "ana.txt  (school, 1 reference)\n1 correct · 1 of 1\n 1:3   Correct   tense   go → went\n"


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class of eight, whose file lists them by a glob."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "students").mkdir()
    for student in STUDENTS:
        (tmp_path / f"students/{student}.txt").write_text("I went home.\n")
    (tmp_path / "original.txt").write_text("I go home.\n")
    (tmp_path / "teacher.txt").write_text("I went home.\n")
    configure(tmp_path, 'source = "original.txt"\nreferences = ["teacher.txt"]\nhypotheses = ["students/*.txt"]\n')
    return tmp_path


def configure(folder: Path, table: str) -> Path:
    (folder / "markscheme.toml").write_text(f"[[exercise]]\n{table}", encoding="utf-8")
    return folder / "markscheme.toml"


def students(folder: Path) -> list[str]:
    [exercise] = exercises_in(folder)
    return [item.name for item in exercise.hypotheses]


@pytest.mark.parametrize("report", [marked_text("any report"), OLD_REPORT])
def test_a_report_among_the_students_is_no_student(school: Path, report: str):
    path = school / "students/ana.report.txt"
    path.write_text(report)
    assert students(school) == STUDENTS
    assert exercises_of(path) == ()
    problems: list[DocumentError] = []
    assert requested(path, read_text, problems.append) == []
    assert "a report or an export that Markscheme wrote" in str(problems[0])


@pytest.mark.parametrize("name", ["{student}", "{name}"])
def test_a_placeholder_stands_for_no_report(school: Path, name: str):
    sides = f'references = ["teacher.txt"]\nhypotheses = ["students/{name}.txt"]\n'
    configure(school, f'source = "original.txt"\n{sides}')
    (school / "students/ana.report.txt").write_text(marked_text("of Ana"))
    people = [item.name for exercise in exercises_in(school) for item in exercise.hypotheses]
    assert [person.lower() for person in people] == STUDENTS


def test_a_glob_of_everything_takes_no_report(school: Path):
    configure(school, 'source = "original.txt"\nreferences = ["teacher.txt"]\nhypotheses = ["**/*.txt"]\n')
    folder = school / REPORT_FOLDER
    folder.mkdir()
    (folder / "ana.txt").write_text("A file of another program.\n")
    (school / "students/class.txt").write_text(marked_text("of the class"))
    assert students(school) == STUDENTS


def test_names_make_no_exercise_of_reports(tmp_path: Path):
    (tmp_path / ".git").mkdir()
    for name in ("week.src.txt", "week.hyp.mei.txt", "week.ref.roy.txt", f"{REPORT_FOLDER}/week.hyp.mei.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("I go home.\n")
    (tmp_path / "week.hyp.mei.report.txt").write_text(marked_text("of Mei"))
    (tmp_path / "week.m2").write_text(marked_text("of Mei"))
    assert students(tmp_path) == ["mei"]
    assert exercises_of(tmp_path / REPORT_FOLDER / "week.hyp.mei.txt") == ()
    assert exercises_of(tmp_path / "week.m2") == ()


def test_a_report_named_outright_is_refused_with_the_reason(school: Path):
    (school / "ana.report.txt").write_text(marked_text("of Ana"))
    path = configure(school, 'source = "original.txt"\nreferences = ["teacher.txt"]\nhypotheses = ["ana.report.txt"]\n')
    [problem] = configuration_problems(path)
    assert problem.line == 4
    assert problem.explanation == (
        "hypotheses names 'ana.report.txt', and this is a report or an export that Markscheme wrote; it is never "
        "marked. Name the text itself"
    )
    [exercise] = exercises_in(school)
    assert exercise.hypotheses == ()
    assert exercise.problem is not None
    assert exercise.problem.remedy == "Name the text itself"
