"""A feedback's text cut into segments, each with the note of its place."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.reports.feedback.feedback import Feedback, Note
from markscheme.reports.feedback.place_kinds import TEACHERS_COMMENT


@attrs.frozen
class Segment:
    """A stretch of the text without a line end.

    Attributes
    ----------
    text
        Its words; empty where words are missing.
    note
        The narrowest note whose place it is part of, a judged one before a teacher's comment; ``None`` outside of all.
    closes
        Whether the note's place ends with it, so that its sign and its number stand here.
    """

    text: str
    note: Note | None = None
    closes: bool = False


def paragraphs(feedback: Feedback) -> tuple[tuple[Segment, ...], ...]:
    """Return the segments of each line of the text; a line without words has none."""
    lines: list[list[Segment]] = [[]]
    for segment in _segments(feedback.text, feedback.notes):
        first, *others = segment.text.split("\n")
        closes = segment.closes and not others
        if first or segment.closes:
            lines[-1].append(attrs.evolve(segment, text=first, closes=closes))
        for number, line in enumerate(others, start=1):
            is_last = number == len(others)
            wanted = line or (is_last and segment.closes)
            lines.append([attrs.evolve(segment, text=line, closes=segment.closes and is_last)] if wanted else [])
    return tuple(map(tuple, lines))


def _segments(text: str, notes: Sequence[Note]) -> Iterator[Segment]:
    """Yield the text between all ends of places, in order, and the empty places among it."""
    gaps = [note for note in notes if note.span.start == note.span.end]
    wide = [note for note in notes if note.span.start < note.span.end]
    ends = {0, len(text)} | {offset for note in notes for offset in (note.span.start, note.span.end)}
    offsets = sorted(ends)
    for number, start in enumerate(offsets):
        for note in gaps:
            if note.span.start == start:
                yield Segment("", note, closes=True)
        if number + 1 < len(offsets):
            end = offsets[number + 1]
            around = _narrowest(wide, start, end)
            yield Segment(text[start:end], around, closes=around is not None and around.span.end == end)
            comments = (note for note in wide if note.kind is TEACHERS_COMMENT and note.span.end == end)
            yield from (Segment("", note, closes=True) for note in comments if note is not around)


def _narrowest(notes: Sequence[Note], start: int, end: int) -> Note | None:
    around = (note for note in notes if note.span.start <= start and end <= note.span.end)
    return min(
        around,
        key=lambda note: (note.kind is TEACHERS_COMMENT, note.span.end - note.span.start),
        default=None,
    )
