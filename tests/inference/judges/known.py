"""What a models knows of a language model's answers."""

from collections.abc import Iterable

from markscheme.inference.models import Models
from markscheme.judges import JudgeSettings
from markscheme.metrics.base import ModelQuestion


def known(models: Models, questions: Iterable[ModelQuestion], settings: JudgeSettings) -> dict[ModelQuestion, int]:
    """The scores; nothing is asked."""
    return models.judgements(questions, models.judge_identity(settings))
