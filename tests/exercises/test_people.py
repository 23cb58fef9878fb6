"""People in ``markscheme.toml``: ``{student}``, ``{teacher}``, ``[people]``, ``[groups]``, and essays of their own."""

from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest

from exercises.configured_folders import configure, names, write
from markscheme.documents.folders import CONFIGURATION
from markscheme.errors import DocumentError, NoCorrection, NoRevision
from markscheme.exercises.configuration import read_configuration
from markscheme.exercises.discovery import configuration_problems, exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.file_names import People
from markscheme.wording import person_name, teacher_name

Form = Literal["NFC", "NFD"]
SHARED = """
[[exercise]]
name = "Letter"
source = "original.txt"
references = ["correction {teacher}.txt"]
hypotheses = ["students/{student}.txt"]
"""
OWN = """
[[exercise]]
name = "Diary"
source = "drafts/{student}.txt"
references = ["corrected/{teacher}/{student}.txt"]
hypotheses = ["revisions/{student}.txt"]
"""


def configured(folder: Path, text: str) -> tuple[Exercise, ...]:
    configure(folder, text)
    exercises = exercises_in(folder)
    for path in folder.rglob("*.txt"):
        assert exercises_of(path) == tuple(item for item in exercises if item.role(path)), path
    return exercises


def test_what_a_placeholder_matches_is_the_persons_name(folder: Path):
    write(folder, "original.txt", "correction Ms Baker.txt", "correction Mr Cruz.txt", "students/Mei Lin.txt")
    write(folder, "students/.Mei.txt.swp", "students/deep/Ada.txt", "correction .txt")
    [exercise] = configured(folder, SHARED)
    assert names(exercise, "references") == ["Mr Cruz", "Ms Baker"]
    assert names(exercise, "hypotheses") == ["Mei Lin"]
    assert (exercise.problem, exercise.assignment, exercise.student) == (None, "Letter", None)


def test_people_whose_files_have_other_names(folder: Path):
    write(folder, "original.txt", "correction baker.txt", "students/mei_lin.txt", "students/Jose\u0301.txt")
    people = '[people]\nmei_lin = "Mei Lin"\nbaker = "Ms Baker"\n'
    [exercise] = configured(folder, people + SHARED)
    assert names(exercise, "references") == ["Ms Baker"]
    assert names(exercise, "hypotheses") == ["José", "Mei Lin"]
    [exercise] = configured(folder, people + SHARED.replace("{student}", "*").replace("{teacher}", "*"))
    assert names(exercise, "references") == ["correction baker"]
    assert names(exercise, "hypotheses") == ["José", "Mei Lin"]


@pytest.mark.parametrize(("on_disk", "in_file"), [("NFD", "NFC"), ("NFC", "NFD"), ("NFD", "NFD")])
def test_accents_match_in_whatever_form_systems_write_them(folder: Path, on_disk: Form, in_file: Form):
    written = ("Größe/Aufsatz.txt", "Größe/Lösung José.txt", "Größe/Schüler/Zoë.txt", "Größe/Schüler/Noël 2.txt")
    write(folder, *(normalize(on_disk, path) for path in written), "Große/Schuler/Zoe.txt")
    text = """
        [[exercise]]
        source = "Größe/Aufsatz.txt"
        references = ["Größe/Lösung {teacher}.txt"]
        hypotheses = ["Größe/Schüler/Zoë.txt", "Größe/Schüler/[Nn]oë* [0-9].txt", "*/Schüler/fehlt*.txt"]
    """
    exercises = configured(folder, normalize(in_file, text))
    assert [names(exercises[0], side) for side in ("references", "hypotheses")] == [["José"], ["Zoë", "Noël 2"]]
    shared = normalize(in_file, text.replace("Zoë.txt", "{student}.txt").replace("[Nn]oë* [0-9]", "nobody*"))
    [exercise] = configured(folder, shared)
    assert names(exercise, "hypotheses") == ["Noël 2", "Zoë"]
    excluded = normalize(in_file, f'exclude = ["**/Noël*"]\n{shared}')
    [exercise] = configured(folder, excluded)
    assert names(exercise, "hypotheses") == ["Zoë"]


