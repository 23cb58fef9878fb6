"""The server's process: what it imports, how it starts its engine and how it ends."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from lsp.conftest import editor_capabilities
from lsp.conversation import change_document, open_document, settled

HEAVY = ("torch", "transformers", "spacy", "errant", "ot", "numpy")


def test_the_server_imports_nothing_heavy():
    probe = (
        "import json, sys, markscheme.cli.main, markscheme.lsp.server;"
        "markscheme.lsp.server.create_server();"
        f"print(json.dumps([name for name in {HEAVY} if name in sys.modules]))"
    )
    found = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == []


def engine_of(server: int) -> psutil.Process:
    [engine] = [child for child in psutil.Process(server).children() if "markscheme.engine" in child.cmdline()]
    return engine


async def test_the_engine_is_started_on_first_need_and_ends_with_the_server(examples: Path):
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "markscheme.cli", "serve")
    await client.initialize_session(types.InitializeParams(capabilities=editor_capabilities("emacs")))
    server = psutil.Process(client._server.pid)
    assert server.children() == []
    await settled(client, open_document(client, examples / "report/report.hyp.mei"))
    engine = engine_of(server.pid)
    await client.shutdown_session()
    await asyncio.to_thread(psutil.wait_procs, [server, engine], 10)
    assert not engine.is_running()
    assert not server.is_running()


async def test_a_killed_engine_is_started_again_and_nothing_is_lost(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    before = await settled(client, uri)
    engine_of(client._server.pid).kill()
    change_document(client, uri, path.read_text() + "\n", 2)
    change_document(client, uri, path.read_text(), 3)
    assert await settled(client, uri) == before


async def test_progress_is_shown_while_the_engine_starts(client: LanguageClient, examples: Path):
    await settled(client, open_document(client, examples / "opinion/students/lena.txt"))
    [token, *_] = client.progress_reports
    begin, *_, end = client.progress_reports[token]
    assert begin.title == "Markscheme: starting the engine"
    assert isinstance(end, types.WorkDoneProgressEnd)


@pytest.mark.parametrize("client", ["emacs"], indirect=True)
async def test_logs_hold_no_text(client: LanguageClient, tmp_path: Path):
    (tmp_path / "e.src.txt").write_text("He go to xylophone school.\n")
    (tmp_path / "e.ref.txt").write_text("He goes to xylophone school.\n")
    await settled(client, open_document(client, tmp_path / "e.src.txt"))
    assert not any("xylophone" in item.message for item in client.log_messages)
