"""Hover cards of findings and passages, in Markdown."""

import re

from markscheme.marking.findings import (
    EditEstimate,
    Finding,
    FindingAlignment,
    FindingReference,
    PassageEstimate,
    PassageReview,
    PassageScores,
)
from markscheme.marking.wording.estimate_words import CAUTION, UNREFERENCED, qualities, quality
from markscheme.marking.wording.words import change, credit_part, four_scores, percent, shown, tally, title
from markscheme.metrics.categories import Category

_SPECIAL = re.compile(r"([\\`*_\[\]<>&~])")
"""Characters that mean something in Markdown."""


def finding_card(finding: Finding, passage: PassageReview) -> str:
    """Return the card of a finding, with a line about its passage."""
    lines = _mark_lines(finding) if finding.estimate is None else _estimate_lines(finding, finding.estimate)
    return "\n".join([*lines, "", "---", *_passage_lines(passage)])


def passage_card(passage: PassageReview) -> str:
    """Return the card of the words of a passage that have no finding."""
    lines = _passage_lines(passage)
    if passage.marks is not None:
        counts = tally(passage.marks.counts) or "nothing to mark"
        lines = [f"**{counts}**{credit_part(passage.marks)}", "", "---", *lines]
    return "\n".join(lines)


def without_markdown(card: str) -> str:
    """Return a card for clients that show plain text."""
    return re.sub(r"\\(.)", r"\1", card.replace("**", "").replace("`", "").replace("\n---\n", "\n"))


def _mark_lines(finding: Finding) -> list[str]:
    lines = [f"**{title(finding)}** `{finding.type}` {_correction(finding)}", ""]
    lines += [f"- {_reference(reference)}" for reference in finding.references]
    if finding.weight is not None:
        numbers = [f"weight {finding.weight:.{2 if finding.difference is None else 3}f}"]
        if finding.credit is not None:
            numbers.append(f"credit {percent(finding.credit)}")
        lines += ["", " · ".join(numbers)]
    if finding.difference is not None and finding.difference < 0:
        lines += ["", "This correction made the sentence less like the reference."]
    return lines


def _estimate_lines(finding: Finding, estimate: EditEstimate) -> list[str]:
    before, after = _escaped(shown(finding.source)), _escaped(shown(finding.hypothesis))
    lines = [
        f"**{title(finding)}** `{finding.type}` {before} → **{after}**",
        "",
        f"Estimated quality: {quality(estimate.quality)} with this correction, {quality(estimate.without)} without it",
    ]
    if estimate.impact is not None:
        lines += ["", f"impact {estimate.impact:.3f}"]
    if estimate.lowers:
        lines += ["", CAUTION]
    return lines


def _passage_lines(passage: PassageReview) -> list[str]:
    lines = ["Moved: the source has these words at another place.", ""] if passage.moved else []
    lines += [] if passage.marks is None else [_scores(passage.marks)]
    return lines if passage.estimate is None else [*lines, _qualities(passage.estimate)]


def _scores(marks: PassageScores) -> str:
    against = f" (against {_escaped(marks.reference)})" if marks.reference else ""
    weighted = ", weighted" if marks.weights is not None else ""
    return f"Sentence{weighted}: {four_scores(marks.scores)}{against}"


def _qualities(estimate: PassageEstimate) -> str:
    similarity = estimate.similarity
    near = f" · similarity to the source {similarity:.2f}" if similarity is not None else ""
    return f"Sentence: {qualities(estimate.before, estimate.after)}{near}. {UNREFERENCED}"


def _correction(finding: Finding) -> str:
    before, after = _escaped(shown(finding.source)), _escaped(shown(finding.hypothesis))
    return f"{before}, left as it was" if before == after else f"{before} → **{after}**"


def _reference(reference: FindingReference) -> str:
    text = f"{_escaped(reference.reference)}: {_reference_words(reference)}"
    if reference.alignment is None:
        return text
    text += f", credit {percent(reference.alignment)}"
    pairs = [_pair(edit) for edit in reference.edits]
    return f"{text}; lines up {', '.join(pairs)}" if pairs else text


def _pair(edit: FindingAlignment) -> str:
    other = _escaped(change(edit.source, edit.text))
    return f"{percent(edit.share)} with {other} `{edit.type}` ({percent(edit.gain)} alike)"


def _reference_words(reference: FindingReference) -> str:
    text = f"**{_escaped(shown(reference.text))}**"
    if reference.category is Category.HIT:
        return "the same"
    if reference.category is Category.WRONG:
        return f"{text} instead"
    return text if reference.category is Category.UNDER else "left as it was"


def _escaped(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", text)
