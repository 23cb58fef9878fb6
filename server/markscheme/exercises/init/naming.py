"""What the names of files say: words for roles, numbers of versions, names of persons.

Words that tell a role are data: ``words.toml`` has them in several languages, written as :func:`plain` returns them.
"""

import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final

import attrs

from markscheme.documents.formats import document_suffixes
from markscheme.exercises.exercise import Role
from markscheme.grouping import grouped

Votes = Mapping[Role, float]
"""How much a name speaks for each role, 0 to 1."""

CORRECTION: Final = "correction"
"""Words for a corrected text. It is the teacher's mostly, and the student's where nothing else is."""
TEXT: Final = "text"
"""Words for a text as such, which is the source more often than not."""

_VOTES: Mapping[str, Votes] = {
    "source": {"source": 1.0},
    "hypothesis": {"hypothesis": 1.0},
    "reference": {"reference": 1.0},
    "student": {"hypothesis": 0.8, "source": 0.3},
    "learner": {"source": 0.6, "hypothesis": 0.35},
    "answer": {"hypothesis": 0.5, "reference": 0.25},
    "teacher": {"reference": 1.0},
    "draft": {"source": 0.8, "hypothesis": 0.2},
    CORRECTION: {"reference": 0.65, "hypothesis": 0.3},
    TEXT: {"source": 0.3, "hypothesis": 0.15},
    "title": {"reference": 0.9},
    "copy": {"hypothesis": 0.25},
    "homework": {"hypothesis": 0.5, "source": 0.25},
}
WEAK: Final = frozenset({CORRECTION, TEXT, "draft", "answer", "copy", "homework"})
"""Kinds of words that tell less than those of a person or a role."""


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


def votes_of(words: Iterable[str]) -> dict[Role, float]:
    """Return how much words speak for each role; of several words, the strongest counts.

    >>> votes_of(["correction", "ms"])["reference"], votes_of(["mei"])
    (0.9, {})
    """
    votes: dict[Role, float] = {}
    for word in words:
        for kind in kinds_of(word):
            for role, vote in _VOTES[kind].items():
                votes[role] = max(votes.get(role, 0.0), vote)
    return votes


def is_title(word: str) -> bool:
    return "title" in kinds_of(word)


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
    return suffix if suffix.lower() in document_suffixes() else ""


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
            words.append(Word(plain(whole[start:end]), part, start, end, whole[start].isupper()))
    return tuple(_with_phrases([word for word in words if not _is_possessive(whole, word)]))


def texts_of(path: str) -> frozenset[str]:
    return frozenset(word.text for word in words_of(path))


def parts_of(path: str) -> list[list[Word]]:
    """Return the words of each folder and of the file's name."""
    parts: list[list[Word]] = [[] for _ in range(path.count("/") + 1)]
    for word in words_of(path):
        parts[word.part].append(word)
    return parts


def _is_possessive(path: str, word: Word) -> bool:
    return word.text == "s" and word.start > 1 and path[word.start - 1] in "'’" and path[word.start - 2].isalpha()


