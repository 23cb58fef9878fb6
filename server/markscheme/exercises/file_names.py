"""What the paths of files say: words for roles, names of persons, numbers of versions; and who people are.

Words that tell a role are data: ``words.toml`` has them in several languages, written as :func:`plain` returns them.
"""

import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import Final, Literal

import attrs
from pathvalidate import sanitize_filename

from markscheme.documents.folders import HIDDEN
from markscheme.documents.formats import FORMATS
from markscheme.grouping import grouped

Role = Literal["source", "hypothesis", "reference"]

_STRONG: Final[Mapping[str, Role]] = {
    "reference": "reference",
    "teacher": "reference",
    "title": "reference",
    "source": "source",
    "hypothesis": "hypothesis",
    "student": "hypothesis",
}
"""The roles by the kinds of words that tell them; of several in one name, the first counts: a task's solution."""
_WEAK: Final[Mapping[str, Role]] = {
    "correction": "reference",
    "learner": "source",
    "draft": "source",
    "answer": "hypothesis",
    "homework": "hypothesis",
    "copy": "hypothesis",
    "text": "source",
}
"""The same for words that count only where no other does."""


MAX_NAME: Final = 120
"""Bytes of a file's name without its ending."""
_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""What shows a file's name as another one, and what some system can't hold."""


def file_name(name: str, instead: str = "_") -> str:
    """Return a file's name, without its ending, for the name of a person or a text.

    Every file system takes it, it leads to no other folder, and no pattern of ``markscheme.toml`` leaves it out.
    ``instead`` stands for each character that it can't hold.

    >>> file_name("A/B"), file_name("."), file_name("con"), file_name("../x", "-")
    ('A_B', '_', 'con_', '-x')
    """
    kept = sanitize_filename(_UNSEEN.sub(instead, name.strip(" .")), instead, platform="universal")
    kept = kept.encode()[:MAX_NAME].decode("utf-8", "ignore").rstrip(" .")
    return f"_{kept}" if not kept or kept.startswith(HIDDEN) else kept


@attrs.frozen
class Vocabulary:
    """The words of ``words.toml``: those with kinds, whole and by their beginnings, and lists of words without any.

    ``exercise`` are words for what is taught (``week``, ``hafta``), ``version`` tell one person's versions apart
    (``final``, ``kopie``), ``joining`` stand between names (``and``), ``small`` make no name by themselves. ``ranks``
    order versions.
    """

    whole: Mapping[str, frozenset[str]]
    begun: Mapping[str, frozenset[str]]
    phrases: frozenset[str]
    ranks: Mapping[str, int]
    exercise: frozenset[str]
    version: frozenset[str]
    file: frozenset[str]
    small: frozenset[str]
    joining: frozenset[str]
    copy: frozenset[str]

    @property
    def nameless(self) -> frozenset[str]:
        return self.exercise | self.version | self.file


@cache
def vocabulary() -> Vocabulary:
    content = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
    whole: dict[str, frozenset[str]] = {}
    begun: dict[str, frozenset[str]] = {}
    for kinds in content["languages"].values():
        for kind, words in kinds.items():
            for word in words.split():
                known = begun if word.endswith("*") else whole
                known[word.rstrip("*")] = known.get(word.rstrip("*"), frozenset()) | {kind}
    phrases = {phrase: frozenset({kind}) for kind, every in content["phrases"].items() for phrase in every}
    return Vocabulary(
        whole | phrases,
        begun,
        frozenset(phrases),
        {word: int(rank) for rank, words in content["ranks"].items() for word in words.split()},
        **{name: frozenset(words.split()) for name, words in content["lists"].items()},
    )


@cache
def kinds_of(word: str) -> frozenset[str]:
    """Return the kinds that a word has in any language; those of whole words before those of beginnings.

    >>> sorted(kinds_of("korrektur")), sorted(kinds_of("ogrenciler")), sorted(kinds_of("mei"))
    (['correction'], ['student'], [])
    """
    known = vocabulary()
    if word in known.whole:
        return known.whole[word]
    return frozenset(kind for start, kinds in known.begun.items() if word.startswith(start) for kind in kinds)


@attrs.frozen
class Hint:
    """The role that a name tells; not ``strong`` by a word that counts only where no other does."""

    role: Role
    kind: str
    strong: bool


def hint_of(words: Iterable[str]) -> Hint | None:
    """Return what the words of one name tell.

    >>> hint_of(["ms", "baker"]).role, hint_of(["mei", "corrected"]).strong, hint_of(["mei"])
    ('reference', False, None)
    """
    kinds = frozenset(kind for word in words for kind in kinds_of(word))
    for roles in (_STRONG, _WEAK):
        kind = next((kind for kind in roles if kind in kinds), None)
        if kind is not None:
            return Hint(roles[kind], kind, roles is _STRONG)
    return None


@lru_cache(maxsize=4096)
def hint_of_path(path: str, ignored: frozenset[str] = frozenset()) -> Hint | None:
    """Return what the names of a file and its folders tell: the innermost with a strong word, or else with any.

    >>> hint_of_path("students/mei corrected.txt").role, hint_of_path("corrected/mei.txt").role
    ('hypothesis', 'reference')
    """
    parts = reversed(parts_of(path))
    hints = [hint_of(word.text for word in part if word.text not in ignored) for part in parts]
    telling = [hint for hint in hints if hint is not None]
    return next((hint for hint in telling if hint.strong), telling[0] if telling else None)


def tells_role(word: str) -> bool:
    """Return whether a word tells a role or a version, and so is no name of a person or an exercise."""
    return bool(kinds_of(word) - {"text"}) or word in vocabulary().version


def role_shape(path: str) -> tuple[frozenset[str], ...]:
    """Return the kinds of words in each folder's and the file's name; in a folder of a role, the folders' alone."""
    *folders, stem = (kinds_in(part) for part in (*path.split("/")[:-1], stem_of(path)))
    return (*folders, frozenset() if any(folders) else stem)


