"""The words in which estimates are told to people: each time that no teacher's correction stands behind them."""

from markscheme.marking.estimates import DocumentEstimate, EditEstimate, PassageEstimate
from markscheme.marking.wording import change, escaped, shown
from markscheme.metrics.estimates import Quality

NO_REFERENCE = "no reference"
UNREFERENCED = "No teacher's reference was used."
CAUTION = "It may be wrong, or an over-correction."
TITLE = "Lowers the estimate"
CLOSEST = 0.99
"""Qualities nearer to 1 than this, or as near to 0, are not told apart by themselves."""


def quality(value: Quality | None) -> str:
    """A quality for people, who have no use for more than two digits of it.

    >>> [quality(Quality.of(q)) for q in (0.0, 9.5, -30.0)]
    ['0.50', 'over 0.99', 'under 0.01']
    """
    if value is None:
        return "none"
    if value.quality > CLOSEST:
        return f"over {CLOSEST}"
    return f"{value.quality:.2f}" if value.quality >= 1 - CLOSEST else f"under {1 - CLOSEST:.2f}"


def qualities(before: Quality | None, after: Quality | None) -> str:
    """Two estimated qualities; where one is next to 0 or 1, what lies behind them too.

    >>> qualities(Quality.of(9.5), Quality.of(12.0))
    'estimated quality over 0.99 → over 0.99 (q 9.5 → 12.0)'
    """
    return f"estimated quality {quality(before)} → {quality(after)}{_behind(before, after, ' → ')}"


def quality_alone(value: Quality | None) -> str:
    """One quality; next to 0 or 1, what lies behind it too.

    >>> quality_alone(Quality.of(9.5))
    'over 0.99 (q 9.5)'
    """
    behind = "" if value is None or 1 - CLOSEST <= value.quality <= CLOSEST else f" (q {value.q:.1f})"
    return f"{quality(value)}{behind}"


def _behind(one: Quality | None, other: Quality | None, between: str) -> str:
    if one is None or other is None or all(1 - CLOSEST <= item.quality <= CLOSEST for item in (one, other)):
        return ""
    return f" (q {one.q:.1f}{between}{other.q:.1f})"


def document_title(estimate: DocumentEstimate) -> str:
    """A document on one line."""
    return " · ".join([qualities(estimate.means.before, estimate.means.after), *_lowering(estimate), NO_REFERENCE])


def _lowering(estimate: DocumentEstimate) -> list[str]:
    number = len(estimate.lowering)
    return [f"{number} correction lowers it" if number == 1 else f"{number} corrections lower it"] if number else []


def passage_title(passage: PassageEstimate) -> str:
    """A passage on one line."""
    return f"{qualities(passage.before, passage.after)} · {NO_REFERENCE}"


def lowering_message(edit: EditEstimate) -> str:
    """What a diagnostic says of an edit that lowers the estimate."""
    return (
        f"{TITLE}: {change(edit.source, edit.hypothesis)} [{edit.type}]. {with_and_without(edit)}. "
        f"{CAUTION} {UNREFERENCED}"
    )


def with_and_without(edit: EditEstimate) -> str:
    """The qualities that an edit decides between."""
    return (
        f"The sentence's estimated quality is {quality(edit.quality)} with this correction "
        f"and {quality(edit.without)} without it{_behind(edit.quality, edit.without, ' and ')}"
    )


def markdown_edit_card(edit: EditEstimate, passage: PassageEstimate) -> str:
    """An edit's hover card."""
    before, after = escaped(shown(edit.source)), escaped(shown(edit.hypothesis))
    lines = [f"**{TITLE if edit.lowers else 'Correction'}** `{edit.type}` {before} → **{after}**", ""]
    lines.append(f"Estimated quality: {quality(edit.quality)} with this correction, {quality(edit.without)} without it")
    if edit.impact is not None:
        lines += ["", f"impact {edit.impact:.3f}"]
    if edit.lowers:
        lines += ["", CAUTION]
    return "\n".join([*lines, "", "---", _sentence(passage)])


def markdown_estimate_card(passage: PassageEstimate) -> str:
    """The hover card of a passage's uncorrected words."""
    return _sentence(passage)


def _sentence(passage: PassageEstimate) -> str:
    near = f" · similarity to the source {passage.similarity:.2f}" if passage.similarity is not None else ""
    return f"Sentence: {qualities(passage.before, passage.after)}{near}. {UNREFERENCED}"
