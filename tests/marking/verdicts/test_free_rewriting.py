"""Free rewriting is recognised, and makes one finding a passage; a normal correction is none."""

from pathlib import Path

import attrs
import pytest
from tests.exercise_files import exercise

from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.edits.edit import Edit, Edits, PassageEdits
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.driver import ExerciseTasks
from markscheme.marking.local import Engine
from markscheme.marking.places import changed_beyond, is_rewritten
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Verdict

SOURCE = "I go every days to the school with my brother. He have ten years. We likes to play at the park together."
TEACHER = "I go to school with my brother every day. He is ten years old. We like to play in the park together."
REWRITTEN = (
    "Each morning finds the two of us walking off for lessons. Ten is his age. Games outside are what we enjoy most."
)


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def review(engine: Engine, folder: Path, hypothesis: str, *references: str) -> DocumentReview:
    names = dict(zip(("kim", "roy"), references, strict=False))
    exercise(folder, source=SOURCE, hypotheses={"ana": hypothesis}, references=names)
    [found] = exercises_in(folder, read_text)
    [task] = ExerciseTasks(found, read_text).of(found.hypotheses[0])
    reviewed = engine.documents.mark(attrs.evolve(task, with_vectors=False)).review
    assert reviewed is not None
    assert reviewed.marks is not None
    return reviewed


def passage(hypothesis: Edits, *references: Edits, length: int = 10) -> PassageEdits:
    source = tuple(f"w{number}" for number in range(length))
    return PassageEdits(source, hypothesis, references, parallel=False)


def test_a_rewritten_text_is_no_forest_of_findings(engine: Engine, tmp_path: Path) -> None:
    reviewed = review(engine, tmp_path, REWRITTEN, TEACHER)
    assert reviewed.marks is not None
    verdicts = reviewed.marks.verdicts
    assert verdicts.rewritten >= 2
    assert not verdicts.is_comparable
    assert len(reviewed.findings) <= len(reviewed.passages)
    rewritten = [item for item in reviewed.findings if item.place and item.place.rewritten]
    assert {item.verdict for item in rewritten} == {Verdict.DIFFERENT}
    assert all(item.place and not item.place.suggestions for item in rewritten)


def test_corrections_are_no_rewriting(engine: Engine, tmp_path: Path) -> None:
    reviewed = review(engine, tmp_path, SOURCE.replace("He have", "He is").replace("likes", "like"), TEACHER)
    assert reviewed.marks is not None
    assert reviewed.marks.verdicts.rewritten == 0
    assert reviewed.marks.verdicts.is_comparable


def test_what_a_teacher_rewrites_too_is_not_beyond_any_reference(engine: Engine, tmp_path: Path) -> None:
    reviewed = review(engine, tmp_path, REWRITTEN, TEACHER, REWRITTEN)
    assert reviewed.marks is not None
    assert reviewed.marks.verdicts.rewritten == 0
    assert reviewed.marks.verdicts.points.share == 1


def test_the_share_is_measured_to_the_nearest_text() -> None:
    own = (Edit(0, 5, ("a", "b", "c", "d", "e")),)
    assert changed_beyond(passage(own, ())) == 0.5
    assert changed_beyond(passage(own, (), own)) == 0
    assert is_rewritten(passage(own, ()))
    assert not is_rewritten(passage(own[:0], ()))


def test_a_short_passage_and_one_left_out_are_not_rewritten() -> None:
    assert not is_rewritten(passage((Edit(0, 4, ("a", "b", "c", "d")),), (), length=4))
    assert not is_rewritten(passage((Edit(0, 10, ()),), ()))
