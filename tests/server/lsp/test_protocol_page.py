"""``docs/protocol.md`` against a real server: it has everything that is registered, and its examples are right."""

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from markscheme.marking.findings import LOWERING
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import EARLY_END, OTHER_LANGUAGE, REOPENED
from markscheme.metrics.base import Category
from markscheme.research.questions import KINDS as KINDS_OF_QUESTIONS
from markscheme.server.diagnostics import DISAGREEMENT_CODE, PROBLEM_CODE
from markscheme.server.editor_settings import plain
from markscheme.server.handlers.decisions import DECIDED
from markscheme.server.handlers.presentation import EXERCISES_CHANGED, MARKS_CHANGED
from markscheme.server.server import create_server
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import for_each
from server.lsp.protocol_page import PAGE, examples_of, paths
from server.lsp.window import read_plain_results

OWN = re.compile(r"markscheme[./]\w+")
NOTIFICATIONS = (MARKS_CHANGED, EXERCISES_CHANGED, DECIDED)


def registered() -> set[str]:
    features = create_server().protocol.fm
    return {name for name in (*features.features, *features.commands) if OWN.fullmatch(name)}


def test_headings_are_the_commands_requests_and_notifications():
    assert {name for name in examples_of(Path("/")) if OWN.fullmatch(name)} == {*registered(), *NOTIFICATIONS}


def test_the_page_names_only_what_is_registered():
    named = {name for text in re.findall(r"`([^`\n]+)`", PAGE.read_text("utf-8")) for name in OWN.findall(text)}
    assert named - {"markscheme.toml", "markscheme/ignored", "markscheme/cache"} == {*registered(), *NOTIFICATIONS}


