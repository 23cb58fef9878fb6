"""Chunk weights of a document's passages: from lengths, or from the encoder or a language model."""

from collections.abc import Sequence

import attrs

from markscheme.edits.passage_edits import PassageEdits
from markscheme.judges.environment import NO_JUDGE
from markscheme.judges.errors import JudgeError, Unanswered
from markscheme.judges.identity import JudgeIdentity
from markscheme.metrics.base import Level, ModelInputs
from markscheme.metrics.categories import Assumption
from markscheme.metrics.question import Question
from markscheme.metrics.weightings.length import length_weights, mean_length
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting
from markscheme.progress import Progress
from markscheme.scoring.computation import compute, unanswered
from markscheme.scoring.models import Models


@attrs.frozen
class Weighing:
    """How the chunks of a document are weighed.

    Attributes
    ----------
    assumption, level
        They decide CLEME's curves of length.
    mean_length
        Of the references' changed chunks; ``None`` where it plays no part.
    judge
        The language model, if one weighs.
    """

    weighting: Weighting
    assumption: Assumption
    level: Level
    mean_length: float | None
    judge: JudgeIdentity | None = None

    @classmethod
    def of(
        cls,
        edits: Sequence[PassageEdits],
        weighting: Weighting,
        assumption: Assumption,
        level: Level,
        judge: JudgeIdentity | None = None,
    ) -> "Weighing":
        """Return the weighing of one hypothesis's passages."""
        mean = mean_length([passage.cut() for passage in edits]) if weighting.by_length else None
        return cls(weighting, assumption, level, mean, judge if weighting.needs_judge else None)

    def weights(self, edits: Sequence[PassageEdits], models: Models, progress: Progress) -> list[ChunkWeights] | None:
        """Return the weights of each passage; ``None`` where each chunk weighs 1.

        Raises
        ------
        JudgeError
            If a language model weighs and there is none, or it has not answered yet
            (:class:`~markscheme.judges.errors.Unanswered`).
        """
        if self.mean_length is not None:
            mean = self.mean_length
            return [length_weights(passage.cut(), mean, self.assumption, self.level) for passage in edits]
        if self.weighting.needs_judge:
            if self.judge is None:
                raise JudgeError(NO_JUDGE)
            if missing := unanswered_questions(edits, self.weighting, self.judge, models):
                raise Unanswered(missing)
        outputs = compute(_inputs(edits, self.weighting), models, progress, judge=self.judge)
        weights: list[ChunkWeights] = []
        for passage in edits:
            rows = self.weighting.weights(passage.source, passage.cut(), outputs)
            if rows is None:
                return None
            weights.append(rows)
        return weights


def unanswered_questions(
    edits: Sequence[PassageEdits], weighting: Weighting, judge: JudgeIdentity, models: Models
) -> dict[Question, int]:
    """Return the questions that a language model must answer before it can weigh, each with its passage (1-based)."""
    return unanswered(_inputs(edits, weighting), judge, models)


def _inputs(edits: Sequence[PassageEdits], weighting: Weighting) -> list[ModelInputs]:
    return [weighting.inputs(passage.source, passage.cut()) for passage in edits]
