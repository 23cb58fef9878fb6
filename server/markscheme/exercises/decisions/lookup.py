"""Decisions by the source tokens of a passage: they hold for every student whose passage has the same tokens.

A decision for all exercises of a course holds wherever the same tokens follow each other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from markscheme.exercises.decisions.decision import Decision, DecisionKind, Placed, Subject, Words, in_force


@attrs.frozen
class _Index:
    """Decisions in force about passages, also by their sources, and the sources by their first tokens."""

    decisions: tuple[Decision, ...]
    by_source: Mapping[Words, Sequence[Decision]]
    by_first: Mapping[str, Sequence[Words]]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "_Index":
        counting = in_force(item for item in decisions if item.kind.subject is not Subject.MARK)
        by_source: dict[Words, list[Decision]] = {}
        for item in counting:
            by_source.setdefault(item.source, []).append(item)
        by_first: dict[str, list[Words]] = {}
        for source in filter(None, by_source):
            by_first.setdefault(source[0], []).append(source)
        return cls(counting, by_source, by_first)


class Decisions:
    """The decisions that count, by a passage's source tokens.

    Of contrary decisions about the same change the later one counts. ``len`` is the number of those that count. What is
    decided about a mark is not about a passage, and left out.
    """

    def __init__(
        self, decisions: "Iterable[Decision] | _Index" = (), kinds: Iterable[DecisionKind] = DecisionKind
    ) -> None:
        self._index = decisions if isinstance(decisions, _Index) else _Index.of(decisions)
        self._kinds = frozenset(kinds)

    def __len__(self) -> int:
        return sum(item.kind in self._kinds for item in self._index.decisions)

    def __iter__(self) -> Iterator[Decision]:
        return (item for item in self._index.decisions if item.kind in self._kinds)

    def only(self, *kinds: DecisionKind) -> "Decisions":
        """Return those of some kinds; a later decision of another kind still overrules them."""
        return Decisions(self._index, kinds)

    def of(self, source: tuple[str, ...]) -> tuple[Placed, ...]:
        """Return the decisions about a passage: about its source as a whole, or about sentences in it.

        Two sentences are one passage for a student who joined them, and two passages for another.
        """
        return tuple(item for item in in_force(self._placed(source)) if item.kind in self._kinds)

    def _placed(self, source: tuple[str, ...]) -> Iterator[Placed]:
        if not source:
            yield from (Placed(item, item.start, item.end) for item in self._index.by_source.get((), ()))
        for at, token in enumerate(source):
            for sentence in self._index.by_first.get(token, ()):
                end = at + len(sentence)
                if source[at:end] == sentence:
                    is_whole = _is_whole(source, at, end)
                    for item in self._index.by_source[sentence]:
                        if is_whole or item.always:
                            yield Placed(item, at + item.start, at + item.end)

    def at(self, source: tuple[str, ...], start: int, end: int, target: tuple[str, ...]) -> tuple[Decision, ...]:
        """Return the decisions about a correction that puts ``target`` in place of the tokens ``start`` to ``end``.

        The correction may repeat source tokens around the decision's own. Decisions about a whole place, whatever
        stands there, are not among them.
        """
        return tuple(
            item.decision
            for item in self.of(source)
            if item.kind.subject is not Subject.PLACE
            and start <= item.start
            and item.end <= end
            and (*source[start : item.start], *item.decision.replacement, *source[item.end : end]) == target
        )


def _is_whole(source: tuple[str, ...], start: int, end: int) -> bool:
    """Return whether a sentence may begin and end there: with the passage, or at punctuation."""
    begins = start == 0 or not _is_word(source[start - 1])
    return begins and (end == len(source) or not _is_word(source[end - 1]))


def _is_word(token: str) -> bool:
    return any(character.isalnum() for character in token)
