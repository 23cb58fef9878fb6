"""What a teacher accepts counts as a reference's: the whole path, from a finding to the next review."""

import datetime
import shutil
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import ACCEPTED_FILE, DecisionFolder, decide, withdraw
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.languages.segments import Span
from markscheme.marking.driver import ExerciseTasks, Task, TaskSettings
from markscheme.marking.findings import Finding
from markscheme.marking.hover_cards import finding_card
from markscheme.marking.local import Engine
from markscheme.marking.review import DocumentReview
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.base import Category
from markscheme.server.engine.protocol import make_converter
from markscheme.wording import without_markdown

EXAMPLES = Path(__file__).parents[2] / "examples"
STUDENTS = (
    "letter/letter.hyp.jonas.txt",
    "opinion/students/tomas.txt",
    "report/report.hyp.mei",
    "postcard/postcard.hyp.lea.md",
    "diary/diary.hyp.tom.docx",
    "quiz/quiz.hyp.sara.m2",
)
DAY = datetime.date(2026, 11, 21)


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


def task_of(path: Path, settings: MarkSettings = MarkSettings(), with_vectors: bool = False) -> Task:
    [exercise] = exercises_of(path)
    [task] = ExerciseTasks(exercise, read_text, TaskSettings(settings)).of(exercise.marked(path)[0])
    return attrs.evolve(task, with_vectors=with_vectors)


def folder_of(path: Path) -> DecisionFolder:
    [exercise] = exercises_of(path)
    assert exercise.decision_folder
    return exercise.decision_folder


def accepted_file(path: Path) -> Path:
    [exercise] = exercises_of(path)
    accepted = exercise.decision_path(ACCEPTED_FILE)
    assert accepted
    return accepted


def shown(engine: Engine, task: Task) -> Iterator[tuple[Category, int, Decision]]:
    """Every finding's category and passage, and what a person accepts who accepts it."""
    review = engine.documents.mark(task).review
    for finding in review.chunks:
        source, place = review.passages[finding.passage].source.tokens, finding.source_tokens
        words = place.start, place.end, finding.target
        yield (
            finding.category,
            finding.passage,
            Decision(DecisionKind.ACCEPTED, source, *words, finding.type, "Kim", DAY),
        )


def outline(finding: Finding) -> tuple[Category, Span]:
    return finding.category, finding.span


def findings_elsewhere(review: DocumentReview, passage: int) -> list[Finding]:
    return [finding for finding in review.chunks if finding.passage != passage]


def accepted_names(review: DocumentReview) -> list[str]:
    return [
        reference.reference
        for finding in review.chunks
        for reference in finding.references
        if reference.reference.startswith("accepted")
    ]


@pytest.mark.parametrize("assumption", ["dependent", "independent"])
@pytest.mark.parametrize("student", STUDENTS)
def test_accepting_turns_one_finding_into_a_hit_and_withdrawing_gives_the_old_review_back(
    engine: Engine, examples: Path, student: str, assumption: str
):
    path, settings = examples / student, MarkSettings(assumption)
    folder = folder_of(path)
    before = engine.documents.mark(task_of(path, settings)).review
    wrong = [
        (index, item)
        for category, index, item in shown(engine, task_of(path, settings))
        if category in (Category.WRONG, Category.OVER)
    ]
    assert wrong
    before_all = [outline(finding) for finding in before.chunks]
    for index, item in wrong[::3]:
        decide(folder, item)
        outcome = engine.documents.mark(task_of(path, settings))
        after = outcome.review
        assert outcome.problems == ()
        changed = [number for number, finding in enumerate(after.chunks) if before_all[number] != outline(finding)]
        assert [after.chunks[number].category for number in changed] == [Category.HIT]
        assert findings_elsewhere(after, index) == findings_elsewhere(before, index)
        assert after.passages[index].marks.scores.score > before.passages[index].marks.scores.score
        assert accepted_names(after) == ["accepted (Kim, 2026-11-21)"]
        assert after.marks.references == before.marks.references
        assert "|accepted:1|" in after.marks.signature
        assert after.marks.signature.replace("|accepted:1|", "|") == before.marks.signature
        withdraw(folder, item)
        assert not accepted_file(path).exists()
        assert engine.documents.mark(task_of(path, settings)).review == before


