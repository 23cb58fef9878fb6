"""ERRANT's alignment of two sentences (Bryant et al., 2017, Section 3.1): one cell for each pair of tokens.

``errant.alignment`` looks for a transposition by sorting the tokens before each cell again and again: O(n^4) for n
tokens. Here each diagonal remembers where its two sides last had the same tokens in another order: O(n^2). The costs
are added in the same order, so that the alignment is the same to the last tie.
"""

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from spacy.tokens import Doc

Step = tuple[str, int, int, int, int]
"""An operation (``M``, ``S``, ``I``, ``D``, or ``T`` with its length), and its source and target token ranges."""
_Seen = dict[int, tuple[int, float]]
"""The row and the cost of a cell, by what its sides differ in."""

_INSERT, _DELETE, _SUBSTITUTE, _MATCH = -3, -2, -1, 0
"""Operations in the matrix; a positive number is the length of a transposition."""


class Words:
    """A sentence's words as the alignment reads them, by index.

    Attributes
    ----------
    document
        The tagged sentence.
    texts
        The words.
    forms, lower, lemmas, parts
        Hashes of the words, of the words in lower case and of their lemmas; parts of speech.
    """

    def __init__(self, document: "Doc") -> None:
        self.document = document
        columns = document.to_array(["ORTH", "LOWER", "LEMMA", "POS"]).reshape(len(document), 4).T
        self.forms: list[int] = columns[0].tolist()
        self.texts = [document.vocab.strings[form] for form in self.forms]
        self.lower: list[int] = columns[1].tolist()
        self.lemmas, self.parts = columns[2], columns[3]

    def __len__(self) -> int:
        return len(self.forms)


class Alignment:
    """An alignment as ERRANT's merger reads it.

    Attributes
    ----------
    orig, cor
        The source and the target.
    align_seq
        The steps, in order.
    """

    def __init__(self, source: Words, target: Words) -> None:
        """Align the two.

        The back-trace begins at the last tokens and follows equal ones straight back, so an equal end costs nothing.
        """
        self.orig, self.cor = source.document, target.document
        end = _equal_end(source.forms, target.forms)
        rest = len(source) - end, len(target) - end
        steps = _one_change(source, target, *rest)
        self.align_seq = _back_trace(_operations(source, target, *rest)) if steps is None else steps
        self.align_seq += [("M", rest[0] + at, rest[0] + at + 1, rest[1] + at, rest[1] + at + 1) for at in range(end)]


def _equal_end(source: list[int], target: list[int]) -> int:
    """Return the number of equal tokens at the end."""
    count, longest = 0, min(len(source), len(target))
    while count < longest and source[-1 - count] == target[-1 - count]:
        count += 1
    return count


def _one_change(source: Words, target: Words, rows: int, columns: int) -> list[Step] | None:
    """Return the steps of sides that differ in one place, if only one sequence can be ERRANT's; else ``None``.

    The first ``rows`` and ``columns`` tokens are aligned; their last ones differ. With n equal tokens at the beginning,
    the cells (0, 0) to (n, n) are matches without cost, and a cell off their diagonal costs at least its distance from
    it. So one word for one other, which costs less than 2, is a substitution. What is put in is an insertion unless the
    token before it is, case aside, among it; what is taken out likewise.
    """
    start, shorter = 0, min(rows, columns)
    while start < shorter and source.forms[start] == target.forms[start]:
        start += 1
    equal: list[Step] = [("M", at, at + 1, at, at + 1) for at in range(start)]
    if rows == columns == start + 1:
        return [*equal, ("S", start, rows, start, columns)]
    if start < shorter:
        return None
    more = source.lower[start:rows] or target.lower[start:columns]
    if start and source.lower[start - 1] in more:
        return None
    if rows > start:
        return equal + [("D", at, at + 1, start, start) for at in range(start, rows)]
    return equal + [("I", start, start, at, at + 1) for at in range(start, columns)]


def _operations(source: Words, target: Words, rows: int, columns: int) -> list[list[int]]:
    """Return the cheapest operation that ends at each cell of the first tokens, shape (rows + 1, columns + 1)."""
    substitutions = _substitution_costs(source, target, rows, columns)
    source_sums, target_sums = _running_sums(source.lower[:rows]), _running_sums(target.lower[:columns])
    target_words = target.forms[:columns]
    diagonals: list[_Seen] = [{} for _ in range(rows + columns)]
    above = [float(column) for column in range(columns + 1)]
    cheapest = [[_INSERT] * (columns + 1)]
    for i, word in enumerate(source.forms[:rows]):
        left = above[0] + 1
        row, operations = [left], [_DELETE]
        begin, end = source_sums[i], source_sums[i + 1]
        first = rows - 1 - i
        cells = zip(
            substitutions[i],
            target_words,
            above,
            above[1:],
            target_sums,
            target_sums[1:],
            diagonals[first : first + columns],
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
        cheapest.append(operations)
    return cheapest


def _running_sums(words: list[int]) -> list[int]:
    """Return sums by which two ranges of words are compared: equal for the same words in any order.

    A word stands as the square of the hash of its lower-case form. That other words have the same sum is as likely as
    guessing 128 bits.
    """
    return list(accumulate((word * word for word in words), initial=0))


def _substitution_costs(source: Words, target: Words, rows: int, columns: int) -> list[list[float]]:
    """Return what it costs to put each target word for each source word: ERRANT's linguistic cost, in [0, 2)."""
    if not rows or not columns:
        return [[] for _ in range(rows)]
    import numpy as np
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cdist

    characters = cdist(source.texts[:rows], target.texts[:columns], scorer=Indel.normalized_distance, dtype=np.float64)
    lower = np.equal.outer(np.array(source.lower[:rows], np.uint64), np.array(target.lower[:columns], np.uint64))
    lemmas = np.where(np.equal.outer(source.lemmas[:rows], target.lemmas[:columns]), 0.0, 0.499)
    costs = lemmas + _class_costs()[np.ix_(source.parts[:rows], target.parts[:columns])] + characters
    costs[lower] = 0.0
    result: list[list[float]] = costs.tolist()
    return result


@cache
def _class_costs() -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Return the cost of a part of speech in the place of another, by their numbers in spaCy."""
    import numpy as np
    import spacy.parts_of_speech as parts

    costs = np.full((max(parts.IDS.values()) + 1,) * 2, 0.5)
    content = [parts.ADJ, parts.ADV, parts.NOUN, parts.VERB]
    costs[np.ix_(content, content)] = 0.25
    np.fill_diagonal(costs, 0.0)
    return costs


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
