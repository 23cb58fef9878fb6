"""ERRANT edits of many sentence pairs; every sentence is parsed once.

ERRANT's alignment of two sentences (Bryant et al., 2017, Section 3.1): one cell for each pair of tokens.
``errant.alignment`` looks for a transposition by sorting the tokens before each cell again and again: O(n^4) for n
tokens. Here each diagonal remembers where its two sides last had the same tokens in another order: O(n^2). The costs
are added in the same order, so that the alignment is the same to the last tie.

Parsing takes longest. ERRANT's classifier asks for dependencies only where spelling, order, tags and lemmas don't
decide. So it is run on words that have none yet, and stops where it asks for one: only such sentences are parsed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import accumulate, chain, compress
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from markscheme.edits.edit import (
    Correction,
    Edit,
    Edits,
    Piece,
    apply_edits,
    is_short,
    pieces,
    stretches_of,
    without_class,
)
from markscheme.grouping import grouped
from markscheme.languages.pipeline import BATCH_SIZE, Pipeline
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import numpy as np
    from spacy.tokens import Doc, Token


Step = tuple[str, int, int, int, int]
"""An operation (``M``, ``S``, ``I``, ``D``, or ``T`` with its length), and its source and target token ranges."""
_Seen = dict[int, tuple[int, float]]
"""The row and the cost of a cell, by what its sides differ in."""

_INSERT, _DELETE, _SUBSTITUTE, _MATCH = -3, -2, -1, 0
"""Operations in the matrix; a positive number is the length of a transposition."""


class Words:
    """A tagged sentence's words as the alignment reads them, by index, as hashes; and their parts of speech."""

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
    """An alignment as ERRANT's merger reads it: ``align_seq`` has the steps, in order."""

    def __init__(self, source: Words, target: Words) -> None:
        """The back-trace begins at the last tokens and follows equal ones straight back: an equal end costs nothing."""
        self.orig, self.cor = source.document, target.document
        end = _equal_end(source.forms, target.forms)
        rest = len(source) - end, len(target) - end
        steps = _one_change(source, target, *rest)
        self.align_seq = _back_trace(_operations(source, target, *rest)) if steps is None else steps
        self.align_seq += [("M", rest[0] + at, rest[0] + at + 1, rest[1] + at, rest[1] + at + 1) for at in range(end)]


def _equal_end(source: list[int], target: list[int]) -> int:
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
    """Equal for the same words in any order; for other words as unlikely as guessing 128 bits: hashes are squared."""
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


class Unparsed(Exception):
    """Raised where a rule asks for a dependency of a sentence that is not parsed."""


class _Label:
    """Raises :class:`Unparsed` if compared. Each word has its own: Python takes an object for equal to itself."""

    def _ask(self, *_: object) -> NoReturn:
        raise Unparsed

    __eq__ = __ne__ = __lt__ = __gt__ = __hash__ = __bool__ = __str__ = __contains__ = __getattr__ = _ask


class _Word:
    """A tagged word with what ERRANT's classifier reads of it; all other attributes raise :class:`Unparsed`."""

    def __init__(self, token: "Token") -> None:
        self.text: str = token.text
        self.lower, self.lower_ = token.lower, token.lower_
        self.lemma, self.pos, self.tag_ = token.lemma, token.pos, token.tag_
        self.dep_ = _Label()

    def __getattr__(self, name: str) -> NoReturn:
        raise Unparsed


def type_by_words(annotator: Any, edit: Any) -> str | None:
    """Return the type of an edit of ERRANT's between tagged sentences, or ``None`` if it depends on their parses."""
    unparsed = copy(edit)
    unparsed.o_toks, unparsed.c_toks = _words(edit.o_toks), _words(edit.c_toks)
    try:
        kind: str = annotator.classify(unparsed).type
    except Unparsed:
        return None
    return kind


def _words(tokens: "Iterable[Token]") -> list[_Word]:
    return [_Word(token) for token in tokens]


MAX_EDITS = 2000
"""Edits of a long pair beyond which each of its pieces is one edit."""

Tokens = tuple[str, ...]
Pair = tuple[Tokens, Tokens]


