"""Weighting by a language model, CLEME2.0's other one: its score of a chunk, from 1 to 5 (Appendix A).

Each chunk is a question by itself. What the hypothesis left is weighed by what the reference has there.
"""

from collections.abc import Callable, Mapping, Sequence

import attrs

from markscheme.edits.chunks import Partition
from markscheme.metrics.base import ModelInputs, ModelNames, ModelOutputs, Need
from markscheme.metrics.question import Question
from markscheme.metrics.weightings.weighting import ChunkWeights, Weighting, weighed_texts

QuestionRow = tuple[Question | None, ...]
"""The question about each chunk against one reference; ``None`` where neither side changes it."""


@attrs.frozen
class LlmWeighting(Weighting):
    """A chunk weighs the score that a language model gives it, from 1 to 5."""

    name = "llm"
    needs = frozenset({Need.JUDGE})

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        judge = models.judge
        if judge is None:
            return {"weighting": self.name}
        return {"weighting": self.name, "model": judge.model, "temperature": judge.temperature}

    def inputs(self, source: tuple[str, ...], sentence: Partition) -> ModelInputs:
        rows = question_rows(source, sentence)
        return ModelInputs(questions=tuple(question for row in rows for question in row if question is not None))

    def weights(self, source: tuple[str, ...], sentence: Partition, outputs: ModelOutputs) -> ChunkWeights | None:
        return judged_weights(question_rows(source, sentence), outputs.judgements.__getitem__)


def question_rows(source: tuple[str, ...], sentence: Partition) -> list[QuestionRow]:
    """Return a row of questions for each reference; without one, about the hypothesis's chunks."""
    text = " ".join(source)

    def row(texts: Sequence[tuple[str, ...] | None]) -> QuestionRow:
        return tuple(
            None if after is None else Question(text, " ".join(source[chunk.start : chunk.end]), " ".join(after))
            for chunk, after in zip(sentence.chunks, texts, strict=True)
        )

    if not sentence.references:
        return [row([chunk.hypothesis for chunk in sentence.chunks])]
    return [row(weighed_texts(sentence, column)) for column in range(len(sentence.references))]


def judged_weights(rows: Sequence[QuestionRow], score: Callable[[Question], int]) -> ChunkWeights:
    """Return the scores themselves, from 1 to 5."""
    return tuple(tuple(1.0 if question is None else float(score(question)) for question in row) for row in rows)
