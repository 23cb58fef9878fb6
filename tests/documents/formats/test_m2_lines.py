"""M2 read as lines says what M2 read in full says, for every sentence that is not left to be read in full."""

from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.m2 import read_m2, sentence_starts
from markscheme.documents.m2_lines import View, line_reader
from markscheme.documents.streams import Stretch
from markscheme.errors import DocumentError

TOKENS = st.sampled_from(["a", "b", "It's", "|", "||", "", " ", "-NONE-", "é", "\t", "S", "A"])
FIELDS = st.sampled_from(["x", "x y", "", "-NONE-", " x", "x  y", "a||b", "|", "\t-NONE-", "é"])
TYPES = st.sampled_from(["R:VERB", "R:VERB", "R:VERB", "M", "noop", "UNK", "Um", "", "a|b"])
NUMBERS = st.sampled_from(["0", "0", "0", "1", "1", "2", "00", "0 ", "x"])
SPANS = st.one_of(
    st.tuples(st.integers(0, 5), st.integers(0, 2)).map(lambda pair: f"{pair[0]} {pair[0] + pair[1]}"),
    st.sampled_from(["-1 -1", "1 0", "0 99", "1 2 ", "a b", "-1 0"]),
)


@st.composite
def a_lines(draw: st.DrawFn) -> str:
    line = f"A {draw(SPANS)}|||{draw(TYPES)}|||{draw(FIELDS)}|||REQUIRED|||-NONE-|||{draw(NUMBERS)}"
    return draw(st.sampled_from([line] * 20 + [line[:-4], f"{line}|||0", line.replace("A ", "T0-A0 "), "", "junk"]))


@st.composite
def usual_blocks(draw: st.DrawFn) -> str:
    """Return a sentence as ERRANT writes it, one person behind the other, each one's edits in order."""
    lines = ["S a b c d e f"]
    for number in range(draw(st.integers(0, 3))):
        cuts = sorted(draw(st.lists(st.integers(0, 6), max_size=6)))
        pairs = zip(cuts[::2], cuts[1::2], strict=False)
        edits = [f"A {a} {b}|||R|||{draw(st.sampled_from(['x', 'x y', '']))}" for a, b in pairs]
        lines += [f"{edit}|||REQUIRED|||-NONE-|||{number}" for edit in edits or ["A -1 -1|||noop|||-NONE-"]]
    return "\n".join([*lines, "", ""])


@st.composite
def odd_blocks(draw: st.DrawFn) -> str:
    source = " ".join(draw(st.lists(TOKENS, max_size=6)))
    lines = draw(st.lists(a_lines(), max_size=5))
    begin = draw(st.sampled_from(["S "] * 9 + ["S"]))
    return "\n".join([f"{begin}{source}", *lines, *draw(st.sampled_from([["", ""]] * 9 + [[""], ["", "", ""]]))])


PEOPLE = (0, 1, 2)
TEXTS = st.lists(st.one_of(usual_blocks(), odd_blocks()), min_size=1, max_size=6).map("".join)


def line_of(start: int, end: int, words: tuple[str, ...], kind: str) -> tuple[int, int, str, str]:
    return start, end, " ".join(words), kind


@given(TEXTS)
def test_a_sentence_is_as_it_is_read_in_full_or_left_to_that(text: str):
    starts = sentence_starts(text)
    stretch = Stretch(0, 1, len(starts), text)
    for view in View:
        found = line_reader(view).read(stretch, PEOPLE)
        if found is None:
            assert not text.startswith("S ")
            continue
        read = list(found)
        assert len(read) == len(starts)
        for begin, end, lines in zip(starts, [*starts[1:], len(text)], read, strict=True):
            if lines is not None:
                check_equal(text[begin:end], lines, view)


def check_equal(block: str, lines: tuple, view: View) -> None:
    [sentence] = read_m2(block)
    source, length, sides = lines
    assert (source, length) == (" ".join(sentence.source.tokens), len(sentence.source.tokens))
    for number, own in zip(PEOPLE, sides, strict=True):
        assert (own is not None) == sentence.is_seen_by(number)
        if own is None or not sentence.annotations:
            assert not own
            continue
        edits = [line_of(item.start, item.end, item.replacement, item.type) for item in sentence.annotations[number]]
        assert list(own) == [edit if view is View.TYPES else edit[:3] for edit in edits]
        assert sentence.stated[number] == sentence.annotations[number]


@given(usual_blocks())
def test_what_errant_writes_is_read_as_lines(block: str):
    [lines] = line_reader(View.WORDS).read(Stretch(0, 1, 1, block), PEOPLE) or ()
    try:
        read_m2(block)
    except DocumentError:
        assert lines is None
    else:
        assert lines is not None or "|||x|||" in block or "|||R||||||" in block
