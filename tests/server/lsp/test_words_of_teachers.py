"""Nothing that a teacher reads in an editor has the words of annotators and researchers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from class_folders import class_of_eight
from exercise_files import exercise
from markscheme.server.editor_settings import plain
from server.lsp.acting import actions_at, until
from server.lsp.conversation import hover, open_document, publications
from server.lsp.window import marks

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim")

OF_RESEARCHERS = re.compile(r"(?i:\breferences?\b|\bhypothes[ie]s\b|adjudicat)|\b[MRU]:[A-Z]{2,}")
READ = {"title", "label", "message", "reason", "detail", "value", "change", "summary", "newText", "tooltip", "remedy"}
"""The members of JSON that people read."""
SHE = "She likes the music.\nThey go home.\nIt was nice there.\n"
"""A correction by Ms Kim; Mr Roy's ends early."""


def read_in(value: Any, name: str = "") -> Iterator[str]:
    """Yield the texts of JSON that people read."""
    if isinstance(value, dict):
        for member, own in value.items():
            yield from read_in(own, member)
    elif isinstance(value, list):
        for own in value:
            yield from read_in(own, name)
    elif isinstance(value, str) and name in READ:
        yield value


async def texts_about(client: LanguageClient, uri: str) -> list[str]:
    """Return all that an editor shows of an open document: problems, cards, actions, lenses, hints and symbols."""
    document = types.TextDocumentIdentifier(uri)
    problems = list(publications(client, uri)[-1].diagnostics)
    texts = [item.message for item in problems]
    texts += [own.message for item in problems for own in item.related_information or ()]
    for place in {(item.range.start.line, item.range.start.character): item for item in problems}.values():
        texts.append(await hover(client, uri, place.range.start) or "")
        texts += [action.title for action in await actions_at(client, uri, place.range, place)]
    for line in range(12):
        texts.append(await hover(client, uri, types.Position(line, 0)) or "")
    whole = types.Range(types.Position(0, 0), types.Position(1_000, 0))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    return [*texts, *read_in(plain([lenses, hints, symbols]))]


async def texts_of_class(client: LanguageClient, uri: str) -> list[str]:
    """Return what an editor shows of a class, and says when a teacher decides and takes the decision back."""
    asked = plain(await client.protocol.send_request_async("markscheme/classQuestions", {"uri": uri}))
    overview = plain(await client.protocol.send_request_async("markscheme/overview", {"uri": uri}))
    answers = [asked, overview]
    for question in asked["questions"][:1]:
        for command, given in (
            ("markscheme.decideAnswer", {"key": question["key"], "ruling": question["rulings"][0]}),
            ("markscheme.undoDecision", None),
        ):
            params = types.ExecuteCommandParams(command, arguments=[uri] if given is None else [uri, given])
            answers.append(plain(await client.workspace_execute_command_async(params)))
    return list(read_in(answers))


def own_class(folder: Path) -> list[Path]:
    """Write a class of two teachers, one of whom has not seen the last sentence, with every verdict and a gap."""
    texts = {
        "mei": "She likes the music.\nThey go home.\nIt were nice there.\n",
        "ben": "She love music.\nThey goes home now.\nIt was nice there.\n",
        "cleo": "What a completely other text this one is, with nothing of it.\nThey go home.\nIt is nice there.\n",
    }
    source = "She like music.\nThey goes home.\nIt were nice there.\n"
    references = {"kim": SHE, "roy": SHE.replace("likes", "loves"), "1": SHE}
    exercise(folder, source=source, hypotheses=texts, references=references)
    return sorted(folder.rglob("*.hyp.*"))


def eight(folder: Path) -> list[Path]:
    class_of_eight(folder)
    return sorted(folder.glob("*/students/*.txt"))[:2] + sorted(folder.glob("diary/revisions/*.txt"))[:1]


def example(name: str, pattern: str) -> Any:
    def files(folder: Path) -> list[Path]:
        return sorted((folder / "examples" / name).glob(pattern))

    return files


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(own_class, id="own class"),
        pytest.param(eight, id="class of eight"),
        pytest.param(example("letter", "*.hyp.*"), id="letter"),
        pytest.param(example("letter", "*.ref.teacher-a.*"), id="a teacher's text"),
        pytest.param(example("opinion", "students/*.txt"), id="opinion"),
        pytest.param(example("postcard", "*.hyp.*"), id="postcard"),
        pytest.param(example("quiz", "*.hyp.*"), id="M2"),
        pytest.param(example("excuse", "*.hyp.*"), id="without a correction"),
    ],
)
async def test_a_teacher_reads_no_word_of_researchers(
    client: LanguageClient, examples: Path, tmp_path: Path, files: Any
):
    del examples
    paths = files(tmp_path / "own" if files in (own_class, eight) else tmp_path)
    texts: list[str] = []
    for path in paths:
        uri = open_document(client, path)
        await marks(client, uri)
        await until(client, uri, bool)
        texts += await texts_about(client, uri)
    texts += await texts_of_class(client, paths[0].as_uri())
    texts += [item.message for item in client.messages]
    assert texts
    assert [text for text in texts if OF_RESEARCHERS.search(text)] == []
