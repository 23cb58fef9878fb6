"""What is told to a person when a language model can't weigh edits."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markscheme.judges.prompt import Question


class JudgeError(Exception):
    """The language model is not configured, not there, or not of use; the message holds no text of a document."""


class Unanswered(JudgeError):
    """It has to be asked these first, each with the number of its sentence (1-based)."""

    def __init__(self, questions: "Mapping[Question, int]") -> None:
        super().__init__(
            f"the language model has not been asked about {len(questions)} edit{'' if len(questions) == 1 else 's'}"
        )
        self.questions = questions


class MalformedAnswer(Exception):
    """An answer that is no score, and nothing but a score."""
