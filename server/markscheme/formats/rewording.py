"""Several stretches of a hypothesis that are to have other words, as one change of the hypothesis's file.

Nothing is written here: an editor makes the change. :class:`HypothesisFile` is the same for all formats; each format
derives its own, and :class:`WordsFile` serves those whose files hold the hypothesis as running text.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import attrs

from markscheme.formats.replacement import LINE_END, Replacement, line_end
from markscheme.languages.spacing import spaced
from markscheme.text.positions import Span


@attrs.frozen
class SourcePlace:
    """Tokens ``start`` to ``end`` of the sentence of this number."""

    sentence: int
    start: int
    end: int


@attrs.frozen
class Rewording:
    """New words for a stretch of a hypothesis.

    Attributes
    ----------
    span
        The stretch, in code points of the hypothesis.
    words
        Without white space about them; empty to delete.
    place
        The source tokens that they correct.
    """

    span: Span
    words: str
    place: SourcePlace


class HypothesisFile(ABC):
    """A hypothesis's file, read once, which says what to change in it so that the hypothesis reads otherwise.

    Parameters
    ----------
    text
        The text of the file.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def reworded(self, wanted: Iterable[Rewording]) -> Replacement | None:
        """Return what to change so that the hypothesis reads as wanted; ``None`` if it does already.

        Of stretches that overlap, the last in the text is reworded.

        Raises
        ------
        DocumentError
            If the format can't hold the words.
        """
        last_first = sorted(wanted, key=lambda item: (item.span, item.place.sentence, item.place.start), reverse=True)
        return _difference(self.text, self.rewritten(last_first))

    @abstractmethod
    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        """Return the file's new text, for rewordings of which the last in the text comes first.

        Raises
        ------
        DocumentError
            If the format can't hold the words.
        """


class WordsFile(HypothesisFile):
    """A file that holds the words of the hypothesis, in order.

    Parameters
    ----------
    path
        The file, for messages.
    text
        The text of the file.
    tokenised
        Whether every token is parted by one space, punctuation too.
    """

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(text)
        self.path = path
        self.tokenised = tokenised

    @property
    @abstractmethod
    def hypothesis(self) -> str:
        """The text of the hypothesis, which the spans of rewordings point into."""

    @abstractmethod
    def replacement(self, span: Span, words: str) -> Replacement:
        """Return the change of the file after which the hypothesis has ``words`` where it has ``span``."""

    def exchanged(self, span: Span, words: str) -> Replacement:
        """Return the change of the file after which the hypothesis has ``words`` where it has ``span``.

        Line breaks of ``words`` become those of the file, unless the stretch reads so already.
        """
        if words != span.of(self.hypothesis):
            words = LINE_END.sub(lambda _: line_end(self.text), words)
        return self.replacement(span, words)

    def read_again(self, text: str) -> Self:
        """Return the file with another text."""
        return type(self)(self.path, text, tokenised=self.tokenised)

    @abstractmethod
    def checked(self, text: str) -> str:
        """Return the file's new text, with what the format needs so that it is read in this format again.

        Raises
        ------
        DocumentError
            If it would be read in another format.
        """

    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        """Return the file's new text. The file is read again only where one change touches another."""
        now = self
        changes: list[Replacement] = []
        limit = len(self.hypothesis)
        for item in last_first:
            if item.span.end > limit:
                continue
            limit = item.span.start
            change = now.change(item)
            if changes and change.span.end >= changes[-1].span.start:
                now, changes = now.read_again(applied(now.text, changes)), []
                change = now.change(item)
            changes.append(change)
        after = applied(now.text, changes)
        return after if after == self.text else self.checked(after)

    def change(self, item: Rewording) -> Replacement:
        """Return the change of the file for one rewording, with the spaces that its words need."""
        return self.exchanged(*spaced(self.hypothesis, item.span, item.words, tokenised=self.tokenised))


def applied(text: str, last_first: Iterable[Replacement]) -> str:
    """Return a text after changes of it, of which the last in the text comes first."""
    for change in last_first:
        text = change.applied(text)
    return text


def _difference(before: str, after: str) -> Replacement | None:
    """Return what changed, without the ends that are equal; a line end or a character of two units stays whole."""
    if before == after:
        return None
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    if before[start - 1 : start] == "\r":
        start -= 1
    if end and before[len(before) - end] == "\n":
        end -= 1
    return Replacement(Span(start, len(before) - end), after[start : len(after) - end])


def _shared(one: str, other: str) -> int:
    """Return the number of first characters that are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
