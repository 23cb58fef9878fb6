"""Whose file it is: from what differs among the names of files of one role."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from markscheme.exercises.init.naming.names import (
    Word,
    display_name,
    label_of,
    naming_words,
    person_key,
    unbracketed,
    words_of,
)
from markscheme.exercises.init.naming.role_words import exercise_words, file_words, is_title, kinds_of, votes_of
from markscheme.exercises.init.plan import PlannedFile

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

    Parameters
    ----------
    others
        The paths of the exercise's other files: words that they share are no names.
    teachers
        Whether ``profesora`` in ``corrección profesora Molina`` is how the teacher is called.
    names
        The words of a path that are a name although they look like a role's.

    Examples
    --------
    >>> labels_of(["correction Ms Baker.txt", "correction Mr Cruz.txt"])
    {'correction Ms Baker.txt': 'Ms Baker', 'correction Mr Cruz.txt': 'Mr Cruz'}
    >>> labels_of(["Mei Lin_1234567_assignsubmission_file_/essay.docx"])
    {'Mei Lin_1234567_assignsubmission_file_/essay.docx': 'Mei Lin'}
    """
    common = _common(paths, tuple(others))
    by_part: dict[int, dict[str, str]] = defaultdict(dict)
    for path in paths:
        last = path.count("/")
        for part in range(last + 1):
            here = unbracketed(path, [word for word in words_of(path) if word.part == part])
            named = naming_words(here, common, names.get(path, frozenset()))
            label = label_of(path, _with_calling(here, named) if teachers else _with_letters(here, named))
            if label is not None:
                by_part[part - last][path] = label
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
    """Return the words that no name can be: all files have them, or files of other roles have them, too."""
    counts = Counter(word for path in paths for word in {word.text for word in words_of(path)})
    elsewhere = Counter(word for path in others for word in {word.text for word in words_of(path)})
    usual = frozenset(word for word, count in elsewhere.items() if 2 * count > len(others) or word in exercise_words())
    if len(paths) >= _ENOUGH:
        return usual | frozenset(word for word, count in counts.items() if count >= 0.8 * len(paths))
    shared = (word for word, count in counts.items() if count == len(paths) > 1)
    return usual | frozenset(word for word in shared if word in exercise_words() or len(word) == 1)


def _with_letters(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Return a number with the letters that it sticks to, unless they tell a role: ``s07``, but ``0`` of ``ref0``."""
    if not named or not named[0].is_number:
        return named
    before = next((word for word in words if word.end == named[0].start and not kinds_of(word.text)), None)
    return [before, *named] if before is not None else named


def _with_calling(words: Sequence[Word], named: list[Word]) -> list[Word]:
    """Return a teacher's name with the word for a teacher before it, where another word tells the role."""
    if not named:
        return named
    before = [word for word in words if word.end <= named[0].start]
    calling = next((word for word in reversed(before) if "teacher" in kinds_of(word.text)), None)
    rest = [word for word in words if word is not calling and votes_of([word.text]).get("reference", 0.0) > 0]
    return [calling, *named] if calling is not None and any(not is_title(word.text) for word in rest) else named


def _naming_score(labels: Mapping[str, str], part: int, count: int) -> tuple[float, ...]:
    """Return how likely labels are people's names: most files have one, with capitals, and they differ."""
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
    others = [word for word in words_of(label) if word.text not in file_words()]
    return (
        composed(label)
        if not others or any(not word.is_number for word in others) or others == [*words_of(label)]
        else None
    )


def with_common_spellings(rows: Sequence[PlannedFile], fixed: frozenset[str] = frozenset()) -> list[PlannedFile]:
    """Return the rows with one spelling of each person's name, the one that looks most like a name.

    Parameters
    ----------
    fixed
        Names that keep their spelling, and that others take on.
    """
    spellings: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for name in (row.person, row.essay):
            if name is not None:
                spellings[person_key(name)].add(name)

    def spelt(name: str | None) -> str | None:
        if name is None or name in fixed:
            return name
        every = spellings[person_key(name)]
        return display_name(every & fixed or every)

    return [attrs.evolve(row, person=spelt(row.person), essay=spelt(row.essay)) for row in rows]
