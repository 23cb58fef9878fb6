"""The server's process: its imports, how it starts its engine and how it ends."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import psutil
import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from markscheme.server import handlers
from markscheme.server.announcement import HANDLERS, PULL_METHODS
from markscheme.server.server import create_server
from server.engine.engines import engines, own_runtime_folder
from server.lsp.conversation import change_document, open_document, settled
from server.lsp.profiles import VS_CODE
from server.lsp.window import close, connected, editor_client

HEAVY = ("torch", "transformers", "spacy", "errant", "ot", "numpy", "httpx", "tenacity")


def imported(names: tuple[str, ...], code: str) -> list[str]:
    """Return which of the modules a new process has imported after the code."""
    probe = f"import json, sys\n{code}\nprint(json.dumps([name for name in {names} if name in sys.modules]))"
    probed = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return json.loads(probed.stdout)


def test_the_server_imports_nothing_heavy():
    code = "import markscheme.cli.main, markscheme.cli.commands.serve"
    code += ", markscheme.server.server as own; own.create_server()"
    assert imported(HEAVY, code) == []


LATE = tuple(f"markscheme.server.{name}" for name in ("handlers", "session", "documents", "marking", "workspace"))
MAX_MODULES = 120
"""Modules of ours that the server may import before it answers ``initialize``; each takes about a millisecond."""


def test_initialize_is_answered_before_handlers_are_imported():
    """Python writes to standard error what it imports; after this answer, the client sends no more than the end."""
    params = {"processId": None, "rootUri": None, "capabilities": {}}
    messages = [
        {"id": 1, "method": "initialize", "params": params},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    command = [sys.executable, "-X", "importtime", "-m", "markscheme", "serve", "--stdio"]
    process = subprocess.run(command, input=sent, capture_output=True, check=True)
    assert b'"capabilities"' in process.stdout
    own = {line.rpartition("|")[2].strip() for line in process.stderr.decode().splitlines() if " markscheme" in line}
    assert "markscheme.server.announcement" in own
    assert not {name for name in own if name.startswith(LATE)}
    assert len(own) <= MAX_MODULES


def test_the_announcement_names_the_handlers_in_their_modules():
    folder = Path(handlers.__path__[0])
    for path in folder.glob("*.py"):
        import_module(f"{handlers.__name__}.{path.stem}")
    announced = create_server().protocol.fm
    methods = {*announced.features, *announced.commands, *PULL_METHODS}
    assert methods - {types.INITIALIZE, types.INITIALIZED, types.SHUTDOWN} == set(HANDLERS)


def test_other_commands_do_not_wait_for_the_language_server():
    code = "import markscheme.cli.main, markscheme.cli.app, markscheme.api"
    assert imported(("pygls", "lsprotocol"), code) == []


@pytest.fixture
def runtime() -> Iterator[Path]:
    """Set a runtime folder of the test's own; end its engines with the test."""
    with own_runtime_folder() as folder:
        yield folder


async def test_the_engine_starts_on_first_need_with_its_progress_and_outlives_the_server(runtime: Path, examples: Path):
    client = await connected(VS_CODE)
    server = psutil.Process(client._server.pid)
    assert engines(runtime) == []
    await settled(client, open_document(client, examples / "report/report.hyp.mei"))
    [engine] = engines(runtime)
    [token, *_] = client.progress_reports
    begin, *_, end = client.progress_reports[token]
    assert begin.title == "Markscheme: starting the engine"
    assert isinstance(end, types.WorkDoneProgressEnd)
    assert server.children(recursive=True) == []
    await close(client)
    await asyncio.to_thread(server.wait, 10)
    assert engines(runtime) == [engine]


async def test_the_server_ends_at_once_while_the_engine_starts(runtime: Path, examples: Path):
    client = await connected(VS_CODE)
    open_document(client, examples / "report/report.hyp.mei")
    server = psutil.Process(client._server.pid)
    async with asyncio.timeout(30):
        while not engines(runtime):
            await asyncio.sleep(0.01)
    await close(client)
    assert await asyncio.to_thread(server.wait, 5) in (0, None)


async def test_a_killed_engine_starts_again_without_losing_marks(runtime: Path, examples: Path):
    client = await connected(VS_CODE)
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    before = await settled(client, uri)
    [engine] = engines(runtime)
    engine.kill()
    change_document(client, uri, path.read_text() + "\n", 2)
    change_document(client, uri, path.read_text(), 3)
    after = await settled(client, uri)
    assert [(item.range, item.message) for item in after] == [(item.range, item.message) for item in before]
    await close(client)


async def test_the_server_imports_no_python_files_beside_the_texts(runtime: Path, examples: Path):
    """An extension starts the server isolated (``-I``; here ``-P``, for the tests' PYTHONPATH) in the open folder."""
    for name in ("markscheme", "json", "markscheme_models", "spacy"):
        (examples / f"{name}.py").write_text("import os; os._exit(1)\n")
    client = editor_client()
    await client.start_io(sys.executable, "-P", "-m", "markscheme", "serve", "--stdio", cwd=examples)
    await client.initialize_session(types.InitializeParams(capabilities=VS_CODE.capabilities))
    assert await settled(client, open_document(client, examples / "report/report.hyp.mei"))
    await close(client)


async def test_logs_hold_no_text(client: LanguageClient, tmp_path: Path):
    learner = "He go to xylophone school.\n"
    files = exercise(tmp_path, source=learner, references={"kim": learner.replace("go", "goes")})
    await settled(client, open_document(client, files.source))
    assert not any("xylophone" in item.message for item in client.log_messages)
