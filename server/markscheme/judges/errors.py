"""Why a language model does not weigh edits."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markscheme.metrics.question import Question


class JudgeError(Exception):
    """The language model is not configured, not reachable, or answers with nothing usable.

    The message holds no text of a document.
    """


class Unanswered(JudgeError):
    """Edits can't be weighed until these questions are answered, each with the number of its sentence (1-based)."""

    def __init__(self, questions: "Mapping[Question, int]") -> None:
        super().__init__(
            f"the language model has not been asked about {len(questions)} edit{'' if len(questions) == 1 else 's'}"
        )
        self.questions = questions


class MalformedAnswer(Exception):
    """The answer is not a score, or holds more than a score."""
