"""Passages to the sentences that metrics see: their tokens, and their edits where a metric needs these."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import Side
from markscheme.metrics.base import Need, Sentence
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress, silent
from markscheme.scoring.accepted_reference import with_accepted
from markscheme.scoring.models import Models


def unannotated(passages: Iterable[Passage]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield source and target of each side whose document gives no edits."""
    for passage in passages:
        for side in (passage.hypothesis, *passage.references):
            if not side.states_edits:
                yield passage.source.tokens, side.segment.tokens


def passage_edits(passages: Sequence[Passage], models: Models, progress: Progress = silent) -> list[PassageEdits]:
    """Return every side's edits: those that its document gives, or else ERRANT's."""
    pairs = list(unannotated(passages))
    extracted = iter(models.edits(pairs, progress))

    def edits(side: Side) -> Edits:
        if not side.states_edits:
            return next(extracted)
        return tuple(Edit(item.start, item.end, item.replacement, item.type) for item in side.edits)

    return [
        PassageEdits(
            passage.source.tokens,
            edits(passage.hypothesis),
            tuple(edits(side) for side in passage.references),
            passage.parallel,
        )
        for passage in passages
    ]


@attrs.frozen
class SentenceReader:
    """Makes sentences of passages for a metric with these needs.

    Attributes
    ----------
    alternatives
        Accepted corrections. Where a hypothesis makes one, one more reference follows the others, made of the one
        that CLEME2.0 chooses with these factors.
    """

    needs: frozenset[Need]
    alternatives: Decisions
    factors: Factors
    models: Models

    @property
    def _reads_edits(self) -> bool:
        return bool(self.needs & {Need.EDITS, Need.CHUNKS})

    def extract(self, passages: Sequence[Passage], progress: Progress) -> None:
        """Have the edits of all these passages extracted at once, so that each source is parsed once."""
        if self._reads_edits and (pairs := list(unannotated(passages))):
            self.models.edits(pairs, progress)

    def read(self, passages: Sequence[Passage], progress: Progress) -> list[Sentence]:
        """Return a sentence for each passage."""
        if not self._reads_edits:
            return [_sentence(passage) for passage in passages]
        edits, _ = with_accepted(passage_edits(passages, self.models, progress), self.alternatives, self.factors)
        return [
            attrs.evolve(sentence, passage=item, references=tuple(_widened(sentence.references, item)))
            for sentence, item in zip(map(_sentence, passages), edits, strict=True)
        ]


def _sentence(passage: Passage) -> Sentence:
    references = tuple(side.segment.tokens for side in passage.references)
    return Sentence(passage.source.tokens, passage.hypothesis.segment.tokens, references)


def _widened(references: Sequence[tuple[str, ...]], edits: PassageEdits) -> Iterator[tuple[str, ...]]:
    """Yield the references' tokens, and those of the accepted reference behind them."""
    yield from references
    for accepted in edits.references[len(references) :]:
        yield apply_edits(edits.source, accepted)
