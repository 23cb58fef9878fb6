"""Exercises as clusters of texts: one that a class shares, or a set of essays that students wrote each for themselves.

A cluster holds the versions of one text. In a set of own essays the clusters have one shape: their files stand in the
same folders under the same words, and differ in the student's name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from os.path import commonpath

import attrs

from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.names import Word, folder_of, label_of, words_of
from markscheme.exercises.init.role_words import WEAK, exercise_words, kinds_of, version_words

_MAX_ESSAY_FILES = 8
"""More versions of one text than one student and the teachers make."""
_SHARED_FOLDER = 3
"""Files of a cluster in one folder from which on the folder's name means something for all of them."""

_PERSONS = frozenset({"title", "teacher", "student"})
_CLEAR = frozenset({"title", "teacher", "student", "source", "hypothesis", "reference"})

Part = frozenset[str]
Place = tuple[Part, ...]
"""A path without what differs from person to person: for each folder and the file's name, its telling words."""
KEY = "{key}"


@attrs.frozen
class Essay:
    """The versions of one text, with the words that all their names have and others' have not."""

    files: tuple[Candidate, ...]
    key: frozenset[str] = frozenset()


@attrs.frozen
class Unit:
    """Files that stand at the same place, and so have the same role."""

    place: Place
    files: tuple[Candidate, ...]


@attrs.frozen
class Family:
    """An assignment: the essays of its students, or the one text that all of them share.

    Attributes
    ----------
    is_own
        Whether each student has an essay of their own.
    is_certain
        Whether that can be seen; if not, the person is asked.
    """

    essays: tuple[Essay, ...]
    is_own: bool
    is_certain: bool = True

    @property
    def files(self) -> tuple[Candidate, ...]:
        return tuple(item for essay in self.essays for item in essay.files)

    def essay_of(self, item: Candidate) -> Essay:
        return next(essay for essay in self.essays if item in essay.files)

    def units(self) -> tuple[Unit, ...]:
        """Return the files by their places, in the order of their paths."""
        constants = _constants(self.essays) if self.is_own else frozenset()
        places: dict[Place, list[Candidate]] = defaultdict(list)
        for essay in self.essays:
            sizes = Counter(folder for item in essay.files for folder in _folders(item.path))
            for item in essay.files:
                place = _own_place(item, essay.key, constants) if self.is_own else _shared_place(item, sizes)
                places[place].append(item)
        units = (Unit(place, tuple(sorted(files, key=_path))) for place, files in places.items())
        return tuple(sorted(units, key=lambda unit: unit.files[0].path))


def families(clusters: Sequence[Sequence[Candidate]]) -> list[Family]:
    """Return the assignments of clusters of two files and more, in the order of their paths."""
    split = [part for cluster in clusters for group in _by_folder(cluster) for part in _split(group)]
    split = [part for part in split if len(part) > 1]
    keys = _keys(split)
    essays = [Essay(tuple(sorted(cluster, key=_path)), key) for cluster, key in zip(split, keys, strict=True)]
    result: list[Family] = []
    for group in _of_one_shape(essays):
        result += _families(group)
    return sorted(result, key=lambda family: min(item.path for item in family.files))


def _path(item: Candidate) -> str:
    return item.path


def _folders(path: str) -> Iterable[str]:
    parts = path.split("/")[:-1]
    return ("/".join(parts[: length + 1]) for length in range(len(parts)))


def texts_of(path: str) -> frozenset[str]:
    """Return the words of a path."""
    return frozenset(word.text for word in words_of(path))


