"""The driver's two parts for work in this process: a marker over models, and the judge that a program names."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from markscheme.errors import DocumentError, JudgeError
from markscheme.inference.judge import NO_JUDGE, Inquiry, Judge, JudgeSettings
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress
from markscheme.scoring.scorer import Scorer

if TYPE_CHECKING:
    from markscheme.marking.documents import DocumentMarker
    from markscheme.marking.driver import Outcome, Task


@attrs.frozen
class LocalMarker:
    """Marks in this process. Its coroutines wait for nothing (:func:`markscheme.marking.driver.run_at_once`)."""

    documents: "DocumentMarker"
    progress: Progress

    async def mark(self, task: "Task") -> "Outcome":
        return self.documents.mark(task, self.progress)

    async def ask(self, questions: dict[ModelQuestion, str], judge: JudgeSettings, key: str | None) -> None:
        from markscheme.inference.judge_panel import ask_now

        ask_now(questions, judge, key, self.documents.models, self.progress)


GivenJudge = Judge | Callable[[], Judge] | JudgeError | None
"""A judge that a program names, a function that finds it, or why there is none."""


def usable_judge(given: GivenJudge, models: "Models") -> Judge:
    """Return the judge that a program names; JudgeError if there is none, or its model is not there."""
    if given is None:
        raise JudgeError(NO_JUDGE)
    if isinstance(given, JudgeError):
        raise given
    judge = given if isinstance(given, Judge) else given()
    models.judge_identity(judge.settings)
    return judge


class NamedJudge:
    """The judge that a program names, looked for on first need; ``problems`` say why edits are not weighted."""

    def __init__(self, judge: GivenJudge, models: "Models") -> None:
        self.problems: list[DocumentError] = []
        self._given = judge
        self._models = models
        self._judge: Judge | None = None

    def prepared(self, task: "Task") -> "Task":
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


class Engine:
    """Loads models on first need, and keeps what it computes."""

    def __init__(self, settings: EngineSettings = EngineSettings()) -> None:
        self.models = Models(settings)

    @cached_property
    def documents(self) -> "DocumentMarker":
        from markscheme.marking.documents import DocumentMarker  # corpora are scored without

        return DocumentMarker(self.models)

    @cached_property
    def scorer(self) -> Scorer:
        return Scorer(self.models)

    def load(self, model: str) -> None:
        """Load one of the models now."""
        self.models.load(model)

    def forget(self, passages: int) -> None:
        """Drop what is remembered of documents, if it is of more passages than this; models and the cache stay."""
        if max(self.models.passages_in_memory, self.documents.passages_in_memory) > passages:
            self.__dict__.pop("documents")
            self.models.forget()