def test_all_that_a_student_did_may_be_accepted(engine: Engine, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    for category, _, item in shown(engine, task_of(path)):
        if category in (Category.WRONG, Category.OVER):
            decide(folder_of(path), item)
    counts = engine.documents.mark(task_of(path)).review.marks.counts
    assert (counts.fp_ne, counts.fp_un) == (0, 0)


def test_what_is_accepted_has_full_credit_and_the_card_says_whose_word_it_is(engine: Engine, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    before = engine.documents.mark(task_of(path, with_vectors=True)).review
    item = next(item for _, _, item in shown(engine, task_of(path)) if item.replacement == ("Thanks",))
    decide(folder_of(path), item)
    review = engine.documents.mark(task_of(path, with_vectors=True)).review
    [finding] = [finding for finding in review.chunks if finding.source == "Thanks you"]
    assert (finding.category, finding.credit) == (Category.HIT, pytest.approx(1.0))
    told = finding.references[-1]
    assert (told.reference, told.text, told.category) == ("accepted (Kim, 2026-11-21)", "Thanks", Category.HIT)
    card = without_markdown(finding_card(finding, review.passages[finding.passage]))
    assert "accepted (Kim, 2026-11-21): the same, credit 100 %" in card
    assert "(against accepted (Kim, 2026-11-21))" in card
    assert review.marks.credit
    assert before.marks.credit
    assert review.marks.credit.f > before.marks.credit.f


@pytest.mark.parametrize("student", STUDENTS)
def test_a_file_that_matches_nothing_changes_the_signature_alone(engine: Engine, examples: Path, student: str):
    path = examples / student
    before = engine.documents.mark(task_of(path)).review
    known = next(item for category, _, item in shown(engine, task_of(path)) if category is Category.OVER)
    decide(folder_of(path), attrs.evolve(known, replacement=("nobody", "wrote", "this")))
    decide(
        folder_of(path),
        Decision(DecisionKind.ACCEPTED, ("Nobody", "write", "this", "."), 1, 2, ("wrote",), "R:VERB:TENSE"),
    )
    after = engine.documents.mark(task_of(path)).review
    assert "|accepted:2|" in after.marks.signature
    assert attrs.evolve(after, marks=before.marks) == before
    assert attrs.evolve(after.marks, signature="") == attrs.evolve(before.marks, signature="")


def test_a_file_without_alternatives_changes_nothing(engine: Engine, examples: Path):
    path = examples / STUDENTS[0]
    before = engine.documents.mark(task_of(path))
    accepted_file(path).write_text("\n")
    assert engine.documents.mark(task_of(path)) == before


def test_a_broken_file_is_told_of_and_does_not_stop_the_marks(engine: Engine, examples: Path):
    path = examples / STUDENTS[0]
    before = engine.documents.mark(task_of(path)).review
    accepted_file(path).write_text("S a b\nA 1 9|||R|||x|||REQUIRED|||-NONE-|||0\n")
    outcome = engine.documents.mark(task_of(path))
    assert outcome.review == before
    assert [(problem.path, problem.line) for problem in outcome.problems] == [(accepted_file(path), 2)]


def one_sentence_each(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"a.{name.replace('_', '.')}.txt").write_text(f"{text}\n")


def test_it_counts_for_another_student_who_joins_the_sentence_to_the_next(engine: Engine, tmp_path: Path):
    one_sentence_each(
        tmp_path,
        src="She like music. It were loud.",
        ref_kim="She likes music. It was loud.",
        hyp_mei="She loves music. It was loud.",
        hyp_ben="She loves music, and it was loud.",
    )
    mei, ben = (tmp_path / f"a.hyp.{name}.txt" for name in ("mei", "ben"))
    item = next(item for category, _, item in shown(engine, task_of(mei)) if category is Category.WRONG)
    assert item.source == ("She", "like", "music", ".")
    decide(folder_of(mei), item)
    assert len(engine.documents.mark(task_of(mei)).review.passages) == 2
    review = engine.documents.mark(task_of(ben)).review
    found = {finding.hypothesis: finding.category for finding in review.chunks}
    assert len(review.passages) == 1
    assert found["loves"] is Category.HIT
    assert found[", and it was"] is Category.WRONG


def test_a_sentence_that_a_student_added_may_be_accepted(engine: Engine, tmp_path: Path):
    one_sentence_each(
        tmp_path,
        src="She like music. It rain.",
        ref_kim="She likes music. It rains.",
        hyp_mei="She likes music. We were there too! It rains.",
    )
    path = tmp_path / "a.hyp.mei.txt"
    [item] = [item for category, _, item in shown(engine, task_of(path)) if category is Category.OVER]
    decide(folder_of(path), item)
    review = engine.documents.mark(task_of(path)).review
    assert {finding.category for finding in review.chunks} == {Category.HIT}
    assert "We were there too!" in [finding.references[-1].text for finding in review.chunks]


def test_it_goes_to_the_engine_in_a_message(examples: Path):
    path = examples / STUDENTS[0]
    decide(folder_of(path), Decision(DecisionKind.ACCEPTED, ("a",), 0, 1, ("b",), "R"))
    task = task_of(path)
    assert task.material.accepted
    converter = make_converter()
    sent = converter.structure(converter.unstructure(task), Task)
    assert sent.material.accepted == task.material.accepted


def test_the_exercises_of_a_folder_share_the_file(engine: Engine, tmp_path: Path):
    one_sentence_each(tmp_path, src="She like music.", ref_kim="She likes music.", hyp_mei="She loves music.")
    for path in list(tmp_path.iterdir()):
        shutil.copy(path, path.with_name(path.name.replace("a.", "b.", 1)))
    first, second = (tmp_path / f"{stem}.hyp.mei.txt" for stem in "ab")
    [item] = [item for _, _, item in shown(engine, task_of(first))]
    decide(folder_of(first), item)
    assert accepted_file(second) == accepted_file(first)
    assert engine.documents.mark(task_of(second)).review.marks.counts.tp == 1


def test_an_exercise_without_a_reference_has_no_place_for_it(tmp_path: Path):
    assert Exercise("a", tmp_path / "a.src", (), ()).decision_path(ACCEPTED_FILE) is None


def test_a_reference_that_can_not_be_used_is_told_before_it(engine: Engine, tmp_path: Path):
    one_sentence_each(tmp_path, src="She like music.", ref_kim="")
    (tmp_path / "a.ref.kim.txt").write_bytes(b"\xff")
    (tmp_path / "accepted.m2").write_bytes(b"\xff")
    [exercise] = exercises_of(tmp_path / "a.src.txt")
    with pytest.raises(DocumentError) as caught:
        ExerciseTasks(exercise, read_text).of(None)
    assert caught.value.path == tmp_path / "a.ref.kim.txt"
