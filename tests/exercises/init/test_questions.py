"""What a set-up asks: what nobody can know, once, with the likeliest answer first."""

from pathlib import Path

import pytest

from exercises.init.own_folders import ESSAYS
from exercises.init.teachers_versions import class_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, Question, SetUpPlan

STUDENTS = {"Mei": "1", "Jonas": "2", "Pavel": "3", "Olena": "6"}


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def answered(plan: SetUpPlan, number: int) -> SetUpPlan:
    [question] = plan.questions
    return plan.with_choices(Choices(answers={question.id: question.answers[number].id}))


@pytest.mark.parametrize("paths", [("{} v1", "{} v2"), ("first try/{}", "second try/{}"), ("{} first", "{} second")])
def test_versions_that_all_students_have_are_one_question(tmp_path: Path, paths: tuple[str, str]):
    topic = "market-day"
    write(tmp_path, {"task.txt": class_text(topic, "0"), "key Ms Baker.txt": class_text(topic, "A")})
    for name, letter in STUDENTS.items():
        for path, version in zip(paths, (letter, str(int(letter) % 6 + 1)), strict=True):
            write(tmp_path, {f"{path.format(name)}.txt": class_text(topic, version)})
    plan = guess(tmp_path)
    [question] = plan.questions
    assert question.text == "Jonas, Mei and 2 others have 2 versions each. Which ones count?"
    old, new = (f"{path.format('Jonas')}.txt" for path in paths)
    assert [item.label for item in question.answers] == [f"{new} and 3 more", f"{old} and 3 more"]
    for number, path in enumerate((new, old)):
        (tmp_path / CONFIGURATION).write_text(draft(answered(plan, number)))
        [exercise] = exercises_in(tmp_path)
        assert {item.identity for item in exercise.hypotheses} == set(STUDENTS)
        assert tmp_path / path in exercise.paths
        (tmp_path / CONFIGURATION).unlink()


@pytest.mark.parametrize("topic", ["winter-morning", "lost-phone", "harbour", "new-bike"])
def test_scans_by_nobody_are_asked_about(tmp_path: Path, topic: str):
    letters = ("3", "A", "0", "1", "B", "5", "2", "6")
    write(tmp_path, {f"scan{number}.txt": class_text(topic, letter) for number, letter in enumerate(letters)})
    plan = guess(tmp_path)
    corrections = [row for row in plan.rows if row.role != "source"]
    assert {row.sureness for row in corrections} == {"ask"}
    assert {row.person for row in corrections} == {None}
    questions = [item for item in plan.questions if item.text == "Which of these did a teacher correct?"]
    assert [set(item.paths) for item in questions] == [{row.path for row in corrections}]
    labels = [item.label for item in questions[0].answers]
    assert len(labels) == len(set(labels)) > 3
    assert any(" and " in label for label in labels)


def test_of_two_equally_good_corrections_none_is_taken_for_a_student_s(tmp_path: Path):
    key = class_text("old-bridge", "A")
    write(tmp_path, {"original.txt": class_text("old-bridge", "0"), "x.txt": key, "y.txt": key + "\n"})
    write(tmp_path, {"z.txt": class_text("old-bridge", "1")})
    plan = guess(tmp_path)
    assert {row.path for row in plan.rows if row.role == "reference"} == {"x.txt", "y.txt"}
    assert plan.questions[0].answers[0].label == "x.txt and y.txt"


def test_own_essays_of_several_shapes_are_one_class(tmp_path: Path):
    for number, (name, (source, reference, revision)) in enumerate(ESSAYS.items()):
        names = (f"Draft {name}", f"{name} corrected", "my final version")
        places = ("draft", "corrected", "revision") if number % 2 else names
        texts = zip(places, (source, reference, revision), strict=True)
        write(tmp_path, {f"{name}/{place}.txt": text for place, text in texts})
    plan = guess(tmp_path)
    [exercise] = plan.exercises
    assert [row.essay for row in exercise.rows] == [name for name in sorted(ESSAYS) for _ in range(3)]
    text = draft(plan)
    assert text.count("[[exercise]]") == 2
    (tmp_path / CONFIGURATION).write_text(text)
    exercises = exercises_in(tmp_path)
    assert {item.assignment for item in exercises} == {exercise.name}
    assert {item.student for item in exercises} == set(ESSAYS)
    assert all(item.problem is None for item in exercises)


