"""An exercise from submissions: files that ``{student}`` reads, and a table beside what is there."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import markscheme
from markscheme.documents.files import write_all
from markscheme.documents.folders import CONFIGURATION, KEY_FILE, ROSTER_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.patterns import STUDENT, value_in
from markscheme.reports import class_import
from markscheme.reports.class_import import (
    StudentText,
    Submissions,
    file_labels,
    import_class,
    set_up_class,
    write_class,
)
from markscheme.reports.school_systems import MOODLE, Key, read_key, read_roster

DRAFT = "Yesterday I go to the market with my aunt. She buy a apple.\n"
CORRECTED = "Yesterday I went to the market with my aunt. She bought an apple.\n"
REVISED = "Yesterday I went to the market with my aunt. She buys a apple.\n"
NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), min_size=1, max_size=40)


def handed_in(*people: str, text: str = "I go there.\n", suffix: str = ".txt") -> Submissions:
    texts = (StudentText(name, str(number), suffix, text.encode()) for number, name in enumerate(people, 11))
    return Submissions(MOODLE, tuple(texts))


def students_of(folder: Path) -> dict[str, str]:
    return {
        item.identity: item.path.relative_to(folder).as_posix()
        for exercise in exercises_in(folder)
        for item in exercise.hypotheses
    }


def imported(folder: Path, assignment: str) -> dict[str, str]:
    return {entry.identifier: entry.student for entry in read_roster(folder).of(assignment, {})}


def test_a_new_class(tmp_path: Path):
    folder = tmp_path / "week 3"
    set_up = set_up_class(handed_in("Mei Lin", "Ana/Cruz", "J. R. Roy"), folder)
    assert not folder.exists()
    write_class(set_up)
    assert students_of(folder) == {
        "Ana/Cruz": "students/Ana_Cruz.txt",
        "J. R. Roy": "students/J. R. Roy.txt",
        "Mei Lin": "students/Mei Lin.txt",
    }
    assert imported(folder, "week 3") == {"11": "Mei Lin", "12": "Ana/Cruz", "13": "J. R. Roy"}
    [problem] = markscheme.review([folder / ROSTER_FILE]).problems
    assert "a report or an export that Markscheme wrote" in str(problem)
    renamed = read_roster(folder).of("another name", {"students/Ana_Cruz.txt": "Ana C."})
    assert [(entry.identifier, entry.student) for entry in renamed] == [("12", "Ana C.")]
    again = set_up_class(handed_in("Mei Lin", "Ana/Cruz", "J. R. Roy"), folder)
    assert set(again.files) == {folder / ROSTER_FILE}


def test_a_table_is_added_below_a_class_that_is_there(tmp_path: Path):
    old = '# My class\n[[exercise]]\nname = "week-1" # done\nreferences = ["a.txt"]\n\n[people]\n"x" = "Xu"  # new\n'
    (tmp_path / "markscheme.toml").write_text(old)
    (tmp_path / "week-2").mkdir()
    (tmp_path / "week-2" / "task.txt").write_text(DRAFT)
    (tmp_path / "week-2" / "ref.txt").write_text(CORRECTED)
    import_class(handed_in("Mei Lin", "A/B", text=REVISED), tmp_path / "week-2")
    text = (tmp_path / "markscheme.toml").read_text()
    for line in ("# My class", 'name = "week-1" # done', '"x" = "Xu"  # new', 'A_B = "A/B"'):
        assert line in text
    assert 'source = "week-2/task.txt"' in text
    assert 'references = ["week-2/ref.txt"]' in text
    assert imported(tmp_path, "week-2") == {"11": "Mei Lin", "12": "A/B"}
    assert {item.assignment for item in exercises_in(tmp_path)} == {"week-1", "week-2"}


def test_a_table_that_takes_some_of_the_texts_takes_all(tmp_path: Path):
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nname = "w" # mine\nreferences = ["a.txt"]\nhypotheses = ["students/{student}.txt"]\n'
        '[people]\nlinmei = "Mei Lin"\nA_B = "Another"\n'
    )
    write_class(set_up_class(handed_in("linmei", "Ana Cruz"), tmp_path))
    more = (StudentText("Jo Roy", "21", ".docx", b"PK"), StudentText("A/B", "22", ".txt", b"I go."))
    write_class(set_up_class(Submissions(MOODLE, more), tmp_path))
    text = (tmp_path / "markscheme.toml").read_text()
    assert 'hypotheses = ["students/{student}.txt", "students/{student}.*"]' in text
    assert 'name = "w" # mine' in text
    assert set(students_of(tmp_path)) == {"Mei Lin", "Ana Cruz", "Jo Roy", "A/B"}
    assert set(imported(tmp_path, "w").values()) == set(students_of(tmp_path))


def test_a_broken_configuration_stops_the_import(tmp_path: Path):
    (tmp_path / "markscheme.toml").write_text("[[exercise]\n")
    with pytest.raises(DocumentError) as caught:
        set_up_class(handed_in("Mei Lin"), tmp_path)
    assert caught.value.line == 1
    assert [path.name for path in tmp_path.iterdir()] == ["markscheme.toml"]


def test_another_text_is_replaced_only_on_demand(tmp_path: Path):
    write_class(set_up_class(handed_in("Mei Lin", text="Old."), tmp_path))
    with pytest.raises(DocumentError, match="Mei Lin has another text here already"):
        set_up_class(handed_in("Mei Lin", text="New."), tmp_path)
    write_class(set_up_class(handed_in("Mei Lin", text="New."), tmp_path, overwrite=True))
    assert (tmp_path / "students" / "Mei Lin.txt").read_text() == "New."
    with pytest.raises(DocumentError, match=r"Mei Lin\.txt"):
        set_up_class(handed_in("Mei Lin", suffix=".docx"), tmp_path, overwrite=True)


def _calls(work: Callable[[], object]) -> int:
    """Return how many functions are called, and iterators gone on with: unlike the time, it is the same each time."""
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("is_anonymous", [False, True])
def test_importing_again_takes_as_long_as_there_are_submissions(tmp_path: Path, is_anonymous: bool):
    """A file's name differs from the person's, so that each student is among the folder's people."""
    calls = []
    for count in (100, 300):
        people, folder = [f"A/{number}" for number in range(count)], tmp_path / str(count)
        import_class(handed_in(*people), folder, is_anonymous=is_anonymous)
        again = handed_in(*people, text="I went there.\n")
        calls.append(_calls(lambda: set_up_class(again, folder, is_anonymous=is_anonymous, overwrite=True)))  # noqa: B023
    assert calls[1] < 3.3 * calls[0]


