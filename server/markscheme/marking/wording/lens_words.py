"""The lines above a text and its paragraphs, in verdicts: short, and about what there is to check."""

from collections.abc import Iterable, Sequence

from markscheme.marking.review.document_review import VerdictCounts
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.mark_words import mark_title
from markscheme.marking.wording.words import NOTHING_TO_MARK, REWRITTEN, TITLES, counted, mark, shortened, to_decide

LONGEST = 80
"""Largest number of characters of a line; its last parts are counted in one number where it would be longer."""
LONGEST_NAME = 30
NOTHING_TO_CHECK = "nothing to check"
_TO_CHECK = (Verdict.DIFFERENT, Verdict.MISSED, Verdict.PARTLY, Verdict.NOT_NEEDED)


def document_line(name: str, counts: VerdictCounts, more: Iterable[str] = (), scheme_mark: Mark | None = None) -> str:
    """Return the line above a student's text: whose it is, its mark, and what there is to check.

    Answers that nobody has decided stand for the places of their verdicts.

    Parameters
    ----------
    more
        What else there is to say.
    scheme_mark
        The mark by a mark scheme, which stands in place of the points.

    >>> from markscheme.marking.verdicts.verdict import Points
    >>> document_line("Mei Lin", VerdictCounts(((Verdict.CORRECT, 4), (Verdict.MISSED, 2)), Points(4, 6)))
    'Mei Lin: 4 of 6 points · 2 missed'
    >>> document_line("Ben", VerdictCounts(((Verdict.CORRECT, 1),), Points(1, 1)), ["1 hidden"])
    'Ben: 1 of 1 point · nothing to check · 1 hidden'
    >>> found = ((Verdict.DIFFERENT, 2), (Verdict.MISSED, 1))
    >>> document_line("Ada", VerdictCounts(found, Points(0, 3), open=2, to_gain=2))
    'Ada: 0 to 2 of 3 points, 2 answers to decide · 1 missed'
    """
    is_open = counts.open > 0 and counts.is_comparable
    kinds = (Verdict.MISSED,) if is_open else _TO_CHECK
    faults = _faults(counts, kinds, with_rewritten=counts.is_comparable and not is_open)
    nothing = "" if is_open else NOTHING_TO_CHECK
    if scheme_mark is not None:
        return _fitting(f"{shortened(name, LONGEST_NAME)}: {mark_title(scheme_mark)}", faults, more, nothing)
    number = counts.points.due
    unit = f" point{'' if number == 1 else 's'}" if counts.is_comparable and number else ""
    waiting = f", {to_decide(counts.open)}" if unit and is_open else ""
    head = f"{shortened(name, LONGEST_NAME)}: {mark(counts) or NOTHING_TO_MARK}{unit}{waiting}"
    return _fitting(head, faults, more, nothing)


def paragraph_line(passages: Sequence[VerdictCounts]) -> str:
    """Return the line above a paragraph: what there is to check; empty where a look at its only sentence says it.

    >>> from markscheme.marking.verdicts.verdict import Points
    >>> missed = VerdictCounts(((Verdict.MISSED, 1),), Points(0, 1))
    >>> paragraph_line([missed, VerdictCounts(), missed]), paragraph_line([missed])
    ('2 missed', '')
    """
    total = sum(passages, VerdictCounts())
    if len(passages) == 1:
        return REWRITTEN if total.rewritten else ""
    return " · ".join(text for _, text in _faults(total, _TO_CHECK, with_rewritten=True))


def source_line(to_correct: int, students: int) -> str:
    """Return the line above the text that students correct.

    >>> source_line(12, 8), source_line(1, 0)
    ('Text to correct: 12 places · 8 students', 'Text to correct: 1 place')
    """
    parts = [counted(to_correct, "place"), *([counted(students, "student")] if students else [])]
    return f"Text to correct: {' · '.join(parts)}"


def scores_line(tally: str, scores: Sequence[str], more: Iterable[str] = ()) -> str:
    """Return the line above a text in CLEME2.0's vocabulary: its counts and its scores.

    Where the line would be longer than ``LONGEST``, it leaves out scores from the last one on; the first one stays.

    Parameters
    ----------
    more
        What else there is to say.

    >>> scores_line("2 hit · 1 under", ["score 0.667", "F0.5 0.833", "credit 90 %"], ["1 hidden"])
    '2 hit · 1 under · score 0.667 · F0.5 0.833 · credit 90 % · 1 hidden'
    >>> scores_line("", ["score 1.000"])
    'nothing to mark · score 1.000'
    """
    end = list(more)
    for number in range(len(scores), 0, -1):
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:number], *end])
        if len(line) <= LONGEST:
            break
    else:
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:1], *end])
    return line


def _faults(counts: VerdictCounts, kinds: Iterable[Verdict], *, with_rewritten: bool) -> list[tuple[int, str]]:
    """Return the number of places to check with each verdict, and of sentences that are rewritten freely."""
    numbers = [(counts.places(item), item) for item in kinds]
    faults = [(number, f"{number} {TITLES[item].lower()}") for number, item in numbers if number]
    if counts.rewritten and with_rewritten:
        faults.append((counts.rewritten, f"{counts.rewritten} rewritten freely"))
    return faults


def _fitting(head: str, faults: Sequence[tuple[int, str]], more: Iterable[str], nothing: str) -> str:
    end = list(more)
    line = " · ".join(filter(None, [head, *([text for _, text in faults] or [nothing]), *end]))
    if len(line) <= LONGEST or not faults:
        return line
    return " · ".join([head, f"{counted(sum(number for number, _ in faults), 'place')} to check", *end])
