"""What GLEU and GREEN share: n-grams of source, hypothesis and references, counted and compared."""

from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

from markscheme.metrics.base import NoCounts, Score, Sentence, Statistics, StreamingMetric, Tokens

NgramCounts = Mapping[tuple[str, ...], int]

NO_REFERENCE = "every sentence needs a reference, and there must be one sentence"


@attrs.frozen
class NgramScores:
    """A score in [0, 1]."""

    score: float


NgramScore = Score[NoCounts, NgramScores]


def text(tokens: Tokens) -> str:
    """Return tokens joined by spaces."""
    return " ".join(tokens)


def words(sentence: str) -> list[str]:
    """Return the words of a sentence; none of an empty one."""
    return sentence.split(" ") if sentence else []


def ngrams(sentence: str, longest: int) -> NgramCounts:
    """Return how often each n-gram of 1 to ``longest`` words is in a sentence.

    >>> ngrams("a b a", 2)
    Counter({('a',): 2, ('b',): 1, ('a', 'b'): 1, ('b', 'a'): 1})
    """
    tokens = words(sentence)
    return Counter(
        tuple(tokens[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(tokens) - length + 1)
    )


@attrs.frozen
class NgramUse:
    """How often an n-gram is in the source, the hypothesis and a reference."""

    source: int
    hypothesis: int
    reference: int

    @property
    def kept(self) -> int:
        """In all three (true keeps)."""
        return min(self.source, self.hypothesis, self.reference)

    @property
    def inserted(self) -> int:
        """Added by hypothesis and reference alike (true insertions)."""
        return max(min(self.reference, self.hypothesis) - self.source, 0)

    @property
    def deleted(self) -> int:
        """Removed by both (true deletions)."""
        return max(self.source - max(self.reference, self.hypothesis), 0)

    @property
    def over_inserted(self) -> int:
        """Added by the hypothesis alone."""
        return max(self.hypothesis - max(self.source, self.reference), 0)

    @property
    def over_deleted(self) -> int:
        """Removed by the hypothesis alone."""
        return max(min(self.source, self.reference) - self.hypothesis, 0)

    @property
    def under_deleted(self) -> int:
        """Removed by the reference alone."""
        return max(min(self.source, self.hypothesis) - self.reference, 0)

    @property
    def under_inserted(self) -> int:
        """Added by the reference alone."""
        return max(self.reference - max(self.source, self.hypothesis), 0)


def ngram_uses(
    which: Iterable[tuple[str, ...]], source: NgramCounts, hypothesis: NgramCounts, reference: NgramCounts
) -> Iterable[tuple[int, NgramUse]]:
    """Return the length of each of these n-grams, and how often it is where."""
    for ngram in which:
        yield (
            len(ngram),
            NgramUse(source.get(ngram, 0), hypothesis.get(ngram, 0), reference.get(ngram, 0)),
        )


@attrs.frozen(kw_only=True)
class NgramMetric(StreamingMetric[Statistics]):
    """A metric over n-grams; ``longest`` is the number of tokens of the longest, at least 1."""

    sentence_fields = ("reference", "scores", "counts")

    longest: int = 4


def sides(sentence: Sentence, longest: int) -> tuple[NgramCounts, NgramCounts, list[NgramCounts]]:
    """Return the n-grams of the source, the hypothesis and each reference.

    Raises
    ------
    ValueError
        If there is no reference.
    """
    if not sentence.references:
        raise ValueError(NO_REFERENCE)
    references = [ngrams(text(reference), longest) for reference in sentence.references]
    return ngrams(text(sentence.source), longest), ngrams(text(sentence.hypothesis), longest), references
