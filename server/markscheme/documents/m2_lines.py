"""M2 for metrics that count edits: each line is split and checked, and no more is made of it.

Most sentences of M2 look alike: an ``S`` line whose tokens one space parts, then ``A`` lines of six fields, annotator
by annotator, each one's edits in order. Of these a metric gets tuples of what it reads of an edit (:class:`View`). What
looks otherwise (a detection, several corrections, an overlap, a blank token, another line) is left to
:func:`~markscheme.documents.m2.read_m2`, which reads usual sentences in the same way, and names a line that is wrong.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
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
"""What stands behind a correction: whether it is required, a comment, and the annotator."""
_SENTENCE = "\n\nS "
_SPECIAL = frozenset({NOOP, DETECTION, UNCLEAR})
_MOST_KEPT = 2**15
"""Spans, and corrections with what stands behind them, that are kept, since most lines repeat them."""

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


def _correction(fields: str) -> tuple[str, int]:
    """Return the words of a line, and its annotator, of the fields behind its type."""
    field, end = fields.split(FIELD_END, 1)
    words, match = "" if field == NO_CORRECTION else field, _END.fullmatch(end)
    if match is None or words != words.strip(" ") or "  " in words or "|" in words or NO_CORRECTION in words:
        raise _Unusual
    return words, int(match[1])


class LineReader:
    """Reads stretches of M2 as lines, and keeps what lines have in common."""

    def __init__(self, view: View) -> None:
        self._has_types = view is View.TYPES
        self._spans, self._corrections = _Kept(_span), _Kept(_correction)

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
        return self._sentences(blocks, people)

    def _sentences(self, blocks: Iterable[str], people: Sequence[int]) -> Iterator[Sides | None]:
        nothing: list[Lines | None] = [()] * len(people)
        for block in blocks:
            source, *rows = block.split("\n")
            length = source.count(" ") + 1
            has_blanks = "  " in source or source[:1] in ("", " ") or source[-1] == " "
            if has_blanks or length > MAX_TOKENS or len(rows) > MAX_LINES:
                yield None
                continue
            try:
                sides = self._by_annotator(rows, length)
            except ValueError:  # of what is unusual, and of a line with fewer fields
                yield None
                continue
            yield source, length, list(map(sides.get, people)) if rows else nothing

    def _by_annotator(self, rows: Sequence[str], length: int) -> dict[int, list[Line]]:
        spans, corrections, has_types = self._spans, self._corrections, self._has_types
        by_annotator: dict[int, list[Line]] = {}
        position, person = 0, -1
        lines: list[Line] = []
        for row in rows:
            head, kind, fields = row.split(FIELD_END, 2)
            words, annotator = corrections[fields]
            if annotator != person:
                if annotator in by_annotator:
                    raise _Unusual
                person, position = annotator, 0
                lines = by_annotator[annotator] = []
            start, end = spans[head]
            if kind in _SPECIAL:
                if kind != NOOP:
                    raise _Unusual
            elif position <= start <= end <= length:
                position = end
                lines.append((start, end, words, kind) if has_types else (start, end, words))
            else:
                raise _Unusual
        return by_annotator


def corrected(tokens: Sequence[str], lines: Lines, start: int = 0, end: int | None = None) -> list[str]:
    """Return the source's tokens from ``start`` to ``end``, within which the edits are, as these correct them.

    >>> corrected("She go home".split(), [(1, 2, "goes"), (3, 3, ". So")])
    ['She', 'goes', 'home', '.', 'So']
    """
    words: list[str] = []
    for line in lines:
        words += tokens[start : line[0]]
        words += line[2].split(" ") if line[2] else ()
        start = line[1]
    return [*words, *tokens[start:end]]


line_reader = cache(LineReader)
"""One reader for each view, for all files of this process."""
