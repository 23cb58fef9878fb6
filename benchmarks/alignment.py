"""Measure how the time to align two versions of a text grows with its length."""

import random
from collections.abc import Callable
from itertools import accumulate, chain
from pathlib import Path

from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed
from markscheme.edits.sentence_alignment import align_moved_sentences
from markscheme.edits.shared_words import Sentence

SHORT, LONG = 1_000, 10_000
REPEATS = 3
DISTURBED_SHARE = 0.15
"""Share of places where the version differs."""
RUN_ON = 5
"""The most sentences that are one in the other text, where texts of run-ons are compared."""
UNRELATED_SHARE = 0.9
"""The length of an unrelated text, relative to the other one's: texts of one length are an easier case."""
VOCABULARY = 20_000
"""Number of words, drawn with the frequencies of Zipf's law."""

Sentences = list[tuple[str, ...]]
Versions = Callable[[int], tuple[Sentences, Sentences]]
"""Returns a text of some sentences, and a version of it."""


def measure(data: Path) -> list[Measurement]:
    del data
    return [
        _growth("", disturbed, f"{DISTURBED_SHARE:.0%} of places joined, split, dropped, swapped or moved far"),
        _growth(" of run-ons", run_ons, f"either text joins up to {RUN_ON} sentences, at other places than the other"),
        _growth(" with unrelated ones", unrelated, f"{UNRELATED_SHARE:.0%} as many, of the same words"),
    ]


BENCHMARK = Benchmark("alignment", __doc__, measure)


def _growth(subject: str, versions: Versions, note: str) -> Measurement:
    short, long = (min(timed_alignment(size, versions) for _ in range(REPEATS)) for size in (SHORT, LONG))
    linear = short * LONG / SHORT
    return Measurement(
        f"aligning {LONG:,} sentences{subject}",
        quantity(long, "s"),
        quantity(linear, f"s ({LONG // SHORT} times {SHORT:,} sentences)"),
        linear / long,
        at_most(long / linear, 1.2, "times linear"),
        f"least of {REPEATS}; {note}",
    )


def timed_alignment(size: int, versions: Versions) -> float:
    """Return the seconds to align a text of ``size`` sentences with a version of it."""
    texts = [[Sentence(tokens) for tokens in text] for text in versions(size)]
    return timed(lambda: align_moved_sentences(*texts))[0]


def _text(size: int, rng: random.Random) -> Sentences:
    """Return sentences of random words."""
    weights = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
    return [
        (*(f"w{word}" for word in rng.choices(range(VOCABULARY), cum_weights=weights, k=rng.randint(5, 30))), ".")
        for _ in range(size)
    ]


def disturbed(size: int) -> tuple[Sentences, Sentences]:
    """Return a text, and a version with sentences joined, split, dropped, swapped and moved far."""
    rng = random.Random(size)
    source = _text(size, rng)
    target: Sentences = []
    moved: Sentences = []
    at = 0
    while at < size:
        own, following = source[at], source[min(at + 1, size - 1)]
        kind = rng.choice(["join", "split", "drop", "swap", "move"]) if rng.random() < DISTURBED_SHARE else "keep"
        half = len(own) // 2
        target += {
            "join": [own[:-1] + following],
            "split": [(*own[:half], "."), own[half:]],
            "drop": [],
            "move": [],
            "swap": [following, own],
            "keep": [own],
        }[kind]
        moved += [own] if kind == "move" else []
        at += 2 if kind in ("join", "swap") else 1
    for tokens in moved:
        target.insert(rng.randrange(len(target)), tokens)
    return source, target


def run_ons(size: int) -> tuple[Sentences, Sentences]:
    """Return two texts of the same clauses, which join up to :data:`RUN_ON` of them, each at places of its own."""
    rng = random.Random(size)
    clauses = _text(size * (1 + RUN_ON) // 2, rng)
    return _joined(clauses, rng), _joined(clauses, rng)


def _joined(clauses: Sentences, rng: random.Random) -> Sentences:
    sentences: Sentences = []
    at = 0
    while at < len(clauses):
        end = at + rng.randint(1, RUN_ON)
        sentences.append((*chain.from_iterable(clause[:-1] for clause in clauses[at:end]), "."))
        at = end
    return sentences


def unrelated(size: int) -> tuple[Sentences, Sentences]:
    """Return two texts that have only their words in common."""
    rng = random.Random(size)
    return _text(size, rng), _text(int(UNRELATED_SHARE * size), rng)
