"""ERRANT's rules for joining alignment steps to edits (Bryant et al., 2017, Section 3.2), in bounded time.

``errant.en.merger`` reads every range of neighbouring steps anew after each split. Here each is looked at once, so that
a run of n steps costs O(n^2) and not O(n^4). The edits are the same.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby
from string import punctuation
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc

_Step = tuple[str, int, int, int, int]
"""An operation (``M``, ``S``, ``I``, ``D``, ``T`` with a length, or ``X``), and its source and target token ranges."""
_Parts = list["_Step | tuple[int, int]"]
"""Finished steps, and ranges of steps that are still to be processed."""

_DISSIMILAR = 0.75
"""Character similarity of two words beyond which a substitution at an end is an edit by itself."""


def get_rule_edits(alignment: Any) -> list[Any]:
    """Return the edits of an ERRANT alignment, as ``errant.en.merger.get_rule_edits`` does."""
    from errant.edit import Edit

    return [Edit(alignment.orig, alignment.cor, step[1:]) for step in _merged(alignment)]


def _merged(alignment: Any) -> Iterator[_Step]:
    for operation, group in groupby(alignment.align_seq, lambda step: step[0][0] if step[0][0] in "MT" else ""):
        if operation == "T":
            yield from group
        elif operation != "M":
            yield from _Run(list(group), alignment.orig, alignment.cor).merged()


class _Side:
    def __init__(self, document: "Doc", starts: Sequence[int], ends: Sequence[int]) -> None:
        import spacy.symbols as symbols

        offset, end = starts[0], ends[-1]
        self.tokens = list(document[offset:end])
        self.starts = [start - offset for start in starts]
        self.ends = [end - offset for end in ends]
        """The first token of each step, and the one behind its last."""
        self.tags = [token.tag_ for token in self.tokens]
        self.lower = [token.lower for token in self.tokens]
        self.parts = [token.pos for token in self.tokens]
        self.is_punctuation = [token.pos == symbols.PUNCT or token.text in punctuation for token in self.tokens]
        open_classes = {symbols.ADJ, symbols.AUX, symbols.ADV, symbols.NOUN, symbols.VERB}
        self.is_open = [part in open_classes for part in self.parts]
        self.is_determiner = [part == symbols.DET for part in self.parts]
        verbal = {symbols.AUX, symbols.PART, symbols.VERB}
        self.same_until = _runs(self.parts)
        self.verbal_until = _runs([part in verbal for part in self.parts])
        self.is_verbal = [part in verbal for part in self.parts]
        letters = [token.lower_.replace("'", "").replace("-", "") for token in self.tokens]
        self.text = "".join(letters)
        self.offsets = [0, *accumulate(map(len, letters))]

    def one_class(self, start: int, end: int) -> int | None:
        return self.parts[start] if self.same_until[start] >= end else None

    def all_verbal(self, start: int, end: int) -> bool:
        return self.is_verbal[start] and self.verbal_until[start] >= end


def _runs(values: Sequence[object]) -> list[int]:
    ends = [len(values)] * len(values)
    for index in range(len(values) - 2, -1, -1):
        ends[index] = ends[index + 1] if values[index] == values[index + 1] else index + 1
    return ends


class _Run:
    def __init__(self, steps: Sequence[_Step], source: "Doc", target: "Doc") -> None:
        self._steps = steps
        self._operations = [step[0] for step in steps]
        self._substitutions = [0, *accumulate(int(operation == "S") for operation in self._operations)]
        if len(steps) < 2 or (len(set(self._operations)) == 1 and self._operations[0] != "S"):
            return
        self._source = _Side(source, [step[1] for step in steps], [step[2] for step in steps])
        self._target = _Side(target, [step[3] for step in steps], [step[4] for step in steps])
        self._ends_possessive = [self._is_possessive(end) for end in range(len(steps))]
        self._ends_alike = [self._is_alike(end) for end in range(len(steps))]
        self._ruled = self._ruled_ranges()

    def merged(self) -> Iterator[_Step]:
        waiting: _Parts = [(0, len(self._steps))]
        while waiting:
            part = waiting.pop()
            if len(part) != 2:
                yield part
            elif part[1] - part[0] > 0:
                waiting += reversed(self._processed(*part))

    def _processed(self, begin: int, end: int) -> _Parts:
        """Return a range of steps by the first rule that applies, larger ranges first, then earlier ones."""
        operations = set(self._operations[begin:end])
        if end - begin == 1:
            return [self._steps[begin]]
        if operations in ({"D"}, {"I"}):
            return self._joined(begin, end - 1)
        if not self._substituted(begin, end - 1):
            return list(self._steps[begin:end])
        for size in range(end - begin - 1, 0, -1):
            for first in self._starts(size, begin, end):
                if parts := self._applied(first, first + size, begin, end):
                    return parts
        has_content = any(
            any(side.is_open[side.starts[begin] : side.ends[end - 1]]) for side in (self._source, self._target)
        )
        return self._joined(begin, end - 1) if has_content else list(self._steps[begin:end])

    def _starts(self, size: int, begin: int, end: int) -> Iterator[int]:
        if size == 1:
            yield from range(begin, end - 1)
            return
        ruled = self._ruled[size]
        at = bisect_left(ruled, begin)
        if self._ends_alike[begin + size] or self._begins_possessive(begin):
            yield begin
        if at < len(ruled) and ruled[at] + size < end:
            yield ruled[at]

    def _ruled_ranges(self) -> list[list[int]]:
        """Return by size where ranges begin to which a rule applies that does not ask what they are a part of."""
        count, source, target = len(self._steps), self._source, self._target
        ruled: list[list[int]] = [[] for _ in range(count)]
        by_end = [self._ends_possessive[last] or self._ends_alike[last] for last in range(count)]
        source_ends, target_ends = ([side.offsets[end] for end in side.ends] for side in (source, target))
        for first in range(count - 1):
            # What the text of a range would grow by, if both sides had the same text before.
            grown = source.offsets[source.starts[first]] - target.offsets[target.starts[first]]
            reach = self._one_class_until(first)
            for last in range(first + 2, count):
                if (
                    (last <= reach and self._is_one_class(first, last))
                    or (source_ends[last] - target_ends[last] == grown and self._is_same_text(first, last))
                    or (by_end[last] and (self._ends_possessive[last] or self._follows_punctuation(first, last)))
                ) and self._substituted(first, last):
                    ruled[last - first].append(first)
        return ruled

    def _one_class_until(self, first: int) -> int:
        """Return the last step of the longest range from a step on whose words can be of one class."""
        sides = (self._source, self._target)
        if any(side.starts[first] == len(side.tokens) for side in sides):
            return first
        reach = (
            bisect_right(side.ends, max(side.same_until[side.starts[first]], side.verbal_until[side.starts[first]])) - 1
            for side in sides
        )
        return min(reach)

    def _applied(self, first: int, last: int, begin: int, end: int) -> _Parts:
        if not self._substituted(first, last):
            return []
        if first == begin and self._begins_possessive(first):
            return [self._steps[begin], (begin + 1, end)]
        if self._ends_possessive[last]:
            return self._joined_end(last, begin, end)
        if self._ends_alike[last]:
            if first == begin and self._is_capitalised(first, last):
                return [*self._joined(first, last), (last + 1, end)]
            if self._follows_punctuation(first, last):
                return self._joined_end(last, begin, end)
        if self._is_same_text(first, last) or self._is_one_class(first, last):
            return [(begin, first), *self._joined(first, last), (last + 1, end)]
        return self._split(first, begin, end) if last - first < 2 else []

    def _split(self, first: int, begin: int, end: int) -> _Parts:
        last = first + 1
        (a, b), (c, d) = self._tokens(self._source, first, last), self._tokens(self._target, first, last)
        source, target = self._source, self._target
        is_apart = b - a == d - c == 2
        is_apart = is_apart or (self._operations[first] == "S" and self._similarity(a, c) > _DISSIMILAR)
        is_apart = is_apart or (self._operations[last] == "S" and self._similarity(b - 1, d - 1) > _DISSIMILAR)
        if is_apart:
            return [(begin, first + 1), (first + 1, end)]
        operation = self._operations[end - 1]
        if last == end - 1 and (
            (operation in ("D", "S") and source.is_determiner[b - 1])
            or (operation in ("I", "S") and target.is_determiner[d - 1])
        ):
            return [(begin, end - 1), self._steps[end - 1]]
        return []

    def _joined(self, first: int, last: int) -> _Parts:
        return [("X", self._steps[first][1], self._steps[last][2], self._steps[first][3], self._steps[last][4])]

    def _joined_end(self, last: int, begin: int, end: int) -> _Parts:
        before = last - 1
        return [(begin, before), *self._joined(before, last), (last + 1, end)]

    def _substituted(self, first: int, last: int) -> bool:
        return self._substitutions[last + 1] > self._substitutions[first]

    def _tokens(self, side: _Side, first: int, last: int) -> tuple[int, int]:
        return side.starts[first], side.ends[last]

    def _both(self, rule: Callable[[_Side, int, int], bool], first: int, last: int) -> bool:
        return any(rule(side, *self._tokens(side, first, last)) for side in (self._source, self._target))

    def _begins_possessive(self, first: int) -> bool:
        sides = (self._source, self._target)
        return any(side.tags[side.starts[first]] == "POS" for side in sides if side.starts[first] < len(side.tags))

    def _is_possessive(self, last: int) -> bool:
        sides = (self._source, self._target)
        return any(side.tags[side.ends[last] - 1] == "POS" for side in sides if side.ends[last])

    def _is_alike(self, last: int) -> bool:
        a, b = self._source.ends[last], self._target.ends[last]
        return a > 0 and b > 0 and self._source.lower[a - 1] == self._target.lower[b - 1]

    def _is_capitalised(self, first: int, last: int) -> bool:
        """Return whether words are put before or taken from before a word that changes its case: Cat > The cat."""
        (a, b), (c, d) = (self._tokens(side, first, last) for side in (self._source, self._target))
        source, target = self._source.tokens, self._target.tokens
        return (b - a == 1 and target[c].text[0].isupper()) or (d - c == 1 and source[a].text[0].isupper())

    def _follows_punctuation(self, first: int, last: int) -> bool:
        return self._both(lambda side, start, end: end - start > 1 and side.is_punctuation[end - 2], first, last)

    def _is_same_text(self, first: int, last: int) -> bool:
        (a, b), (c, d) = (
            (side.offsets[side.starts[first]], side.offsets[side.ends[last]]) for side in (self._source, self._target)
        )
        return b - a == d - c and self._source.text[a:b] == self._target.text[c:d]

    def _is_one_class(self, first: int, last: int) -> bool:
        (a, b), (c, d) = (self._tokens(side, first, last) for side in (self._source, self._target))
        if b - a == d - c:
            return False
        one = self._source.one_class(a, b)
        if one is not None and one == self._target.one_class(c, d):
            return True
        return self._source.all_verbal(a, b) and self._target.all_verbal(c, d)

    def _similarity(self, source: int, target: int) -> float:
        from rapidfuzz.distance import Indel

        distance = Indel.normalized_distance(self._source.tokens[source].text, self._target.tokens[target].text)
        return 1 - distance
