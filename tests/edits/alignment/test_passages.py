"""Which sentences belong together, and that every token stands where the document has it."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from markscheme.documents.corpus import Document, sources_of
from markscheme.edits.passages import (
    Aligner,
    Passage,
    Split,
    looks_tokenised,
    parallel_passages,
    read_parallel,
)
from markscheme.errors import DocumentError
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.languages.language import find_language
from markscheme.languages.segments import Segment, Span, whitespace_segment

M2 = """S She like music .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||1

S It rain .
A 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture(scope="module")
def pipeline_split(engine_settings: EngineSettings) -> Split:
    return Models(engine_settings).split


def full_stops(text: str, offset: int) -> tuple[Segment, ...]:
    """A sentence ends at each full stop: a splitter whose cuts a test can foresee."""
    return tuple(whitespace_segment(found[0], offset + found.start()) for found in re.finditer(r"\S[^.]*\.?", text))


def words(segment: Segment) -> str:
    return " ".join(segment.tokens)


def shown(passages: Sequence[Passage]) -> list[str]:
    """Passages as ``source | hypothesis``."""
    return [f"{words(passage.source)} | {words(passage.hypothesis.segment)}" for passage in passages]


# Parallel texts.


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", [True, False])
def test_a_line_is_a_sentence(newline: str, end: bool):
    text = newline.join(["She sings .", "", "It  rains\t."]) + newline * end
    [parallel] = read_parallel(text, "mei")
    assert [side.segment.tokens for side in parallel.sides] == [("She", "sings", "."), (), ("It", "rains", ".")]
    assert parallel.lines == (1, 2, 3)
    for side in parallel.sides:
        assert tuple(span.of(text) for span in side.segment.spans) == side.segment.tokens
    assert parallel.sides[1].segment.extent.start == len("She sings .") + len(newline)


def test_a_line_separator_does_not_end_a_sentence():
    [parallel] = read_parallel("She\u2028sings .\x0cIt rains .\n", "mei")
    assert len(parallel.sides) == 1


def test_each_annotator_of_m2_is_a_text():
    first, second = read_parallel(M2, "teachers.m2")
    assert (first.name, second.name) == ("teachers.m2#0", "teachers.m2#1")
    assert [words(side.segment) for side in first.sides] == ["She likes music .", "It rains ."]
    assert [words(side.segment) for side in second.sides] == ["She like the music .", "It rain ."]
    assert first.lines == (1, 5)


def test_one_annotator_of_m2_keeps_the_name():
    [only] = read_parallel(M2.replace("|||1\n", "|||0\n"), "kim.m2")
    assert only.name == "kim.m2"


PLAIN = "She like music .\nIt rain .\n"


@pytest.mark.parametrize(
    ("text", "has", "line"),
    [
        ("She likes music .\n", 1, 1),
        ("She likes music .\nIt rains .\nIt pours .\n", 3, 3),
        ("", 0, 1),
        ("She likes music .\n\nIt rains .\n", 3, 3),
    ],
)
def test_another_number_of_lines_is_told_with_file_and_line(text: str, has: int, line: int):
    [source] = read_parallel(PLAIN, "source", Path("task.txt"))
    [other] = read_parallel(text, "mei", Path("class/mei.txt"))
    with pytest.raises(DocumentError) as refused:
        sources_of([other], source)
    sentences = "1 sentence" if has == 1 else f"{has} sentences"
    assert str(refused.value).startswith(f"class/mei.txt:{line}: it has {sentences} where the source task.txt has 2")
    assert "same number of lines" in refused.value.remedy


def test_a_shorter_m2_file_is_told_with_the_line_of_its_last_sentence():
    [source] = read_parallel(PLAIN + "It pours .\n", "source", Path("task.txt"))
    with pytest.raises(DocumentError, match="it has 2 sentences") as refused:
        sources_of(read_parallel(M2, "kim", Path("kim.m2")), source)
    assert refused.value.line == 5


def test_m2_of_another_source_is_told_with_its_line():
    [source] = read_parallel("She like music .\nIt snow .\n", "source", Path("task.txt"))
    with pytest.raises(DocumentError, match="source sentence 2 is not that of task") as refused:
        sources_of(read_parallel(M2, "kim", Path("kim.m2")), source)
    assert (refused.value.path, refused.value.line) == (Path("kim.m2"), 5)


