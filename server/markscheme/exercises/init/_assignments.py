"""The assignments of a folder's files: a text that a class shares, or a set of essays that students wrote themselves.

Files whose texts share most words are versions of one text. A text that is written anew belongs to the versions among
which it stands. In a set of own essays, each student's files have the same names but for the student's.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from rapidfuzz.distance import Indel, Levenshtein

from markscheme.documents.files import is_product
from markscheme.documents.folders import CONFIGURATION, REPORT_FOLDER, companion
from markscheme.documents.formats import FORMATS, DocumentFile, DocumentFormat
from markscheme.errors import DocumentError
from markscheme.exercises import file_names
from markscheme.exercises.file_names import Hint, folder_of, hint_of_path, kinds_of, stem_of, texts_of
from markscheme.exercises.init.plan import PlannedFile, PlannedRole, Sureness
from markscheme.exercises.own_files import is_encodable
from markscheme.exercises.patterns import SKIPPED_FOLDERS
from markscheme.grouping import grouped
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_FOREIGN = re.compile(
    r"\.(json|xml|html?|sgml?|csv|tsv|py|[jt]s|sh|toml|ya?ml|ini|cfg|lock|log|conllu|ipynb|"
    r"xls[xm]?|ods|numbers|pptx?|odp)"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_MAX_TOKENS = 3000
"""Tokens from the beginning of a text that are compared."""


@attrs.define(eq=False)
class Candidate:
    """A file that may be a document of an exercise, by its path in the folder, with its text or source.

    ``corrects``: it holds a source and corrections. ``changes`` are numbers by author, ``author`` who wrote the file,
    where it says so. ``names`` are words in its name that look like a role's and are a person's.
    """

    path: str
    form: DocumentFormat
    text: str
    corrects: bool = False
    changes: Mapping[str, int] = attrs.Factory(dict)
    author: str | None = None
    names: frozenset[str] = frozenset()

    @property
    def is_annotated(self) -> bool:
        return self.form.is_tokenised

    @property
    def is_tracked(self) -> bool:
        return self.form.has_authors and not self.form.is_tokenised

    @property
    def change_count(self) -> int:
        """The number of its changes; of annotations, that of their authors."""
        return len(self.changes) if self.is_annotated else sum(self.changes.values())

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(self.changes) if self.is_tracked and self.changes else (self.author,) if self.author else ()

    @property
    def is_empty(self) -> bool:
        return not self.corrects and not self.text.strip()

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        # A class has few distinct words, and many of each.
        return tuple(sys.intern(match[0]) for match in islice(_TOKEN.finditer(self.text), _MAX_TOKENS))

    @cached_property
    def rarer_words(self) -> frozenset[str]:
        """The beginnings of its words but for the short ones, which are in every text."""
        return frozenset(token.casefold()[:5] for token in self.tokens if len(token) > 3)

    def hint(self, ignored: frozenset[str] = frozenset()) -> Hint | None:
        """Return what its names tell, or else its format or the names of its authors."""
        hint = hint_of_path(self.path, ignored | self.names)
        if self.form.is_annotators_work and (hint is None or hint.role != "hypothesis"):
            return Hint("reference", "annotated", strong=True)
        if hint is not None and hint.strong:
            return hint
        return next((by for author in self.people if (by := file_names.hint_of(texts_of(author)))), hint)

    def has_text_of(self, other: "Candidate") -> bool:
        return self.text.split() == other.text.split()

    def row(self, role: PlannedRole, reason: str, sureness: Sureness = "sure") -> PlannedFile:
        return PlannedFile(self.path, role, reason, sureness, authors=tuple(self.changes), carries=self.corrects)


@attrs.frozen
class Unusable:
    """A file that can't have a role; ``is_unreadable``: it may be a text.

    ``is_companion``: it belongs to an exercise without a role, so that nobody need hear of it.
    """

    path: str
    reason: str
    is_unreadable: bool = False
    is_companion: bool = False


def candidates(folder: Path, inside: str = "") -> Iterator[Candidate | Unusable]:
    """Yield every file in a folder and below it, hidden ones left out, and every folder with its own configuration."""
    entries = sorted((folder / inside).iterdir())
    annotated = FORMATS.annotated(entries)
    for entry in entries:
        path = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name.startswith((".", "~$")) or entry.name in SKIPPED_FOLDERS or path == CONFIGURATION:
            continue
        if entry.is_symlink():
            yield Unusable(path, "a link, which may lead out of the folder")
        elif entry.is_dir() and (entry / CONFIGURATION).is_file():
            yield Unusable(path, f"it has a {CONFIGURATION} of its own")
        elif entry.is_dir() and entry.name != REPORT_FOLDER:
            yield from candidates(folder, path)
        elif (file := companion(entry)) is not None:
            yield Unusable(path, f"{file.description}; they count without being listed", is_companion=True)
        elif entry in annotated:
            yield Unusable(path, "the text of annotations beside it; it is read with them")
        elif entry.is_file():
            yield _candidate(entry, path)
        elif not entry.is_dir():
            yield Unusable(path, "a device or a named pipe, not a file")


def _candidate(entry: Path, path: str) -> Candidate | Unusable:
    suffix = entry.suffix.lower()
    if not is_encodable(path):
        return Unusable(path, f"{CONFIGURATION} can't hold the characters of such a name")
    if is_product(entry):
        return Unusable(path, "Markscheme wrote it; it is never marked")
    if _FOREIGN.fullmatch(suffix) and suffix not in FORMATS.suffixes:
        return Unusable(path, f"{suffix} is no text of an exercise")
    file = DocumentFile(entry)
    try:
        form = FORMATS.recognised(file)
        outline = form.outline(file)
    except DocumentError as error:
        return Unusable(path, error.explanation, is_unreadable=True)
    return Candidate(path, form, outline.source, outline.corrects, outline.changes, outline.author)


def without_copies(files: Sequence[Candidate]) -> tuple[list[Candidate], Mapping[str, Candidate]]:
    """Return the files without copies such as ``Copy of Kim.txt``, and the file that each copy is of, by its path."""
    texts = [item for item in files if not (item.corrects or item.is_empty)]
    copies: dict[str, Candidate] = {}
    for same in grouped(texts, lambda item: (folder_of(item.path), tuple(item.text.split()))).values():
        for item in same:
            original = next((other for other in same if _is_copy(item, other)), None)
            if original is not None:
                copies[item.path] = original
    return [item for item in files if item.path not in copies], copies


_NUMBERED = re.compile(r"\s*\(\d\)$")


def _is_copy(item: Candidate, original: Candidate) -> bool:
    """Return whether a name is another's with a word for a copy, or with a number in brackets, as systems write it."""
    stem = _NUMBERED.sub("", stem_of(item.path))
    words, others = texts_of(stem), texts_of(stem_of(original.path))
    added = words - others
    tells_copy = all("copy" in kinds_of(word) or word in file_names.vocabulary().copy for word in added)
    return others <= words and (stem != stem_of(item.path) or bool(added)) and tells_copy


