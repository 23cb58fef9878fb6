"""The assignments of a folder's files: a text that a class shares, or a set of essays that students wrote themselves.

The files are clustered by the pairs of neighbouring words that they share. Texts about one topic share words, and few
pairs; a text and its correction share most pairs, and some even where much is rewritten. In a set of own essays the
clusters have one shape: their files stand in the same folders under the same words, and differ in the student's name.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from os.path import commonpath

import attrs

from markscheme.exercises.init import naming
from markscheme.exercises.init.plan import Candidate, author_roles
from markscheme.grouping import grouped

_SHARED_FOLDER = 3
_PERSONS = frozenset({"title", "teacher", "student"})
_CLEAR = frozenset({"title", "teacher", "student", "source", "hypothesis", "reference"})

Part = frozenset[str]
Place = tuple[Part, ...]
"""A path without what differs from person to person: for each folder and the file's name, its telling words."""


def folders_of(path: str) -> Iterable[str]:
    parts = path.split("/")[:-1]
    return ("/".join(parts[: length + 1]) for length in range(len(parts)))


def own_place(path: str, key: frozenset[str], constants: frozenset[str]) -> Place:
    parts = ([word for word in part if word.text not in key] for part in naming.parts_of(path))
    return _place([frozenset(_telling(word.text, constants) for word in part) - {""} for part in parts])


def _telling(word: str, constants: frozenset[str]) -> str:
    kinds = naming.kinds_of(word)
    if kinds & _PERSONS:
        return min(kinds & _PERSONS)
    return min(kinds) if kinds else word if word in constants else ""


def _shared_place(path: str, sizes: Counter[str], names: frozenset[str] = frozenset()) -> Place:
    """Return the place of a file in a class: a folder of several files counts by its name, too.

    ``sizes`` are the numbers of the class's files in each folder, ``names`` words that are a person's name.
    """
    folders = list(folders_of(path))
    place: list[Part] = []
    for number, part in enumerate(naming.parts_of(path)):
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


def _constant_words(essays: Sequence[frozenset[str]]) -> frozenset[str]:
    counts = Counter(word for words in essays for word in words)
    return frozenset(word for word, count in counts.items() if count >= max(2, len(essays) / 3) and not word.isdigit())


def tells_role(word: str) -> bool:
    """Return whether a word tells a role or a version, and so is no name of a person or an exercise."""
    return bool(naming.kinds_of(word) - {"text"}) or word in naming.vocabulary().version


def role_shape(path: str) -> tuple[frozenset[str], ...]:
    """Return the kinds of words in each folder's and the file's name; in a folder of a role, the folders' alone."""
    *folders, stem = (frozenset(kinds_in(part)) for part in (*path.split("/")[:-1], naming.stem_of(path)))
    return (*folders, frozenset() if any(folders) else stem)


def kinds_in(stem: str) -> set[str]:
    return {kind for word in naming.words_of(stem) for kind in naming.kinds_of(word.text)}


@attrs.frozen
class Essay:
    """The versions of one text, by its student's name (``key``) and the words that tell it from their others."""

    files: tuple[Candidate, ...]
    key: frozenset[str] = frozenset()
    mark: frozenset[str] = frozenset()

    @property
    def other_words(self) -> frozenset[str]:
        return frozenset(word for item in self.files for word in naming.texts_of(item.path)) - self.key


@attrs.frozen
class Unit:
    """Files that stand at the same place, and so have the same role."""

    place: Place
    files: tuple[Candidate, ...]

    @property
    def id(self) -> str:
        return self.files[0].path

    def parted(self) -> list["Unit"]:
        return [Unit(self.place, (item,)) for item in self.files]


