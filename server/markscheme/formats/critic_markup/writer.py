"""CriticMarkup written: a text and its correction to a document."""

from collections.abc import Iterator

from markscheme.formats.corpus import Corpus, TextEdit
from markscheme.formats.critic_markup.delimiters import ARROW, MARK, quote
from markscheme.formats.critic_markup.metadata import NOTHING, metadata_at
from markscheme.formats.single_text import only_entry, sound_edits
from markscheme.text.errors import DocumentError

_UNCORRECTED = "UNK"


def write_corpus(corpus: Corpus) -> str:
    """Return the one text of a corpus with its one correction, in CriticMarkup.

    Types follow their changes as comments; those that are not ERRANT's are read back as comments. An error marked
    without a correction is a highlight, its type ``UNK`` where it has none. Read again, the document has the same texts
    and edits.

    Raises
    ------
    DocumentError
        If the corpus has not one entry with one correction, or the correction's edits are missing or don't lead to
        its text.
    """
    entry = only_entry(corpus, "CriticMarkup")
    if len(entry.corrections) != 1:
        raise DocumentError(
            f"CriticMarkup holds one correction of a text, and there are {len(entry.corrections)}",
            remedy="Write one file for each correction",
        )
    pieces: list[str] = []
    for before, markup in _parts(entry.source, sound_edits(entry, entry.corrections[0])):
        pieces += [quote(before, markup[:MARK]), markup]
    return "".join(pieces)


def change_markup(old: str, new: str, metadata: str = "") -> str:
    """Return the markup of a change, of which not both sides are empty."""
    metadata = metadata or _no_metadata(old or new)
    if not old:
        return "{++" + metadata + quote(new, "++}") + "++}"
    if not new:
        return "{--" + metadata + quote(old, "--}") + "--}"
    return "{~~" + metadata + quote(old, ARROW) + ARROW + quote(new, "~~}") + "~~}"


def _no_metadata(text: str) -> str:
    """Return what stands before text that would be read as metadata."""
    return NOTHING if metadata_at(text, 0) else ""


def type_markup(kind: str) -> str:
    """Return the comment that gives a type to what it stands behind."""
    return "{>>" + quote(kind, "<<}") + "<<}"


def _parts(source: str, edits: tuple[TextEdit, ...]) -> Iterator[tuple[str, str]]:
    """Yield the document in pieces of unchanged text, each with the markup behind it."""
    position = 0
    for edit in edits:
        old, new, kind = edit.span.of(source), edit.replacement, edit.type
        if not old and new == "":
            continue
        if new is None:
            markup = "{==" + _no_metadata(old) + quote(old, "==}") + "==}" + type_markup(kind or _UNCORRECTED)
        else:
            markup = change_markup(old, new) + (type_markup(kind) if kind else "")
        yield source[position : edit.span.start], markup
        position = edit.span.end
    yield source[position:], ""