SAME_TEXT, SURELY_SAME_TEXT = 0.5, 0.75
"""Tokens that two texts share in order, as a part of both, from which on they may be, and are, versions of one."""
_SAME_TOPIC = 0.15
"""Part of its rarer words that a text written anew has of the others, where only the person knows whether it is one."""


class Comparison:
    """How much the texts of a folder share, and the edits between them. Each token is a character: that is fast."""

    def __init__(self, files: Iterable[Candidate], progress: Progress = silent) -> None:
        self._progress = progress
        self._codes = {item.path: "" for item in files}
        texts = [item for item in files if item.path in self._codes]
        counts = Counter(token for item in texts for token in item.tokens)
        letters = {token: chr(number) for number, (token, _) in enumerate(counts.most_common(), 1)}
        for item in texts:
            self._codes[item.path] = "".join(letters[token] for token in item.tokens)

    def distance(self, one: Candidate, other: Candidate) -> int:
        return Levenshtein.distance(self._codes[one.path], self._codes[other.path])

    def edits(self, source: Candidate, item: Candidate) -> frozenset[tuple[int, int, str]]:
        after = self._codes[item.path]
        opcodes = Levenshtein.opcodes(self._codes[source.path], after)
        changes = (code for code in opcodes if code.tag != "equal")
        return frozenset((code.src_start, code.src_end, after[code.dest_start : code.dest_end]) for code in changes)

    def groups(self, files: Sequence[Candidate]) -> list[list[Candidate]]:
        """Return the files by their texts: versions of one, directly or through others, are together.

        Texts that share less are versions only if one is the other's nearest that is not equal: letters have one form.
        """
        import numpy as np

        links = self._links(files)
        groups: dict[int, list[Candidate]] = {}
        group_of = np.zeros(len(files), np.intp)
        for number, item in enumerate(files):
            keys = {*group_of[links[number]].tolist()}
            linked = [key for key in groups if key in keys]
            members = [other for key in linked for other in groups.pop(key)]
            if linked:
                group_of[np.isin(group_of[:number], linked).nonzero()[0]] = number
            group_of[number] = number
            groups[number] = [*members, item]
        return [*groups.values()]

    def _links(self, files: Sequence[Candidate]) -> "list[list[int]]":
        """Return earlier files that each is linked with, by their places; more links would change no group.

        A text that is surely a version of another is compared with none of that one's versions: most of a folder's
        texts are versions of a few. Its nearest one is sure, so less sure links are those of texts that stand alone.
        """
        import numpy as np

        codes = [self._codes[item.path] for item in files]
        links: list[list[int]] = [[] for _ in codes]
        nearest = np.zeros(len(codes))
        likely: list[tuple[int, NDArray[np.intp], NDArray[np.float64]]] = []
        place_of: dict[str, int] = {}
        alone: list[int] = []
        together: list[list[int]] = []
        for number, code in enumerate(codes):
            self._progress("versions", number, len(codes))
            if not code:
                continue
            if (equal := place_of.setdefault(code, number)) != number:
                links[number].append(equal)
                continue
            each = [_group_shares(code, group, codes) for group in together]
            joined = [group for group, own in zip(together, each, strict=True) if (own >= SURELY_SAME_TEXT).any()]
            shares = _shares(code, [codes[place] for place in alone])
            sure = [alone[place] for place in np.flatnonzero(shares >= SURELY_SAME_TEXT)]
            places = np.array(alone, np.intp)
            nearest[places] = np.maximum(nearest[places], shares)
            links[number] += [*sure, *(group[0] for group in joined)]
            if not links[number]:
                rest = [place for group in together for place in group]
                places = np.array([*alone, *rest], np.intp)
                shares = np.concatenate((shares, *each))
                nearest[number] = shares.max(initial=0)
                alone.append(number)
            else:
                version = [*chain.from_iterable(joined), *sure, number]
                together = [*(group for group in together if group not in joined), version]
                alone = [place for place in alone if place not in sure]
                nearest[version] = 1
            likely.append((number, places[shares > 0], shares[shares > 0]))
        for number, places, shares in likely:
            links[number] += places[(shares == nearest[number]) | (shares == nearest[places])].tolist()
        return links


