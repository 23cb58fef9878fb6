"""The one way from documents to what is shown of them; the command line, the Python API and the server call it.

A work item (:mod:`markscheme.marking.work`) has a task. A :class:`Marker` marks it, in this process or in an engine's.
Where a judge is to weigh edits, a :class:`JudgePolicy` names it and decides whether it may be asked. The driver keeps
the order of these steps, and its rules are:

- A document that can't be marked has an outcome with its problem, and stops no other document.
- The judge is asked what the outcomes leave open, once for all documents that are marked together, and only if the
  policy permits it. Documents with open questions are then marked again.
- If the judge may not be asked, or does not answer everything, no document that is marked together is weighted by it.
- An open document is shown in stages: categories or qualities first, then with vectors, then weighted by the judge.

The driver is written as coroutines. The server awaits them; in this process nothing is waited for, and
:func:`run_at_once` runs them without an event loop.
"""

from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from markscheme.exercises.decisions.decision import DecisionKind
from markscheme.exercises.material import FinalMark
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry, question_places
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.marking.review.document_review import DocumentReview, Finality
from markscheme.marking.tasks import Outcome, Task
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.marking.wording.notice_words import reopened_notice
from markscheme.marking.work import ItemOutcome, WorkItem
from markscheme.metrics.question import Question
from markscheme.progress import Progress, silent
from markscheme.text.errors import DocumentError

T = TypeVar("T")
FINAL_ANSWERS = {
    DecisionKind.FINAL: OpenAnswers.AS_THEY_ARE,
    DecisionKind.FINAL_LOWEST: OpenAnswers.LOWEST,
    DecisionKind.FINAL_HIGHEST: OpenAnswers.HIGHEST,
}
"""What answers that nobody has decided count as in a mark that is final."""


class Marker(Protocol):
    """Marks documents, and asks judges."""

    async def mark(self, task: Task) -> Outcome:
        """Mark one document.

        Raises
        ------
        DocumentError
            If it can't be marked; an outcome without a review says the same.
        """

    async def ask(self, questions: dict[Question, str], judge: JudgeSettings, key: str | None) -> None:
        """Ask a judge, and keep its answers.

        Parameters
        ----------
        questions
            Each with the place of its sentence, for error messages.
        key
            The endpoint's.

        Raises
        ------
        JudgeError
            If not every question is answered.
        """


class JudgePolicy(Protocol):
    """Which judge may be asked, and what the person says to it."""

    def prepared(self, task: Task) -> Task:
        """Return the task with the judge that may weigh its edits; tell the person where there is none."""

    async def permits(self, inquiry: Inquiry) -> bool:
        """Return whether these questions may be asked.

        Raises
        ------
        JudgeError
            If they may not, and the reason is to be reported as a failure.
        """

    def key(self) -> str | None:
        """Return the endpoint's key.

        Raises
        ------
        JudgeError
            If it can't be used.
        """

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        """Report that the judge did not answer."""


@attrs.frozen
class Stage:
    """One stage of an open document.

    Attributes
    ----------
    task
        The task whose outcome it is.
    is_last
        Whether no stage follows.
    """

    task: Task
    outcome: Outcome
    is_last: bool


@attrs.frozen
class Driver:
    """Marks documents with a marker, and lets a judge weigh edits where a policy permits it.

    Attributes
    ----------
    progress
        Called after each of several documents, with the stage ``texts``.
    """

    marker: Marker
    policy: JudgePolicy
    progress: Progress = silent

    async def outcomes(self, items: Sequence[WorkItem]) -> list[ItemOutcome]:
        """Mark work items together; return one outcome for each, in order."""
        tasks = [self._prepared(item.task) for item in items]
        outcomes: list[Outcome] = []
        for item, task in zip(items, tasks, strict=True):
            outcomes.append(await self._item_outcome(item, task))
            self.progress("texts", len(outcomes), len(items))
        outcomes = await self._weighed(tasks, outcomes)
        return [ItemOutcome(item, outcome) for item, outcome in zip(items, outcomes, strict=True)]

    async def stages(self, task: Task, with_vectors: Sequence[bool]) -> AsyncIterator[Stage]:
        """Mark one document in stages.

        Parameters
        ----------
        with_vectors
            One stage each, without vectors or with them; at least one. Another follows where the judge is asked.
        """
        task = self.policy.prepared(task)
        outcome = Outcome(None)
        for number, vectors in enumerate(with_vectors, 1):
            task = attrs.evolve(task, with_vectors=vectors)
            outcome = await self.outcome(task)
            is_last = outcome.review is None or (number == len(with_vectors) and not outcome.questions)
            yield Stage(task, outcome, is_last)
            if outcome.review is None:
                return
        if outcome.questions:
            [outcome] = await self._weighed([task], [outcome])
            yield Stage(task, outcome, is_last=True)

    async def outcome(self, task: Task) -> Outcome:
        """Mark one document as it stands; the judge is not asked."""
        try:
            outcome = await self.marker.mark(task)
        except DocumentError as problem:
            return Outcome(None, (problem,))
        final = task.material.final
        if final is None or outcome.review is None:
            return outcome
        return attrs.evolve(outcome, review=_with_final_mark(outcome.review, final))

    def _prepared(self, task: Task | None) -> Task | None:
        return None if task is None else self.policy.prepared(task)

    async def _item_outcome(self, item: WorkItem, task: Task | None) -> Outcome:
        if task is None:
            return Outcome(None, (item.problem,) if item.problem else ())
        return await self.outcome(task)

    async def _weighed(self, tasks: Sequence[Task | None], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Return the outcomes, weighed by the judge if it answers everything that they leave open."""
        questions: dict[Question, str] = {}
        judge: JudgeSettings | None = None
        for task, outcome in zip(tasks, outcomes, strict=True):
            if task is not None and outcome.questions:
                judge = judge or task.settings.judge
                path = task.marked.path
                questions = {**question_places(outcome.questions, path.name if path else None), **questions}
        if judge is None:
            return list(outcomes)
        is_answered = await self._is_answered(questions, judge)
        return [
            await self._marked_again(task, outcome, is_answered) for task, outcome in zip(tasks, outcomes, strict=True)
        ]

    async def _is_answered(self, questions: dict[Question, str], judge: JudgeSettings) -> bool:
        inquiry = Inquiry.of(questions, judge)
        try:
            if not await self.policy.permits(inquiry):
                return False
            await self.marker.ask(questions, judge, self.policy.key())
        except JudgeError as error:
            self.policy.failed(inquiry, error)
            return False
        return True

    async def _marked_again(self, task: Task | None, outcome: Outcome, is_answered: bool) -> Outcome:
        """Return the outcome after the judge was asked. An outcome with open questions is not weighted yet."""
        if task is None or not task.is_judged or outcome.review is None:
            return outcome
        if is_answered != bool(outcome.questions):
            return outcome
        again = await self.outcome(task if is_answered else task.judged_by(None))
        return again if again.review is not None else attrs.evolve(again, review=outcome.review)


def _with_final_mark(review: DocumentReview, final: FinalMark) -> DocumentReview:
    """Return a review whose mark a teacher called final; it says so where the text has changed since."""
    if not final.is_of_text:
        return attrs.evolve(review, notices=(*review.notices, reopened_notice(final.signed)))
    return review.finalised(Finality(FINAL_ANSWERS[final.kind], final.signed))


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that waits for nothing, and return its result; there may be an event loop or none.

    Raises
    ------
    RuntimeError
        If it waits.
    """
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("this work waits; it needs an event loop")
