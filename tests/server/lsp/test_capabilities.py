"""The matrix of clients: for each profile, what the server announces, registers and sends."""

from pathlib import Path

import attrs
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.acting import actions_at, text_edit
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import every_profile
from server.lsp.test_actions import EVERYWHERE

ANNOUNCED = {
    *("code_action_provider", "code_lens_provider", "document_link_provider", "document_symbol_provider"),
    *("execute_command_provider", "folding_range_provider", "hover_provider", "inlay_hint_provider"),
    *("position_encoding", "semantic_tokens_provider", "text_document_sync", "workspace"),
}


def announced(client: LanguageClient) -> set[str]:
    """Return the names of the capabilities that the server announced to this client."""
    return {name for name, value in attrs.asdict(client.provides, recurse=False).items() if value}


@every_profile
async def test_each_client_is_sent_what_it_supports(client: LanguageClient, examples: Path):
    profile = client.profile
    assert announced(client) == ANNOUNCED
    assert client.encoding == profile.encoding

    client.set_configuration({"markscheme": {"severities": {"correct": "off"}, "textChanges": True}})
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    diagnostics = await settled(client, uri)
    assert ("correct" not in {item.code for item in diagnostics}) == profile.fetched_settings
    assert set(client.registered) == profile.registered

    wrong = next(item for item in diagnostics if item.code == "different")
    assert bool(wrong.related_information) == profile.related_information
    assert bool(wrong.code_description) == profile.code_descriptions
    document = types.TextDocumentIdentifier(uri)
    card = await client.text_document_hover_async(types.HoverParams(document, wrong.range.start))
    assert card.contents.kind == profile.markup
    actions = await actions_at(client, uri, wrong.range, wrong)
    changes = [text_edit(client, action, uri, 1) for action in actions if action.edit]
    assert bool(changes) == profile.fetched_settings
    assert all(edit.new_text or edit.range.start != edit.range.end for edit in changes)

    for request, method in [
        (types.CodeLensParams(document), "text_document_code_lens_async"),
        (types.SemanticTokensParams(document), "text_document_semantic_tokens_full_async"),
        (types.InlayHintParams(document, EVERYWHERE), "text_document_inlay_hint_async"),
    ]:
        assert await getattr(client, method)(request)
    assert set(client.refreshed) == profile.refreshed

    arguments = [uri, {"line": 0, "character": 0}]
    await client.workspace_execute_command_async(types.ExecuteCommandParams("markscheme.nextFinding", arguments))
    assert bool(client.shown_documents) == profile.shows_documents
