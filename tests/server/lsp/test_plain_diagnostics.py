"""Diagnostics are sent in the form that pygls gives them."""

from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient

from markscheme.server.editor_settings import plain
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import for_each

MEMBERS = {"range", "message", "severity", "code", "source", "data"}


def received(client: LanguageClient) -> list[dict[str, Any]]:
    """Return the list to which the JSON of every later publication is added."""
    kept: list[dict[str, Any]] = []
    structure = client.protocol.structure_message

    def structured(data: dict[str, Any]) -> Any:
        if data.get("method") == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            kept.append(data["params"])
        return structure(data)

    client.protocol.structure_message = structured
    return kept


@for_each("related_information", "code_descriptions", "encoding")
async def test_a_diagnostic_has_the_fields_that_pygls_gives_it(client: LanguageClient, examples: Path):
    sent = received(client)
    for name in ("letter/letter.hyp.jonas.txt", "letter/letter.ref.teacher-a.txt", "quiz/quiz.hyp.sara.m2"):
        await settled(client, open_document(client, examples / name), 1)
    converter = client.protocol._converter
    members = set()
    for params in sent:
        as_pygls = converter.unstructure(converter.structure(params, types.PublishDiagnosticsParams))
        for item, own in zip(params["diagnostics"], as_pygls.pop("diagnostics"), strict=True):
            assert {**item, "data": None} == {**own, "data": None}
            assert item.get("data") == plain(own.get("data"))
            members |= item.keys()
        assert as_pygls == {name: value for name, value in params.items() if name != "diagnostics"}
    more = {
        "relatedInformation": client.profile.related_information,
        "codeDescription": client.profile.code_descriptions,
    }
    assert members == MEMBERS | {name for name, is_sent in more.items() if is_sent}


async def test_half_of_a_pair_of_surrogates_is_a_problem_in_its_line(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    text = path.read_text("utf-8")
    [problem] = await settled(client, open_document(client, path, f"{text}\nHe go \ud83d home.\n"), 1)
    assert (problem.code, problem.range.start.line) == ("document-problem", len(text.splitlines()) + 1)


async def test_diagnostics_are_sent_whatever_characters_their_document_s_name_has(
    client: LanguageClient, examples: Path
):
    uri = f"{(examples / 'letter').as_uri()}/letter.hyp.half of a pair \ud83d.txt"
    text = (examples / "letter/letter.hyp.jonas.txt").read_text("utf-8")
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "plaintext", 1, text)))
    await settled(client, uri, 1)
    assert [params.uri for params in client.published] == [uri]
