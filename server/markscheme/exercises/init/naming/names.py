"""The words in the names of files and folders, and the names of people among them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.naming.role_words import (
    WEAK,
    exercise_words,
    file_words,
    is_title,
    joining_words,
    kinds_of,
    phrases,
    small_words,
    version_words,
    votes_of,
)
from markscheme.formats.registry import document_suffixes

_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_RUN = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+")
"""A run of letters with the accents that some systems write as characters of their own, or of digits."""
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_BRACKETED = re.compile(r"(?<=.)[(\[{][^()\[\]{}/]*[)\]}]")


@attrs.frozen
class Word:
    """A word of a path.

    Attributes
    ----------
    text
        In small letters, without accents.
    part
        The index of the folder or file name that it stands in.
    start, end
        Its place in the path.
    is_large
        Whether it begins with a capital letter.
    """

    text: str
    part: int
    start: int
    end: int
    is_large: bool = False

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
    whole = path.removesuffix(ending(path)) if ending(path) else path
    for match in _RUN.finditer(whole):
        part = whole.count("/", 0, match.start())
        for start, end in _humps(whole, match.start(), match.end()):
            words.append(Word(plain(whole[start:end]), part, start, end, whole[start].isupper()))
    return tuple(_with_phrases([word for word in words if not _is_possessive(whole, word)]))


def _is_possessive(path: str, word: Word) -> bool:
    """Return whether a word is the end of ``teacher's``."""
    return word.text == "s" and word.start > 1 and path[word.start - 1] in "'’" and path[word.start - 2].isalpha()


def _with_phrases(words: Sequence[Word]) -> list[Word]:
    """Return words with those that tell a role together as one: ``to correct``."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1] if joined else None
        if before is not None and before.part == word.part and f"{before.text} {word.text}" in phrases():
            joined[-1] = attrs.evolve(before, text=f"{before.text} {word.text}", end=word.end)
        else:
            joined.append(word)
    return joined


def _humps(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """Yield the places of the words in a run of letters: a capital after a small letter begins one."""
    begin = start
    for place in range(start + 1, end):
        if text[place - 1].islower() and text[place].isupper():
            yield begin, place
            begin = place
    yield begin, end


def stem_of(path: str) -> str:
    """Return a file's name without its ending."""
    name = path.rpartition("/")[2]
    return name.removesuffix(ending(name)) if ending(name) else name


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


def unbracketed(path: str, words: Sequence[Word]) -> list[Word]:
    """Return the words that stand outside brackets, or all where none does: ``João (new)`` is João."""
    spans = [match.span() for match in _BRACKETED.finditer(path)]
    outside = [word for word in words if not any(start < word.start < end for start, end in spans)]
    return outside or list(words)


def naming_words(words: Sequence[Word], common: frozenset[str], names: frozenset[str] = frozenset()) -> list[Word]:
    """Return the words of one part of a path that may be a person's name, next to each other.

    A title begins a teacher's name. No role's word is a name, no version's, none that all files share. Numbers count
    only if there is nothing else.

    Parameters
    ----------
    common
        Words that are no name, for many files have them.
    names
        Words that are a name although they look like a role's.
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
    lettered = [run for run in runs if any(not (word.is_number or is_title(word.text)) for word in run)]
    if lettered:
        return _without_numbers(max(lettered, key=lambda run: (_begins_large(run), -runs.index(run))))
    return [word for word in words if word.is_number and word.text not in common]


def _without_joins(run: list[Word]) -> list[Word]:
    """Return words without those at either end that join others: two students may hand in as ``Ana and Mei``."""
    if all(word.text in small_words() for word in run):
        return []
    kept = [number for number, word in enumerate(run) if word.text not in joining_words()]
    return run[kept[0] : kept[-1] + 1] if kept else []


def _may_name(word: Word, common: frozenset[str]) -> bool:
    if is_title(word.text):
        return True
    others = version_words() | file_words() | exercise_words()
    return not (word.text in common or kinds_of(word.text) or word.text in others)


def _begins_large(run: Sequence[Word]) -> bool:
    return run[0].is_large


def _without_numbers(run: list[Word]) -> list[Word]:
    """Return the words up to the first number after a name: ``Mei Lin`` of ``Mei Lin_12``."""
    letters = [number for number, word in enumerate(run) if not word.is_number]
    kept = run[letters[0] :]
    return kept[: next((number for number, word in enumerate(kept) if word.is_number), len(kept))]


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


_BESIDE = 0.3
"""How much a name counts beside one that speaks for a role more clearly, or from further inside."""


@lru_cache(maxsize=4096)
def votes_of_path(path: str, ignored: frozenset[str] = frozenset()) -> Mapping[Role, float]:
    """Return how much the names of a file and of its folders speak for each role.

    The innermost name with a clear word counts most, or else the innermost with any.

    Parameters
    ----------
    ignored
        Words that tell nothing, for all files have them.

    Examples
    --------
    >>> votes_of_path("students/mei corrected.txt")["hypothesis"] > votes_of_path("corrected/mei.txt")["hypothesis"]
    True
    """
    words = [word for word in words_of(path) if word.text not in ignored]
    parts = [[word.text for word in words if word.part == part] for part in range(path.count("/"), -1, -1)]
    telling = [here for here in parts if votes_of(here)]
    clear = [here for here in telling if any(kinds_of(word) - WEAK for word in here)]
    votes: dict[Role, float] = {}
    for here in telling:
        weight = 1.0 if here is (clear or telling)[0] else _BESIDE
        for role, vote in votes_of(here).items():
            votes[role] = votes.get(role, 0.0) + weight * vote
    return votes
