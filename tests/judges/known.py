"""What a workshop knows of a language model's answers."""

from collections.abc import Iterable

from markscheme import JudgeSettings
from markscheme.engine.work import Workshop
from markscheme.judges.prompt import Question


def known(workshop: Workshop, questions: Iterable[Question], settings: JudgeSettings) -> dict[Question, int]:
    """The scores; nothing is asked."""
    return workshop.judgements(questions, workshop.judge_identity(settings))
