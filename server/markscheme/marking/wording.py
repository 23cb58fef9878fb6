"""The words in which findings are told to people: the same in editors and on the command line."""

import re

from markscheme.marking.findings import Finding, FindingAlignment, FindingReference, PassageReview
from markscheme.metrics.cleme2 import Category, Counts, Scores

TITLES = {
    Category.HIT: "Hit",
    Category.WRONG: "Wrong correction",
    Category.UNDER: "Under-correction",
    Category.OVER: "Over-correction",
}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>&~])")


def shown(text: str) -> str:
    """A stretch of text on one line; nothing is shown as ∅."""
    return " ".join(text.split()) or "∅"


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters, the last of them an ellipsis if some are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def change(source: str, target: str) -> str:
    """A correction, or what was left alone.

    >>> change("suffered", "suffer")
    'suffered → suffer'
    """
    before, after = shown(source), shown(target)
    return before if before == after else f"{before} → {after}"


def percent(value: float) -> str:
    """A number in [0, 1] as a whole percentage."""
    return f"{value:.0%}".replace("%", " %")


def tally(counts: Counts) -> str:
    """How many there are of each category, those of none left out.

    >>> tally(Counts(tp=2, fp_ne=0, fp_un=1, fn=3, tn=9))
    '2 hit · 3 under · 1 over'
    """
    numbers = {"hit": counts.tp, "wrong": counts.fp_ne, "under": counts.fn, "over": counts.fp_un}
    return " · ".join(f"{number} {name}" for name, number in numbers.items() if number)


def wanted(finding: Finding) -> dict[str, list[str]]:
    """The corrections that references have at a finding's place, and whose each is."""
    found: dict[str, list[str]] = {}
    for reference in finding.references:
        if reference.category in (Category.WRONG, Category.UNDER, Category.HIT):
            found.setdefault(shown(reference.text), []).append(reference.reference)
    return found


def four_scores(scores: Scores) -> str:
    """Hit, wrong, under and over."""
    return (
        f"hit {percent(scores.hit)} · wrong {percent(scores.wrong)} · "
        f"under {percent(scores.under)} · over {percent(scores.over)}"
    )


def markdown_card(finding: Finding, passage: PassageReview) -> str:
    """A finding's hover card."""
    lines = [f"**{TITLES[finding.category]}** `{finding.type}` {_correction(finding)}", ""]
    lines += [f"- {_reference(reference)}" for reference in finding.references]
    if finding.weight is not None:
        numbers = [f"weight {finding.weight:.{2 if finding.difference is None else 3}f}"]
        if finding.credit is not None:
            numbers.append(f"credit {percent(finding.credit)}")
        lines += ["", " · ".join(numbers)]
    if finding.difference is not None and finding.difference < 0:
        lines += ["", "This correction made the sentence less like the reference."]
    return "\n".join([*lines, "", "---", _sentence(passage)])


def markdown_passage_card(passage: PassageReview) -> str:
    """The hover card of a passage's unmarked words."""
    counts = tally(passage.counts) or "nothing to mark"
    credit = f" · credit {percent(passage.credit.f)}" if passage.credit is not None else ""
    return f"**{counts}**{credit}\n\n---\n{_sentence(passage)}"


def without_markdown(card: str) -> str:
    """A card for clients that show plain text."""
    return re.sub(r"\\(.)", r"\1", card.replace("**", "").replace("`", "").replace("\n---\n", "\n"))


def _sentence(passage: PassageReview) -> str:
    against = f" (against {escaped(passage.reference)})" if passage.reference else ""
    weighted = ", weighted" if passage.weights is not None else ""
    return f"Sentence{weighted}: {four_scores(passage.scores)}{against}"


def _correction(finding: Finding) -> str:
    before, after = escaped(shown(finding.source)), escaped(shown(finding.hypothesis))
    return f"{before}, left as it was" if before == after else f"{before} → **{after}**"


def _reference(reference: FindingReference) -> str:
    told = f"{escaped(reference.reference)}: {_what(reference)}"
    if reference.alignment is None:
        return told
    told += f", credit {percent(reference.alignment)}"
    pairs = [_pair(edit) for edit in reference.edits]
    return f"{told}; lines up {', '.join(pairs)}" if pairs else told


def _pair(edit: FindingAlignment) -> str:
    other = escaped(change(edit.source, edit.text))
    return f"{percent(edit.share)} with {other} `{edit.type}` ({percent(edit.gain)} alike)"


def _what(reference: FindingReference) -> str:
    text = f"**{escaped(shown(reference.text))}**"
    if reference.category is Category.HIT:
        return "the same"
    if reference.category is Category.WRONG:
        return f"{text} instead"
    return text if reference.category is Category.UNDER else "left as it was"


def escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", text)
