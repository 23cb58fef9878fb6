"""A client's settings: their sources, their effects, and that changes apply at once."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from markscheme.server.editor_settings import read_options
from server.lsp.conversation import change_document, open_document, settled
from server.lsp.profiles import every_editor, for_each
from server.lsp.test_lenses import lenses


def configure(client: LanguageClient, settings: dict[str, object]) -> None:
    """Change the settings as an editor does: the server fetches them, or is sent them."""
    client.set_configuration({"markscheme": settings})
    changed = types.DidChangeConfigurationParams({"markscheme": settings})
    client.workspace_did_change_configuration(changed)


@every_editor
async def test_severities_change_at_once(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    before = await settled(client, uri)
    configure(client, {"severities": {"correct": "off", "missed": "error", "optional": "off"}})
    after = await settled(client, uri)
    assert [item.code for item in after] == [item.code for item in before if item.code != "correct"]
    severities = {item.severity for item in after if item.code == "missed"}
    assert severities == {types.DiagnosticSeverity.Error}
    configure(client, {})
    assert await settled(client, uri) == before


@for_each("fetched_settings")
async def test_wrong_settings_are_reported_once_and_the_others_used(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    configure(client, {"severities": {"correct": "off"}, "tau": "big", "asumption": "dependent"})
    after = await settled(client, uri)
    assert "correct" not in {item.code for item in after}
    [message] = [item.message for item in client.messages]
    assert "markscheme.tau: expected a number, not 'big'" in message
    assert "did you mean assumption?" in message


async def test_a_folder_has_its_own_settings(client: LanguageClient, examples: Path):
    mei, pavel = examples / "report/report.hyp.mei", examples / "report/report.hyp.pavel"
    client.set_configuration({"markscheme": {"severities": {"correct": "off"}}}, scope_uri=mei.as_uri())
    own = await settled(client, open_document(client, mei))
    others = await settled(client, open_document(client, pavel))
    assert "correct" not in {item.code for item in own}
    assert "correct" in {item.code for item in others}


@pytest.mark.options(references=["0"])
async def test_only_the_references_of_the_settings_count(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    answer = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
    assert answer.marks.references == 1


@pytest.mark.options(references=["nobody"])
async def test_a_setting_that_leaves_no_reference_is_reported(client: LanguageClient, examples: Path):
    [problem] = await settled(client, open_document(client, examples / "report/report.hyp.mei"), 1)
    assert "markscheme.references leaves out all of 0, 1" in problem.message


@pytest.mark.cleme2
@pytest.mark.options(metric="errant")
async def test_without_credit_the_marks_are_complete_at_once(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri, 1)
    (_, title), *_ = await lenses(client, uri)
    assert " · F0.5 " in title
    assert "score" not in title
    assert "credit" not in title
    change_document(client, uri, "Friday .\n" * 30, 2)
    await settled(client, uri, 1)


@pytest.mark.options(ignore=["**/report"])
async def test_ignored_documents_are_not_marked(client: LanguageClient, examples: Path):
    assert await settled(client, open_document(client, examples / "report/report.hyp.mei"), 1) == []
    assert await settled(client, open_document(client, examples / "letter/letter.hyp.amira.txt"), 2)


@pytest.mark.options(maximumSize=100)
async def test_a_document_that_is_too_long_is_reported(client: LanguageClient, examples: Path):
    [problem] = await settled(client, open_document(client, examples / "report/report.hyp.mei"), 1)
    assert "markscheme.maximumSize is 100" in problem.message


@pytest.mark.options(beta=1, level="sentence", assumption="independent", equal=["optional-commas", "contractions"])
async def test_marking_follows_the_settings(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    params = {"textDocument": {"uri": uri}}
    answer = await client.protocol.send_request_async("markscheme/marks", params)
    signature = answer.marks.signature
    assert "beta:1" in signature
    assert "level:sentence" in signature
    assert "assumption:independent|" in signature
    assert "|equal:contractions,optional-commas|" in signature


def test_an_unknown_difference_is_reported_with_the_known_ones():
    options, complaint = read_options({"equal": ["contractions", "speling"]})
    assert options.equal == ()
    assert complaint is not None
    assert "markscheme.equal: expected any of capital-letters, spelling-variants, " in complaint
    assert complaint.endswith("not 'speling'")


async def test_commands_use_the_engine_of_the_settings(client: LanguageClient, tmp_path: Path):
    client.set_configuration({"markscheme": {"cache": str(tmp_path / "own.sqlite")}})
    status = types.ExecuteCommandParams("markscheme.status")
    result = await client.workspace_execute_command_async(status)
    assert result["cache"] == str(tmp_path / "own.sqlite")


async def test_settings_change_closed_documents_that_are_marked(client: LanguageClient, few_examples: Path):
    await client.workspace_execute_command_async(types.ExecuteCommandParams("markscheme.markWorkspace"))
    uri = (few_examples / "report/report.hyp.mei").as_uri()
    assert "correct" in {item.code for item in await settled(client, uri, 1)}
    configure(client, {"severities": {"correct": "off"}})
    assert "correct" not in {item.code for item in await settled(client, uri, 1)}
