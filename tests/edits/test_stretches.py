"""A long correction's edits in stretches that can be parsed: all edits, in order, with words around them."""

from random import Random

from markscheme.edits.edit import CONTEXT, MAX_TOKENS, Correction, Edit, apply_edits, is_short, stretches_of


def corrections(seed: int) -> Correction:
    random = Random(seed)
    source = tuple(f"w{number}" for number in range(random.randint(300, 2000)))
    edits: list[Edit] = []
    place = 0
    while (place := place + random.choice((0, 1, 5, 300))) < len(source):
        end = min(place + random.choice((0, 1, 2, 200)), len(source))
        edits.append(Edit(place, end, ("x",) * random.choice((0, 1, 3, 300)), ""))
        place = end + 1
    return Correction(source, tuple(edits))


def test_a_short_correction_is_one_stretch():
    short = Correction(("a",) * MAX_TOKENS, (Edit(0, 1, ("b",), ""),))
    assert list(stretches_of(short)) == [short]


def test_a_long_correction_without_edits_has_no_stretch():
    assert list(stretches_of(Correction(("a",) * 1000, ()))) == []


def test_stretches_hold_every_edit_once_with_its_words_and_are_short():
    for seed in range(50):
        long = corrections(seed)
        edits = iter(long.edits)
        for stretch in stretches_of(long):
            whole = [next(edits) for _ in stretch.edits]
            shift = whole[0].start - stretch.edits[0].start
            assert long.source[shift : shift + len(stretch.source)] == stretch.source
            for edit, here in zip(whole, stretch.edits, strict=True):
                assert (edit.start, edit.end, edit.replacement) == (
                    here.start + shift,
                    here.end + shift,
                    here.replacement,
                )
            is_parsed = is_short(stretch.source, apply_edits(stretch.source, stretch.edits))
            assert is_parsed or len(stretch.edits) == 1
        assert next(edits, None) is None


def test_a_stretch_has_the_words_beside_its_edits_up_to_the_next_edit():
    long = Correction(
        tuple(map(str, range(1000))), (Edit(100, 101, (), ""), Edit(105, 305, ("x",) * 250, ""), Edit(900, 901, (), ""))
    )
    first, second, third = stretches_of(long)
    assert first.source == tuple(map(str, range(100 - CONTEXT, 105)))
    assert second.source == tuple(map(str, range(101, 305 + CONTEXT)))
    assert third.source == tuple(map(str, range(900 - CONTEXT, 901 + CONTEXT)))
