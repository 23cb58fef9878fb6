"""What a second annotator sends back: how far the file is corrected, and its part that was seen."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

import attrs

from markscheme.alignment.early_ends import is_long_rest
from markscheme.annotation.pool import Pool, PooledSentence, Version


@attrs.frozen
class ReceivedFile:
    """A second annotator's file, lined up with its source. Sentences are the source's, numbered from 1.

    Attributes
    ----------
    sentences
        Number of the source's sentences.
    seen
        Number of those that the file has.
    last_change
        The last one that is changed, or marked as an error; 0 where none is.
    is_whole
        Whether the file has every sentence, seen or not, as M2 does.
    is_running
        Whether it is running text, whose author has seen all but a long rest.
    """

    sentences: int
    seen: int
    last_change: int
    is_whole: bool
    is_running: bool

    @property
    def rest(self) -> int:
        """Number of sentences behind the last change that the file has as the source has them."""
        return self.seen - self.last_change

    @property
    def may_be_unfinished(self) -> bool:
        """Whether many of the last sentences are unchanged, so that the annotator may have stopped before them."""
        return is_long_rest(self.rest, self.sentences)

    def seen_of(self, read: int) -> int:
        """Return how many sentences count as seen by an annotator who has read this number of them."""
        if self.is_whole or (self.is_running and not is_long_rest(self.sentences - read, self.sentences)):
            return self.seen
        return min(read, self.seen)


def received(pool: Pool) -> ReceivedFile:
    """Return how far a file is corrected, of a pool of one text whose last reference it is."""
    sentences = [(item, item.references[-1]) for item in pool.sentences if item.source]
    ends = _ends(pool.sentences)
    changed = (number for number, (_, own) in zip(ends, sentences, strict=True) if own.edits or own.detections)
    return ReceivedFile(
        ends[-1] if ends else 0,
        sum(len(item.starts) for item, own in sentences if not own.is_absent),
        max(changed, default=0),
        any(own.side.states_edits and not own.is_absent for _, own in sentences),
        _is_running(pool),
    )


def seen_part(pool: Pool, text: str, seen: int) -> str:
    """Return a text without the sentences behind the first ``seen`` ones of the source; lines stay, empty.

    The sentences of a passage that goes on behind them stay.

    Parameters
    ----------
    text
        The plain text of the pool's last reference.
    """
    unseen = list(_behind(pool, seen))
    if not unseen:
        return text
    start = unseen[0].side.segment.start
    if _is_running(pool):
        return text[:start].rstrip() + "\n"
    return text[:start] + "\n" * text[start:].count("\n")


def _is_running(pool: Pool) -> bool:
    return not all(item.passage.parallel for item in pool.sentences)


def _behind(pool: Pool, seen: int) -> Iterator[Version]:
    """Yield the last reference's version of each passage that begins behind the first ``seen`` sentences."""
    end = 0
    for item in pool.sentences:
        if end >= seen:
            yield item.references[-1]
        end += len(item.starts) if item.source else 0


def _ends(sentences: Sequence[PooledSentence]) -> list[int]:
    """Return the number of the last sentence of each passage that has words of the source."""
    return list(accumulate(len(item.starts) for item in sentences if item.source))