def _group_shares(code: str, group: Sequence[int], codes: Sequence[str]) -> "NDArray[np.float64]":
    """Return the shares of a group's texts; of the first one alone if that is surely a version, as it is mostly."""
    import numpy as np

    first = _shares(code, [codes[group[0]]])
    if first[0] >= SURELY_SAME_TEXT:
        return first
    return np.concatenate((first, _shares(code, [codes[place] for place in group[1:]])))


def _shares(code: str, others: Sequence[str]) -> "NDArray[np.float64]":
    """Return how much of a text others share, 0 to 1; 0 below :data:`SAME_TEXT`."""
    import numpy as np
    from rapidfuzz.process import cdist

    if not others:
        return np.zeros(0)
    shares: NDArray[np.float64] = cdist(
        [code], others, scorer=Indel.normalized_similarity, score_cutoff=SAME_TEXT, dtype=np.float64
    )[0]
    return shares


@attrs.frozen
class Essay:
    """The versions of one text, by its student's name (``key``) and the words that tell it from their others."""

    files: tuple[Candidate, ...]
    key: frozenset[str] = frozenset()
    mark: frozenset[str] = frozenset()


@attrs.frozen
class Unit:
    """Files that have one role: one file, or those of the same step of own essays."""

    files: tuple[Candidate, ...]

    @property
    def id(self) -> str:
        return self.files[0].path


