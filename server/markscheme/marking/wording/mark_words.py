"""The words for a mark, and for each line of its sum."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import attrs

from markscheme.exercises.comments.given_file import GivenComment
from markscheme.exercises.scheme.scheme import HUNDREDTH, WordRule
from markscheme.marking.comments import Comment, CommentUse, TeacherPoints
from markscheme.marking.review.document_review import Finding, PlaceVerdict, VerdictCounts
from markscheme.marking.scheme.mark import LineKind, Mark, MarkLine
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import did
from markscheme.marking.wording.words import (
    NOTHING_TO_MARK,
    REWRITTEN,
    TITLES,
    between,
    counted,
    mark,
    number,
    one_line,
    person_name,
    shortened,
    to_decide,
    without_common_words,
)

FULL: Final = "The best mark, to begin with"
NOTHING_RIGHT: Final = "Nothing is corrected: no points without a correction"
NO_CREDIT: Final = "the mark depends on how near changes are to the teachers' words, which is not computed yet"
NO_MARK: Final = "no mark"
WHOLE_TEXT: Final = "The whole text"
LONGEST_WORDS: Final = 60
"""Largest number of characters of a student's words in a line."""
_VERDICTS = tuple(Verdict)
_ELSEWHERE = {
    Verdict.MISSED: "counted with the change beside it",
    Verdict.CORRECT: "where nothing was to be done",
}
"""Why a place with a verdict has no points of its own."""


def rewritten_reason(sentences: int) -> str:
    verb = "is" if sentences == 1 else "are"
    return f"{counted(sentences, 'sentence')} {verb} rewritten freely: read this text yourself"


def nothing_to_correct(focus: Sequence[str]) -> str:
    return f"there was nothing to correct{_about(focus)}"


def place_reason(verdict: Verdict, group: str, finding: Finding | None = None) -> str:
    """Return a place in words: its verdict, its kind of error, and what was done.

    >>> place_reason(Verdict.MISSED, "tense")
    'Missed (tense)'
    """
    if finding is not None and finding.place is not None and finding.place.rewritten:
        return REWRITTEN
    head = f"{TITLES[verdict]} ({group})" if group else TITLES[verdict]
    return f"{head}: {did(finding)}" if finding is not None else head


def other_place(item: TeacherPoints) -> str:
    """Return what a teacher's points are for, where it is no finding.

    >>> other_place(TeacherPoints(Fraction(2), "Content")), other_place(TeacherPoints(Fraction(2)))
    ('Content', 'The whole text')
    """
    if item.is_whole:
        return item.words or WHOLE_TEXT
    return f"“{shortened(one_line(item.words), LONGEST_WORDS)}”" if item.words else "Between two words"


def given_reason(what: str, teacher: str, by_scheme: Fraction | None) -> str:
    """Return why a line has a teacher's points.

    >>> given_reason("Missed (tense)", "ms-kim", Fraction(0)), given_reason("Content", "", None)
    ('Missed (tense) (points by Ms Kim; 0 by the scheme)', 'Content (points by the teacher)')
    """
    by = person_name(teacher) if teacher else "the teacher"
    scheme = "" if by_scheme is None else f"; {signed(by_scheme)} by the scheme"
    return f"{what} (points by {by}{scheme})"


def focus_reason(places: int, focus: Sequence[str]) -> str:
    verb = "does" if places == 1 else "do"
    return f"{counted(places, 'other place')} {verb} not count: the focus is on {_listed(focus)}"


def cap_reason(kind: str, cap: Fraction, *, gives: bool) -> str:
    """Return why a kind of error gives, or costs, no more.

    >>> cap_reason("spelling", Fraction(2), gives=False), cap_reason("spelling", Fraction(2), gives=True)
    ('No more than 2 is lost on spelling', 'No more than 2 is given for spelling')
    """
    return f"No more than {amount(cap)} is {'given for' if gives else 'lost on'} {kind}"


def words_reason(words: int, rule: WordRule) -> str:
    """Return why a text has a bonus or malus.

    >>> words_reason(64, WordRule(80, False, Fraction(-2)))
    '64 words: fewer than 80'
    """
    return f"{counted(words, 'word')}: {'more' if rule.is_over else 'fewer'} than {rule.bound}"


def floor_reason(floor: Fraction, *, is_from_maximum: bool = False) -> str:
    """Return why a mark is not lower; ``is_from_maximum`` where each error takes from the best mark.

    >>> floor_reason(Fraction(0)), floor_reason(Fraction(0), is_from_maximum=True)
    ('No mark is below 0', 'More errors than the best mark has points for: no mark is below 0')
    """
    lowest = f"o mark is below {amount(floor)}"
    return f"More errors than the best mark has points for: n{lowest}" if is_from_maximum else f"N{lowest}"


