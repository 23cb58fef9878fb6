"""Words of roles that are part of a person's name: ``students/Grace Teacher.txt`` is by a student."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from markscheme.exercises.init.naming.names import Word, folder_of, words_of
from markscheme.exercises.init.naming.role_words import exercise_words, kinds_of, version_words, votes_of

_STUDENTS = 0.3
"""How far a folder's name speaks for students where files in it bear their names."""


def surnames(paths: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the words in the names of files that look like a role's and are a person's, by path.

    They begin with a capital letter beside another name, in a folder of students, and no other file there has them. A
    file whose name without them is another file's is a version of it.
    """
    by_folder: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        by_folder[folder_of(path)].append(path)
    names: dict[str, frozenset[str]] = {}
    for folder, members in by_folder.items():
        if _is_of_students(folder):
            names |= _in_folder(members)
    return names


def _in_folder(paths: Iterable[str]) -> dict[str, frozenset[str]]:
    stems = {path: [word for word in words_of(path) if word.part == path.count("/")] for path in paths}
    counts = Counter(text for words in stems.values() for text in {word.text for word in words})
    every = {frozenset(word.text for word in words) for words in stems.values()}
    names: dict[str, frozenset[str]] = {}
    for path, words in stems.items():
        roles = frozenset(word.text for word in words if _looks_like_role(word) and counts[word.text] == 1)
        rest = frozenset(word.text for word in words) - roles
        if roles and rest not in every and any(_is_plain_name(word) for word in words if word.text in rest):
            names[path] = roles
    return names


def _is_of_students(folder: str) -> bool:
    votes = votes_of(word.text for word in words_of(folder.rpartition("/")[2]))
    others = max((vote for role, vote in votes.items() if role != "hypothesis"), default=0.0)
    return votes.get("hypothesis", 0.0) - others >= _STUDENTS


def _looks_like_role(word: Word) -> bool:
    return word.is_large and bool(kinds_of(word.text)) and word.text not in version_words()


def _is_plain_name(word: Word) -> bool:
    """Return whether a word may be a person's other name."""
    return word.is_large and not (kinds_of(word.text) or word.text in version_words() | exercise_words())