def test_the_first_m2_file_gives_the_source():
    [hypothesis] = read_parallel(PLAIN, "mei")
    segments = sources_of([hypothesis, *read_parallel(M2, "kim")], None)
    assert [words(segment) for segment in segments] == ["She like music .", "It rain ."]


def test_without_any_source_that_is_told():
    with pytest.raises(DocumentError, match="no source text") as refused:
        sources_of(read_parallel(PLAIN, "mei"), None)
    assert "--source" in refused.value.remedy


def test_parallel_passages_go_by_number():
    [source] = read_parallel(PLAIN, "source")
    [hypothesis] = read_parallel("She likes music .\nIt rains .\n", "mei")
    references = read_parallel(M2, "kim")
    passages = list(parallel_passages(sources_of([hypothesis], source), hypothesis, references))
    assert shown(passages) == ["She like music . | She likes music .", "It rain . | It rains ."]
    assert [words(side.segment) for side in passages[0].references] == ["She likes music .", "She like the music ."]


# Running text.


ESSAY = (
    "My sister live in Rome. She work in a big bank. Every friday she visit our grandmother.\n"
    "\n"
    "We was there in May. The weather were wonderful. I ate many icecream."
)


def aligned(hypothesis: str, *references: str) -> list[str]:
    """Passages of the essay against its versions, as ``source | hypothesis | references``."""
    passages = Aligner(full_stops).running_passages(ESSAY, hypothesis, references)
    sides = [[passage.source, *(s.segment for s in (passage.hypothesis, *passage.references))] for passage in passages]
    return [" | ".join(map(words, segments)) for segments in sides]


ALONE = [f"{sentence.strip()}. | {sentence.strip()}." for sentence in ESSAY.split(".") if sentence.strip()]


def test_sentences_line_up_one_to_one():
    assert aligned(ESSAY) == ALONE


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_how_lines_end_and_paragraphs_are_parted_does_not_matter(newline: str):
    assert aligned(ESSAY.replace("\n\n", f"{newline}{newline}{newline}") + newline) == ALONE
    assert aligned(ESSAY.replace("\n\n", " ")) == ALONE
    assert aligned(ESSAY.replace(". ", f".{newline}")) == ALONE


def test_a_joined_sentence_is_a_passage_of_its_own():
    joined = ESSAY.replace("Rome. She work", "Rome and she work")
    assert aligned(joined) == [
        "My sister live in Rome. She work in a big bank. | My sister live in Rome and she work in a big bank.",
        *ALONE[2:],
    ]


def test_a_split_sentence_is_a_passage_of_its_own():
    assert aligned(ESSAY.replace("work in", "work. It is in")) == [
        ALONE[0],
        "She work in a big bank. | She work. It is in a big bank.",
        *ALONE[2:],
    ]


def test_a_dropped_sentence_stands_alone_where_it_was():
    hypothesis = ESSAY.replace(" The weather were wonderful.", "")
    assert aligned(hypothesis) == [*ALONE[:4], "The weather were wonderful. | ", ALONE[5]]
    dropped = Aligner(full_stops).running_passages(ESSAY, hypothesis, [])[4].hypothesis.segment
    assert hypothesis[: dropped.start].endswith("in May.")


def test_an_added_sentence_stands_alone_where_it_is():
    added = ESSAY.replace(" Every friday", " Nobody knows why. Every friday")
    assert aligned(added) == [*ALONE[:2], " | Nobody knows why.", *ALONE[2:]]


def test_sentences_that_change_places_are_passages_of_their_own():
    first, second = "We was there in May.", "The weather were wonderful."
    assert aligned(ESSAY.replace(f"{first} {second}", f"{second} {first}")) == ALONE


def test_a_sentence_written_anew_answers_the_one_that_it_replaces():
    assert aligned(ESSAY.replace("The weather were wonderful", "It never rained"))[4] == (
        "The weather were wonderful. | It never rained."
    )