def max_reason(maximum: Fraction) -> str:
    return f"No mark is above {amount(maximum)}"


def rounding_reason(step: Fraction) -> str:
    """Return why a mark is rounded; hundredths stand for those of the lines."""
    return "Rounding" if step <= HUNDREDTH else f"Rounded to a multiple of {amount(step)}"


def amount(value: Fraction) -> str:
    """Return a number of points with at most two decimals.

    >>> amount(Fraction(15, 2)), amount(Fraction(-1, 4))
    ('7.5', '-0.25')
    """
    return number(float(value))


def signed(value: Fraction) -> str:
    """Return what a line adds, with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(-1)), signed(Fraction(0))
    ('+0.5', '−1', '0')
    """
    shown = amount(abs(value))
    return "0" if shown == "0" else f"{'+' if value > 0 else '−'}{shown}"


def mark_title(mark: Mark) -> str:
    """Return a mark with its band, or that there is none, and why; one that is not final with all that it may be.

    >>> mark_title(Mark(Fraction(15, 2), Fraction(10)))
    '7.5 of 10'
    >>> from markscheme.marking.scheme.mark import MarkRange
    >>> ends = [Mark(Fraction(points), Fraction(10)) for points in (7, 9)]
    >>> mark_title(Mark(Fraction(7), Fraction(10), range=MarkRange(*ends, 2)))
    '7 to 9 of 10, 2 answers to decide'
    """
    if mark.points is None:
        return f"{NO_MARK}: {mark.withheld}"
    own = mark.range
    ends = [mark] if own is None else [own.lowest, own.highest]
    points = [amount(end.points or Fraction(0)) for end in ends]
    names = dict.fromkeys("" if end.band is None else end.band.name for end in ends)
    shown = f" ({' to '.join(names)})" if all(names) else ""
    waiting = f", {to_decide(own.open)}" if own is not None else ""
    return f"{between(points[0], points[-1])} of {amount(mark.maximum)}{shown}{waiting}"


@attrs.frozen
class SumRow:
    """Some lines of a mark together: the points in hundredths, and what they are for."""

    points: Fraction
    words: str


def sum_rows(mark: Mark, findings: Sequence[Finding], title_of: Callable[[Finding], str] | None = None) -> list[SumRow]:
    """Return the sum in a few rows: findings of equal title and weight together, in the order of verdicts.

    The points of the rows are rounded so that they add up to the mark. Without ``title_of`` a teacher's words name
    verdicts.

    >>> line = MarkLine(LineKind.WORDS, Fraction(1), "90 words: more than 80")
    >>> sum_rows(Mark(Fraction(1), Fraction(2), None, (line,)), ())
    [SumRow(points=Fraction(1, 1), words='90 words: more than 80')]
    """
    total, rows = Fraction(0), []
    titled = title_of or verdict_title
    for lines in _alike(mark, findings, titled):
        before, total = total, total + sum((line.points for line in lines), Fraction(0))
        points = _hundredths(total) - _hundredths(before)
        if points or lines[0].kind is not LineKind.ROUNDING:
            rows.append(SumRow(points, _row_words(lines, findings, titled)))
    return rows


def _alike(mark: Mark, findings: Sequence[Finding], title_of: Callable[[Finding], str]) -> Iterator[list[MarkLine]]:
    """Yield the lines before those of findings, each by itself; then those of findings together; then the others."""
    yield from ([line] for line in mark.lines if line.kind is LineKind.FULL)
    together: dict[tuple[int, Fraction, str, bool], list[MarkLine]] = {}
    for line in mark.lines:
        if line.kind is LineKind.PLACE and line.finding is not None:
            place = findings[line.finding].place
            order = -1 if place is None else _VERDICTS.index(place.verdict)
            is_elsewhere = place is not None and not _is_needed(place)
            key = (order, -(line.weight or Fraction(1)), title_of(findings[line.finding]), is_elsewhere)
            together.setdefault(key, []).append(line)
    yield from (lines for _, lines in sorted(together.items()))
    yield from ([line] for line in mark.lines if line.kind not in (LineKind.FULL, LineKind.PLACE))


def _row_words(lines: Sequence[MarkLine], findings: Sequence[Finding], title_of: Callable[[Finding], str]) -> str:
    first = lines[0]
    if first.finding is None:
        return first.why
    if first.kind is not LineKind.PLACE:
        return _retitled(first.why, findings[first.finding], title_of)
    weight = "" if first.weight in (None, 1) else f", weight {amount(first.weight or Fraction(1))}"
    place = findings[first.finding].place
    elsewhere = f", {_ELSEWHERE.get(place.verdict, '')}" if place is not None and not _is_needed(place) else ""
    return f"{len(lines)} {title_of(findings[first.finding])}{elsewhere or weight}"