def kinds_in(name: str) -> frozenset[str]:
    return frozenset(kind for word in words_of(name) for kind in kinds_of(word.text))


_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_RUN = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+")
"""A run of letters with the accents that some systems write as characters of their own, or of digits."""
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_BRACKETED = re.compile(r"(?<=.)[(\[{][^()\[\]{}/]*[)\]}]")


@attrs.frozen
class Word:
    """A word of a path, in small letters without accents; ``part`` is the index of its folder or file name."""

    text: str
    part: int
    start: int
    end: int
    is_large: bool = False

    @property
    def is_title(self) -> bool:
        return "title" in kinds_of(self.text)

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()


def plain(text: str) -> str:
    """Return a word in small letters without accents, so that systems and keyboards make no difference.

    >>> plain("ÖĞRETMEN"), plain("Korrekturen"), plain("Straße"), plain("IŞIK")
    ('ogretmen', 'korrekturen', 'strasse', 'isik')
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def ending(path: str) -> str:
    """Return the end of a file's name that tells its format: ``.txt``, and nothing for ``dev.ref0``."""
    suffix = PurePosixPath(path).suffix
    return suffix if suffix.lower() in FORMATS.suffixes else ""


@lru_cache(maxsize=4096)
def words_of(path: str) -> tuple[Word, ...]:
    """Return the words of a path without its ending; ``meiLin`` is two words.

    >>> [word.text for word in words_of("students/Mei Lin_12.txt")]
    ['students', 'mei', 'lin', '12']
    >>> [word.text for word in words_of("text to correct.txt")]
    ['text', 'to correct']
    """
    words: list[Word] = []
    whole = path.removesuffix(ending(path))
    for match in _RUN.finditer(whole):
        part = whole.count("/", 0, match.start())
        for start, end in _humps(whole, match.start(), match.end()):
            word = Word(plain(whole[start:end]), part, start, end, whole[start].isupper())
            before = words[-1] if words else None
            if word.text == "s" and start > 1 and whole[start - 1] in "'’" and whole[start - 2].isalpha():
                continue
            if before is not None and before.part == part and f"{before.text} {word.text}" in vocabulary().phrases:
                words[-1] = attrs.evolve(before, text=f"{before.text} {word.text}", end=end)
            else:
                words.append(word)
    return tuple(words)