@attrs.frozen
class Family:
    """An assignment: the essays of its students (``is_own``), or the one text that all of them share."""

    essays: tuple[Essay, ...]
    is_own: bool

    @property
    def files(self) -> tuple[Candidate, ...]:
        return tuple(item for essay in self.essays for item in essay.files)

    def essay_of(self, item: Candidate) -> Essay:
        return next(essay for essay in self.essays if item in essay.files)

    def units(self) -> tuple[Unit, ...]:
        constants = constants_of(self.essays) if self.is_own else frozenset()
        places: dict[Place, list[Candidate]] = defaultdict(list)
        for essay in self.essays:
            sizes = Counter(folder for item in essay.files for folder in folders_of(item.path))
            for item in essay.files:
                place = (
                    own_place(item.path, essay.key | item.names, constants)
                    if self.is_own
                    else _shared_place(item.path, sizes, item.names)
                )
                places[place].append(item)
        units = (Unit(place, tuple(sorted(files, key=lambda item: item.path))) for place, files in places.items())
        return tuple(sorted(units, key=lambda unit: unit.files[0].path))


def student_label(item: Candidate, key: frozenset[str]) -> str | None:
    """Return the student's name in a path, in the folder nearest to the file; ``None`` where it has none."""
    for words in reversed(naming.parts_of(item.path)):
        here = [word for word in words if word.text in key]
        if here:
            return naming.label_of(item.path, [word for word in here if not word.text.isdigit()] or here)
    return None


def constants_of(essays: Sequence[Essay]) -> frozenset[str]:
    return _constant_words([essay.other_words for essay in essays])


STRONG = 0.3
"""Shared pairs of two texts, as a part of the shorter one's, from which on they are versions of one text."""
WEAK_TIE = 0.12
"""The same for a text and the one most like it: heavily rewritten texts keep this much, strangers don't."""
_RELATIVE = 0.5
"""A link weaker than this part of both texts' strongest links is chance: set phrases of a letter, for example."""
_BOILERPLATE = 0.4
"""Pairs in most texts that make up less than this part of a text are its form, and say nothing of its kin."""
_UNEQUAL, _CONTAINED = 3, 0.6
"""A text this many times shorter than another is its beginning only if it shares this much: word lists share less."""
_QUOTED = 5
"""A text this many times longer than another quotes it."""
_MAX_WORDS = 20_000
_WORD = re.compile(r"\w+")

Pair = tuple[str, str]


def _shares(texts: Sequence[str]) -> list[list[float]]:
    """Return how much each two of some texts share: shared pairs as a part of the shorter text's, 0 to 1."""
    pairs = _without_form([_pairs(text) for text in texts])
    counts = Counter(pair for each in pairs for pair in each)
    numbers = {pair: number for number, pair in enumerate(pair for pair, count in counts.items() if count > 1)}
    masks = [_mask(numbers[pair] for pair in each if pair in numbers) for each in pairs]
    sizes = [max(len(each), 1) for each in pairs]
    shares = [[0.0] * len(texts) for _ in texts]
    for one in range(len(texts)):
        for other in range(one):
            less, more = sorted((sizes[one], sizes[other]))
            share = (masks[one] & masks[other]).bit_count() / less
            is_part = more <= _UNEQUAL * less or (share >= _CONTAINED and more <= _QUOTED * less)
            shares[one][other] = shares[other][one] = share if is_part else 0.0
    return shares


def _kin(texts: Sequence[str]) -> list[list[int]]:
    """Return the numbers of the texts that belong together; each text is in one cluster, maybe alone."""
    shares = _shares(texts)
    best = [max(row, default=0.0) for row in shares]

    def are_linked(one: int, other: int) -> bool:
        share = shares[one][other]
        if share >= STRONG and share >= _RELATIVE * max(best[one], best[other]):
            return True
        return share >= WEAK_TIE and share in (best[one], best[other])

    pairs = ((one, other) for one in range(len(texts)) for other in range(one))
    return _linked(len(texts), (pair for pair in pairs if are_linked(*pair)))


