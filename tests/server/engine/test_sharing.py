"""All clients of a user share one engine: real processes, real sockets."""

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
from collections import Counter
from pathlib import Path

import attrs
import pytest
from hypothesis import settings as profile

from markscheme.inference.settings import EngineSettings
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.endpoint import Endpoint, EngineDied, EngineError, EngineIncomplete
from markscheme.server.engine.protocol import CLEAR_CACHE, MARK, STATUS, EngineStatus, protocol_version
from server.engine.conftest import Join
from server.engine.engines import engines, quick_task, slow_task

PATIENCE = 60
THOROUGH = profile().max_examples > 100
WINDOWS = 10 if THOROUGH else 2

WINDOW = """
import asyncio, sys
from server.engine.engines import quick_task
from markscheme.server.engine.client import (EngineClient)
from markscheme.server.engine.protocol import (MARK)
from markscheme.server.engine.protocol import (STATUS)
from markscheme.inference.settings import EngineSettings

async def window():
    client = EngineClient(EngineSettings(cache=sys.argv[1]), idle=0)
    reply = await client.ask(MARK, quick_task(sys.argv[2]))
    assert reply.outcome.review is not None, reply
    print((await client.ask(STATUS, None)).pid, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    client.stop()

asyncio.run(window())
"""


def window(settings: EngineSettings, name: str) -> "subprocess.Popen[str]":
    """Start a client in its own process; it leaves when its standard input ends."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-c", WINDOW, settings.cache, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )


async def gone(folder: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while engines(folder):
            await asyncio.sleep(0.02)


async def status_when(client: EngineClient, wanted: dict[str, object]) -> EngineStatus:
    async with asyncio.timeout(PATIENCE):
        while True:
            status = await client.ask(STATUS, None)
            if wanted.items() <= attrs.asdict(status).items():
                return status
            await asyncio.sleep(0.01)


async def test_windows_that_start_at_once_share_one_engine_and_one_model(
    runtime: Path, client: Join, settings: EngineSettings
):
    windows = [window(settings, f"class-{number}") for number in range(WINDOWS)]
    pids = [int(await asyncio.to_thread(each.stdout.readline)) for each in windows]
    [engine] = engines(runtime)
    assert set(pids) == {engine.pid}
    status = await client().ask(STATUS, None)
    assert (status.clients, status.encoder_loads, status.encoder_loaded) == (WINDOWS + 1, 1, True)
    for each in windows:
        each.communicate()
    await status_when(client(), {"clients": 2})


def begun(folder: Path) -> set[int]:
    """Return the engines that there are now, without the processes that only start one (``python -c``)."""
    return {engine.pid for engine in engines(folder) if "-c" not in engine.info["cmdline"]}


async def test_a_client_whose_first_request_is_cancelled_starts_one_engine(runtime: Path, client: Join):
    """As a keystroke does to the first marking, while the engine still starts."""
    window = client()
    first = asyncio.create_task(window.ask(STATUS, None))
    started: set[int] = set()
    async with asyncio.timeout(PATIENCE):
        while not started:
            await asyncio.sleep(0.001)
            started |= begun(runtime)
        first.cancel()
        second = asyncio.create_task(window.ask(STATUS, None))
        while not second.done():
            await asyncio.sleep(0.02)
            started |= begun(runtime)
    assert started == {second.result().pid}


async def test_an_engine_ends_when_its_last_client_has_left(runtime: Path, client: Join):
    first, second = client(), client()
    await asyncio.gather(first.ask(STATUS, None), second.ask(STATUS, None))
    first.stop()
    await status_when(second, {"clients": 1})
    second.stop()
    await gone(runtime)
    assert [path.suffix for path in (runtime / "markscheme").iterdir() if path.suffix in (".json", ".s")] == []


async def test_an_engine_stays_for_the_idle_time_of_its_last_client(runtime: Path, client: Join):
    first = client(idle=PATIENCE)
    pid = (await first.ask(STATUS, None)).pid
    first.stop()
    second = client(idle=0)
    assert (await status_when(second, {"clients": 1})).pid == pid
    second.stop()
    await gone(runtime)


async def test_clients_get_replies_while_engines_end(client: Join):
    async def come_and_go(times: int) -> None:
        for _ in range(times):
            visitor = client()
            await visitor.ask(STATUS, None)
            visitor.stop()

    await asyncio.gather(*(come_and_go(4) for _ in range(3)))


@pytest.mark.parametrize(
    "long_path", [pytest.param(False, id="socket"), pytest.param(True, id="tcp", marks=pytest.mark.thorough)]
)
async def test_a_killed_engine_is_replaced_and_every_client_gets_its_result(
    runtime: Path, warm_client: Join, long_path: bool, monkeypatch: pytest.MonkeyPatch
):
    if long_path:
        folder = runtime / ("a" * 60) / ("b" * 60)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
        folder.mkdir(mode=0o700, parents=True)
        folder.parent.chmod(0o700)
    crashes: Counter[str] = Counter()
    clients = {
        name: warm_client(on_restart=lambda name=name: crashes.update([name])) for name in ("one", "two", "bystander")
    }
    pid = (await clients["bystander"].ask(STATUS, None)).pid
    await asyncio.gather(*(each.ask(STATUS, None) for each in clients.values()))
    [endpoint] = runtime.rglob("*.json")
    assert json.loads(endpoint.read_text())["address"].startswith("tcp:" if long_path else "unix:")

    def kill(stage: str, done: int, total: int) -> None:
        if stage == "edits" and not crashes:
            os.kill(pid, signal.SIGKILL)

    replies = await asyncio.gather(
        clients["one"].ask(MARK, attrs.evolve(slow_task(150), with_vectors=False), kill),
        clients["two"].ask(MARK, quick_task()),
    )
    assert [len(reply.outcome.review.findings) for reply in replies] == [150, 1]
    assert crashes == {"one": 1, "two": 1, "bystander": 1}
    assert len({(await each.ask(STATUS, None)).pid for each in clients.values()} - {pid}) == 1


async def test_a_request_that_crashes_two_engines_fails_with_the_end_of_the_log(runtime: Path, warm_client: Join):
    def kill(stage: str, done: int, total: int) -> None:
        for engine in engines(runtime):
            engine.send_signal(signal.SIGSEGV)

    unlucky = warm_client()
    with pytest.raises(EngineDied, match="Segmentation fault"):
        await unlucky.ask(MARK, quick_task(), kill)
    assert (await unlucky.ask(MARK, quick_task())).outcome.review is not None


async def test_a_restart_is_not_a_crash_and_other_clients_requests_are_sent_again(client: Join):
    crashes: list[int] = []
    one, other = client(on_restart=lambda: crashes.append(1)), client(on_restart=lambda: crashes.append(2))
    pid = (await one.ask(STATUS, None)).pid
    begun = asyncio.Event()
    task = attrs.evolve(slow_task(100), with_vectors=False)
    waiting = asyncio.create_task(other.ask(MARK, task, lambda *_: begun.set()))
    await begun.wait()
    await one.restart()
    assert (await waiting).outcome.review is not None
    found = {(await each.ask(STATUS, None)).pid for each in (one, other)}
    assert len(found) == 1
    assert pid not in found
    assert crashes == []


async def test_identical_work_of_two_clients_is_one_job(client_of_run: Join):
    one, two, third = client_of_run(), client_of_run(), client_of_run()
    notes: Counter[int] = Counter()
    task = attrs.evolve(slow_task(300, "shared"), with_vectors=False)
    before = (await third.ask(STATUS, None)).batches
    first = asyncio.create_task(one.ask(MARK, task, lambda *_: notes.update([1])))
    await status_when(third, {"running": True})
    second = asyncio.create_task(two.ask(MARK, task, lambda *_: notes.update([2])))
    await status_when(third, {"clients": 3})
    replies = await asyncio.gather(first, second)
    status = await third.ask(STATUS, None)
    assert replies[0] == replies[1]
    assert notes[2] > 0
    # The first client has also got the stage "start".
    assert notes[1] == status.batches - before + 1


async def test_cancelled_work_stops_within_one_batch(client_of_run: Join):
    one, other = client_of_run(), client_of_run()
    begun = asyncio.Event()
    task = asyncio.create_task(
        one.ask(MARK, slow_task(name="cancelled"), lambda stage, *_: begun.set() if stage == "edits" else None)
    )
    await begun.wait()
    task.cancel()
    await asyncio.wait({task})
    before = (await other.ask(STATUS, None)).batches
    after = await status_when(other, {"running": False})
    assert after.batches - before <= 1
    assert after.queue == 0


async def test_the_work_of_a_client_that_leaves_stops(client_of_run: Join):
    one, other = client_of_run(), client_of_run()
    begun = asyncio.Event()
    task = asyncio.create_task(one.ask(MARK, slow_task(name="left"), lambda *_: begun.set()))
    await begun.wait()
    one.stop()
    with pytest.raises(EngineError):
        await task
    await status_when(other, {"running": False, "queue": 0, "clients": 1})


async def test_the_open_document_runs_before_the_rest_of_the_workspace(client_of_run: Join):
    one, other = client_of_run(), client_of_run()
    order: list[str] = []
    begun = asyncio.Event()

    async def mark(name: str, sentences: int, priority: int) -> None:
        task = attrs.evolve(slow_task(sentences, name), with_vectors=False)
        await one.ask(MARK, task, lambda stage, *_: begun.set() if stage == "edits" else None, priority)
        order.append(name)

    workspace = [asyncio.create_task(mark(f"workspace-{number}", 256, 1)) for number in range(2)]
    await begun.wait()
    await mark("open", 1, 0)
    assert (await other.ask(STATUS, None)).queue + len(order) >= 1
    await asyncio.gather(*workspace)
    assert order == ["open", "workspace-0", "workspace-1"]


@pytest.mark.parametrize("content", [b"", b"Markscheme-Token: wrong\r\n", b"Markscheme-Token:\r\n"])
async def test_a_client_without_the_token_gets_no_answer(client_of_run: Join, content: bytes):
    admitted = client_of_run()
    await admitted.ask(STATUS, None)
    file = Endpoint.of(EngineSettings().resolved(), protocol_version()).base.with_suffix(".json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kind, _, place = json.loads(file.read_text())["address"].partition(":")
    opening = asyncio.open_unix_connection(place) if kind == "unix" else asyncio.open_connection("127.0.0.1", place)
    reader, writer = await opening
    stop = b'{"jsonrpc": "2.0", "id": "1", "method": "engine/stop", "params": null}'
    writer.write(content + b"Content-Length: %d\r\n\r\n%s" % (len(stop), stop))
    assert await reader.read() == b""
    writer.close()
    assert (await admitted.ask(STATUS, None)).clients == 1


async def test_a_folder_open_to_others_is_refused(runtime: Path, client: Join):
    folder = runtime / "markscheme"
    folder.mkdir(mode=0o755)
    folder.chmod(0o750)
    with pytest.raises(EngineError, match=f"chmod 700 {folder}"):
        await client().ask(STATUS, None)
    assert engines(runtime) == []


async def test_a_folder_that_is_a_link_is_refused(runtime: Path, client: Join, tmp_path: Path):
    (runtime / "markscheme").symlink_to(tmp_path)
    with pytest.raises(EngineError, match="not a folder"):
        await client().ask(STATUS, None)


async def test_a_wrong_announcement_is_replaced(runtime: Path, client: Join, settings: EngineSettings):
    endpoint = Endpoint.of(settings.resolved(), protocol_version())
    contents = ('{"address": "unix:/nowhere", "token": "t", "pid": 1, "protocol": "0"}', "{", '{"address": 1}', "[]")
    for content in contents if THOROUGH else contents[:1]:
        endpoint.base.with_suffix(".json").write_text(content)
        visitor = client()
        assert (await visitor.ask(STATUS, None)).clients == 1
        visitor.stop()
        await gone(runtime)


async def test_other_settings_have_another_engine(runtime: Path, client: Join, settings: EngineSettings):
    other = EngineClient(attrs.evolve(settings, cache_limit=1_000_000), idle=0)
    pids = {(await client().ask(STATUS, None)).pid, (await other.ask(STATUS, None)).pid}
    other.stop()
    assert len(pids) == 2


def test_settings_mean_the_same_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "encoder").mkdir()
    relative = EngineSettings(cache="cache.sqlite")
    relative = attrs.evolve(relative, encoder=attrs.evolve(relative.encoder, name="encoder"))
    found = relative.resolved()
    assert (found.cache, found.encoder.name) == (str(tmp_path / "cache.sqlite"), str(tmp_path / "encoder"))
    assert found.resolved() == found
    assert EngineSettings().resolved().encoder.name == "bundled"
    assert EngineSettings().resolved().cache is not None


async def test_the_cache_is_cleared_for_all(warm_client: Join):
    one, other = warm_client(), warm_client()
    await one.ask(MARK, quick_task())
    before = await other.ask(STATUS, None)
    freed = await one.ask(CLEAR_CACHE, None)
    assert freed.entries == before.cache_entries
    assert freed.entries > 0
    assert (await other.ask(STATUS, None)).cache_entries == 0


async def test_a_missing_pipeline_is_reported(runtime: Path, settings: EngineSettings):
    client = EngineClient(attrs.evolve(settings, pipeline="en_nowhere"), idle=0)
    with pytest.raises(EngineIncomplete, match="'en_nowhere' is neither installed nor a folder"):
        await client.ask(MARK, quick_task())
    with pytest.raises(EngineError, match="'en_nowhere' is neither installed nor a folder"):
        await client.ask(STATUS, None)
    client.stop()


async def test_the_log_holds_no_text(client_of_run: Join):
    unlucky = client_of_run()
    with pytest.raises(EngineError):
        await unlucky.ask(MARK, quick_task("xylophone\ud800"))
    log = Endpoint.of(EngineSettings().resolved(), protocol_version()).base.with_suffix(".log")
    assert "UnicodeEncodeError" in log.read_text()
    assert "xylophone" not in log.read_text()
