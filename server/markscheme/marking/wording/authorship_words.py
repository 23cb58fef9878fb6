"""How the authors of a file share its corrections, in words for people."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from markscheme.formats.document import Document
from markscheme.marking.wording.people import person_name

_SHOWN = 3


def authorship(documents: Iterable[Document]) -> str:
    """Return how the authors of each file share the work; nothing for files of one author or without authors.

    >>> kim, roy = (Document(name, "", Path("a.docx"), authors=(name,)) for name in ("kim", "roy"))
    >>> authorship([kim, roy])
    'Kim or Roy'
    >>> authorship([Document("a", "", Path("a.docx"), authors=("kim", "roy"))])
    'Kim and Roy together'
    """
    by_file: dict[Path | None, list[Document]] = {}
    for document in documents:
        if document.authors:
            by_file.setdefault(document.path, []).append(document)
    parts = (_choice(items) for items in by_file.values() if len(items) > 1 or len(items[0].authors) > 1)
    return "; ".join(parts)


def _choice(documents: Sequence[Document]) -> str:
    return " or ".join(together(document.authors) for document in documents)


def together(authors: Sequence[str]) -> str:
    """Return the names of people whose changes are one correction; of many, the first.

    >>> together(["Ann", "Ben", "Cem", "Dan", "Eva"])
    'Ann, Ben and 3 others together'
    """
    names = [person_name(author) for author in authors]
    if len(names) == 1:
        return names[0]
    if len(names) > _SHOWN:
        names = [*names[: _SHOWN - 1], f"{len(names) - _SHOWN + 1} others"]
    return f"{', '.join(names[:-1])} and {names[-1]} together"
