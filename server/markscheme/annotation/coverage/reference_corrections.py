"""The distinct corrections that annotators make, and which of the other annotators cover each."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.annotation.pool import Pool, PooledSentence
from markscheme.edits.edit import Edit, Edits
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
    coverings: dict[tuple[int, int, tuple[str, ...]], dict[int, frozenset[int]]] = {}
    edits: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
    for index, edit, references in _covered(sentence, present):
        edits.setdefault(edit.key, edit)
        annotator = pool.first_choices[index]
        own = coverings.setdefault(edit.key, {})
        own[annotator] = own.get(annotator, frozenset()) | pool.annotators_of(references) - {annotator}
    for key in sorted(coverings):
        yield ReferenceCorrection(number, edits[key], tuple(sorted(coverings[key].items())), seen_by)


def _covered(sentence: PooledSentence, present: Sequence[int]) -> Iterator[tuple[int, Edit, list[int]]]:
    """Yield each correction of each reference with the references that make it correct, itself among them."""
    source, rules = sentence.source, sentence.rules
    people: dict[Edits, list[int]] = {}
    for index in present:
        people.setdefault(sentence.references[index].edits, []).append(index)
    wanted = {edits: corrections(source, edits) for edits in people}
    for edits, indices in people.items():
        own = changes(source, edits)
        covering: dict[int, list[int]] = {change.index: [] for change in own}
        for other, others in wanted.items() if own else ():
            for at, judgement in pair(source, own, others, 0, rules.equal_enough).judgements.items():
                if judgement.verdict is Verdict.CORRECT:
                    covering[at] += people[other]
        for index in indices:
            yield from ((index, change.edit, covering[change.index]) for change in own)
