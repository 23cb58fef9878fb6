"""The distinct corrections that annotators make, and which of the other annotators cover each."""

from collections.abc import Iterator

import attrs

from markscheme.annotation.pool import Pool, PooledSentence
from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.pairing import pair
from markscheme.marking.verdicts.spots import changes, corrections
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.progress import Progress, silent


@attrs.frozen
class ReferenceCorrection:
    """A correction that annotators make in a sentence.

    Attributes
    ----------
    sentence
        The index of its sentence in :attr:`Pool.sentences`.
    edit
        Its place and words, without tokens that it leaves as they are at its ends, with ERRANT's type.
    covering
        For each annotator who makes it, the other annotators who make it correct, each alone.
    seen_by
        The annotators who have seen the sentence, as :attr:`Pool.annotators`.
    """

    sentence: int
    edit: Edit
    covering: tuple[tuple[int, frozenset[int]], ...]
    seen_by: frozenset[int]

    @property
    def annotators(self) -> tuple[int, ...]:
        """Those who make it, ascending."""
        return tuple(annotator for annotator, _ in self.covering)


def reference_corrections(pool: Pool, progress: Progress = silent) -> tuple[ReferenceCorrection, ...]:
    """Return the corrections of a pool's annotators, in the order of the sentences.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """
    items: list[ReferenceCorrection] = []
    for number, sentence in enumerate(pool.sentences):
        progress("references", number, len(pool.sentences))
        items += _of_sentence(number, sentence, pool)
    progress("references", len(pool.sentences), len(pool.sentences))
    return tuple(items)


def _of_sentence(number: int, sentence: PooledSentence, pool: Pool) -> Iterator[ReferenceCorrection]:
    present = [index for index, version in enumerate(sentence.references) if not version.is_absent]
    seen_by = pool.annotators_of(present)
    found: dict[tuple[int, int, tuple[str, ...]], dict[int, frozenset[int]]] = {}
    edits: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
    for index in present:
        annotator = pool.first_choices[index]
        for edit, covering in _covered(sentence, index, present):
            edits.setdefault(edit.key, edit)
            others = pool.annotators_of(covering) - {annotator}
            by_annotator = found.setdefault(edit.key, {})
            by_annotator[annotator] = by_annotator.get(annotator, frozenset()) | others
    for key in sorted(found):
        yield ReferenceCorrection(number, edits[key], tuple(sorted(found[key].items())), seen_by)


def _covered(sentence: PooledSentence, index: int, present: list[int]) -> Iterator[tuple[Edit, list[int]]]:
    """Yield each correction of a reference with the references that make it correct, itself among them."""
    source, own = sentence.source, changes(sentence.source, sentence.references[index].edits)
    if not own:
        return
    pairings = [
        pair(source, own, corrections(source, sentence.references[other].edits), other, sentence.rules.equal_enough)
        for other in present
    ]
    for change in own:
        yield (
            change.edit,
            [item.reference for item in pairings if item.judgements[change.index].verdict is Verdict.CORRECT],
        )