def test_numbers_in_place_of_names_and_back(tmp_path: Path):
    people = ("Mei Lin", "Ana Cruz", "Jo Roy")
    write_class(set_up_class(handed_in(*people), tmp_path, is_anonymous=True))
    numbers = students_of(tmp_path)
    assert sorted(numbers) == ["Student 001", "Student 002", "Student 003"]
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != KEY_FILE]
    assert not any(name in path.read_text() or name in path.name for name in people for path in files)
    key = read_key(tmp_path)
    assert sorted(key.name(number) for number in numbers) == sorted(people)
    write_class(set_up_class(handed_in(*people, "New One"), tmp_path, is_anonymous=True))
    later = read_key(tmp_path)
    assert {number: later.name(number) for number in key.names} == key.names
    assert later.name("Student 004") == "New One"
    with pytest.raises(DocumentError, match="numbers in place of names"):
        set_up_class(handed_in(*people), tmp_path)


def test_texts_beside_the_class_find_their_roles(tmp_path: Path):
    (tmp_path / "task.txt").write_text(DRAFT)
    (tmp_path / "correction Ms Baker.txt").write_text(CORRECTED)
    students = handed_in("Mei Lin", "Jo Roy", text=REVISED)
    done, likely = import_class(students, tmp_path)
    assert likely is not None
    assert (likely.source, likely.references) == ("task.txt", ("correction Ms Baker.txt",))
    assert done.has_references
    [exercise] = exercises_in(tmp_path)
    assert exercise.problem is None
    assert {path.name for path in exercise.paths if path.parent == tmp_path} == {"task.txt", "correction Ms Baker.txt"}
    assert set_up_class(students, tmp_path).has_references


def test_a_configuration_is_written_once_with_the_texts_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "week 1"
    folder.mkdir()
    (folder / "task.txt").write_text(DRAFT)
    (folder / "correction Ms Baker.txt").write_text(CORRECTED)
    written: list[str] = []

    def recorded(files: Mapping[Path, bytes], **options: Any) -> None:
        written.extend(data.decode() for path, data in files.items() if path == folder / CONFIGURATION)
        write_all(files, **options)

    monkeypatch.setattr(class_import, "write_all", recorded)
    import_class(handed_in("Mei Lin", "Jo Roy", text=REVISED), folder)
    [text] = written
    assert 'source = "task.txt"' in text
    assert 'references = ["correction Ms Baker.txt"]' in text


@given(st.dictionaries(st.integers(1, 99).map(str), NAMES, min_size=1, max_size=6))
def test_names_of_any_characters_are_file_names(names: dict[str, str]):
    labels = file_labels(names)
    assert len({label.casefold() for label in labels.values()}) == len(names)
    for label in labels.values():
        assert label == label.strip(" .")
        assert label
        assert not set(label) & set('<>:"/\\|?*')
        assert not label.startswith((".", "~$"))
        assert len(label.encode()) < 255 - len(".docx")
        assert value_in("students/{student}.*", STUDENT, f"students/{label}.docx") == label


@given(st.lists(NAMES, max_size=8))
def test_a_key_gives_every_name_back(people: list[str]):
    key = Key().with_people(people)
    assert len(key.names) == len(set(people))
    assert [key.name(key.numbers[person]) for person in people] == people
    assert json.loads(key.to_bytes())["names"] == key.names


def test_a_folder_that_cant_be_written_stays_as_it_was(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError):
        write_class(set_up_class(handed_in("Mei Lin"), tmp_path / "file" / "week"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