async def test_codes_kinds_and_the_legend_match_the_server(client: LanguageClient):
    text = PAGE.read_text("utf-8")
    codes = {PROBLEM_CODE, DISAGREEMENT_CODE, OTHER_LANGUAGE, EARLY_END, REOPENED, LOWERING, *KINDS_OF_QUESTIONS.names}
    codes |= {kind.value for kind in (*Verdict, *Category)}
    table = text.partition("| `code` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == codes
    kinds = client.provides.code_action_provider.code_action_kinds
    assert len(kinds) == 5
    assert all(f"`{getattr(kind, 'value', kind)}`" in text for kind in kinds)
    legend = client.provides.semantic_tokens_provider.legend
    [tokens] = examples_of(Path("/"))["Code lenses, inlay hints and semantic tokens"]
    assert tokens["semanticTokensProvider"]["legend"] == {
        "tokenTypes": list(legend.token_types),
        "tokenModifiers": list(legend.token_modifiers),
    }


async def answered(client: LanguageClient, method: str, params: Any) -> Any:
    """Return the answer's JSON; pytest-lsp's own reading of code actions loses their commands."""
    client.protocol.get_result_type = lambda _: None
    read_plain_results(client)
    return plain(await client.protocol.send_request_async(method, params))


async def open_pages_documents(client: LanguageClient, examples: Path) -> None:
    """Open the documents of the page's examples; the class “opinion” gets a mark scheme and comments."""
    configuration = examples / "opinion/markscheme.toml"
    configuration.write_text(f"[scheme]\n[comments]\n{configuration.read_text('utf-8')}", "utf-8")
    for name in ("letter/letter.hyp.jonas.txt", "quiz/quiz.hyp.sara.m2", "opinion/students/lena.txt"):
        await settled(client, open_document(client, examples / name))


async def test_every_request_is_answered_with_the_members_that_the_page_shows(client: LanguageClient, examples: Path):
    await open_pages_documents(client, examples)
    for method, blocks in examples_of(examples).items():
        if method.startswith("markscheme/") and method not in ("markscheme/overview", *NOTIFICATIONS):
            *_, params, shown = blocks
            answer = await answered(client, method, params)
            assert set(paths(shown)) == set(paths(answer)), method
            if method.endswith("Finding"):
                assert answer == shown


async def test_an_estimate_has_the_members_that_the_page_shows(client: LanguageClient, examples: Path):
    [shown] = examples_of(examples)["Estimate without a reference"]
    path = examples / "unmarked/unmarked.hyp.mei.txt"
    path.parent.mkdir()
    path.write_text(f"{shown['estimate']['passages'][0]['text']}\n")
    path.with_name("unmarked.src.txt").write_text("She gives me good advice.\n")
    await settled(client, open_document(client, path))
    answer = await answered(client, "markscheme/marks", {"textDocument": {"uri": path.as_uri()}})
    assert set(paths(shown)) == set(paths(answer))
    [edit], [own] = shown["estimate"]["edits"], answer["estimate"]["edits"]
    assert {key: edit[key] for key in ("range", "type", "source", "hypothesis", "lowers")} == {
        key: own[key] for key in ("range", "type", "source", "hypothesis", "lowers")
    }
    assert shown["estimate"]["estimator"] == answer["estimate"]["estimator"]
    glance = await answered(client, "markscheme/overview", {"uri": path.parent.as_uri()})
    [[student]] = [exercise["students"] for exercise in glance["exercises"]]
    assert {*student["estimate"], "passages", "edits"} == set(shown["estimate"])


async def test_a_class_is_answered_with_the_members_that_the_page_shows(client: LanguageClient, examples: Path):
    """The page has an accepted alternative."""
    page = examples_of(examples)
    await settled(client, open_document(client, examples / "letter/letter.hyp.jonas.txt"))
    plan = await answered(client, "markscheme/plan", page["markscheme/plan"][0])
    [edit] = [edit for edit in plan["hypothesis"] if edit["type"] == "U:PRON"]
    correction = {"source": plan["source"], "start": edit["start"], "end": edit["end"], "replacement": [],
                  "type": "U:PRON"}  # fmt: skip
    accepting = types.ExecuteCommandParams(
        "markscheme.decide", [(examples / "letter/letter.hyp.jonas.txt").as_uri(), correction]
    )
    await answered(client, types.WORKSPACE_EXECUTE_COMMAND, accepting)
    params, shown = page["markscheme/overview"]
    client.progress_reports[params["workDoneToken"]] = []
    answer = await answered(client, "markscheme/overview", params)
    assert set(paths(shown)) == set(paths(answer))


async def test_every_command_does_what_the_page_shows(client: LanguageClient, examples: Path):
    """The person puts every question aside, so that the set-up writes nothing. The page shows no import."""

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def answer_nothing(_: types.ShowMessageRequestParams) -> None:
        return None

    await open_pages_documents(client, examples)
    for command, blocks in examples_of(examples).items():
        if blocks and command.startswith("markscheme.") and command != "markscheme.toml":
            arguments, *shown = blocks
            params = types.ExecuteCommandParams(command, arguments)
            answer = await answered(client, types.WORKSPACE_EXECUTE_COMMAND, params)
            assert set(paths(shown)) == set(paths([] if answer is None else [answer])), command


async def test_diagnostics_and_actions_have_the_members_that_the_page_shows(client: LanguageClient, examples: Path):
    page = examples_of(examples)
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    diagnostics = await settled(client, uri)
    [[diagnostic]] = page["Diagnostics"]
    like = next(item for item in diagnostics if item.message == diagnostic["message"])
    sent = client.protocol._converter.unstructure(like)
    assert set(paths(diagnostic)) == set(paths(sent))
    assert (diagnostic["range"], diagnostic["data"]) == (sent["range"], sent["data"])

    identifier = types.TextDocumentIdentifier(uri)
    params = types.CodeActionParams(identifier, like.range, types.CodeActionContext([]))
    offered = await answered(client, types.TEXT_DOCUMENT_CODE_ACTION, params)
    for shown in page["Code actions"][0]:
        assert shown in offered
    commands = [item["command"]["arguments"] for item in offered if "command" in item]
    assert page["markscheme.ignoreFinding"][0] in commands


@for_each("encoding")
async def test_ranges_of_marks_are_in_the_sessions_encoding(client: LanguageClient, examples: Path):
    """They equal the diagnostics' ranges; ``data.finding`` is the index of the finding. The letter has emoji."""
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    diagnostics = await settled(client, uri)
    marks = await answered(client, "markscheme/marks", {"textDocument": {"uri": uri}})
    for item in diagnostics:
        finding = marks["findings"][plain(item.data)["finding"]]
        assert finding["verdict"] == item.code
        assert finding["range"] == client.protocol._converter.unstructure(item.range)


async def test_marks_list_the_ignored_findings(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    await settled(client, uri)
    ignoring = types.ExecuteCommandParams("markscheme.ignoreCategory", [uri, "correct"])
    await answered(client, types.WORKSPACE_EXECUTE_COMMAND, ignoring)
    await settled(client, uri)
    marks = await answered(client, "markscheme/marks", {"textDocument": {"uri": uri}})
    correct = [number for number, item in enumerate(marks["findings"]) if item["verdict"] == "correct"]
    assert marks["ignored"] == correct != []


async def test_errors_have_the_codes_of_the_page(client: LanguageClient):
    nowhere = "file:///a.txt"
    requests = [
        (-32601, "markscheme/nothing", {}),
        (-32602, "markscheme/marks", {}),
        (-32602, "markscheme/plan", {"textDocument": {"uri": nowhere}}),
        (-32602, types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("markscheme.nothing", [])),
        (-32602, types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("markscheme.showIgnored", [])),
        (-32602, types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("markscheme.exportReport", [])),
        (-32803, types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("markscheme.showIgnored", [nowhere])),
    ]
    for code, method, params in requests:
        assert f"| {code} |" in PAGE.read_text("utf-8")
        with pytest.raises(JsonRpcException) as raised:
            await answered(client, method, params)
        assert raised.value.code == code, params
