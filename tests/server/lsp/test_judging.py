"""Weighting by a language model in the editor: consent, what is sent, and the marks."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from inference.judges.stub import Stub, expected, running
from inference.judges.tiny_model import write_model
from markscheme.server.editor_settings import plain
from server.engine.engines import engines, own_runtime_folder
from server.lsp.conversation import change_document, hover, open_document, publications, settled
from server.lsp.test_lenses import lenses

pytestmark = [pytest.mark.own_server, pytest.mark.cleme2]

SEND, NOT_NOW = "Send", "Not now"
KEY = "sk-not-to-be-seen"
PATIENCE = 60.0
NOBODY = "http://127.0.0.1:9/v1"
"""The port of the discard service: nothing listens on it."""
CONFIGURATION = """\
[marking]
weighting = "llm"
[[exercise]]
source = "e.src.txt"
references = ["e.ref.*"]
hypotheses = ["e.hyp.*"]
"""


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    with running(tmp_path_factory.mktemp("stub") / "requests.jsonl") as started:
        yield started


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[Path]:
    """Set a runtime folder of this module's own, to search its engine's log."""
    with own_runtime_folder() as folder:
        yield folder


@pytest.fixture(autouse=True)
def model(stub: Stub, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str | None:
    """Name a model of the stub in the server's environment, and return its name; the marker says what it does wrong."""
    marker = request.node.get_closest_marker("model")
    kind = marker.args[0] if marker else "good"
    monkeypatch.setenv("MARKSCHEME_LLM_KEY", KEY)
    if kind is None:
        return None
    name = f"{kind}-{request.node.name}"
    monkeypatch.setenv("MARKSCHEME_LLM_ENDPOINT", NOBODY if kind == "gone" else stub.url)
    monkeypatch.setenv("MARKSCHEME_LLM_MODEL", name)
    monkeypatch.setenv("MARKSCHEME_LLM_TIMEOUT", "60" if kind == "stuck" else "1.5")
    return name


@pytest.fixture
def hypothesis(tmp_path: Path) -> Path:
    return exercise(
        tmp_path,
        source="My sister live happily in Rome.\n",
        hypotheses={"mei": "My sister lives happily on Rome.\n"},
        references={"kim": "My sister lives happily in Rome.\n"},
    ).hypothesis("mei")


def answer(client: LanguageClient, *answers: str | None) -> list[types.ShowMessageRequestParams]:
    """Answer the server's questions, and return the list that they are added to."""
    questions: list[types.ShowMessageRequestParams] = []
    waiting = iter(answers)

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def ask(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        questions.append(params)
        chosen = next(waiting)
        return types.MessageActionItem(chosen) if chosen else None

    return questions


def answer_later(client: LanguageClient, choice: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Answer the server's questions once the second event is set; the first event is set by the first question."""
    asking, may = asyncio.Event(), asyncio.Event()

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    async def ask(_: types.ShowMessageRequestParams) -> types.MessageActionItem:
        asking.set()
        await may.wait()
        return types.MessageActionItem(choice)

    return asking, may


async def message_with(client: LanguageClient, part: str) -> str:
    """Return the first message to the person that has these words."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [item.message for item in client.messages if part in item.message]):
            await asyncio.sleep(0.05)
    return found[0]


async def title(client: LanguageClient, uri: str) -> str:
    (_, found), *_ = await lenses(client, uri)
    return found


def content(path: Path) -> bytes:
    """Return a file's bytes, or none if a worker of the run has removed it meanwhile: SQLite's logs come and go."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def nothing_shows_the_key(client: LanguageClient, runtime: Path, *folders: Path) -> None:
    """Search the messages, the files, and the processes' command lines and environments."""
    said = [item.message for item in [*client.messages, *client.log_messages]]
    kept = [path for folder in (runtime, *folders) for path in folder.rglob("*") if path.is_file()]
    cache = Path(os.environ["XDG_CACHE_HOME"])
    kept += [path for path in cache.rglob("*") if path.is_file()]
    assert KEY not in "".join(said)
    assert [path for path in kept if KEY.encode() in content(path)] == []
    for process in engines(runtime):
        assert KEY not in " ".join(process.cmdline())
        assert KEY not in process.environ().values()
    assert any(path.suffix == ".log" for path in kept)


@pytest.mark.options(weighting="llm", metric="cleme2")
async def test_marks_are_weighted_with_consent(
    client: LanguageClient, hypothesis: Path, stub: Stub, model: str, runtime: Path, tmp_path: Path
):
    questions = answer(client, SEND)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    [asked] = questions
    assert f"2 requests to {stub.host} (model {model}), at most 4 at a time, about" in asked.message
    assert [action.title for action in asked.actions] == [SEND, NOT_NOW]
    hit, over = [await hover(client, uri, types.Position(0, column)) for column in (11, 25)]
    assert f"weight {expected('live → lives')}.00" in hit
    assert f"weight {expected('in → on')}.00" in over
    assert " by llm" in await title(client, uri)
    assert {request["key"] for request in stub.of(model)} == {f"Bearer {KEY}"}
    assert len(stub.of(model)) == 2
    nothing_shows_the_key(client, runtime, tmp_path)


@pytest.mark.options(weighting="llm")
async def test_nothing_is_sent_before_consent_and_marks_do_not_wait(
    client: LanguageClient, hypothesis: Path, stub: Stub, model: str
):
    asking, may = answer_later(client, SEND)
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri, count=2)
    assert sorted(item.code for item in diagnostics) == ["hit-correction", "over-correction"]
    await asyncio.wait_for(asking.wait(), PATIENCE)
    assert stub.of(model) == []
    assert "not yet weighted" in await title(client, uri)
    other = open_document(client, hypothesis.with_name("e.src.txt"))
    await settled(client, other, count=3)
    assert stub.of(model) == []
    may.set()
    async with asyncio.timeout(PATIENCE):
        while " by llm" not in await title(client, uri):
            await asyncio.sleep(0.05)


@pytest.mark.options(weighting="llm")
async def test_marking_the_workspace_does_not_wait_for_consent(client: LanguageClient, hypothesis: Path):
    asking, may = answer_later(client, NOT_NOW)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=2)
    await asyncio.wait_for(asking.wait(), PATIENCE)
    command = types.ExecuteCommandParams("markscheme.markWorkspace")
    marked = await asyncio.wait_for(client.workspace_execute_command_async(command), PATIENCE)
    assert plain(marked)["findings"] > 0
    may.set()


