"""Sentences' chunk weights: from lengths alone, or with what the encoder or a language model says; and
PT-ERRANT's edit weights."""

from collections.abc import Sequence

import attrs
import numpy as np

from markscheme.encoders.edit_vectors import Side
from markscheme.judges.environment import NO_JUDGE
from markscheme.judges.errors import JudgeError, Unanswered
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.prompt import Question
from markscheme.marking.passage import PassageEdits
from markscheme.metrics.cleme2 import Assumption, ChunkWeights, Level
from markscheme.metrics.overlap import Overlap
from markscheme.metrics.pt_errant import WeighedSentence
from markscheme.metrics.settings import Weighting
from markscheme.metrics.weighting import (
    QuestionRow,
    chunk_edits,
    edit_questions,
    judged_weights,
    length_weights,
    mean_length,
    similarity_pairs,
    similarity_weights,
    vector_weights,
)
from markscheme.progress import Progress
from markscheme.scoring.models import Models


@attrs.frozen
class Weighing:
    """How the chunks of a corpus or document are weighed.

    Attributes
    ----------
    assumption, level
        They decide CLEME's curves of length.
    floor
        Least weight by vectors.
    mean_length
        Of the references' chunks; ``None`` where it plays no part.
    judge
        The language model, if one weighs; by what it is, and not by where it lies.
    """

    weighting: Weighting
    assumption: Assumption
    level: Level
    floor: float
    mean_length: float | None
    judge: JudgeIdentity | None = None

    @classmethod
    def of(
        cls,
        edits: Sequence[PassageEdits],
        weighting: Weighting,
        assumption: Assumption,
        level: Level,
        floor: float,
        judge: JudgeIdentity | None = None,
    ) -> "Weighing":
        """The weighing of one hypothesis's sentences."""
        mean = mean_length([item.cut() for item in edits]) if weighting == "length" else None
        return cls(weighting, assumption, level, floor, mean, judge if weighting == "llm" else None)

    def weights(self, edits: Sequence[PassageEdits], models: Models, progress: Progress) -> list[ChunkWeights] | None:
        """Of each sentence; ``None`` where all chunks weigh the same.

        Raises
        ------
        Unanswered
            If the language model has not been asked yet, or there is none.
        """
        if self.weighting == "none":
            return None
        if self.weighting == "similarity":
            return _similarity_weights(edits, models, progress)
        if self.weighting == "vector":
            return _vector_weights(edits, self.floor, models, progress)
        if self.weighting == "llm":
            return _judged_weights(edits, self.judge, models)
        return [length_weights(item.cut(), self.mean_length or 1.0, self.assumption, self.level) for item in edits]


def _similarity_weights(edits: Sequence[PassageEdits], models: Models, progress: Progress) -> list[ChunkWeights]:
    cuts = [item.cut() for item in edits]
    pairs = [
        pair
        for item, cut in zip(edits, cuts, strict=True)
        for row in similarity_pairs(item.source, cut)
        for pair in row.asked
    ]
    known = models.similarities(pairs, progress)
    return [similarity_weights(item.source, cut, known.__getitem__) for item, cut in zip(edits, cuts, strict=True)]


def _vector_weights(
    edits: Sequence[PassageEdits], floor: float, models: Models, progress: Progress
) -> list[ChunkWeights]:
    cuts = [item.cut() for item in edits]
    sides = [
        [Side(item.source, chunk_edits(cut, column)) for column in (None, *range(len(cut.references)))]
        for item, cut in zip(edits, cuts, strict=True)
    ]
    vectors = iter(models.vectors([side for own in sides for side in own], progress=progress))
    norms = [[np.linalg.norm(next(vectors).astype(np.float64), axis=1).tolist() for _ in own] for own in sides]
    return [vector_weights(cut, own, floor) for cut, own in zip(cuts, norms, strict=True)]


def questions(edits: Sequence[PassageEdits]) -> list[list[QuestionRow]]:
    """What a language model is asked of each sentence."""
    return [edit_questions(item.source, item.cut()) for item in edits]


def unanswered(rows: Sequence[Sequence[QuestionRow]], judge: JudgeIdentity, models: Models) -> dict[Question, int]:
    """What it has not been asked before, each with the number of its sentence (1-based)."""
    numbers: dict[Question, int] = {}
    for number, own in enumerate(rows, 1):
        for question in (asked for row in own for asked in row if asked is not None):
            numbers.setdefault(question, number)
    known = models.judgements(numbers, judge)
    return {question: number for question, number in numbers.items() if question not in known}


def _judged_weights(edits: Sequence[PassageEdits], judge: JudgeIdentity | None, models: Models) -> list[ChunkWeights]:
    if judge is None:
        raise JudgeError(NO_JUDGE)
    rows = questions(edits)
    if missing := unanswered(rows, judge, models):
        raise Unanswered(missing)
    known = models.judgements({asked for own in rows for row in own for asked in row if asked is not None}, judge)
    return [judged_weights(own, known.__getitem__) for own in rows]


def weighed_overlaps(edits: Sequence[PassageEdits], models: Models, progress: Progress) -> list[list[Overlap]]:
    """Each sentence's overlap with each of its references, under PT-ERRANT."""
    rows = [[WeighedSentence(item.source, item.hypothesis, due) for due in item.references] for item in edits]
    known = models.similarities([pair for row in rows for own in row for pair in own.asked], progress)
    return [[own.overlap(known.__getitem__) for own in row] for row in rows]
