"""Reading M2: what annotators wrote, where, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents import m2 as reader
from markscheme.documents.m2 import annotators, annotators_in, looks_like_m2, read_m2
from markscheme.errors import DocumentError

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


def test_an_annotator_without_a_line_has_not_seen_the_sentence_unless_nobody_has_one():
    sentences = read_m2(f"S a\nA 0 1|||R|||x{REST}\n\nS b\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\nS c\n")
    assert [[sentence.is_seen_by(number) for number in (0, 1)] for sentence in sentences] == [
        [True, False],
        [False, True],
        [True, True],
    ]


def test_every_line_of_an_annotator_counts_as_it_stands():
    lines = ["A 1 2|||R|||x", "A 1 2|||R|||x", "A 0 3|||Um|||-NONE-", "A 0 3|||UNK|||", "A 0 1|||Um|||b"]
    [sentence] = read_m2("\n".join(["S a b c", *(line + REST for line in lines)]))
    assert [(item.start, item.end, item.type, item.replacement) for item in sentence.annotations[0]] == [
        (0, 1, "Um", ("b",)),
        (1, 2, "R", ("x",)),
    ]
    written = [item.as_written for item in sentence.stated[0]]
    assert [(item.start, item.end, item.type, item.replacement) for item in written] == [
        (1, 2, "R", ("x",)),
        (1, 2, "R", ("x",)),
        (0, 3, "Um", ("-NONE-",)),
        (0, 3, "UNK", ()),
        (0, 1, "Um", ("b",)),
    ]


def test_noop_names_an_annotator_who_changed_nothing():
    _, second = read_m2(TWO_ANNOTATORS)
    assert second.annotations[0] == ()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "text",
    [
        TWO_ANNOTATORS,
        TWO_ANNOTATORS.replace("|||1\n", "||| 07 \n"),
        "S A ||| b|||3\nT0-A0 a\nA 0 1|||R:NOUN|||c|||REQUIRED|||-NONE-|||2\n",
        "S It rains .\n",
    ],
)
def test_who_annotates_is_seen_without_reading_what(text: str, line_end: str):
    text = text.replace("\n", line_end)
    assert annotators_in(text) == annotators(read_m2(text))


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
    [sentence] = read_m2(f"S a\u2028b\x0c c\nA 1 2|||R|||x{REST}\n")
    assert sentence.source.tokens == ("a\u2028b\x0c", "c")


BLANK_TOKENS = {
    "one space more": ("What is a   movie ?", ["What", "is", "a", " ", "movie", "?"]),
    "two spaces more": ("a    b", ["a", "  ", "b"]),
    "an empty token": ("a  b", ["a", "", "b"]),
    "a tab": ("a \t b", ["a", "\t", "b"]),
    "a space that parts no tokens": ("10\u00a0000 people", ["10\u00a0000", "people"]),
    "a blank token at the beginning": ("  a b", [" ", "a", "b"]),
    "a blank token at the end": ("a b   ", ["a", "b", "  "]),
    "single spaces at the ends": (" a b ", ["a", "b"]),
    "spaces alone": ("   ", []),
}


@pytest.mark.parametrize(("source", "tokens"), BLANK_TOKENS.values(), ids=BLANK_TOKENS)
def test_one_space_parts_tokens_and_more_are_a_token_as_errant_writes_it(source: str, tokens: list[str]):
    text = f"S {source}\n"
    [sentence] = read_m2(text)
    assert list(sentence.source.tokens) == tokens
    assert [span.of(text) for span in sentence.source.spans] == tokens


def test_blank_tokens_are_those_that_errants_tokeniser_writes():
    spacy = pytest.importorskip("spacy")
    make = spacy.blank("en").tokenizer
    for text in ("What is a  movie ?", "a \u00a0b", "So   many    spaces .", "a\tb c", "10\u00a0000 of them"):
        tokens = [token.text for token in make(text)]
        assert list(read_m2(f"S {' '.join(tokens)}\n")[0].source.tokens) == tokens


def test_a_blank_token_is_deleted_and_no_word():
    lines = ["A 3 4|||U:SPACE|||", "A 4 5|||R:NOUN|||film", "A 6 6|||M:SPACE||| "]
    [sentence] = read_m2("\n".join(["S What is a   movie ?", *(line + REST for line in lines)]))
    tokens = sentence.source.tokens
    assert [(tokens[item.start : item.end], item.replacement) for item in sentence.annotations[0]] == [
        ((" ",), ()),
        (("movie",), ("film",)),
        ((), (" ",)),
    ]


def kept(text: str, annotator: int = 0) -> list[tuple[int, int, str, str]]:
    [sentence] = read_m2(text)
    return [(item.start, item.end, item.type, " ".join(item.replacement)) for item in sentence.annotations[annotator]]


def test_of_several_corrections_the_first_is_the_replacement():
    text = f"S a b c\nA 1 2|||R|||x y||-NONE-||z{REST}\nA 2 3|||R|||||c d{REST}\n"
    [sentence] = read_m2(text)
    first, second = sentence.annotations[0]
    assert (first.replacement, first.alternatives) == (("x", "y"), ((), ("z",)))
    assert first.correction.of(text) == "x y"
    assert (second.replacement, second.alternatives) == ((), (("c", "d"),))
    assert second.correction.of(text) == ""


@pytest.mark.parametrize("correction", ["|", "|x", "x|", "a | b"])
def test_a_correction_may_have_the_character_that_parts_fields(correction: str):
    text = f"S a b\nA 0 1|||R|||{correction}{REST}\n"
    [sentence] = read_m2(text)
    assert sentence.annotations[0][0].replacement == tuple(correction.split())
    assert sentence.annotations[0][0].correction.of(text) == correction


@pytest.mark.parametrize("line", ["UNK|||b c", "UNK|||-NONE-", "UNK|||", "Um|||", "Um|||-NONE-", "Um|||b c"])
def test_what_was_only_detected_changes_nothing(line: str):
    assert kept(f"S a b c\nA 1 3|||{line}{REST}\n") == [(1, 3, "UNK", "b c")]


def test_what_was_unclear_may_have_been_corrected():
    assert kept(f"S a b c\nA 1 3|||Um|||d{REST}\n") == [(1, 3, "Um", "d")]


def test_a_detection_gives_way_to_the_corrections_it_overlaps():
    lines = ["A 0 4|||UNK|||a b c d", "A 1 2|||R|||x", "A 2 4|||UNK|||c d", "A 3 4|||UNK|||d", "A 1 1|||UNK|||"]
    assert kept("\n".join(["S a b c d", *(line + REST for line in lines)])) == [
        (1, 1, "UNK", ""),
        (1, 2, "R", "x"),
        (2, 4, "UNK", "c d"),
    ]


def test_an_edit_said_twice_is_made_once_and_insertions_each_time():
    lines = ["A 1 2|||R|||x", "A 1 2|||R:OTHER|||x", "A 2 2|||M|||very", "A 2 2|||M|||good", "A 2 2|||M|||very"]
    assert kept("\n".join(["S a b", *(line + REST for line in lines)])) == [
        (1, 2, "R", "x"),
        (2, 2, "M", "very"),
        (2, 2, "M", "good"),
        (2, 2, "M", "very"),
    ]


CHERRANT = """S 我 去 学 校
T0-A0 我 昨 天 去 了 学 校
A 1 1|||M|||昨 天|||REQUIRED|||-NONE-|||0
A 2 2|||M|||了|||REQUIRED|||-NONE-|||0
T0-A1 我 昨 天 去 了 学 校
A 1 2|||S|||昨 天 去 了|||REQUIRED|||-NONE-|||0
T1 没有错误
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
T2-A0 我 去 上 学
A 2 4|||S|||上 学|||REQUIRED|||-NONE-|||2
T3 无法标注
A -1 -1|||NA|||-NONE-|||REQUIRED|||-NONE-|||3
"""


def test_cherrants_targets_are_passed_over():
    assert kept(CHERRANT) == [(1, 1, "M", "昨 天"), (2, 2, "M", "了")]
    assert kept(CHERRANT, 1) == kept(CHERRANT, 3) == []
    assert kept(CHERRANT, 2) == [(2, 4, "S", "上 学")]


def test_sentences_need_no_blank_line_between_them_and_may_have_several():
    text = f"S a\nA 0 1|||R|||x{REST}\nS b\n\n \n\nS c\n\nA 0 1|||R|||y|||REQUIRED|||-NONE-|||7\n"
    sentences = read_m2(text)
    assert [sentence.source.tokens for sentence in sentences] == [("a",), ("b",), ("c",)]
    assert [list(sentence.annotations) for sentence in sentences] == [[0], [], [7]]
    assert annotators(sentences) == (0, 7)


MALFORMED = {
    "an edit before any sentence": (f"A 0 1|||R|||x{REST}\nS a\n", 1, "before any S line"),
    "a line of neither kind": ("S a b\n\nI am lost\n", 3, "neither 'S ' nor 'A '"),
    "too few fields": ("S a b\nA 0 1|||R|||x|||0\n", 2, "does not"),
    "a span that is no number": (f"S a b\nA 0 1|||R|||x{REST}\nA one 2|||R|||x{REST}\n", 3, "does not"),
    "an annotator that is no number": ("S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||kim\n", 2, "annotator's number"),
    "a span beyond the sentence": (f"S a b\n\nS c\nA 0 2|||R|||x{REST}\n", 4, "0 2 is outside its sentence of 1"),
    "a span that ends before it starts": (f"S a b\nA 2 1|||R|||x{REST}\n", 2, "2 1 is outside"),
    "no sentence": ("\n\n", 1, "no sentence"),
    "a target before any sentence": ("T0-A0 a\nS a\n", 1, "a T line stands before any S line"),
    "a place too far": (f"S a b\nA 0 {'9' * 5000}|||R|||x{REST}\n", 2, "does not"),
    "an annotator too far": (f"S a b\nA 0 1|||R|||x{REST}{'9' * 5000}\n", 2, "annotator's number"),
    "an annotator in other digits": ("S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||²\n", 2, "annotator's number"),
    "a field too many": (f"S a b\nA 0 1|||R|||x|||y{REST}\n", 2, "does not"),
    "overlapping edits": (f"S a b c\nA 1 3|||R|||x{REST}\n\nA 0 2|||R|||y{REST}\n", 4, "overlaps .* in line 2"),
    "two corrections of one place": (f"S a b\nA 0 1|||R|||x{REST}\nA 0 1|||R|||y{REST}\n", 3, "overlaps .* line 2"),
    "an insertion inside an edit": (f"S a b\nA 0 2|||R|||x{REST}\nA 1 1|||M|||y{REST}\n", 3, "overlaps .* line 2"),
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
        ("S 我 去 学 校\nT0-A0 我 去 了 学 校\nA 2 2|||M|||了|||REQUIRED|||-NONE-|||0\n", True),
        ("S She\u2028sing .\n\n", True),
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


fields = st.text(st.sampled_from("a| -0N"), max_size=4)


@given(st.lists(fields, min_size=5, max_size=7))
def test_a_line_of_the_usual_look_has_the_fields_that_any_line_has(parts: list[str]):
    line = "|||".join(["A 0 1", *parts[:-1], "0"])
    usual = reader._EDIT.fullmatch(line)
    if usual is not None:
        assert reader._fields(line, 1, None) == usual.groups()


@given(annotated_sentences())
def test_the_order_of_lines_decides_nothing(sentence: tuple[list[str], dict[int, list[tuple[int, int, list[str]]]]]):
    source, edits = sentence
    places = {annotator: {(start, end): words for start, end, words in items} for annotator, items in edits.items()}
    in_order = {
        annotator: [(start, end, words) for (start, end), words in sorted(own.items())]
        for annotator, own in places.items()
    }
    turned = {annotator: items[::-1] for annotator, items in in_order.items()}
    one, other = (read_m2(written([(source, sides)]))[0] for sides in (in_order, turned))
    for annotator in places:
        found = [[(item.start, item.end) for item in side.annotations[annotator]] for side in (one, other)]
        assert found[0] == found[1] == sorted(places[annotator])