@pytest.mark.options(weighting="llm")
@pytest.mark.parametrize("choice", [NOT_NOW, pytest.param(None, marks=pytest.mark.thorough)])
async def test_without_consent_nothing_is_sent_and_a_message_says_how_to_go_on(
    choice: str | None, client: LanguageClient, hypothesis: Path, stub: Stub, model: str
):
    questions = answer(client, choice, SEND)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    assert "Nothing was sent" in await message_with(client, "change a Markscheme setting")
    assert " not weighted" in await title(client, uri)
    change_document(client, uri, "My sister lives happy in Rome.\n", 2)
    await settled(client, uri, count=3)
    assert (len(questions), stub.of(model)) == (1, [])
    settings = {"markscheme": {"weighting": "llm"}}
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await settled(client, uri, count=3)
    assert len(questions) == 2
    assert " by llm" in await title(client, uri)


@pytest.mark.options(weighting="llm")
async def test_nothing_is_sent_for_a_client_without_questions(
    client: LanguageClient, hypothesis: Path, stub: Stub, model: str
):
    client.report_server_error = lambda *_: None  # of a request that this client does not know
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    assert "Nothing was sent" in await message_with(client, "Nothing was sent")
    assert stub.of(model) == []


@pytest.mark.options(weighting="llm")
async def test_consent_is_requested_once_and_only_new_edits_are_sent(
    client: LanguageClient, hypothesis: Path, stub: Stub, model: str
):
    questions = answer(client, SEND)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    change_document(client, uri, "My sister lives happily at Rome.\n", 2)
    await settled(client, uri, count=3)
    assert " by llm" in await title(client, uri)
    prompts = [request["body"]["messages"][0]["content"] for request in stub.of(model)]
    edits = [prompt.rpartition("\nEdit: ")[2].partition("\n")[0] for prompt in prompts]
    assert sorted(edits) == ["in → at", "in → on", "live → lives"]
    assert len(questions) == 1


@pytest.mark.options(weighting="llm")
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("refuses the key", marks=pytest.mark.model("status401")),
        pytest.param("did not answer with a number from 1 to 5", marks=pytest.mark.model("wordy")),
        pytest.param("did not answer within 1.5 s", marks=[pytest.mark.model("slow"), pytest.mark.thorough]),
        pytest.param("it asks to wait 3600 s", marks=[pytest.mark.model("busylong"), pytest.mark.thorough]),
    ],
)
async def test_a_failing_endpoint_is_reported_once_and_other_marks_stay(
    words: str, client: LanguageClient, hypothesis: Path, stub: Stub, runtime: Path, tmp_path: Path
):
    answer(client, SEND)
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri, count=3)
    assert sorted(item.code for item in diagnostics) == ["hit-correction", "over-correction"]
    message = await message_with(client, words)
    assert stub.host in message
    assert "sister" not in message
    assert " not weighted" in await title(client, uri)
    assert "· credit " in await hover(client, uri, types.Position(0, 11))
    asked = len(stub.requests)
    change_document(client, uri, "My sister lives happily at Rome.\n", 2)
    await settled(client, uri, count=3)
    assert len(stub.requests) == asked
    assert len([item for item in client.messages if words in item.message]) == 1
    nothing_shows_the_key(client, runtime, tmp_path)


