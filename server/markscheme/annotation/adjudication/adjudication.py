"""The state of an adjudication: the sentences with their differences, and what is decided about them."""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from markscheme.annotation.adjudication.differences import Differences, Sentence
from markscheme.annotation.adjudication.taking import open_places
from markscheme.exercises.adjudication.provenance import Origin
from markscheme.exercises.adjudication.ruling import Record, SentenceKey
from markscheme.text.errors import DocumentError


class State(enum.Enum):
    """How far a sentence is; the value is the word in JSON."""

    AGREED = "agreed"
    """All annotators have the same, and nobody decided otherwise."""
    OPEN = "open"
    """Something is to be decided."""
    DECIDED = "decided"
    """The sentence is decided."""
    UNSEEN = "unseen"
    """No annotator has seen it."""


@attrs.frozen
class Adjudication:
    """The sentences of the exercises that share a file, with what is decided.

    Attributes
    ----------
    path
        The file of decisions, there or not.
    records
        By sentence; it may hold sentences that the exercises no longer have.
    problems
        Why texts can't be used.
    """

    path: Path
    differences: Differences
    records: Mapping[SentenceKey, Record]
    problems: tuple[DocumentError, ...] = ()

    def record(self, sentence: Sentence) -> Record | None:
        """Return what is decided about a sentence."""
        return self.records.get(sentence.key)

    def state(self, sentence: Sentence) -> State:
        """Return how far a sentence is."""
        record = self.record(sentence)
        if record is not None and record.is_decided:
            return State.DECIDED
        if not sentence.annotators:
            return State.UNSEEN
        return State.OPEN if open_places(sentence, record) else State.AGREED

    @property
    def open_sentences(self) -> tuple[Sentence, ...]:
        """The sentences about which something is to be decided."""
        return tuple(item for item in self.differences.sentences if self.state(item) is State.OPEN)

    def open_after(self, index: int) -> Sentence | None:
        """Return the first open sentence after one; after the last one the first of all."""
        items = self.open_sentences
        return next((item for item in items if item.index > index), items[0] if items else None)

    @property
    def leftovers(self) -> tuple[SentenceKey, ...]:
        """The sentences of the file that the exercises don't have, such as those that were changed since."""
        keys = set(self.differences.keys)
        return tuple(key for key in self.records if key not in keys)


@attrs.frozen
class Progress:
    """How far an adjudication is.

    Attributes
    ----------
    sentences
        The number of sentences by state.
    open_places
        The number of places at which something is to be decided.
    by
        The number of rulings by adjudicator.
    origins
        The number of corrections that were taken, by annotator.
    types
        The number of open places by type of error, the most first; a place of several types counts once for each.
    """

    sentences: Mapping[State, int]
    open_places: int
    by: tuple[tuple[str, int], ...]
    origins: tuple[tuple[str, int], ...]
    types: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number of sentences."""
        return sum(self.sentences.values())


def progress_of(adjudication: Adjudication) -> Progress:
    """Return how far an adjudication is."""
    states = Counter(map(adjudication.state, adjudication.differences.sentences))
    types: Counter[str] = Counter()
    count = 0
    for sentence in adjudication.open_sentences:
        for place in open_places(sentence, adjudication.record(sentence)):
            count += 1
            types.update({kind for version in place.versions for kind in version.types})
    by: Counter[str] = Counter()
    origins: Counter[str] = Counter()
    for key in adjudication.differences.keys:
        for author, names in _rulings(adjudication.records.get(key)):
            by[author] += 1
            origins.update(names)
    order = {name: place for place, name in enumerate(adjudication.differences.annotators)}
    return Progress(
        {state: states[state] for state in State},
        count,
        tuple(sorted(by.items(), key=lambda pair: (-pair[1], pair[0]))),
        tuple(sorted(origins.items(), key=lambda pair: order.get(pair[0], len(order)))),
        tuple(sorted(types.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def _rulings(record: Record | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    for item in record.rulings if record is not None else ():
        if item.provenance.origin is not Origin.AGREED:
            yield item.provenance.author, item.provenance.annotators
