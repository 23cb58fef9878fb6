"""Names as people read them. JSON has the names that files and formats have.

A student's and a teacher's name often are parts of file names. These are the only functions that turn them into names
for people, so that titles, cards, lenses and messages agree.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

ORIGINAL = "Original text"
"""What the source is called."""
_FILE_NAME = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*")
"""A part of a file name: words joined by hyphens or underscores."""
_ROLE = re.compile(
    r"(?:corrections?|corrected(?:[ _-]by)?|references?|ref|key|korrektur(?:en)?|korrigiert|musterlösung"
    r"|correcci[óo]n(?:es)?|corregido|düzeltme(?:ler)?|d[üu]zeltilmiş|corrig[ée]|correzione|correç[ãa]o)[ _-]+",
    re.IGNORECASE,
)
"""A word for a teacher's text in front of a name."""
_NUMBERED = re.compile(r"(?:(?:\S+\.)?ref(?:erence)?s?)?[ _#-]*(\d+)", re.IGNORECASE)
"""A reference without a name: its number alone, or behind the word, or behind a file's name that ends with it."""
_CHOICE = re.compile(r"(.+) \((\d{1,2})\)")
"""One more acceptable correction by an annotator, with its number."""
_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def person_name(name: str) -> str:
    """Return the name of a person in words; one that already has capitals or spaces as it is.

    >>> [person_name(name) for name in ("ms-adeyemi", "teacher-a", "teacher_2", "Ms Adeyemi", "1042")]
    ['Ms Adeyemi', 'Teacher A', 'Teacher 2', 'Ms Adeyemi', '1042']
    """
    if name != name.lower() or not _FILE_NAME.fullmatch(name):
        return name
    return " ".join(word[0].upper() + word[1:] for word in re.split("[-_]", name))


def first_name(name: str) -> str:
    """Return the first word of a person's name; a name with a number stands for one, and stays whole.

    >>> [first_name(name) for name in ("Mei Lin", "Lin, Mei", "J. R. Roy", "Student 001", "Mei")]
    ['Mei', 'Mei', 'J. R. Roy', 'Student 001', 'Mei']
    """
    last, comma, first = name.partition(",")
    words = (first if comma and first.strip() else last).split()
    is_whole = not words or words[0].endswith(".") or any(character.isdecimal() for character in name)
    return name if is_whole else words[0]


@lru_cache(1024)
def teacher_name(name: str) -> str:
    """Return the name of the author of a reference, without a word for the text in front of it.

    A reference that has only a number is called so.

    >>> [teacher_name(name) for name in ("correction Ms Baker", "Korrektur_Frau Wolf", "ms-adeyemi", "correction 2")]
    ['Ms Baker', 'Frau Wolf', 'Ms Adeyemi', 'correction 2']
    >>> [teacher_name(name) for name in ("0", "ref1", "reference#0")]
    ['Reference 0', 'Reference 1', 'Reference 0']
    >>> [teacher_name(name) for name in ("week.ref#0", "reference#1 (2)")]
    ['Reference 0', 'second correction of Reference 1']
    """
    choice = _CHOICE.fullmatch(name)
    if choice is not None and _NUMBERED.fullmatch(choice[1]) and 2 <= int(choice[2]) <= len(_ORDINALS) + 1:
        return f"{_ORDINALS[int(choice[2]) - 2]} correction of {teacher_name(choice[1])}"
    if number := _NUMBERED.fullmatch(name):
        return f"Reference {number[1]}"
    role = _ROLE.match(name)
    rest = name[role.end() :] if role else name
    return person_name(rest if rest[:1].isupper() else name)


def numbered_name(name: str) -> str:
    """Return the name of the author of a reference, in words only if the name is a number behind a file's.

    >>> [numbered_name(name) for name in ("week.ref#0", "ms-adeyemi")]
    ['Reference 0', 'ms-adeyemi']
    """
    return teacher_name(name) if _NUMBERED.fullmatch(name) else name


def teacher_names(names: Iterable[str]) -> str:
    """Return the names of several authors of references on one line, each once.

    >>> teacher_names(["ms-adeyemi", "mr-cruz", "mr-cruz"])
    'Ms Adeyemi, Mr Cruz'
    """
    return ", ".join(dict.fromkeys(map(teacher_name, names)))
