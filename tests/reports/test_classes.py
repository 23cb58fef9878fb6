"""Classes: what several exercises have together, and which places a number stands for."""

from pathlib import Path

import attrs
from hypothesis import given
from hypothesis import strategies as st

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.schemes import ErrorGroups
from markscheme.marking.findings import Finding
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import Category
from markscheme.reports.overview import ExerciseOverview, Overview, exercise_overview
from markscheme.reports.progress import PlaceFilter
from reports.test_overview import chunk, outcome, place

kinds = st.sampled_from(["R:PREP", "M:DET", "R:VERB:SVA", "R:PREP+M:DET"])
places = st.lists(st.builds(place, st.sampled_from(list(Verdict)), kinds, rewritten=st.booleans()), max_size=6)
chunks = st.lists(st.builds(chunk, st.sampled_from(list(Category)), kinds), max_size=6)
essays = st.lists(st.tuples(places, chunks), max_size=4)
"""The findings and the chunks of each student of an exercise."""
Essays = list[tuple[list[Finding], list[Finding]]]


def exercise(assignment: str, folder: str = "/class") -> Exercise:
    return Exercise(
        f"{assignment}/{folder}",
        None,
        (),
        (),
        assignment=assignment,
        configuration=Path(folder, "markscheme.toml"),
        groups=ErrorGroups.of({"Articles": ["DET"]}),
    )


def overview_of(own: Exercise, found: Essays) -> ExerciseOverview:
    outcomes = [outcome(number, chunk_list, places=place_list) for number, (place_list, chunk_list) in enumerate(found)]
    return exercise_overview(own, outcomes)


@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), essays), min_size=1, max_size=4))
def test_a_classes_counts_are_those_of_its_places(found: list[tuple[str, Essays]]):
    exercises = [exercise(assignment) for assignment, _ in found]
    overviews = (overview_of(own, students) for own, (_, students) in zip(exercises, found, strict=True))
    [one] = Overview(tuple(overviews)).classes
    everything = [
        (own, finding)
        for own, (_, students) in zip(exercises, found, strict=True)
        for place_list, chunk_list in students
        for finding in (*place_list, *chunk_list)
    ]
    for assignment, totals in [(None, one.totals), *((item.name, item.totals) for item in one.assignments)]:
        wanted = PlaceFilter(Path("/class"), assignment)
        for group in totals.groups:
            for verdict, count in group.counts:
                cell = attrs.evolve(wanted, group=group.group, kind=verdict.value)
                assert sum(cell.takes_exercise(own) and cell.takes(item, own) for own, item in everything) == count
        for counts in totals.types:
            for category, count in zip(
                (Category.HIT, Category.WRONG, Category.UNDER, Category.OVER),
                attrs.astuple(counts.counts),
                strict=True,
            ):
                cell = attrs.evolve(wanted, type=counts.type, kind=category.value)
                assert sum(cell.takes_exercise(own) and cell.takes(item, own) for own, item in everything) == count
    assert len(one.people) == max(len(students) for _, students in found)


def test_a_teachers_groups_come_before_the_languages():
    found: Essays = [([place(Verdict.MISSED, "M:DET"), place(Verdict.MISSED, "R:PREP")], [])]
    [one] = Overview((overview_of(exercise("a"), found),)).classes
    assert [item.group for item in one.totals.groups] == ["Articles", "prepositions"]


def test_a_folder_without_a_configuration_is_a_class():
    own = Exercise("a", Path("/week/a.src.txt"), (), ())
    other = attrs.evolve(own, name="b", source=Path("/week/b.src.txt"), assignment="b")
    elsewhere = attrs.evolve(own, source=Path("/other/a.src.txt"))
    overview = Overview(tuple(overview_of(item, [([], [])]) for item in (own, other, elsewhere)))
    assert [(item.name, [one.name for one in item.assignments]) for item in overview.classes] == [
        ("week", ["a", "b"]),
        ("other", ["a"]),
    ]
