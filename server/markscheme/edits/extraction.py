"""ERRANT edits of many sentence pairs; every sentence is parsed once."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.edits.edit import Correction, Edit, Edits, apply_edits
from markscheme.languages.pipeline import BATCH_SIZE, Pipeline
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from spacy.tokens import Doc

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

        A source is parsed once however many targets it has; a pair of equal sides is not parsed at all.
        """
        by_source: dict[Tokens, list[int]] = {}
        for index, (source, target) in enumerate(pairs):
            if source != target:
                by_source.setdefault(source, []).append(index)
        extracted: list[Edits] = [()] * len(pairs)
        sources = list(by_source)
        for begin in range(0, len(sources), BATCH_SIZE):
            progress("edits", begin, len(sources))
            batch = [index for source in sources[begin : begin + BATCH_SIZE] for index in by_source[source]]
            documents = self._parsed(dict.fromkeys(tokens for index in batch for tokens in pairs[index]))
            for index in batch:
                source, target = pairs[index]
                extracted[index] = self._edits(documents[source], documents[target])
        progress("edits", len(sources), len(sources))
        return extracted

    def typed(self, corrections: Sequence[Correction], progress: Progress = silent) -> list[Edits]:
        """Return each correction's edits, with ERRANT's types where they have none.

        Only sentences of such edits are parsed.
        """
        typed = [item.edits for item in corrections]
        untyped = [index for index, edits in enumerate(typed) if not all(edit.type for edit in edits)]
        for begin in range(0, len(untyped), BATCH_SIZE):
            progress("edits", begin, len(untyped))
            batch = untyped[begin : begin + BATCH_SIZE]
            targets = {index: apply_edits(corrections[index].source, typed[index]) for index in batch}
            documents = self._parsed(
                dict.fromkeys([*(corrections[index].source for index in batch), *targets.values()])
            )
            for index in batch:
                source, target = documents[corrections[index].source], documents[targets[index]]
                typed[index] = tuple(self._typed(typed[index], source, target))
        progress("edits", len(untyped), len(untyped))
        return typed

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

    def _edits(self, source: "Doc", target: "Doc") -> Edits:
        edits = self._annotator.merge(_aligned(source, target))
        return tuple(
            Edit(
                edit.o_start,
                edit.o_end,
                tuple(token.text for token in edit.c_toks),
                self._annotator.classify(edit).type,
            )
            for edit in edits
        )


def _aligned(source: "Doc", target: "Doc") -> Any:
    """Return ERRANT's alignment, without computing the cells that its back-trace never reads.

    The back-trace begins at the last tokens and follows equal ones straight back, so an equal end is left
    out. Tokens are read often enough that lists of them are faster than documents.
    """
    from errant.alignment import Alignment

    alignment = Alignment.__new__(Alignment)
    end = _equal_end(source, target)
    alignment.orig, alignment.cor = list(source)[: len(source) - end], list(target)[: len(target) - end]
    alignment.cost_matrix, alignment.op_matrix = alignment.align(False)
    alignment.align_seq = alignment.get_cheapest_align_seq()
    alignment.orig, alignment.cor = source, target
    return alignment


def _equal_end(source: "Doc", target: "Doc") -> int:
    """Return the number of equal tokens at the end."""
    count = 0
    while count < min(len(source), len(target)) and source[-1 - count].orth == target[-1 - count].orth:
        count += 1
    return count