def _retitled(why: str, finding: Finding, title_of: Callable[[Finding], str]) -> str:
    before = verdict_title(finding)
    if not before or not why.lower().startswith(before):
        return why
    title = title_of(finding)
    return f"{title[:1].upper()}{title[1:]}{why[len(before) :]}"


def _is_needed(place: PlaceVerdict) -> bool:
    return place.needs > 0 or place.verdict not in _ELSEWHERE


def _hundredths(value: Fraction) -> Fraction:
    return round(value / HUNDREDTH) * HUNDREDTH


def short_sum(mark: Mark, findings: Sequence[Finding]) -> str:
    return " · ".join(f"{row.words} {signed(row.points)}" for row in sum_rows(mark, findings))


def verdict_title(finding: Finding) -> str:
    if finding.place is not None and finding.place.rewritten:
        return "rewritten freely"
    return "" if finding.kind is None else TITLES[finding.kind].lower()


def line_of(mark: Mark, finding: int) -> MarkLine | None:
    """Return the line of a finding; ``None`` for one that does not count."""
    return next((line for line in mark.lines if line.finding == finding), None)


def place_line(line: MarkLine) -> str:
    """Return what a finding adds to the mark.

    >>> place_line(MarkLine(LineKind.PLACE, Fraction(1, 2), "", 0, Fraction(1, 2)))
    'In the mark: +0.5 (weight 0.5)'
    >>> place_line(MarkLine(LineKind.GIVEN, Fraction(1), "", 0, teacher="ms-kim", by_scheme=Fraction(0)))
    'In the mark: +1 (points by Ms Kim; 0 by the scheme)'
    """
    if line.kind is LineKind.GIVEN:
        return given_reason(f"In the mark: {signed(line.points)}", line.teacher, line.by_scheme)
    weight = "" if line.weight is None or line.weight == 1 else f" (weight {amount(line.weight)})"
    return f"In the mark: {signed(line.points)}{weight}"


def _about(focus: Sequence[str]) -> str:
    return f" in {_listed(focus)}" if focus else ""


def _listed(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last


LONGEST_ACTION = 60
"""Largest number of characters of the words of a document in a title."""


SHOW_NUMBERS = "Show the numbers for researchers"
OPEN_SOURCE = "Open the text to correct"
ASK_COMMENT = "Comment…"
ASK_POINTS = "Points…"
ASK_WHOLE_COMMENT = "Comment on the whole text…"
ASK_WHOLE_POINTS = "Points for the whole text…"
MORE = "More…"


def points_here(points: Fraction) -> str:
    """Return the title of an action that gives points to a place.

    >>> points_here(Fraction(1)), points_here(Fraction(0))
    ('Points here: +1', 'Points here: 0')
    """
    return f"Points here: {signed(points)}"


def points_back(points: Fraction) -> str:
    """Return the title of an action that takes a teacher's points back."""
    return f"Back to the points of the mark scheme: {signed(points)}"


def feedback_for(student: str) -> str:
    """Return the title of an action that writes what a student is given back."""
    return f"Write feedback for {student}"


def open_reference(names: str) -> str:
    return f"Open the correction ({names})"


def use(before: str, text: str, names: str, *, whole: bool) -> str:
    """Return the title of an action that puts a teacher's words in the place of the student's.

    ``whole``: ``before`` is all that the student has at the place, so that it need not be named.

    >>> use("suffer", "suffers", "Ms Baker", whole=True)
    'Use “suffers” (Ms Baker)'
    >>> use("near from the lake", "near the lake", "Ms Baker, Mr Cruz", whole=False)
    'Take out “from” (Ms Baker, Mr Cruz)'
    >>> use("", "to", "Ms Baker", whole=True), use("walk home", "walking home", "Ms Baker", whole=False)
    ('Add “to” (Ms Baker)', 'Change “walk” to “walking” (Ms Baker)')
    """
    old, new = one_line(before), one_line(text)
    if not whole:
        old, new = without_common_words(old, new)
    if not old:
        return f"Add {_quoted(new)} ({names})"
    if not new:
        return f"Take out {_quoted(old)} ({names})"
    return f"Use {_quoted(new)} ({names})" if whole else f"Change {_quoted(old)} to {_quoted(new)} ({names})"


def use_sentence(names: str) -> str:
    return f"Use the whole sentence ({names})"


def undo(names: Sequence[str] = ()) -> str:
    """Return the title of an action that undoes a change, with those who left the place as it was.

    >>> undo(), undo(["Ms Baker", "Mr Cruz"])
    ('Undo this change', 'Undo this change, as Ms Baker and Mr Cruz left it')
    """
    return f"Undo this change, as {' and '.join(names)} left it" if names else "Undo this change"


def hide(noun: str, words: str = "") -> str:
    """Return the title of an action that hides one finding; the words tell it from others of its line.

    >>> hide("place", "go → gone"), hide("sentence")
    ('Hide this place: go → gone', 'Hide this sentence')
    """
    return f"Hide this {noun}: {shortened(words, LONGEST_ACTION)}" if words else f"Hide this {noun}"


def hide_every(noun: str) -> str:
    """Return the title of an action that hides all findings of a kind in a document.

    >>> hide_every("place marked “not needed”")
    'Hide every place marked “not needed” in this file'
    """
    return f"Hide every {noun} in this file"


def _quoted(words: str) -> str:
    return f"“{shortened(words, LONGEST_ACTION)}”"


LONGEST_LENS = 80
"""Largest number of characters of a line; its last parts are counted in one number where it would be longer."""
LONGEST_NAME = 30
NOTHING_TO_CHECK = "nothing to check"
_TO_CHECK = (Verdict.DIFFERENT, Verdict.MISSED, Verdict.PARTLY, Verdict.NOT_NEEDED)


def document_line(name: str, counts: VerdictCounts, more: Iterable[str] = (), scheme_mark: Mark | None = None) -> str:
    """Return the line above a student's text: whose it is, its mark, and what there is to check.

    Open answers stand for the places of their verdicts; ``scheme_mark`` stands in place of the points.

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

    Over ``LONGEST`` it leaves out scores from the last one on; the first one stays.

    >>> scores_line("2 hit · 1 under", ["score 0.667", "F0.5 0.833", "credit 90 %"], ["1 hidden"])
    '2 hit · 1 under · score 0.667 · F0.5 0.833 · credit 90 % · 1 hidden'
    >>> scores_line("", ["score 1.000"])
    'nothing to mark · score 1.000'
    """
    end = list(more)
    for count in range(len(scores), 0, -1):
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:count], *end])
        if len(line) <= LONGEST_LENS:
            break
    else:
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:1], *end])
    return line


