"""The driver's two parts for work in this process: a marker over models, and the judge that a program names."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from markscheme.judges.environment import NO_JUDGE
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge import Judge
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.marking.documents import DocumentMarker
from markscheme.marking.tasks import Outcome, Task
from markscheme.metrics.question import Question
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.scoring.models import Models


@attrs.frozen
class LocalMarker:
    """Marks in this process. Its coroutines wait for nothing (:func:`markscheme.marking.driver.run_at_once`)."""

    documents: DocumentMarker
    progress: Progress

    async def mark(self, task: Task) -> Outcome:
        return self.documents.mark(task, self.progress)

    async def ask(self, questions: dict[Question, str], judge: JudgeSettings, key: str | None) -> None:
        from markscheme.judges.panel import ask_now

        ask_now(questions, judge, key, self.documents.models, self.progress)


GivenJudge = Judge | Callable[[], Judge] | JudgeError | None
"""A judge that a program names, a function that finds it, or why there is none."""


def usable_judge(given: GivenJudge, models: "Models") -> Judge:
    """Return the judge that a program names.

    Raises
    ------
    JudgeError
        If there is none, or its model is not there.
    """
    if given is None:
        raise JudgeError(NO_JUDGE)
    if isinstance(given, JudgeError):
        raise given
    judge = given if isinstance(given, Judge) else given()
    models.judge_identity(judge.settings)
    return judge


class NamedJudge:
    """The judge that a program names; it is looked for when a document is to be weighted by it.

    Attributes
    ----------
    problems
        Why edits are not weighted.
    """

    def __init__(self, judge: GivenJudge, models: "Models") -> None:
        self.problems: list[DocumentError] = []
        self._given = judge
        self._models = models
        self._judge: Judge | None = None

    def prepared(self, task: Task) -> Task:
        if not task.is_judged:
            return task
        if self._judge is None and not self.problems:
            try:
                self._judge = usable_judge(self._given, self._models)
            except JudgeError as error:
                self._report(error)
        return task.judged_by(None if self._judge is None else self._judge.settings)

    async def permits(self, inquiry: Inquiry) -> bool:
        if self._judge is None or not self._judge.agree(inquiry):
            raise JudgeError("nothing was sent to the language model")
        return True

    def key(self) -> str | None:
        return None if self._judge is None else self._judge.key

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        del inquiry
        self._report(error)

    def _report(self, error: JudgeError) -> None:
        self.problems.append(DocumentError(f"edits are not weighted: {error}"))
