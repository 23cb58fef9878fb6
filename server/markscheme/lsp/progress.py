"""Work-done progress: shown when work takes long enough to be noticed."""

import asyncio
import uuid

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from markscheme.engine.messages import ProgressNote

NOTICED = 0.4
"""Seconds before a piece of work is shown."""

_STAGES = {"start": "starting", "edits": "finding edits", "vectors": "weighing edits"}


class Reporter:
    """Progress of one piece of work, for a client that shows none."""

    def report(self, note: ProgressNote) -> None:
        """Tell how far the work is."""

    def end(self) -> None:
        """The work is over."""


class WindowReporter(Reporter):
    """``window/workDoneProgress`` and ``$/progress``."""

    def __init__(self, server: LanguageServer, title: str) -> None:
        self._server = server
        self._title = title
        self._token = f"markscheme-{uuid.uuid4()}"
        self._message: str | None = None
        self._begun = False
        self._shower = asyncio.get_running_loop().create_task(self._show())

    def report(self, note: ProgressNote) -> None:
        self._message = f"{_STAGES.get(note.stage, note.stage)} {note.done}/{note.total}"
        if self._begun:
            percentage = int(100 * note.done / note.total) if note.total else 0
            value = types.WorkDoneProgressReport(message=self._message, percentage=percentage)
            self._server.work_done_progress.report(self._token, value)

    def end(self) -> None:
        self._shower.cancel()
        if self._begun:
            self._begun = False
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())

    async def _show(self) -> None:
        await asyncio.sleep(NOTICED)
        await self._server.work_done_progress.create_async(self._token)
        begin = types.WorkDoneProgressBegin(
            title=f"Markscheme: {self._title}", message=self._message, percentage=0, cancellable=False
        )
        self._server.work_done_progress.begin(self._token, begin)
        self._begun = True