def _with_phrases(words: Sequence[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in words:
        before = joined[-1] if joined else None
        if before is not None and before.part == word.part and f"{before.text} {word.text}" in vocabulary().phrases:
            joined[-1] = attrs.evolve(before, text=f"{before.text} {word.text}", end=word.end)
        else:
            joined.append(word)
    return joined


def _humps(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """A capital after a small letter begins a word."""
    begin = start
    for place in range(start + 1, end):
        if text[place - 1].islower() and text[place].isupper():
            yield begin, place
            begin = place
    yield begin, end


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
    """Return the words that stand outside brackets, or all where none does: ``João (new)`` is João."""
    spans = [match.span() for match in _BRACKETED.finditer(path)]
    outside = [word for word in words if not any(start < word.start < end for start, end in spans)]
    return outside or list(words)


def naming_words(words: Sequence[Word], common: frozenset[str], names: frozenset[str] = frozenset()) -> list[Word]:
    """Return the words of one part of a path that may be a person's name, next to each other.

    A title begins a teacher's name. No role's word is a name unless it is in ``names``, no version's, and none of the
    ``common`` ones that many files have. Numbers count only if there is nothing else.
    """
    runs: list[list[Word]] = [[]]
    for word in words:
        if word.text in names or _may_name(word, common):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    runs = [_without_joins(run) for run in runs]
    titled = next((run for run in runs if any(is_title(word.text) for word in run) and len(run) > 1), None)
    if titled is not None:
        first = next(number for number, word in enumerate(titled) if is_title(word.text))
        return titled[first:] if first < len(titled) - 1 else titled
    lettered = [run for run in runs if any(not (word.text.isdigit() or is_title(word.text)) for word in run)]
    if lettered:
        return _without_numbers(max(lettered, key=lambda run: (run[0].is_large, -runs.index(run))))
    return [word for word in words if word.text.isdigit() and word.text not in common]


def _without_joins(run: list[Word]) -> list[Word]:
    """Drop joining words at the ends: two students may hand in as ``Ana and Mei``."""
    if all(word.text in vocabulary().small for word in run):
        return []
    kept = [number for number, word in enumerate(run) if word.text not in vocabulary().joining]
    return run[kept[0] : kept[-1] + 1] if kept else []


def _may_name(word: Word, common: frozenset[str]) -> bool:
    if is_title(word.text):
        return True
    known = vocabulary()
    others = (common, known.version, known.file, known.exercise)
    return not kinds_of(word.text) and not any(word.text in words for words in others)


def _without_numbers(run: list[Word]) -> list[Word]:
    """Return the words up to the first number after a name: ``Mei Lin`` of ``Mei Lin_12``."""
    letters = [number for number, word in enumerate(run) if not word.text.isdigit()]
    kept = run[letters[0] :]
    return kept[: next((number for number, word in enumerate(kept) if word.text.isdigit()), len(kept))]


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


_ENOUGH = 3
"""Files that share a word from which on it is no part of a name."""


def labels_of(
    paths: Sequence[str],
    others: Iterable[str] = (),
    *,
    teachers: bool = False,
    names: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> dict[str, str]:
    """Return each person's name as it stands in the paths of one role; paths that show none are missing.

    Words that ``others``, the exercise's other files, share are no names. ``teachers``: ``profesora`` in ``corrección
    profesora Molina`` is how the teacher is called. ``names`` are words of a path that look like a role's.

    >>> labels_of(["correction Ms Baker.txt", "correction Mr Cruz.txt"])
    {'correction Ms Baker.txt': 'Ms Baker', 'correction Mr Cruz.txt': 'Mr Cruz'}
    >>> labels_of(["Mei Lin_1234567_assignsubmission_file_/essay.docx"])
    {'Mei Lin_1234567_assignsubmission_file_/essay.docx': 'Mei Lin'}
    """
    common = _common(paths, tuple(others))
    by_part: dict[int, dict[str, str]] = defaultdict(dict)
    for path in paths:
        parts = parts_of(path)
        for part, words in enumerate(parts, 1 - len(parts)):
            here = _unbracketed(path, words)
            named = naming_words(here, common, names.get(path, frozenset()))
            label = label_of(path, _with_calling(here, named) if teachers else _with_letters(here, named))
            if label is not None:
                by_part[part][path] = label
    ordered = sorted(by_part, key=lambda part: _naming_score(by_part[part], part, len(paths)), reverse=True)
    labels: dict[str, str] = {}
    for is_number in (False, True):
        for part in ordered:
            labels |= {
                path: label
                for path, label in by_part[part].items()
                if path not in labels and label.isdigit() is is_number
            }
    return {path: labels[path] for path in paths if path in labels}


def _common(paths: Sequence[str], others: Sequence[str]) -> frozenset[str]:
    exercise = vocabulary().exercise
    counts, elsewhere = (Counter(word for path in every for word in texts_of(path)) for every in (paths, others))
    usual = frozenset(word for word, count in elsewhere.items() if 2 * count > len(others) or word in exercise)
    if len(paths) >= _ENOUGH:
        return usual | frozenset(word for word, count in counts.items() if count >= 0.8 * len(paths))
    shared = (word for word, count in counts.items() if count == len(paths) > 1)
    return usual | frozenset(word for word in shared if word in exercise or len(word) == 1)


def _with_letters(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Return a number with the letters that it sticks to, unless they tell a role: ``s07``, but ``0`` of ``ref0``."""
    if not named or not named[0].text.isdigit():
        return named
    before = next((word for word in words if word.end == named[0].start and not kinds_of(word.text)), None)
    return [before, *named] if before is not None else named


def _with_calling(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Keep the word for a teacher before a name, where another word tells the role."""
    if not named:
        return named
    before = [word for word in words if word.end <= named[0].start]
    calling = next((word for word in reversed(before) if "teacher" in kinds_of(word.text)), None)
    rest = [word for word in words if word is not calling and votes_of([word.text]).get("reference", 0.0) > 0]
    return [calling, *named] if calling is not None and any(not is_title(word.text) for word in rest) else named


def _naming_score(labels: Mapping[str, str], part: int, count: int) -> tuple[float, ...]:
    """Most files have a person's name, with capitals, and they differ."""
    distinct = len({person_key(label) for label in labels.values()}) / len(labels)
    letters = [label for label in labels.values() if not label.isdigit()]
    capital = sum(label != label.lower() for label in letters) / len(labels)
    titled = any(is_title(word.text) for label in letters for word in words_of(label))
    return (float(titled), float(distinct > 0.4), round(len(letters) / count, 1), round(capital, 1), distinct, -part)


def composed(label: str) -> str:
    """Return a name as people type it; some systems write accents of file names as characters of their own."""
    return unicodedata.normalize("NFC", label).strip(" _-.")


def person_of(label: str | None) -> str | None:
    """Return the person that a label names; a single letter names nobody, nor does the number of a scan.

    >>> person_of("Mei Lin"), person_of("s07"), person_of("a"), person_of("scan12")
    ('Mei Lin', 's07', None, None)
    """
    if not label or len(composed(label)) == 1:
        return None
    others = [word for word in words_of(label) if word.text not in vocabulary().file]
    return (
        composed(label)
        if not others or any(not word.text.isdigit() for word in others) or others == [*words_of(label)]
        else None
    )


_BESIDE = 0.3
"""How much a name counts beside one that speaks for a role more clearly, or from further inside."""


@lru_cache(maxsize=4096)
def votes_of_path(path: str, ignored: frozenset[str] = frozenset()) -> Mapping[Role, float]:
    """Return how much the names of a file and of its folders speak for each role.

    The innermost name with a clear word counts most, or else the innermost with any. Words that all files have are
    ``ignored``.

    >>> votes_of_path("students/mei corrected.txt")["hypothesis"] > votes_of_path("corrected/mei.txt")["hypothesis"]
    True
    """
    parts = [[word.text for word in part if word.text not in ignored] for part in reversed(parts_of(path))]
    telling = [here for here in parts if votes_of(here)]
    clear = [here for here in telling if any(kinds_of(word) - WEAK for word in here)]
    votes: dict[Role, float] = {}
    for here in telling:
        weight = 1.0 if here is (clear or telling)[0] else _BESIDE
        for role, vote in votes_of(here).items():
            votes[role] = votes.get(role, 0.0) + weight * vote
    return votes


_STUDENTS = 0.3
"""How far a folder's name speaks for students where files in it bear their names."""


def surnames(paths: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the words in the names of files that look like a role's and are a person's, by path.

    They begin with a capital letter beside another name, in a folder of students, and no other file there has them. A
    file whose name without them is another file's is a version of it.
    """
    names: dict[str, frozenset[str]] = {}
    for folder, members in grouped(paths, folder_of).items():
        if _is_of_students(folder):
            names |= _in_folder(members)
    return names


def _in_folder(paths: Iterable[str]) -> dict[str, frozenset[str]]:
    stems = {path: parts_of(path)[-1] for path in paths}
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
    return word.is_large and bool(kinds_of(word.text)) and word.text not in vocabulary().version


def _is_plain_name(word: Word) -> bool:
    return word.is_large and not (kinds_of(word.text) or word.text in vocabulary().version | vocabulary().exercise)


def _version_rank(word: str) -> int:
    return -1 if "draft" in kinds_of(word) else vocabulary().ranks.get(word, 0)


def version_order(path: str, modified: float) -> tuple[int, tuple[int, ...], float]:
    """Return what the versions by one person are ordered by: words such as ``final``, then numbers, then the time.

    >>> version_order("mei final.txt", 0) > version_order("mei 2.txt", 1) > version_order("mei.txt", 2)
    True
    """
    words = words_of(path)
    rank = max((_version_rank(word.text) for word in words), key=abs, default=0)
    return rank, tuple(int(word.text[:18]) for word in words if word.text.isdigit()), modified
