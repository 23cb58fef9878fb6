"""What a comparison of systems says in sentences: what was compared, how, and how far its p values can be trusted."""

import math
from collections.abc import Iterator, Sequence

from markscheme.evaluation.comparison.edit_filter import EditLength
from markscheme.evaluation.comparison.metric_comparison import Difference, MetricComparison
from markscheme.evaluation.comparison.system_comparison import Comparison


def summary(comparison: Comparison) -> str:
    """Return what was compared, and how intervals and p values were made."""
    settings, systems = comparison.settings, len(comparison.systems)
    references = "1 reference" if comparison.references == 1 else f"{comparison.references} references"
    sentences = "1 sentence" if comparison.sentences == 1 else f"{comparison.sentences} sentences"
    parts = (
        f"{systems} {'system' if systems == 1 else 'systems'}, {sentences}, {references}.",
        *_chosen_edits(comparison),
        f"Intervals of {settings.coverage} from {settings.resamples} bootstrap resamples of sentences.",
        *(_tests(comparison) if systems > 1 else ()),
    )
    return " ".join(parts)


FEW_SENTENCES = 30
"""Number of sentences under which a reader is warned of the bootstrap's p."""


def _tests(comparison: Comparison) -> Iterator[str]:
    """Yield how p values were made, as sentences."""
    yield (
        "p from as many random swaps of sentences (randomisation) and from the paired bootstrap; Holm's adjustment is "
        "over all pairs of systems, and by error type over all types too."
    )
    if comparison.sentences < FEW_SENTENCES:
        yield "With so few sentences the bootstrap's p can be too small: go by the randomisation."


def _chosen_edits(comparison: Comparison) -> Iterator[str]:
    """Yield which edits take part, as sentences; nothing where all do."""
    chosen = comparison.chosen
    if chosen.length is not None:
        yield f"Only edits of {LENGTHS[chosen.length]} take part."
    if chosen.without:
        yield f"Edits of type {', '.join(chosen.without)} take no part."
    if comparison.unmatched:
        yield f"No edit is of type {', '.join(comparison.unmatched)}."


LENGTHS = {
    EditLength.SINGLE: "at most one token on each side",
    EditLength.MULTI: "two tokens or more on a side",
}


CUSTOMARY = 0.05
"""The level under which differences are called significant."""


def resamples_note(differences: Sequence[Difference], comparison: Comparison) -> str:
    """Return that no adjusted p can be small, where there are too few resamples for it; else nothing."""
    family, resamples = max((difference.family for difference in differences), default=0), comparison.settings.resamples
    least = family / (resamples + 1)
    if least <= CUSTOMARY:
        return ""
    return (
        f"With {resamples} resamples no adjusted p can be below {min(least, 1):.3f}: for {CUSTOMARY:g} take "
        f"{math.ceil(family / CUSTOMARY) - 1} or more."
    )


def family_note(number: int, item: MetricComparison, comparison: Comparison) -> str:
    """Return which differences by error type Holm's adjustment is over."""
    pairs = len(item.headline_differences())
    together = "this one difference" if number == 1 else f"these {number} differences together"
    return (
        f"Holm's adjustment is over {together}, of {pairs} "
        f"{'pair' if pairs == 1 else 'pairs'} of systems and {len(item.groups)} "
        f"{_plural(comparison, len(item.groups))}. Where one of two systems has no score, there is no difference."
    )


def _plural(comparison: Comparison, number: int) -> str:
    title = group_title(comparison)
    if number == 1:
        return title
    return f"{title[:-1]}ies" if title.endswith("y") else f"{title}s"


def group_title(comparison: Comparison) -> str:
    """Return what a group of error types is called; nothing without groups."""
    return comparison.grouping.title.lower() if comparison.grouping else ""
