"""Hover cards of findings and passages, in Markdown, in both vocabularies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from markscheme.exercises.people import ErrorGroups
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import (
    DEFAULT_VOCABULARY,
    DocumentReview,
    Finding,
    PassageReview,
    PlaceVerdict,
    VocabularyName,
)
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording import cleme2_cards
from markscheme.marking.wording.place_words import (
    MARKDOWN,
    NameOf,
    deeds_lines,
    did,
    due,
    escaped,
    group_of,
    name_of,
    notes,
    unneeded_lines,
    versions,
)
from markscheme.marking.wording.words import (
    MOVED,
    NO_REFERENCE_HERE,
    NOTHING_TO_MARK,
    TITLES,
    change,
    four_scores,
    passage_tally,
    percent,
    points,
    sentence_references,
    shown,
    title,
)
from markscheme.metrics.impara import EditEstimate, Quality, TextEstimate

NO_REFERENCE = "no reference"
UNREFERENCED = "No teacher's reference was used."
CAUTION = "It may be wrong, or not needed."
CLOSEST = 0.99
"""TextEstimate above this, or below 1 minus this, look the same when they are rounded."""


def quality(value: Quality | None) -> str:
    """Return a quality with two digits.

    >>> [quality(Quality.of(q)) for q in (0.0, 9.5, -30.0)]
    ['0.50', 'over 0.99', 'under 0.01']
    """
    if value is None:
        return "none"
    if value.quality > CLOSEST:
        return f"over {CLOSEST}"
    return f"{value.quality:.2f}" if value.quality >= 1 - CLOSEST else f"under {1 - CLOSEST:.2f}"


def qualities(before: Quality | None, after: Quality | None) -> str:
    """Return two estimated qualities; where one of them is next to 0 or 1, q too.

    >>> qualities(Quality.of(9.5), Quality.of(12.0))
    'estimated quality over 0.99 → over 0.99 (q 9.5 → 12.0)'
    """
    return f"estimated quality {quality(before)} → {quality(after)}{_q_part(before, after, ' → ')}"


def quality_alone(value: Quality | None) -> str:
    """Return one quality; next to 0 or 1, q too.

    >>> quality_alone(Quality.of(9.5))
    'over 0.99 (q 9.5)'
    """
    q = "" if value is None or 1 - CLOSEST <= value.quality <= CLOSEST else f" (q {value.q:.1f})"
    return f"{quality(value)}{q}"


def _q_part(one: Quality | None, other: Quality | None, between: str) -> str:
    if one is None or other is None or all(1 - CLOSEST <= item.quality <= CLOSEST for item in (one, other)):
        return ""
    return f" (q {one.q:.1f}{between}{other.q:.1f})"


def document_title(review: DocumentReview, means: TextEstimate) -> str:
    number = len(review.lowering)
    lowering = [f"{number} correction lowers it" if number == 1 else f"{number} corrections lower it"] if number else []
    return " · ".join([qualities(means.before, means.after), *lowering, NO_REFERENCE])


def passage_title(estimate: TextEstimate) -> str:
    return f"{qualities(estimate.before, estimate.after)} · {NO_REFERENCE}"


def lowering_message(finding: Finding, estimate: EditEstimate, kind_of_error: str) -> str:
    return (
        f"{title(finding)}: {change(finding.source, finding.hypothesis)} {kind_of_error}. "
        f"{with_and_without(estimate)}. {CAUTION} {UNREFERENCED}"
    )


def with_and_without(estimate: EditEstimate) -> str:
    return (
        f"The sentence's estimated quality is {quality(estimate.quality)} with this correction "
        f"and {quality(estimate.without)} without it{_q_part(estimate.quality, estimate.without, ' and ')}"
    )


def estimate_card(finding: Finding, estimate: EditEstimate, passage: PassageReview, kind_of_error: str) -> str:
    before, after = escaped(shown(finding.source)), escaped(shown(finding.hypothesis))
    lines = [
        f"**{title(finding)}** {kind_of_error} {before} → **{after}**",
        "",
        f"Estimated quality: {quality(estimate.quality)} with this correction, {quality(estimate.without)} without it",
    ]
    if estimate.impact is not None:
        lines += ["", f"impact {estimate.impact:.3f}"]
    if estimate.lowers:
        lines += ["", CAUTION]
    return "\n".join([*lines, "", "---", passage_estimate_card(passage)])


def passage_estimate_card(passage: PassageReview) -> str:
    """Return the card of the words of a passage without a reference that have no finding."""
    lines = [MOVED, ""] if passage.moved else []
    return "\n".join(lines if passage.estimate is None else [*lines, _qualities(passage.estimate)])


def _qualities(estimate: TextEstimate) -> str:
    similarity = estimate.similarity
    near = f" · similarity to the source {similarity:.2f}" if similarity is not None else ""
    return f"Sentence: {qualities(estimate.before, estimate.after)}{near}. {UNREFERENCED}"


MOST_LINES = 8
"""Largest number of lines of a place's card."""
MOST_VERSIONS = 3
"""Largest number of lines for what the teachers have at a place; the last one counts the rest where there are more."""
MOST_SENTENCES = 6
"""The same, for a sentence that is rewritten freely."""


