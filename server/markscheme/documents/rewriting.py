"""One place of a document in other words, all else kept byte for byte; an editor makes the change."""

import re
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import attrs
from rapidfuzz.distance import Postfix, Prefix

from markscheme.documents.places import LINE_END, CorrectedText, Places
from markscheme.languages.language import spaced
from markscheme.languages.segments import Span


@attrs.frozen
class Replacement:
    """``text``, perhaps empty, is to stand where characters (code points) of a file or a text stand: under ``span``."""

    span: Span
    text: str

    @property
    def is_empty(self) -> bool:
        return self.span.start == self.span.end and not self.text

    @property
    def growth(self) -> int:
        return len(self.text) - (self.span.end - self.span.start)

    def applied(self, text: str) -> str:
        return self.applied_to(text, Span(0, len(text)))

    def applied_to(self, text: str, stretch: Span) -> str:
        return text[stretch.start : self.span.start] + self.text + text[self.span.end : stretch.end]


def line_end(text: str) -> str:
    r"""Return the first line end of a text; ``\n`` where it has none."""
    first = LINE_END.search(text)
    return first[0] if first else "\n"


@attrs.frozen
class SourcePlace:
    """Tokens ``start`` to ``end`` of the sentence of this number."""

    sentence: int
    start: int
    end: int


@attrs.frozen
class Rewording:
    """New words (empty to delete; no white space about them) for a span in code points; ``place``: source tokens."""

    span: Span
    words: str
    place: SourcePlace


class HypothesisFile(ABC):
    """A hypothesis's file, read once, which says what to change in it so that the hypothesis reads otherwise."""

    def __init__(self, text: str) -> None:
        self.text = text

    def reworded(self, wanted: Iterable[Rewording]) -> Replacement | None:
        """Return what to change so that the hypothesis reads as wanted; ``None`` if it does already.

        Of stretches that overlap, the last is reworded. Raise DocumentError if the format can't hold the words.
        """
        last_first = sorted(wanted, key=lambda item: (item.span, item.place.sentence, item.place.start), reverse=True)
        return _difference(self.text, self.rewritten(last_first))

    @abstractmethod
    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        """Return the file's new text. Raise DocumentError if the format can't hold the words."""


class WordsFile(HypothesisFile):
    """A file that holds the hypothesis's words in order; ``tokenised``: one space parts all tokens, punctuation too."""

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(text)
        self.path = path
        self.tokenised = tokenised

    @property
    @abstractmethod
    def hypothesis(self) -> str:
        """The text that the spans of rewordings point into."""

    @abstractmethod
    def replacement(self, span: Span, words: str) -> Replacement:
        """Return the change of the file after which the hypothesis has ``words`` where it has ``span``."""

    def checked(self, text: str) -> str:
        """Return the text, with what it needs to be read in this format again; raise DocumentError if it can't be."""
        return text

    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        now = self
        changes: list[Replacement] = []
        limit = len(self.hypothesis)
        for item in last_first:
            if item.span.end > limit:
                continue
            limit = item.span.start
            change = now.change(item)
            if changes and change.span.end >= changes[-1].span.start:
                now, changes = type(self)(self.path, applied(now.text, changes), tokenised=self.tokenised), []
                change = now.change(item)
            changes.append(change)
        after = applied(now.text, changes)
        return after if after == self.text else self.checked(after)

    def change(self, item: Rewording) -> Replacement:
        return self.exchanged(*spaced(self.hypothesis, item.span, item.words, tokenised=self.tokenised))

    def exchanged(self, span: Span, words: str) -> Replacement:
        """Line breaks of ``words`` become those of the file, unless the text reads so already."""
        if words != span.of(self.hypothesis):
            words = LINE_END.sub(lambda _: line_end(self.text), words)
        return self.replacement(span, words)


def applied(text: str, last_first: Iterable[Replacement]) -> str:
    for change in last_first:
        text = change.applied(text)
    return text


def _difference(before: str, after: str) -> Replacement | None:
    """Return what changed, without the ends that are equal; a line end or a character of two units stays whole."""
    if before == after:
        return None
    start = Prefix.similarity(before, after)
    end = Postfix.similarity(before[start:], after[start:])
    if before[start - 1 : start] == "\r":
        start -= 1
    if end and before[len(before) - end] == "\n":
        end -= 1
    return Replacement(Span(start, len(before) - end), after[start : len(after) - end])


_PUNCTUATION = r",.;:!?()\[\]{}\"“”…"
_TOKEN = re.compile(rf"\r\n|\s|[{_PUNCTUATION}]|[^\s{_PUNCTUATION}]+")


@attrs.frozen
class Piece:
    """A part of the source, and the part of the corrected text in its place."""

    old: str
    new: str

    @property
    def is_change(self) -> bool:
        return self.old != self.new

    def parted(self, old: int, new: int) -> tuple["Piece", "Piece"]:
        return Piece(self.old[:old], self.new[:new]), Piece(self.old[old:], self.new[new:])

    def __bool__(self) -> bool:
        return bool(self.old or self.new)


NOTHING = Piece("", "")


def _trimmed(corrected: str, span: Span, words: str) -> Replacement:
    """Return the replacement of a span for words, without the words that are the same at its ends."""
    old, new = _TOKEN.findall(span.of(corrected)), _TOKEN.findall(words)
    start = Prefix.similarity(old, new)
    end = Postfix.similarity(old[start:], new[start:])
    before, behind = len("".join(old[:start])), len("".join(old[len(old) - end :]))
    return Replacement(Span(span.start + before, span.end - behind), "".join(new[start : len(new) - end]))


