"""A kind of question, as an object; to add one, write a module with it and list it in ``kinds``."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from markscheme.annotation.questions.question import Question

if TYPE_CHECKING:
    from markscheme.annotation.questions.inquiry import Asked, Inquiry


class QuestionKind(ABC):
    """A kind of question.

    Attributes
    ----------
    name
        Its name in JSON and in the file of answers, and the code of its diagnostics.
    title
        What it is called, for people.
    """

    name: str
    title: str

    @abstractmethod
    def ask(self, inquiry: "Inquiry") -> "Iterator[Asked]":
        """Yield the questions of this kind about a pool, in the order of its sentences."""

    @abstractmethod
    def message(self, question: Question) -> str:
        """Return what there is to see at the place, without a full stop at its end."""

    @abstractmethod
    def prompt(self, question: Question) -> str:
        """Return what a person has to decide, as a question."""

    def is_settled(self, question: Question, decided: Collection[int]) -> bool:
        """Return whether decisions about some of the alternatives answer the question."""
        del question
        return bool(decided)
