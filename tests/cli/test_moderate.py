"""``markscheme class moderate``: a class of six, marked blind by a second teacher, compared and merged."""

import csv
import json
from fractions import Fraction
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import attrs
import pytest
from typer.testing import CliRunner

from class_folders import class_of_eight
from class_marked_twice import class_of_six, day, first_teacher, second_teacher
from cli.at_terminal import TerminalRunner
from markscheme.cli.app import app
from markscheme.documents.folders import GIVEN_FILE, KEY_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import Quote
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.given_comments import GivenComment, Subject, give, read_given
from markscheme.exercises.moderation import students_of
from markscheme.reports.school_systems import read_key


def moderate(*arguments: object, answers: str | None = None) -> str:
    """Return what the command prints."""
    runner = CliRunner() if answers is None else TerminalRunner()
    result = runner.invoke(app, ["class", "moderate", *map(str, arguments)], input=answers)
    if isinstance(result.exception, DocumentError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def written(one: Path, other: Path, form: str) -> str:
    """Return the file that the command writes in a format."""
    path = one.parent / f"moderation.{form}"
    moderate(one, other, "--format", form, "--output", path)
    return path.read_text()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def first(tmp_path: Path) -> Path:
    folder = class_of_six(tmp_path / "kim")
    first_teacher(folder)
    return folder


@pytest.fixture
def second(tmp_path: Path, first: Path) -> Path:
    """The second teacher's folder, with numbers in place of names."""
    folder = tmp_path / "baker"
    moderate("prepare", first, "--into", folder, "--for", "Ms Baker", "--anonymous")
    second_teacher(folder, read_key(first).numbers["Mei Lin"])
    return folder


def test_a_blind_copy_has_neither_names_nor_decisions(first: Path, tmp_path: Path):
    before = contents(first)
    printed = moderate("prepare", first, "--into", tmp_path / "b", "--for", "Ms Baker", "--anonymous")
    key = read_key(first)
    assert set(key.names.values()) == {"Ada", "Mei Lin", "Chloé", "Dario", "Emre", "Femi"}
    assert set(students_of(exercises_in(tmp_path / "b"))) == set(key.names)
    assert f"the text of Mei Lin ({key.numbers['Mei Lin']} in the copy) has “Mei” in it" in printed
    copied = contents(tmp_path / "b")
    assert {Path(name).name for name in copied}.isdisjoint({"accepted.m2", "decisions.m2", "teacher-comments.toml"})
    assert KEY_FILE not in copied
    for name, data in copied.items():
        for person in ("mei_lin", "Mei Lin", "Chloé", "Dario", "Emre", "Femi"):
            assert person not in name
            assert person.encode() not in data
        if name.endswith(".docx"):
            with ZipFile(tmp_path / "b" / name) as archive:
                assert not {b"Emre", b"Femi"} & set(archive.read("docProps/core.xml").replace(b">", b"<").split(b"<"))
    after = contents(first)
    assert {name: after[name] for name in before} == before


def test_a_sample_says_how_it_was_drawn_and_can_be_drawn_again(first: Path, tmp_path: Path):
    printed = moderate("prepare", first, "--into", tmp_path / "b", "--sample", 3, "--by", "mark", "--seed", 7)
    assert "3 of 6 students, at random from low, middle and high marks, seed 7." in printed
    again = moderate("prepare", first, "--into", tmp_path / "c", "--sample", 3, "--by", "mark", "--seed", 7)
    assert contents(tmp_path / "b") == contents(tmp_path / "c")
    assert again.splitlines()[1:4] == printed.splitlines()[1:4]
    assert len(students_of(exercises_in(tmp_path / "b"))) == 3
    border = moderate("prepare", first, "--into", tmp_path / "d", "--sample", 1, "--by", "border")
    marks = {item["student"]: item["first"]["points"] for item in json.loads(written(first, first, "json"))["students"]}
    nearest = min(marks, key=lambda student: (min(abs(marks[student] - begins) for begins in (4, 7)), student))
    assert border.splitlines()[1] == f"  {nearest}"
    named = moderate("prepare", first, "--into", tmp_path / "e", "--students", "mei lin", "--for", "Mr Roy")
    assert students_of(exercises_in(tmp_path / "e")) == ("Mei Lin",)
    assert "1 of 6 students, chosen by name" in named
    second_teacher(tmp_path / "e")
    report = moderate(first, tmp_path / "e")
    assert "1 text marked by Ms Kim and by Mr Roy.\nChosen: 1 of 6 students, chosen by name." in report
    assert "Only in the folder of Ms Kim: Ada, Chloé, Dario, Emre, Femi." in report


@pytest.mark.parametrize(
    ("into", "options", "problem"),
    [
        ("kim/inside", (), "must be outside"),
        ("taken", (), "not empty"),
        ("b", ("--students", "Bob"), "no student 'Bob'"),
    ],
)
def test_a_refused_copy_writes_nothing(first: Path, tmp_path: Path, into: str, options: tuple[str, ...], problem: str):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "notes.txt").write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(DocumentError, match=problem):
        moderate("prepare", first, "--into", tmp_path / into, *options)
    assert contents(tmp_path) == before


