"""An engine in the test's own process, with real sockets and a record of the texts that it receives."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from markscheme.inference.settings import EngineSettings
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.endpoint import Endpoint
from markscheme.server.engine.process import HANDLERS, EngineProcess, Handlers
from markscheme.server.engine.protocol import STOP, KeptTexts, protocol_version


class RecordedTexts(KeptTexts):
    """The texts of an engine. ``received``: the number of texts in each request about documents."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.received: list[int] = []

    def attach(self, params: Any, texts: Mapping[str, str]) -> Any:
        if isinstance(params, dict):
            self.received.append(len(texts))
        return super().attach(params, texts)


@asynccontextmanager
async def local_engine(
    settings: EngineSettings, handlers: Handlers | None = None, *, kept: int = 1_000_000
) -> AsyncIterator[RecordedTexts]:
    """Serve these requests beside the usual ones, in the place where clients of these settings look."""
    endpoint = Endpoint.of(settings.resolved(), protocol_version())
    process = EngineProcess(settings, endpoint, {**HANDLERS, **(handlers or {})})
    texts = process._service.texts = RecordedTexts(kept)
    serving = asyncio.create_task(process.run())
    while endpoint.announcement() is None:
        await asyncio.sleep(0.001)
    try:
        yield texts
    finally:
        last = EngineClient(settings, idle=0)
        if not serving.done():
            await last.ask(STOP, None)
        last.stop()
        await serving
