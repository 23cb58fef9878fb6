"""Partly corrected sentences, as MAEGE makes them of references: chains from a source to a reference, and corpora.

Choshen and Abend, *Automatic Metric Validation for Grammatical Error Correction*, ACL 2018, with the details of its
published code (``borgr/EoE``).
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import attrs
import numpy as np

from markscheme.edits.edit import Edits, apply_edits

Tokens = tuple[str, ...]

MEANS = (0, 2, 4, 6, 8, 10)
"""Mean edits a sentence in the corpora that the corpus level compares."""
VARIANCE = 0.9


@attrs.frozen
class Version:
    """A source sentence with ``made`` of a reference's edits applied.

    Attributes
    ----------
    text
        Its tokens, joined by spaces.
    made
        Number of applied edits.
    source, tokens
        The source's tokens, and its own.
    reference
        The index of the reference among the source's.
    """

    text: str
    made: int
    source: Tokens = ()
    tokens: Tokens = ()
    reference: int = 0


@attrs.frozen
class Chain:
    """The versions with none, one, up to all of a reference's edits, which are applied in random order.

    ``scores`` are MAEGE's, at equal distances. A reference has 1. The source has 1 - (d + 1) / n, where d is the fewest
    edits to any of its references, and n its length in characters.
    """

    versions: tuple[Version, ...]
    scores: tuple[float, ...]


@attrs.frozen
class Lattice:
    """The chains of a corpus, one for each reference, and corpora with more and more applied edits."""

    chains: tuple[Chain, ...]
    corpora: tuple[tuple[Version, ...], ...]

    @property
    def versions(self) -> list[Version]:
        """Return the versions of all chains, then of all corpora."""
        parts = (*(chain.versions for chain in self.chains), *self.corpora)
        return [version for part in parts for version in part]


def lattice(edits: Mapping[Tokens, Sequence[Edits]], seed: int) -> Lattice:
    """Return the lattice of source sentences and the edits of their references.

    Sentences that a reference leaves unchanged are left out.

    Parameters
    ----------
    edits
        The edits of each reference, by the source's tokens.
    seed
        Of the random order of edits, and of the draws for corpora.
    """
    generator = random.Random(seed)
    changed = {source: references for source, references in edits.items() if all(references)}
    chains = [chain for source, references in changed.items() for chain in _chains(source, references, generator)]
    corpora = [
        tuple(_drawn(source, references, mean, generator) for source, references in changed.items()) for mean in MEANS
    ]
    return Lattice(tuple(chains), tuple(corpora))


def _chains(source: Tokens, references: Sequence[Edits], generator: random.Random) -> Iterator[Chain]:
    first = 1 - (min(map(len, references)) + 1) / len(" ".join(source))
    for number, edits in enumerate(references):
        order = _order(edits, generator)
        versions = tuple(_version(source, number, edits, order[:count]) for count in range(len(edits) + 1))
        yield Chain(versions, tuple(np.linspace(first, 1, len(versions)).tolist()))


def _drawn(source: Tokens, references: Sequence[Edits], mean: int, generator: random.Random) -> Version:
    """Return a version with a number of edits from a binomial distribution, or with all if there are fewer."""
    number = int(generator.random() * len(references))
    edits = references[number]
    order = _order(edits, generator)
    share = (mean - VARIANCE) / mean if mean else 0.0
    draws = int(mean / share) if mean else 0
    return _version(source, number, edits, order[: sum(generator.random() < share for _ in range(draws))])


def _order(edits: Edits, generator: random.Random) -> list[int]:
    return sorted(range(len(edits)), key=lambda _: generator.random())


def _version(source: Tokens, reference: int, edits: Edits, chosen: Sequence[int]) -> Version:
    applied = tuple(edits[index] for index in sorted(chosen))
    tokens = tuple(apply_edits(source, applied))
    return Version(" ".join(tokens), len(applied), source, tokens, reference)