@attrs.frozen
class CardStyle:
    """How cards are written: in whose words, and how much they say.

    ``brief`` leaves out of a place's card what was done, what the teachers have and what is still to do, which a
    diagnostic above it says. ``details`` adds the numbers for researchers.
    """

    vocabulary: VocabularyName = DEFAULT_VOCABULARY
    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()
    brief: bool = False
    details: bool = False

    def group_of(self, finding: Finding) -> str:
        return group_of(finding, self.language, self.groups)


def finding_card(finding: Finding, passage: PassageReview, style: CardStyle = CardStyle()) -> str:
    """Return the card of a finding: of a place, at most :data:`MOST_LINES` lines."""
    if finding.estimate is not None:
        code = f"`{finding.type}`" if style.vocabulary == "cleme2" else f"({style.group_of(finding)})"
        return estimate_card(finding, finding.estimate, passage, code)
    if finding.place is None or style.vocabulary == "cleme2":
        return cleme2_cards.finding_card(finding, passage)
    parts = _place_parts(finding, finding.place, style)
    if style.details and not finding.place.rewritten:
        parts += ["---\n" + in_cleme2(finding, passage)]
    return "\n\n".join(parts)


def _escaped_name(variant: Variant) -> str:
    return escaped(name_of(variant))


def task_card(
    finding: Finding,
    variants: Sequence[Variant],
    style: CardStyle = CardStyle(),
    name: NameOf = _escaped_name,
) -> str:
    """Return the card of a place of the source; ``name`` in Markdown."""
    first = " · ".join(filter(None, [due(finding, MARKDOWN), style.group_of(finding)]))
    students = [f"- {escaped(label)}: {names}" for label, names in deeds_lines(variants, name)]
    above = [] if style.brief else [f"{first}\n"]
    return "\n".join([*above, *_teachers(finding, MOST_VERSIONS), *(["", *students] if students else [])])


def unneeded_card(variants: Sequence[Variant], name: NameOf = _escaped_name) -> str:
    """Return the card of a place of the source that students changed and no teacher changes: who did what."""
    lines = [f"- {escaped(words)}: {names}" for words, names in unneeded_lines(variants, name)]
    return "\n".join([f"**{TITLES[Verdict.NOT_NEEDED]}**", "", *lines])


def passage_card(passage: PassageReview, style: CardStyle = CardStyle()) -> str:
    """Return the card of the words of a passage that have no finding."""
    if passage.estimate is not None:
        return passage_estimate_card(passage)
    return _PASSAGE_CARDS[style.vocabulary](passage, style.details)


def _place_parts(finding: Finding, place: PlaceVerdict, style: CardStyle) -> list[str]:
    """Return the paragraphs of a place's card; none where all is said by a diagnostic."""
    if place.rewritten:
        return [f"**{title(finding)}**", "\n".join(_teachers(finding, MOST_SENTENCES))]
    remarks = "  \n".join(notes(finding, MARKDOWN, style.language, style.brief))
    if style.brief:
        return [remarks] if remarks else []
    first = [f"**{title(finding)}**", style.group_of(finding), did(finding, MARKDOWN)]
    parts = [" · ".join(filter(None, first)), "\n".join(_teachers(finding, MOST_VERSIONS)), remarks]
    return [part for part in parts if part]


def _teachers(finding: Finding, most: int) -> Iterator[str]:
    shown = versions(finding, MARKDOWN)
    listed = shown if len(shown) <= most else shown[: most - 1]
    yield from (f"- {escaped(names)}: {text}" for names, text in listed)
    if len(listed) < len(shown):
        yield f"- {len(shown) - len(listed)} more"


def in_cleme2(finding: Finding, passage: PassageReview) -> str:
    """Return CLEME2.0's category, ERRANT's type, the credit, and how many references there are, on one line."""
    category = "rightly unchanged" if finding.category is None else TITLES[finding.category].lower()
    parts = [category, f"`{finding.type}`"]
    if finding.credit is not None:
        parts.append(f"credit {percent(finding.credit)}")
    parts += filter(None, [sentence_references(passage)])
    return f"CLEME2.0: {' · '.join(parts)}"


def _verdicts_card(passage: PassageReview, details: bool) -> str:
    marks = passage.marks
    if marks is None:
        return NO_REFERENCE_HERE if passage.references else ""
    due = marks.verdicts.points.due
    earned = f" · {points(marks.verdicts.points)}" if due and not marks.verdicts.rewritten else ""
    counts = passage_tally(marks.verdicts) or NOTHING_TO_MARK
    scores = f"---\nCLEME2.0: {four_scores(marks.scores)}" if details else ""
    moved = MOVED if passage.moved else ""
    parts = [f"**{counts}**{earned}", moved, sentence_references(passage), scores]
    return "\n\n".join(part for part in parts if part)


_PASSAGE_CARDS: Mapping[VocabularyName, Callable[[PassageReview, bool], str]] = MappingProxyType(
    {"verdicts": _verdicts_card, "cleme2": lambda passage, _: cleme2_cards.passage_card(passage)}
)
