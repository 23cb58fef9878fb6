"""Hover cards of estimates, in Markdown."""

from markscheme.marking.review.document_review import PassageEstimate, PassageReview
from markscheme.marking.review.findings import EditEstimate, Finding
from markscheme.marking.wording.estimate_words import CAUTION, UNREFERENCED, qualities, quality
from markscheme.marking.wording.markdown import escaped
from markscheme.marking.wording.words import MOVED, shown, title


def estimate_card(finding: Finding, estimate: EditEstimate, passage: PassageReview, kind_of_error: str) -> str:
    """Return the card of an edit without a reference, with a line about its passage."""
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


def _qualities(estimate: PassageEstimate) -> str:
    similarity = estimate.similarity
    near = f" · similarity to the source {similarity:.2f}" if similarity is not None else ""
    return f"Sentence: {qualities(estimate.before, estimate.after)}{near}. {UNREFERENCED}"
