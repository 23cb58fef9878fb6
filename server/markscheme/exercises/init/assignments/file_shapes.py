"""The shape of a path: what is left of it without the names that differ from person to person."""

from collections import Counter
from collections.abc import Iterable, Sequence

from markscheme.exercises.init.naming.names import Word, stem_of, words_of
from markscheme.exercises.init.naming.role_words import kinds_of, version_words

_SHARED_FOLDER = 3
"""Files of a cluster in one folder from which on the folder's name means something for all of them."""
_PERSONS = frozenset({"title", "teacher", "student"})
_CLEAR = frozenset({"title", "teacher", "student", "source", "hypothesis", "reference"})

Part = frozenset[str]
Place = tuple[Part, ...]
"""A path without what differs from person to person: for each folder and the file's name, its telling words."""


def folders_of(path: str) -> Iterable[str]:
    """Return the folders of a path, the outermost first."""
    parts = path.split("/")[:-1]
    return ("/".join(parts[: length + 1]) for length in range(len(parts)))


def texts_of(path: str) -> frozenset[str]:
    """Return the words of a path."""
    return frozenset(word.text for word in words_of(path))


def own_place(path: str, key: frozenset[str], constants: frozenset[str]) -> Place:
    """Return the place of an own essay's file.

    Parameters
    ----------
    key
        The words of the student's name.
    constants
        Words that are the same for all students.
    """
    parts = ([word for word in part if word.text not in key] for part in parts_of(path))
    return _place([frozenset(_telling(word.text, constants) for word in part) - {""} for part in parts])


def _telling(word: str, constants: frozenset[str]) -> str:
    kinds = kinds_of(word)
    if kinds & _PERSONS:
        return min(kinds & _PERSONS)
    return min(kinds) if kinds else word if word in constants else ""


def shared_place(path: str, sizes: Counter[str], names: frozenset[str] = frozenset()) -> Place:
    """Return the place of a file in a class: a folder of several files counts by its name, too.

    Parameters
    ----------
    sizes
        The number of the class's files in each folder.
    names
        Words that are a person's name.
    """
    folders = list(folders_of(path))
    place: list[Part] = []
    for number, part in enumerate(parts_of(path)):
        telling = frozenset(_telling(word.text, frozenset()) for word in part if word.text not in names) - {""}
        if number < len(folders) and sizes[folders[number]] >= _SHARED_FOLDER and not telling:
            telling = frozenset(word.text for word in part)
        place.append(telling)
    return _place(place)


def _place(parts: Sequence[Part]) -> Place:
    """Return a place; inside a folder of a role, a weaker word in the file's name tells nothing more."""
    *folders, stem = parts
    if any(_is_clear(part) for part in folders) and not _is_clear(stem):
        stem = frozenset()
    return (*folders, stem)


def _is_clear(part: Part) -> bool:
    return bool(part & _CLEAR)


def parts_of(path: str) -> list[list[Word]]:
    """Return the words of each folder's and the file's name."""
    parts: list[list[Word]] = [[] for _ in range(path.count("/") + 1)]
    for word in words_of(path):
        parts[word.part].append(word)
    return parts


def constant_words(essays: Sequence[frozenset[str]]) -> frozenset[str]:
    """Return the words that several essays have, of the words of each; numbers don't count."""
    counts = Counter(word for words in essays for word in words)
    return frozenset(word for word, count in counts.items() if count >= max(2, len(essays) / 3) and not word.isdigit())


def tells_role(word: str) -> bool:
    """Return whether a word tells a role or a version, and so is no name of a person or an exercise."""
    return bool(kinds_of(word) - {"text"}) or word in version_words()


def role_shape(path: str) -> tuple[frozenset[str], ...]:
    """Return the kinds of words in each folder's and the file's name; in a folder of a role, the folders' alone."""
    *folders, stem = (frozenset(kinds_in(part)) for part in (*path.split("/")[:-1], stem_of(path)))
    return (*folders, frozenset() if any(folders) else stem)


def kinds_in(stem: str) -> set[str]:
    """Return the kinds of the words of a name."""
    return {kind for word in words_of(stem) for kind in kinds_of(word.text)}
