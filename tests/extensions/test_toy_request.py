"""A package of one module adds a request: the language server answers it when an editor first asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from extensions.packages import installed
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import VS_CODE
from server.lsp.window import connected


@pytest.fixture(autouse=True)
def toy_request(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed("toy_request", folder):
        yield folder


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    (tmp_path / "essay.src.txt").write_text("She like music.")
    (tmp_path / "essay.hyp.mei.txt").write_text("She loves music.")
    (tmp_path / "essay.ref.kim.txt").write_text("She likes music.")
    return tmp_path / "essay.hyp.mei.txt"


async def test_a_toy_request_is_answered_and_no_other_is(essay: Path):
    client = await connected(VS_CODE)
    uri = open_document(client, essay)
    await settled(client, uri)
    answer = await client.protocol.send_request_async("toy/words", {"textDocument": {"uri": uri}})
    assert (answer.words, answer.wrong) == (3, 1)
    with pytest.raises(JsonRpcException, match="toy/letters"):
        await client.protocol.send_request_async("toy/letters", {"textDocument": {"uri": uri}})
    await client.shutdown_session()


async def test_a_package_that_is_broken_is_named_in_the_answer(essay: Path, toy_request: Path):
    (toy_request / "toy_request.py").write_text("words = print\n")
    client = await connected(VS_CODE)
    with pytest.raises(JsonRpcException, match="the request 'toy/words' of markscheme-toy-request"):
        await client.protocol.send_request_async("toy/words", {"textDocument": {"uri": essay.as_uri()}})
    await client.shutdown_session()
