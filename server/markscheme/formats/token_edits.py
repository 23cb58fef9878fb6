"""Edits of a tokenised sentence as edits exact to the character."""

from collections.abc import Sequence
from typing import Protocol

from markscheme.formats.corpus import TextEdit
from markscheme.text.positions import Span
from markscheme.text.segments import spaced_segment


class WantedEdit(Protocol):
    """An edit of a tokenised sentence: source tokens ``start`` to ``end`` become ``replacement``."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def replacement(self) -> tuple[str, ...]: ...

    @property
    def type(self) -> str: ...


class TokenEdit(WantedEdit, Protocol):
    """An edit that an annotator made."""

    @property
    def corrects(self) -> bool:
        """Whether it gives a correction; false where an error is only marked."""
        ...


def text_edits(source: str, edits: Sequence[TokenEdit]) -> tuple[TextEdit, ...]:
    """Return the edits in characters, each with the one space that comes or goes with its tokens.

    That is the space behind them; where no token is left behind them, the space before. The source's tokens are those
    of :func:`~markscheme.text.segments.spaced_segment`.
    """
    spans = spaced_segment(source).spans
    tail = _tail(len(spans), edits)
    follows = tail > 0
    exact: list[TextEdit] = []
    for item in edits:
        words = " ".join(item.replacement)
        if item.start < item.end and words and spans[item.start].start < spans[item.end - 1].end:
            span = Span(spans[item.start].start, spans[item.end - 1].end)
        elif item.start < tail:
            span = Span(spans[item.start].start, spans[item.end].start)
            words += " " if words else ""
        else:
            span = Span(*(spans[place - 1].end if place else 0 for place in (item.start, item.end)))
            words, follows = f" {words}" if words and follows else words, follows or bool(words)
        exact.append(TextEdit(span, words if item.corrects else None, item.type))
    return tuple(exact)


def _tail(tokens: int, edits: Sequence[TokenEdit]) -> int:
    """Return the first of the tokens at the end that are all deleted; ``tokens`` where the last one is not."""
    tail = tokens
    for item in reversed(edits):
        if item.end < tail or (item.start < item.end and item.replacement):
            break
        tail = item.start
    return tail
