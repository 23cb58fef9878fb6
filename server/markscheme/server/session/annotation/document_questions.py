"""The questions and the agreement of one document: what stands where in its text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.languages.segments import Span
from markscheme.research.questions import KINDS, LEAST_ANNOTATORS, Question, Unanimity
from markscheme.research.queue import QueuedQuestion

MOST_QUESTIONS = 30
"""Most urgent questions that a document shows; the queue has all."""


@attrs.frozen
class PlacedQuestion:
    """A question at its place in a document."""

    span: Span
    item: QueuedQuestion


@attrs.frozen
class PlacedAgreement:
    """The agreement on a sentence that begins at an offset of a document."""

    start: int
    unanimity: Unanimity


@attrs.frozen
class DocumentQuestions:
    """Questions of a document that concern enough people, and sentences that enough annotators have seen, by place."""

    shown: tuple[PlacedQuestion, ...] = ()
    agreements: tuple[PlacedAgreement, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.shown or self.agreements)


def document_questions(
    open_questions: Sequence[QueuedQuestion], unanimities: Sequence[Unanimity], path: Path, name: str | None
) -> DocumentQuestions:
    """Return what a source or a reference shows; the most urgent questions come first, and no name means all texts."""
    kinds = KINDS.variants()
    urgent = (item for item in open_questions if kinds[item.question.kind].is_shown(item.question))
    placed = [
        PlacedQuestion(span, item)
        for item in urgent
        if (span := next(places_in(item.question, path, name), None)) is not None
    ]
    agreements: dict[int, PlacedAgreement] = {}
    for item in unanimities:
        for place in item.places if item.annotators >= LEAST_ANNOTATORS else ():
            if place.path == path and name in (None, place.document):
                agreements.setdefault(place.span.start, PlacedAgreement(place.span.start, item))
    return DocumentQuestions(
        tuple(sorted(placed[:MOST_QUESTIONS], key=lambda item: item.span)),
        tuple(agreements[start] for start in sorted(agreements)),
    )


def questions_at(
    open_questions: Sequence[QueuedQuestion], path: Path, name: str | None, place: Span
) -> Iterator[PlacedQuestion]:
    """Yield the questions whose place in a document shares a character or an end with a place."""
    for item in open_questions:
        spans = places_in(item.question, path, name)
        touching = next((span for span in spans if span.start <= place.end and place.start <= span.end), None)
        if touching is not None:
            yield PlacedQuestion(touching, item)


def places_in(question: Question, path: Path, name: str | None) -> Iterator[Span]:
    """Yield a question's places in a document: the source's, then what people have there, those it is about first."""
    about = {person for item in question.alternatives[:1] for person in (*item.references, *item.hypotheses)}
    own = sorted(question.versions, key=lambda version: version.person not in about)
    for place in (question.place, *(item.place for item in own)):
        if place is not None and place.path == path and name in (None, place.document):
            yield place.span
