"""Formats with a file for each side: parallel lines, essays, MultiGEC's Markdown.

Files are named as exercises find them: ``STEM.src``, ``STEM.hyp.NAME`` and ``STEM.ref.NAME``, with an
extension where the source's has one.
"""

import re
from collections.abc import Callable, Mapping

from markscheme.formats.annotators import Annotator, corrections_by_annotator
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.multigec import Essay
from markscheme.formats.multigec import write_essays as write_multigec_essays
from markscheme.formats.single_text import only_entry
from markscheme.text.errors import DocumentError

_NAME = re.compile(r"(?P<stem>.+?)(\.src)?(?P<extension>\.(txt|md|markdown|text))?", re.IGNORECASE)
_ROLES = {"hypothesis": "hyp", "reference": "ref"}
_UNSAFE = re.compile(r"[^\w.-]+")


def write_lines(corpus: Corpus, name: str) -> Mapping[str, bytes]:
    """One tokenised sentence a line; the line of a person without a correction of it is empty.

    Raises
    ------
    DocumentError
        If a sentence has a line end in it.
    """
    return _files(corpus, name, lambda texts: "".join(f"{_line(text)}\n" for _, text in texts))


def write_essays(corpus: Corpus, name: str) -> Mapping[str, bytes]:
    """A text a file.

    Raises
    ------
    DocumentError
        If there is not one text.
    """
    only_entry(corpus, "an essay's file")
    return _files(corpus, name, lambda texts: "".join(text for _, text in texts))


def write_multigec(corpus: Corpus, name: str) -> Mapping[str, bytes]:
    """All essays a file, under headings; entries without an id are numbered from 1 on.

    Raises
    ------
    DocumentError
        If an id is there twice, or a text has what readers take for a heading.
    """
    ids = [entry.id or str(number) for number, entry in enumerate(corpus.entries, 1)]

    def written(texts: list[tuple[int, str]]) -> str:
        return write_multigec_essays(Essay(ids[index], text) for index, text in texts)

    return _files(corpus, name, written)


def _files(corpus: Corpus, name: str, written: Callable[[list[tuple[int, str]]], str]) -> dict[str, bytes]:
    """A file for the source and for everybody, of texts with their entries' indices."""
    match = _NAME.fullmatch(name)
    stem, extension = (match["stem"], match["extension"] or "") if match else (name, "")
    files = {f"{stem}.src{extension}": written([(index, entry.source) for index, entry in enumerate(corpus.entries)])}
    for person in dict.fromkeys(person for entry in corpus.entries for person in corrections_by_annotator(entry)):
        file = f"{stem}.{_ROLES[person[0]]}{_suffix(person)}{extension}"
        if file.casefold() in map(str.casefold, files):  # as Windows and macOS see them
            raise DocumentError(f"two people's files would be called {file}", remedy="Give them names that differ more")
        files[file] = written([(index, _text(entry, person)) for index, entry in enumerate(corpus.entries)])
    return {file: content.encode() for file, content in files.items()}


def _suffix(person: Annotator) -> str:
    part, name = person
    safe = _UNSAFE.sub("-", name).strip(".-")
    return "" if name in ("", part) else f".{safe or 'unnamed'}"


def _text(entry: Entry, person: Annotator) -> str:
    found: Correction | None = corrections_by_annotator(entry).get(person)
    return found.text if found else ""


def _line(text: str) -> str:
    if re.search(r"[\r\n]", text):
        raise DocumentError("a sentence has a line end in it, and parallel lines hold one sentence a line")
    return text