def _reach(corrected: str, change: Replacement) -> Span:
    """Return the characters from the first to the last place at which the same insertion or deletion could stand.

    ``the `` inserted before ``bank`` is `` the`` inserted behind ``in``, where ``{-- the--}`` may stand.
    """
    start, end = change.span.start, change.span.end
    if start < end and change.text:
        return change.span
    longer = corrected if start < end else change.applied(corrected)
    length = max(len(change.text), end - start)
    left = Postfix.similarity(longer[:start], longer[: start + length])
    right = Prefix.similarity(longer[start:], longer[start + length :])
    return Span(start - left, end + right)


def _closed(reached: Span, stretch: Span, wholes: Sequence[Span]) -> Span:
    """Return the stretch extended by all wholes that its reach touches, and all that those touch, and so on.

    ``wholes``: parts of the corrected text that are rewritten wholly or not at all, ascending.
    """
    touched = [whole for whole in wholes if _touch(whole, reached)]
    start = min([stretch.start, *(whole.start for whole in touched)])
    end = max([stretch.end, *(whole.end for whole in touched)])
    for whole in (*wholes, *reversed(wholes)):
        if _touch(whole, Span(start, end)):
            start, end = min(start, whole.start), max(end, whole.end)
    return Span(start, end)


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def pieces(source: str, corrected: str) -> list[Piece]:
    """Return the source and the corrected text, by words, as pieces that are equal or differ."""
    old, new = _TOKEN.findall(source), _TOKEN.findall(corrected)
    return [
        Piece("".join(old[old_start:old_end]), "".join(new[new_start:new_end]))
        for _, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes()
    ]


@attrs.frozen
class Mark:
    """What stands between marks in a file. ``span``: marks included. ``source``, ``corrected``: its part of either."""

    span: Span
    source: Span
    corrected: Span


M = TypeVar("M", bound=Mark)


@attrs.frozen(kw_only=True)
class MarkedText(CorrectedText, Generic[M]):
    """A source and a correction of it between marks; what stands between two ``marks`` is in both texts."""

    source_places: Places
    corrected_places: Places
    marks: tuple[M, ...]


@attrs.frozen
class Region(Generic[M]):
    """A stretch of a marked text that is rewritten. It begins and ends outside of any mark.

    ``place``: in the file. ``before``: its words in the source; ``after``: in the corrected text after the change.
    ``start``, ``corrected``: its beginning in either text before it. ``behind``: the mark that directly follows.
    """

    place: Span
    before: str
    after: str
    start: int
    corrected: int
    marks: tuple[M, ...]
    behind: M | None


def _region(
    content: MarkedText[M], change: Replacement, wholes: Sequence[Span], sticky: frozenset[str] = frozenset()
) -> Region[M]:
    """Return what a change rewrites: itself, all wholes that it touches, and the sticky characters beside these.

    A text that becomes the source is rewritten from its beginning to its end.
    """
    text, marks = content.corrected, content.marks
    returns = change.applied(text) == content.source
    extent = _closed(Span(0, len(text)) if returns else _reach(text, change), change.span, wholes)
    first = bisect_left(marks, extent.start, key=lambda item: item.corrected.start)
    last = bisect_right(marks, extent.end, lo=first, key=lambda item: item.corrected.end)
    before = marks[first - 1] if first else None
    behind = marks[last] if last < len(marks) else None
    start, end = extent.start, extent.end
    while start > (before.corrected.end if before else 0) and text[start - 1] in sticky:
        start -= 1
    while end < (behind.corrected.start if behind else len(text)) and text[end] in sticky:
        end += 1
    until = marks[last - 1] if last else None
    source = Span(
        start + (before.source.end - before.corrected.end if before else 0),
        end + (until.source.end - until.corrected.end if until else 0),
    )
    adjoining = before is not None and before.corrected.end == start
    following = behind if behind is not None and behind.corrected.start == end else None
    places = content.corrected_places
    file_start = before.span.end if before and adjoining else places.span(Span(start, start)).start
    file_end = following.span.start if following else places.span(Span(end, end)).end
    return Region(
        place=Span(file_start, file_end),
        before=source.of(content.source),
        after=change.applied_to(text, Span(start, end)),
        start=source.start,
        corrected=start,
        marks=marks[first:last],
        behind=following,
    )


class MarkedFile(WordsFile, Generic[M]):
    """A file whose corrected text, between marks, is the hypothesis. Raise DocumentError if it is malformed.

    The stretch that is rewritten begins and ends outside of marks and includes those that the change touches. The
    source stays the same. Words that are the same on both sides stand there without a mark.
    """

    sticky: ClassVar[frozenset[str]] = frozenset()
    """Characters beside a rewritten stretch that are rewritten with it."""

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(path, text, tokenised=tokenised)
        self.content = self.read(text)

    @abstractmethod
    def read(self, text: str) -> MarkedText[M]: ...

    @property
    def hypothesis(self) -> str:
        return self.content.corrected

    def wholes(self) -> list[Span]:
        return [mark.corrected for mark in self.content.marks]

    @abstractmethod
    def written(self, stretch: Region[M], change: Replacement, span: Span) -> str:
        """Return a stretch of the file after an change, for which ``span`` of the corrected text gets new words."""

    def replacement(self, span: Span, words: str) -> Replacement:
        change = _trimmed(self.content.corrected, span, words)
        if change.is_empty:
            place = self.content.corrected_places.span(span)
            return Replacement(place, place.of(self.text))
        stretch = _region(self.content, change, self.wholes(), self.sticky)
        return Replacement(stretch.place, self.written(stretch, change, span))
