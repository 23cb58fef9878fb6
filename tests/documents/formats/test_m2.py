"""Reading M2: what annotators wrote, where, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.errors import DocumentError
from markscheme.documents.formats.m2 import annotators, looks_like_m2, read_m2

TWO_ANNOTATORS = """S She like the musics .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||music|||REQUIRED|||-NONE-|||0
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||1

S It rains .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 2|||M:ADV|||a lot|||REQUIRED|||-NONE-|||1
"""
REST = "|||REQUIRED|||-NONE-|||0"


def test_every_annotator_keeps_their_own_edits():
    first, second = read_m2(TWO_ANNOTATORS)
    assert first.source.tokens == ("She", "like", "the", "musics", ".")
    assert [(item.start, item.end, item.type, item.replacement) for item in first.annotations[0]] == [
        (1, 2, "R:VERB:SVA", ("likes",)),
        (3, 4, "R:NOUN:NUM", ("music",)),
    ]
    assert [item.replacement for item in first.annotations[1]] == [()]
    assert [(item.start, item.end, item.replacement) for item in second.annotations[1]] == [(2, 2, ("a", "lot"))]
    assert annotators((first, second)) == (0, 1)


def test_noop_names_an_annotator_who_changed_nothing():
    _, second = read_m2(TWO_ANNOTATORS)
    assert second.annotations[0] == ()


def test_a_file_without_annotators_has_one_who_changed_nothing():
    sentences = read_m2("S It rains .\n\nS It pours .\n")
    assert [sentence.annotations for sentence in sentences] == [{}, {}]
    assert annotators(sentences) == (0,)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_and_places_are_those_of_the_file(newline: str):
    text = TWO_ANNOTATORS.replace("\n", newline)
    first, second = read_m2(text)
    assert (first.line, second.line) == (1, 6)
    assert [item.line for item in (*first.annotations[0], *second.annotations[1])] == [2, 3, 8]
    assert second.annotations[1][0].correction.of(text) == "a lot"
    for sentence in (first, second):
        assert tuple(span.of(text) for span in sentence.source.spans) == sentence.source.tokens


def test_edits_are_in_source_order_however_they_are_written():
    lines = [f"A {place}|||R|||x{REST}" for place in ("2 3", "1 1", "0 1", "0 0")]
    [sentence] = read_m2("\n".join(["S a b c", *lines]))
    assert [(item.start, item.end) for item in sentence.annotations[0]] == [(0, 0), (0, 1), (1, 1), (2, 3)]


@pytest.mark.parametrize("correction", ["-NONE-", ""])
def test_a_deletion_is_written_either_way(correction: str):
    [sentence] = read_m2(f"S a b\nA 1 2|||U|||{correction}{REST}\n")
    assert sentence.annotations[0][0].replacement == ()


def test_a_line_separator_inside_a_line_ends_no_line():
    [sentence] = read_m2(f"S a\u2028b\x0cc\nA 1 2|||R|||x{REST}\n")
    assert sentence.source.tokens == ("a", "b", "c")


MALFORMED = {
    "an edit before any sentence": (f"A 0 1|||R|||x{REST}\nS a\n", 1, "before any S line"),
    "a line of neither kind": ("S a b\n\nI am lost\n", 3, "neither 'S ' nor 'A '"),
    "too few fields": ("S a b\nA 0 1|||R|||x|||0\n", 2, "does not"),
    "a span that is no number": (f"S a b\nA 0 1|||R|||x{REST}\nA one 2|||R|||x{REST}\n", 3, "does not"),
    "an annotator that is no number": ("S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||kim\n", 2, "annotator's number"),
    "a span beyond the sentence": (f"S a b\n\nS c\nA 0 2|||R|||x{REST}\n", 4, "0 2 is outside its sentence of 1"),
    "a span that ends before it starts": (f"S a b\nA 2 1|||R|||x{REST}\n", 2, "2 1 is outside"),
    "no sentence": ("\n\n", 1, "no sentence"),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "line", "problem"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_line_is_refused_with_its_number(text: str, line: int, problem: str, newline: str):
    path = Path("class.m2")
    with pytest.raises(DocumentError, match=problem) as refused:
        read_m2(text.replace("\n", newline), path)
    assert (refused.value.path, refused.value.line) == (path, line)
    assert str(refused.value).startswith(f"class.m2:{line}: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TWO_ANNOTATORS, True),
        ("\n\nS She sing .\n\nS He sings .\n", True),
        ("S\n\nS a\n", True),
        ("She sing .\nHe sings .\n", False),
        ("S is a letter .\nSo is T .\n", False),
        ("So it is .\n", False),
        ("", False),
    ],
)
def test_m2_is_told_by_its_content(text: str, expected: bool):
    assert looks_like_m2(text) is expected


@pytest.mark.parametrize("line", [f"A one 2|||R|||x{REST}", f"A 0  1|||R|||x{REST}", "A 0|||R|||x"])
def test_m2_whose_first_edit_is_malformed_is_still_m2(line: str):
    text = f"S a b\n{line}\n\nS c d\nA 0 1|||R|||x{REST}\n"
    assert looks_like_m2(text)


words = st.text("ab😀é'-.", min_size=1, max_size=4)


@st.composite
def annotated_sentences(draw: st.DrawFn) -> tuple[list[str], dict[int, list[tuple[int, int, list[str]]]]]:
    source = draw(st.lists(words, max_size=6))
    edits: dict[int, list[tuple[int, int, list[str]]]] = {}
    for annotator in draw(st.sets(st.integers(0, 12), max_size=3)):
        cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=6, unique=True)))
        edits[annotator] = [
            (start, end, draw(st.lists(words, max_size=3))) for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        ]
    return source, edits


def written(sentences: list[tuple[list[str], dict[int, list[tuple[int, int, list[str]]]]]]) -> str:
    blocks = []
    for source, edits in sentences:
        lines = [f"S {' '.join(source)}"]
        for annotator, items in edits.items():
            end = f"|||REQUIRED|||-NONE-|||{annotator}"
            lines += [f"A {a} {b}|||R:OTHER|||{' '.join(text)}{end}" for a, b, text in items]
            lines += [] if items else [f"A -1 -1|||noop|||-NONE-{end}"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


@given(st.lists(annotated_sentences(), min_size=1, max_size=4))
def test_what_is_written_is_read(sentences: list[tuple[list[str], dict[int, list[tuple[int, int, list[str]]]]]]):
    text = written(sentences)
    found = read_m2(text)
    assert [list(sentence.source.tokens) for sentence in found] == [source for source, _ in sentences]
    for sentence, (_, edits) in zip(found, sentences, strict=True):
        own = {
            annotator: [(item.start, item.end, list(item.replacement)) for item in items]
            for annotator, items in sentence.annotations.items()
        }
        assert own == edits
        for items in sentence.annotations.values():
            assert all(item.correction.of(text).split() == list(item.replacement) for item in items)
