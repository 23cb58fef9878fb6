"""Measure how the time to align two versions of a text grows with its length."""

import random
from itertools import accumulate
from pathlib import Path

from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed
from markscheme.alignment.groups import Sentence
from markscheme.alignment.moved_sentences import align_moved_sentences

SHORT, LONG = 1_000, 10_000
REPEATS = 3
DISTURBED_SHARE = 0.15
"""Share of places where the version differs."""
VOCABULARY = 20_000
"""Number of words, drawn with the frequencies of Zipf's law."""


def measure(data: Path) -> list[Measurement]:
    del data
    short, long = (min(timed_alignment(size) for _ in range(REPEATS)) for size in (SHORT, LONG))
    linear = short * LONG / SHORT
    return [
        Measurement(
            f"aligning {LONG:,} sentences",
            quantity(long, "s"),
            quantity(linear, f"s ({LONG // SHORT} times {SHORT:,} sentences)"),
            linear / long,
            at_most(long / linear, 1.2, "times linear"),
            f"least of {REPEATS}; {DISTURBED_SHARE:.0%} of places joined, split, dropped, swapped or moved far",
        )
    ]


BENCHMARK = Benchmark("alignment", __doc__, measure)


def timed_alignment(size: int) -> float:
    """Return the seconds to align a text of ``size`` sentences with a version of it."""
    source, target = _versions(size)
    return timed(lambda: align_moved_sentences(source, target))[0]


def _versions(size: int) -> tuple[list[Sentence], list[Sentence]]:
    """Return a text of random words, and a version with sentences joined, split, dropped, swapped and moved far."""
    rng = random.Random(size)
    weights = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
    source = [
        (*(f"w{word}" for word in rng.choices(range(VOCABULARY), cum_weights=weights, k=rng.randint(5, 30))), ".")
        for _ in range(size)
    ]
    target: list[tuple[str, ...]] = []
    moved: list[tuple[str, ...]] = []
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
    return [Sentence(tokens) for tokens in source], [Sentence(tokens) for tokens in target]