def test_each_student_of_own_essays_keeps_one_number(tmp_path: Path):
    folder = class_of_eight(tmp_path / "a")
    moderate("prepare", folder, "--into", tmp_path / "b", "--anonymous", "--sample", 2)
    found = exercises_in(tmp_path / "b")
    assert {item.assignment for item in found} == {"Market", "Diary"}
    assert len(students_of(found)) == 2
    report = moderate(folder, tmp_path / "b")
    assert "4 texts marked" in report
    assert "Both decided the same everywhere." in report


def test_files_that_are_listed_one_by_one_leave_the_list_with_their_students(tmp_path: Path):
    folder = class_of_six(tmp_path / "a")
    configuration = folder / "markscheme.toml"
    listed = ", ".join(f'"market/students/{name}"' for name in ("Ada.txt", "mei_lin.txt", "Emre.docx"))
    lines = configuration.read_text().replace("{student}.txt", "Dario.txt").replace("{student}.docx", "Chloé.txt")
    configuration.write_text(lines.replace("hypotheses = [", f"hypotheses = [{listed}, "))
    moderate("prepare", folder, "--into", tmp_path / "b", "--anonymous", "--students", "Ada", "--students", "Emre")
    [found] = exercises_in(tmp_path / "b")
    assert found.problem is None
    assert set(students_of([found])) == {read_key(folder).numbers[name] for name in ("Ada", "Emre")}
    assert "2 texts marked" in moderate(folder, tmp_path / "b")


