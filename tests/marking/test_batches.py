"""What is marked as one: files in order, those of an exercise together."""

from itertools import chain
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from markscheme.exercises.exercise import Exercise, Participant
from markscheme.marking.driver import Request, batches


def exercise_of(number: int, files: int) -> Request:
    people = tuple(Participant(f"{name}", Path(f"{number}/{name}.txt")) for name in range(files))
    return Exercise(f"{number}", None, people, ()), people


@given(st.lists(st.integers(0, 9)), st.integers(1, 8))
def test_batches_hold_all_files_in_order_and_an_exercise_is_cut_only_if_it_is_larger(sizes: list[int], size: int):
    requests = [exercise_of(number, files) for number, files in enumerate(sizes)]
    found = list(batches(requests, size))
    paths = list(chain.from_iterable(batch.paths for batch in found))
    assert paths == [person.path for _, people in requests for person in people]
    assert [batch.number for batch in found] == list(range(len(found)))
    assert [batch.begin for batch in found] == [sum(one.files for one in found[: one.number]) for one in found]
    assert all(1 <= batch.files <= size for batch in found)
    for _, people in requests:
        holders = [batch for batch in found if {item.path for item in people} & set(batch.paths)]
        assert len(holders) == -(-len(people) // size)
