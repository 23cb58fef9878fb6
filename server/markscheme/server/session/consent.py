"""A judge, named with its key by the server's environment, is asked only with consent, once a model and host."""

import asyncio
import time
from collections.abc import Callable

import attrs
from lsprotocol import types

from markscheme.inference.judge import Inquiry, JudgeError
from markscheme.inference.judge_configuration import configured, configured_key
from markscheme.marking.driver import Task
from markscheme.server.editor import Editor

SEND, NOT_NOW = "Send", "Not now"
QUIET = 1.0
"""Seconds without a keystroke before a judge is asked: each half-written word would cost."""
RETRY_INTERVAL = 300.0
"""Seconds before a judge that failed is asked again."""

Place = tuple[str, str | None]
"""A model and its host; ``None``: this machine."""


class Consent:
    """The person's answers, and failures of judges, for as long as the server runs."""

    def __init__(self, editor: Editor, show_error_once: Callable[[str], None]) -> None:
        self._editor = editor
        self._show_error_once = show_error_once
        self._answers: dict[Place, asyncio.Task[bool]] = {}
        self._failures: dict[Place, float] = {}
        """Time of the last failure, by :func:`time.monotonic`."""

    def check_configured(self) -> None:
        """Tell the person, once, if no judge is configured."""
        try:
            configured()
        except JudgeError as error:
            self._show_error_once(f"Markscheme: {error}")

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
        self._show_error_once(f"Markscheme shows marks that are not weighted: {error}")

    def reconsider(self) -> None:
        self._failures.clear()
        self._answers = {place: answer for place, answer in self._answers.items() if not _is_refusal(answer)}

    def stop(self) -> None:
        for answer in self._answers.values():
            answer.cancel()

    def _is_out_of_use(self, place: Place) -> bool:
        answer, failure = self._answers.get(place), self._failures.get(place)
        is_refused = answer is not None and _is_refusal(answer)
        return is_refused or (failure is not None and time.monotonic() - failure < RETRY_INTERVAL)

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


@attrs.frozen
class EditorPolicy:
    """The driver's judge policy in the server: the task's own judge, with consent and after ``quiet`` seconds."""

    consent: Consent
    quiet: float = QUIET

    def prepared(self, task: Task) -> Task:
        if task.is_judged and task.settings.judge is None:
            self.consent.check_configured()
        return task

    async def permits(self, inquiry: Inquiry) -> bool:
        return await self.consent.given(inquiry, self.quiet)

    def key(self) -> str | None:
        return configured_key()

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        self.consent.failed(inquiry, error)


def _is_refusal(answer: "asyncio.Task[bool]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None or not answer.result())
