"""ERRANT's alignment of two sentences (Bryant et al., 2017, Section 3.1): one cell for each pair of tokens.

``errant.alignment`` looks for a transposition by sorting the tokens before each cell again and again: O(n^4) for n
tokens. Here each diagonal remembers where its two sides last had the same tokens in another order: O(n^2). The costs
are added in the same order, so that the alignment is the same to the last tie.
"""

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Step = tuple[str, int, int, int, int]
"""An operation (``M``, ``S``, ``I``, ``D``, or ``T`` with its length), and its source and target token ranges."""
_Seen = dict[int, tuple[int, float]]
"""The row and the cost of a cell, by what its sides differ in."""

_INSERT, _DELETE, _SUBSTITUTE, _MATCH = -3, -2, -1, 0
"""Operations in the matrix; a positive number is the length of a transposition."""


class Alignment:
    """An alignment as ERRANT's merger reads it.

    Attributes
    ----------
    orig, cor
        The source and the target.
    align_seq
        The steps, in order.
    """

    def __init__(self, source: "Doc", target: "Doc") -> None:
        """Align the two.

        The back-trace begins at the last tokens and follows equal ones straight back, so an equal end costs nothing.
        """
        self.orig, self.cor = source, target
        end = _equal_end(source, target)
        operations = _operations(list(source)[: len(source) - end], list(target)[: len(target) - end])
        self.align_seq = _back_trace(operations) + [
            ("M", len(source) - left, len(source) - left + 1, len(target) - left, len(target) - left + 1)
            for left in range(end, 0, -1)
        ]


def _equal_end(source: "Doc", target: "Doc") -> int:
    """Return the number of equal tokens at the end."""
    count = 0
    while count < min(len(source), len(target)) and source[-1 - count].orth == target[-1 - count].orth:
        count += 1
    return count


def _operations(source: "list[Token]", target: "list[Token]") -> list[list[int]]:
    """Return the cheapest operation that ends at each cell, shape (source tokens + 1, target tokens + 1)."""
    substitutions = _substitution_costs(source, target)
    source_sums, target_sums = _running_sums(source, target)
    source_words, target_words = ([token.orth for token in side] for side in (source, target))
    diagonals: list[_Seen] = [{} for _ in range(len(source) + len(target))]
    above = [float(column) for column in range(len(target) + 1)]
    rows = [[_INSERT] * (len(target) + 1)]
    for i, word in enumerate(source_words):
        left = above[0] + 1
        row, operations = [left], [_DELETE]
        begin, end = source_sums[i], source_sums[i + 1]
        first = len(source) - 1 - i
        cells = zip(
            substitutions[i],
            target_words,
            above,
            above[1:],
            target_sums,
            target_sums[1:],
            diagonals[first : first + len(target)],
            strict=False,
        )
        for substitution, other, before, up, other_begin, other_end, seen in cells:
            if word == other:
                if seen:
                    seen.clear()
                left, operation = before, _MATCH
            else:
                cost, operation = before + substitution, _SUBSTITUTE
                if seen and (same := seen.get(end - other_end)):
                    transposition = same[1] + (i - same[0])
                    if transposition <= cost:
                        cost, operation = transposition, i - same[0] + 1
                if left + 1 < cost:
                    cost, operation = left + 1, _INSERT
                if up + 1 < cost:
                    cost, operation = up + 1, _DELETE
                if cost == before:
                    seen.clear()
                else:
                    seen[begin - other_begin] = i, before
                left = cost
            row.append(left)
            operations.append(operation)
        above = row
        rows.append(operations)
    return rows


def _running_sums(source: "list[Token]", target: "list[Token]") -> tuple[list[int], list[int]]:
    """Return sums of random numbers of words, case aside: two ranges with equal sums have the same words.

    A number stands for a word. That other words have the same sum is as likely as guessing 128 bits.
    """
    random = Random(0)
    numbers: dict[int, int] = {}
    sums: list[list[int]] = []
    for side in (source, target):
        total = [0]
        for token in side:
            if token.lower not in numbers:
                numbers[token.lower] = random.getrandbits(128)
            total.append(total[-1] + numbers[token.lower])
        sums.append(total)
    return sums[0], sums[1]


def _substitution_costs(source: "list[Token]", target: "list[Token]") -> list[list[float]]:
    """Return what it costs to put each target word for each source word: ERRANT's linguistic cost, in [0, 2)."""
    if not source or not target:
        return [[] for _ in source]
    import numpy as np
    import spacy.parts_of_speech as parts
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cdist

    def column(values: list[int]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint64]]":
        return np.array(values, dtype=np.uint64)[:, None]

    lower, lemmas, classes = (
        (column([getattr(token, name) for token in source]), column([getattr(token, name) for token in target]).T)
        for name in ("lower", "lemma", "pos")
    )
    content = [parts.ADJ, parts.ADV, parts.NOUN, parts.VERB]
    are_content = np.isin(classes[0], content) & np.isin(classes[1], content)
    class_costs = np.where(classes[0] == classes[1], 0.0, np.where(are_content, 0.25, 0.5))
    texts = [[token.text for token in side] for side in (source, target)]
    characters = cdist(texts[0], texts[1], scorer=Indel.normalized_distance, dtype=np.float64)
    costs = np.where(lemmas[0] == lemmas[1], 0.0, 0.499) + class_costs + characters
    result: list[list[float]] = np.where(lower[0] == lower[1], 0.0, costs).tolist()
    return result


def _back_trace(rows: list[list[int]]) -> list[Step]:
    i, j = len(rows) - 1, len(rows[0]) - 1
    steps: list[Step] = []
    while i + j:
        operation = rows[i][j] if i else _INSERT
        length = max(operation, 1)
        name = {_INSERT: "I", _DELETE: "D", _SUBSTITUTE: "S", _MATCH: "M"}.get(operation, f"T{operation}")
        a, b = i - (0 if operation == _INSERT else length), j - (0 if operation == _DELETE else length)
        steps.append((name, a, i, b, j))
        i, j = a, b
    return steps[::-1]
