"""Verdicts counted: of a passage, and of a document."""

from collections import Counter
from collections.abc import Sequence

from markscheme.marking.passages.marks import PassageMarks
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.marking.verdicts.verdict import Points, Verdict

MOST_REWRITTEN = 0.25
"""Share of a document's source tokens in passages that are rewritten freely, above which it can't be compared."""


def passage_counts(marks: PassageMarks) -> VerdictCounts:
    """Return a passage's counts; one that is rewritten freely counts once, as ``different``."""
    if marks.rewritten:
        return VerdictCounts(((Verdict.DIFFERENT, 1),), marks.points, 1, is_comparable=False)
    return VerdictCounts(_in_order(Counter(item.place.verdict for item in marks.places)), marks.points)


def document_counts(sources: Sequence[tuple[str, ...]], marks: Sequence[PassageMarks]) -> VerdictCounts:
    """Return a document's counts, from its passages' source tokens and marks."""
    passages = [passage_counts(item) for item in marks]
    counts: Counter[Verdict] = Counter()
    for item in passages:
        counts.update(dict(item.counts))
    lengths = [len(source) for source in sources]
    rewritten = sum(length for length, item in zip(lengths, passages, strict=True) if item.rewritten)
    return VerdictCounts(
        _in_order(counts),
        sum((item.points for item in passages), Points()),
        sum(item.rewritten for item in passages),
        rewritten <= MOST_REWRITTEN * sum(lengths),
    )


def _in_order(counts: Counter[Verdict]) -> tuple[tuple[Verdict, int], ...]:
    return tuple((verdict, counts[verdict]) for verdict in Verdict if counts[verdict])
