"""A bank of comments: short codes for the margin, each with texts for the places that they are about.

A text may hold placeholders, such as ``{teacher_words}``, which stand for words of a place
(:mod:`markscheme.marking.comments.filling`).
"""

import re
from collections.abc import Iterator
from types import MappingProxyType

import attrs

REWRITTEN = "rewritten"
"""The name of a sentence that is rewritten freely, beside the verdicts."""
VERDICTS = ("correct", "partly-correct", "different", "missed", "not-needed", "optional", REWRITTEN)
"""The verdicts that an entry may name."""
DEFAULT_VERDICTS = ("partly-correct", "different", "missed")
"""The verdicts of an entry that names none: something is to be corrected."""
PLACEHOLDERS = MappingProxyType(
    {
        "student_words": "the student's words at the place",
        "source_words": "the words of the text that is to be corrected",
        "teacher_words": "the words of a teacher's correction",
        "change": "what the student did: go → goed, added “the”",
        "correction": "what the teachers did: go → went, add “the”",
        "still_to_do": "what is left to be corrected at a place that is partly correct",
        "group": "the group of errors: articles and determiners",
        "student": "the student's first name",
        "full_name": "the student's whole name",
        "teacher": "the name of the teacher whose correction it is",
    }
)
"""The placeholders of texts, each with what it stands for."""
SOLUTIONS = frozenset({"teacher_words", "correction", "still_to_do"})
"""The placeholders that give a correction away."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@attrs.frozen
class BankEntry:
    """A comment of a bank, and the places that it is for.

    A condition that is empty holds at every place; see :data:`DEFAULT_VERDICTS`.

    Attributes
    ----------
    key
        Its name in all banks, by which a teacher's bank replaces it; may be empty.
    code
        What stands in the margin, such as ``Art``.
    text
        With placeholders. Empty: the entry of this key in the language's bank is left out.
    verdicts
        Some of :data:`VERDICTS`.
    group
        A group of errors, of the teacher or of the language.
    type
        A pattern of ERRANT's types: ``R:VERB:TENSE``, ``*:DET``, ``VERB:*``.
    words
        Words or phrases: the student, the text or a teacher has one of them there.
    example
        A sentence with the error, and its correction.
    """

    key: str
    code: str
    text: str
    verdicts: tuple[str, ...] = ()
    group: str = ""
    type: str = ""
    words: tuple[str, ...] = ()
    example: str = ""

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The names of the placeholders in its text, in order."""
        return tuple(placeholders_in(self.text))

    @property
    def conditions(self) -> str:
        """What it is for, in one line for people."""
        kinds = ", ".join(self.verdicts or DEFAULT_VERDICTS)
        words = ", ".join(f"“{item}”" for item in self.words)
        return " · ".join(part for part in (kinds, self.group, self.type, words) if part)


@attrs.frozen
class CommentBank:
    """Comments in the order of their file, and the meanings of codes.

    Attributes
    ----------
    codes
        Each code with its meaning for students; a code may have none.
    """

    entries: tuple[BankEntry, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()

    def over(self, other: "CommentBank") -> "CommentBank":
        """Return another bank with this one's comments and meanings added, and in the place of those of the same key.

        >>> base = CommentBank((BankEntry("a", "A", "one"), BankEntry("b", "B", "two")), (("A", "first"),))
        >>> mine = CommentBank((BankEntry("a", "A", "mine"), BankEntry("b", "B", "")), (("A", "the first"),))
        >>> mine.over(base)
        CommentBank(entries=(BankEntry(key='a', code='A', text='mine', verdicts=(), group='', type='', words=(), \
example=''),), codes=(('A', 'the first'),))
        """
        keys = {entry.key for entry in self.entries if entry.key}
        kept = (entry for entry in other.entries if entry.key not in keys)
        return CommentBank(
            tuple(entry for entry in (*self.entries, *kept) if entry.text),
            tuple({**dict(other.codes), **dict(self.codes)}.items()),
        )

    def decoder_key(self) -> tuple[tuple[str, str], ...]:
        """Return the codes that comments have, sorted, each with its meaning; with its group where it has none."""
        meanings = {entry.code: entry.group for entry in reversed(self.entries) if entry.text}
        known = dict(self.codes)
        pairs = ((code, known.get(code) or group) for code, group in meanings.items())
        return tuple(sorted(pairs, key=lambda pair: (pair[0].casefold(), pair[0])))


def placeholders_in(text: str) -> Iterator[str]:
    """Yield the words in braces, in order.

    >>> list(placeholders_in("Write {teacher_words}, {student}. {}"))
    ['teacher_words', 'student']
    """
    return (match[1] for match in _PLACEHOLDER.finditer(text))


def filled(text: str, values: dict[str, str]) -> str:
    """Return a text with its placeholders' values, which may hold braces of their own."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
