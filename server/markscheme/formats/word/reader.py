"""A Word document read: its text, and what each author changed in it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, apply_edits
from markscheme.formats.word.container import document_root
from markscheme.formats.word.revisions import Piece, tracked_text
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span

MOST_AUTHORS = 64


def read_corpus(data: bytes, path: Path | None = None) -> Corpus:
    """Return the document as one entry with a reference for each author of changes, in order of first appearance.

    Changes of one author that touch are one edit, and what changes nothing is none. Edits have no type.

    Raises
    ------
    DocumentError
        If the data is no Word document, is damaged or too large, or has more than :data:`MOST_AUTHORS` authors.
    """
    text = tracked_text(document_root(data, path))
    if len(text.authors) > MOST_AUTHORS:
        raise DocumentError(
            f"{len(text.authors)} authors changed this document, more than {MOST_AUTHORS}",
            path=path,
            remedy="Accept or reject the changes of some",
        )
    source = "".join(piece.text for piece in text.pieces if piece.in_source)
    references: list[Correction] = []
    for author in text.authors:
        edits = tuple(_edits(text.pieces, author, source))
        references.append(Correction(author, apply_edits(source, edits), edits))
    return Corpus((Entry("", source, references=tuple(references)),), tokenised=False)


def _edits(pieces: Iterable[Piece], author: str, source: str) -> Iterator[TextEdit]:
    """Yield what an author changed, in source order."""
    start = end = 0
    added: list[str] = []
    for piece in (*pieces, Piece("", frozenset())):
        stays = piece.in_source and piece.in_correction(author)
        if stays:
            edit = TextEdit(Span(start, end), "".join(added))
            if edit.replacement != edit.span.of(source):
                yield edit
            start = end = end + len(piece.text)
            added = []
        elif piece.in_source:
            end += len(piece.text)
        elif piece.in_correction(author):
            added.append(piece.text)
