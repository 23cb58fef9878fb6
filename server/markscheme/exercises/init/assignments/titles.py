"""The names of assignments: their folder's, or what their files are called beside others there."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from os.path import commonpath

from markscheme.exercises.init.assignments.family import Family
from markscheme.exercises.init.assignments.file_shapes import kinds_in
from markscheme.exercises.init.naming.names import Word, folder_of, label_of, stem_of, words_of
from markscheme.exercises.init.naming.persons import composed
from markscheme.exercises.init.naming.role_words import exercise_words, kinds_of

_CONVENTION = re.compile(r"(?P<stem>.+?)\.(?:src|hyp|ref)\d*(?:\..+)?")


def titles(assignments: Sequence[Family], folder: str, taken: Iterable[str] = ()) -> list[str]:
    """Return a name for each assignment: its folder's, or what its files are called beside others there.

    Parameters
    ----------
    folder
        The name of the folder that is set up.
    taken
        Names of other exercises.
    """
    folders = [_common_folder(family) for family in assignments]
    counts = Counter(folders)
    names = []
    for family, own in zip(assignments, folders, strict=True):
        name = own.rpartition("/")[2] or folder or "exercise"
        if counts[own] > 1 or _is_conventional(family):
            name = _called(family) or name
        names.append(name)
    return _distinct(names, folders, frozenset(taken))


def _common_folder(family: Family) -> str:
    """Return the folder that holds all files of an assignment."""
    folders = {folder_of(item.path) or "." for item in family.files}
    shared = commonpath(folders).replace("\\", "/") if folders else "."
    shared = "" if shared == "." else shared
    while shared and (kinds_in(shared.rpartition("/")[2]) - {"text"}):
        shared = folder_of(shared)
    return shared


def _is_conventional(family: Family) -> bool:
    """Return whether the names of files name the exercise: ``STEM.src``, and M2 files that begin alike."""
    stems = [stem_of(item.path) for item in family.files]
    is_named = any(_CONVENTION.fullmatch(stem) for stem in stems)
    return is_named or all(item.is_annotated for item in family.files)


def _called(family: Family) -> str | None:
    """Return what the files of an exercise are called: by the convention of names, or by the words they share."""
    if family.is_own:
        return _marked_label(family)
    stems = [stem_of(item.path) for item in family.files]
    named = {match["stem"] for stem in stems if (match := _CONVENTION.fullmatch(stem)) is not None}
    if len(named) == 1:
        return named.pop()
    shortest = min(stems, key=len)
    if all(item.is_annotated for item in family.files) and all(stem.startswith(shortest) for stem in stems):
        return shortest
    label = _shared_label(family)
    return composed(label) if label else None


def _distinct(names: Sequence[str], folders: Sequence[str], taken: frozenset[str]) -> list[str]:
    """Return different names: two folders may hold a ``week-1`` each."""
    counts = Counter(names)
    distinct: list[str] = []
    for name, folder in zip(names, folders, strict=True):
        longer = name if counts[name] == 1 or not folder else folder if folder.endswith(name) else f"{folder}/{name}"
        number = 2
        unique = longer
        while unique in distinct or unique in taken:
            unique, number = f"{longer} {number}", number + 1
        distinct.append(unique)
    return distinct


def _shared_label(family: Family) -> str | None:
    """Return what the files of a text are called and others aren't: ``letter`` of ``letter.src.txt``."""
    essay = family.essays[0]
    for item in essay.files:
        words = words_of(item.path)
        for part in range(item.path.count("/"), -1, -1):
            here = [word for word in words if word.part == part and (word.text in essay.key or _names(word))]
            if any(word.text in essay.key for word in here):
                every = [word for word in words if word.part == part]
                return label_of(item.path, _with_word_before(every, here))
    return None


def _marked_label(family: Family) -> str | None:
    """Return what tells a set of own essays from the students' others: ``Essay 2``."""
    for essay in family.essays:
        for item in essay.files:
            words = words_of(item.path)
            for part in range(item.path.count("/"), -1, -1):
                here = [word for word in words if word.part == part]
                label = label_of(item.path, _with_word_before(here, [word for word in here if word.text in essay.mark]))
                if label:
                    return composed(label)
    return None


def _with_word_before(words: Sequence[Word], marked: list[Word]) -> list[Word]:
    """Return words with the word of an exercise before a number: ``devoir1`` rather than ``1``."""
    if not marked or not marked[0].is_number:
        return marked
    place = words.index(marked[0])
    before = words[place - 1] if place else None
    return [before, *marked] if before is not None and before.text in exercise_words() else marked


def _names(word: Word) -> bool:
    return word.text in exercise_words() and not kinds_of(word.text)
