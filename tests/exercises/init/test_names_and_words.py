"""Words in the names of files: what tells a role, what is a person's name, and what tells a text to correct."""

import unicodedata
from pathlib import Path

import pytest

from exercises.init.teachers_versions import class_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, SetUpPlan
from markscheme.exercises.patterns import matches

TOPIC = "market-day"


def plan_of(folder: Path, files: dict[str, str]) -> SetUpPlan:
    """Return the plan of files with versions of one text, by their letters."""
    for path, letter in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(class_text(TOPIC, letter))
    return guess(folder)


def roles(plan: SetUpPlan) -> dict[str, set[str]]:
    return {role: {row.path for row in plan.rows if row.role == role} for role in ("source", "reference", "hypothesis")}


def people(plan: SetUpPlan, role: str) -> set[str | None]:
    return {row.person for row in plan.rows if row.role == role}


@pytest.mark.parametrize(
    ("source", "reference", "students"),
    [
        ("text to correct.txt", "solution.txt", "homework"),
        ("exercise to correct.txt", "key Ms Baker.txt", "homework"),
        ("testo da correggere.txt", "correzione.txt", "elaborati"),
        ("consegna.txt", "correzione prof. Neri.txt", "elaborati"),
        ("texte à corriger.txt", "corrigé.txt", "élèves"),
        ("texto para corregir.txt", "corregido por la profe.txt", "alumnos"),
        ("Text zum Korrigieren.txt", "Lehrerkorrektur.txt", "Abgaben"),
        ("Fehlertext.txt", "Erwartungshorizont.txt", "Abgaben"),
        ("tekst do poprawy.txt", "klucz nauczyciela.txt", "uczniowie"),
        ("düzeltilecek metin.txt", "Hoca.txt", "ödevler"),
    ],
)
def test_a_text_to_correct_is_the_source(tmp_path: Path, source: str, reference: str, students: str):
    files = {source: "0", reference: "A"} | {f"{students}/{name}.txt": letter for name, letter in NAMES.items()}
    plan = plan_of(tmp_path, files)
    handed_in = {f"{students}/{name}.txt" for name in NAMES}
    assert roles(plan) == {"source": {source}, "reference": {reference}, "hypothesis": handed_in}
    assert not plan.questions
    assert people(plan, "reference") <= {None, "Ms Baker", "prof. Neri"}


NAMES = {"Mei": "1", "Jonas": "2", "Pavel": "3"}


def test_a_surname_that_is_a_role_s_word_is_a_name_in_a_folder_of_students(tmp_path: Path):
    names = {"Grace Teacher": "1", "Max Original": "2", "Theo Key": "3", "Lena Wolf": "5"}
    files = {"text.txt": "0", "solution.txt": "A"} | {f"students/{name}.txt": each for name, each in names.items()}
    plan = plan_of(tmp_path, files)
    assert people(plan, "hypothesis") == set(names)
    assert roles(plan)["reference"] == {"solution.txt"}


def test_a_word_that_parts_versions_is_no_surname(tmp_path: Path):
    files = {"text.txt": "0", "key Ms Baker.txt": "A", "students/Mei.txt": "1", "students/Mei Corrected.txt": "2"}
    plan = plan_of(tmp_path, {**files, "students/Jonas.txt": "3", "students/Pavel.txt": "5"})
    assert people(plan, "hypothesis") == {"Mei", "Jonas", "Pavel"}


@pytest.mark.parametrize("teacher", ["teacher's version", "my version", "corrected by the teacher", "our corrections"])
def test_small_words_are_no_teacher_s_name(tmp_path: Path, teacher: str):
    files = {"original.txt": "0", f"{teacher}.txt": "A"} | {f"{name}.txt": letter for name, letter in NAMES.items()}
    plan = plan_of(tmp_path, files)
    assert roles(plan)["reference"] == {f"{teacher}.txt"}
    assert people(plan, "reference") == {None}
    assert "{teacher}" not in draft(plan)


def test_decomposed_accents_are_the_same_letters(tmp_path: Path):
    names = {"Chloé": "1", "Noël": "2", "Zoé": "3"}
    for week, form in (("Semaine 1", "NFD"), ("Semaine 2", "NFC")):
        files = {"énoncé.txt": "0", "corrigé.txt": "A"}
        files |= {f"élèves/{name}.txt": letter for name, letter in names.items()}
        plan_of(tmp_path, {f"{week}/{unicodedata.normalize(form, path)}": each for path, each in files.items()})
    plan = guess(tmp_path)
    assert people(plan, "hypothesis") == set(names)
    assert people(plan, "reference") == {None}
    assert [exercise.students for exercise in plan.exercises] == [tuple(sorted(names))] * 2
    (tmp_path / CONFIGURATION).write_text(draft(plan))
    assert {item.identity for exercise in exercises_in(tmp_path) for item in exercise.hypotheses} == set(names)


def test_several_asterisks_in_a_name_mean_one(tmp_path: Path):
    (tmp_path / "S1001.txt").write_text("A text.")
    assert [match.student for match in matches(tmp_path, "S1*{student}.txt")] == ["1"]
    assert len(matches(tmp_path, "S**.txt")) == 1


def two_weeks(folder: Path) -> None:
    for week, topic, first in (("week 1", "market-day", "Lena"), ("week 2", "old-bridge", "Lena Vogt")):
        files = {"text.txt": "0", "teacher Ms Obi.txt": "A", f"students/{first}.txt": "1", "students/Jonas.txt": "2"}
        for path, letter in files.items():
            (folder / week / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / week / path).write_text(class_text(topic, letter))


def test_a_first_name_alone_is_asked_about_and_is_likely_the_one_person_who_bears_it_elsewhere(tmp_path: Path):
    two_weeks(tmp_path)
    plan = guess(tmp_path)
    [question] = plan.questions
    assert (question.text, question.default) == ("Lena = Lena Vogt?", "same")
    assert [item.label for item in question.answers] == ["one person", "two people"]
    assert question.paths == ("week 1/students/Lena.txt",)
    assert people(plan, "hypothesis") == {"Jonas", "Lena Vogt"}
    assert plan.warnings == ()
    two = plan.with_choices(Choices(answers={question.id: "two"}))
    assert people(two, "hypothesis") == {"Jonas", "Lena", "Lena Vogt"}
    (tmp_path / CONFIGURATION).write_text(draft(plan))
    assert {item.identity for each in exercises_in(tmp_path) for item in each.hypotheses} == {"Jonas", "Lena Vogt"}


def test_two_like_names_beside_each_other_are_likely_two_people(tmp_path: Path):
    two_weeks(tmp_path)
    (tmp_path / "week 1/students/Lena Vogt.txt").write_text(class_text("market-day", "3"))
    plan = guess(tmp_path)
    [question] = plan.questions
    assert question.default == "two"
    assert people(plan, "hypothesis") == {"Jonas", "Lena", "Lena Vogt"}
    one = plan.with_choices(Choices(answers={question.id: "same"}))
    assert people(one, "hypothesis") == {"Jonas", "Lena Vogt"}
