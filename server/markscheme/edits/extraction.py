"""ERRANT edits of many sentence pairs; every sentence is parsed once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.edits.alignment import Alignment, Words
from markscheme.edits.classification import type_by_words
from markscheme.edits.edit import Correction, Edit, Edits, apply_edits
from markscheme.edits.pieces import Piece, is_short, pieces
from markscheme.edits.stretches import stretches_of
from markscheme.languages.pipeline import BATCH_SIZE, Pipeline
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from spacy.tokens import Doc

MAX_EDITS = 2000
"""Edits of a long pair beyond which each of its pieces is one edit."""

Tokens = tuple[str, ...]
Pair = tuple[Tokens, Tokens]
"""Source tokens and target tokens."""


class Extractor:
    """ERRANT (Bryant et al., 2017) over a loaded pipeline."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._annotator: Any = pipeline.language.load_errant(pipeline.nlp)

    def extract(self, pairs: Sequence[Pair], progress: Progress = silent) -> list[Edits]:
        """Return the edits that turn each pair's source into its target, as ``errant_parallel`` does.

        A source is tagged once however many targets it has, and parsed at most once; a pair of equal sides is neither
        tagged nor parsed. A pair with a side of more than :data:`~markscheme.edits.pieces.MAX_TOKENS` tokens is cut
        into pieces.
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
        by_source: dict[Tokens, list[Pair]] = {}
        for pair in pairs:
            if pair[0] != pair[1]:
                by_source.setdefault(pair[0], []).append(pair)
        extracted: dict[Pair, Edits] = dict.fromkeys(pairs, ())
        sources = list(by_source)
        for begin in range(0, len(sources), BATCH_SIZE):
            progress("edits", begin, len(sources))
            batch = [pair for source in sources[begin : begin + BATCH_SIZE] for pair in by_source[source]]
            extracted |= zip(batch, self._extracted_together(batch), strict=True)
        progress("edits", len(sources), len(sources))
        return extracted

    def _extracted_together(self, pairs: Sequence[Pair]) -> Iterator[Edits]:
        """Yield the edits of each pair; only sentences with an edit whose type depends on their parse are parsed."""
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

        Only sentences of such edits are parsed. Of a sentence with a side of more than
        :data:`~markscheme.edits.pieces.MAX_TOKENS` tokens, only the tokens around such edits are; an edit that is
        longer itself is of no class.
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
        """Yield the edits of each stretch with their types; the stretches are parsed together."""
        targets = [apply_edits(item.source, item.edits) for item in stretches]
        short = [is_short(item.source, target) for item, target in zip(stretches, targets, strict=True)]
        sides = [(item.source, target) for item, target in zip(stretches, targets, strict=True)]
        documents = self._parsed(dict.fromkeys(chain.from_iterable(compress(sides, short))))
        for item, (source, target), is_parsed in zip(stretches, sides, short, strict=True):
            if is_parsed:
                yield tuple(self._typed(item.edits, documents[source], documents[target]))
            else:
                yield tuple(edit if edit.type else _without_class(edit) for edit in item.edits)

    def _typed(self, edits: Edits, source: "Doc", target: "Doc") -> Iterator[Edit]:
        from errant.edit import Edit as ErrantEdit

        shift = 0
        for edit in edits:
            start = edit.start + shift
            shift += len(edit.replacement) - (edit.end - edit.start)
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
    """Return an edit of ERRANT's as ours."""
    return Edit(edit.o_start, edit.o_end, tuple(token.text for token in edit.c_toks), edit.type)


def _sides(pair: Pair, part: Piece) -> Pair:
    source, target = pair
    return source[slice(*part.source)], target[slice(*part.target)]


def _piece_edits(pair: Pair, part: Piece, extracted: Mapping[Pair, Edits]) -> Iterator[Edit]:
    """Yield the edits of a piece, by their places in the whole; one that is too long is one edit without a class."""
    if not part.is_short:
        yield _whole(pair, part)
        return
    start = part.source[0]
    for edit in extracted[_sides(pair, part)]:
        yield attrs.evolve(edit, start=edit.start + start, end=edit.end + start)


def _whole(pair: Pair, part: Piece) -> Edit:
    """Return a piece as one edit."""
    _, target = _sides(pair, part)
    return _without_class(Edit(*part.source, target, ""))


def _without_class(edit: Edit) -> Edit:
    """Return an edit that is too long to be parsed, with a type that says no more than its operation."""
    operation = "R" if edit.start < edit.end and edit.replacement else "U" if edit.start < edit.end else "M"
    return attrs.evolve(edit, type=f"{operation}:OTHER")
