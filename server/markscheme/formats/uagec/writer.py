"""UA-GEC's annotation written: a text and its corrections, a document for each."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from markscheme.formats.annotators import corrections_by_annotator
from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, joined
from markscheme.formats.plain_text.side_files import people_files
from markscheme.formats.single_text import only_entry, sound_edits
from markscheme.formats.uagec.annotations import annotation
from markscheme.formats.uagec.reader import read_annotated
from markscheme.text.errors import DocumentError


def write_corpus(corpus: Corpus, name: str, title: str) -> dict[str, bytes]:
    """Return the one text of a corpus with each correction, by the file's name.

    Tokenised sentences become the lines of one text. One correction stands in the file of that name; several have a
    file each, named as exercises find them: ``STEM.ref.NAME.uagec``. Read again, a document has the same texts and
    edits.

    Raises
    ------
    DocumentError
        If the corpus has not one text, or nobody corrected it; a correction's edits are missing or don't lead to its
        text; an edit or the text has characters that the annotation gives a meaning; or two people's files would have
        the same name.
    """
    entry = only_entry(joined(corpus) if corpus.tokenised else corpus, title)
    corrections = corrections_by_annotator(entry)
    if not corrections:
        raise DocumentError(f"{title} holds one correction of a text, and there are 0")
    if len(corrections) == 1:
        return {name: written(entry, entry.corrections[0]).encode()}
    names = people_files(corrections, PurePath(name).stem, PurePath(name).suffix)
    return {file: written(entry, corrections[person]).encode() for person, file in names.items()}


def written(entry: Entry, correction: Correction) -> str:
    """Return a text with one correction of it.

    Raises
    ------
    DocumentError
        If its edits are missing or don't lead to it, or characters have a meaning in the annotation.
    """
    edits = tuple(
        edit for edit in sound_edits(entry, correction) if edit.replacement != "" or edit.span.of(entry.source)
    )
    text = "".join(_parts(entry.source, edits))
    try:
        document = read_annotated(text)
        is_same = (document.source, document.corrected, document.edits) == (entry.source, correction.text, edits)
    except DocumentError:
        is_same = False
    if not is_same:
        raise DocumentError(
            "the text has braces, '=>' or ':::error_type=' where UA-GEC's annotation gives them a meaning",
            remedy="It has no way to write them as text",
        )
    return text


def _parts(source: str, edits: Sequence[TextEdit]) -> Iterator[str]:
    position = 0
    for edit in edits:
        yield source[position : edit.span.start]
        yield annotation(edit.span.of(source), edit.replacement, edit.type)
        position = edit.span.end
    yield source[position:]