def _faults(counts: VerdictCounts, kinds: Iterable[Verdict], *, with_rewritten: bool) -> list[tuple[int, str]]:
    numbers = [(counts.places(item), item) for item in kinds]
    faults = [(number, f"{number} {TITLES[item].lower()}") for number, item in numbers if number]
    if counts.rewritten and with_rewritten:
        faults.append((counts.rewritten, f"{counts.rewritten} rewritten freely"))
    return faults


def _fitting(head: str, faults: Sequence[tuple[int, str]], more: Iterable[str], nothing: str) -> str:
    end = list(more)
    line = " · ".join(filter(None, [head, *([text for _, text in faults] or [nothing]), *end]))
    if len(line) <= LONGEST_LENS or not faults:
        return line
    return " · ".join([head, f"{counted(sum(number for number, _ in faults), 'place')} to check", *end])


LONGEST_COMMENT = 60
"""Largest number of characters of a comment in a title."""


def comment_line(comment: Comment) -> str:
    """Return a comment on one line: its code, its text, and the teacher who gave it.

    >>> comment_line(Comment("Art", "A or the?", "A or the?", author="ms-kim"))
    'Art: A or the? (Ms Kim)'
    """
    code = f"{comment.code}: " if comment.code else ""
    by = f" ({person_name(comment.author)})" if comment.author else ""
    return f"{code}{one_line(comment.text)}{by}"


def short_comment(comment: Comment) -> str:
    return shortened(comment_line(comment), LONGEST_COMMENT)


def unplaced_line(item: GivenComment) -> str:
    by = f" by {person_name(item.author)}" if item.author else ""
    about = f"“{shortened(item.quote.words, LONGEST_COMMENT)}”" if item.quote.words else "a gap between words"
    if item.points is not None:
        return f"The points{by} for {about} no longer fit the student's text: {number(float(item.points))}"
    text = f": {shortened(one_line(item.text), LONGEST_COMMENT)}" if item.text else ""
    return f"The comment{by} on {about} no longer fits the student's text{text}"


def use_line(use: CommentUse) -> str:
    """Return how often a comment is used.

    >>> use_line(CommentUse("Art", "A or the?", "article", 3))
    '3 places  Art: A or the?'
    """
    return f"{counted(use.count, 'place')}  {f'{use.code}: ' if use.code else ''}{one_line(use.text)}"
