"""The words for findings and marks; the same in editors and on the command line."""

from markscheme.marking.findings import Finding, Kind, PassageScores
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.metrics.categories import Category
from markscheme.metrics.cleme2 import Counts, Scores

TITLES: dict[Kind, str] = {
    Verdict.CORRECT: "Correct",
    Verdict.PARTLY: "Partly correct",
    Verdict.DIFFERENT: "Different",
    Verdict.MISSED: "Missed",
    Verdict.NOT_NEEDED: "Not needed",
    Verdict.OPTIONAL: "Optional",
    Category.HIT: "Hit",
    Category.WRONG: "Wrong correction",
    Category.UNDER: "Under-correction",
    Category.OVER: "Over-correction",
}
LOWERING_TITLE = "Lowers the estimate"


def title(finding: Finding) -> str:
    """Return the name of a finding's kind."""
    if finding.kind is not None:
        return TITLES[finding.kind]
    return LOWERING_TITLE if finding.is_shown else "Correction"


def shown(text: str) -> str:
    """Return a stretch of text on one line; an empty one as ∅."""
    return " ".join(text.split()) or "∅"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most ``longest`` characters; the last one is an ellipsis if some are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def change(source: str, target: str) -> str:
    """Return a correction in words, or the words that were left as they are.

    >>> change("suffered", "suffer")
    'suffered → suffer'
    """
    before, after = shown(source), shown(target)
    return before if before == after else f"{before} → {after}"


def percent(value: float) -> str:
    """Return a number in [0, 1] as a whole percentage."""
    return f"{value:.0%}".replace("%", " %")


def tally(counts: Counts) -> str:
    """Return the number of findings in each category; empty categories are left out.

    >>> tally(Counts(tp=2, fp_ne=0, fp_un=1, fn=3, tn=9))
    '2 hit · 3 under · 1 over'
    """
    numbers = {"hit": counts.tp, "wrong": counts.fp_ne, "under": counts.fn, "over": counts.fp_un}
    return " · ".join(f"{number} {name}" for name, number in numbers.items() if number)


def credit_part(marks: PassageScores) -> str:
    """Return a passage's credit as the end of a line; empty until vectors are there."""
    return f" · credit {percent(marks.credit.f)}" if marks.credit is not None else ""


def wanted(finding: Finding) -> dict[str, list[str]]:
    """Return the corrections that references have at a finding's place, each with the names of its references."""
    corrections: dict[str, list[str]] = {}
    for reference in finding.references:
        if reference.category in (Category.WRONG, Category.UNDER, Category.HIT):
            corrections.setdefault(shown(reference.text), []).append(reference.reference)
    return corrections


def four_scores(scores: Scores) -> str:
    """Return the scores hit, wrong, under and over in words."""
    return (
        f"hit {percent(scores.hit)} · wrong {percent(scores.wrong)} · "
        f"under {percent(scores.under)} · over {percent(scores.over)}"
    )
