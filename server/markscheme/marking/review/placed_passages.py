"""The placed marks of recent passages: after a keystroke only the changed passage is placed again.

What is placed depends on a passage's marks and on its texts, with the words beside them, and not on where these stand.
A passage that has moved, as all do behind a keystroke, has the same findings at other places.
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count

import attrs
from cachetools import LRUCache

from markscheme.alignment.passages import Passage
from markscheme.formats.document import Document
from markscheme.marking.passages.marks import PassageMarks
from markscheme.marking.review.document_review import Origin
from markscheme.marking.review.placed_passage import Move, PlacedPassage
from markscheme.scoring.memos import PASSAGES_IN_MEMORY
from markscheme.text.segments import Segment

LONGEST_WORD = 300
"""Characters of a word beside a passage, or of the white space before it, beyond which its marks are placed anew."""

_NUMBERS = count(secrets.randbits(62))
"""Numbers of origins; those of another process begin elsewhere."""


@attrs.frozen
class _Entry:
    """A placed passage with the marks that it was made from.

    Attributes
    ----------
    marks
        Kept so that no other marks get their identity.
    segments
        The source's, the hypothesis's and the references'.
    """

    marks: PassageMarks
    index: int
    segments: tuple[Segment, ...]
    placed: PlacedPassage


class PlacedPassages:
    """The most recently used placed passages, whatever their document."""

    def __init__(self) -> None:
        self._entries: LRUCache[Hashable, _Entry] = LRUCache(PASSAGES_IN_MEMORY)

    @property
    def passages_in_memory(self) -> int:
        """The number of passages with their places; each document has its own."""
        return len(self._entries)

    def placed(
        self,
        index: int,
        passage: Passage,
        marks: PassageMarks,
        documents: Sequence[Document],
        place: Callable[[], PlacedPassage],
    ) -> PlacedPassage:
        """Return a placed passage.

        Parameters
        ----------
        marks
            The same object each time, for a passage of the same content that is marked in the same way.
        documents
            The source, the hypothesis and the references.
        place
            Place it, if it is not remembered.
        """
        sides = (passage.hypothesis, *passage.references)
        segments = (passage.source, *(side.segment for side in sides))
        surroundings = _surroundings(documents, segments)
        is_running_text = not passage.parallel and not any(side.states_edits for side in sides)
        if surroundings is None or not is_running_text:
            return place()
        names = tuple(document.name for document in documents)
        key = (id(marks), names, surroundings, passage.moved, tuple(side.absent for side in sides))
        entry = self._entries.get(key)
        by = None if entry is None else _move(entry.segments, segments)
        if entry is None or by is None:
            placed = attrs.evolve(place(), origin=Origin(next(_NUMBERS), index, (0,) * len(segments)))
        elif by or entry.index != index:
            placed = entry.placed.moved(index, by)
        else:
            return entry.placed
        self._entries[key] = _Entry(marks, index, segments, placed)
        return placed


def _surroundings(documents: Iterable[Document], segments: Iterable[Segment]) -> tuple[tuple[str, int], ...] | None:
    """Return each version's text with the words beside it, and where the version begins in it.

    ``None`` where the words are too long, or a text is only a part of its file, whose places follow no such rule.
    """
    surroundings: list[tuple[str, int]] = []
    for document, segment in zip(documents, segments, strict=True):
        extent = segment.extent
        begin, end = _word_before(document.text, extent.start), _word_behind(document.text, extent.end)
        if document.places is not None or begin is None or end is None:
            return None
        surroundings.append((document.text[begin:end], extent.start - begin))
    return tuple(surroundings)


def _word_before(text: str, place: int) -> int | None:
    """Return where the word before a place begins; ``None`` if that is too far."""
    last = max(0, place - LONGEST_WORD)
    before = text[last:place].rstrip()
    word = before.rsplit(None, 1)[-1] if before else ""
    begin = last + len(before) - len(word)
    return None if begin == last > 0 else begin


def _word_behind(text: str, place: int) -> int | None:
    """Return where the word behind a place ends; ``None`` if that is too far."""
    last = min(len(text), place + LONGEST_WORD)
    behind = text[place:last].lstrip()
    word = behind.split(None, 1)[0] if behind else ""
    end = last - len(behind) + len(word)
    return None if end == last < len(text) else end


def _move(before: Sequence[Segment], after: Sequence[Segment]) -> Move | None:
    """Return by how much each version has moved; ``None`` where its tokens do not move together."""
    moves: list[int] = []
    for old, new in zip(before, after, strict=True):
        by = new.start - old.start
        if old is not new and not _is_moved(old, new, by):
            return None
        moves.append(by)
    return Move(moves[0], moves[1], tuple(moves[2:]))


def _is_moved(old: Segment, new: Segment, by: int) -> bool:
    """Return whether two segments have the same tokens, all of them at a distance of ``by`` characters."""
    if old.tokens != new.tokens:
        return False
    return all(
        one.start + by == other.start and one.end + by == other.end
        for one, other in zip(old.spans, new.spans, strict=True)
    )