def _humps(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """A capital after a small letter begins a word."""
    begin = start
    for place in range(start + 1, end):
        if text[place - 1].islower() and text[place].isupper():
            yield begin, place
            begin = place
    yield begin, end


def texts_of(path: str) -> frozenset[str]:
    return frozenset(word.text for word in words_of(path))


def parts_of(path: str) -> list[list[Word]]:
    """Return the words of each folder and of the file's name."""
    parts: list[list[Word]] = [[] for _ in range(path.count("/") + 1)]
    for word in words_of(path):
        parts[word.part].append(word)
    return parts


def stem_of(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.removesuffix(ending(name))


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def label_of(path: str, words: Sequence[Word]) -> str | None:
    """Return the text of a path from the first of some words to the last; ``None`` if they are in several parts.

    >>> label_of("week/Mei Lin_12.txt", [word for word in words_of("week/Mei Lin_12.txt") if word.part])
    'Mei Lin_12'
    """
    if not words or words[0].part != words[-1].part:
        return None
    label = path[words[0].start : words[-1].end]
    return _POSSESSIVE.sub("", label) if len(words[-1].text) == 1 else label


def _unbracketed(path: str, words: Sequence[Word]) -> list[Word]:
    """Return the words outside brackets, or all where none or a title is inside: ``João (new)`` is João."""
    spans = [match.span() for match in _BRACKETED.finditer(path)]
    outside = [word for word in words if not any(start < word.start < end for start, end in spans)]
    return list(words) if any(word.is_title for word in words if word not in outside) else outside or list(words)


def naming_words(words: Sequence[Word], common: frozenset[str], names: frozenset[str] = frozenset()) -> list[Word]:
    """Return the words of one part of a path that may be a person's name, next to each other.

    A title begins a teacher's name, or ends it. No role's word is a name unless it is in ``names``, no version's, and
    none of the ``common`` ones that many files have. Numbers count only if there is nothing else.
    """
    nameless = common | vocabulary().nameless
    runs: list[list[Word]] = [[]]
    for word in words:
        if word.text in names or word.is_title or not (kinds_of(word.text) or word.text in nameless):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    runs = [_without_joins(run) for run in runs]
    titled = next((run for run in runs if any(word.is_title for word in run) and len(run) > 1), None)
    if titled is not None:
        first = next(number for number, word in enumerate(titled) if word.is_title)
        return titled[first:] if first < len(titled) - 1 else titled
    lettered = [run for run in runs if any(not (word.is_number or word.is_title) for word in run)]
    if lettered:
        return _without_numbers(max(lettered, key=lambda run: (run[0].is_large, -runs.index(run))))
    return [word for word in words if word.is_number and word.text not in common]


def _without_joins(run: list[Word]) -> list[Word]:
    """Drop joining words at the ends: two students may hand in as ``Ana and Mei``."""
    if all(word.text in vocabulary().small for word in run):
        return []
    kept = [number for number, word in enumerate(run) if word.text not in vocabulary().joining]
    return run[kept[0] : kept[-1] + 1] if kept else []


def _without_numbers(run: list[Word]) -> list[Word]:
    """Return the words up to the first number after a name: ``Mei Lin`` of ``Mei Lin_12``, but ``T5``, ``seq2seq``."""
    letters = [number for number, word in enumerate(run) if not word.is_number]
    kept = run[letters[0] :]
    end = len(kept)
    for number, word in enumerate(kept):
        is_inside = number + 1 < len(kept) and word.end == kept[number + 1].start
        before = kept[number - 1]
        sticks = before.end == word.start and (is_inside or (before.is_large and before.end - before.start == 1))
        if word.is_number and not sticks:
            end = number
            break
    return kept[:end]


def person_key(label: str) -> str:
    """Return what two spellings of a person's name share: ``mei_lin`` and ``Lin, Mei`` are one.

    >>> person_key("mei_lin") == person_key("Lin, Mei")
    True
    """
    return " ".join(sorted(plain(word) for word in re.findall(r"[^\W_]+", unicodedata.normalize("NFC", label))))


def display_name(labels: Iterable[str]) -> str:
    """Return the spelling that looks most like a name: capitals, then blanks, then the longest.

    >>> display_name(["mei_lin", "Mei Lin"])
    'Mei Lin'
    """
    return max(sorted(set(labels)), key=lambda label: (label != label.lower(), " " in label, "_" not in label))


def labels_of(
    paths: Sequence[str],
    others: Iterable[str] = (),
    *,
    teachers: bool = False,
    names: Mapping[str, frozenset[str]] | None = None,
    common: frozenset[str] = frozenset(),
) -> dict[str, str]:
    """Return each person's name as it stands in the paths of one role; paths that show none are missing.

    Words that most ``others``, the exercise's other files, share are no names, nor are ``common`` ones. ``teachers``:
    ``profesora`` in ``corrección profesora Molina`` is how the teacher is called. ``names`` are words of a path that
    look like a role's.

    >>> labels_of(["correction Ms Baker.txt", "correction Mr Cruz.txt"])
    {'correction Ms Baker.txt': 'Ms Baker', 'correction Mr Cruz.txt': 'Mr Cruz'}
    >>> labels_of(["Mei Lin_1234567_assignsubmission_file_/essay.docx"])
    {'Mei Lin_1234567_assignsubmission_file_/essay.docx': 'Mei Lin'}
    """
    usual = common | _usual(paths, tuple(others))
    by_part: dict[int, dict[str, str]] = defaultdict(dict)
    for path in paths:
        parts = parts_of(path)
        for part, words in enumerate(parts, 1 - len(parts)):
            here = _unbracketed(path, words)
            named = naming_words(here, usual, (names or {}).get(path, frozenset()))
            label = label_of(path, _with_calling(here, named) if teachers else _with_letters(here, named))
            if label is not None:
                by_part[part][path] = label
    ordered = sorted(by_part, key=lambda part: _naming_score(by_part[part], part, len(paths)), reverse=True)
    labels: dict[str, str] = {}
    for is_number in (False, True):
        for part in ordered:
            for path, label in by_part[part].items():
                if label.isdigit() is is_number:
                    labels.setdefault(path, label)
    return {path: labels[path] for path in paths if path in labels}


def _usual(paths: Sequence[str], others: Sequence[str]) -> frozenset[str]:
    exercise = vocabulary().exercise
    counts, elsewhere = (Counter(word for path in every for word in texts_of(path)) for every in (paths, others))
    usual = frozenset(word for word, count in elsewhere.items() if 2 * count > len(others) or word in exercise)
    if len(paths) > 2:
        most = frozenset(word for word, count in counts.items() if 4 * count > 3 * len(paths))
        return (usual | most) - vocabulary().joining
    shared = (word for word, count in counts.items() if count == len(paths) > 1)
    return usual | frozenset(word for word in shared if word in exercise or len(word) == 1)


def _with_letters(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Return a number with the letters that it sticks to, unless they tell a role: ``s07``, but ``0`` of ``ref0``."""
    if not named or not named[0].is_number:
        return named
    before = next((word for word in words if word.end == named[0].start and not kinds_of(word.text)), None)
    return [before, *named] if before is not None else named


def _with_calling(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Keep the word for a teacher before a name, where another word tells the role."""
    if not named:
        return named
    before = [word for word in words if word.end <= named[0].start]
    calling = next((word for word in reversed(before) if "teacher" in kinds_of(word.text)), None)
    rest = hint_of(word.text for word in words if word is not calling and not word.is_title)
    return [calling, *named] if calling is not None and rest is not None and rest.role == "reference" else named


def _naming_score(labels: Mapping[str, str], part: int, count: int) -> tuple[float, ...]:
    """Most files have a person's name, with capitals, and they differ."""
    distinct = len({person_key(label) for label in labels.values()}) / len(labels)
    letters = [label for label in labels.values() if not label.isdigit()]
    capital = sum(label != label.lower() for label in letters) / len(labels)
    titled = any(word.is_title for label in letters for word in words_of(label))
    return (float(titled), float(2 * distinct > 1), round(len(letters) / count, 1), round(capital, 1), distinct, -part)


def composed(label: str) -> str:
    """Return a name as people type it; some systems write accents of file names as characters of their own."""
    return _composed(label).strip(" _-.")


def person_of(label: str | None) -> str | None:
    """Return the person that a label names; a single letter names nobody, nor does the number of a scan.

    >>> person_of("Mei Lin"), person_of("s07"), person_of("a"), person_of("scan12")
    ('Mei Lin', 's07', None, None)
    """
    if not label or len(composed(label)) == 1:
        return None
    others = [word for word in words_of(label) if word.text not in vocabulary().file]
    has_letters = not others or any(not word.is_number for word in others)
    return composed(label) if has_letters or others == [*words_of(label)] else None


def is_nobodys(stem: str) -> bool:
    """Return whether a teacher's file is called by what it is to the teacher, and names nobody.

    >>> is_nobodys("my solution"), is_nobodys("unsere Korrektur"), is_nobodys("solution Kim"), is_nobodys("solution")
    (True, True, False, False)
    """
    words = words_of(stem)
    hint = hint_of(word.text for word in words)
    is_own = any(word.text in vocabulary().small or word.text.partition(" ")[0] in vocabulary().small for word in words)
    return is_own and hint is not None and hint.role == "reference" and not naming_words(words, frozenset())


def surnames(paths: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the words in the names of files that look like a role's and are a person's, by path.

    They begin with a capital letter beside another name, in a folder of students, and no other file there has them. A
    file whose name without them is another file's is a version of it.
    """
    names: dict[str, frozenset[str]] = {}
    for folder, members in grouped(paths, folder_of).items():
        hint = hint_of(word.text for word in words_of(folder.rpartition("/")[2]))
        if hint is not None and hint.strong and hint.role == "hypothesis":
            names |= _surnames_in_folder(members)
    return names


def _surnames_in_folder(paths: Iterable[str]) -> dict[str, frozenset[str]]:
    stems = {path: parts_of(path)[-1] for path in paths}
    counts = Counter(text for words in stems.values() for text in {word.text for word in words})
    every = {frozenset(word.text for word in words) for words in stems.values()}
    known = vocabulary()
    names: dict[str, frozenset[str]] = {}
    for path, words in stems.items():
        large = [word for word in words if word.is_large and word.text not in known.version]
        roles = frozenset(word.text for word in large if kinds_of(word.text) and counts[word.text] == 1)
        rest = frozenset(word.text for word in words) - roles
        is_beside = any(not kinds_of(word.text) and word.text not in known.exercise for word in large)
        if roles and rest not in every and is_beside:
            names[path] = roles
    return names


def version_order(path: str, modified: float) -> tuple[int, tuple[int, ...], float]:
    """Return what the versions by one person are ordered by: words such as ``final``, then numbers, then the time.

    >>> version_order("mei final.txt", 0) > version_order("mei 2.txt", 1) > version_order("mei.txt", 2)
    True
    """
    words = words_of(path)
    ranks = (-1 if "draft" in kinds_of(word.text) else vocabulary().ranks.get(word.text, 0) for word in words)
    numbers = tuple(int(word.text[:18]) for word in words if word.is_number)
    return max(ranks, key=abs, default=0), numbers, modified


@attrs.frozen
class People:
    """The ``[people]`` of a configuration: names of files or authors, each with the person's name."""

    entries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, content: Mapping[str, str]) -> "People":
        return cls(tuple((_composed(label), person.strip()) for label, person in content.items()))

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return dict(reversed(self.entries))

    @cached_property
    def _labels(self) -> Mapping[str, Sequence[str]]:
        return {name: [label for label, _ in own] for name, own in grouped(self.entries, itemgetter(1)).items()}

    def name(self, label: str) -> str:
        """Return the person's name; the name of a file or an author that is not listed is the person's.

        >>> People.of({"mei_lin": "Mei Lin"}).name("mei_lin")
        'Mei Lin'
        """
        composed = _composed(label)
        return self._names.get(composed, composed)

    def numbered(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the people of a file, by its names, whose annotators have numbers, each with the number.

        >>> People.of({"0": "Kim", "Annotator 1": "Roy", "quiz.ref#2": "Lee"}).numbered(["quiz.ref"])
        (('0', 'Kim'), ('1', 'Roy'), ('2', 'Lee'))
        """
        of_files = (f"{re.escape(_composed(name))}#" for name in names)
        heads = "|".join(["(?:reference|correction|annotator)[ #]", *of_files])
        matches = ((re.fullmatch(f"(?:{heads})?([0-9]+)", key, re.IGNORECASE), name) for key, name in self.entries)
        return tuple((match[1], name) for match, name in matches if match is not None)

    def labels(self, person: str) -> tuple[str, ...]:
        listed = tuple(self._labels.get(person, ()))
        return listed if self.name(person) != person else (*listed, *({person} - {*listed}))


def _composed(label: str) -> str:
    return unicodedata.normalize("NFC", label)
