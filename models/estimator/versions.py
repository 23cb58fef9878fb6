"""Two versions of a sentence, one with more errors, and which of their words are wrong."""

import random
from collections.abc import Mapping, Sequence

import attrs
from errors import Error, Maker, Sentence, error_in

RATE = 0.13
"""Errors a token, besides the one error that every sentence gets."""
MAX_ERRORS = 8
"""Maximum number of errors in a sentence."""
SINGLE = 0.75
"""Share of pairs that differ in one error; in the others it is any number."""


@attrs.frozen
class Version:
    """A sentence's words, and for each whether it is wrong: 1 or 0.

    Where a word is missing, the next word is marked.
    """

    words: tuple[str, ...]
    wrong: tuple[int, ...]

    @property
    def text(self) -> str:
        """The words with spaces between them."""
        return " ".join(self.words)


@attrs.frozen
class VersionPair:
    """A better and a worse version of one sentence: the worse one has all errors of the better one, and more."""

    better: Version
    worse: Version


def with_errors(sentence: Sentence, errors: Sequence[Error]) -> Version:
    """Return a sentence with these errors, which do not overlap."""
    words: list[str] = []
    wrong: list[int] = []
    is_after_gap = 0

    def add(word: str, mark: int) -> None:
        words.append(word)
        wrong.append(mark)

    position = 0
    for error in sorted(errors, key=lambda error: error.start):
        for word in sentence[position : error.start]:
            add(word.form, is_after_gap)
            is_after_gap = 0
        is_after_gap = is_after_gap if error.replacement else 1
        kept = [word.form for word in sentence[error.start : error.end]]
        grows = len(error.replacement) > len(kept)
        for form in error.replacement:
            if grows and kept and form == kept[0]:
                kept.pop(0)
                add(form, is_after_gap)
            else:
                add(form, 1)
            is_after_gap = 0
        position = error.end
    for word in sentence[position:]:
        add(word.form, is_after_gap)
        is_after_gap = 0
    if is_after_gap and wrong:
        wrong[-1] = 1
    return Version(tuple(words), tuple(wrong))


def errors_of(sentence: Sentence, shares: Mapping[Maker, int], rng: random.Random) -> list[Error]:
    """Return errors for a sentence, one and one more for about every eight words; none if none is possible."""
    wanted = min(MAX_ERRORS, 1 + sum(rng.random() < RATE for _ in sentence))
    made: list[Error] = []
    for _ in range(wanted):
        if error := error_in(sentence, shares, rng, made):
            made.append(error)
    return made


def pair_of(sentence: Sentence, shares: Mapping[Maker, int], rng: random.Random) -> VersionPair | None:
    """Return two versions of a sentence; ``None`` if no error is possible."""
    made = errors_of(sentence, shares, rng)
    if not made:
        return None
    rng.shuffle(made)
    count = 1 if rng.random() < SINGLE else rng.randint(1, len(made))
    more, others = made[:count], made[count:]
    common = others[: rng.randint(0, len(others))]
    return VersionPair(with_errors(sentence, common), with_errors(sentence, common + more))
