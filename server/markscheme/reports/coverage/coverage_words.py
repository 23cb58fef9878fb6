"""Coverage in words: the same in a terminal and on a page."""

from collections.abc import Iterator, Sequence

from markscheme.annotation.coverage.corrections import PooledCorrection, ReferenceEdit
from markscheme.annotation.coverage.coverage import Coverage, Standings
from markscheme.annotation.coverage.curve import CurvePoint
from markscheme.annotation.coverage.richness import Richness
from markscheme.edits.edit import Edit
from markscheme.marking.wording.place_words import NEAR
from markscheme.marking.wording.words import TITLES, one_line, percent

MOST_NAMES = 12
"""Largest number of people who are named at a correction."""
MOST_VERSIONS = 4
"""Largest number of the references' corrections that are shown at a place."""
WITHOUT_TYPE = "other"
"""The kind of corrections whose document gives no type."""
HOLES = "Holes: no reference changes anything there. A hole may be an over-correction"
VARIANTS = "Variants: references correct something there differently"
NO_ESTIMATE = "What references miss can't be estimated: no sentence with a correction was seen by two annotators."
CAVEAT = (
    "These estimates take annotators' corrections for independent samples of all good corrections. They are not: an "
    "annotator writes one correction at a place and so leaves out others that would do, annotators follow the same "
    "guidelines, and they are few. Read the number as about the least that such annotators would still write, not as "
    "the number of all good corrections."
)


def number(value: float) -> str:
    """Return a number without decimals, its thousands apart.

    >>> number(12103.4)
    '12,103'
    """
    return f"{value:,.0f}"


def summary(coverage: Coverage) -> Iterator[str]:
    """Yield sentences about how much references cover."""
    pool = coverage.pool
    sizes = (
        (pool.size, "sentence", "sentences"),
        (len(coverage.annotators), "annotator", "annotators"),
        (len(pool.hypotheses), "hypothesis", "hypotheses"),
    )
    yield f"{', '.join(f'{number(count)} {one if count == 1 else many}' for count, one, many in sizes)}."
    yield from (f"{notice.problem}." for notice in pool.notices)
    if not pool.hypotheses:
        yield "There are no hypotheses here, so only the references are compared."
    elif not coverage.made.count:
        yield "The hypotheses correct nothing that can be compared."
    else:
        yield (
            f"References cover {_part(coverage.made)} of the corrections that hypotheses make, and "
            f"{_part(coverage.distinct)} of the distinct ones."
        )
        yield from _rest(coverage.distinct)
    if coverage.corrections.rewritten:
        count = len(coverage.corrections.rewritten)
        words = "sentence that a hypothesis rewrites" if count == 1 else "sentences that hypotheses rewrite"
        yield f"Left out: {number(count)} {words} freely; single corrections can't be compared there."
    if coverage.corrections.unseen:
        yield f"Left out: {number(coverage.corrections.unseen)} corrected sentences that no annotator has seen."


def _part(standings: Standings) -> str:
    return f"{share(standings.share)} ({number(standings.covered)} of {number(standings.count)})"


def _rest(standings: Standings) -> Iterator[str]:
    yield f"{number(standings.variants)} distinct ones are variants: references correct something there differently."
    yield f"{number(standings.holes)} are holes: no reference changes anything there. A hole may be an over-correction."
    if standings.decided:
        yield f"People have decided about {number(standings.decided)} that no reference covers."


def share(value: float | None) -> str:
    """Return a share in percent; a dash where there is nothing to share."""
    return "–" if value is None else percent(value)


def interval(values: tuple[float, float] | None) -> str:
    """Return two shares as a range; empty without them.

    >>> interval((0.614, 0.66))
    '61–66 %'
    """
    return "" if values is None else f"{100 * values[0]:.0f}–{100 * values[1]:.0f} %"


def point(item: CurvePoint | None) -> str:
    """Return a point of a curve to a tenth of a percent; empty where there is none."""
    return "" if item is None else f"{100 * item.share:.1f} %"


def at(points: Sequence[CurvePoint], references: int) -> CurvePoint | None:
    """Return the point of a curve for a number of references, from 1; ``None`` where it has none."""
    return points[references - 1] if references <= len(points) else None


def missing(richness: Richness) -> Iterator[str]:
    """Yield sentences about what is estimated to be missing."""
    if richness.chao1 is None or richness.missing is None:
        yield NO_ESTIMATE
        return
    yield (
        f"Annotators make {number(richness.observed)} distinct corrections in sentences that at least two of them have "
        f"seen; one annotator alone makes {number(richness.once)} of them, two make {number(richness.twice)}."
    )
    limits = richness.interval
    around = f" (95 % interval {number(limits[0])} to {number(limits[1])})" if limits else ""
    yield (
        f"Chao1 estimates {number(richness.chao1)} in all{around}, so {number(richness.missing)} more than are there."
    )
    if richness.ace is None:
        yield "ACE is not defined here: no correction is made by several annotators."
    else:
        yield f"ACE estimates {number(richness.ace)} in all."
    yield CAVEAT


def group_words(group: str) -> str:
    """Return a kind of error."""
    return group or WITHOUT_TYPE


def edit_words(edit: Edit, source: Sequence[str]) -> str:
    """Return a correction in words.

    >>> edit_words(Edit(1, 1, ("the",)), ["in", "end"])
    'add “the”'
    """
    replaced, replacement = (one_line(" ".join(words)) for words in (source[edit.start : edit.end], edit.replacement))
    if not edit.replacement:
        return f"leave out “{replaced}”"
    return f"“{replaced}” → “{replacement}”" if edit.start < edit.end else f"add “{replacement}”"


def verdict_words(item: PooledCorrection) -> str:
    """Return the verdict on a correction."""
    return TITLES[item.verdict].lower()


def reference_words(item: PooledCorrection, coverage: Coverage) -> str:
    """Return the references' corrections at a place, those of most references first; empty where there are none."""
    edit = item.edit
    there = [
        own
        for own in coverage.pool.sentences[item.sentence].edits
        if own.edit.start <= edit.end and edit.start <= own.edit.end
    ]
    there.sort(key=lambda own: -len(own.references))
    more = f", and {len(there) - MOST_VERSIONS} more" if len(there) > MOST_VERSIONS else ""
    return f"{', '.join(_reference_edit(item, own, coverage) for own in there[:MOST_VERSIONS])}{more}"


def nearest_words(item: PooledCorrection, coverage: Coverage) -> str:
    """Return the references' correction that is most like one, with the credit; empty where none is near."""
    if item.nearest is None or item.credit is None or item.credit < NEAR:
        return ""
    return f"{_reference_edit(item, item.nearest, coverage)}, credit {item.credit:.2f}"


def _reference_edit(item: PooledCorrection, own: ReferenceEdit, coverage: Coverage) -> str:
    source = coverage.pool.sentences[item.sentence].source
    return f"{edit_words(own.edit, source)} ({names([coverage.pool.references[index] for index in own.references])})"


def people_words(item: PooledCorrection, coverage: Coverage) -> str:
    """Return who makes a correction."""
    return names([coverage.pool.hypotheses[person] for person in item.people])


def names(items: Sequence[str]) -> str:
    """Return some names, and how many more there are."""
    more = f" and {len(items) - MOST_NAMES} more" if len(items) > MOST_NAMES else ""
    return f"{', '.join(items[:MOST_NAMES])}{more}"
