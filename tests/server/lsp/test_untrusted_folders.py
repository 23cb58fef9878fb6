"""Folders made to read, write or connect outside, open in an editor: neither the server nor its engine leaves them."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from cli.test_untrusted_folders import LINKED, OTHERS, check_home, write_class, write_home
from server.engine.engines import own_runtime_folder
from server.lsp.conversation import PATIENCE, hover, open_document
from server.lsp.window import own_window

WATCH = """
import os, sys
log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
def watch(event, arguments):
    if event in ("open", "os.listdir", "os.scandir", "os.rename", "os.mkdir", "os.remove", "socket.connect"):
        place = arguments[-1 if event == "socket.connect" else 0]
        os.write(log, f"{event} {place}\\n".encode("utf-8", "replace"))
sys.addaudithook(watch)
"""
"""What each Python process does first: the server, the engine, and what starts it."""
TRAPS = [trap for trap, _ in (LINKED | OTHERS).values()]


@pytest_asyncio.fixture(loop_scope="module")
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LanguageClient]:
    """A window on one folder a trap, with a server and an engine of its own whose opened files are written down."""
    write_home(tmp_path / "home")
    weeks = [tmp_path / "class" / f"week{number:02}" for number in range(len(TRAPS))]
    for week, trap in zip(weeks, TRAPS, strict=True):
        write_class(week)
        trap(week, tmp_path / "home")
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "sitecustomize.py").write_text(WATCH)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "watch"))
    monkeypatch.setenv("WATCH_LOG", str(tmp_path / "log"))
    with own_runtime_folder():
        async with own_window(*weeks, debounce=0) as client:
            yield client


async def asked(client: LanguageClient, method: str, params: object) -> Any:
    """Return an answer, or the words of a refusal: of a folder of other people much can't be done."""
    try:
        return await asyncio.wait_for(client.protocol.send_request_async(method, params), PATIENCE)
    except JsonRpcException as refusal:
        return str(refusal)


async def command(client: LanguageClient, name: str, *arguments: Any) -> Any:
    params = types.ExecuteCommandParams(f"markscheme.{name}", list(arguments))
    return await asked(client, types.WORKSPACE_EXECUTE_COMMAND, params)


async def test_nothing_gets_out_of_a_folder_that_is_open_in_an_editor(client: LanguageClient, tmp_path: Path) -> None:
    answers: list[object] = []
    for week in sorted((tmp_path / "class").iterdir()):
        uri = open_document(client, path) if (path := week / "students" / "ana.txt").exists() else week.as_uri()
        for method in ("marks", "questions", "classQuestions", "overview", "progress", "scheme", "texts"):
            answers.append(await asked(client, f"markscheme/{method}", {"uri": uri, "textDocument": {"uri": uri}}))
        answers.append(await hover(client, uri, types.Position(0, 4)))
        answers.append(await asked(client, "markscheme/setUp", {"uri": week.as_uri()}))
        answers.append(await command(client, "writeFeedback", week.as_uri(), "html", "direct", {}))
        answers.append(await command(client, "exportGrades", week.as_uri(), {"workbook": True, "feedback": "html"}))
        answers.append(await command(client, "exportReport", week.as_uri()))
    answers.append(await asked(client, "markscheme/exercises", {}))
    answers.append(await command(client, "markWorkspace"))
    check_home(tmp_path / "home")
    shown = [*map(repr, answers), *(str(item) for params in client.published for item in params.diagnostics)]
    assert not any("canary" in text for text in shown)
    events = (tmp_path / "log").read_text("utf-8").splitlines()
    assert [event for event in events if event.partition(" ")[2].startswith(str(tmp_path / "home"))] == []
    runtime = os.environ["XDG_RUNTIME_DIR"]
    assert {event for event in events if event.startswith("socket.connect") and runtime not in event} == set()
    assert any("students/ana.txt" in event for event in events)
    written = [path for path in (tmp_path / "class").rglob("*") if path.is_file() and not path.is_symlink()]
    assert not any(b"canary" in path.read_bytes() for path in written if "home" not in path.resolve().parts)
