"""Files of decisions that a person has formatted, changed line by line: all other lines stay as they are.

So taking back an answer restores every byte, also in another session, unless the answer replaced other decisions.
"""

from collections.abc import Callable, Sequence

import attrs

from markscheme.exercises.decisions.decision import Words

SEPARATOR = "|||"


@attrs.frozen
class _Block:
    """A sentence: the indices of its ``S`` line, and behind its last line."""

    start: int
    end: int


def without_lines(text: str, is_dropped: Callable[[int], bool]) -> str:
    """Return a text without some ``A`` lines, and without sentences that lose their last one by it.

    Parameters
    ----------
    is_dropped
        Return whether the line of a number, from 1, is left out.
    """
    lines = text.split("\n")
    dropped = {index for index, line in enumerate(lines) if line.startswith("A ") and is_dropped(index + 1)}
    for block in _blocks(lines):
        inside = range(block.start + 1, block.end)
        if inside and dropped.issuperset(inside):
            beside = (index for index in (block.start - 1, block.end) if 0 <= index < len(lines) - 1)
            blank = next((index for index in beside if index not in dropped and not lines[index].strip()), None)
            dropped |= {block.start} | ({blank} if blank is not None else set())
    return "\n".join(line for index, line in enumerate(lines) if index not in dropped)


def with_line(text: str, source: Words, place: tuple[int, int], written: Callable[[int], str]) -> str:
    """Return a text with one more ``A`` line: the last one of its sentence, or of a new sentence at the end.

    Parameters
    ----------
    place
        The source tokens that the line is about.
    written
        Return the line with the number of an annotator, which only keeps overlapping lines apart.
    """
    lines = text.split("\n")
    end_of_line = "\r" if lines[0].endswith("\r") else ""
    own = next((block for block in _blocks(lines) if tuple(lines[block.start].split()[1:]) == source), None)
    if own is None:
        length = next((index + 1 for index in reversed(range(len(lines))) if lines[index].strip()), 0)
        added = ["", f"S {' '.join(source)}", written(0)]
        return "\n".join([*lines[:length], *(f"{line}{end_of_line}" for line in added), *lines[length:]])
    taken = [_place_and_annotator(line) for line in lines[own.start + 1 : own.end]]
    overlapping = {annotator for other, annotator in taken if _overlap(place, other)}
    annotator = next(number for number in range(len(taken) + 1) if number not in overlapping)
    return "\n".join([*lines[: own.end], f"{written(annotator)}{end_of_line}", *lines[own.end :]])


def _blocks(lines: Sequence[str]) -> list[_Block]:
    blocks: list[_Block] = []
    for index, line in enumerate(lines):
        if line.startswith("S "):
            blocks.append(_Block(index, index + 1))
        elif line.startswith("A ") and blocks and blocks[-1].end == index:
            blocks[-1] = attrs.evolve(blocks[-1], end=index + 1)
    return blocks


def _place_and_annotator(line: str) -> tuple[tuple[int, int], int]:
    place, *fields = line.split(SEPARATOR)
    _, start, end = place.split()
    return (int(start), int(end)), int(fields[-1])


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one == other or (one[0] < other[1] and other[0] < one[1])