@pytest.mark.model("gone")
@pytest.mark.options(weighting="llm")
async def test_an_unreachable_endpoint_is_reported(client: LanguageClient, hypothesis: Path):
    answer(client, SEND)
    stub_is_gone = "can't be reached; is it running"
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    assert stub_is_gone in await message_with(client, stub_is_gone)
    assert " not weighted" in await title(client, uri)


@pytest.mark.model("stuck")
@pytest.mark.options(weighting="llm")
async def test_other_documents_are_marked_while_the_model_answers(
    client: LanguageClient, hypothesis: Path, stub: Stub, model: str
):
    answer(client, SEND)
    apart = hypothesis.parent / "apart"
    apart.mkdir()
    for path in hypothesis.parent.glob("e.*"):
        (apart / path.name).write_text(path.read_text().replace("Rome", "Bonn"))
    (apart / "markscheme.toml").write_text(CONFIGURATION.replace('"llm"', '"none"'))
    waiting = open_document(client, hypothesis)
    async with asyncio.timeout(PATIENCE):
        while not stub.of(model):
            await asyncio.sleep(0.02)
    other = open_document(client, apart / hypothesis.name)
    await settled(client, other, count=2)
    assert len(publications(client, waiting)) == 2


@pytest.mark.model(None)
@pytest.mark.options(weighting="llm")
async def test_a_missing_model_is_reported(client: LanguageClient, hypothesis: Path, stub: Stub):
    before = len(stub.requests)
    questions = answer(client, SEND)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=2)
    assert "MARKSCHEME_LLM_ENDPOINT" in await message_with(client, "no language model is configured")
    assert " not weighted" in await title(client, uri)
    assert (questions, len(stub.requests)) == ([], before)


@pytest.mark.model(None)
async def test_a_folders_configuration_and_settings_send_nothing(client: LanguageClient, hypothesis: Path, stub: Stub):
    """A configuration in the folder, and settings that an editor reads from the folder."""
    before = len(stub.requests)
    questions = answer(client, SEND)
    (hypothesis.parent / "markscheme.toml").write_text(CONFIGURATION)
    named = {"llm": {"endpoint": stub.url, "model": "good-evil", "key": "k"}, "weighting": "llm"}
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"markscheme": named}))
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=2)
    await message_with(client, "no language model is configured")
    assert len(publications(client, uri)) == 2
    assert (questions, len(stub.requests)) == ([], before)


async def test_a_folders_weighting_needs_consent(client: LanguageClient, hypothesis: Path, stub: Stub, model: str):
    questions = answer(client, NOT_NOW)
    (hypothesis.parent / "markscheme.toml").write_text(CONFIGURATION)
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=3)
    assert len(questions) == 1
    assert stub.of(model) == []


async def test_a_report_is_weighted_too(client: LanguageClient, hypothesis: Path, stub: Stub, model: str):
    answer(client, SEND)
    (hypothesis.parent / "markscheme.toml").write_text(CONFIGURATION)
    target = hypothesis.with_name("report.json")
    arguments = [hypothesis.parent.as_uri(), target.as_uri()]
    params = types.ExecuteCommandParams("markscheme.exportReport", arguments)
    await asyncio.wait_for(client.workspace_execute_command_async(params), PATIENCE)
    assert f"weighting:llm|model:{model}" in target.read_text()


class TestLocalModel:
    """A model on this machine: nothing is sent, so no consent is needed."""

    @pytest.fixture(autouse=True)
    def local(self, model: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = write_model(tmp_path_factory.mktemp("models") / "tiny")
        monkeypatch.delenv("MARKSCHEME_LLM_ENDPOINT")
        monkeypatch.setenv("MARKSCHEME_LLM_MODEL", str(folder))

    @pytest.mark.options(weighting="llm")
    async def test_a_local_model_needs_no_consent(self, client: LanguageClient, hypothesis: Path):
        questions = answer(client)
        uri = open_document(client, hypothesis)
        await settled(client, uri, count=3)
        assert " by llm" in await title(client, uri)
        assert "weight 0" not in await hover(client, uri, types.Position(0, 11))
        assert questions == []
