"""An editor's answer that arrives too late is no error, and causes no message."""

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.conversation import PATIENCE, open_document
from server.lsp.profiles import VS_CODE
from server.lsp.window import Window, marks, status


class LateAnswer:
    """An editor's answer to a request of the server's, which waits until it is released."""

    def __init__(self, client: LanguageClient, method: str, answer: object) -> None:
        self.asked, self._released = asyncio.Event(), asyncio.Event()
        self._client = client
        client.protocol.fm.features.pop(method)

        @client.feature(method)
        async def wait(_: Any) -> object:
            self.asked.set()
            await self._released.wait()
            return answer

    async def arrive(self) -> None:
        """Answer now, and return when the server has read the answer."""
        self._released.set()
        for _ in range(2):  # the first may overtake the answer
            await status(self._client)


def pupils(folder: Path, sentences: int) -> Path:
    learner = "".join(f"The pupil number {number} go to late school.\n" for number in range(sentences))
    files = exercise(folder, source=learner, references={"kim": learner.replace(" go ", " goes ")})
    return files.source


async def test_settings_that_arrive_too_late_are_no_error(tmp_path: Path, window: Window):
    """The server waits five seconds for them; the document has its marks all the same."""
    async with window(tmp_path, profile=VS_CODE, metric="cleme2", debounce=0) as client:
        settings = LateAnswer(client, types.WORKSPACE_CONFIGURATION, [{}])
        uri = open_document(client, pupils(tmp_path, 1))
        assert len((await marks(client, uri)).findings) == 1
        assert settings.asked.is_set()
        [message] = client.messages
        assert "did not send its settings" in message.message
        await settings.arrive()
        assert client.messages == [message]
        assert client.error is None


async def test_progress_that_ends_before_it_is_accepted_is_not_shown(tmp_path: Path, window: Window):
    async with window(tmp_path, profile=VS_CODE, metric="cleme2", debounce=0) as client:
        acceptance = LateAnswer(client, types.WINDOW_WORK_DONE_PROGRESS_CREATE, None)
        uri = open_document(client, pupils(tmp_path, 300))
        await asyncio.wait_for(acceptance.asked.wait(), PATIENCE)
        assert len((await marks(client, uri)).findings) == 300
        await acceptance.arrive()
        assert client.progress_reports == {}
        assert client.error is None
