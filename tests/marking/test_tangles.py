"""Changes that count as one make the same text and the same chunks."""

from random import Random

from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
from markscheme.marking.marks import MAX_CHANGES, MAX_CHANGES_IN_A_ROW, has_too_many_changes, with_joined_changes


def side(length: int, count: int, random: Random) -> Edits:
    return tuple(
        Edit(at, at + 1, (random.choice("pq"),), "R:OTHER") for at in sorted(random.sample(range(length), count))
    )


def test_passages_with_few_changes_stay_as_they_are(seed: int) -> None:
    random = Random(seed)
    passage = PassageEdits(("a",) * 60, side(60, MAX_CHANGES_IN_A_ROW, random), (side(60, 5, random),))
    assert with_joined_changes(passage) is passage


def test_joined_changes_make_the_same_text_and_chunks(seed: int) -> None:
    random = Random(seed)
    passage = PassageEdits(("a",) * 80, side(80, 70, random), (side(80, 60, random), side(80, 3, random)))
    assert has_too_many_changes(passage)
    joined = with_joined_changes(passage)
    assert joined.cut() == passage.cut()
    assert len(joined.hypothesis) < len(passage.hypothesis)


def test_a_passage_has_a_bounded_number_of_changes(seed: int) -> None:
    random = Random(seed)
    passage = PassageEdits(("a",) * 9000, side(9000, 3000, random), (side(9000, 100, random),))
    joined = with_joined_changes(passage)
    assert max(len(joined.hypothesis), len(joined.references[0])) <= MAX_CHANGES
    assert apply_edits(joined.source, joined.hypothesis) == apply_edits(passage.source, passage.hypothesis)
