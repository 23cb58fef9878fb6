"""A class that hands in Word documents: eight students, and a teacher; and an editor's views of the documents."""

from io import BytesIO
from pathlib import Path

import docx
from lsprotocol import types
from pytest_lsp import LanguageClient
from tests.documents.formats.word.tracked import instead, paragraph, run, word

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit
from markscheme.documents.word_writing import write_corpus
from markscheme.languages.segments import Span

SOURCE = ("Yesterday he go to school.", "She like tea at home.")
STUDENTS = {
    "Mei": ("Yesterday he walked to school.", "She like tea at home."),
    "Ben": ("Yesterday he went to school.", "She likes tea at home."),
    "Zoë Ünal": ("Yesterday he gone to school.", "She likes tea at my home."),
    "Ana? 100% #2": ("Yesterday he go to school.", "She likes tea at home."),
    "李雷 😀": ("Yesterday he went to school 😀.", "She like tea at home."),
}
"""Students who write over the text."""
TRACKING = {"Ann": ("went", "likes"), "Ben K": ("walked", "likes"), "Kofi": ("goes", "like")}
"""Students who track their changes: of ``go`` and of ``like``."""


def word_text(*paragraphs: str) -> bytes:
    """Return a Word document without tracked changes."""
    document, file = docx.Document(), BytesIO()
    for text in paragraphs:
        document.add_paragraph(text)
    document.save(file)
    return file.getvalue()


def tracked_by(author: str, verb: str, second: str) -> bytes:
    """Return the source with an author's changes of ``go`` and ``like``."""
    like = instead("A", "like", second) if second != "like" else run("like")
    body = paragraph(run("Yesterday he ") + instead("A", "go", verb) + run(" to school."))
    return _signed(body + paragraph(run("She ") + like + run(" tea at home.")), author)


def _signed(body: str, author: str) -> bytes:
    return word(body.replace(" A>", f' w:id="7" w:author="{author}" w:date="2025-03-01T10:00:00Z">'))


def two_authors() -> bytes:
    """Return the source as Ann and Ben each correct it."""
    corrections = []
    for author, (verb, second) in {"Ann": ("went", "likes"), "Ben": ("walked", "love")}.items():
        edits = (TextEdit(Span(13, 15), verb), TextEdit(Span(31, 35), second))
        corrections.append(Correction.of(author, "\n".join(SOURCE), edits))
    return write_corpus(Corpus((Entry("", "\n".join(SOURCE), references=tuple(corrections)),), tokenised=False))


def word_class(folder: Path) -> Path:
    """Write a class's configuration and documents; return the folder of its students."""
    students = folder / "students"
    students.mkdir(parents=True)
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nname = "tea"\nsource = "tea.docx"\nreferences = ["corrected by *.docx"]\n'
        'hypotheses = ["students/*.docx"]\n'
    )
    (folder / "tea.docx").write_bytes(word_text(*SOURCE))
    (folder / "corrected by Ms Kim.docx").write_bytes(tracked_by("Ms Kim", "went", "likes"))
    for name, text in STUDENTS.items():
        (students / f"{name}.docx").write_bytes(word_text(*text))
    for name, (verb, second) in TRACKING.items():
        (students / f"{name}.docx").write_bytes(tracked_by(name, verb, second))
    return students


def contents(folder: Path) -> dict[Path, bytes]:
    """Return the bytes of every Word document in and below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*.docx")}


async def text_of(client: LanguageClient, uri: str) -> str:
    """Return the text of a view."""
    answer = await client.workspace_text_document_content_async(types.TextDocumentContentParams(uri))
    return answer.text


async def open_view(client: LanguageClient, uri: str, version: int = 1) -> str:
    """Open a view as an editor does: with the text that the server gives for it. Return the text."""
    text = await text_of(client, uri)
    item = types.TextDocumentItem(uri, "plaintext", version, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return text