@attrs.frozen
class Assignment:
    """The essays of a class (``is_own``), or the one text that all of them share."""

    essays: tuple[Essay, ...]
    is_own: bool = False

    @cached_property
    def files(self) -> tuple[Candidate, ...]:
        return tuple(item for essay in self.essays for item in essay.files)

    @cached_property
    def _essays(self) -> Mapping[str, Essay]:
        return {item.path: essay for essay in self.essays for item in essay.files}

    def essay_of(self, item: Candidate) -> Essay:
        return self._essays[item.path]

    @cached_property
    def steps(self) -> Mapping[object, list[Candidate]]:
        """The files of own essays by what they are called without their student's name."""
        constants = _constant_words(self.essays)
        steps: dict[object, list[Candidate]] = defaultdict(list)
        for essay in self.essays:
            for item in essay.files:
                steps[_step(item, essay.key | item.names, constants)].append(item)
        return steps

    def units(self) -> list[Unit]:
        if not self.is_own:
            return [Unit((item,)) for item in sorted(self.files, key=lambda item: item.path)]
        units = (Unit(tuple(sorted(files, key=lambda item: item.path))) for files in self.steps.values())
        return sorted(units, key=lambda unit: unit.id)

    @cached_property
    def shared_words(self) -> frozenset[str]:
        """The words that all files have, which tell nothing where others do."""
        if len(self.files) < 2:
            return frozenset()
        shared = frozenset.intersection(*(texts_of(item.path) for item in self.files))
        return shared if any(hint_of_path(item.path, shared | item.names) for item in self.files) else frozenset()

    def may_hold(self, item: Candidate) -> bool:
        """Return whether a text of about the same length shares some rarer words with this text."""
        return _is_as_long(item, self.files) and _topic(item, self.files) >= _SAME_TOPIC


