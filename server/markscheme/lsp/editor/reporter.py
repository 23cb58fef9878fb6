"""Work-done progress: shown when work takes long enough to be noticed, and cancellable by the person."""

import asyncio
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

SHOW_DELAY = 0.4
"""Seconds that a piece of work takes before it is shown."""

_STAGES = {
    "start": "starting",
    "edits": "finding edits",
    "vectors": "weighing edits",
    "estimates": "estimating quality",
    "judgements": "asking the language model",
}


class Reporter:
    """Progress of one piece of work, for a client that shows none."""

    def report(self, stage: str, done: int, total: int) -> None:
        """Show how far the work is; a :data:`markscheme.progress.Progress`."""

    def show(self, message: str, done: int, total: int) -> None:
        """Show how far the work is, with a message for people."""

    def end(self) -> None:
        """End the progress."""


class TokenReporter(Reporter):
    """``$/progress`` under a token; ``cancel`` is called when the person stops the work."""

    def __init__(
        self, server: LanguageServer, token: types.ProgressToken, title: str, cancel: Callable[[], None]
    ) -> None:
        self._server = server
        self._token = token
        self._title = title
        self._cancel = cancel
        self._message: str | None = None
        self._is_begun = False

    def begin(self) -> None:
        """Begin the progress; the client has accepted the token."""
        begin = types.WorkDoneProgressBegin(
            title=f"Markscheme: {self._title}", message=self._message, percentage=0, cancellable=True
        )
        self._server.work_done_progress.begin(self._token, begin)
        self._server.work_done_progress.tokens[self._token].add_done_callback(self._on_cancel)
        self._is_begun = True

    def report(self, stage: str, done: int, total: int) -> None:
        self.show(f"{_STAGES.get(stage, stage)} {done}/{total}", done, total)

    def show(self, message: str, done: int, total: int) -> None:
        self._message = message
        if self._is_begun:
            percentage = int(100 * done / total) if total else 0
            value = types.WorkDoneProgressReport(message=message, percentage=percentage, cancellable=True)
            self._server.work_done_progress.report(self._token, value)

    def end(self) -> None:
        if self._is_begun:
            self._is_begun = False
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
        self._server.work_done_progress.tokens.pop(self._token, None)

    def _on_cancel(self, token: "Future[object]") -> None:
        if token.cancelled():
            self._cancel()


class WindowReporter(TokenReporter):
    """``window/workDoneProgress`` under a token of the server's own, once the work is noticed."""

    def __init__(self, server: LanguageServer, title: str, cancel: Callable[[], None]) -> None:
        super().__init__(server, f"markscheme-{uuid.uuid4()}", title, cancel)
        self._show_task = asyncio.get_running_loop().create_task(self._show())

    def end(self) -> None:
        self._show_task.cancel()
        super().end()

    async def _show(self) -> None:
        await asyncio.sleep(SHOW_DELAY)
        try:
            # A request that is cancelled can't take its answer: pygls would show the person an error.
            await asyncio.shield(self._create())
        except JsonRpcException:
            return
        self.begin()

    async def _create(self) -> None:
        await self._server.work_done_progress.create_async(self._token)
        if self._show_task.done():
            self._server.work_done_progress.tokens.pop(self._token, None)


def cancelling(task: "asyncio.Task[Any] | None") -> Callable[[], None]:
    """Return a function that stops a piece of work, a task."""

    def cancel() -> None:
        if task is not None:
            task.cancel()

    return cancel