def without_names(folder: Path, letters: str) -> SetUpPlan:
    """Return the plan of texts whose names tell no role: the teacher alone knows which was given."""
    write(folder, {f"scan{number}.txt": class_text("harbour", letter) for number, letter in enumerate(letters, 1)})
    return guess(folder)


def with_answer(plan: SetUpPlan, question: Question, identity: str) -> SetUpPlan:
    return plan.with_choices(Choices(answers={**plan.choices.answers, question.id: identity}))


@pytest.mark.parametrize("letters", ["1023", "2A031B", "10A2", "34A012"])
def test_questions_follow_from_the_answers_before(tmp_path: Path, letters: str):
    """Whatever text and whatever teachers are chosen, they hold, and a chosen text is offered no more."""
    plan = without_names(tmp_path, letters)
    source = next((item for item in plan.questions if item.id.startswith("source")), None)
    for text in source.answers if source is not None else ():
        chosen = with_answer(plan, source, text.id)
        path = text.label
        assert {row.path for row in chosen.rows if row.role == "source"} == {path}
        [teachers] = [item for item in chosen.open_questions if item.id.startswith("reference")]
        assert path not in teachers.paths
        for answer in teachers.answers:
            complete = with_answer(chosen, teachers, answer.id)
            assert {row.path for row in complete.rows if row.role == "source"} == {path}
            assert {row.path for row in complete.rows if row.role == "reference"} == set(answer.parts)


def test_several_teachers_can_be_chosen(tmp_path: Path):
    plan = without_names(tmp_path, "2A031B")
    question = next(item for item in plan.questions if item.id.startswith("reference"))
    singles = [item for item in question.answers if len(item.parts) == 1][-2:]
    identity = question.combined(singles)
    assert identity is not None
    chosen = with_answer(plan, question, identity)
    assert {row.path for row in chosen.rows if row.role == "reference"} == {
        path for one in singles for path in one.parts
    }
    assert question.combined([singles[0], question.answers[-1]]) is None
    assert question.answers[-1].label == "none of these"


def test_every_file_of_an_answer_is_named(tmp_path: Path):
    plan = without_names(tmp_path, "2A031B")
    labels = [item.label for question in plan.questions for item in question.answers]
    assert not [label for label in labels if "more" in label]


def test_people_without_a_role_are_asked_about_where_the_folder_has_annotators(tmp_path: Path):
    topic, pilot = "market-day", "lost-phone"
    write(tmp_path, {"source.txt": class_text(topic, "0")})
    write(tmp_path, {f"annotator{number}.txt": class_text(topic, "AB"[number - 1]) for number in (1, 2)})
    write(tmp_path, {"pilot/learner.orig.txt": class_text(pilot, "0")})
    write(tmp_path, {"pilot/learner_corrected_TW.txt": class_text(pilot, "A")})
    write(tmp_path, {"pilot/learner.miriam.txt": class_text(pilot, "B")})
    write(tmp_path, {"pilot/learner.paulo.txt": class_text(pilot, "1")})
    plan = guess(tmp_path)
    paths = ("pilot/learner.miriam.txt", "pilot/learner.paulo.txt")
    [question] = plan.questions
    assert question.paths == paths
    assert question.answers[0].label == "pilot/learner.miriam.txt and pilot/learner.paulo.txt"
    assert question.answers[-1].label == "none of these"
    assert plan.is_annotators
    students = answered(plan, -1)
    assert {row.path for row in students.rows if row.role == "hypothesis"} == set(paths)
    (tmp_path / "annotator2.txt").unlink()
    assert guess(tmp_path).questions == ()
