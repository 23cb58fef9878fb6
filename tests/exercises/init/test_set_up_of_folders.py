"""The set-up of folders as teachers keep them: what is guessed, what is asked, and what the file then says."""

import shutil
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pytest

from exercises.init.own_folders import OWN_FOLDERS
from exercises.init.teachers_folders import FOLDERS, Expectation, TeachersFolder
from exercises.init.teachers_folders import Role as Expected
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, FileChoice, PlannedFile, SetUpPlan

EVERY = (*FOLDERS, *OWN_FOLDERS)
folders = pytest.mark.parametrize("folder", EVERY, ids=lambda folder: folder.name)


def row_of(plan: SetUpPlan, expected: Expectation) -> PlannedFile | None:
    """The row that an expectation is about; the one author of a document may go without saying."""
    rows = {row.key: row for row in plan.rows}
    whole = rows.get((expected.path, None))
    if expected.author is not None and whole is not None and whole.authors == (expected.author,):
        return whole
    return rows.get((expected.path, expected.author))


def same_name(name: str | None, other: str | None) -> bool:
    """Whether two spellings are one name: a file's name may be in small letters."""
    return (name or "").casefold() == unicodedata.normalize("NFC", other or "").casefold()


@folders
def test_roles_and_people(folder: TeachersFolder, tmp_path: Path):
    plan = guess(folder.write(tmp_path))
    asked = {path for question in folder.questions for path in question.paths}
    for expected in folder.expectations:
        row = row_of(plan, expected)
        if row is None:
            assert expected.role is Expected.NONE, expected
        elif expected.path not in asked:
            assert row.role == expected.role, row
            assert row.sureness != "ask", row
            if expected.role in (Expected.HYPOTHESIS, Expected.REFERENCE):
                assert same_name(row.person, expected.person), row


@folders
def test_assignments(folder: TeachersFolder, tmp_path: Path):
    """The files of one assignment are one exercise, and no file of another one is in it."""
    plan = guess(folder.write(tmp_path))
    names: dict[str | None, set[str | None]] = {}
    for expected in folder.expectations:
        row = row_of(plan, expected)
        if row is not None and row.takes_part:
            names.setdefault(expected.assignment, set()).add(row.exercise)
    assert None not in names
    assert all(len(exercises) == 1 for exercises in names.values()), names
    assert len({name for exercises in names.values() for name in exercises}) == len(names)


@folders
def test_questions_are_about_what_nobody_can_know(folder: TeachersFolder, tmp_path: Path):
    plan = guess(folder.write(tmp_path))
    wanted = {path for question in folder.questions for path in question.paths}
    asked = {path for question in plan.questions for path in question.paths}
    assert wanted <= asked
    assert bool(asked) == bool(wanted)
    assert all(len(question.answers) > 1 for question in plan.questions)


def files_of(exercise: Exercise, folder: Path) -> set[tuple[str, str, str | None]]:
    """The files of an exercise with their roles and authors."""

    def relative(path: Path) -> str:
        return path.relative_to(folder).as_posix()

    sources = {("source", relative(exercise.source), None)} if exercise.source else set()
    references = {("reference", relative(item.path), item.author) for item in exercise.references}
    return sources | references | {("hypothesis", relative(item.path), item.author) for item in exercise.hypotheses}


def planned_files(plan: SetUpPlan) -> set[tuple[str, str, str | None]]:
    """The same of a plan; a text before changes is carried by the document that has them."""
    authored = {row.path for row in plan.rows if row.author is not None}
    rows = [row for row in plan.rows if row.takes_part and not (row.role == "source" and row.path in authored)]
    return {(row.role, row.path, row.author) for row in rows}


@folders
def test_the_written_file_is_read_as_planned(folder: TeachersFolder, tmp_path: Path):
    root = folder.write(tmp_path)
    plan = guess(root)
    (root / CONFIGURATION).write_text(draft(plan), "utf-8")
    exercises = exercises_in(root)
    assert set().union(*(files_of(item, root) for item in exercises)) == planned_files(plan)
    assert [item.problem for item in exercises if item.hypotheses] == [None for item in exercises if item.hypotheses]
    people = people_of(exercises)
    for row in plan.rows:
        if row.role in ("hypothesis", "reference") and row.takes_part and row.person and row.author != "*":
            assert people[root / row.path, row.author] == row.person


def people_of(exercises: tuple[Exercise, ...]) -> Mapping[tuple[Path, str | None], str]:
    return {
        (item.path, item.author): item.identity
        for exercise in exercises
        for item in (*exercise.hypotheses, *exercise.references)
    }


@folders
def test_a_file_of_tomorrow_is_taken(folder: TeachersFolder, tmp_path: Path):
    """A student who comes later hands in as the others did: every name in the paths is another one."""
    root = folder.write(tmp_path)
    plan = guess(root)
    (root / CONFIGURATION).write_text(draft(plan), "utf-8")
    model = next(row for row in plan.rows if row.role == "hypothesis" and row.label)
    if model.author is not None:
        pytest.skip("a document with changes has its author inside")
    essay = [row for row in plan.rows if model.essay is not None and row.essay == model.essay]
    for row in essay or [model]:
        new = root / row.path.replace(row.label or "", "Wanjiru")
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / row.path, new)
    students = {item.identity for exercise in exercises_in(root) for item in exercise.hypotheses}
    assert any("Wanjiru" in student for student in students)


@folders
def test_choices_make_another_plan_and_no_change_to_the_first(folder: TeachersFolder, tmp_path: Path):
    plan = guess(folder.write(tmp_path))
    before = plan.rows
    row = (
        next(item for item in plan.rows if item.role == "hypothesis" and item.author is None)
        if not any(item.author for item in plan.rows)
        else None
    )
    if row is None:
        pytest.skip("every row is an author's")
    out = plan.with_choices(Choices((FileChoice(row.path, role="none"),)))
    assert next(item for item in out.rows if item.path == row.path).role == "none"
    assert f'"{row.path}"' in draft(out) or row.path not in draft(out)
    assert out.with_choices(Choices()).rows == before == plan.rows


@folders
def test_every_answer_gives_a_plan_that_can_be_written(folder: TeachersFolder, tmp_path: Path):
    plan = guess(folder.write(tmp_path))
    for question in plan.questions:
        for answer in question.answers:
            chosen = plan.with_choices(Choices(answers={question.id: answer.id}))
            root = plan.folder
            (root / CONFIGURATION).write_text(draft(chosen), "utf-8")
            read = set().union(*(files_of(item, root) for item in exercises_in(root)))
            assert read == planned_files(chosen), (question.text, answer.label)
            (root / CONFIGURATION).unlink()