def _by_folder(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise that lie in a folder each, as for two classes."""
    above = commonpath([f"/{folder_of(item.path)}" for item in cluster]).strip("/")
    start = len(above) + 1 if above else 0
    by_child: dict[str, list[Candidate]] = defaultdict(list)
    for item in cluster:
        first, below, _ = item.path[start:].partition("/")
        by_child[first if below else ""].append(item)
    by_names = any(_lead(item) == "source" for item in cluster)
    is_whole = _is_whole_by_names if by_names else _carries
    plain = [child for child in by_child if child and not any(kinds_of(word.text) - WEAK for word in words_of(child))]
    whole = [by_child[child] for child in plain if is_whole(by_child[child])]
    rest = [item for files in by_child.values() if files not in whole for item in files]
    if by_names:
        is_parted = len(whole) + (bool(rest) and is_whole(rest)) > 1 and (not rest or is_whole(rest))
    else:
        belongs_to_all = "" in by_child or any(_lead(item) in ("source", "reference") for item in rest)
        is_parted = len(whole) > 1 and not belongs_to_all
    if not is_parted:
        return [list(cluster)]
    parts = [part for files in whole for part in _by_folder(files)]
    return [*parts, rest] if rest else parts


def _lead(item: Candidate) -> str | None:
    """Return the role that a file's names tell clearly, if they tell one."""
    clear = {role: vote for role, vote in item.votes.items() if vote >= 0.5}
    return max(clear, key=lambda role: clear[role], default=None)


def _is_whole_by_names(files: Sequence[Candidate]) -> bool:
    roles = {_lead(item) for item in files}
    return "source" in roles and bool(roles & {"reference", "hypothesis"})


def _carries(files: Sequence[Candidate]) -> bool:
    """Return whether files carry their source, and so need no others."""
    return any(item.corrects for item in files)


def _split(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise: several files are its source by name, have one text, and differ in a name."""
    sources = [item for item in cluster if item.votes.get("source", 0) >= 0.8 and len(item.votes) == 1]
    if len(sources) < 2 or any(not item.has_text_of(sources[0]) for item in sources):
        return [list(cluster)]
    common = frozenset.intersection(*(texts_of(item.path) for item in sources))
    marks = [frozenset(word for word in texts_of(item.path) - common if not kinds_of(word)) for item in sources]
    if not all(marks) or len(set(marks)) < len(marks):
        return [list(cluster)]
    parts: list[list[Candidate]] = [[item] for item in sources]
    for item in cluster:
        if item in sources:
            continue
        scores = [len(mark & texts_of(item.path)) for mark in marks]
        if max(scores) and scores.count(max(scores)) == 1:
            parts[scores.index(max(scores))].append(item)
    return [part for part in parts if len(part) > 1]


def _keys(clusters: Sequence[Sequence[Candidate]]) -> list[frozenset[str]]:
    """Return the words that the names of a cluster's files share, and those of most other clusters don't."""
    shared: list[frozenset[str]] = []
    for cluster in clusters:
        counts = Counter(word for item in cluster for word in texts_of(item.path))
        enough = max(2, (len(cluster) + 1) // 2)
        shared.append(frozenset(word for word, count in counts.items() if count >= enough and not _tells(word)))
    everywhere = Counter(word for words in shared for word in words)
    limit = len(clusters) if len(clusters) <= 2 else len(clusters) / 2
    return [frozenset(word for word in words if everywhere[word] <= 1 or everywhere[word] < limit) for words in shared]


def _tells(word: str) -> bool:
    """Return whether a word tells a role or a version, and so is no name of a person or an exercise."""
    return bool(kinds_of(word) - {"text"}) or word in version_words()


def _constants(essays: Sequence[Essay]) -> frozenset[str]:
    """Return the words that files of several essays have at the same place."""
    counts = Counter(
        word for essay in essays for word in frozenset.union(*(texts_of(item.path) for item in essay.files)) - essay.key
    )
    return frozenset(word for word, count in counts.items() if count >= max(2, len(essays) / 3) and not word.isdigit())


def _own_place(item: Candidate, key: frozenset[str], constants: frozenset[str]) -> Place:
    parts = ([word for word in part if word.text not in key] for part in _parts(item.path))
    return _place([frozenset(_telling(word.text, constants) for word in part) - {""} for part in parts])


def _telling(word: str, constants: frozenset[str]) -> str:
    kinds = kinds_of(word)
    if kinds & _PERSONS:
        return min(kinds & _PERSONS)
    return min(kinds) if kinds else word if word in constants else ""


def _shared_place(item: Candidate, sizes: Counter[str]) -> Place:
    folders = list(_folders(item.path))
    place: list[Part] = []
    for number, part in enumerate(_parts(item.path)):
        telling = frozenset(_telling(word.text, frozenset()) for word in part) - {""}
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


def _parts(path: str) -> list[list[Word]]:
    parts: list[list[Word]] = [[] for _ in range(path.count("/") + 1)]
    for word in words_of(path):
        parts[word.part].append(word)
    return parts


def _of_one_shape(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Return the essays in groups whose files stand at the same places."""
    constants = _constants(essays)
    by_place: dict[Place, list[int]] = defaultdict(list)
    for number, essay in enumerate(essays):
        for place in {_own_place(item, essay.key, constants) for item in essay.files}:
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


def _families(group: Sequence[Essay]) -> list[Family]:
    """Return one family of own essays an assignment, or a family for each text that a class shares."""
    small = [essay for essay in group if len(essay.files) <= _MAX_ESSAY_FILES and _has_single_places(essay)]
    own = [essay for essay in small if essay.key and not _names_an_exercise(essay)]
    if len(group) < 2 or len(own) < max(2, 0.7 * len(group)):
        return [Family((essay,), is_own=False) for essay in group]
    others = [Family((essay,), is_own=False) for essay in group if essay not in own]
    strangers = sum(_has_a_stranger(essay, group) for essay in own)
    certain = 2 * strangers <= len(own)
    if not certain:
        return [*others, *(Family((essay,), is_own=False, is_certain=True) for essay in own)]
    return [*others, *(Family(tuple(part), is_own=True) for part in _assignments(own))]


def _has_single_places(essay: Essay) -> bool:
    """Return whether no place has more files than one person's versions."""
    counts = Counter(_own_place(item, essay.key, frozenset()) for item in essay.files)
    return len(counts) >= 2 and max(counts.values()) <= 2


def _names_an_exercise(essay: Essay) -> bool:
    """Return whether the words of the key are those of an exercise, as in ``week 3``, and not of a person."""
    if any(not word.isdigit() and word not in exercise_words() for word in essay.key):
        return False
    parts = (part for item in essay.files for part in _parts(item.path))
    return any(
        {word.text for word in part} & essay.key and {word.text for word in part} & exercise_words() for part in parts
    )


def _has_a_stranger(essay: Essay, group: Sequence[Essay]) -> bool:
    """Return whether a file bears another name than the key: ``letter.hyp.amira``, ``letter/students/amira``."""
    constants = _constants(group)
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
    if word.part != last or word.is_number or _tells(word.text) or kinds_of(word.text):
        return False
    key_parts = {other.part for other in words_of(path) if other.text in key}
    folders = [words_of(folder) for number, folder in enumerate(path.split("/")[:-1]) if number not in key_parts]
    is_students = any("student" in kinds_of(other.text) for words in folders for other in words)
    return (last in key_parts and not is_constant) or (is_students and last not in key_parts)


def _assignments(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Part essays by assignment where a student has several: by the words of an exercise in their keys."""
    owners = Counter(frozenset(_person(essay)) for essay in essays)
    if max(owners.values()) == 1:
        return [list(essays)]
    parts: dict[frozenset[str], list[Essay]] = defaultdict(list)
    for essay in essays:
        parts[essay.key - _person(essay)].append(attrs.evolve(essay, key=_person(essay)))
    return list(parts.values())


def _person(essay: Essay) -> frozenset[str]:
    """Return the words of a key that name a person."""
    letters = frozenset(word for word in essay.key if not word.isdigit() and word not in exercise_words())
    return letters or essay.key


def exercise_label(family: Family) -> str | None:
    """Return what the files of a text are called and others aren't: ``letter`` of ``letter.src.txt``."""
    essay = family.essays[0]
    for item in essay.files:
        words = words_of(item.path)
        for part in range(item.path.count("/"), -1, -1):
            here = [word for word in words if word.part == part and (word.text in essay.key or _names(word))]
            if any(word.text in essay.key for word in here):
                return label_of(item.path, here)
    return None


def _names(word: Word) -> bool:
    return word.text in exercise_words() and not kinds_of(word.text)


def student_label(item: Candidate, key: frozenset[str]) -> str | None:
    """Return the student's name as it stands in a path; ``None`` where it does not.

    Where several folders bear it, the one nearest to the file counts.
    """
    words = [word for word in words_of(item.path) if word.text in key]
    for part in sorted({word.part for word in words}, reverse=True):
        here = [word for word in words if word.part == part]
        letters = [word for word in here if not word.is_number] or here
        return label_of(item.path, letters)
    return None
