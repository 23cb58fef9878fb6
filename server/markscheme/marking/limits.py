"""What marking leaves out of a document that is too much for it, and the words that say so.

Everything else of a document is marked as usual.
"""

from collections.abc import Iterator, Sequence

from markscheme.alignment.alignment import Alignment
from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.edits.pieces import incomparable
from markscheme.encoders import encoder
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.passages.tangles import is_tangled
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex

LEAST_ENCODED = 50_000
"""Words that the encoder reads for the vectors of any document, however short."""
ENCODED_PER_TOKEN = 4
"""Words that it reads for each token of a longer document, its source and its references."""


def encoded_words(edits: Sequence[PassageEdits]) -> int:
    """Return the number of words that an encoder reads for the vectors of all edits: a text for each edit."""
    return sum(_encoded(item.source, side) for item in edits for side in (item.hypothesis, *item.references))


def _encoded(source: tuple[str, ...], side: Edits) -> int:
    if not side:
        return 0
    length = len(source) + sum(len(edit.replacement) - (edit.end - edit.start) for edit in side)
    return (len(side) + 1) * min(length, encoder.MAX_TOKENS)


def too_many_changes(edits: Sequence[PassageEdits], document: Document) -> DocumentError | None:
    """Return why a document's vectors are left out; ``None`` where they are not."""
    tokens = sum(len(item.source) * (len(item.references) + 2) for item in edits)
    words = encoded_words(edits)
    if words <= max(LEAST_ENCODED, ENCODED_PER_TOKEN * tokens):
        return None
    return DocumentError(
        f"this document has too many changes for credit and weights: the encoder would read {words} words",
        path=document.path,
        remedy="Mark it in parts",
    )


def long_sentences(aligned: Alignment, marked: Document) -> Iterator[DocumentError]:
    """Yield a problem for each sentence so long and so changed that parts of it count as one change."""
    versions = [(marked, [item.hypothesis for item in aligned.passages])]
    versions += [
        (document, [item.references[number] for item in aligned.passages])
        for number, document in enumerate(aligned.references)
    ]
    for document, sides in versions:
        for passage, side in zip(aligned.passages, sides, strict=True):
            if not side.states_edits and (words := incomparable(passage.source.tokens, side.segment.tokens)):
                yield _long_sentence(document, side, max(len(passage.source.tokens), len(side.segment.tokens)), words)


def tangled_sentences(aligned: Alignment, marked: Document, edits: Sequence[PassageEdits]) -> Iterator[DocumentError]:
    """Yield a problem for each passage that has too many changes; changes side by side count as one there."""
    for passage, item in zip(aligned.passages, edits, strict=True):
        if is_tangled(item):
            changes = max(map(len, (item.hypothesis, *item.references)))
            yield DocumentError(
                f"this sentence is changed {changes} times, and changes side by side count as one",
                path=marked.path,
                line=_line(marked, passage.hypothesis),
            )


def _long_sentence(document: Document, side: Side, length: int, words: int) -> DocumentError:
    return DocumentError(
        f"a sentence of {length} words is too long to be compared word by word: {words} of them count as one change",
        path=document.path,
        line=_line(document, side),
        remedy="End sentences with a full stop, a question mark or an exclamation mark",
    )


def _line(document: Document, side: Side) -> int | None:
    """Return the 1-based line at which a document's part of a passage begins, where the document is its file."""
    if document.places is not None:
        return None
    return LineIndex(document.text).position(side.segment.start, "utf-32").line + 1
