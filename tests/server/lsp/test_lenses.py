"""Code lenses: the document's marks, and each passage's."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

import markscheme
from exercise_files import exercise
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.word_writing import write_corpus
from markscheme.languages.segments import Span
from server.lsp.conversation import change_document, open_document, settled


async def lenses(client: LanguageClient, uri: str) -> list[tuple[int, str]]:
    answer = await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    return [(lens.range.start.line, lens.command.title) for lens in answer]


@pytest.mark.cleme2
async def test_the_first_line_has_the_documents_marks_and_another_line_its_passages(
    client: LanguageClient, examples: Path
):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    await settled(client, uri)
    (line, title), *others = await lenses(client, uri)
    [document] = markscheme.review([path]).documents
    marks = document.review.marks
    assert line == 0
    assert title == (
        f"{marks.counts.tp} hit · {marks.counts.fp_ne} wrong · {marks.counts.fn} under · {marks.counts.fp_un} over"
        f" · score {marks.scores.score:.3f} · F0.5 {marks.errant.f:.3f}"
        f" · credit {marks.credit.f:.0%}".replace("%", " %")
    )
    counts = [passage.marks.counts for passage in document.review.passages]
    marked = [number for number, own in enumerate(counts) if own.tp + own.fn + own.fp_ne + own.fp_un]
    assert [line for line, _ in others] == marked[1:]
    assert all(" hit" in title or " wrong" in title or " under" in title or " over" in title for _, title in others)


async def test_a_lens_waits_for_the_marks_of_the_newest_text(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    await settled(client, uri)
    before = await lenses(client, uri)
    change_document(client, uri, (examples / "report/report.ref0").read_text(), 2)
    after = await lenses(client, uri)
    assert [line for line, _ in after][:1] == [0]
    assert after != before
    assert "wrong" not in after[0][1]
    assert "under" not in after[0][1]


@pytest.mark.parametrize(
    ("edits", "title"),
    [
        ([(Span(4, 8), "likes"), (Span(9, 14), "art")], "1 teacher's correction: Ms Kim and Mr Roy together"),
        ([(Span(4, 8), "likes"), (Span(4, 8), "loves")], "2 teachers' corrections: Ms Kim or Mr Roy"),
    ],
)
async def test_the_title_says_how_the_authors_of_a_word_document_share_the_work(
    client: LanguageClient, tmp_path: Path, edits: list[tuple[Span, str]], title: str
):
    source = "She like music."
    corrections = (
        Correction(name, corrected_text(source, [TextEdit(*edit)]), (TextEdit(*edit),))
        for name, edit in zip(("Ms Kim", "Mr Roy"), edits, strict=True)
    )
    corpus = Corpus((Entry("", source, references=tuple(corrections)),), tokenised=False)
    (tmp_path / "a.ref.docx").write_bytes(write_corpus(corpus))
    path = tmp_path / "a.hyp.txt"
    path.write_text("She like the music.\n")
    uri = open_document(client, path)
    await settled(client, uri)
    assert (await lenses(client, uri))[0][1].endswith(f" · {title}")
    authors = title.partition(": ")[2]
    answer = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
    assert answer.reference_authors == authors
    glance = await client.protocol.send_request_async("markscheme/overview", {"uri": tmp_path.as_uri()})
    assert glance.exercises[0].reference_authors == authors


LINES = (
    "My sister live in Rome.",
    "She work in a bank.",
    "We enjoys walking along the river. In the evening we listens to music.",
    "It rain.",
)
RIGHT = (
    "My sister lives in Rome.",
    "She works in a bank.",
    "We enjoy walking along the river. In the evening we listen to music.",
    "It rains.",
)


@pytest.mark.parametrize("vocabulary", ["verdicts", pytest.param("cleme2", marks=pytest.mark.cleme2)])
async def test_no_line_has_two_lenses(client: LanguageClient, tmp_path: Path, vocabulary: str):
    """A paragraph of one line is looked at where it stands; its lens would say no more."""
    text = "\n\n".join(LINES)
    files = exercise(tmp_path, source=text, hypotheses={"mei-lin": text}, references={"kim": "\n\n".join(RIGHT)})
    uri = open_document(client, files.hypothesis("mei-lin"))
    await settled(client, uri)
    found = await lenses(client, uri)
    assert len({line for line, _ in found}) == len(found)
    assert all(len(title) <= 80 for _, title in found)
    if vocabulary == "verdicts":
        assert found == [(0, "Mei Lin: 0 of 5 points · 5 missed"), (4, "2 missed")]
    else:
        assert found[0][1].startswith("5 under · score ")
        assert found[1:] == [(2, "1 under"), (4, "2 under"), (6, "1 under")]


@pytest.mark.parametrize("_vocabulary", ["verdicts", pytest.param("cleme2", marks=pytest.mark.cleme2)])
async def test_the_text_to_correct_says_how_much_and_by_whom(client: LanguageClient, tmp_path: Path, _vocabulary: str):
    text = "\n\n".join(LINES)
    references = {"kim": "\n\n".join(RIGHT)}
    files = exercise(tmp_path, source=text, hypotheses={"mei": text, "tom": text}, references=references)
    uri = open_document(client, files.source)
    await settled(client, uri, 3)
    assert await lenses(client, uri) == [(0, "Text to correct: 5 places · 2 students")]


async def test_a_document_of_no_exercise_has_no_lenses(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text("He go home.\n")
    uri = open_document(client, path)
    assert await lenses(client, uri) == []


@pytest.mark.options(lenses=False)
async def test_lenses_can_be_switched_off(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    assert await lenses(client, uri) == []


@pytest.mark.options(lenses=False)
@pytest.mark.parametrize("settings", [{}, None, {"other": {"lenses": True}}])
async def test_a_change_of_settings_without_ours_changes_nothing(
    client: LanguageClient, examples: Path, settings: object
):
    """Eglot and Zed send one, mostly empty, right after they have started the server."""
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    assert await lenses(client, uri) == []


@pytest.mark.options(markscheme={"lenses": False})
async def test_options_may_stand_in_a_section_of_their_own(client: LanguageClient, examples: Path):
    """Helix has one place for initializationOptions and for what it answers workspace/configuration with."""
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    assert await lenses(client, uri) == []
    assert client.messages == []


async def test_lenses_and_symbols_come_in_the_order_of_the_text_where_paragraphs_moved(
    client: LanguageClient, tmp_path: Path
):
    first, second = (
        "My sister live in Rome. She work in a big bank.",
        "We was there in May. The weather were wonderful.",
    )
    files = exercise(
        tmp_path,
        source=f"{first}\n\n{second}\n",
        hypotheses={"mei": f"{second}\n\n{first}\n"},
        references={"kim": f"{first}\n\n{second}\n".replace("live", "lives").replace("We was", "We were")},
    )
    uri = open_document(client, files.hypothesis("mei"))
    await settled(client, uri)
    assert [line for line, _ in await lenses(client, uri)] == [0, 2]
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert [[child.name for child in symbol.children or ()] for symbol in symbols] == [
        ["We was there in May.", "The weather were wonderful."],
        ["My sister live in Rome.", "She work in a big bank."],
    ]
    hover = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 30))
    )
    assert "Moved" in hover.contents.value