class Extractor:
    """ERRANT (Bryant et al., 2017) over a loaded pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._annotator: Any = pipeline.language.load_errant(pipeline.nlp)

    def extract(self, pairs: Sequence[Pair], progress: Progress = silent) -> list[Edits]:
        """Return the edits that turn each pair's source into its target, as ``errant_parallel`` does.

        A source is tagged once however many targets it has, and parsed at most once; a pair of equal sides is neither
        tagged nor parsed. A pair with a side of more than :data:`MAX_TOKENS` tokens is cut into pieces.
        """
        whole = {pair: None for pair in pairs if is_short(*pair)}
        cut = {pair: list(pieces(*pair)) for pair in pairs if not is_short(*pair)}
        for pair, parts in cut.items():
            whole |= {_sides(pair, part): None for part in parts if part.is_short}
        extracted = self._extracted(list(whole), progress)
        for pair, parts in cut.items():
            edits = tuple(chain.from_iterable(_piece_edits(pair, part, extracted) for part in parts))
            extracted[pair] = edits if len(edits) <= MAX_EDITS else tuple(_whole(pair, part) for part in parts)
        return [extracted[pair] for pair in pairs]

    def _extracted(self, pairs: Sequence[Pair], progress: Progress) -> dict[Pair, Edits]:
        by_source = grouped((pair for pair in pairs if pair[0] != pair[1]), lambda pair: pair[0])
        extracted: dict[Pair, Edits] = dict.fromkeys(pairs, ())
        sources = list(by_source)
        for begin in range(0, len(sources), BATCH_SIZE):
            progress("edits", begin, len(sources))
            batch = [pair for source in sources[begin : begin + BATCH_SIZE] for pair in by_source[source]]
            extracted |= zip(batch, self._extracted_together(batch), strict=True)
        progress("edits", len(sources), len(sources))
        return extracted

    def _extracted_together(self, pairs: Sequence[Pair]) -> Iterator[Edits]:
        sentences = list(dict.fromkeys(chain.from_iterable(pairs)))
        words = dict(zip(sentences, map(Words, self._pipeline.tag(sentences)), strict=True))
        edits = [self._annotator.merge(Alignment(words[source], words[target])) for source, target in pairs]
        untyped = [edit for edit in chain.from_iterable(edits) if not self._is_typed(edit)]
        sides = (tokens.doc for edit in untyped for tokens in (edit.o_toks, edit.c_toks) if tokens)
        self._pipeline.add_dependencies(list({id(document): document for document in sides}.values()))
        for edit in untyped:
            edit.type = self._annotator.classify(edit).type
        yield from (tuple(map(_edit, of_pair)) for of_pair in edits)

    def _is_typed(self, edit: Any) -> bool:
        """Give an edit its type if it does not depend on parses; return whether it has one."""
        kind = type_by_words(self._annotator, edit)
        if kind is None:
            return False
        edit.type = kind
        return True

    def typed(self, corrections: Sequence[Correction], progress: Progress = silent) -> list[Edits]:
        """Return each correction's edits, with ERRANT's types where they have none.

        Only sentences of such edits are parsed. Of a sentence with a side of more than :data:`MAX_TOKENS` tokens, only
        the tokens around such edits are; an edit that is longer itself is of no class.
        """
        stretches = [stretch for item in corrections for stretch in stretches_of(item)]
        untyped = [index for index, item in enumerate(stretches) if not all(edit.type for edit in item.edits)]
        typed = [item.edits for item in stretches]
        for begin in range(0, len(untyped), BATCH_SIZE):
            progress("edits", begin, len(untyped))
            batch = untyped[begin : begin + BATCH_SIZE]
            for index, edits in zip(batch, self._typed_together([stretches[index] for index in batch]), strict=True):
                typed[index] = edits
        progress("edits", len(untyped), len(untyped))
        in_order = iter(chain.from_iterable(typed))
        return [
            tuple(attrs.evolve(edit, type=next(in_order).type) for edit in correction.edits)
            for correction in corrections
        ]

    def _typed_together(self, stretches: Sequence[Correction]) -> Iterator[Edits]:
        targets = [apply_edits(item.source, item.edits) for item in stretches]
        short = [is_short(item.source, target) for item, target in zip(stretches, targets, strict=True)]
        sides = [(item.source, target) for item, target in zip(stretches, targets, strict=True)]
        documents = self._parsed(dict.fromkeys(chain.from_iterable(compress(sides, short))))
        for item, (source, target), is_parsed in zip(stretches, sides, short, strict=True):
            if is_parsed:
                yield tuple(self._typed(item.edits, documents[source], documents[target]))
            else:
                yield tuple(edit if edit.type else without_class(edit) for edit in item.edits)

    def _typed(self, edits: Edits, source: "Doc", target: "Doc") -> Iterator[Edit]:
        from errant.edit import Edit as ErrantEdit

        shift = 0
        for edit in edits:
            start = edit.start + shift
            shift += edit.growth
            if not edit.type:
                stated = ErrantEdit(source, target, [edit.start, edit.end, start, edit.end + shift])
                kind = self._annotator.classify(stated).type
                before = [token.text for token in stated.o_toks]
                kind = self._pipeline.language.amended_type(before, edit.replacement, kind)
                edit = attrs.evolve(edit, type=kind)
            yield edit

    def _parsed(self, sentences: dict[Tokens, None]) -> dict[Tokens, "Doc"]:
        distinct = list(sentences)
        return dict(zip(distinct, self._pipeline.parse(distinct), strict=True))


def _edit(edit: Any) -> Edit:
    return Edit(edit.o_start, edit.o_end, tuple(token.text for token in edit.c_toks), edit.type)


def _sides(pair: Pair, part: Piece) -> Pair:
    source, target = pair
    return source[slice(*part.source)], target[slice(*part.target)]


def _piece_edits(pair: Pair, part: Piece, extracted: Mapping[Pair, Edits]) -> Iterator[Edit]:
    if not part.is_short:
        yield _whole(pair, part)
        return
    start = part.source[0]
    for edit in extracted[_sides(pair, part)]:
        yield attrs.evolve(edit, start=edit.start + start, end=edit.end + start)


def _whole(pair: Pair, part: Piece) -> Edit:
    _, target = _sides(pair, part)
    return without_class(Edit(*part.source, target, ""))
