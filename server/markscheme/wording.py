"""Words for people: numbers with nouns, stretches of text, what was done with them, and names. Plain English.

Names of people, often parts of file names, are turned into people's words here alone; JSON has the names of files.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

THE_TEACHER: Final = "the teacher"
"""The name of whoever corrected a text where the file's name names only a student, or only what it is."""


def shown(text: str) -> str:
    """Return a stretch of text on one line; an empty one as ∅, in CLEME2.0's vocabulary and for estimates."""
    return one_line(text) or "∅"


def one_line(text: str) -> str:
    """Return a stretch of text on one line; white space alone, such as a blank token of M2, as ␣.

    >>> one_line("a\\n b"), one_line("  "), one_line("")
    ('a b', '␣', '')
    """
    return " ".join(text.split()) or ("␣" if text else "")


_STEERS = re.compile(r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters but those that end lines and tabs, and those that turn the direction of text around."""


def visible(text: str) -> str:
    """Return a text whose characters that steer a terminal are shown as JSON escapes them.

    >>> print(visible("a\\x1b[31m\\u202eb"))
    a\\u001b[31m\\u202eb
    """
    return _STEERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


LONGEST_TITLE = 60
"""Characters of a document's words in a title or a line."""

LONGEST_NAME = 30
"""Characters of a name, or of words within a sentence."""

MOST_NAMED = 3
"""Largest number of people, corrections or other items that are named one by one."""


def shortened(text: str, longest: int = LONGEST_TITLE) -> str:
    """Return a text of at most ``longest`` characters; the last one is an ellipsis if some are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def without_common_words(old: str, new: str) -> tuple[str, str]:
    before, after = old.split(), new.split()
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    return " ".join(before), " ".join(after)


def counted(number: int, noun: str) -> str:
    """Return a number with a noun whose plural ends in ``s``.

    >>> counted(1, "place"), counted(0, "place")
    ('1 place', '0 places')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def some_of(items: Sequence[str], most: int, separator: str = ", ", conjunction: str = " and") -> str:
    """Return the first of some words, and how many more there are.

    >>> some_of(["a", "b"], 2), some_of(["a", "b", "c"], 2), some_of(["a", "b", "c"], 1, "; ", "; and")
    ('a, b', 'a, b and 1 more', 'a; and 2 more')
    """
    more = f"{conjunction} {len(items) - most} more" if len(items) > most else ""
    return f"{separator.join(items[:most])}{more}"


def change(source: str, target: str) -> str:
    """Return a correction in words, or the words that were left as they are.

    >>> change("suffered", "suffer")
    'suffered → suffer'
    """
    before, after = shown(source), shown(target)
    return before if before == after else f"{before} → {after}"


def percent(value: float) -> str:
    return f"{value:.0%}".replace("%", " %")


def amount(value: float | Fraction) -> str:
    """Return a number with at most two decimals.

    >>> amount(31.0), amount(2.5), amount(Fraction(-1, 4))
    ('31', '2.5', '-0.25')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def between(low: str, high: str) -> str:
    """Return what a mark may become, from its lowest value to its highest.

    >>> between("14", "17"), between("9", "9")
    ('14 to 17', '9')
    """
    return low if low == high else f"{low} to {high}"


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

_ANNOTATOR = re.compile(r"(?P<file>.*)#(?P<number>\d+)")
"""One of several annotators who have only numbers in a file."""

_CHOICE = re.compile(r"(.+) \((\d{1,2})\)")
"""One more acceptable correction by an annotator, with its number."""

_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def person_name(name: str) -> str:
    """Return the name of a person in words; one that already has capitals as it is.

    >>> [person_name(name) for name in ("ms-adeyemi", "teacher-a", "teacher_2", "Ms Adeyemi", "tomasz w", "1042")]
    ['Ms Adeyemi', 'Teacher A', 'Teacher 2', 'Ms Adeyemi', 'Tomasz W', '1042']
    """
    is_plain = all(word.isalpha() for word in name.split()) and name != THE_TEACHER
    if name != name.lower() or not (_FILE_NAME.fullmatch(name) or is_plain):
        return name
    return " ".join(word[0].upper() + word[1:] for word in re.split("[-_ ]", name) if word)


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

    A reference that has only a number is called a correction, one of several annotators of a file an annotator.

    >>> [teacher_name(name) for name in ("correction Ms Baker", "Korrektur_Frau Wolf", "ms-adeyemi", "correction 2")]
    ['Ms Baker', 'Frau Wolf', 'Ms Adeyemi', 'correction 2']
    >>> [teacher_name(name) for name in ("0", "ref1", "reference#0")]
    ['Correction 0', 'Correction 1', 'Annotator 0']
    >>> [teacher_name(name) for name in ("week.ref#0", "reference#1 (2)", "week#1")]
    ['Annotator 0', 'second version of Annotator 1', 'Annotator 1 of week']
    """
    choice = _CHOICE.fullmatch(name)
    if choice is not None and _has_number(choice[1]) and 2 <= int(choice[2]) <= len(_ORDINALS) + 1:
        return f"{_ORDINALS[int(choice[2]) - 2]} version of {teacher_name(choice[1])}"
    number = _NUMBERED.fullmatch(name)
    if annotator := _ANNOTATOR.fullmatch(name):
        return f"Annotator {annotator['number']}" + ("" if number else f" of {annotator['file']}")
    if number:
        return f"Correction {number[1]}"
    role = _ROLE.match(name)
    rest = name[role.end() :] if role else name
    return person_name(rest if rest[:1].isupper() else name)


def sorted_teachers(names: Iterable[str]) -> str:
    """Return the names of several authors of references on one line, by the alphabet."""
    return teacher_names(sorted(names, key=str.casefold))


def numbered_name(name: str) -> str:
    """Return the name of the author of a reference, in words only if the name is a number behind a file's.

    >>> [numbered_name(name) for name in ("week.ref#0", "ms-adeyemi")]
    ['Annotator 0', 'ms-adeyemi']
    """
    return teacher_name(name) if _has_number(name) else name


def _has_number(name: str) -> bool:
    return bool(_NUMBERED.fullmatch(name) or _ANNOTATOR.fullmatch(name))


def teacher_names(names: Iterable[str]) -> str:
    """Return the names of several authors of references on one line, each once.

    >>> teacher_names(["ms-adeyemi", "mr-cruz", "mr-cruz"])
    'Ms Adeyemi, Mr Cruz'
    """
    return ", ".join(dict.fromkeys(map(teacher_name, names)))


def together(authors: Sequence[str]) -> str:
    """Return the names of people whose changes are one correction; of many, the first.

    >>> together(["Ann", "Ben", "Cem", "Dan", "Eva"])
    'Ann, Ben and 3 others together'
    """
    names = [person_name(author) for author in authors]
    if len(names) == 1:
        return names[0]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} others"]
    return f"{', '.join(names[:-1])} and {names[-1]} together"


def to_decide(answers: int) -> str:
    """Return how many answers wait for a person's decision.

    >>> to_decide(1), to_decide(3)
    ('1 answer to decide', '3 answers to decide')
    """
    return f"{counted(answers, 'answer')} to decide"


@attrs.frozen
class Style:
    """How words of a document stand in a line: as they are, and those that are new."""

    plain: Callable[[str], str]
    strong: Callable[[str], str]


PLAIN = Style(str, str)

_SIGNS = {
    ",": "comma",
    ".": "full stop",
    ";": "semicolon",
    ":": "colon",
    "?": "question mark",
    "!": "exclamation mark",
    "-": "hyphen",
    "–": "dash",
    "—": "dash",
    "'": "apostrophe",
    "’": "apostrophe",
    "…": "ellipsis",
}
"""Names of signs that a screen reader leaves out when they stand alone."""


def sign_name(text: str) -> str:
    return f" ({_SIGNS[text]})" if text in _SIGNS else ""


def deed(source: str, hypothesis: str, style: Style = PLAIN) -> str:
    """Return what was done with words.

    >>> [deed("a", "the"), deed("", "the"), deed("of", ""), deed("has", "has"), deed("", "")]
    ['a → the', 'added “the”', 'took out “of”', 'left “has”', 'added nothing']
    >>> deed(",", ","), deed(",", ";")
    ('left “,” (comma)', ', (comma) → ; (semicolon)')
    """
    before, after = one_line(source), one_line(hypothesis)
    if before == after:
        return f"left “{style.plain(before)}”{sign_name(before)}" if before else "added nothing"
    if not before:
        return f"added “{style.strong(after)}”{sign_name(after)}"
    if not after:
        return f"took out “{style.plain(before)}”{sign_name(before)}"
    return f"{style.plain(before)}{sign_name(before)} → {style.strong(after)}{sign_name(after)}"


def to_do(before: str, text: str, style: Style = PLAIN) -> str:
    """Return what is to be done with words.

    >>> [to_do("a", "the"), to_do("", "the"), to_do("of", "")]
    ['a → the', 'add “the”', 'take out “of”']
    """
    old, new = one_line(before), one_line(text)
    if not old:
        return f"add “{style.strong(new)}”{sign_name(new)}"
    if not new:
        return f"take out “{style.plain(old)}”{sign_name(old)}"
    return f"{style.plain(old)}{sign_name(old)} → {style.strong(new)}{sign_name(new)}"


_SPECIAL = re.compile(r"([\\`*_\[\]<>&~])")
"""Characters that mean something in Markdown."""


def escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _bold(text: str) -> str:
    return f"**{escaped(text)}**"


MARKDOWN = Style(escaped, _bold)


def without_markdown(card: str) -> str:
    return re.sub(r"\\(.)", r"\1", card.replace("**", "").replace("`", "").replace("\n---\n", "\n"))