def test_passages_are_cut_where_every_version_has_a_cut():
    first = ESSAY.replace("Rome. She work", "Rome and she work")
    second = ESSAY.replace("bank. Every", "bank and every")
    found = aligned(first, second)
    assert found[0] == (
        "My sister live in Rome. She work in a big bank. Every friday she visit our grandmother. | "
        "My sister live in Rome and she work in a big bank. Every friday she visit our grandmother. | "
        "My sister live in Rome. She work in a big bank and every friday she visit our grandmother."
    )
    assert len(found) == 4


def test_versions_that_add_at_the_same_place_share_a_passage():
    added = ESSAY.replace(" Every friday", " Nobody knows why. Every friday")
    other = ESSAY.replace(" Every friday", " It pays well. Every friday")
    assert aligned(added, other, ESSAY)[2] == " | Nobody knows why. | It pays well. | "


def test_a_text_without_words_stands_against_all_of_the_other():
    [passage] = Aligner(full_stops).running_passages("", "1. 2.\n3.", ["One.\n\nTwo."])
    assert (words(passage.source), words(passage.hypothesis.segment)) == ("", "1. 2. 3.")
    assert Aligner(full_stops).running_passages("", "", [""]) == ()


def test_the_pipeline_parts_sentences_and_joins_those_that_a_student_joined(pipeline_split: Split):
    source = "My sister live in Rome. She work in a bank.\nWe was there in May. It was nice."
    joined = "My sister lives in Rome and she works in a bank.\nWe were there in May. It was nice."
    passages = Aligner(pipeline_split).running_passages(source, joined, [source])
    first, *others = shown(passages)
    assert first.startswith("My sister live in Rome . She work in a bank . | My sister lives in Rome and she")
    assert others == [
        "We was there in May . | We were there in May .",
        "It was nice . | It was nice .",
    ]


PIECES = [
    "She sing",
    " well",
    ".",
    "! ",
    ", ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "don’t",
    "😀",
    "cafe\u0301",
    "\u2028",
    "“",
    "”",
]
essays = st.lists(st.sampled_from(PIECES), max_size=16).map("".join) | st.text(max_size=20)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(source=essays, hypothesis=essays, reference=essays)
def test_tokens_give_each_document_back(source: str, hypothesis: str, reference: str, pipeline_split: Split):
    passages = Aligner(pipeline_split).running_passages(source, hypothesis, [reference])
    sides = [
        (source, [passage.source for passage in passages]),
        (hypothesis, [passage.hypothesis.segment for passage in passages]),
        (reference, [passage.references[0].segment for passage in passages]),
    ]
    for text, segments in sides:
        for segment in segments:
            assert list(segment.spans) == sorted(segment.spans)
        spans = sorted(span for segment in segments for span in segment.spans)
        assert all(before.end <= after.start for before, after in pairwise(spans))
        assert "".join(span.of(text) for span in spans) == "".join(text.split())
        for segment in segments:
            assert segment.tokens == tuple(find_language().compared(span.of(text)) for span in segment.spans)
            assert 0 <= segment.start <= len(text)


# Segments.


def test_an_insertion_stands_before_the_next_token_or_at_the_end():
    segment = whitespace_segment("It rains .", 10)
    assert segment.characters(1, 3) == Span(13, 20)
    assert segment.characters(1, 1) == Span(13, 13)
    assert segment.characters(3, 3) == Span(20, 20)
    assert whitespace_segment("", 10).extent == Span(10, 10)


# Documents of either kind.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She sings , and he listens .\n", True),
        ("She sings, and he listens.\n", False),
        ("It costs 3.50 .\n", True),
        ("", False),
    ],
)
def test_tokenised_text_is_told_by_its_punctuation(text: str, expected: bool):
    assert looks_tokenised(text) is expected


def document(name: str, text: str) -> Document:
    return Document(name, text, Path(f"{name}.txt"))


def test_tokenised_documents_line_up_by_line():
    source, hypothesis = document("task", PLAIN), document("mei", "She likes music .\nIt rains .\n")
    found = Aligner(full_stops).align(source, hypothesis, [document("kim", PLAIN)], tokenised=None)
    assert shown(found.passages) == ["She like music . | She likes music .", "It rain . | It rains ."]
    assert ([(item.name, item.text) for item in found.references], found.problems) == ([("kim", PLAIN)], ())


