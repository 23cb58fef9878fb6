"""Hover cards of CLEME2.0's chunks and of passages, in Markdown."""

from markscheme.marking.review.document_review import (
    Finding,
    FindingAlignment,
    FindingReference,
    PassageReview,
    PassageScores,
)
from markscheme.marking.wording.place_words import escaped
from markscheme.marking.wording.words import (
    MOVED,
    NO_REFERENCE_HERE,
    NOTHING_TO_MARK,
    change,
    credit_part,
    four_scores,
    percent,
    sentence_references,
    shown,
    tally,
    title,
)
from markscheme.metrics.base import Category


def finding_card(finding: Finding, passage: PassageReview) -> str:
    return "\n".join([*_mark_lines(finding), "", "---", *_passage_lines(passage)])


def passage_card(passage: PassageReview) -> str:
    if passage.marks is None:
        return NO_REFERENCE_HERE if passage.references else ""
    counts = tally(passage.marks.counts) or NOTHING_TO_MARK
    return "\n".join([f"**{counts}**{credit_part(passage.marks)}", "", "---", *_passage_lines(passage)])


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


def _passage_lines(passage: PassageReview) -> list[str]:
    lines = [MOVED, ""] if passage.moved else []
    if passage.marks is None:
        return lines
    return [*lines, " · ".join(filter(None, [_scores(passage.marks), sentence_references(passage)]))]


def _scores(marks: PassageScores) -> str:
    against = f" (against {escaped(marks.reference)})" if marks.reference else ""
    weighted = ", weighted" if marks.weights is not None else ""
    return f"Sentence{weighted}: {four_scores(marks.scores)}{against}"


def _correction(finding: Finding) -> str:
    before, after = escaped(shown(finding.source)), escaped(shown(finding.hypothesis))
    return f"{before}, left as it was" if before == after else f"{before} → **{after}**"


def _reference(reference: FindingReference) -> str:
    text = f"{escaped(reference.reference)}: {_reference_words(reference)}"
    if reference.alignment is None:
        return text
    text += f", credit {percent(reference.alignment)}"
    pairs = [_pair(edit) for edit in reference.edits]
    return f"{text}; lines up {', '.join(pairs)}" if pairs else text


def _pair(edit: FindingAlignment) -> str:
    other = escaped(change(edit.source, edit.text))
    return f"{percent(edit.share)} with {other} `{edit.type}` ({percent(edit.gain)} alike)"


def _reference_words(reference: FindingReference) -> str:
    text = f"**{escaped(shown(reference.text))}**"
    if reference.category is Category.HIT:
        return "the same"
    if reference.category is Category.WRONG:
        return f"{text} instead"
    return text if reference.category is Category.UNDER else "left as it was"
