"""Checks of a corpus for formats that hold one text."""

from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, apply_edits
from markscheme.text.errors import DocumentError


def only_entry(corpus: Corpus, format_name: str) -> Entry:
    """Return the entry of a corpus that has one.

    Raises
    ------
    DocumentError
        If it has none or several.
    """
    if len(corpus.entries) != 1:
        raise DocumentError(
            f"{format_name} holds one text, and there are {len(corpus.entries)}", remedy="Write one file for each text"
        )
    return corpus.entries[0]


def sound_edits(entry: Entry, correction: Correction) -> tuple[TextEdit, ...]:
    """Return a correction's edits, in source order, without overlaps, which lead to its text.

    Raises
    ------
    DocumentError
        If they are missing, out of order or outside the text, or don't lead to it.
    """
    whose = f"the correction of {correction.name or 'an unnamed person'}"
    if correction.edits is None:
        raise DocumentError(
            f"{whose} is only a text, without the edits that lead to it",
            remedy="Have its edits extracted before it is written in this format",
        )
    end = 0
    for edit in correction.edits:
        if not end <= edit.span.start <= edit.span.end <= len(entry.source):
            raise DocumentError(
                f"{whose} has an edit of characters {edit.span.start} to {edit.span.end}, out of order or of the text"
            )
        end = edit.span.end
    if apply_edits(entry.source, correction.edits) != correction.text:
        raise DocumentError(f"{whose} has edits that don't lead to its text")
    return correction.edits
