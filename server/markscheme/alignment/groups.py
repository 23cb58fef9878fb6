"""Sentences, and groups of them that belong together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs

MAX_REWRITTEN = 8
"""The most sentences in a row that may be rewritten as another number of them; more are parted evenly."""


@attrs.frozen
class Sentence:
    """A sentence's tokens, and whether it begins a paragraph."""

    tokens: tuple[str, ...]
    begins_paragraph: bool = False


@attrs.frozen
class Group:
    """Sentences that belong together: half-open ranges of either side, one of which may be empty.

    Attributes
    ----------
    moved
        Whether the target has the sentence at another place, so that its range is out of order.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    moved: bool = False

    @property
    def is_skip(self) -> bool:
        """Whether one side is empty."""
        return self.source[0] == self.source[1] or self.target[0] == self.target[1]


def join_rewritten(groups: Iterable[Group]) -> Iterator[Group]:
    """Yield the groups, with sentences dropped and added at one place joined: one to one where there are as many.

    A long run of unequal numbers is parted evenly: nothing says which sentence answers which.
    """
    for skipped, run in groupby(groups, lambda group: group.moved or group.is_skip):
        members = list(run)
        yield from _joined(members) if skipped else members


def _joined(run: list[Group]) -> list[Group]:
    """Return a run of dropped and added sentences as rewritten ones. The run's moved sentences stay as they are."""
    skips = [group for group in run if not group.moved]
    dropped, added = (
        [number for ends in sides for number in range(*ends)]
        for sides in ([group.source for group in skips], [group.target for group in skips])
    )
    if not dropped or not added:
        return run
    if len(dropped) == len(added):
        joined = [Group((i, i + 1), (j, j + 1)) for i, j in zip(dropped, added, strict=True)]
    elif _is_unbroken(dropped) and _is_unbroken(added):
        whole = Group((dropped[0], dropped[-1] + 1), (added[0], added[-1] + 1))
        joined = [whole] if max(len(dropped), len(added)) <= MAX_REWRITTEN else list(_parted(whole))
    else:
        return run
    return sorted([*joined, *(group for group in run if group.moved)], key=lambda group: group.source)


def _parted(group: Group) -> Iterator[Group]:
    """Yield as many groups as the shorter side has sentences, with the other side's parted evenly among them."""
    sides = (group.source, group.target)
    count = min(end - begin for begin, end in sides)
    for number in range(count):
        rows, columns = (
            (low + (high - low) * number // count, low + (high - low) * (number + 1) // count) for low, high in sides
        )
        yield Group(rows, columns)


def _is_unbroken(numbers: Sequence[int]) -> bool:
    return numbers[-1] - numbers[0] == len(numbers) - 1