def _step(item: Candidate, key: frozenset[str], constants: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Return a path without what differs from student to student; in a folder of a role, only such a word counts."""
    *folders, stem = (
        frozenset(_telling(word.text, constants) for word in part if word.text not in key) - {""}
        for part in file_names.parts_of(item.path)
    )
    above = hint_of_path(folder_of(item.path) + "/", key)
    own = file_names.hint_of(texts_of(stem_of(item.path)) - key)
    if above is not None and above.strong and not (own is not None and own.strong):
        stem = frozenset()
    return (*folders, stem)


def _telling(word: str, constants: frozenset[str]) -> str:
    kinds = kinds_of(word)
    return min(kinds) if kinds else word if word in constants else ""


def _constant_words(essays: Sequence[Essay]) -> frozenset[str]:
    others = ({word for item in essay.files for word in texts_of(item.path)} - essay.key for essay in essays)
    counts = Counter(word for words in others for word in words)
    return frozenset(word for word, count in counts.items() if count > 1 and 3 * count >= len(essays))


def _topic(item: Candidate, others: Iterable[Candidate]) -> float:
    """Return the greatest part of its rarer words that another text has, or the other's that it has."""
    pairs = ((item.rarer_words, other.rarer_words) for other in others)
    return max((len(one & two) / max(min(len(one), len(two)), 1) for one, two in pairs), default=0.0)


def _is_as_long(item: Candidate, others: Sequence[Candidate]) -> bool:
    lengths = sorted(len(other.tokens) for other in others)
    usual = lengths[len(lengths) // 2]
    return 2 * usual <= 3 * len(item.tokens) and 2 * len(item.tokens) <= 3 * usual


def _group_of(item: Candidate, groups: Sequence[list[Candidate]]) -> list[Candidate] | None:
    """Return the versions among which a text that is written anew stands, or an empty file; ``None`` if unclear."""
    if item.corrects:
        return None
    near = [group for group in groups if _stands_among(item, group)]
    near = [group for group in near if item.is_empty or (_is_as_long(item, group) and _topic(item, group))]
    named = [group for group in near if _common_words(group) & texts_of(stem_of(item.path))]
    return max(named or near, key=lambda group: _topic(item, group), default=None)


def _stands_among(item: Candidate, group: Sequence[Candidate]) -> bool:
    """Return whether names alike are a class's: in a folder of a role, or all with the same word."""
    shape = file_names.role_shape(item.path)
    alike = [other for other in group if file_names.role_shape(other.path) == shape]
    if any(kinds - {"text"} for kinds in shape[:-1]):
        return len(alike) > 1
    beside = [other for other in alike if folder_of(other.path) == folder_of(item.path)]
    constant = _common_words(beside) if len(beside) > 1 else frozenset()
    return bool(constant) and constant <= texts_of(stem_of(item.path))


def _common_words(files: Sequence[Candidate]) -> frozenset[str]:
    return frozenset.intersection(*(texts_of(stem_of(item.path)) for item in files)) if files else frozenset()


def _versions(files: Sequence[Candidate], comparison: Comparison) -> list[list[Candidate]]:
    """Return the groups of versions of one text, parted where several exercises have the same text."""
    groups = comparison.groups([item for item in files if not item.is_empty])
    groups = [group for group in groups if len(group) > 1]
    telling = [group for group in groups if len(group) > 2 or not all(_is_students(item.hint()) for item in group)]
    groups = telling or groups
    taken = {item.path for group in groups for item in group}
    placed = [(item, _group_of(item, groups)) for item in files if item.path not in taken]
    for item, group in placed:
        if group is not None:
            group.append(item)
    every = [part for group in groups for copy in _in_folders(group) for part in _by_source(copy)]
    return [sorted(part, key=lambda item: item.path) for part in every if len(part) > 1]


def _names_source(item: Candidate) -> bool:
    hint = hint_of_path(item.path)
    return hint is not None and hint.strong and hint.role == "source" and not item.corrects


def _in_folders(group: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise that lie in a folder each, as for two classes."""
    above = commonpath([f"/{folder_of(item.path)}" for item in group]).strip("/")
    start = len(above) + 1 if above else 0
    by_child = grouped(group, lambda item: item.path[start:].rpartition("/")[0].partition("/")[0])
    has_sources = any(_names_source(item) for item in group)
    weak = {"correction", "text", "draft", "answer", "copy", "homework"}
    plain = [child for child in by_child if child and not file_names.kinds_in(child) - weak]
    whole = [by_child[child] for child in plain if _is_whole(by_child[child], has_sources)]
    rest = [item for files in by_child.values() if files not in whole for item in files]
    if has_sources:
        is_parted = len(whole) + bool(rest) > 1 and (not rest or _is_whole(rest, has_sources))
    else:
        hints = [item.hint() for item in rest]
        is_parted = len(whole) > 1 and "" not in by_child and all(_is_students(hint) for hint in hints)
    if not is_parted:
        return [list(group)]
    parts = [part for files in whole for part in _in_folders(files)]
    return [*parts, rest] if rest else parts


def _is_students(hint: Hint | None) -> bool:
    return hint is None or hint.role == "hypothesis"


def _is_teachers(hint: Hint | None) -> bool:
    return hint is not None and hint.role == "reference"


def _is_whole(files: Sequence[Candidate], has_sources: bool) -> bool:
    if not has_sources:
        return any(item.corrects for item in files)
    sources = [item for item in files if _names_source(item)]
    return bool(sources) and len(sources) < len(files)


def _by_source(group: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise: several files are its source by name, have one text, and differ in a name."""
    sources = [item for item in group if _names_source(item)]
    if len(sources) < 2 or any(not item.has_text_of(sources[0]) for item in sources):
        return [list(group)]
    common = frozenset.intersection(*(texts_of(item.path) for item in sources))
    marks = [frozenset(word for word in texts_of(item.path) - common if not kinds_of(word)) for item in sources]
    if not all(marks) or len(set(marks)) < len(marks):
        return [list(group)]
    parts: list[list[Candidate]] = [[item] for item in sources]
    for item in group:
        scores = [len(mark & texts_of(item.path)) for mark in marks]
        if item not in sources and max(scores) and scores.count(max(scores)) == 1:
            parts[scores.index(max(scores))].append(item)
    return parts


def assignments(files: Sequence[Candidate], comparison: Comparison) -> tuple[list[Assignment], list[Candidate]]:
    """Return the assignments of files, in the order of their paths, and the files that belong to none of them."""
    essays = _with_keys(_versions(files, comparison))
    every = [assignment for alike in _of_one_shape(essays) for assignment in _assignments_of(alike)]
    every.sort(key=lambda assignment: min(item.path for item in assignment.files))
    taken = {item.path for assignment in every for item in assignment.files}
    rest: list[Candidate] = []
    for item in files:
        if item.path in taken:
            continue
        number = next((number for number, own in enumerate(every) if own.is_own and _fits(item, own)), None)
        if number is None:
            rest.append(item)
        else:
            essay = Essay((item,), _key_alone(item, every[number]))
            every[number] = Assignment((*every[number].essays, essay), is_own=True)
    documents, rest = _author_documents(rest)
    return [*every, *documents], rest


def _with_keys(groups: Sequence[Sequence[Candidate]]) -> list[Essay]:
    """Return essays whose keys are the words that their files' names share, and those of most others don't."""
    shared: list[frozenset[str]] = []
    for group in groups:
        counts = Counter(word for item in group for word in texts_of(item.path))
        enough = max(2, (len(group) + 1) // 2)
        telling = (word for word, count in counts.items() if count >= enough and not file_names.tells_role(word))
        shared.append(frozenset(telling))
    everywhere = Counter(word for words in shared for word in words)
    limit = len(groups) if len(groups) <= 2 else len(groups) / 2
    keys = (frozenset(word for word in words if everywhere[word] < max(limit, 2)) for words in shared)
    return [Essay(tuple(group), key) for group, key in zip(groups, keys, strict=True)]


def _of_one_shape(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Return essays together that have a step in common, directly or through others."""
    constants = _constant_words(essays)
    groups: list[tuple[set[object], list[Essay]]] = []
    for essay in essays:
        steps: set[object] = {_step(item, essay.key, constants) for item in essay.files}
        linked = [group for group in groups if group[0] & steps]
        groups = [group for group in groups if group not in linked]
        members = [other for _, others in linked for other in others]
        groups.append((steps.union(*(others for others, _ in linked)), [*members, essay]))
    return [members for _, members in groups]


def _assignments_of(alike: Sequence[Essay]) -> list[Assignment]:
    """Return an assignment for each set of own essays, and one for each text that a class shares."""
    constants = _constant_words(alike)
    own = [essay for essay in alike if _is_own(essay, constants)]
    if len(own) < 2 or 2 * len(own) <= len(alike):
        return [Assignment((essay,)) for essay in alike]
    shared = [Assignment((essay,)) for essay in alike if essay not in own]
    return [*shared, *(Assignment(tuple(part), is_own=True) for part in _by_mark(own))]


def _is_own(essay: Essay, constants: frozenset[str]) -> bool:
    """Return whether one student wrote a text: each step has one file or two, and no file bears another name."""
    steps = Counter(_step(item, essay.key, frozenset()) for item in essay.files)
    if not essay.key or len(steps) < 2 or max(steps.values()) > 2:
        return False
    counts = Counter(word for item in essay.files for word in texts_of(item.path))
    return not any(
        counts[word.text] == 1 and _is_other_name(word, item, essay.key, constants)
        for item in essay.files
        for word in file_names.words_of(item.path)
    )


def _is_other_name(word: file_names.Word, item: Candidate, key: frozenset[str], constants: frozenset[str]) -> bool:
    """Return whether a word is another name than the key: ``amira`` in ``letter.hyp.amira``, ``students/amira``."""
    last = item.path.count("/")
    is_plain = not (word.is_number or file_names.tells_role(word.text) or kinds_of(word.text))
    if word.text in key or word.part != last or not is_plain:
        return False
    parts = file_names.parts_of(item.path)
    if any(other.text in key for other in parts[last]):
        return word.text not in constants or file_names.hint_of(texts_of(item.path)) is None
    return any("student" in kinds_of(other.text) for part in parts[:-1] for other in part)


def _by_mark(essays: Sequence[Essay]) -> list[list[Essay]]:
    """Return sets of own essays: where students have several, those of one mark, such as ``essay 2``, are one set."""
    by_owner = grouped(essays, _owner)
    if all(len(every) == 1 for every in by_owner.values()):
        return [list(essays)]
    parts: dict[frozenset[str], list[Essay]] = defaultdict(list)
    for owner, every in by_owner.items():
        for essay in every:
            mark = essay.key - owner
            parts[mark].append(attrs.evolve(essay, key=owner, mark=mark))
    return list(parts.values())


def _owner(essay: Essay) -> frozenset[str]:
    exercise = file_names.vocabulary().exercise
    return frozenset(word for word in essay.key if not word.isdigit() and word not in exercise) or essay.key


def _fits(item: Candidate, own: Assignment) -> bool:
    """Return whether a lone file is a step of another student's essay, the others of which are not there."""
    key = _key_alone(item, own)
    if not key or any(key & essay.key for essay in own.essays):
        return False
    extended = Assignment((*own.essays, Essay((item,), key)), is_own=True)
    return any(item in files and len(files) > 2 for files in extended.steps.values())


def _key_alone(item: Candidate, own: Assignment) -> frozenset[str]:
    taken = frozenset(word for other in own.files for word in texts_of(other.path))
    return frozenset(word for word in texts_of(item.path) if word not in taken and not kinds_of(word))


@attrs.frozen
class AuthorRole:
    """The part of one author in a document that several people changed."""

    author: str
    is_teacher: bool
    reason: str
    sureness: Sureness


def author_roles(documents: Sequence[Candidate]) -> dict[str, tuple[AuthorRole, ...]]:
    """Return the parts in each document that both students and teachers changed, by its path."""
    counts = Counter(author for item in documents for author in item.changes)
    roles: dict[str, tuple[AuthorRole, ...]] = {}
    for item in documents:
        if len(item.changes) > 1 and item.is_tracked:
            parts = _author_roles(item, counts)
            if len({part.is_teacher for part in parts}) > 1:
                roles[item.path] = parts
    return roles


def _author_roles(item: Candidate, counts: Counter[str]) -> tuple[AuthorRole, ...]:
    known: dict[str, tuple[bool, str]] = {}
    fewest = min(counts[author] for author in item.changes)
    for author in item.changes:
        hint = file_names.hint_of(texts_of(author))
        if hint is not None and hint.role != "source":
            is_teacher = hint.role == "reference"
            known[author] = is_teacher, f"“{author}” is a {'teacher' if is_teacher else 'student'}'s name"
        elif texts_of(item.path) & texts_of(author):
            known[author] = False, f"{author}'s name is in the file's"
        elif counts[author] > max(1, fewest):
            known[author] = True, f"{author} changed {counts[author]} of these documents"
    return tuple(_author_role(author, known, item) for author in item.changes)


def _author_role(author: str, known: Mapping[str, tuple[bool, str]], item: Candidate) -> AuthorRole:
    if author in known:
        is_teacher, reason = known[author]
        return AuthorRole(author, is_teacher, reason, "sure")
    sides = {is_teacher for is_teacher, _ in known.values()}
    if len(sides) == 1:
        return AuthorRole(author, not sides.pop(), f"not {' or '.join(known)}", "likely")
    most = max(item.changes, key=lambda name: item.changes[name])
    return AuthorRole(author, author == most, f"made {'most' if author == most else 'fewer'} changes", "ask")


def _author_documents(alone: Sequence[Candidate]) -> tuple[list[Assignment], list[Candidate]]:
    """Return the documents that a student and a teacher changed: by themselves, or as a set of own essays."""
    shared = author_roles(alone)
    documents = [item for item in alone if item.path in shared and not _is_teachers(item.hint())]
    rest = [item for item in alone if item not in documents]
    labels = file_names.labels_of([item.path for item in documents])
    essays = [Essay((item,), texts_of(labels.get(item.path, ""))) for item in documents]
    keys = {essay.key for essay in essays}
    if len(essays) > 1 and len(keys) == len(essays) and all(keys):
        return [Assignment(tuple(essays), is_own=True)], rest
    return [Assignment((essay,)) for essay in essays], rest


_CONVENTION = re.compile(r"(?P<stem>.+?)\.(?:src|hyp|ref)\d*(?:\..+)?")


def titles(every: Sequence[Assignment], folder: str, taken: Iterable[str] = ()) -> list[str]:
    """Return a name for each assignment: its folder's, or what its files are called beside others there."""
    folders = [_common_folder(assignment) for assignment in every]
    counts = Counter(folders)
    names = []
    for assignment, own in zip(every, folders, strict=True):
        name = own.rpartition("/")[2] or folder or "exercise"
        stems = [stem_of(item.path) for item in assignment.files]
        is_conventional = any(_CONVENTION.fullmatch(stem) for stem in stems)
        if counts[own] > 1 or is_conventional or all(item.is_annotated for item in assignment.files):
            name = _called(assignment, stems) or name
        names.append(name)
    distinct = [*taken]
    for name, own in zip(names, folders, strict=True):
        longer = name if names.count(name) == 1 or not own else own if own.endswith(name) else f"{own}/{name}"
        others = (f"{longer} {number}" for number in range(2, len(distinct) + 3))
        distinct.append(next(item for item in (longer, *others) if item not in distinct))
    return distinct[len(distinct) - len(names) :]


def _common_folder(assignment: Assignment) -> str:
    folders = {folder_of(item.path) or "." for item in assignment.files}
    shared = commonpath(folders).replace("\\", "/")
    shared = "" if shared == "." else shared
    while shared and file_names.kinds_in(shared.rpartition("/")[2]) - {"text"}:
        shared = folder_of(shared)
    return shared


def _called(assignment: Assignment, stems: Sequence[str]) -> str | None:
    """Return what the files of an assignment are called and others aren't: ``letter`` of ``letter.src.txt``."""
    exercise = file_names.vocabulary().exercise
    if not assignment.is_own:
        named = {match["stem"] for stem in stems if (match := _CONVENTION.fullmatch(stem)) is not None}
        if len(named) == 1:
            return named.pop()
        shortest = min(stems, key=len)
        if all(item.is_annotated for item in assignment.files) and all(stem.startswith(shortest) for stem in stems):
            return shortest
    for essay in assignment.essays:
        key = essay.mark if assignment.is_own else essay.key
        for item in essay.files:
            for words in reversed(file_names.parts_of(item.path)):
                marked = [word for word in words if word.text in key]
                if marked and marked[0].is_number and words.index(marked[0]):
                    before = words[words.index(marked[0]) - 1]
                    marked = [before, *marked] if before.text in exercise else marked
                label = file_names.label_of(item.path, marked)
                if label:
                    return file_names.composed(label)
    return None
