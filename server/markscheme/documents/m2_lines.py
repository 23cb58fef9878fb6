"""M2 for metrics that count edits: each line is split and checked, and no more is made of it.

Most sentences of M2 look alike: an ``S`` line whose tokens one space parts, then ``A`` lines of six fields, annotator
by annotator, each one's edits in order. Of these a metric gets tuples of what it reads of an edit (:class:`View`). What
looks otherwise (a detection, several corrections, an overlap, a blank token, another line) is left to
:func:`~markscheme.documents.m2.read_m2`, which reads usual sentences in the same way, and names a line that is wrong.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise, repeat
from typing import TypeVar

from markscheme.documents.corpus import DETECTION
from markscheme.documents.m2 import FIELD_END, MAX_LINES, MAX_TOKENS, NO_CORRECTION, NOOP, UNCLEAR, sentence_starts
from markscheme.documents.streams import Stretch

Line = tuple[int, int, str] | tuple[int, int, str, str]
"""An edit: first token, the token behind the last, words with a space between tokens and, under a view, its type."""
Lines = Sequence[Line]
"""One side's edits of a sentence, in source order and disjoint; an insertion may stand there twice."""


class View(Enum):
    """What a metric reads of an edit, where that is less than everything."""

    WORDS = "span and words"
    TYPES = "span, words and type"


Sides = tuple[str, int, Sequence[Lines | None]]
"""A sentence: its source, the number of its tokens, and the edits of several people, ``None`` of who has not seen it.

The source has one space between tokens, and none that is blank.
"""


_HEAD = re.compile(r"A (?:-1 -1|[0-9]{1,5} [0-9]{1,5})")
_END = re.compile(r"[^|]*\|\|\|[^|]*\|\|\|([0-9]{1,18})")
_SENTENCE = "\n\nS "
_SPECIAL = frozenset({NOOP, DETECTION, UNCLEAR})
_MOST_KEPT = 2**15
"""Corrections, spans and ends of lines that are kept, since most lines repeat them."""

Value = TypeVar("Value")


class _Unusual(ValueError):
    """Raised at what :func:`~markscheme.documents.m2.read_m2` must read."""


class _Kept(dict[str, Value]):
    """What parts of lines mean, each read once."""

    def __init__(self, read: Callable[[str], Value]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> Value:
        value = self._read(text)
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[text] = value
        return value


def _span(head: str) -> tuple[int, int]:
    if _HEAD.fullmatch(head) is None:
        raise _Unusual
    _, start, end = head.split(" ")
    return int(start), int(end)


def _words(field: str) -> str:
    words = "" if field == NO_CORRECTION else field
    if words != words.strip(" ") or "  " in words or "|" in words or NO_CORRECTION in words:
        raise _Unusual
    return words


def _annotator(end: str) -> int:
    match = _END.fullmatch(end)
    if match is None:
        raise _Unusual
    return int(match[1])


class LineReader:
    """Reads stretches of M2 as lines, and keeps what lines have in common."""

    def __init__(self, view: View) -> None:
        self._has_types = view is View.TYPES
        self._spans, self._words, self._annotators = _Kept(_span), _Kept(_words), _Kept(_annotator)

    def read(self, stretch: Stretch, people: Sequence[int]) -> Iterator[Sides | None] | None:
        """Read sentences by annotators of the file, one by one, each ``None`` if it is unusual.

        Return ``None`` if something stands before them.
        """
        text = stretch.text
        if not text.startswith("S "):
            return None
        blocks = text[2:].rstrip("\n").split(_SENTENCE)
        if len(blocks) != stretch.size:
            parts = [text[first:end].rstrip("\n") for first, end in pairwise([*sentence_starts(text), len(text)])]
            blocks = [part[2:] if part.startswith("S ") else "" for part in parts]
        return map(self._sentence, blocks, repeat(people))

    def _sentence(self, block: str, people: Sequence[int]) -> Sides | None:
        source, *rows = block.split("\n")
        length = source.count(" ") + 1
        has_blanks = "  " in source or source[:1] in ("", " ") or source[-1] == " "
        if has_blanks or length > MAX_TOKENS or len(rows) > MAX_LINES:
            return None
        spans, corrections, annotators, has_types = self._spans, self._words, self._annotators, self._has_types
        by_annotator: dict[int, list[Line]] = {}
        position, before, person = 0, "", -1
        lines: list[Line] = []
        try:
            for row in rows:
                head, kind, field, behind = row.split(FIELD_END, 3)
                if behind != before:
                    before, annotator = behind, annotators[behind]
                    if annotator != person:
                        if annotator in by_annotator:
                            return None
                        person, position = annotator, 0
                        lines = by_annotator[annotator] = []
                start, end = spans[head]
                if kind in _SPECIAL:
                    if kind != NOOP:
                        return None
                elif position <= start <= end <= length:
                    position = end
                    words = corrections[field]
                    lines.append((start, end, words, kind) if has_types else (start, end, words))
                else:
                    return None
        except ValueError:  # of what is unusual, and of a line with fewer fields
            return None
        return source, length, list(map(by_annotator.get, people)) if by_annotator else [()] * len(people)


line_reader = cache(LineReader)
"""One reader for each view, for all files of this process."""
