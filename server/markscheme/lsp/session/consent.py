"""A language model is asked what edits weigh only when the person has said so, once for each model and place.

Which one it is, and its key, is told by the server's own environment (:mod:`markscheme.judges.judge_settings`).
"""

import asyncio
import time
from collections.abc import Callable

from lsprotocol import types

from markscheme.engine.client import EngineClient
from markscheme.engine.requests.documents import JUDGE, JudgeParams
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge_settings import configured, configured_key
from markscheme.lsp.session.editor import Editor
from markscheme.lsp.session.reporter import cancelling
from markscheme.marking.tasks import ReviewTask

SEND, NOT_NOW = "Send", "Not now"
QUIET = 1.0
"""Seconds without a keystroke before anything is asked: each half-written word would cost."""
REST = 300.0
"""Seconds for which a language model that failed is not asked again."""

Place = tuple[str, str | None]
"""A model, and the host where it is; ``None``: here."""


class Judging:
    """What the person has agreed to, for as long as the server runs."""

    def __init__(self, editor: Editor, show_error_once: Callable[[str], None]) -> None:
        self._editor = editor
        self._show_error_once = show_error_once
        self._agreed: dict[Place, asyncio.Task[bool]] = {}
        self._failed: dict[Place, float] = {}
        """When asking failed last, by :func:`time.monotonic`."""

    def check_configured(self, task: ReviewTask) -> None:
        """Tell the person, once, if a task's edits are to be weighed by a language model and there is none."""
        if task.settings.weighting != "llm" or task.settings.judge is not None:
            return
        try:
            configured()
        except JudgeError as error:
            self._show_error_once(f"Markscheme: {error}")

    async def answered(self, engine: EngineClient, task: ReviewTask, inquiry: Inquiry, wait: float = QUIET) -> bool:
        """Ask what a review needs, if the person agrees; false, and a message, where it is not answered.

        Where asking has just failed, nothing is asked for a while, or until a setting changes.

        Parameters
        ----------
        wait
            Seconds before anything is asked: while a person writes, what comes next is still open.

        Raises
        ------
        EngineError
            If the engine does not answer.
        """
        place = (inquiry.model, inquiry.host)
        if self._rests(place):
            return False
        await asyncio.sleep(wait)
        # The question stays on the screen, and its answer counts, whatever becomes of this document meanwhile.
        if inquiry.host is not None and not await asyncio.shield(self._consent(inquiry)):
            return False
        reporter = self._editor.reporter("asking the language model", cancelling(asyncio.current_task()))
        try:
            reply = await engine.ask(JUDGE, JudgeParams(task, configured_key()), reporter.report)
            failure = reply.failure
        except JudgeError as error:
            failure = str(error)
        finally:
            reporter.end()
        if failure is not None:
            self._failed[place] = time.monotonic()
            self._show_error_once(f"Markscheme shows marks that are not weighted: {failure}")
        return failure is None

    def reconsider(self) -> None:
        """What was refused, or failed, may be asked again."""
        self._failed.clear()
        self._agreed = {place: answer for place, answer in self._agreed.items() if not _is_refusal(answer)}

    def stop(self) -> None:
        """Wait for no answer any more."""
        for answer in self._agreed.values():
            answer.cancel()

    def _rests(self, place: Place) -> bool:
        """Whether asking would be refused, or has just failed."""
        agreed, failed = self._agreed.get(place), self._failed.get(place)
        return (agreed is not None and _is_refusal(agreed)) or (failed is not None and time.monotonic() - failed < REST)

    def _consent(self, inquiry: Inquiry) -> "asyncio.Task[bool]":
        place = (inquiry.model, inquiry.host)
        if place not in self._agreed:
            self._agreed[place] = asyncio.get_running_loop().create_task(self._asked(inquiry))
        return self._agreed[place]

    async def _asked(self, inquiry: Inquiry) -> bool:
        message = (
            f"To weigh edits, Markscheme wants to send sentences of this document: {inquiry.told}. "
            "What else is marked in this session is sent there too."
        )
        if await self._editor.ask(message, (SEND, NOT_NOW)) == SEND:
            return True
        hint = "Nothing was sent, and marks are not weighted. To be asked again, change a Markscheme setting or restart"
        self._editor.show_message(f"{hint} the server", types.MessageType.Info)
        return False


def _is_refusal(answer: "asyncio.Task[bool]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None or not answer.result())
