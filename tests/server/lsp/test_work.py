"""The server at work: cancelled requests, killed engines, several windows, files that other programs change."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.engine.engines import engines, own_runtime_folder
from server.lsp.conversation import PATIENCE, change_document, open_document, publications
from server.lsp.profiles import BARE, FILES, REPORTS_FILES, VS_CODE, under
from server.lsp.window import Window, marks, own_window, request, status

CANCELLED = -32800


def pupils(folder: Path, sentences: int = 1, word: str = "school") -> Path:
    """Write an exercise, and return its hypothesis. With a new word, nothing about it is in the cache."""
    learner = "".join(f"The pupil number {number} go to {word}.\n" for number in range(sentences))
    return exercise(
        folder,
        source=learner,
        hypotheses={"mei": learner.replace(" go ", " went ")},
        references={"kim": learner.replace(" go ", " goes ")},
    ).hypothesis("mei")


LONG = 600
"""Sentences: work of several seconds and many batches."""


async def at_work(client: LanguageClient) -> None:
    """Wait until the engine is in the middle of its work."""
    before = (await status(client)).batches
    async with asyncio.timeout(PATIENCE):
        while not ((found := await status(client)).running and found.batches > before):
            await asyncio.sleep(0.02)


async def stopped(client: LanguageClient) -> int:
    """Wait until the engine is idle; return the number of batches that it has begun meanwhile."""
    before = (await status(client)).batches
    async with asyncio.timeout(PATIENCE):
        while (found := await status(client)).running or found.queue:
            await asyncio.sleep(0.02)
    return int(found.batches - before)


def codes(client: LanguageClient, uri: str) -> list[object]:
    """Return the codes of the last publication."""
    return [item.code for item in publications(client, uri)[-1].diagnostics]


async def estimated(client: LanguageClient, uri: str) -> Any:
    """Return the answer to ``markscheme/marks`` as soon as it is an estimate."""
    async with asyncio.timeout(PATIENCE):
        while not hasattr(found := await request(client, "markscheme/marks", uri), "estimate"):
            client.news.clear()
            await client.news.wait()
    return found


async def until_shown(client: LanguageClient, uri: str, *wanted: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not publications(client, uri) or codes(client, uri) != list(wanted):
            client.news.clear()
            await client.news.wait()


@pytest.mark.parametrize("method", ["textDocument/codeLens", "markscheme/marks", "markscheme/plan"])
async def test_a_cancelled_request_is_answered_while_the_work_goes_on(tmp_path: Path, method: str, window: Window):
    path = pupils(tmp_path, LONG, method.replace("/", "-"))
    async with window(tmp_path) as client:
        uri = open_document(client, path)
        await at_work(client)
        identifier = types.TextDocumentIdentifier(uri)
        params = types.HoverParams(identifier, types.Position(0, 21))
        if method == types.TEXT_DOCUMENT_CODE_LENS:
            params = types.CodeLensParams(identifier)
        waiting = asyncio.wrap_future(client.protocol.send_request(method, params, msg_id="waiting"))
        await status(client)
        assert not waiting.done()
        client.cancel_request(types.CancelParams("waiting"))
        with pytest.raises(JsonRpcException) as refusal:
            await asyncio.wait_for(waiting, PATIENCE)
        assert refusal.value.code == CANCELLED
        assert publications(client, uri) == []
        assert (await status(client)).running


async def test_marking_stops_within_one_batch_when_the_document_is_closed(tmp_path: Path, window: Window):
    path = pupils(tmp_path, LONG, "closing")
    async with window(tmp_path) as client:
        uri = open_document(client, path)
        await at_work(client)
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert await stopped(client) <= 1
        assert [item.version for item in publications(client, uri)] == [None]


async def test_a_person_stops_the_marking_and_starts_it_again(tmp_path: Path, window: Window):
    path = pupils(tmp_path, 400, "stopping")
    async with window(tmp_path, profile=VS_CODE, metric="cleme2") as client:
        uri = open_document(client, path)
        await at_work(client)
        async with asyncio.timeout(PATIENCE):
            while not (begun := [token for token, reports in client.progress_reports.items() if reports]):
                await asyncio.sleep(0.02)
        [token] = begun
        client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        assert await stopped(client) <= 1
        assert publications(client, uri) == []
        assert isinstance(client.progress_reports[token][-1], types.WorkDoneProgressEnd)
        assert await request(client, "markscheme/marks", uri) is None
        again = types.ExecuteCommandParams("markscheme.remark", [uri])
        await client.workspace_execute_command_async(again)
        assert len((await marks(client, uri)).findings) == 400


@pytest.mark.thorough
async def test_an_engine_killed_at_work_is_replaced_and_reported_once(tmp_path: Path, window: Window):
    path = pupils(tmp_path, 400, "killing")
    async with window(tmp_path, metric="cleme2") as client:
        uri = open_document(client, path)
        await at_work(client)
        pid = (await status(client)).pid
        os.kill(pid, signal.SIGKILL)
        assert len((await marks(client, uri)).findings) == 400
        assert (await status(client)).pid != pid
        [message] = client.messages
        assert message.type is types.MessageType.Warning
        assert "started again" in message.message


@pytest.mark.thorough
async def test_two_windows_share_an_engine_and_its_encoder(tmp_path: Path):
    first, second = pupils(tmp_path / "one"), pupils(tmp_path / "two", word="kindergarten")
    async with own_window(tmp_path) as one, own_window(tmp_path) as other:
        both = await asyncio.gather(marks(one, open_document(one, first)), marks(other, open_document(other, second)))
        assert [item.chunks[0].weight > 0 for item in both] == [True, True]
        statuses = await asyncio.gather(status(one), status(other))
        assert statuses[0].pid == statuses[1].pid
        assert [item.encoderLoads for item in statuses] == [1, 1]


async def test_a_server_that_ends_at_work_ends_its_engine(tmp_path: Path):
    with own_runtime_folder() as runtime:
        path = pupils(tmp_path, LONG, "leaving")
        async with own_window(tmp_path, engineIdle=0) as client:
            server = psutil.Process(client._server.pid)
            open_document(client, path)
            await at_work(client)
            client.workspace_execute_command(types.ExecuteCommandParams("markscheme.markWorkspace"))
            [engine] = engines(runtime)
        _, alive = await asyncio.to_thread(psutil.wait_procs, [server, engine], 10)
        assert alive == []
        assert engines(runtime) == []


def save(client: LanguageClient, *paths: Path) -> None:
    """Report files that another program has saved, made or removed, if this client can."""
    if FILES in client.registered:
        events = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


FASTER = {"metric": "cleme2", "debounce": 0}
reporting_files_or_not = under(REPORTS_FILES, BARE)


@pytest.mark.options(**FASTER)
@reporting_files_or_not
async def test_hypotheses_are_marked_again_when_another_program_saves_a_reference(
    client: LanguageClient, tmp_path: Path
):
    path = pupils(tmp_path)
    uri = open_document(client, path)
    await until_shown(client, uri, "different")
    (tmp_path / "e.ref.kim.txt").write_text("The pupil number 0 went to school.\n")
    save(client, tmp_path / "e.ref.kim.txt")
    await until_shown(client, uri, "correct")
    assert [item.verdict for item in (await marks(client, uri)).findings] == ["correct"]


@pytest.mark.options(**FASTER)
@reporting_files_or_not
async def test_hypotheses_are_marked_again_when_a_reference_is_removed_or_added(client: LanguageClient, tmp_path: Path):
    path = pupils(tmp_path)
    kim, lee = tmp_path / "e.ref.kim.txt", tmp_path / "e.ref.lee.txt"
    lee.write_text("The pupil number 0 went to school.\n")
    uri = open_document(client, path)
    await until_shown(client, uri, "correct")
    lee.unlink()
    save(client, lee)
    await until_shown(client, uri, "different")
    kim.unlink()
    save(client, kim)
    assert (await estimated(client, uri)).estimate.quality.after > 0
    lee.write_text("The pupil number 0 went to school.\n")
    save(client, lee)
    await until_shown(client, uri, "correct")


@pytest.mark.options(**FASTER)
@under(BARE)
async def test_a_renamed_hypothesis_is_marked_under_its_new_name(client: LanguageClient, tmp_path: Path):
    path = pupils(tmp_path)
    after = path.with_name("e.hyp.nora.txt")
    before = open_document(client, path)
    await until_shown(client, before, "different")
    path.rename(after)
    # As VS Code does it.
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(before)))
    uri = open_document(client, after)
    renamed = types.FileRename(before, uri)
    client.workspace_did_rename_files(types.RenameFilesParams([renamed]))
    await until_shown(client, uri, "different")
    await until_shown(client, before)
    assert await marks(client, before) is None


async def test_a_configuration_in_one_folder_does_not_change_another(tmp_path: Path, window: Window):
    paths = [pupils(tmp_path / name) for name in ("one", "two")]
    async with window(*(path.parent for path in paths), profile=REPORTS_FILES, metric="cleme2") as client:
        uris = [open_document(client, path) for path in paths]
        for uri in uris:
            await until_shown(client, uri, "different")
        before = [len(publications(client, uri)) for uri in uris]
        configuration = paths[0].with_name("markscheme.toml")
        configuration.write_text("[[exercise]]\nname = 'broken'\n")
        save(client, configuration)
        await until_shown(client, uris[0], "document-problem")
        assert (await marks(client, uris[1])).findings
        configuration.unlink()
        save(client, configuration)
        await until_shown(client, uris[0], "different")
        assert len(publications(client, uris[1])) == before[1]


async def test_a_burst_of_changes_is_marked_at_its_newest_version(tmp_path: Path, window: Window):
    path = pupils(tmp_path)
    async with window(tmp_path, metric="cleme2", debounce=30) as client:
        uri = open_document(client, path)
        await until_shown(client, uri, "different")
        for version in range(2, 22):
            change_document(client, uri, f"The pupil number 0 goes to school {'now ' * version}.\n", version)
        assert (await marks(client, uri)).version == 21
        versions = [item.version for item in publications(client, uri)]
        assert versions[-1] == 21
        assert len(versions) < 10


@pytest.mark.thorough
async def test_memory_does_not_grow_over_many_edits(tmp_path: Path, thorough: bool):
    edits = 2000 if thorough else 400
    path = pupils(tmp_path)
    async with own_window(tmp_path, metric="cleme2", debounce=0) as client:
        uri = open_document(client, path)
        server = psutil.Process(client._server.pid)
        used = []
        for version in range(2, edits + 2):
            change_document(
                client, uri, f"The pupil number {version % 9} goes to {'big ' * (version % 5)}school.\n", version
            )
            if version % (edits // 40) == 0:
                assert (await marks(client, uri)).version == version
                used.append((server.memory_info().rss, (await status(client)).memory))
        for before, after in zip(used[len(used) // 4], used[-1], strict=True):
            assert after < 1.05 * before
