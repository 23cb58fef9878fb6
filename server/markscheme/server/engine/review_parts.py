"""Reviews of documents, of which a client is sent the passages that it lacks.

A request names the last reply about the same document that the client has read on this channel (its *basis*). In the
reply, what was a passage of the basis is only its origin: its number, and where it stands now. Without a basis, or if
the engine has forgotten it, the review is whole.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import TypeVar

import attrs
from cachetools import LRUCache

from markscheme.marking.driver import Outcome, Task
from markscheme.marking.review import DocumentReview, Finding, Origin, PassageReview, PlacedPassage, in_order

R = TypeVar("R")

MAX_SENT = 256
"""Replies whose passages' numbers an engine remembers on one channel, by last use; some were never read."""
MAX_READ = 16
"""Documents, each at one stage, whose last passages a client remembers."""


@attrs.frozen
class PassagePart:
    """A passage of a review as it is sent; ``review`` is ``None`` if the client has the passage."""

    origin: Origin | None
    findings: tuple[Finding, ...] = ()
    chunks: tuple[Finding, ...] = ()
    review: PassageReview | None = None


@attrs.frozen
class MarkReply:
    """The outcome of marking a document.

    On the channel alone the passages are in ``parts``, and a ``name`` is that of a reply that has them.
    """

    outcome: Outcome
    parts: tuple[PassagePart, ...] = ()
    name: str = ""


class SentReviews:
    """The engine's end: which passages were in the last replies on one channel."""

    def __init__(self, limit: int = MAX_SENT) -> None:
        self._numbers: LRUCache[str, frozenset[int]] = LRUCache(limit)
        self._names = map(str, count(1))

    def parted(self, reply: R, basis: str) -> R:
        """Return a reply as it is sent to a client that has read the reply of this name; an empty name is none."""
        if not isinstance(reply, MarkReply):
            return reply
        review = reply.outcome.review
        if review is None or not any(review.origins):
            return reply
        parts = tuple(_parts(review, self._numbers.get(basis, frozenset())))
        name = next(self._names)
        self._numbers[name] = frozenset(origin.number for origin in review.origins if origin is not None)
        rest = attrs.evolve(review, findings=(), chunks=(), passages=(), origins=())
        return attrs.evolve(reply, outcome=attrs.evolve(reply.outcome, review=rest), parts=parts, name=name)


@attrs.frozen(eq=False)
class Basis:
    """A reply that a client has read: its name, and its passages by the number of their origins."""

    name: str = ""
    passages: Mapping[int, PlacedPassage] = attrs.field(factory=dict)


class ReadReviews:
    """The client's end: the passages of the last replies that were read on one channel."""

    def __init__(self, limit: int = MAX_READ) -> None:
        self._bases: LRUCache[Hashable, Basis] = LRUCache(limit)

    def basis(self, params: object) -> Basis:
        """Return the last reply about a task's document, at the same stage; one without a name for anything else."""
        return self._bases.get(_key(params), Basis()) if isinstance(params, Task) else Basis()

    def whole(self, reply: R, params: object, basis: Basis) -> R:
        """Return a reply with its whole review, given the request's basis, and remember its passages."""
        if not isinstance(reply, MarkReply) or not isinstance(params, Task):
            return reply
        review = reply.outcome.review
        if review is None or not reply.parts:
            return reply
        placed = [_placed(part, basis) for part in reply.parts]
        passages = {item.origin.number: item for item in placed if item.origin is not None}
        self._bases[_key(params)] = Basis(reply.name, passages)
        whole = attrs.evolve(
            review,
            findings=in_order(chain.from_iterable(item.findings for item in placed)),
            chunks=in_order(chain.from_iterable(item.chunks for item in placed)),
            passages=tuple(item.review for item in placed),
            origins=tuple(item.origin for item in placed),
        )
        return attrs.evolve(reply, outcome=attrs.evolve(reply.outcome, review=whole), parts=(), name="")


def _key(task: Task) -> Hashable:
    return task.marked.path, task.marked.name, task.with_vectors


def _parts(review: DocumentReview, sent: frozenset[int]) -> Iterator[PassagePart]:
    findings, chunks = _by_passage(review.findings), _by_passage(review.chunks)
    for index, (origin, passage) in enumerate(zip(review.origins, review.passages, strict=True)):
        if origin is not None and origin.number in sent:
            yield PassagePart(origin)
        else:
            yield PassagePart(origin, tuple(findings[index]), tuple(chunks[index]), passage)


def _by_passage(findings: Iterable[Finding]) -> defaultdict[int, list[Finding]]:
    by_passage: defaultdict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_passage[finding.passage].append(finding)
    return by_passage


def _placed(part: PassagePart, basis: Basis) -> PlacedPassage:
    if part.review is not None:
        return PlacedPassage(part.findings, part.chunks, part.review, part.origin)
    if part.origin is None:
        raise ValueError("a passage has neither contents nor an origin")
    return basis.passages[part.origin.number].at(part.origin)
