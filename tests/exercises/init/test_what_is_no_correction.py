"""Files that are no correction, corrections that are nobody's yet, and what set-up says of them."""

from pathlib import Path

import pytest

from exercises.init.own_folders import ESSAYS
from exercises.init.teachers_versions import class_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import SetUpPlan

TOPIC = "old-bridge"
NAMES = {"Mei": "1", "Jonas": "2", "Pavel": "3"}


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def plan_of(folder: Path, files: dict[str, str]) -> SetUpPlan:
    """Return the plan of files with versions of one text, by their letters."""
    write(folder, {path: class_text(TOPIC, letter) for path, letter in files.items()})
    return guess(folder)


def paths(plan: SetUpPlan, role: str) -> set[str]:
    return {row.path for row in plan.rows if row.role == role}


def test_an_empty_file_counts_when_it_is_filled(tmp_path: Path):
    write(tmp_path, {"Nina.txt": "", "Sam.txt": "\n"})
    files = {"original.txt": "0", "key Ms Baker.txt": "A"} | {f"{name}.txt": letter for name, letter in NAMES.items()}
    text = draft(plan_of(tmp_path, files))
    assert "Nina" not in text
    (tmp_path / CONFIGURATION).write_text(text)
    write(tmp_path, {"Nina.txt": class_text(TOPIC, "5")})
    [exercise] = exercises_in(tmp_path)
    assert {*NAMES, "Nina"} <= {item.identity for item in exercise.hypotheses}


@pytest.mark.parametrize("copy", ["Copy of Mei", "Mei - Copy", "Mei (1)", "Mei Kopie"])
def test_a_copy_of_a_file_is_left_out(tmp_path: Path, copy: str):
    files = {"original.txt": "0", "key Ms Baker.txt": "A", f"{copy}.txt": NAMES["Mei"]}
    plan = plan_of(tmp_path, files | {f"{name}.txt": letter for name, letter in NAMES.items()})
    assert paths(plan, "hypothesis") == {f"{name}.txt" for name in NAMES}
    assert [row.reason for row in plan.rows if row.path == f"{copy}.txt"] == ["the same text as Mei.txt"]
    assert not plan.questions


@pytest.mark.parametrize("form", ["{}", "Food - {}"])
def test_names_alone_are_no_evidence_for_a_teacher(tmp_path: Path, form: str):
    files = {"Food.txt" if "Food" in form else "task.txt": "0"}
    plan = plan_of(
        tmp_path, files | {f"{form.format(name)}.txt": letter for name, letter in {**NAMES, "Eva": "A"}.items()}
    )
    assert paths(plan, "source") == set(files)
    assert paths(plan, "reference") == set()
    assert [question.answers[0].label for question in plan.questions] == ["none of these"]


def test_where_every_correction_would_be_a_teacher_s_it_is_asked(tmp_path: Path):
    files = {"Text.txt": "0", "Korrektur.txt": "A"}
    plan = plan_of(tmp_path, files | {f"Korrektur {name}.txt": letter for name, letter in NAMES.items()})
    assert paths(plan, "hypothesis") == {f"Korrektur {name}.txt" for name in NAMES}
    [question] = plan.questions
    assert question.answers[0].label == "Korrektur.txt"


def test_a_teacher_s_file_that_cannot_be_read_is_said(tmp_path: Path):
    (tmp_path / "Lösung Frau Kühn.txt").write_bytes("Die Brücke für alle.".encode("cp1252"))
    plan = plan_of(tmp_path, {"Text.txt": "0"} | {f"{name}.txt": letter for name, letter in NAMES.items()})
    assert paths(plan, "reference") == set()
    assert any("Lösung Frau Kühn.txt is a teacher's correction by its name" in warning for warning in plan.warnings)


def test_two_essays_a_student_are_two_assignments(tmp_path: Path):
    names = list(ESSAYS)
    for number, name in enumerate(names):
        for essay, other in (("Essay 1", name), ("Essay 2", names[(number + 1) % len(names)])):
            source, reference, revision = ESSAYS[other]
            marked = {f"{name}/{essay} first draft.txt": source, f"{name}/{essay} marked by Mr Dunn.txt": reference}
            write(tmp_path, {**marked, f"{name}/{essay} second draft.txt": f"{revision} {essay} of {name}."})
    plan = guess(tmp_path)
    assert not plan.questions
    assert {exercise.name for exercise in plan.exercises} <= {"Essay 1", "Essay 2"}


@pytest.mark.parametrize("is_quoting", [False, True])
def test_a_note_of_praise_is_no_correction(tmp_path: Path, is_quoting: bool):
    topics = {"Mei": "old-bridge", "Jonas": "harbour", "Pavel": "market-day"}
    for name, topic in topics.items():
        for folder, letter in (("drafts", "0"), ("corrected", "A"), ("revisions", "1")):
            write(tmp_path, {f"{folder}/{name}.txt": class_text(topic, letter)})
    words = class_text(topics["Mei"], "0").split()
    shared = " ".join(words[:8]) if is_quoting else " and ".join(sorted(set(words), key=len)[-2:])
    write(tmp_path, {"Feedback Mei.txt": f"Well done, Mei! I liked {shared}. See you soon!"})
    plan = guess(tmp_path)
    assert "Feedback Mei.txt" in paths(plan, "none")
    assert paths(plan, "reference") == {f"corrected/{name}.txt" for name in topics}


def test_an_exercise_has_the_word_before_its_number(tmp_path: Path):
    for number, topic in enumerate(("old-bridge", "harbour"), 1):
        letters = {"sujet": "0", "corrigé_Mme_Petit": "A", **NAMES}
        write(tmp_path, {f"devoir{number}_{name}.txt": class_text(topic, each) for name, each in letters.items()})
    assert [exercise.name for exercise in guess(tmp_path).exercises] == ["devoir1", "devoir2"]


def test_letters_of_one_form_are_no_versions_of_one(tmp_path: Path):
    form = (
        "Dear Sir or Madam,\nI am writing to you about this:\n{}I look forward to hearing from you.\nYours faithfully\n"
    )
    for name, texts in ESSAYS.items():
        for step, text in zip(("draft", "corrected", "revised"), texts, strict=True):
            write(tmp_path, {f"{step}/{name}.txt": form.format(text)})
    [exercise] = guess(tmp_path).exercises
    assert exercise.is_own
    assert exercise.students == tuple(sorted(ESSAYS))
