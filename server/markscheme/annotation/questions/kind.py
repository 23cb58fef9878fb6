"""A kind of question, as an object; to add one, write a module with it and list it in ``kinds``."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from markscheme.annotation.questions.question import PersonRole, Question

if TYPE_CHECKING:
    from markscheme.annotation.questions.inquiry import Asked, Inquiry


LEAST_ANNOTATORS = 3
"""Smallest number of annotators of a sentence whose differences a document shows.

Two teachers of a class compare theirs by the places where references disagree."""


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

    def is_shown(self, question: Question) -> bool:
        """Return whether enough people are concerned for a document to show it; the queue has all questions."""
        return count(question, "reference") >= LEAST_ANNOTATORS


def count(question: Question, role: PersonRole) -> int:
    """Return the number of people in a role who have seen the question's sentence."""
    return sum(item.role == role and item.words is not None for item in question.versions)
