"""The paragraphs of running text."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise

from markscheme.text.positions import LineIndex, Span

SHORTEST_WRAP, LONGEST_WRAP = 40, 120
"""The bounds, in characters, of the widths at which mail programs and editors break lines."""

REMEMBERED = 16
"""Number of texts whose paragraphs are remembered: after a keystroke only one version of an exercise is new."""

_FINISHED = re.compile(r"[.!?:;…][\"'”’)\]]*\s*$")


@lru_cache(REMEMBERED)
def paragraphs(text: str) -> tuple[Span, ...]:
    """Return the paragraphs, without white space around them.

    A line is a paragraph, unless the lines of a block between blank lines were broken to fit a width: then
    no line could have held the next one's first word, and some end in the middle of a sentence.

    >>> [span.of("One. Two.\\n\\nThree.\\nFour.") for span in paragraphs("One. Two.\\n\\nThree.\\nFour.")]
    ['One. Two.', 'Three.', 'Four.']
    """
    return tuple(span for block in _blocks(text) for span in ([_whole(block)] if _is_wrapped(text, block) else block))


def _blocks(text: str) -> Iterator[list[Span]]:
    """Yield runs of lines that are not blank."""
    index = LineIndex(text)
    lines = (index.line_span(number) for number in range(len(index)))
    for blank, run in groupby(lines, lambda span: not span.of(text).strip()):
        if not blank:
            yield [_stripped(text, span) for span in run]


def _stripped(text: str, span: Span) -> Span:
    line = span.of(text)
    return Span(span.start + len(line) - len(line.lstrip()), span.end - len(line) + len(line.rstrip()))


def _whole(block: list[Span]) -> Span:
    return Span(block[0].start, block[-1].end)


def _is_wrapped(text: str, block: list[Span]) -> bool:
    lines = [span.of(text) for span in block]
    width = max(map(len, lines))
    if len(lines) == 1 or not SHORTEST_WRAP <= width <= LONGEST_WRAP:
        return False
    full = all(len(line) + 1 + len(after.split(maxsplit=1)[0]) > width for line, after in pairwise(lines))
    return full and not all(map(_FINISHED.search, lines[:-1]))