def _linked(count: int, links: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the numbers below a count, in groups of those that links join, directly or through others."""
    leaders = list(range(count))

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = leaders[leaders[number]]
            number = leaders[number]
        return number

    for one, other in links:
        leaders[leader(one)] = leader(other)
    return sorted(grouped(range(count), leader).values())


def _pairs(text: str) -> frozenset[Pair]:
    words = [match[0].casefold() for match in _WORD.finditer(text)][:_MAX_WORDS]
    return frozenset(zip(["", *words], [*words, ""], strict=True)) if words else frozenset()


def _without_form(pairs: Sequence[frozenset[Pair]]) -> Sequence[frozenset[Pair]]:
    """A class's versions of one text keep their pairs."""
    counts = Counter(pair for each in pairs for pair in each)
    form = frozenset(pair for pair, count in counts.items() if count > max(3, len(pairs) / 2))
    shares = sorted(len(each & form) / len(each) for each in pairs if each)
    if not form or not shares or shares[len(shares) // 2] >= _BOILERPLATE:
        return pairs
    return [each - form or each for each in pairs]


def _mask(numbers: Iterable[int]) -> int:
    data = bytearray()
    for number in numbers:
        if number // 8 >= len(data):
            data.extend(bytes(number // 8 + 1 - len(data)))
        data[number // 8] |= 1 << number % 8
    return int.from_bytes(data, "little")


def shared_topic(one: str, other: str) -> float:
    """Return the part of the rarer words of two texts that both have, 0 to 1: some, where one is written anew."""
    first, second = _topic(one), _topic(other)
    return len(first & second) / max(min(len(first), len(second)), 1)


@lru_cache(maxsize=2048)
def _topic(text: str) -> frozenset[str]:
    """The short words are in every text."""
    return frozenset(match[0].casefold()[:5] for match in _WORD.finditer(text) if len(match[0]) > 3)


_TOPIC = 0.3
"""Part of its rarer words that a text written anew shares with the others."""
_NEIGHBOUR_TOPIC = 0.08
"""The same for a text that stands among the corrections of a source."""
_MAYBE_TOPIC = 0.15
"""The same for a text of which only the person knows whether it is one of the others."""
_AMONG, _BESIDE = 2, 1
"""How near a file stands: among a cluster's files, or in a folder of the same role."""


def home(item: Candidate, clusters: Sequence[list[Candidate]]) -> list[Candidate] | None:
    """Return the cluster of a text that is written anew, or of an empty file; ``None`` where it is not clear.

    A text that is written anew shares rarer words with the others; the nearer it stands to them, the fewer it needs. An
    empty file stands among them.
    """
    if item.corrects:
        return None
    if item.is_empty:
        return next((cluster for cluster in clusters if _nearness(item, cluster) == _AMONG), None)
    scored: list[tuple[int, float, int]] = []
    for number, cluster in enumerate(clusters):
        share = max(shared_topic(item.text, other.text) for other in cluster)
        length = _usual_length(cluster)
        nearness = _nearness(item, cluster)
        needed = _NEIGHBOUR_TOPIC if nearness else _TOPIC
        if share >= needed and (nearness or length <= 3 * len(item.words) <= 9 * length):
            scored.append((nearness, share, number))
    scored.sort(reverse=True)
    if not scored:
        return None
    is_clear = scored[0][0] or len(scored) == 1 or scored[0][1] >= 1.5 * scored[1][1]
    return clusters[scored[0][2]] if is_clear else None


def _nearness(item: Candidate, cluster: Sequence[Candidate]) -> int:
    shape = role_shape(item.path)
    like = [other for other in cluster if role_shape(other.path) == shape]
    words = [naming.texts_of(naming.stem_of(other.path)) for other in like]
    constant = frozenset.intersection(*words) if words else frozenset()
    is_class = len(like) >= 2 and len(cluster) > 3
    if is_class and any(naming.folder_of(other.path) == naming.folder_of(item.path) for other in like):
        return _AMONG if any(shape[:-1]) or (constant and constant <= naming.texts_of(item.path)) else 0
    if is_class and any(shape[:-1]):
        return _BESIDE
    names = frozenset.intersection(*(naming.texts_of(other.path) for other in cluster))
    if not item.is_empty and 2 * len(item.words) < _usual_length(cluster):
        return 0
    is_named = any(
        not naming.kinds_of(word) and not word.isdigit() and word in naming.texts_of(item.path) for word in names
    )
    return _AMONG if is_named and all(role_shape(other.path) != shape for other in cluster) else 0


def _usual_length(files: Sequence[Candidate]) -> int:
    return sorted(len(item.words) for item in files)[len(files) // 2]


def may_be_rewritten(item: Candidate, family: Family) -> bool:
    """Return whether a text of about the same length shares some rarer words with an assignment's."""
    usual = _usual_length(family.files)
    share = max(shared_topic(item.text, other.text) for other in family.files)
    return share >= _MAYBE_TOPIC and 3 * len(item.words) >= 2 * usual and 2 * len(item.words) <= 3 * usual


_QUOTING = 2.5
"""A text this many times longer than most versions of a text quotes it, and so does one this much shorter."""


def clusters(files: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the files by what they share; a text that is written anew joins the ones among which it stands."""
    kin = [[files[number] for number in numbers] for numbers in _kin([item.text for item in files])]
    parts = [part for cluster in kin for part in _without_quoting(cluster)]
    whole = [cluster for cluster in parts if len(cluster) > 1]
    homes = [(cluster[0], home(cluster[0], whole)) for cluster in parts if len(cluster) == 1]
    strangers = [[item] for item, cluster in homes if cluster is None]
    for item, cluster in homes:
        if cluster is not None:
            cluster.append(item)
    return [sorted(cluster, key=lambda item: item.path) for cluster in (*whole, *strangers)]


def _without_quoting(cluster: list[Candidate]) -> list[list[Candidate]]:
    """Part from a cluster the files that only quote its texts.

    They are far longer than the others, and no name makes them a version; or far shorter, as a note is.
    """
    if len(cluster) < 3:
        return [cluster]
    usual = _usual_length(cluster)
    quoting = [item for item in cluster if len(item.words) > _QUOTING * usual and not item.votes and not item.corrects]
    notes = [item for item in cluster if _QUOTING * len(item.words) < usual and not (item.corrects or item.is_empty)]
    quoting += [item for item in notes if item not in quoting]
    return [[item for item in cluster if item not in quoting], *([item] for item in quoting)]


def copies_in_folders(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise that lie in a folder each, as for two classes."""
    above = commonpath([f"/{naming.folder_of(item.path)}" for item in cluster]).strip("/")
    start = len(above) + 1 if above else 0
    by_child = grouped(cluster, lambda item: item.path[start:].rpartition("/")[0].partition("/")[0])
    by_names = any(_lead(item) == "source" for item in cluster)
    is_whole = _is_whole_by_names if by_names else _carries
    plain = [child for child in by_child if child and not kinds_in(child) - naming.WEAK]
    whole = [by_child[child] for child in plain if is_whole(by_child[child])]
    rest = [item for files in by_child.values() if files not in whole for item in files]
    if by_names:
        is_parted = len(whole) + (bool(rest) and is_whole(rest)) > 1 and (not rest or is_whole(rest))
    else:
        belongs_to_all = "" in by_child or any(_lead(item) in ("source", "reference") for item in rest)
        is_parted = len(whole) > 1 and not belongs_to_all
    if not is_parted:
        return [list(cluster)]
    parts = [part for files in whole for part in copies_in_folders(files)]
    return [*parts, rest] if rest else parts


def _lead(item: Candidate) -> str | None:
    clear = {role: vote for role, vote in item.votes.items() if vote >= 0.5}
    return max(clear, key=lambda role: clear[role], default=None)


def _is_whole_by_names(files: Sequence[Candidate]) -> bool:
    roles = {_lead(item) for item in files}
    return "source" in roles and bool(roles & {"reference", "hypothesis"})


def _carries(files: Sequence[Candidate]) -> bool:
    return any(item.corrects for item in files)


def _copies_by_source(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise: several files are its source by name, have one text, and differ in a name."""
    sources = [item for item in cluster if item.votes.get("source", 0) >= 0.8 and len(item.votes) == 1]
    if len(sources) < 2 or any(not item.has_text_of(sources[0]) for item in sources):
        return [list(cluster)]
    common = frozenset.intersection(*(naming.texts_of(item.path) for item in sources))
    marks = [
        frozenset(word for word in naming.texts_of(item.path) - common if not naming.kinds_of(word)) for item in sources
    ]
    if not all(marks) or len(set(marks)) < len(marks):
        return [list(cluster)]
    parts: list[list[Candidate]] = [[item] for item in sources]
    for item in cluster:
        if item in sources:
            continue
        scores = [len(mark & naming.texts_of(item.path)) for mark in marks]
        if max(scores) and scores.count(max(scores)) == 1:
            parts[scores.index(max(scores))].append(item)
    return [part for part in parts if len(part) > 1]


_NUMBERED = re.compile(r"\s*\(\d\)$")


def copied_files(files: Iterable[Candidate]) -> Mapping[str, Candidate]:
    """Return the file that each copy is of, by the copy's path: ``Kim.txt`` for ``Copy of Kim.txt``."""
    texts = (item for item in files if item.words and not item.corrects)
    by_text = grouped(texts, lambda item: (naming.folder_of(item.path), item.words))
    copies: dict[str, Candidate] = {}
    for same in by_text.values():
        for item in same:
            original = next((other for other in same if _is_copy(item, other)), None)
            if original is not None:
                copies[item.path] = original
    return copies


def _is_copy(item: Candidate, original: Candidate) -> bool:
    """Return whether a name is another's with a word for a copy, or with a number in brackets, as systems write it."""
    stems = (_NUMBERED.sub("", naming.stem_of(item.path)), naming.stem_of(original.path))
    words, others = map(naming.texts_of, stems)
    is_numbered = stems[0] != naming.stem_of(item.path)
    added = words - others
    tells_copy = all("copy" in naming.kinds_of(word) or word in naming.vocabulary().copy for word in added)
    return others <= words and (is_numbered or bool(added)) and tells_copy


def _with_incomplete(assignments: list[Family], alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    rest: list[Candidate] = []
    grown = list(assignments)
    for item in alone:
        number = next((number for number, family in enumerate(grown) if family.is_own and _fits(item, family)), None)
        if number is None:
            rest.append(item)
        else:
            key = _key_alone(item, grown[number])
            essays = (*grown[number].essays, Essay((item,), key))
            grown[number] = attrs.evolve(grown[number], essays=essays)
    return grown, rest


def _fits(item: Candidate, family: Family) -> bool:
    key = _key_alone(item, family)
    if not key or any(key & essay.key for essay in family.essays):
        return False
    extended = attrs.evolve(family, essays=(*family.essays, Essay((item,), key)))
    return any(item in unit.files and len(unit.files) > 2 for unit in extended.units())


def _key_alone(item: Candidate, family: Family) -> frozenset[str]:
    taken = frozenset(word for other in family.files for word in naming.texts_of(other.path))
    return frozenset(word for word in naming.texts_of(item.path) if word not in taken and not naming.kinds_of(word))


def _author_documents(alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the documents that a student and a teacher changed: by themselves, or as a set of own essays."""
    shared = author_roles(alone)
    documents = [item for item in alone if item.path in shared and not item.votes.get("reference")]
    rest = [item for item in alone if item not in documents]
    if not documents:
        return [], rest
    labels = naming.labels_of([item.path for item in documents])
    essays = []
    for item in documents:
        label = labels.get(item.path, "")
        essays.append(Essay((item,), naming.texts_of(label)))
    keys = {essay.key for essay in essays}
    if len(essays) > 1 and len(keys) == len(essays) and all(keys):
        return [Family(tuple(essays), is_own=True)], rest
    return [Family((essay,), is_own=False) for essay in essays], rest


_MAX_ESSAY_FILES = 8
"""More versions of one text than one student and the teachers make."""


def _essay_keys(clusters: Sequence[Sequence[Candidate]]) -> list[frozenset[str]]:
    """Return the words that the names of a cluster's files share, and those of most other clusters don't."""
    shared: list[frozenset[str]] = []
    for cluster in clusters:
        counts = Counter(word for item in cluster for word in naming.texts_of(item.path))
        enough = max(2, (len(cluster) + 1) // 2)
        shared.append(frozenset(word for word, count in counts.items() if count >= enough and not tells_role(word)))
    everywhere = Counter(word for words in shared for word in words)
    limit = len(clusters) if len(clusters) <= 2 else len(clusters) / 2
    return [frozenset(word for word in words if everywhere[word] <= 1 or everywhere[word] < limit) for words in shared]


def _of_one_shape(essays: Sequence[Essay]) -> list[list[Essay]]:
    constants = constants_of(essays)
    by_place: dict[Place, list[int]] = defaultdict(list)
    for number, essay in enumerate(essays):
        for place in {own_place(item.path, essay.key, constants) for item in essay.files}:
            by_place[place].append(number)
    links = ((numbers[0], other) for numbers in by_place.values() for other in numbers[1:])
    return [[essays[number] for number in group] for group in _linked(len(essays), links)]


def _families_of(group: Sequence[Essay]) -> list[Family]:
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
    counts = Counter(own_place(item.path, essay.key, frozenset()) for item in essay.files)
    return len(counts) >= 2 and max(counts.values()) <= 2


def _names_an_exercise(essay: Essay) -> bool:
    if any(not word.isdigit() and word not in naming.vocabulary().exercise for word in essay.key):
        return False
    parts = ({word.text for word in part} for item in essay.files for part in naming.parts_of(item.path))
    return any(part & essay.key and part & naming.vocabulary().exercise for part in parts)


def _has_a_stranger(essay: Essay, group: Sequence[Essay]) -> bool:
    """Return whether a file bears another name than the key: ``letter.hyp.amira``, ``letter/students/amira``."""
    constants = constants_of(group)
    counts = Counter(word for item in essay.files for word in naming.texts_of(item.path))
    return any(
        counts[word.text] == 1 and _is_a_name(word, item.path, essay.key, word.text in constants)
        for item in essay.files
        for word in naming.words_of(item.path)
        if word.text not in essay.key
    )


def _is_a_name(word: naming.Word, path: str, key: frozenset[str], is_constant: bool) -> bool:
    last = path.count("/")
    if word.part != last or word.text.isdigit() or tells_role(word.text) or naming.kinds_of(word.text):
        return False
    key_parts = {other.part for other in naming.words_of(path) if other.text in key}
    folders = [naming.words_of(folder) for number, folder in enumerate(path.split("/")[:-1]) if number not in key_parts]
    is_students = any("student" in naming.kinds_of(other.text) for words in folders for other in words)
    return (last in key_parts and not is_constant) or (is_students and last not in key_parts)


def _assignments(essays: Sequence[Essay]) -> list[list[Essay]]:
    by_owner = grouped(essays, _person)
    if all(len(every) == 1 for every in by_owner.values()):
        return [list(essays)]
    parts: dict[frozenset[str], list[Essay]] = defaultdict(list)
    for owner, every in by_owner.items():
        for essay in every:
            mark = _mark(essay, every, owner)
            parts[mark].append(attrs.evolve(essay, key=owner, mark=mark))
    return list(parts.values())


def _mark(essay: Essay, every: Sequence[Essay], owner: frozenset[str]) -> frozenset[str]:
    shared = frozenset.intersection(*(naming.texts_of(item.path) for item in essay.files)) - owner
    others = frozenset(word for other in every if other is not essay for word in other.other_words)
    return frozenset(word for word in shared - others if not tells_role(word)) or essay.key - owner


def _person(essay: Essay) -> frozenset[str]:
    letters = frozenset(word for word in essay.key if not word.isdigit() and word not in naming.vocabulary().exercise)
    return letters or essay.key


def families(files: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the assignments of files, in the order of their paths, and the files that belong to none of them."""
    several = _several_versions([cluster for cluster in clusters(files) if len(cluster) > 1])
    members = {item.path for family in several for item in family.files}
    grown, alone = _with_incomplete(several, [item for item in files if item.path not in members])
    documents, alone = _author_documents(alone)
    return [*grown, *documents], alone


def _several_versions(groups: Sequence[Sequence[Candidate]]) -> list[Family]:
    split = [part for group in groups for copy in copies_in_folders(group) for part in _copies_by_source(copy)]
    split = [part for part in split if len(part) > 1]
    keys = _essay_keys(split)
    essays = [
        Essay(tuple(sorted(cluster, key=lambda item: item.path)), key) for cluster, key in zip(split, keys, strict=True)
    ]
    result = [family for shape in _of_one_shape(essays) for family in _families_of(shape)]
    return sorted(result, key=lambda family: min(item.path for item in family.files))


_CONVENTION = re.compile(r"(?P<stem>.+?)\.(?:src|hyp|ref)\d*(?:\..+)?")


def titles(assignments: Sequence[Family], folder: str, taken: Iterable[str] = ()) -> list[str]:
    """Return a name for each assignment: its folder's, or what its files are called beside others there."""
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
    folders = {naming.folder_of(item.path) or "." for item in family.files}
    shared = commonpath(folders).replace("\\", "/") if folders else "."
    shared = "" if shared == "." else shared
    while shared and (kinds_in(shared.rpartition("/")[2]) - {"text"}):
        shared = naming.folder_of(shared)
    return shared


def _is_conventional(family: Family) -> bool:
    stems = [naming.stem_of(item.path) for item in family.files]
    is_named = any(_CONVENTION.fullmatch(stem) for stem in stems)
    return is_named or all(item.is_annotated for item in family.files)


def _called(family: Family) -> str | None:
    if family.is_own:
        return _marked_label(family)
    stems = [naming.stem_of(item.path) for item in family.files]
    named = {match["stem"] for stem in stems if (match := _CONVENTION.fullmatch(stem)) is not None}
    if len(named) == 1:
        return named.pop()
    shortest = min(stems, key=len)
    if all(item.is_annotated for item in family.files) and all(stem.startswith(shortest) for stem in stems):
        return shortest
    label = _shared_label(family)
    return naming.composed(label) if label else None


def _distinct(names: Sequence[str], folders: Sequence[str], taken: frozenset[str]) -> list[str]:
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
        for words in reversed(naming.parts_of(item.path)):
            here = [word for word in words if word.text in essay.key or _names_exercise(word.text)]
            if any(word.text in essay.key for word in here):
                return naming.label_of(item.path, _with_word_before(words, here))
    return None


def _marked_label(family: Family) -> str | None:
    """Return what tells a set of own essays from the students' others: ``Essay 2``."""
    for essay in family.essays:
        for item in essay.files:
            for words in reversed(naming.parts_of(item.path)):
                marked = [word for word in words if word.text in essay.mark]
                label = naming.label_of(item.path, _with_word_before(words, marked))
                if label:
                    return naming.composed(label)
    return None


def _with_word_before(words: Sequence[naming.Word], marked: list[naming.Word]) -> list[naming.Word]:
    """Return words with the word of an exercise before a number: ``devoir1`` rather than ``1``."""
    if not marked or not marked[0].text.isdigit():
        return marked
    place = words.index(marked[0])
    before = words[place - 1] if place else None
    return [before, *marked] if before is not None and before.text in naming.vocabulary().exercise else marked


def _names_exercise(word: str) -> bool:
    return word in naming.vocabulary().exercise and not naming.kinds_of(word)
