"""The engine as a process of its own: JSON-RPC over standard input and output.

One worker thread does the work, one job at a time; the event loop stays free to hear of a cancellation,
which the worker looks at between batches. The process ends when its client closes the channel.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import BinaryIO

import psutil
from pygls.server import JsonRPCServer

from markscheme.documents.errors import DocumentError
from markscheme.edits.pipeline import PipelineError
from markscheme.encoders.encoder import EncoderError
from markscheme.engine.engine import Engine
from markscheme.engine.messages import (
    PROGRESS,
    REVIEW,
    STATUS,
    EngineProtocol,
    EngineStatus,
    ProgressNote,
    ReviewReply,
    ReviewRequest,
    make_converter,
)
from markscheme.engine.settings import EngineSettings
from markscheme.progress import Cancelled

logger = logging.getLogger(__name__)


class EngineServer(JsonRPCServer):
    """Answers the messages of :mod:`markscheme.engine.messages`."""

    def __init__(self, settings: EngineSettings) -> None:
        super().__init__(EngineProtocol, make_converter)
        self._engine = Engine(settings)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="engine")

        @self.protocol.fm.feature(REVIEW)
        async def on_review(request: ReviewRequest) -> ReviewReply:
            return await self._on_review(request)

        @self.protocol.fm.feature(STATUS)
        async def on_status(_: None) -> EngineStatus:
            return self._status()

    async def _on_review(self, request: ReviewRequest) -> ReviewReply:
        stop = Event()
        loop = asyncio.get_running_loop()

        def progress(stage: str, done: int, total: int) -> None:
            if stop.is_set():
                raise Cancelled
            note = ProgressNote(request.job, stage, done, total)
            loop.call_soon_threadsafe(self.protocol.notify, PROGRESS, note)

        def work() -> ReviewReply:
            progress("start", 0, 1)
            return _reply(lambda: self._review(request, progress))

        try:
            return await loop.run_in_executor(self._worker, work)
        except asyncio.CancelledError:
            stop.set()
            raise

    def _review(self, request: ReviewRequest, progress: Callable[[str, int, int], None]) -> ReviewReply:
        outcome = self._engine.review(request.task, progress)
        return ReviewReply(outcome.review, outcome.problems)

    def _status(self) -> EngineStatus:
        workshop = self._engine.workshop
        encoder = workshop.loaded_encoder
        return EngineStatus(
            os.getpid(),
            workshop.pipeline_identity,
            workshop.pipeline_loaded,
            workshop.encoder_identity,
            encoder is not None,
            encoder.device if encoder else None,
            str(workshop.cache.path),
            psutil.Process().memory_info().rss,
        )


def _reply(work: Callable[[], ReviewReply]) -> ReviewReply:
    try:
        return work()
    except DocumentError as problem:
        return ReviewReply(None, (problem,))
    except (EncoderError, PipelineError) as error:
        return ReviewReply(None, failure=str(error))


def run(settings: EngineSettings) -> None:
    """Serve until the client closes the channel."""
    channel = _own_standard_output()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    try:
        EngineServer(settings).start_io(sys.stdin.buffer, channel)
    finally:
        sys.stderr.flush()
        os._exit(0)


def _own_standard_output() -> BinaryIO:
    """The real standard output, for messages alone; what libraries print goes to standard error."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return channel
