"""An answer that arrives too late is no error, and no message is shown."""

import asyncio
import json
from concurrent.futures import Future

import pytest

from markscheme.lsp.editor import configuration
from markscheme.lsp.editor import reporter as progress
from markscheme.lsp.language_server import MarkschemeServer


async def test_settings_that_arrive_too_late_are_no_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(configuration, "SETTINGS_TIMEOUT", 0.01)
    answer: Future[object] = Future()
    messages: list[str] = []

    async def ask(_: str | None) -> object:
        return await asyncio.wrap_future(answer)

    options = await configuration.Configuration({"debounce": 50}, ask, messages.append).of("file:///a.txt")
    assert options.debounce == 50
    assert len(messages) == 1
    answer.set_result({})


class Wire:
    """Keeps what a server sends."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    def write(self, data: bytes) -> None:
        self.sent.append(json.loads(data.partition(b"\r\n\r\n")[2]))

    def close(self) -> None:
        return None


async def test_progress_that_ends_before_it_is_accepted_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "SHOW_DELAY", 0.0)
    server, wire = MarkschemeServer(), Wire()
    server.protocol.set_writer(wire)
    reporter = progress.WindowReporter(server, "marking", lambda: None)
    while not wire.sent:
        await asyncio.sleep(0)
    reporter.end()
    await asyncio.sleep(0)
    [request] = wire.sent
    server.protocol._handle_response(request["id"], None)
    assert wire.sent == [request]
