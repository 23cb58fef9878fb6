"""Places of a text in its file, against a list of every character's place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markscheme.documents.places import Places, Run
from markscheme.languages.segments import Span


def placed(taken: list[bool]) -> Places:
    """The places of a text that takes some of its file's characters and leaves out the others."""
    runs: list[Run] = []
    length = 0
    for place, is_taken in enumerate(taken):
        if is_taken and runs and runs[-1].file_start + runs[-1].length == place:
            runs[-1] = Run(runs[-1].start, runs[-1].file_start, runs[-1].length + 1)
        elif is_taken:
            runs.append(Run(length, place, 1))
        length += is_taken
    return Places(tuple(runs), len(taken))


files = st.lists(st.booleans(), max_size=24)


@given(files, st.data())
@example([], None)
@example([False, True, False], None)
def test_spans_agree_with_a_list_of_places(taken: list[bool], data: st.DataObject | None):
    places = placed(taken)
    every = [place for place, is_taken in enumerate(taken) if is_taken]
    assert len(places) == len(every)
    pairs = [(start, end) for start in range(len(every) + 1) for end in range(start, len(every) + 1)]
    for start, end in pairs:
        before = every[start - 1] + 1 if start else 0
        behind = every[start] if start < len(every) else len(taken)
        expected = Span(every[start], every[end - 1] + 1) if start < end else Span(before, behind)
        assert places.span(Span(start, end)) == expected


@given(files, st.integers(-5, 30), st.integers(-5, 30))
def test_offsets_outside_the_text_are_moved_to_its_nearest_end(taken: list[bool], start: int, end: int):
    places = placed(taken)
    last = len(places)
    inside = Span(min(max(start, 0), last), min(max(end, start, 0), last))
    assert places.span(Span(start, end)) == places.span(inside)


@given(files)
def test_gaps_and_characters_make_up_the_file(taken: list[bool]):
    places = placed(taken)
    covered: list[int] = []
    for offset in range(len(places) + 1):
        gap = places.span(Span(offset, offset))
        covered += range(gap.start, gap.end)
        if offset < len(places):
            covered.append(places.span(Span(offset, offset + 1)).start)
    assert covered == list(range(len(taken)))


def test_a_span_from_inside_a_mark_to_outside_takes_in_what_is_between():
    file = "She {++really ++}likes it."
    places = Places((Run(0, 0, 4), Run(4, 7, 7), Run(11, 17, 9)), len(file))
    assert places.span(Span(4, 16)).of(file) == "really ++}likes"
    assert places.span(Span(4, 10)).of(file) == "really"
    assert places.span(Span(11, 11)).of(file) == "++}"


def test_an_empty_text_has_the_whole_file_for_its_gap():
    assert Places((), 0).span(Span(0, 0)) == Span(0, 0)
    assert Places((), 9).span(Span(0, 0)) == Span(0, 9)


@pytest.mark.parametrize(
    ("runs", "length"),
    [
        ((Run(1, 0, 1),), 5),
        ((Run(0, 0, 0),), 5),
        ((Run(0, 2, 2), Run(2, 3, 1)), 5),
        ((Run(0, 0, 2), Run(3, 4, 1)), 5),
        ((Run(0, 0, 6),), 5),
    ],
)
def test_runs_that_are_no_whole_text_are_refused(runs: tuple[Run, ...], length: int):
    with pytest.raises(ValueError, match=r"run|Run"):
        Places(runs, length)