def test_an_author_has_the_persons_name(folder: Path):
    (folder / "students").mkdir()
    write(folder, "answers.docx", "students/mei.docx")
    [exercise] = configured(
        folder,
        '[people]\n"K. Baker" = "Ms Baker"\nmei = "Mei Lin"\n[[exercise]]\nreferences = ["answers.docx#K. Baker"]\n'
        'hypotheses = ["students/{student}.docx#Student"]\n',
    )
    assert [(item.name, item.author) for item in exercise.references] == [("Ms Baker", "K. Baker")]
    assert [(item.name, item.author) for item in exercise.hypotheses] == [("Mei Lin", "Student")]


def test_two_versions_by_one_student_have_one_identity(folder: Path):
    write(folder, "original.txt", "correction Kim.txt", "students/mei.txt", "students/mei 2.txt", "students/ada.txt")
    [exercise] = configured(folder, '[people]\nmei = "Mei"\n"mei 2" = "Mei"\n' + SHARED)
    assert names(exercise, "hypotheses") == ["ada", "Mei (mei 2)", "Mei (mei)"]
    assert [item.identity for item in exercise.hypotheses] == ["ada", "Mei", "Mei"]


def test_own_essays_are_one_assignment_with_an_exercise_a_student(folder: Path):
    for student in ("mei", "Zoë [2]"):
        write(folder, f"drafts/{student}.txt", f"corrected/Ms Baker/{student}.txt", f"revisions/{student}.txt")
    write(folder, "corrected/Mr Cruz/mei.txt", "drafts/.mei.txt", "corrected/Mr Cruz/stranger.txt")
    first, second = configured(folder, OWN + '[people]\nmei = "Mei Lin"\n')
    assert [item.student for item in (first, second)] == ["Mei Lin", "Zoë [2]"]
    assert [item.name for item in (first, second)] == ["Diary/Mei Lin", "Diary/Zoë [2]"]
    assert {item.assignment for item in (first, second)} == {"Diary"}
    assert [item.problem for item in (first, second)] == [None, None]
    assert first.source == folder / "drafts/mei.txt"
    assert names(first, "references") == ["Mr Cruz", "Ms Baker"]
    assert names(first, "hypotheses") == ["Mei Lin"]
    assert names(second, "references") == ["Ms Baker"]
    assert {item.configuration for item in (first, second)} == {folder / CONFIGURATION}


def test_one_students_files_may_have_several_names(folder: Path):
    write(folder, "drafts/mei.txt", "corrected/Kim/mei.txt", "revisions/Mei Lin.txt")
    [exercise] = configured(folder, OWN + '[people]\nmei = "Mei Lin"\n')
    assert (exercise.student, exercise.problem) == ("Mei Lin", None)
    assert [item.path.name for item in exercise.hypotheses] == ["Mei Lin.txt"]
    write(folder, "drafts/Mei Lin.txt")
    [exercise] = configured(folder, OWN + '[people]\nmei = "Mei Lin"\n')
    assert exercise.problem is not None
    assert exercise.problem.problem == "Mei Lin has 2 texts here; it is one"


def test_what_a_student_lacks_concerns_no_other(folder: Path):
    write(folder, *(f"drafts/{name}.txt" for name in ("ada", "ben", "mei")), "revisions/mei.txt", "revisions/ada.txt")
    write(folder, "revisions/zoe.txt", "corrected/Kim/mei.txt", "corrected/Kim/ben.txt")
    ada, ben, mei, zoe = configured(folder, OWN)
    assert mei.problem is None
    problems = [(type(item.problem), str(item.problem and item.problem.explanation)) for item in (ada, ben, zoe)]
    assert problems == [
        (NoCorrection, "ada's text has no teacher's correction yet"),
        (NoRevision, "ben has no revision yet"),
        (DocumentError, "zoe's own text is not there"),
    ]
    assert ben.problem is not None
    assert ben.problem.path == folder / "drafts/ben.txt"
    assert configuration_problems(folder / CONFIGURATION) == ()


def test_a_teacher_without_a_name_is_the_teacher(folder: Path):
    write(folder, "drafts/mei.txt", "corrected/mei corrected.txt", "revisions/mei.txt")
    [exercise] = configured(folder, OWN.replace("{teacher}/{student}", "{student} corrected"))
    assert names(exercise, "references") == ["the teacher"]


