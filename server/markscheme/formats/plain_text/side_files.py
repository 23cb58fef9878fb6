"""A corpus as one file for each side.

Files are named as exercises find them: ``STEM.src``, ``STEM.hyp.NAME`` and ``STEM.ref.NAME``, with an
extension where the source's has one.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from markscheme.formats.annotators import Annotator, corrections_by_annotator, everybody
from markscheme.formats.base import Feature
from markscheme.formats.corpus import Corpus
from markscheme.text.errors import DocumentError

ALL_SIDES: frozenset[Feature] = frozenset({"people", "sides", "names"})
"""What formats carry that say who made a correction, by name, and whether it is a hypothesis."""
_NAME = re.compile(r"(?P<stem>.+?)(\.src)?(?P<extension>\.(txt|md|markdown|text))?", re.IGNORECASE)
_ROLES = {"hypothesis": "hyp", "reference": "ref"}
_UNSAFE = re.compile(r"[^\w.-]+")


def side_files(corpus: Corpus, name: str, written: Callable[[list[tuple[int, str]]], str]) -> dict[str, bytes]:
    """Return the content of a file for the source and for each person, by the file's name.

    Parameters
    ----------
    name
        The name of the source's file.
    written
        Gives a file's text for the texts of one side, each with its entry's index.

    Raises
    ------
    DocumentError
        If two people's files would have the same name.
    """
    people = everybody(corpus.entries)
    texts = sides_texts(corpus, people)
    return {
        file: written(list(enumerate(side))).encode()
        for file, side in zip(side_file_names(name, people), texts, strict=True)
    }


def side_file_names(name: str, people: Iterable[Annotator]) -> tuple[str, ...]:
    """Return the name of the source's file, then of each person's, as exercises find them.

    Parameters
    ----------
    name
        The name of the source's file, perhaps without ``.src``.

    Raises
    ------
    DocumentError
        If two people's files would have the same name.
    """
    match = _NAME.fullmatch(name)
    stem, extension = (match["stem"], match["extension"] or "") if match else (name, "")
    return (f"{stem}.src{extension}", *people_files(people, stem, extension).values())


def sides_texts(corpus: Corpus, people: Iterable[Annotator]) -> Iterator[tuple[str, ...]]:
    """Yield the entries' sources, then each person's texts, empty where the person has none."""
    yield tuple(entry.source for entry in corpus.entries)
    by_entry = [corrections_by_annotator(entry) for entry in corpus.entries]
    for person in people:
        yield tuple(texts[person].text if person in texts else "" for texts in by_entry)


def people_files(people: Iterable[Annotator], stem: str, extension: str) -> dict[Annotator, str]:
    """Return the name of each person's file, as exercises find them.

    Raises
    ------
    DocumentError
        If two people's files would have the same name.
    """
    files: dict[Annotator, str] = {}
    for person in people:
        file = f"{stem}.{_ROLES[person[0]]}{_suffix(person)}{extension}"
        if file.casefold() in map(str.casefold, files.values()):  # as Windows and macOS see them
            raise DocumentError(f"two people's files would be called {file}", remedy="Give them names that differ more")
        files[person] = file
    return files


def names_in_files(people: Iterable[Annotator]) -> Iterator[str]:
    """Yield the names of people that files can't bear as they are, and what they become, in a line for people."""
    names = {person[1]: suffix.removeprefix(".") for person in people if (suffix := _suffix(person))}
    changed = [f"{name} is now {safe}" for name, safe in names.items() if name != safe]
    if changed:
        yield f"names: {', '.join(changed)}"


def _suffix(person: Annotator) -> str:
    part, name = person
    safe = _UNSAFE.sub("-", name).strip(".-")
    return "" if name in ("", part) else f".{safe or 'unnamed'}"
