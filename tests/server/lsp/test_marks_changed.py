"""``markscheme/marksChanged``: marks with each publication, for a client that declares it."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from markscheme.server.editor_settings import plain
from markscheme.server.handlers.presentation import MARKS_CHANGED
from server.lsp.conversation import change_document, open_document, publications, settled
from server.lsp.profiles import Profile
from server.lsp.protocol_page import examples_of
from server.lsp.window import Window, request

CAPABILITY, UNMARKED = examples_of(Path("/"))[MARKS_CHANGED]
WANTS_MARKS = Profile("wants-marks", types.ClientCapabilities(experimental=CAPABILITY["capabilities"]["experimental"]))


def record_marks(client: LanguageClient) -> list[dict[str, Any]]:
    """Return the list that the parameters of each notification are added to."""
    received: list[dict[str, Any]] = []

    @client.feature(MARKS_CHANGED)
    def marks_changed(params: Any) -> None:
        received.append(plain(params))

    return received


async def test_marks_come_with_each_publication_as_the_request_answers_them(examples: Path, window: Window):
    async with window(examples, profile=WANTS_MARKS, debounce=0) as client:
        received = record_marks(client)
        path = examples / "report/report.hyp.mei"
        uri = open_document(client, path)
        await settled(client, uri)
        change_document(client, uri, path.read_text().replace("the", "a", 1), 2)
        await settled(client, uri)
        answer = plain(await request(client, "markscheme/marks", uri))
        published = [params.version for params in publications(client, uri)]
    assert [params["version"] for params in received] == published == [1, 1, 2, 2]
    assert [params["complete"] for params in received] == [False, True, False, True]
    assert received[-1] == answer


async def test_a_document_without_reference_has_its_estimate(examples: Path, tmp_path: Path, window: Window):
    advice = "She gives me good advice.\n"
    path = exercise(tmp_path, source=advice, hypotheses={"mei": advice.replace("advice", "advices")}).hypothesis("mei")
    async with window(tmp_path, profile=WANTS_MARKS) as client:
        received = record_marks(client)
        uri = open_document(client, path)
        await settled(client, uri)
        answer = plain(await request(client, "markscheme/marks", uri))
    assert ["estimate" in params for params in received] == [True, True]
    assert received[-1] == answer


async def test_a_document_without_marks_has_null(examples: Path, window: Window):
    async with window(examples, profile=WANTS_MARKS) as client:
        received = record_marks(client)
        uri = open_document(client, examples / "report/report.ref0")
        await settled(client, uri, 1)
        await request(client, "markscheme/marks", uri)
    assert received == [{**UNMARKED, "uri": uri}]


@pytest.mark.parametrize("experimental", [None, {"markscheme": {"marksChanged": False}}, {"markscheme": []}, []])
async def test_other_clients_receive_no_marks(examples: Path, experimental: Any, window: Window):
    profile = Profile("other", types.ClientCapabilities(experimental=experimental))
    async with window(examples, profile=profile) as client:
        received = record_marks(client)
        uri = open_document(client, examples / "report/report.ref0")
        await settled(client, uri, 1)
        await request(client, "markscheme/marks", uri)
    assert received == []
