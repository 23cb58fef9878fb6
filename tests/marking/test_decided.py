"""What a teacher decides holds for every student who did the same, says by whom, and can be taken back."""

import datetime
import itertools
import shutil
from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.exercises.decision_files import decide, withdraw
from markscheme.exercises.decisions import Decision, DecisionKind, for_course
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.marking.driver import ExerciseTasks
from markscheme.marking.findings import Finding
from markscheme.marking.local import Engine
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Points, Verdict

EXAMPLES = Path(__file__).parents[2] / "examples"
DAY = datetime.date(2026, 11, 22)


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "letter", tmp_path / "letter"))


def reviews(engine: Engine, folder: Path) -> dict[str, DocumentReview]:
    """Return the review of each student, as it is marked anew."""
    [exercise] = exercises_in(folder, read_text)
    found: dict[str, DocumentReview] = {}
    for participant in exercise.hypotheses:
        [task] = ExerciseTasks(exercise, read_text).of(participant)
        review = engine.documents.mark(attrs.evolve(task, with_vectors=False)).review
        assert review is not None
        found[participant.name] = review
    return found


def exercise_of(folder: Path) -> Exercise:
    [exercise] = exercises_in(folder, read_text)
    return exercise


def finding(review: DocumentReview, source: str, hypothesis: str) -> Finding:
    [found] = [item for item in review.findings if (item.source, item.hypothesis) == (source, hypothesis)]
    return found


def decision(kind: DecisionKind, review: DocumentReview, item: Finding, replacement: tuple[str, ...]) -> Decision:
    place = item.source_tokens
    tokens = review.passages[item.passage].source.tokens
    return Decision(kind, tokens, place.start, place.end, replacement, item.type, "Ms Kim", DAY)


@pytest.mark.parametrize(
    ("kind", "verdict", "points"),
    [
        (DecisionKind.ACCEPTED, Verdict.CORRECT, Points(1, 1)),
        (DecisionKind.PARTLY, Verdict.PARTLY, Points(0.5, 1)),
        (DecisionKind.WRONG, Verdict.DIFFERENT, Points(0, 1)),
    ],
)
def test_a_change_counts_as_a_teacher_says(
    engine: Engine, letter: Path, kind: DecisionKind, verdict: Verdict, points: Points
) -> None:
    before = reviews(engine, letter)
    amira = before["amira"]
    item = finding(amira, "by", "for")
    folder = exercise_of(letter).decision_folder
    assert folder is not None
    made = decision(kind, amira, item, item.target)
    decide(folder, made)
    after = finding(reviews(engine, letter)["amira"], "by", "for")
    assert after.place is not None
    assert (after.verdict, after.place.points) == (verdict, points)
    assert after.place.decided == f"{kind.value}, Ms Kim, 2026-11-22"
    withdraw(folder, made)
    assert reviews(engine, letter) == before


def test_what_the_course_decides_depends_on_no_order_and_beats_no_decision_of_the_exercise(
    engine: Engine, letter: Path
) -> None:
    before = reviews(engine, letter)
    amira = before["amira"]
    item = finding(amira, "by", "for")
    made = decision(DecisionKind.ACCEPTED, amira, item, item.target)
    course, folder = exercise_of(letter).course_folder, exercise_of(letter).decision_folder
    assert course is not None
    assert folder is not None
    decide(course, *for_course([made]))
    decided = reviews(engine, letter)
    after = finding(decided["amira"], "by", "for")
    assert after.place is not None
    assert (after.verdict, after.place.decided) == (Verdict.CORRECT, "accepted, Ms Kim, 2026-11-22, in all exercises")
    references = sorted(letter.glob("*.ref.*"))
    texts = [path.read_bytes() for path in references]
    for path, text in zip(references, reversed(texts), strict=True):
        path.write_bytes(text)
    assert {
        name: [(one.source_tokens, one.target, one.verdict) for one in review.findings]
        for name, review in reviews(engine, letter).items()
    } == {
        name: [(one.source_tokens, one.target, one.verdict) for one in review.findings]
        for name, review in decided.items()
    }
    for path, text in zip(references, texts, strict=True):
        path.write_bytes(text)
    decide(folder, attrs.evolve(made, kind=DecisionKind.WRONG, date=None))
    assert finding(reviews(engine, letter)["amira"], "by", "for").verdict is Verdict.DIFFERENT
    withdraw(folder, attrs.evolve(made, kind=DecisionKind.WRONG))
    withdraw(course, *for_course([made]))
    assert not any(letter.glob("*.m2"))
    assert reviews(engine, letter) == before


