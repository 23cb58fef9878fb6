"""Document links: from a document to its source and references, and from a configuration to its files."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.acting import actions_at, do
from server.lsp.conversation import open_document, settled, under
from server.lsp.profiles import for_each


async def links(client: LanguageClient, path: Path) -> list[tuple[str, str]]:
    """Return the text under each link, and the file that it links to."""
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    await settled(client, uri, 1)
    answer = await client.text_document_document_link_async(types.DocumentLinkParams(types.TextDocumentIdentifier(uri)))
    return [(under(text, link.range, client.encoding), link.target) for link in answer]


async def test_the_words_of_a_text_are_no_links(client: LanguageClient, examples: Path):
    for name in ("letter/letter.hyp.jonas.txt", "opinion/task.txt", "letter/letter.ref.teacher-a.txt"):
        assert await links(client, examples / name) == []


async def test_the_other_texts_of_an_exercise_are_opened_by_actions(client: LanguageClient, examples: Path):
    """They are not in the list of a finding, and no light bulb appears for them."""
    folder = examples / "letter"
    uri = open_document(client, folder / "letter.hyp.jonas.txt")
    finding, *_ = await settled(client, uri)
    blank = types.Range(types.Position(1, 0), types.Position(1, 0))
    offered = await actions_at(client, uri, blank, trigger=types.CodeActionTriggerKind.Invoked)
    titles = ["Open the text to correct", "Open the correction (Teacher A)", "Open the correction (Teacher B)"]
    assert [action.title for action in offered] == [*titles, "Write feedback for Jonas"]
    assert await actions_at(client, uri, blank, trigger=types.CodeActionTriggerKind.Automatic) == []
    assert not set(titles) & {action.title for action in await actions_at(client, uri, finding.range)}
    offered = await actions_at(client, uri, finding.range, only=["source.open.markscheme"])
    assert [action.title for action in offered] == titles
    await do(client, offered[1])
    assert client.shown_documents[-1].uri == (folder / "letter.ref.teacher-a.txt").as_uri()


@pytest.mark.filterwarnings("ignore:Client does not support tooltips")
@for_each("encoding")
async def test_a_configurations_names_link_to_their_files(client: LanguageClient, tmp_path: Path):
    for name in ("é task.txt", "kim.txt", "roy.txt"):
        (tmp_path / name).write_text("He go.\n")
    path = tmp_path / "markscheme.toml"
    path.write_text('[[exercise]]\nsource = "é task.txt" # 𝒦\nreferences = ["kim.txt", "*.txt"]\n')
    targets = await links(client, path)
    assert [(text.strip('"'), Path(target).name) for text, target in targets] == [
        ("é task.txt", "%C3%A9%20task.txt"),
        ("kim.txt", "kim.txt"),
    ]


async def test_a_broken_configuration_and_a_document_of_no_exercise_have_no_links(
    client: LanguageClient, tmp_path: Path
):
    path = tmp_path / "markscheme.toml"
    path.write_text("[[exercise]\n")
    assert await links(client, path) == []
    stranger = tmp_path / "sub" / "notes.txt"
    stranger.parent.mkdir()
    (stranger.parent / ".git").mkdir()
    stranger.write_text("Hello there.\n")
    assert await links(client, stranger) == []


@pytest.mark.options(links=False)
async def test_links_can_be_switched_off(client: LanguageClient, examples: Path):
    assert await links(client, examples / "letter/letter.hyp.jonas.txt") == []
