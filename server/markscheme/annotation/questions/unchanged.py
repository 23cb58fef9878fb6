"""Sentences that one annotator leaves as they are, and all others correct."""

from collections.abc import Collection, Iterator

from markscheme.annotation.questions.inquiry import Asked, Inquiry, share
from markscheme.annotation.questions.kind import QuestionKind
from markscheme.annotation.questions.question import Likelihood, Question
from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.spots import changes
from markscheme.marking.wording.people import teacher_names
from markscheme.marking.wording.place_words import deed

LEAST_OTHERS = 2
"""Smallest number of other annotators, all of whom correct the sentence."""
MOST_DEEDS = 3
"""Largest number of corrections that a message has."""


class UnchangedReference(QuestionKind):
    """One annotator leaves a sentence as it is, and all others, at least two, correct it.

    The question is about all corrections of the others.
    """

    name = "unchanged-reference"
    title = "Unchanged reference"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            seen = inquiry.seen_by(sentence.references)
            leaving = [index for index in seen if sentence.references[index].leaves]
            others = [index for index in seen if sentence.references[index].edits]
            annotators, left = inquiry.pool.annotators_of(others), inquiry.pool.annotators_of(leaving)
            if len(left) != 1 or len(annotators) < LEAST_OTHERS or left & annotators:
                continue
            if len(leaving) + len(others) < len(seen):
                continue
            corrections: dict[tuple[int, int, tuple[str, ...]], tuple[Edit, list[int], list[int]]] = {}
            for index in others:
                for change in changes(sentence.source, sentence.references[index].edits):
                    corrections.setdefault(change.key, (change.edit, [], []))[1].append(index)
            for index, version in enumerate(sentence.hypotheses):
                for change in changes(sentence.source, version.edits):
                    if change.key in corrections:
                        corrections[change.key][2].append(index)
            makers = {index for *_, hypotheses in corrections.values() for index in hypotheses}
            count, people = len(annotators), len(annotators | left)
            yield Asked(
                self.name,
                number,
                0,
                len(sentence.source),
                sentence.source,
                tuple(corrections[key] for key in sorted(corrections)),
                tuple(range(len(corrections))),
                len(makers),
                Likelihood(share(count, people)),
                f"{count} of {people} annotators correct the sentence",
                is_whole=True,
            )

    def message(self, question: Question) -> str:
        deeds = [deed(item.before, item.after) for item in question.alternatives]
        more = f" and {len(deeds) - MOST_DEEDS} more" if len(deeds) > MOST_DEEDS else ""
        made = f"{', '.join(deeds[:MOST_DEEDS])}{more}"
        return f"{_leaver(question)} leaves this sentence, and all others correct it: {made}"

    def prompt(self, question: Question) -> str:
        return f"Are these corrections needed, which {_leaver(question)} does not make?"

    def is_settled(self, question: Question, decided: Collection[int]) -> bool:
        return len(decided) == len(question.alternatives)


def _leaver(question: Question) -> str:
    """Return who leaves the sentence as it is."""
    makers = {name for item in question.alternatives for name in item.references}
    present = (item for item in question.versions if item.role == "reference" and item.words is not None)
    return teacher_names(item.person for item in present if item.person not in makers)


UNCHANGED = UnchangedReference()
