"""Marking in the engine, where a judge is asked only with the person's consent, once a model and host.

A judge is named with its key by the server's environment.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lsprotocol import types

from markscheme.errors import JudgeError
from markscheme.inference.judge import Inquiry, JudgeSettings, configured, configured_key
from markscheme.marking.driver import Outcome, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress, silent
from markscheme.server.editor import Editor, cancelling
from markscheme.server.engine.endpoint import EngineIncomplete
from markscheme.server.engine.protocol import JUDGE, MARK, JudgeParams, Priority

if TYPE_CHECKING:
    from markscheme.server.engine.client import EngineClient

SEND, NOT_NOW = "Send", "Not now"
QUIET = 1.0
"""Seconds without a keystroke before a judge is asked: each half-written word would cost."""
_RETRY_INTERVAL = 300.0
"""Seconds before a judge that failed is asked again."""

Place = tuple[str, str | None]
"""A model and its host; ``None``: this machine."""


class Consent:
    """The person's answers, and failures of judges, for as long as the server runs."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._answers: dict[Place, asyncio.Task[bool]] = {}
        self._failures: dict[Place, float] = {}
        """Time of the last failure, by :func:`time.monotonic`."""

    def check_configured(self) -> None:
        """Tell the person, once, if no judge is configured."""
        try:
            configured()
        except JudgeError as error:
            self._editor.show_error_once(f"Markscheme: {error}")

    async def given(self, inquiry: Inquiry, quiet: float) -> bool:
        """Return whether the judge may be asked, after a moment of quiet.

        A judge that has just failed may not, until some time has passed or a setting changes.
        """
        place = (inquiry.model, inquiry.host)
        if self._is_out_of_use(place):
            return False
        await asyncio.sleep(quiet)
        if inquiry.host is None:
            return True
        # The question stays on the screen, and its answer counts, whatever becomes of this document meanwhile.
        return await asyncio.shield(self._answer(place, inquiry))

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        """Tell the person that marks are not weighted."""
        self._failures[inquiry.model, inquiry.host] = time.monotonic()
        self._editor.show_error_once(f"Markscheme shows marks that are not weighted: {error}")

    def reconsider(self) -> None:
        self._failures.clear()
        self._answers = {place: answer for place, answer in self._answers.items() if not _is_refusal(answer)}

    def stop(self) -> None:
        for answer in self._answers.values():
            answer.cancel()

    def _is_out_of_use(self, place: Place) -> bool:
        answer, failure = self._answers.get(place), self._failures.get(place)
        is_refused = answer is not None and _is_refusal(answer)
        return is_refused or (failure is not None and time.monotonic() - failure < _RETRY_INTERVAL)

    def _answer(self, place: Place, inquiry: Inquiry) -> "asyncio.Task[bool]":
        if place not in self._answers:
            self._answers[place] = asyncio.get_running_loop().create_task(self._ask_person(inquiry))
        return self._answers[place]

    async def _ask_person(self, inquiry: Inquiry) -> bool:
        message = (
            f"To weigh edits, Markscheme wants to send sentences of this document: {inquiry.text}. "
            "What else is marked in this session is sent there too."
        )
        if await self._editor.ask(message, (SEND, NOT_NOW)) == SEND:
            return True
        hint = "Nothing was sent, and marks are not weighted. To be asked again, change a Markscheme setting or restart"
        self._editor.show_message(f"{hint} the server", types.MessageType.Info)
        return False


def _is_refusal(answer: "asyncio.Task[bool]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None or not answer.result())


class EngineMarker:
    """The driver's marker and its judge policy in the server.

    ``shows_progress``: the document is open, so that its progress is shown, and a judge waits for a moment of quiet.
    """

    def __init__(
        self, client: "EngineClient", editor: Editor, consent: Consent, priority: Priority, *, shows_progress: bool
    ) -> None:
        self._client = client
        self._editor = editor
        self._consent = consent
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

    def prepared(self, task: Task) -> Task:
        if task.is_judged and task.settings.judge is None:
            self._consent.check_configured()
        return task

    async def permits(self, inquiry: Inquiry) -> bool:
        return await self._consent.given(inquiry, QUIET if self._shows_progress else 0)

    def key(self) -> str | None:
        return configured_key()

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        self._consent.failed(inquiry, error)

    @contextmanager
    def _progress(self, title: str) -> Iterator[Progress]:
        reporter = self._editor.reporter(title, cancelling(asyncio.current_task()))
        try:
            yield reporter.report
        finally:
            reporter.end()
