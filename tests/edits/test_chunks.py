"""The chunk partition: source, hypothesis and references cut at the same boundaries, and at no others."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.edit import Chunk, Edit, Edits, Partition, PassageEdits, apply_edits

WORDS = ("a", "b", "the", "😀")

Sides = tuple[tuple[str, ...], Edits, list[Edits]]


def edits_in(length: int) -> st.SearchStrategy[Edits]:
    """Disjoint edits in source order; they may touch, and insert at one place."""

    def edit(start: int, end: int) -> st.SearchStrategy[Edit]:
        replacement = st.lists(st.sampled_from(WORDS), min_size=int(start == end), max_size=2)
        return st.builds(Edit, st.just(start), st.just(end), replacement.map(tuple))

    def paired(cuts: list[int]) -> st.SearchStrategy[Edits]:
        return st.tuples(*(edit(*place) for place in zip(cuts[::2], cuts[1::2], strict=False)))

    return st.lists(st.integers(0, length), max_size=6).map(sorted).flatmap(paired)


def partition(source: tuple[str, ...], hypothesis: Edits, references: Sequence[Edits]) -> Partition:
    return PassageEdits(source, hypothesis, tuple(references)).cut()


@st.composite
def sentences(draw: st.DrawFn) -> Sides:
    source = tuple(draw(st.lists(st.sampled_from(WORDS), max_size=8)))
    side = edits_in(len(source))
    return source, draw(side), draw(st.lists(side, max_size=3))


def is_changed(chunk: Chunk) -> bool:
    return any(side is not None for side in (chunk.hypothesis, *chunk.references))


@given(sentences())
def test_chunks_tile_the_source(sentence: Sides):
    source, hypothesis, references = sentence
    position = 0
    for chunk in partition(source, hypothesis, references).chunks:
        assert chunk.start == position <= chunk.end
        position = chunk.end
    assert position == len(source)


@given(sentences())
def test_chunks_give_every_side_back(sentence: Sides):
    source, hypothesis, references = sentence
    cut = partition(source, hypothesis, references)

    def text(column: int) -> tuple[str, ...]:
        sides = [(chunk.hypothesis, *chunk.references)[column] for chunk in cut.chunks]
        own = [source[chunk.start : chunk.end] for chunk in cut.chunks]
        return tuple(token for old, new in zip(own, sides, strict=True) for token in (old if new is None else new))

    assert text(0) == apply_edits(source, hypothesis)
    for column, reference in enumerate(cut.references):
        assert text(column + 1) == apply_edits(source, references[reference])


@given(sentences())
def test_chunks_are_cut_where_no_edit_touches_and_nowhere_else(sentence: Sides):
    source, hypothesis, references = sentence
    cut = partition(source, hypothesis, references)
    edits = [edit for side in (hypothesis, *(references[index] for index in cut.references)) for edit in side]
    changed = [chunk for chunk in cut.chunks if is_changed(chunk)]
    assert all(before.end < after.start for before, after in pairwise(changed))
    for chunk in changed:
        inside = [edit for edit in edits if chunk.start <= edit.start and edit.end <= chunk.end]
        assert inside
        for token in range(chunk.start, chunk.end):
            assert any(edit.start <= token < edit.end for edit in inside)
    assert all(any(chunk.start <= edit.start and edit.end <= chunk.end for chunk in changed) for edit in edits)


@given(sentences())
def test_a_side_that_made_no_edit_in_a_chunk_left_it(sentence: Sides):
    source, hypothesis, references = sentence
    cut = partition(source, hypothesis, references)
    for chunk in filter(is_changed, cut.chunks):
        sides = [hypothesis, *(references[index] for index in cut.references)]
        for side, text in zip(sides, (chunk.hypothesis, *chunk.references), strict=True):
            assert (text is not None) == any(chunk.start <= edit.start and edit.end <= chunk.end for edit in side)


@given(sentences(), st.data())
def test_the_order_of_references_does_not_matter(sentence: Sides, data: st.DataObject):
    source, hypothesis, references = sentence
    order = data.draw(st.permutations(range(len(references))))
    cut = partition(source, hypothesis, references)
    other = partition(source, hypothesis, [references[index] for index in order])
    assert {order[index] for index in other.references} == set(cut.references)
    assert [(chunk.start, chunk.end, chunk.hypothesis) for chunk in other.chunks] == [
        (chunk.start, chunk.end, chunk.hypothesis) for chunk in cut.chunks
    ]
    for chunk, own in zip(cut.chunks, other.chunks, strict=True):
        by_reference = dict(zip(cut.references, chunk.references, strict=True))
        assert [by_reference[order[index]] for index in other.references] == list(own.references)


@given(sentences())
def test_references_that_delete_the_sentence_are_left_out(sentence: Sides):
    source, hypothesis, references = sentence
    kept = [index for index, side in enumerate(references) if not source or apply_edits(source, side)]
    cut = partition(source, hypothesis, references)
    assert list(cut.references) == kept
    assert cut.chunks == partition(source, hypothesis, [references[index] for index in kept]).chunks


def test_a_deleted_sentence_is_left_out_and_its_span_merges_nothing():
    source = ("He", "go", "home", ".")
    everything = (Edit(0, 4, ()),)
    corrected = (Edit(1, 2, ("goes",)),)
    cut = partition(source, corrected, [everything, corrected])
    assert cut.references == (1,)
    assert cut.chunks == (
        Chunk(0, 1, None, (None,)),
        Chunk(1, 2, ("goes",), (("goes",),)),
        Chunk(2, 4, None, (None,)),
    )


def test_a_hypothesis_that_deletes_the_sentence_is_kept():
    cut = partition(("He", "go"), (Edit(0, 2, ()),), [()])
    assert cut.chunks == (Chunk(0, 2, (), (None,)),)


def test_edits_that_touch_across_sides_are_one_chunk():
    source = ("I", "has", "a", "apple", ".")
    hypothesis = (Edit(1, 2, ("have",)),)
    reference = (Edit(2, 3, ("an",)),)
    assert partition(source, hypothesis, [reference]).chunks == (
        Chunk(0, 1, None, (None,)),
        Chunk(1, 3, ("have", "a"), (("has", "an"),)),
        Chunk(3, 5, None, (None,)),
    )


def test_an_insertion_between_untouched_words_is_a_dummy_chunk():
    source = ("I", "go", "school")
    cut = partition(source, (Edit(2, 2, ("to",)),), [(Edit(2, 2, ("to", "the")),)])
    dummy = cut.chunks[1]
    assert dummy == Chunk(2, 2, ("to",), (("to", "the"),))


def test_an_empty_source_is_one_insertion_or_nothing():
    assert partition((), (), [()]).chunks == ()
    assert partition((), (Edit(0, 0, ("Hello",)),), [()]).chunks == (Chunk(0, 0, ("Hello",), (None,)),)