def test_an_optional_edit_is_optional_for_every_student(engine: Engine, letter: Path) -> None:
    before = reviews(engine, letter)
    missed = {
        name: item
        for name, review in before.items()
        for item in review.findings
        if (item.verdict, item.source) == (Verdict.MISSED, "for")
    }
    [(name, item)] = missed.items()
    folder = exercise_of(letter).decision_folder
    assert folder is not None
    made = decision(DecisionKind.OPTIONAL, before[name], item, ("to",))
    decide(folder, made)
    after = finding(reviews(engine, letter)[name], "for", "for")
    assert after.verdict is Verdict.OPTIONAL
    assert after.place is not None
    assert after.place.decided == "optional, Ms Kim, 2026-11-22"
    withdraw(folder, made)
    assert reviews(engine, letter) == before


def test_a_place_that_does_not_count_costs_no_student_anything(engine: Engine, letter: Path) -> None:
    before = reviews(engine, letter)
    amira = before["amira"]
    item = finding(amira, "boss", "manager")
    folder = exercise_of(letter).decision_folder
    assert folder is not None
    tokens = amira.passages[item.passage].source.tokens
    words = tokens[item.source_tokens.start : item.source_tokens.end]
    decide(folder, decision(DecisionKind.NOT_COUNTED, amira, item, words))
    after = reviews(engine, letter)["amira"]
    changed = finding(after, "boss", "manager")
    assert changed.place is not None
    assert (changed.verdict, changed.place.points) == (Verdict.OPTIONAL, Points())
    assert after.marks is not None
    assert amira.marks is not None
    assert after.marks.verdicts.points == Points(
        amira.marks.verdicts.points.earned, amira.marks.verdicts.points.due - 1
    )


IN, AT, NEAR = (
    "They arrived in London .\n",
    "They arrived at London .\n",
    "They came near London .\n",
)
LEFT = "They arrived to London .\n"


@pytest.mark.parametrize("order", list(itertools.permutations(("kim", "lee", "roy"))))
@pytest.mark.parametrize(
    ("versions", "verdict"),
    [
        ((AT, IN, IN), Verdict.MISSED),
        ((AT, IN, LEFT), Verdict.OPTIONAL),
        ((AT, LEFT, LEFT), Verdict.OPTIONAL),
        ((AT, AT, IN), Verdict.MISSED),
        ((AT, AT, AT), Verdict.OPTIONAL),
        ((AT, NEAR, IN), Verdict.MISSED),
    ],
)
def test_the_other_references_decide_where_one_version_is_rejected(
    engine: Engine, tmp_path: Path, versions: tuple[str, ...], verdict: Verdict, order: tuple[str, ...]
) -> None:
    """A rejected version neither asks for a change nor leaves the source, whatever the references are called."""
    files = {f"x.ref.{name}": text for name, text in zip(order, versions, strict=True)}
    files |= {"x.src": LEFT, "x.hyp.ada": LEFT, "x.hyp.bo": AT, "x.hyp.cy": IN}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    folder = exercise_of(tmp_path).decision_folder
    assert folder is not None
    source = tuple(LEFT.split())
    for kind in (DecisionKind.WRONG, DecisionKind.OPTIONAL):
        decide(folder, Decision(kind, source, 2, 3, ("at",), "R:PREP", "Ms Kim", DAY))
    after = reviews(engine, tmp_path)
    [left] = [item for item in after["ada"].findings if "to" in item.source.split()]
    assert left.verdict is verdict
    if verdict is Verdict.MISSED:
        assert left.place is not None
        assert not any("at" in item.text.split() for item in left.place.suggestions)
    assert finding(after["bo"], "to", "at").verdict is Verdict.DIFFERENT
    assert finding(after["cy"], "to", "in").verdict is (Verdict.CORRECT if IN in versions else Verdict.DIFFERENT)
