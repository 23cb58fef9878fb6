"""Diagnostics that a client pulls: of a document, and of the workspace."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import change_document, open_document, publications, settled

pytestmark = pytest.mark.options(diagnostics="pull")


async def pulled(client: LanguageClient, uri: str, known: str | None = None) -> types.DocumentDiagnosticReport:
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=known)
    return await client.text_document_diagnostic_async(params)


async def workspace(
    client: LanguageClient, known: dict[str, str] | None = None, token: str | None = None
) -> types.WorkspaceDiagnosticReport:
    previous = [types.PreviousResultId(uri, value) for uri, value in (known or {}).items()]
    params = types.WorkspaceDiagnosticParams(previous, partial_result_token=token)
    return await client.workspace_diagnostic_async(params)


async def test_the_answer_is_for_the_newest_text(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    first = await pulled(client, uri)
    assert {item.code for item in first.items} > {"correct", "missed"}
    change_document(client, uri, (examples / "report/report.ref0").read_text(), 2)
    second = await pulled(client, uri, first.result_id)
    assert {item.code for item in second.items} == {"correct"}
    assert second.result_id != first.result_id
    assert publications(client, uri) == []


async def test_an_unchanged_answer_is_not_sent_again(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    first = await pulled(client, uri)
    change_document(client, uri, path.read_text(), 2)
    again = await pulled(client, uri, first.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == first.result_id


async def test_a_document_of_no_exercise_has_no_diagnostics(client: LanguageClient, tmp_path: Path):
    (tmp_path / "notes.txt").write_text("He go home.\n")
    assert not (await pulled(client, open_document(client, tmp_path / "notes.txt"))).items
    assert not (await pulled(client, (tmp_path / "never-opened.txt").as_uri())).items


async def test_the_workspace_is_answered_whole_and_then_by_its_changes(client: LanguageClient, few_examples: Path):
    path = few_examples / "report/report.hyp.mei"
    uri = open_document(client, path, version=7)
    first = await workspace(client)
    reports = {item.uri: item for item in first.items}
    assert {Path(uri).name for uri in reports} >= {"report.hyp.mei", "report.src", "report.ref0", "quiz.hyp.sara.m2"}
    assert not any(name.endswith(".docx") for name in reports)
    assert reports[uri].version == 7
    assert reports[(few_examples / "report/report.hyp.pavel").as_uri()].version is None
    assert all(item.items for item in first.items if ".hyp." in item.uri)

    known = {item.uri: item.result_id for item in first.items}
    second = asyncio.ensure_future(workspace(client, known))
    change_document(client, uri, (few_examples / "report/report.ref0").read_text(), 8)
    changed = [item for item in (await second).items if item.kind == "full"]
    assert {Path(item.uri).name for item in changed} == {"report.hyp.mei", "report.src"}


async def test_the_workspace_comes_in_parts_for_a_client_with_a_token(client: LanguageClient, few_examples: Path):
    parts = []
    handle = client.protocol._handle_notification

    def record(method: str, params: object) -> None:
        if method == types.PROGRESS and params.token == "parts":
            parts.append(params.value)
        else:
            handle(method, params)

    client.protocol._handle_notification = record
    whole = await workspace(client, token="parts")
    assert not whole.items
    assert len(parts) > 10


@pytest.mark.options(diagnostics="push")
async def test_pull_is_not_announced_to_a_client_with_pushed_diagnostics(client: LanguageClient, examples: Path):
    assert client.provides.diagnostic_provider is None
    assert await settled(client, open_document(client, examples / "report/report.hyp.mei"))
