"""What a workshop knows of a language model's answers."""

from collections.abc import Iterable

from markscheme import JudgeSettings
from markscheme.judges.prompt import Question
from markscheme.scoring.models import Workshop


def known(workshop: Workshop, questions: Iterable[Question], settings: JudgeSettings) -> dict[Question, int]:
    """The scores; nothing is asked."""
    return workshop.judgements(questions, workshop.judge_identity(settings))
