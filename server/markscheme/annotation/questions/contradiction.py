"""Places that references correct in ways that exclude one another."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from markscheme.annotation.pool import PooledSentence
from markscheme.annotation.questions.inquiry import Asked, Inquiry, counted_out_of, share
from markscheme.annotation.questions.kind import QuestionKind
from markscheme.annotation.questions.question import Alternative, Likelihood, Question
from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.spots import Change, changes, groups, hull, region_text
from markscheme.marking.wording.people import teacher_names
from markscheme.marking.wording.place_words import deed

MOST_SIDES = 4
"""Largest number of different versions that a message has."""


@attrs.frozen
class _Side:
    """What some references have at a place.

    Attributes
    ----------
    changes
        Those of the first of them.
    references
        The indices of the references.
    annotators
        The indices of their authors.
    """

    text: tuple[str, ...]
    changes: tuple[Change, ...]
    references: tuple[int, ...]
    annotators: frozenset[int]


class ContradictingReferences(QuestionKind):
    """References change a place, and one's words exclude another's: neither does all that the other does, and more.

    The question is about the version of the fewest annotators. Words that a tolerance calls equal don't contradict, nor
    do an annotator's own alternatives.
    """

    name = "contradicting-references"
    title = "Contradicting references"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            seen = inquiry.seen_by(sentence.references)
            own = {index: changes(sentence.source, sentence.references[index].edits) for index in seen}
            for group in groups(change for items in own.values() for change in items):
                region = hull(group)
                inside = {index: tuple(item for item in items if item in group) for index, items in own.items()}
                sides = _sides(inquiry, sentence, inside, region)
                if (asked := _asked(sentence, sides, region)) is not None:
                    yield self._question(inquiry, number, sides, asked, region)

    def _question(
        self, inquiry: Inquiry, number: int, sides: Sequence[_Side], asked: _Side, region: tuple[int, int]
    ) -> Asked:
        sentence = inquiry.pool.sentences[number]
        others = sorted((item for item in sides if item is not asked), key=lambda item: -len(item.annotators))
        annotators = inquiry.pool.annotators_of(inquiry.seen_by(sentence.references))
        makers = {item.text: _makers(sentence, item, region) for item in sides}
        leaving = _leaving(sentence, region) if len(_all_references(sides)) == len(_seen(sentence)) else ()
        own, people = len(asked.annotators), len(annotators)
        verb = "has" if own == 1 else "have"
        why = f"{counted_out_of(own, people, 'annotator')} {verb} it; others have something that excludes it"
        return Asked(
            self.name,
            number,
            *region,
            asked.text,
            tuple((_edit(item, region), item.references, makers[item.text]) for item in (asked, *others)),
            (0,),
            len({*makers[asked.text], *leaving}),
            Likelihood(share(own, people)),
            why,
        )

    def message(self, question: Question) -> str:
        sides = [_words(item) for item in question.alternatives]
        more = f"; and {len(sides) - MOST_SIDES} more" if len(sides) > MOST_SIDES else ""
        return f"References exclude one another here: {'; '.join(sides[:MOST_SIDES])}{more}"

    def prompt(self, question: Question) -> str:
        asked, *others = question.alternatives
        beside = f" Others have: {'; '.join(map(_words, others[:MOST_SIDES]))}." if others else ""
        return f"Is this correct: {_words(asked)}?{beside}"


def _sides(
    inquiry: Inquiry, sentence: PooledSentence, inside: dict[int, tuple[Change, ...]], region: tuple[int, int]
) -> list[_Side]:
    """Return what the references that change a place have there, in the order of the references."""
    sides: dict[tuple[str, ...], _Side] = {}
    for index, own in inside.items():
        if not own:
            continue
        text = region_text(sentence.source, own, *region)
        side = sides.setdefault(text, _Side(text, own, (), frozenset()))
        references = (*side.references, index)
        sides[text] = attrs.evolve(side, references=references, annotators=inquiry.pool.annotators_of(references))
    return list(sides.values())


def _asked(sentence: PooledSentence, sides: Sequence[_Side], region: tuple[int, int]) -> _Side | None:
    """Return the version of the fewest annotators that another one excludes, the last of equals; ``None`` if none."""
    excluded = [item for pair in combinations(sides, 2) if _exclude(sentence, *pair, region) for item in pair]
    return min(reversed(excluded), key=lambda item: len(item.annotators), default=None)


def _exclude(sentence: PooledSentence, one: _Side, other: _Side, region: tuple[int, int]) -> bool:
    if one.annotators & other.annotators:
        return False
    keys, other_keys = {item.key for item in one.changes}, {item.key for item in other.changes}
    if keys <= other_keys or other_keys <= keys:
        return False
    own = [item for item in one.changes if item.key not in other_keys]
    if not any(item.meets(change) for item in own for change in other.changes if change.key not in keys):
        return False
    before, after = sentence.source[: region[0]], sentence.source[region[1] :]
    return sentence.rules.equal_enough(one.text, other.text, before, after) is None


def _edit(side: _Side, region: tuple[int, int]) -> Edit:
    types = "+".join(dict.fromkeys(item.type for item in side.changes if item.type))
    return Edit(*region, side.text, types)


def _makers(sentence: PooledSentence, side: _Side, region: tuple[int, int]) -> tuple[int, ...]:
    """Return the hypotheses that have a version's words at a place."""
    keys = {item.key for item in side.changes}
    return tuple(
        index
        for index, item in enumerate(sentence.hypotheses)
        if keys == {change.key for change in _at(sentence, item.edits, region)}
    )


def _leaving(sentence: PooledSentence, region: tuple[int, int]) -> tuple[int, ...]:
    """Return the hypotheses that leave a place as it is."""
    present = (index for index, item in enumerate(sentence.hypotheses) if not item.is_absent)
    return tuple(index for index in present if not _at(sentence, sentence.hypotheses[index].edits, region))


def _at(sentence: PooledSentence, edits: tuple[Edit, ...], region: tuple[int, int]) -> list[Change]:
    """Return the changes that meet a place, or fill it where it is a gap."""
    start, end = region
    own = changes(sentence.source, edits)
    return [item for item in own if (item.start < end and start < item.end) or (item.start, item.end) == region]


def _seen(sentence: PooledSentence) -> list[int]:
    return [index for index, item in enumerate(sentence.references) if not item.is_absent]


def _all_references(sides: Sequence[_Side]) -> set[int]:
    return {reference for side in sides for reference in side.references}


def _words(item: Alternative) -> str:
    return f"{deed(item.before, item.after)} ({teacher_names(item.references)})"


CONTRADICTION = ContradictingReferences()
