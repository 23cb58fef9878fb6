"""A toy metric: how many of a correction's words are in a reference, at the same place or not."""

from collections.abc import Iterable

import attrs

from markscheme.plugins import Level, Metric, ModelOutputs, Need, RunningMean, Score, Sentence, SentenceScore


@attrs.frozen
class Words:
    shared: int
    all: int


@attrs.frozen
class Share:
    share: float


Statistics = tuple[tuple[int, int], ...]
"""Shared words and all words, for each reference."""


@attrs.frozen(kw_only=True)
class ToyMetric(Metric[Statistics]):
    """The share of a correction's words that are in the reference with most of them."""

    name = "toy"
    title = "Toy"
    needs = frozenset({Need.TEXTS, Need.REFERENCES})

    ignore_case: bool = False
    level: Level = "corpus"

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> Statistics:
        words = self._words(sentence.hypothesis)
        return tuple(
            (sum(word in expected for word in words), len(words))
            for expected in map(set, map(self._words, sentence.references))
        )

    def fold(self, statistics: Iterable[Statistics], *, keep_sentences: bool = True) -> Score[Words, Share]:
        total, mean, sentences, count = Words(0, 0), RunningMean[Share](), [], 0
        for rows in statistics:
            reference = max(range(len(rows)), key=lambda index: rows[index][0])
            words = Words(*rows[reference])
            total, count = Words(total.shared + words.shared, total.all + words.all), count + 1
            mean.add(_share(words))
            if keep_sentences:
                sentences.append(SentenceScore(reference, words, _share(words)))
        scores = _share(total) if self.level == "corpus" else mean.value()
        return Score(total, scores, count, tuple(sentences))

    def _words(self, tokens: tuple[str, ...]) -> list[str]:
        return [token.lower() if self.ignore_case else token for token in tokens]


def _share(words: Words) -> Share:
    return Share(words.shared / words.all if words.all else 1.0)
