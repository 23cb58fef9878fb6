"""The words for findings and marks; the same in editors and on the command line."""

from markscheme.marking.review.document_review import DocumentReview, PassageReview, PassageScores, VerdictCounts
from markscheme.marking.review.findings import Finding, Kind
from markscheme.marking.verdicts.verdict import Points, Verdict
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
REWRITTEN = "Rewritten freely: read this one yourself"
MOVED = "Moved: the source has these words at another place."
NOTHING_TO_MARK = "nothing to mark"
NO_REFERENCE_HERE = "No reference for this sentence: no annotator has seen it"
_COUNTED = tuple(verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL)


def title(finding: Finding) -> str:
    """Return the name of a finding's kind."""
    if finding.place is not None and finding.place.rewritten:
        return REWRITTEN
    if finding.kind is not None:
        return TITLES[finding.kind]
    return LOWERING_TITLE if finding.is_shown else "Correction"


def shown(text: str) -> str:
    """Return a stretch of text on one line; an empty one as ∅, in CLEME2.0's vocabulary and for estimates."""
    return one_line(text) or "∅"


def one_line(text: str) -> str:
    """Return a stretch of text on one line; white space alone, such as a blank token of M2, as ␣.

    >>> one_line("a\\n b"), one_line("  "), one_line("")
    ('a b', '␣', '')
    """
    return " ".join(text.split()) or ("␣" if text else "")


def references_part(review: DocumentReview, authors: str = "") -> str:
    """Return the number of a document's references in words, and of the sentence that has fewest.

    Parameters
    ----------
    authors
        How the authors of a file share the work, in words; empty where there is nothing to say.
    """
    total = len(review.references)
    fewest = min((passage.reference_count for passage in review.passages if passage.references), default=total)
    less = f", {fewest or 'none'} in some sentences" if fewest < total else ""
    count = "1 reference" if total == 1 else f"{total} references"
    return f"{count}{less}: {authors}" if authors else f"{count}{less}"


def sentence_references(passage: PassageReview) -> str:
    """Return the number of references that a passage has in words; empty where it has all of them."""
    count, total = passage.reference_count, len(passage.references)
    return f"{count} of {total} references" if count < total else ""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most ``longest`` characters; the last one is an ellipsis if some are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def without_common_words(old: str, new: str) -> tuple[str, str]:
    """Return two texts without the words that both have at either end."""
    before, after = old.split(), new.split()
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    return " ".join(before), " ".join(after)


def counted(number: int, noun: str) -> str:
    """Return a number with a noun whose plural ends in ``s``.

    >>> counted(1, "place"), counted(0, "place")
    ('1 place', '0 places')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


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


def verdict_tally(counts: VerdictCounts) -> str:
    """Return the number of places with each verdict, and of sentences that are rewritten freely.

    Verdicts that no place has are left out, and so are optional places, which count for nothing.

    >>> verdict_tally(VerdictCounts(((Verdict.CORRECT, 12), (Verdict.PARTLY, 3), (Verdict.OPTIONAL, 4))))
    '12 correct · 3 partly correct'
    >>> verdict_tally(VerdictCounts(((Verdict.DIFFERENT, 3),), rewritten=2))
    '1 different · 2 rewritten freely'
    """
    return " · ".join([*_judged(counts), *_rewritten(counts)])


def _judged(counts: VerdictCounts) -> list[str]:
    """Return the number of places with each verdict, without those that stand for rewritten sentences."""
    return [f"{places} {TITLES[item].lower()}" for item in _COUNTED if (places := counts.places(item))]


def _rewritten(counts: VerdictCounts) -> list[str]:
    return [f"{counts.rewritten} rewritten freely"] if counts.rewritten else []


def points(value: Points) -> str:
    """Return earned points and those that were due, with at most two decimals.

    >>> points(Points(31.0, 48)), points(Points(37.63636, 71))
    ('31 of 48', '37.64 of 71')
    """
    return f"{number(value.earned)} of {value.due}"


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(31.0), number(2.5)
    ('31', '2.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def between(low: str, high: str) -> str:
    """Return what a mark may become, from its lowest value to its highest.

    >>> between("14", "17"), between("9", "9")
    ('14 to 17', '9')
    """
    return low if low == high else f"{low} to {high}"


def to_decide(answers: int) -> str:
    """Return how many answers wait for a person's decision.

    >>> to_decide(1), to_decide(3)
    ('1 answer to decide', '3 answers to decide')
    """
    return f"{counted(answers, 'answer')} to decide"


def mark(counts: VerdictCounts) -> str:
    """Return what a document's points may become, or why they are not to be compared; empty where nothing was due.

    >>> mark(VerdictCounts(points=Points(31, 48))), mark(VerdictCounts(points=Points(31, 48), open=2, to_gain=2))
    ('31 of 48', '31 to 33 of 48')
    >>> mark(VerdictCounts(points=Points(2, 183), rewritten=24, is_comparable=False))
    'not comparable: 24 sentences rewritten freely'
    """
    if not counts.is_comparable:
        sentences = "1 sentence" if counts.rewritten == 1 else f"{counts.rewritten} sentences"
        return f"not comparable: {sentences} rewritten freely"
    if not counts.points.due:
        return ""
    return f"{between(number(counts.lowest), number(counts.highest))} of {counts.points.due}"


def document_tally(counts: VerdictCounts) -> str:
    """Return a document's counts by verdict and its points on one line.

    >>> document_tally(VerdictCounts(((Verdict.CORRECT, 2), (Verdict.MISSED, 1)), Points(2, 3)))
    '2 correct · 1 missed · 2 of 3 points'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 1), open=1, to_gain=1))
    '1 different · 0 to 1 of 1 point · 1 answer to decide'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 9), 1, is_comparable=False))
    'not comparable: 1 sentence rewritten freely'
    >>> document_tally(VerdictCounts())
    'nothing to mark'
    """
    rewritten = _rewritten(counts) if counts.is_comparable else []
    due = counts.points.due if counts.is_comparable else 0
    unit = f" point{'' if due == 1 else 's'}" if due else ""
    waiting = [to_decide(counts.open)] if due and counts.open else []
    parts = [*_judged(counts), *rewritten, f"{mark(counts)}{unit}", *waiting]
    return " · ".join(filter(None, parts)) or NOTHING_TO_MARK


def passage_tally(counts: VerdictCounts) -> str:
    """Return a passage's counts by verdict; empty where there is nothing to mark.

    >>> passage_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), rewritten=1, is_comparable=False))
    'Rewritten freely: read this one yourself'
    """
    return REWRITTEN if counts.rewritten else verdict_tally(counts)


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
