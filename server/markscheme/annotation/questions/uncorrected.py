"""Errors that an annotator marks without a correction."""

from collections.abc import Iterator, Sequence

from markscheme.annotation.pool import PooledSentence
from markscheme.annotation.questions.inquiry import Asked, Inquiry, counted_out_of, share
from markscheme.annotation.questions.kind import QuestionKind
from markscheme.annotation.questions.question import Likelihood, Question
from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.spots import Change, changes
from markscheme.marking.wording.people import teacher_names
from markscheme.marking.wording.place_words import deed

MOST_ALTERNATIVES = 5
"""Largest number of corrections that others have at the place."""


class UncorrectedError(QuestionKind):
    """An annotator marked an error and gave no correction. The question is about the correction that most others give.

    Without a correction by anybody there is only the place to decide about.
    """

    name = "uncorrected-error"
    title = "Error without a correction"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            for (start, end), markers in _marked_places(sentence).items():
                yield self._question(inquiry, number, (start, end), markers)

    def _question(self, inquiry: Inquiry, number: int, place: tuple[int, int], markers: Sequence[int]) -> Asked:
        sentence = inquiry.pool.sentences[number]
        corrections = _corrections(sentence, place)
        makers = {index for *_, hypotheses in corrections for index in hypotheses}
        seen = len(inquiry.seen_by(sentence.references)) - len(markers) + len(inquiry.seen_by(sentence.hypotheses))
        first = len(corrections[0][1]) + len(corrections[0][2]) if corrections else 0
        given = f"{counted_out_of(first, seen, 'other')} give the same correction" if first else "nobody corrects it"
        by = teacher_names(inquiry.pool.references[index] for index in markers)
        return Asked(
            self.name,
            number,
            *place,
            sentence.source[place[0] : place[1]],
            tuple(corrections[:MOST_ALTERNATIVES]),
            (0,) if corrections else (),
            len(makers),
            Likelihood(share(first, seen)),
            f"marked by {by}; {given}",
        )

    def message(self, question: Question) -> str:
        others = [deed(item.before, item.after) for item in question.alternatives]
        have = f"; others have: {', '.join(others)}" if others else ""
        return f"An error is marked here without a correction ({question.why.partition(';')[0]}){have}"

    def prompt(self, question: Question) -> str:
        if not question.alternatives:
            return f"Is “{question.before}” an error?" if question.before else "Is something missing here?"
        [item, *_] = question.alternatives
        return f"Is this the correction: {deed(item.before, item.after)}?"


def _marked_places(sentence: PooledSentence) -> dict[tuple[int, int], list[int]]:
    """Return the places of errors that references mark and do not correct, with these references."""
    places: dict[tuple[int, int], list[int]] = {}
    for index, version in enumerate(sentence.references):
        own = changes(sentence.source, version.edits)
        for item in version.detections:
            if not any(_is_at(change, (item.start, item.end)) for change in own):
                places.setdefault((item.start, item.end), []).append(index)
    return dict(sorted(places.items()))


def _corrections(sentence: PooledSentence, place: tuple[int, int]) -> list[tuple[Edit, list[int], list[int]]]:
    """Return the corrections at a place with who makes them, those of most people first."""
    corrections: dict[tuple[int, int, tuple[str, ...]], tuple[Edit, list[int], list[int]]] = {}
    for role, versions in ((1, sentence.references), (2, sentence.hypotheses)):
        for index, version in enumerate(versions):
            for change in changes(sentence.source, version.edits):
                if _is_at(change, place):
                    people = corrections.setdefault(change.key, (change.edit, [], []))[role]
                    assert isinstance(people, list)
                    people.append(index)
    return sorted(corrections.values(), key=lambda item: (-len(item[1]) - len(item[2]), item[0].key))


def _is_at(change: Change, place: tuple[int, int]) -> bool:
    """Return whether a change is at a marked place: it shares a token with it, or stands in or at the gap."""
    start, end = place
    if start < end and change.start < change.end:
        return change.start < end and start < change.end
    return change.start <= end and start <= change.end


UNCORRECTED = UncorrectedError()
