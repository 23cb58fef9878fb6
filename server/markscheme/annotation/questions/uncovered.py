"""The kind of question about a correction that several hypotheses make and no reference has."""

from collections.abc import Iterator

from markscheme.annotation.questions.inquiry import Asked, Inquiry, counted_out_of, share
from markscheme.annotation.questions.kind import QuestionKind, count
from markscheme.annotation.questions.question import Likelihood, Question
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import deed

LEAST_MAKERS = 3
LEAST_SHARE = 0.2
"""Smallest number, and smallest share, of the hypotheses that make a correction which a document shows: six students of
a class of thirty."""
MOST_NAMES = 6
"""Largest number of people who are named in a message."""


class UncoveredCorrection(QuestionKind):
    """A correction that at least some number of hypotheses make, and that is correct by no reference."""

    name = "uncovered-correction"
    title = "Correction that no reference has"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for item in inquiry.corrections:
            if len(item.people) < inquiry.least or not item.standing.is_open:
                continue
            sentence = inquiry.pool.sentences[item.sentence]
            seen, edit = len(inquiry.seen_by(sentence.hypotheses)), item.edit
            credit = f"; its best credit is {item.credit:.0%}" if item.credit is not None else ""
            why = f"{counted_out_of(len(item.people), seen, 'hypothesis')} make it, and no reference does{credit}"
            yield Asked(
                self.name,
                item.sentence,
                edit.start,
                edit.end,
                edit.replacement,
                ((edit, (), item.people),),
                (0,),
                len(item.people),
                Likelihood(share(len(item.people), seen), item.credit),
                why,
            )

    def message(self, question: Question) -> str:
        [item] = question.alternatives
        names = [person_name(name) for name in item.hypotheses]
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        by = f"{', '.join(names[:MOST_NAMES])}{more}"
        return f"No reference has this, and {len(names)} hypotheses do: {deed(item.before, item.after)} ({by})"

    def prompt(self, question: Question) -> str:
        [item] = question.alternatives
        return f"Is this correct: {deed(item.before, item.after)}?"

    def is_shown(self, question: Question) -> bool:
        makers = len(question.alternatives[0].hypotheses)
        return makers >= max(LEAST_MAKERS, LEAST_SHARE * count(question, "hypothesis"))


UNCOVERED = UncoveredCorrection()
