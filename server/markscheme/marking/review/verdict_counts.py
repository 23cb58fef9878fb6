"""Verdicts counted: of a passage, and of a document."""

from collections import Counter
from collections.abc import Sequence

import attrs

from markscheme.marking.passages.marks import PassageMarks
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.marking.verdicts.verdict import Verdict

MOST_REWRITTEN = 0.25
"""Share of a document's source tokens in passages that are rewritten freely, above which it can't be compared."""


def passage_counts(marks: PassageMarks) -> VerdictCounts:
    """Return a passage's counts; one that is rewritten freely counts once, as ``different``."""
    places = [item.place for item in marks.places]
    waiting = [marks.points] if marks.rewritten else [place.points for place in places if place.is_open]
    return VerdictCounts(
        ((Verdict.DIFFERENT, 1),) if marks.rewritten else _in_order(Counter(place.verdict for place in places)),
        marks.points,
        int(marks.rewritten),
        is_comparable=not marks.rewritten,
        open=len(waiting),
        at_risk=sum(item.earned for item in waiting),
        to_gain=sum(item.due - item.earned for item in waiting),
    )


def document_counts(sources: Sequence[tuple[str, ...]], marks: Sequence[PassageMarks]) -> VerdictCounts:
    """Return a document's counts, from its passages' source tokens and marks."""
    passages = [passage_counts(item) for item in marks]
    lengths = [len(source) for source in sources]
    rewritten = sum(length for length, item in zip(lengths, passages, strict=True) if item.rewritten)
    return attrs.evolve(sum(passages, VerdictCounts()), is_comparable=rewritten <= MOST_REWRITTEN * sum(lengths))


def _in_order(counts: Counter[Verdict]) -> tuple[tuple[Verdict, int], ...]:
    return tuple((verdict, counts[verdict]) for verdict in Verdict if counts[verdict])