def test_own_essays_of_several_weeks(folder: Path):
    for week in ("week 1", "week 2"):
        write(folder, f"{week}/drafts/mei.txt", f"{week}/corrected/Kim/mei.txt", f"{week}/revisions/mei.txt")
    text = OWN.replace('"Diary"', '"{name}"')
    for side in ("drafts", "corrected", "revisions"):
        text = text.replace(f'"{side}', f'"{{name}}/{side}')
    exercises = configured(folder, text)
    assert [(item.assignment, item.student) for item in exercises] == [("week 1", "mei"), ("week 2", "mei")]


def test_own_corrections_of_one_source(folder: Path):
    write(folder, "task.txt", "students/mei.txt", "students/ada.txt", "corrected/mei.txt", "corrected/ada.txt")
    ada, mei = configured(
        folder,
        '[[exercise]]\nname = "w"\nsource = "task.txt"\nreferences = ["corrected/{student}.txt"]\n'
        'hypotheses = ["students/{student}.txt"]\n',
    )
    assert ada.source == mei.source == folder / "task.txt"
    assert [item.path.name for item in mei.references] == ["mei.txt"]


@pytest.mark.parametrize("files", [[], ["corrected/Kim/mei.txt"]])
def test_an_assignment_that_nobody_has_begun(folder: Path, files: list[str]):
    write(folder, *files)
    [exercise] = configured(folder, OWN)
    assert exercise.problem is not None
    assert "'drafts/{student}.txt'" in " ".join(str(item) for item in configuration_problems(folder / CONFIGURATION))


def test_files_of_tomorrow_may_be_missing_today(folder: Path):
    write(folder, "original.txt", "correction Kim.txt", "students/mei.txt")
    text = SHARED.replace('["students/{student}.txt"]', '["students/{student}.txt", "students/{student}.docx"]')
    [exercise] = configured(folder, text)
    assert (exercise.problem, configuration_problems(folder / CONFIGURATION)) == (None, ())


def test_groups_that_a_teacher_names(folder: Path):
    text = '[groups]\n"Articles" = ["DET"]\n"Verbs" = ["VERB:TENSE", "M:VERB"]\n' + SHARED
    groups = read_configuration(folder / CONFIGURATION, lambda _: text).groups
    types = ("M:DET", "R:VERB:TENSE", "M:VERB", "R:VERB", "R:OTHER+U:DET")
    assert [groups.group(item) for item in types] == ["Articles", "Verbs", "Verbs", None, "Articles"]


def test_a_person_is_known_by_every_name_of_theirs():
    people = People.of({"mei": "Mei Lin", "m.lin": "Mei Lin", "ada": "mei"})
    assert people.labels("Mei Lin") == ("mei", "m.lin", "Mei Lin")
    assert people.labels("mei") == ("ada",)
    assert people.labels("Zoë") == ("Zoë",)


def test_files_in_roles_by_name_have_the_settings_of_the_folder(folder: Path):
    write(folder, "week.src.txt", "week.hyp.mei_lin.txt", "week.hyp.jo.txt", "week.ref.kim.txt")
    exercises = configured(
        folder,
        '[scheme]\nmax = 20\n[comments]\n[people]\nmei_lin = "Mei Lin"\nkim = "Ms Kim"\n'
        '[groups]\nArticles = ["DET"]\n[marking]\ntau = 0.5\n',
    )
    [exercise] = exercises
    assert exercise.scheme is not None
    assert exercise.scheme.maximum == 20
    assert exercise.comments.is_on
    assert exercise.groups.group("R:DET") == "Articles"
    assert exercise.marking.tau == 0.5
    assert [item.identity for item in exercise.hypotheses] == ["jo", "Mei Lin"]
    assert [item.name for item in exercise.references] == ["Ms Kim"]


def test_a_teacher_whose_file_names_nobody_is_the_teacher(tmp_path: Path):
    for name in ("text", "my solution", "greta", "tomasz w"):
        (tmp_path / f"{name}.txt").write_text("She like it.\n")
    (tmp_path / CONFIGURATION).write_text(
        '[[exercise]]\nsource = "text.txt"\nreferences = ["my solution.txt"]\nhypotheses = ["{student}.txt"]\n'
    )
    [exercise] = exercises_in(tmp_path)
    assert [item.identity for item in exercise.references] == ["the teacher"]
    assert [person_name(item.identity) for item in exercise.hypotheses] == ["Greta", "Tomasz W"]
    assert teacher_name("the teacher") == "the teacher"
