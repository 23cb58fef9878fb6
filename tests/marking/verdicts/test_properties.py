"""What holds for the verdicts on any passage, whatever its edits and references."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import attrs
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tests.marking.verdicts.passages import edits, passages

from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
from markscheme.marking.changes import TOUCH, changes, corrections, groups, positions, rules_with, widened
from markscheme.marking.judgement import JudgedPassage
from markscheme.marking.places import points_of, verdicts, with_split_edits
from markscheme.marking.verdict import Place, Points, Verdict
from markscheme.metrics.base import ASSUMPTIONS

RULES = rules_with("en", (), "independent")


def judged(passage: PassageEdits) -> JudgedPassage:
    return JudgedPassage(passage, RULES)


def earned(passage: PassageEdits) -> Points:
    """Return a passage's points where changes may be judged in parts."""
    return with_split_edits(judged(passage)).followed.points


def outline(places: tuple[Place, ...]) -> list[object]:
    """Everything of places but which reference is which."""
    return [
        (
            item.verdict,
            item.source,
            item.target,
            item.points,
            item.missing,
            [(one.target, one.replacement) for one in item.suggestions],
            [(one.source, one.replacement) for one in item.versions],
        )
        for item in places
    ]


@given(passages(), st.randoms(use_true_random=False))
def test_the_order_of_references_changes_nothing(passage: PassageEdits, random: Random) -> None:
    shuffled = list(passage.references)
    random.shuffle(shuffled)
    assert outline(verdicts(passage, RULES)) == outline(
        verdicts(attrs.evolve(passage, references=tuple(shuffled)), RULES)
    )
    for assumption in ("independent", "dependent"):
        rules = attrs.evolve(RULES, assumption=ASSUMPTIONS[assumption])
        one = verdicts(passage, rules)
        other = verdicts(attrs.evolve(passage, references=tuple(shuffled)), rules)
        assert [(item.verdict, item.points) for item in one] == [(item.verdict, item.points) for item in other]


@given(passages(), st.data())
def test_another_reference_lowers_no_verdict_and_no_mark(passage: PassageEdits, data: st.DataObject) -> None:
    more = attrs.evolve(passage, references=(*passage.references, data.draw(edits(passage.source))))
    before, after = judged(passage), judged(more)
    assume(not after.agreed)
    for change in before.changes:
        one, other = before.judgement(change.index), after.judgement(change.index)
        assert other.rank[:2] >= one.rank[:2]
    assert after.points.is_at_least(before.points)
    assert earned(more).is_at_least(earned(passage))
    assert earned(passage).is_at_least(before.points)
    missed_before = widened((position for unit in before.units for position in unit.positions), TOUCH)
    for unit in after.units:
        assert unit.positions & missed_before if unit.is_choice else unit.positions <= missed_before


@given(passages(), st.data())
def test_a_hypothesis_equal_to_a_reference_is_correct(passage: PassageEdits, data: st.DataObject) -> None:
    same = data.draw(st.sampled_from(passage.references))
    assume(not judged(passage).agreed)
    places = verdicts(attrs.evolve(passage, hypothesis=same), RULES)
    assert {item.verdict for item in places} <= {Verdict.CORRECT, Verdict.OPTIONAL}
    assert points_of(places).share in (None, 1.0)


@given(passages())
def test_a_hypothesis_that_reads_like_a_reference_is_correct(passage: PassageEdits) -> None:
    target = apply_edits(passage.source, passage.hypothesis)
    assume(not judged(passage).agreed)
    assume(any(apply_edits(passage.source, item) == target for item in passage.references))
    assert {item.verdict for item in verdicts(passage, RULES)} <= {Verdict.CORRECT, Verdict.OPTIONAL}


@given(passages(most_references=1))
def test_a_correction_that_is_undone_raises_no_mark(passage: PassageEdits) -> None:
    """Half of a correction that is due never loses what none of it keeps, in a mark of any size."""
    whole = judged(passage).points
    for change in judged(passage).changes:
        if judged(passage).judgement(change.index).verdict is Verdict.PARTLY:
            rest = tuple(edit for index, edit in enumerate(passage.hypothesis) if index not in change.edits)
            none = judged(attrs.evolve(passage, hypothesis=rest)).points
            for due in (0, 10, 1000):
                assert (whole.earned + due) / max(whole.due + due, 1) >= (none.earned + due) / max(
                    none.due + due, 1
                ) - 1e-9


@given(passages())
def test_the_unchanged_source_earns_nothing(passage: PassageEdits) -> None:
    places = verdicts(attrs.evolve(passage, hypothesis=()), RULES)
    assert {item.verdict for item in places} <= {Verdict.MISSED, Verdict.OPTIONAL}
    assert points_of(places).earned == 0


@given(passages())
def test_points_are_those_of_the_places(passage: PassageEdits) -> None:
    points, total = points_of(verdicts(passage, RULES)), earned(passage)
    assert abs(points.earned - total.earned) < 1e-9
    assert points.due == total.due
    assert points.earned <= points.due + 1e-9


