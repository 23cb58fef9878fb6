"""The driver's marker in the server: it marks in the engine, and the editor shows its progress."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from markscheme.inference.judge import JudgeError, JudgeSettings
from markscheme.marking.driver import Outcome, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress, silent
from markscheme.server.editor import Editor, cancelling
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.messages import EngineIncomplete
from markscheme.server.engine.requests import JUDGE, MARK, JudgeParams, Priority


class EngineMarker:
    """Marks in the engine; ``shows_progress``: the editor shows each document's."""

    def __init__(self, client: EngineClient, editor: Editor, priority: Priority, *, shows_progress: bool) -> None:
        self._client = client
        self._editor = editor
        self._priority = priority
        self._shows_progress = shows_progress

    async def mark(self, task: Task) -> Outcome:
        """Raise EngineIncomplete if the engine lacks a part, EngineError if it does not answer."""
        if self._shows_progress:
            with self._progress("marking" if self._client.running else "starting the engine") as progress:
                reply = await self._client.ask(MARK, task, progress, self._priority)
        else:
            reply = await self._client.ask(MARK, task, silent, self._priority)
        return reply.outcome

    async def ask(self, questions: dict[ModelQuestion, str], judge: JudgeSettings, key: str | None) -> None:
        """Raise JudgeError if the judge does not answer every question, EngineError if the engine does not."""
        params = JudgeParams(tuple(questions.items()), judge, key)
        with self._progress("asking the language model") as progress:
            try:
                await self._client.ask(JUDGE, params, progress)
            except EngineIncomplete as error:
                raise JudgeError(str(error)) from error

    @contextmanager
    def _progress(self, title: str) -> Iterator[Progress]:
        reporter = self._editor.reporter(title, cancelling(asyncio.current_task()))
        try:
            yield reporter.report
        finally:
            reporter.end()
