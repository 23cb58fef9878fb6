"""The words for estimates. Each text says that no teacher's correction was used."""

from markscheme.marking.review.document_review import DocumentReview, PassageEstimate
from markscheme.marking.review.findings import EditEstimate, Finding
from markscheme.marking.wording.words import change, title
from markscheme.metrics.estimates import MeanEstimate, Quality

NO_REFERENCE = "no reference"
UNREFERENCED = "No teacher's reference was used."
CAUTION = "It may be wrong, or not needed."
CLOSEST = 0.99
"""Qualities above this, or below 1 minus this, look the same when they are rounded."""


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


def document_title(review: DocumentReview, means: MeanEstimate) -> str:
    """Return a document's estimate on one line."""
    number = len(review.lowering)
    lowering = [f"{number} correction lowers it" if number == 1 else f"{number} corrections lower it"] if number else []
    return " · ".join([qualities(means.before, means.after), *lowering, NO_REFERENCE])


def passage_title(estimate: PassageEstimate) -> str:
    """Return a passage's estimate on one line."""
    return f"{qualities(estimate.before, estimate.after)} · {NO_REFERENCE}"


def lowering_message(finding: Finding, estimate: EditEstimate, kind_of_error: str) -> str:
    """Return the message of the diagnostic of an edit that lowers the estimate."""
    return (
        f"{title(finding)}: {change(finding.source, finding.hypothesis)} {kind_of_error}. "
        f"{with_and_without(estimate)}. {CAUTION} {UNREFERENCED}"
    )


def with_and_without(estimate: EditEstimate) -> str:
    """Return the passage's qualities with an edit and without it."""
    return (
        f"The sentence's estimated quality is {quality(estimate.quality)} with this correction "
        f"and {quality(estimate.without)} without it{_q_part(estimate.quality, estimate.without, ' and ')}"
    )
