"""Sets of own essays: clusters whose files stand at the same places and differ in the student's name."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import attrs

from markscheme.exercises.init.assignments.family import Essay, Family, constants_of
from markscheme.exercises.init.assignments.file_shapes import (
    Place,
    own_place,
    parts_of,
    tells_role,
    texts_of,
)
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import Word, words_of
from markscheme.exercises.init.naming.role_words import exercise_words, kinds_of

_MAX_ESSAY_FILES = 8
"""More versions of one text than one student and the teachers make."""


def essay_keys(clusters: Sequence[Sequence[Candidate]]) -> list[frozenset[str]]:
    """Return the words that the names of a cluster's files share, and those of most other clusters don't."""
    shared: list[frozenset[str]] = []
    for cluster in clusters:
        counts = Counter(word for item in cluster for word in texts_of(item.path))
        enough = max(2, (len(cluster) + 1) // 2)
        shared.append(frozenset(word for word, count in counts.items() if count >= enough and not tells_role(word)))
    everywhere = Counter(word for words in shared for word in words)
    limit = len(clusters) if len(clusters) <= 2 else len(clusters) / 2
    return [frozenset(word for word in words if everywhere[word] <= 1 or everywhere[word] < limit) for words in shared]


def of_one_shape(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Return the essays in groups whose files stand at the same places."""
    constants = constants_of(essays)
    by_place: dict[Place, list[int]] = defaultdict(list)
    for number, essay in enumerate(essays):
        for place in {own_place(item.path, essay.key, constants) for item in essay.files}:
            by_place[place].append(number)
    leaders = list(range(len(essays)))
    for numbers in by_place.values():
        lowest = min(leaders[number] for number in numbers)
        merged = {leaders[number] for number in numbers}
        leaders = [lowest if leader in merged else leader for leader in leaders]
    groups: dict[int, list[Essay]] = defaultdict(list)
    for leader, essay in zip(leaders, essays, strict=True):
        groups[leader].append(essay)
    return list(groups.values())


def families_of(group: Sequence[Essay]) -> list[Family]:
    """Return one family of own essays an assignment, or a family for each text that a class shares."""
    small = [essay for essay in group if len(essay.files) <= _MAX_ESSAY_FILES and _has_single_places(essay)]
    own = [essay for essay in small if essay.key and not _names_an_exercise(essay)]
    if len(group) < 2 or len(own) < max(2, 0.7 * len(group)):
        return [Family((essay,), is_own=False) for essay in group]
    others = [Family((essay,), is_own=False) for essay in group if essay not in own]
    strangers = sum(_has_a_stranger(essay, group) for essay in own)
    if 2 * strangers > len(own):
        return [*others, *(Family((essay,), is_own=False) for essay in own)]
    return [*others, *(Family(tuple(part), is_own=True) for part in _assignments(own))]


def _has_single_places(essay: Essay) -> bool:
    """Return whether no place has more files than one person's versions."""
    counts = Counter(own_place(item.path, essay.key, frozenset()) for item in essay.files)
    return len(counts) >= 2 and max(counts.values()) <= 2


def _names_an_exercise(essay: Essay) -> bool:
    """Return whether the words of the key are those of an exercise, as in ``week 3``, and not of a person."""
    if any(not word.isdigit() and word not in exercise_words() for word in essay.key):
        return False
    parts = (part for item in essay.files for part in parts_of(item.path))
    return any(
        {word.text for word in part} & essay.key and {word.text for word in part} & exercise_words() for part in parts
    )


def _has_a_stranger(essay: Essay, group: Sequence[Essay]) -> bool:
    """Return whether a file bears another name than the key: ``letter.hyp.amira``, ``letter/students/amira``."""
    constants = constants_of(group)
    counts = Counter(word for item in essay.files for word in texts_of(item.path))
    return any(
        counts[word.text] == 1 and _is_a_name(word, item.path, essay.key, word.text in constants)
        for item in essay.files
        for word in words_of(item.path)
        if word.text not in essay.key
    )


def _is_a_name(word: Word, path: str, key: frozenset[str], is_constant: bool) -> bool:
    """Return whether a word stands where a name does: beside the key in a file's name, or in a folder of students."""
    last = path.count("/")
    if word.part != last or word.is_number or tells_role(word.text) or kinds_of(word.text):
        return False
    key_parts = {other.part for other in words_of(path) if other.text in key}
    folders = [words_of(folder) for number, folder in enumerate(path.split("/")[:-1]) if number not in key_parts]
    is_students = any("student" in kinds_of(other.text) for words in folders for other in words)
    return (last in key_parts and not is_constant) or (is_students and last not in key_parts)


def _assignments(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Part essays by assignment where a student has several: by the words of an exercise in their keys."""
    by_owner: dict[frozenset[str], list[Essay]] = defaultdict(list)
    for essay in essays:
        by_owner[_person(essay)].append(essay)
    if all(len(every) == 1 for every in by_owner.values()):
        return [list(essays)]
    parts: dict[frozenset[str], list[Essay]] = defaultdict(list)
    for owner, every in by_owner.items():
        for essay in every:
            mark = _mark(essay, every, owner)
            parts[mark].append(attrs.evolve(essay, key=owner, mark=mark))
    return list(parts.values())


def _mark(essay: Essay, every: Sequence[Essay], owner: frozenset[str]) -> frozenset[str]:
    """Return the words that all names of an essay's files have, and those of the student's other essays have not."""
    shared = frozenset.intersection(*(texts_of(item.path) for item in essay.files)) - owner
    others = frozenset(word for other in every if other is not essay for word in other.other_words)
    return frozenset(word for word in shared - others if not tells_role(word)) or essay.key - owner


def _person(essay: Essay) -> frozenset[str]:
    """Return the words of a key that name a person."""
    letters = frozenset(word for word in essay.key if not word.isdigit() and word not in exercise_words())
    return letters or essay.key