def test_a_reference_with_another_number_of_lines_is_left_out_and_told():
    source, hypothesis = document("task", PLAIN), document("mei", PLAIN)
    short, good = document("roy", "She likes music .\n"), document("kim", PLAIN)
    found = Aligner(full_stops).align(source, hypothesis, [short, good], tokenised=None)
    assert [item.name for item in found.references] == ["kim"]
    assert [str(problem).partition(" sentence")[0] for problem in found.problems] == ["roy.txt:1: it has 1"]


def test_a_malformed_reference_is_left_out_and_told():
    broken = Document("roy", M2.replace("A 2 2", "A 9 9"), Path("roy.m2"), format="m2")
    found = Aligner(full_stops).align(document("task", PLAIN), None, [broken, document("kim", PLAIN)], tokenised=None)
    assert [item.name for item in found.references] == ["kim"]
    assert [(problem.path, problem.line) for problem in found.problems] == [(Path("roy.m2"), 3)]


def test_m2_alone_is_the_source_unchanged_against_each_annotator():
    alone = Document("class", M2, Path("class.m2"), format="m2")
    found = Aligner(full_stops).align(alone, None, [alone], tokenised=None)
    assert shown(found.passages) == ["She like music . | She like music .", "It rain . | It rain ."]
    assert [item.name for item in found.references] == ["class#0", "class#1"]
    assert [words(side.segment) for side in found.passages[1].references] == ["It rains .", "It rain ."]


@pytest.mark.parametrize(
    ("source", "m2"),
    [
        ("She like music .\n", "S She like music .\n"),
        ("She like music\n", "S She like music\n"),
        ("Dr. Roy like 3.5 % , she says\n", "S Dr. Roy like 3.5 % , she says\n"),
    ],
)
def test_a_reference_in_m2_makes_its_source_tokenised(source: str, m2: str):
    edit = "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
    teacher = Document("kim", m2 + edit, Path("kim.m2"), format="m2")
    found = Aligner(full_stops).align(document("task", source), document("mei", source), [teacher], tokenised=None)
    [passage] = found.passages
    [side] = passage.references
    assert side.states_edits
    assert [item.replacement for item in side.edits] == [("likes",)]


# Essays under MultiGEC's headings.

SOURCE_ESSAYS = "### essay_id = a\n\nIt rain. I stay home.\n\n### essay_id = b\n\nShe like music.\n"


def essays_of(*texts: str) -> list[list[str]]:
    """Each passage's sides."""
    source, hypothesis, *references = (document(f"text-{number}", text) for number, text in enumerate(texts))
    found = Aligner(full_stops).align(source, hypothesis, references, tokenised=None)
    sides = [[p.source, *(side.segment for side in (p.hypothesis, *p.references))] for p in found.passages]
    return [list(map(words, segments)) for segments in sides]


def test_essays_line_up_by_id_whatever_their_order():
    hypothesis = "### essay_id = b\nShe likes music.\n### essay_id = a\nIt rains. I stay home.\n"
    assert essays_of(SOURCE_ESSAYS, hypothesis, SOURCE_ESSAYS) == [
        ["It rain.", "It rains.", "It rain."],
        ["I stay home.", "I stay home.", "I stay home."],
        ["She like music.", "She likes music.", "She like music."],
    ]


def test_an_essay_that_a_reference_has_not_got_is_no_deletion():
    hypothesis = document("mei", SOURCE_ESSAYS)
    partial = document("kim", "### essay_id = a\n\nIt rains. I stay home.\n")
    found = Aligner(full_stops).align(document("task", SOURCE_ESSAYS), hypothesis, [partial], tokenised=None)
    assert [(words(p.references[0].segment), p.parallel) for p in found.passages] == [
        ("It rains.", False),
        ("I stay home.", False),
        ("", True),
    ]


def test_an_essay_that_the_source_has_not_got_is_told_with_its_line():
    more = document("kim", f"{SOURCE_ESSAYS}\n### essay_id = c\n\nHello.\n")
    found = Aligner(full_stops).align(
        document("task", SOURCE_ESSAYS), document("mei", SOURCE_ESSAYS), [more], tokenised=None
    )
    assert [str(problem) for problem in found.problems] == ["kim.txt:9: the source has no such essay"]
    assert len(found.passages) == 3
