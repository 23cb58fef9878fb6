"""The driver's rules: when the judge is asked, what is weighted then, and what becomes of problems."""

import asyncio
from pathlib import Path

import attrs
import pytest

from markscheme.documents.corpus import Document
from markscheme.errors import DocumentError, JudgeError
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import Material
from markscheme.inference.judge import Inquiry, OpenQuestion
from markscheme.judges import JudgeSettings
from markscheme.marking.driver import Driver, Outcome, Stage, Task, WorkItem, run_at_once
from markscheme.marking.review import DocumentReview, TextFile
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.base import ModelQuestion

JUDGE = JudgeSettings("m", "http://127.0.0.1:9/v1")
EXERCISE = Exercise("e", None, (), ())
UNWEIGHTED = DocumentReview((), (), TextFile("unweighted", None), (), False)
WEIGHTED = DocumentReview((), (), TextFile("weighted", None), (), False)


def question(name: str) -> ModelQuestion:
    return ModelQuestion(f"{name} go .", "go", "goes")


def task(name: str, weighting: str = "llm") -> Task:
    documents = (Document("source", "", None), Document(name, name, Path(f"/{name}")))
    return Task(Material(*documents, (), ()), settings=MarkSettings(weighting=weighting, judge=JUDGE))


def item(name: str, own: Task | None) -> WorkItem:
    return WorkItem(EXERCISE, name, Path(f"/{name}"), None, own, None if own else DocumentError(f"{name} is broken"))


@attrs.define
class ToyMarker:
    """Marks a document by its name: those with ``bad`` in it can't be marked, those in ``answered`` are weighted."""

    answered: set[str] = attrs.field(factory=set)
    fails: bool = False
    marked: list[str] = attrs.field(factory=list)
    asked: list[dict[ModelQuestion, str]] = attrs.field(factory=list)

    async def mark(self, task: Task) -> Outcome:
        name = task.marked.name
        self.marked.append(name)
        if "bad" in name:
            raise DocumentError(f"{name} is bad")
        if task.weighting != "llm":
            return Outcome(UNWEIGHTED)
        if name in self.answered:
            return Outcome(WEIGHTED)
        return Outcome(UNWEIGHTED, (), (OpenQuestion(question(name), 1),))

    async def ask(self, questions: dict[ModelQuestion, str], judge: JudgeSettings, key: str | None) -> None:
        assert (judge, key) == (JUDGE, "key")
        self.asked.append(questions)
        if self.fails:
            raise JudgeError("no answer")
        self.answered |= {question.sentence.split()[0] for question in questions}


@attrs.define
class ToyPolicy:
    permitted: bool = True
    inquiries: list[Inquiry] = attrs.field(factory=list)
    failures: list[str] = attrs.field(factory=list)

    def prepared(self, task: Task) -> Task:
        return task

    async def permits(self, inquiry: Inquiry) -> bool:
        self.inquiries.append(inquiry)
        return self.permitted

    def key(self) -> str | None:
        return "key"

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        assert inquiry is self.inquiries[-1]
        self.failures.append(str(error))


def outcomes(marker: ToyMarker, policy: ToyPolicy, *items: WorkItem) -> list[DocumentReview | None]:
    return [found.outcome.review for found in run_at_once(Driver(marker, policy).outcomes(items))]


def stages(marker: ToyMarker, policy: ToyPolicy, own: Task, *with_vectors: bool) -> list[Stage]:
    async def collected() -> list[Stage]:
        return [stage async for stage in Driver(marker, policy).stages(own, with_vectors)]

    return run_at_once(collected())


def test_the_judge_is_asked_once_for_all_and_only_open_documents_are_marked_again():
    marker, policy = ToyMarker(answered={"ada"}), ToyPolicy()
    items = [item(name, task(name)) for name in ("ada", "ben", "cem")]
    assert outcomes(marker, policy, *items) == [WEIGHTED] * 3
    assert marker.asked == [{question("cem"): "sentence 1 of cem", question("ben"): "sentence 1 of ben"}]
    assert [inquiry.requests for inquiry in policy.inquiries] == [2]
    assert marker.marked == ["ada", "ben", "cem", "ben", "cem"]


@pytest.mark.parametrize(("permitted", "failures"), [(False, []), (True, ["no answer"])])
def test_without_all_answers_no_document_is_weighted(permitted: bool, failures: list[str]):
    marker, policy = ToyMarker(answered={"ada"}, fails=True), ToyPolicy(permitted)
    assert outcomes(marker, policy, *(item(name, task(name)) for name in ("ada", "ben"))) == [UNWEIGHTED] * 2
    assert policy.failures == failures
    assert len(marker.asked) == len(failures)


def test_nobody_is_asked_where_nothing_is_open():
    marker, policy = ToyMarker(answered={"ada"}), ToyPolicy()
    assert outcomes(marker, policy, item("ada", task("ada")), item("ben", task("ben", "none"))) == [
        WEIGHTED,
        UNWEIGHTED,
    ]
    assert policy.inquiries == []


def test_a_document_that_cant_be_marked_stops_no_other():
    marker, policy = ToyMarker(), ToyPolicy()
    items = [item("bad", task("bad")), item("ben", task("ben")), item("lost", None)]
    found = [each.outcome for each in run_at_once(Driver(marker, policy).outcomes(items))]
    assert [outcome.review for outcome in found] == [None, WEIGHTED, None]
    assert [str(problem) for outcome in found for problem in outcome.problems] == ["bad is bad", "lost is broken"]


def test_an_open_document_is_complete_when_the_judge_has_answered():
    marker, policy = ToyMarker(), ToyPolicy()
    found = stages(marker, policy, task("ada"), False, True)
    assert [(stage.outcome.review, stage.task.with_vectors, stage.is_last) for stage in found] == [
        (UNWEIGHTED, False, False),
        (UNWEIGHTED, True, False),
        (WEIGHTED, True, True),
    ]


def test_an_open_document_is_complete_without_weights_when_the_judge_may_not_be_asked():
    marker = ToyMarker()
    found = stages(marker, ToyPolicy(permitted=False), task("ada"), True)
    assert [(stage.outcome.review, stage.is_last) for stage in found] == [(UNWEIGHTED, False), (UNWEIGHTED, True)]
    assert marker.marked == ["ada"]


def test_no_stage_follows_a_problem():
    [stage] = stages(ToyMarker(), ToyPolicy(), task("bad"), False, True)
    assert (stage.outcome.review, stage.is_last) == (None, True)


def test_work_that_waits_needs_an_event_loop():
    with pytest.raises(RuntimeError, match="event loop"):
        run_at_once(asyncio.sleep(0))
