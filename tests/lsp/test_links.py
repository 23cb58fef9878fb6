"""Document links: from a document to its source and references, and from a configuration to its files."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from lsp.conversation import open_document, settled, under
from lsp.profiles import for_each


async def links(client: LanguageClient, path: Path) -> list[tuple[str, str]]:
    """Return the text under each link, and the file that it links to."""
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    await settled(client, uri, 1)
    answer = await client.text_document_document_link_async(types.DocumentLinkParams(types.TextDocumentIdentifier(uri)))
    return [(under(text, link.range, client.encoding), link.target) for link in answer]


@pytest.mark.filterwarnings("ignore:Client does not support tooltips")
async def test_the_first_words_link_to_the_source_and_the_references(client: LanguageClient, examples: Path):
    folder = examples / "letter"
    targets = await links(client, folder / "letter.hyp.jonas.txt")
    names = ["letter.src.txt", "letter.ref.teacher-a.txt", "letter.ref.teacher-b.txt"]
    assert [target for _, target in targets] == [(folder / name).as_uri() for name in names]
    assert [text for text, _ in targets] == (folder / "letter.hyp.jonas.txt").read_text().split()[:3]


async def test_a_source_links_to_its_references(client: LanguageClient, examples: Path):
    targets = await links(client, examples / "opinion/task.txt")
    assert [Path(target).name for _, target in targets] == ["teacher-kim.txt", "teacher-roy.txt"]


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
