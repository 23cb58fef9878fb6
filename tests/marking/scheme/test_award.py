"""Marks by a mark scheme: what holds for every scheme, and what the presets give."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from markscheme.exercises.schemes import PRESETS, ErrorGroups, ErrorKinds, Scheme, scheme_faults, scheme_of
from markscheme.languages.segments import Span
from markscheme.marking.comments import TeacherPoints
from markscheme.marking.mark import Assessment, Entry, LineKind, Mark, award
from markscheme.marking.verdict import Verdict

KINDS = ErrorKinds(groups=ErrorGroups.of({"Articles": ["DET"]}))
TYPES = ("M:DET", "R:SPELL", "R:VERB:TENSE", "R:PREP+R:VERB:TENSE")
NAMES = ("Articles", "tense", "R:SPELL", "*:VERB:*")
RANKS = {Verdict.MISSED: 0, Verdict.DIFFERENT: 0, Verdict.PARTLY: 1, Verdict.CORRECT: 2}
"""Verdicts that can stand at one place, the better the higher."""


def hundredths(lowest: int, highest: int) -> st.SearchStrategy[float]:
    return st.integers(lowest, highest).map(lambda number: number / 100)


def amounts(lowest: int, highest: int) -> st.SearchStrategy[dict[str, float]]:
    return st.dictionaries(st.sampled_from(NAMES), hundredths(lowest, highest), max_size=2)


points = st.fixed_dictionaries(
    {},
    optional={
        "correct": hundredths(1, 300),
        "partly-correct": st.just("share") | hundredths(0, 300),
        "different": st.just("credit") | hundredths(-100, 100),
        "missed": hundredths(-200, 0),
        "not-needed": hundredths(-200, 0),
    },
)
rules = st.fixed_dictionaries({"under": st.integers(1, 9), "points": hundredths(-500, 500)}) | st.fixed_dictionaries(
    {"over": st.integers(0, 9), "points": hundredths(-500, 500)}
)
tables = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(PRESETS.built_in),
        "basis": st.sampled_from(["share", "points", "deduct"]),
        "max": hundredths(1, 3000),
        "floor": hundredths(0, 500),
        "rounding": hundredths(1, 300),
        "points": points,
        "weights": amounts(0, 300),
        "focus": st.lists(st.sampled_from(NAMES), max_size=2),
        "caps": amounts(0, 500),
        "words": st.lists(rules, max_size=2),
        "bands": st.just([{"from": 0, "name": "pass"}]),
    },
)


def is_sound(table: Mapping[str, Any]) -> bool:
    return not list(scheme_faults({"scheme": table, "groups": {"Articles": ["DET"]}}))


schemes = tables.filter(is_sound).map(lambda table: scheme_of(table))


@st.composite
def places(draw: st.DrawFn) -> Entry:
    verdict = draw(st.sampled_from([*RANKS, Verdict.NOT_NEEDED, Verdict.OPTIONAL]))
    needs = 0 if verdict in (Verdict.NOT_NEEDED, Verdict.OPTIONAL) else draw(st.integers(0, 3))
    done = Fraction(draw(st.integers(0, 4 * needs)), 4)
    credit = Fraction(draw(st.integers(0, 4)), 4)
    return Entry(0, verdict, needs, done, draw(st.sampled_from(TYPES)), credit, rewritten=False)


texts = st.lists(places(), max_size=7).map(
    lambda items: tuple(attrs.evolve(item, finding=number) for number, item in enumerate(items))
)
lengths = st.integers(0, 9)
amount = st.integers(-500, 500).map(lambda number: Fraction(number, 100))
teachers_points = st.builds(
    lambda at_findings, elsewhere, whole: tuple(
        [TeacherPoints(points, finding=number) for number, points in sorted(at_findings.items())]
        + [TeacherPoints(points, "at home", span=Span(0, 7)) for points in elsewhere]
        + [TeacherPoints(points, "Content", "Ms Kim") for points in whole]
    ),
    st.dictionaries(st.integers(0, 6), amount, max_size=3),
    st.lists(amount, max_size=1),
    st.lists(amount, max_size=1),
)
"""Points for findings, other words, and the whole text; a finding need not be there."""


def mark_of(scheme: Scheme | None, text: tuple[Entry, ...], words: int, points: tuple[TeacherPoints, ...] = ()) -> Mark:
    assert scheme is not None
    return award(Assessment(scheme, KINDS, words, given=points), text)


@given(schemes, texts, lengths, st.just(()) | teachers_points)
def test_a_mark_is_the_sum_of_its_lines_and_stays_in_bounds(
    scheme: Scheme, text: tuple[Entry, ...], words: int, points: tuple[TeacherPoints, ...]
):
    mark = mark_of(scheme, text, words, points)
    assert mark == mark_of(scheme, text, words, points)
    if mark.points is None:
        assert mark.withheld
        assert not mark.lines
        return
    assert sum((line.points for line in mark.lines), Fraction(0)) == mark.points
    assert scheme.floor <= mark.points <= scheme.maximum
    assert mark.points % Fraction(1, 100) == 0
    counted = [line for line in mark.lines if line.kind is LineKind.PLACE]
    assert len(counted) <= sum(item.counts for item in text)
    numbers = {item.finding for item in text}
    is_by_scheme = any(
        line.kind in (LineKind.FULL, LineKind.PLACE) or line.by_scheme is not None for line in mark.lines
    )
    due = [item for item in points if item.finding is None or (is_by_scheme and item.finding in numbers)]
    lines = [line for line in mark.lines if line.kind is LineKind.GIVEN]
    assert sorted(line.points for line in lines) == sorted(item.points for item in due)
    at_findings = [line.finding for line in mark.lines if line.finding is not None]
    assert len(at_findings) == len(set(at_findings))


@given(schemes, texts, lengths, teachers_points)
def test_points_at_a_place_leave_the_lines_of_the_others(
    scheme: Scheme, text: tuple[Entry, ...], words: int, points: tuple[TeacherPoints, ...]
):
    before, after = mark_of(scheme, text, words), mark_of(scheme, text, words, points)
    assume(before.points is not None)
    replaced = {item.finding for item in points}
    by_scheme = {line.finding: line for line in before.lines if line.kind is LineKind.PLACE}
    places = {line.finding: line for line in after.lines if line.kind is LineKind.PLACE}
    assert places == {number: line for number, line in by_scheme.items() if number not in replaced}
    for line in after.lines:
        if line.kind is LineKind.GIVEN and line.finding is not None:
            scheme_line = by_scheme.get(line.finding)
            assert line.by_scheme == (scheme_line.points if scheme_line else 0)


@given(schemes, texts, lengths, teachers_points, st.data())
def test_more_points_never_lower_a_mark(
    scheme: Scheme, text: tuple[Entry, ...], words: int, points: tuple[TeacherPoints, ...], data: st.DataObject
):
    assume(points)
    number = data.draw(st.integers(0, len(points) - 1))
    more = attrs.evolve(points[number], points=points[number].points + Fraction(data.draw(st.integers(0, 300)), 100))
    before = mark_of(scheme, text, words, points)
    after = mark_of(scheme, text, words, (*points[:number], more, *points[number + 1 :]))
    assert (before.points is None) == (after.points is None)
    assert before.points is None or (after.points is not None and before.points <= after.points)


@given(schemes, texts, lengths, st.just(()) | teachers_points, st.data())
def test_a_better_verdict_never_lowers_a_mark(
    scheme: Scheme, text: tuple[Entry, ...], words: int, points: tuple[TeacherPoints, ...], data: st.DataObject
):
    number = data.draw(st.integers(0, max(len(text) - 1, 0)))
    assume(text)
    before = text[number]
    if before.verdict is Verdict.NOT_NEEDED:
        assume(all(item.finding != before.finding for item in points))
        better = (*text[:number], *text[number + 1 :])
    else:
        assume(before.verdict in RANKS)
        verdict = data.draw(st.sampled_from([item for item in RANKS if RANKS[item] >= RANKS[before.verdict]]))
        assume(RANKS[verdict] > RANKS[before.verdict] or verdict is before.verdict)
        done = before.done + Fraction(data.draw(st.integers(0, 4)), 4) * (before.needs - before.done)
        credit = max(before.credit or Fraction(0), Fraction(data.draw(st.integers(0, 4)), 4))
        after = attrs.evolve(before, verdict=verdict, done=done, credit=credit)
        better = (*text[:number], after, *text[number + 1 :])
    old, new = mark_of(scheme, text, words, points), mark_of(scheme, better, words, points)
    assert (old.points is None) == (new.points is None)
    assert old.points is None or (new.points is not None and old.points <= new.points)


@given(schemes, texts, lengths)
def test_a_source_handed_in_unchanged_has_the_lowest_mark(scheme: Scheme, text: tuple[Entry, ...], words: int):
    unchanged = tuple(
        attrs.evolve(item, verdict=Verdict.MISSED, done=Fraction(0))
        for item in text
        if item.verdict is not Verdict.NOT_NEEDED
    )
    mark = mark_of(scheme, unchanged, words)
    assert mark.points is None or mark.points == scheme.floor


@given(schemes, texts)
def test_a_perfect_text_has_the_best_mark(scheme: Scheme, text: tuple[Entry, ...]):
    assume(scheme.basis != "points" and not scheme.words)
    perfect = tuple(
        attrs.evolve(item, verdict=Verdict.CORRECT, done=Fraction(item.needs))
        for item in text
        if item.verdict is not Verdict.NOT_NEEDED
    )
    mark = mark_of(scheme, perfect, 0)
    assert mark.points is None or mark.points == scheme.maximum


TEXT = (
    Entry(0, Verdict.CORRECT, 1, Fraction(1), "R:SPELL"),
    Entry(1, Verdict.CORRECT, 1, Fraction(1), "R:VERB:TENSE"),
    Entry(2, Verdict.MISSED, 1, Fraction(0), "R:VERB:TENSE"),
    Entry(3, Verdict.PARTLY, 1, Fraction(1, 2), "M:DET"),
    Entry(4, Verdict.NOT_NEEDED, 0, Fraction(0), "U:DET"),
    Entry(5, Verdict.OPTIONAL, 0, Fraction(0), "R:PUNCT"),
)


@pytest.mark.parametrize(
    ("table", "points", "lines"),
    [
        (
            {"preset": "share of errors found"},
            "5.50",
            ["2.500 correct", "2.500 correct", "0.000 missed", "1.250 partly", "-0.625 not", "-0.125 rounded"],
        ),
        (
            {"preset": "deduct per error"},
            "18.00",
            ["20.000 the", "0.000 correct", "0.000 correct", "-1.000 missed", "-0.500 partly", "-0.500 not"],
        ),
        ({"preset": "focus on tenses"}, "5.00", ["5.000 correct", "0.000 missed", "0.000 3"]),
        ({"basis": "points", "caps": {"tense": 0.5}}, "1.75", ["1.000 correct", "1.000 correct", "0.000 missed"]),
        ({"weights": {"SPELL": 0}, "focus": ["spelling"]}, None, []),
    ],
)
def test_the_sums_of_a_text(table: dict[str, Any], points: str | None, lines: list[str]):
    mark = mark_of(scheme_of(table), TEXT, 100)
    assert (None if mark.points is None else f"{float(mark.points):.2f}") == points
    shown = [f"{float(line.points):.3f} {line.why.split()[0].lower()}" for line in mark.lines]
    assert shown[: len(lines)] == lines


def test_nothing_right_earns_nothing_by_deduction_either():
    left = tuple(item for item in TEXT if item.verdict is Verdict.MISSED)
    mark = mark_of(scheme_of({"basis": "deduct", "words": [{"over": 10, "points": 5}]}), left, 100)
    assert mark.points == 0
    assert [line.kind for line in mark.lines] == [LineKind.FULL, LineKind.PLACE, LineKind.NOTHING_RIGHT]


def test_credit_pays_up_to_what_partly_correct_earns_and_is_waited_for():
    scheme = scheme_of({"basis": "points", "points": {"partly-correct": 0.5, "different": "credit"}})
    near = Entry(0, Verdict.DIFFERENT, 1, Fraction(0), "R:PREP", Fraction(1, 2))
    assert mark_of(scheme, (near,), 0).points == Fraction(1, 4)
    waiting = mark_of(scheme, (attrs.evolve(near, credit=None),), 0)
    assert (waiting.points, "not computed yet" in waiting.withheld) == (None, True)


def test_a_teachers_points_stand_in_the_sum_with_the_teachers_name():
    points = (
        TeacherPoints(Fraction(1), author="ms-kim", finding=2),
        TeacherPoints(Fraction(1, 2), author="ms-kim", finding=5),
        TeacherPoints(Fraction(1, 4), "at home", "ms-kim", span=Span(3, 10)),
        TeacherPoints(Fraction(2), "Content", "mr-roy"),
    )
    scheme = scheme_of({"basis": "points", "focus": ["tense"], "max": 10})
    mark = mark_of(scheme, TEXT, 100, points)
    assert mark.points == Fraction(19, 4)
    assert [(float(line.points), line.why) for line in mark.lines] == [
        (1, "Correct (tense)"),
        (1, "Missed (tense) (points by Ms Kim; 0 by the scheme)"),
        (0.5, "Optional (punctuation) (points by Ms Kim; 0 by the scheme)"),
        (0.25, "“at home” (points by Ms Kim)"),
        (2, "Content (points by Mr Roy)"),
        (0, "3 other places do not count: the focus is on tense"),
    ]


def test_points_for_the_whole_text_are_the_mark_where_the_scheme_has_none():
    scheme = scheme_of({"focus": ["spelling"], "max": 5, "rounding": 0.5})
    whole = TeacherPoints(Fraction(9, 4), "Content", "Ms Kim")
    assert mark_of(scheme, TEXT[1:3], 0).points is None
    assert mark_of(scheme, TEXT[1:3], 0, (attrs.evolve(whole, span=Span(0, 3)),)).points is None
    mark = mark_of(scheme, TEXT[1:3], 0, (whole,))
    assert (mark.points, [line.kind for line in mark.lines]) == (2.5, [LineKind.GIVEN, LineKind.ROUNDING])


def test_a_teachers_points_are_not_capped_but_bounded():
    scheme = scheme_of({"basis": "deduct", "max": 10, "caps": {"tense": 1}})
    text = (*TEXT[:3], attrs.evolve(TEXT[2], finding=6))
    by_scheme = mark_of(scheme, text, 0)
    mark = mark_of(scheme, text, 0, (TeacherPoints(Fraction(-3), finding=6),))
    assert (by_scheme.points, mark.points) == (9, 6)
    assert mark_of(scheme, text, 0, (TeacherPoints(Fraction(-30), finding=6),)).points == 0
    assert mark_of(scheme, text, 0, (TeacherPoints(Fraction(30), finding=6),)).points == 10


def test_words_and_bands():
    table = {"words": [{"under": 80, "points": -2}, {"over": 150, "points": 1}]}
    table |= {"bands": [{"from": 0, "name": "weak"}, {"from": 5, "name": "good", "text": "Well done."}]}
    right = (Entry(0, Verdict.CORRECT, 1, Fraction(1), "R:PREP"),)
    short = mark_of(scheme_of(table), right, 79)
    assert (short.points, short.lines[-1].why) == (8, "79 words: fewer than 80")
    assert short.band is not None
    assert (short.band.name, short.band.text) == ("good", "Well done.")
    assert mark_of(scheme_of(table), right, 151).lines[-1].why == "No mark is above 10"
    for words in (80, 150):
        assert [line.kind for line in mark_of(scheme_of(table), right, words).lines] == [LineKind.PLACE]


def test_more_words_are_no_bonus_on_a_teachers_points_where_nothing_is_right():
    left = tuple(item for item in TEXT if item.verdict is Verdict.MISSED)
    scheme = scheme_of({"words": [{"over": 10, "points": 5}, {"under": 200, "points": -1}]})
    assert mark_of(scheme, left, 100, (TeacherPoints(Fraction(2), "Content", "Ms Kim"),)).points == 1


def test_a_cap_is_the_most_that_a_kind_of_error_takes_too():
    right = tuple(Entry(number, Verdict.CORRECT, 1, Fraction(1), "R:SPELL") for number in range(3))
    left = tuple(Entry(number, Verdict.MISSED, 1, Fraction(0), "R:VERB:TENSE") for number in range(3, 6))
    scheme = scheme_of({"basis": "points", "points": {"missed": -1}, "caps": {"tense": 1}})
    mark = mark_of(scheme, (*right, *left), 100)
    assert (mark.points, mark.lines[-1].kind, mark.lines[-1].points) == (2, LineKind.CAP, 2)
