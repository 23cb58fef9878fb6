"""The language in which a language model is asked about edits."""

from collections.abc import Iterable
from typing import Any

from markscheme.edits.edit import Edit, PassageEdits
from markscheme.inference.judge import JudgeIdentity
from markscheme.metrics.base import ModelQuestion
from markscheme.metrics.weightings import LlmWeighting
from markscheme.scoring.statistics import compute, unanswered


class German:
    """Models of German texts, with the answers of a language model."""

    language = "de"

    def __init__(self) -> None:
        self.answers: dict[ModelQuestion, int] = {}

    def judgements(self, questions: Iterable[ModelQuestion], judge: JudgeIdentity) -> dict[ModelQuestion, int]:
        return {question: self.answers[question] for question in questions if question in self.answers}


def test_questions_are_asked_and_answered_in_the_language_of_the_texts():
    models: Any = German()
    passage = PassageEdits(
        ("Er", "gehen", "."), (Edit(1, 2, ("geht",), "R:VERB"),), ((Edit(1, 2, ("geht",), "R:VERB"),),)
    )
    weighting, judge = LlmWeighting(), JudgeIdentity("toy", "localhost", 0.0)
    inputs = [weighting.inputs(passage.source, passage.cut())]
    [question] = unanswered(inputs, judge, models)
    assert question.language == "de"
    models.answers[question] = 4
    assert not unanswered(inputs, judge, models)
    outputs = compute(inputs, models, lambda *_: None, judge=judge)
    rows = weighting.weights(passage.source, passage.cut(), outputs)
    assert rows is not None
    assert 4.0 in rows[0]