@given(passages())
def test_nothing_that_a_reference_leaves_is_missed(passage: PassageEdits) -> None:
    assume(not judged(passage).agreed)
    sides = [changes(passage.source, item) for item in passage.references]
    for unit in judged(passage).units:
        assert {number for number, _ in unit.changes} == set(range(len(passage.references)))
        for side in sides:
            assert unit.positions & positions(side) if unit.is_choice else unit.positions <= positions(side, unit.reach)
    for place in verdicts(passage, RULES):
        if place.verdict is Verdict.MISSED:
            assert not any(version.keeps for version in place.versions)


@given(passages(), st.data())
def test_what_all_references_but_one_of_three_correct_alike_is_due(passage: PassageEdits, data: st.DataObject) -> None:
    correction = data.draw(edits(passage.source))
    references = data.draw(st.permutations([correction, correction, ()]))
    places = verdicts(attrs.evolve(passage, hypothesis=(), references=tuple(references)), RULES)
    assert {item.verdict for item in places} <= {Verdict.MISSED}
    assert bool(places) == (apply_edits(passage.source, correction) != passage.source)


@given(passages())
def test_a_suggestion_differs_and_lowers_no_mark(passage: PassageEdits) -> None:
    target, before = apply_edits(passage.source, passage.hypothesis), judged(passage).points
    for place in verdicts(passage, RULES):
        for item in place.suggestions:
            assert target[item.target.start : item.target.end] != item.replacement
            made = (*target[: item.target.start], *item.replacement, *target[item.target.end :])
            outcomes = [
                JudgedPassage(attrs.evolve(passage, hypothesis=made_edits), RULES).points
                for made_edits in _readings(passage, place, made)
            ]
            assert any(points.is_at_least(before) for points in outcomes)


@given(passages())
@example(
    PassageEdits(
        ("b", "a"),
        (Edit(0, 2, (), "U:OTHER"), Edit(2, 2, ("a",), "M:OTHER")),
        ((Edit(1, 2, (), "U:OTHER"),),),
        parallel=False,
    )
)
def test_all_places_lie_in_the_text(passage: PassageEdits) -> None:
    length = len(apply_edits(passage.source, passage.hypothesis))
    for place in verdicts(passage, RULES):
        for item in (place, *place.suggestions, *place.missing):
            assert 0 <= item.target.start <= item.target.end <= length
        for remainder in place.missing:
            followed = apply_edits(passage.source, passage.references[place.versions[0].reference])
            assert 0 <= remainder.words.start <= remainder.words.end <= len(followed)


def _readings(passage: PassageEdits, place: Place, target: tuple[str, ...]) -> Iterator[Edits]:
    """Yield the mixtures of the hypothesis's edits and a reference's that read like a text."""
    for version in place.versions:
        sides = (
            changes(passage.source, passage.hypothesis),
            corrections(passage.source, passage.references[version.reference]),
        )
        pool = [change.edit for side in sides for change in side]
        for number in range(len(pool) + 1):
            for chosen in combinations(sorted(set(pool), key=lambda edit: (edit.start, edit.end)), number):
                are_disjoint = all(one.end <= other.start and one.start < other.end for one, other in pairwise(chosen))
                if are_disjoint and apply_edits(passage.source, chosen) == target:
                    yield chosen


@given(passages(at_least=2), st.data())
def test_a_neighbour_changes_nothing(passage: PassageEdits, data: st.DataObject) -> None:
    """A change has the same verdict without another one, unless an edit of a reference meets or touches both."""
    own = changes(passage.source, passage.hypothesis)
    assume(len(own) > 1)
    removed = data.draw(st.sampled_from(own))
    rest: Edits = tuple(edit for index, edit in enumerate(passage.hypothesis) if index not in removed.edits)
    assume(len(changes(passage.source, rest)) == len(own) - 1)
    without = attrs.evolve(passage, hypothesis=rest)
    targets = [apply_edits(passage.source, item) for item in passage.references]
    assume(apply_edits(passage.source, passage.hypothesis) not in targets)
    assume(apply_edits(passage.source, rest) not in targets)
    before, after = judged(passage), judged(without)
    for change in own:
        if change.index == removed.index or _are_joined(passage, change.index, removed.index):
            continue
        index = change.index - sum(change.index > other for other in removed.edits)
        assert before.judgement(change.index).rank == after.judgement(index).rank
    every_change = [change for reference in before.references for change in reference.changes]
    for phrase in groups(every_change, TOUCH):
        if not any(removed.touches(change) for change in phrase):
            units = [{unit for unit in side.units if unit.changes[0][1] in phrase} for side in (before, after)]
            assert units[0] == units[1]


def _are_joined(passage: PassageEdits, one: int, other: int) -> bool:
    """Return whether edits of one reference join two changes of the hypothesis, directly or through a third."""
    whole = judged(passage)
    own = {change.index: change for change in whole.changes}
    return any(
        {one, other} <= {change.index for change in meeting.hypothesis}
        for pairing in whole.pairings
        for meeting in pairing.meetings
    ) or any(
        change.touches(own[one]) and change.touches(own[other])
        for reference in whole.references
        for change in reference.changes
    )