def test_both_marks_and_each_place_that_differs(first: Path, second: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(first.parent)
    monkeypatch.setenv("COLUMNS", "160")
    report = moderate("kim", "baker", "--tolerance", 1)
    assert "6 texts marked by Ms Kim and by Ms Baker." in report
    students = json.loads(written(first, second, "json"))["students"]
    same = sum(item["first"]["band"] == item["second"]["band"] for item in students)
    assert 0 < same < 6
    assert f"Same band: {same} of 6." in report
    assert "With 6 texts these numbers say little" in report
    rows = {line.split("  ")[1]: line for line in report.splitlines() if " of 10 (" in line and line.startswith("  ")}
    assert " ".join(rows["Chloé"].split()) == "Chloé 0 of 10 (try again) 0 of 10 (try again) 0 1"
    assert "+2." in rows["Mei Lin"]
    assert "!" in rows["Mei Lin"]
    assert "!" not in rows["Chloé"]
    assert "counted as correct, 2026-11-20: correct, 1.43  kim/market/accepted.m2:2" in report
    assert "counted as partly correct, 2026-11-22: partly correct, 0.83  baker/market/decisions.m2:" in report
    assert "no decision: missed, 0" in report
    assert "“Which tense?”, 2026-11-20" in report
    assert "It would add 1 of Ms Baker and ask about 3 that are contrary." in report


@pytest.mark.parametrize("basis", ["share", "deduct", "points"])
def test_the_differences_of_places_add_up_to_that_of_the_marks(tmp_path: Path, basis: str):
    one, other = class_of_six(tmp_path / "kim", basis), class_of_six(tmp_path / "baker", basis)
    first_teacher(one)
    second_teacher(other)
    content = json.loads(written(one, other, "json"))
    assert content["generator"] == "Markscheme"
    assert len(content["students"]) == 6
    for student in content["students"]:
        places = sum(place["difference"] or 0 for place in student["places"])
        rest = student["other_places"] + student["whole_text"]
        assert places + rest == pytest.approx(student["difference"])
        if basis == "deduct":
            assert student["other_places"] == 0
    rows = list(csv.DictReader(StringIO(written(one, other, "csv"))))
    assert sum(row["row"] == "mark" for row in rows) == 6
    page = written(one, other, "html")
    assert '<th scope="row">Mei Lin</th>' in page
    assert "<script" not in page


def test_folders_of_other_texts_are_refused(first: Path, tmp_path: Path):
    other = class_of_six(tmp_path / "other")
    text = other / "market" / "students" / "Ada.txt"
    text.write_text(text.read_text().replace("apple", "pear"))
    with pytest.raises(DocumentError, match="Ada's text is not the same in both folders") as raised:
        moderate(first, other)
    assert raised.value.path == text
    reference = other / "market" / "correction Ms Adeyemi.txt"
    text.write_bytes((first / "market" / "students" / "Ada.txt").read_bytes())
    reference.write_text(reference.read_text().replace("Yesterday I went", "Yesterday I walked"))
    with pytest.raises(DocumentError, match="the correction by Ms Adeyemi is not the same"):
        moderate(first, other)
    reference.write_bytes((first / "market" / "correction Ms Adeyemi.txt").read_bytes())
    configuration = other / "markscheme.toml"
    configuration.write_text(configuration.read_text().replace("max = 10", "max = 20"))
    with pytest.raises(DocumentError, match="the mark scheme of Market is not the same"):
        moderate(first, other)


def test_contrary_decisions_are_never_merged_without_a_choice(first: Path, second: Path):
    before = contents(first)
    with pytest.raises(DocumentError, match="contrary at 3 places; nothing was written"):
        moderate(first, second, "--merge", "--in-place")
    assert contents(first) == before


def test_a_merge_in_place_keeps_what_it_replaced(first: Path, second: Path):
    before = contents(first)
    printed = moderate(first, second, "--merge", "--prefer", "B", "--in-place")
    assert "Added: behind “was”" in printed
    assert "counted as partly correct by Ms Baker, 2026-11-22, in place of counted as correct by Ms Kim" in printed
    merged = contents(first)
    assert b"accepted by Ms Baker on 2026-11-19" in merged["market/accepted.m2"]
    assert b"accepted by Ms Kim" not in merged["market/accepted.m2"]
    assert b"optional by Ms Kim on 2026-11-20" in merged["market/decisions.m2"]  # Ms Baker said the same later
    assert b'student = "Mei Lin"' in merged["market/teacher-comments.toml"]
    assert b"Use the simple past." in merged["market/teacher-comments.toml"]
    [report] = (first / "markscheme-reports").glob("merging *.txt")
    for line in report.read_text().splitlines():
        if line.startswith("- copy "):
            kept, _, path = line.removeprefix("- copy ").partition(" to ")
            Path(path).write_bytes(Path(kept).read_bytes())
    restored = contents(first)
    assert {name: restored[name] for name in before} == before
    moderate(first, second, "--merge", "--prefer", "B", "--in-place")
    assert "Nothing was to be written." in moderate(first, second, "--merge", "--prefer", "B", "--in-place")


def test_a_person_at_the_terminal_decides_place_by_place(first: Path, second: Path, tmp_path: Path):
    before = contents(first)
    merging = ["class", "moderate", str(first), str(second), "--merge", "--in-place"]
    quit_early = TerminalRunner().invoke(app, merging, input="1\nq\n")
    assert quit_early.exit_code == 1
    assert contents(first) == before
    target = tmp_path / "merged"
    printed = moderate(first, second, "--merge", "--into", target, answers="2\n3\n1\n2\n")
    assert "buy → buys, in “She buy a apple and three pear for us .”. Which counts?" in printed
    assert "“Use the simple past.” by Ms Baker, 2026-11-22, in place of “Which tense?” by Ms Kim" in printed
    assert contents(first) == before
    merged = contents(target)
    assert "market/accepted.m2" not in merged
    assert b"partly by Ms Baker" in merged["market/decisions.m2"]
    assert b"wrong by Ms Kim" in merged["market/decisions.m2"]
    assert b"Use the simple past." in merged["market/teacher-comments.toml"]
    assert students_of(exercises_in(target)) == students_of(exercises_in(first))


def test_points_that_teachers_gave_are_compared_and_merged(tmp_path: Path):
    one, other = class_of_six(tmp_path / "kim"), class_of_six(tmp_path / "baker")
    place = Quote("She", "buy", "a apple and three pear for us.")
    for folder, by, here, content in ((one, "Ms Kim", 0, 1), (other, "Ms Baker", 1, 1)):
        path = folder / "market" / GIVEN_FILE
        comment = GivenComment(Subject.SOURCE, "Tense.", "T", "Market", "Ada", place, author=by, date=day(20))
        give(path, attrs.evolve(comment, points=Fraction(here)))
        whole = GivenComment(Subject.WHOLE, None, "", "Market", "Ada", author=by, points=Fraction(content))
        give(path, attrs.evolve(whole, criterion="Content"))
    [ada, *others] = json.loads(written(one, other, "json"))["students"]
    assert (ada["student"], ada["difference"]) == ("Ada", 1)
    assert not any(student["places"] for student in others)
    assert [item["difference"] for item in ada["places"]] == [1, None]
    assert ada["places"][0]["second"]["decision"] == "points given by Ms Baker"
    assert ada["places"][1]["first"]["decision"] == "0 points by Ms Kim, 2026-11-20"
    assert ada["other_places"] + ada["whole_text"] == 0
    moderate(one, other, "--merge", "--prefer", "B", "--in-place")
    merged = read_given((one / "market" / GIVEN_FILE).read_text())
    said = [(part.text, part.points, part.author) for item in merged for part in item.parts]
    assert len(said) == 3
    assert (None, 1, "Ms Baker") in said  # preferred, at the place
    assert (None, 1, "Ms Kim") in said or said.count((None, 1, "Ms Baker")) == 2  # the same from both, for content
    assert any(text == "Tense." for text, _, _ in said)


def test_what_holds_in_all_exercises_holds_for_both_teachers(first: Path, tmp_path: Path):
    """A course's decision is a rule: it goes with the copy, and is named as what the verdicts come from."""
    (first / "course-decisions.m2").write_text(
        "S Yesterday I go to\nA 2 3|||R:VERB|||have gone|||REQUIRED|||accepted by Ms Kim on 2025-01-07|||0\n"
    )
    moderate("prepare", first, "--into", tmp_path / "b", "--for", "Ms Baker")
    assert (tmp_path / "b" / "course-decisions.m2").read_bytes() == (first / "course-decisions.m2").read_bytes()
    report = json.loads(written(first, tmp_path / "b", "json"))
    places = [
        place
        for student in report["students"]
        for place in student["places"]
        if "counted as correct by Ms Kim, 2025-01-07, in all exercises" in str(place)
    ]
    assert places
    assert {place["second"]["verdict"] for place in places} == {"correct"}
