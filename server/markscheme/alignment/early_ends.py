"""References in running text that end long before their source: their authors have not seen the rest."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import attrs

from markscheme.alignment.passages import Passage
from markscheme.formats.parallel import Side
from markscheme.text.segments import Segment

LEAST_SENTENCES: Final = 3
"""Number of sentences of the source that a reference lacks at least, up to the very end; fewer are deletions."""
LEAST_SHARE: Final = 0.1
"""Share of the source's sentences that they are at least."""


@attrs.frozen
class EarlyEnd:
    """Where a reference ends.

    Attributes
    ----------
    reference
        Its index among the references of every passage.
    passage
        The index of the first passage that its author has not seen.
    sentence, sentences
        Number of the source's sentences that it answers, and number of all.
    """

    reference: int
    passage: int
    sentence: int
    sentences: int


def early_ends(passages: Sequence[Passage], references: Collection[int], starts: Sequence[int]) -> tuple[EarlyEnd, ...]:
    """Return where references end that lack at least three sentences, and a tenth, at the end of their source.

    A reference that adds anything there has reworded the end.

    Parameters
    ----------
    references
        The indices of the references to look at.
    starts
        Where the source's sentences begin in its text, ascending.
    """
    return tuple(end for index in sorted(references) for end in _early_end(passages, index, starts))


def _early_end(passages: Sequence[Passage], reference: int, starts: Sequence[int]) -> Iterator[EarlyEnd]:
    """Yield where a reference ends, if it ends early."""
    last = max((index for index, item in enumerate(passages) if item.references[reference].segment.tokens), default=-1)
    if last < 0 or not passages[last].source.tokens:
        return
    first = next((index for index in range(last + 1, len(passages)) if passages[index].source.tokens), None)
    if first is None:
        return
    sentence = sum(start < passages[first].source.extent.start for start in starts)
    if is_long_rest(len(starts) - sentence, len(starts)):
        yield EarlyEnd(reference, first, sentence, len(starts))


def is_long_rest(rest: int, sentences: int) -> bool:
    """Return whether the last sentences of a text are too many to be a deletion.

    >>> is_long_rest(3, 30), is_long_rest(3, 31), is_long_rest(2, 4)
    (True, False, False)
    """
    return rest >= max(LEAST_SENTENCES, LEAST_SHARE * sentences)


def with_unseen_ends(passages: Sequence[Passage], ends: Collection[EarlyEnd]) -> tuple[Passage, ...]:
    """Return passages in which each reference's side is absent from its early end on."""
    firsts = {item.reference: item.passage for item in ends}
    if not firsts:
        return tuple(passages)
    return tuple(
        attrs.evolve(
            passage,
            references=tuple(
                _absent(side) if index >= firsts.get(number, len(passages)) else side
                for number, side in enumerate(passage.references)
            ),
        )
        for index, passage in enumerate(passages)
    )


def _absent(side: Side) -> Side:
    return Side(Segment((), (), side.segment.start), states_edits=True, absent=True)
