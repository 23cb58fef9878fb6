"""Passages to the sentences that metrics see: their tokens, and their edits where a metric needs these."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Edit, Edits, apply_edits, generally_typed
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import Side, StatedEdit
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.progress import Progress, silent
from markscheme.scoring.accepted_reference import with_accepted
from markscheme.scoring.models import Models


def unannotated(passages: Iterable[Passage]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield source and target of each side whose document gives no edits."""
    for passage in passages:
        for side in (passage.hypothesis, *passage.references):
            if not side.states_edits:
                yield passage.source.tokens, side.segment.tokens


def passage_edits(
    passages: Sequence[Passage], models: Models, progress: Progress = silent, *, general_types: bool = False
) -> list[PassageEdits]:
    """Return every side's edits: those that its document gives, or else ERRANT's.

    Parameters
    ----------
    general_types
        Whether the types of extracted edits are general ones, as for a text in another language than the models'.
    """
    pairs = list(unannotated(passages))
    edits_of_pairs = models.edits(pairs, progress)
    extracted = iter(map(generally_typed, edits_of_pairs) if general_types else edits_of_pairs)

    def edits(side: Side) -> Edits:
        return _edits(side.edits) if side.states_edits else next(extracted)

    return [
        PassageEdits(
            passage.source.tokens,
            edits(passage.hypothesis),
            tuple(edits(side) for side in passage.references),
            passage.parallel,
            frozenset([index for index, side in enumerate(passage.references) if side.absent]),
            _lines(passage.hypothesis),
            tuple(map(_lines, passage.references)),
        )
        for passage in passages
    ]


def _edits(stated: Sequence[StatedEdit]) -> Edits:
    return tuple([Edit(item.start, item.end, item.replacement, item.type) for item in stated])


def _lines(side: Side) -> Edits | None:
    """Return a side's edits as its document states them; ``None`` where they are its edits."""
    if side.edit_lines == side.edits:  # mostly the same values, so that nothing is compared
        return None
    edits, lines = _edits(side.edits), _edits(side.edit_lines)
    return None if len(lines) == len(edits) and set(lines) == set(edits) else lines


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
        """Return a sentence for each passage, with the references whose authors have seen it (:func:`seen_by`)."""
        if not self._reads_edits:
            return [Sentence(*_texts(passage)) for passage in passages]
        edits, _ = with_accepted(passage_edits(passages, self.models, progress), self.alternatives, self.factors)
        seen = [item.only(item.seen_by) if item.absent else item for item in edits]
        return [_with_edits(passage, item) for passage, item in zip(passages, seen, strict=True)]


def sentence_reader(metric: Metric[Any], accepted: Decisions, models: Models) -> SentenceReader:
    """Return the reader of sentences for a metric, with these accepted corrections."""
    factors = metric.factors if isinstance(metric, Cleme2) else Factors()
    return SentenceReader(metric.needs, accepted, factors, models)


def seen_by(sides: Sequence[Side]) -> tuple[int, ...]:
    """Return the indices of the references whose authors have seen a passage, in order."""
    return tuple(index for index, side in enumerate(sides) if not side.absent)


def _texts(passage: Passage) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the tokens of the source, the hypothesis, and the references whose authors have seen the passage."""
    references = tuple([side.segment.tokens for side in passage.references if not side.absent])
    return passage.source.tokens, passage.hypothesis.segment.tokens, references


def _with_edits(passage: Passage, edits: PassageEdits) -> Sentence:
    """Return the sentence of a passage with its edits; a reference that these have beyond it is the accepted one."""
    source, hypothesis, references = _texts(passage)
    accepted = edits.references[len(references) :]
    return Sentence(source, hypothesis, (*references, *(apply_edits(source, side) for side in accepted)), edits)
