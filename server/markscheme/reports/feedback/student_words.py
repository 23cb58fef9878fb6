"""The words that a student reads: short sentences in plain English, about the text and never about the person."""

from markscheme.marking.document_review import VerdictCounts
from markscheme.marking.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.words import one_line

REWRITTEN = "You wrote this sentence in your own way. Your teacher reads it with you."
TITLES = {
    Verdict.CORRECT: "Right",
    Verdict.PARTLY: "Partly right",
    Verdict.DIFFERENT: "Not yet right",
    Verdict.MISSED: "Still to correct",
    Verdict.NOT_NEEDED: "Not needed",
}
SIGNS = {
    Verdict.CORRECT: "✓",
    Verdict.PARTLY: "◐",
    Verdict.DIFFERENT: "≠",
    Verdict.MISSED: "△",
    Verdict.NOT_NEEDED: "○",
}
GAP = "‸"
"""Stands in the text where words are missing."""


def deed(finding: Finding) -> str:
    """Return what the student did at a place, as a sentence to the student."""
    before, after = one_line(finding.shown.before), one_line(finding.shown.after)
    if before == after:
        return f"You left “{before}”." if before else "You added nothing here."
    if not before:
        return f"You added “{after}”."
    return f"You wrote “{after}” for “{before}”." if after else f"You took out “{before}”."


def tally(counts: VerdictCounts) -> str:
    """Return the number of places of each kind; kinds that no place has are left out.

    >>> tally(VerdictCounts(((Verdict.CORRECT, 12), (Verdict.MISSED, 3), (Verdict.OPTIONAL, 4))))
    '12 right · 3 still to correct'
    """
    return " · ".join(f"{number} {words.lower()}" for kind, words in TITLES.items() if (number := counts.of(kind)))
