"""Run-ons that a teacher parts, and sentences that a student joins at other places, are in the right passages."""

import random
import re
from collections.abc import Sequence
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.edits.alignment.run_on_essays import Essay, essay, finest_groups

from markscheme.edits import shared_words
from markscheme.edits.passages import Aligner, LineUp
from markscheme.edits.sentence_alignment import (
    BAND,
    MAX_JOINED,
    WIDEST_BAND,
    Programme,
    align_moved_sentences,
    align_sentences,
)
from markscheme.edits.shared_words import MAX_REWRITTEN, Group, Sentence
from markscheme.languages.segments import Segment, whitespace_segment

SOURCE = "He is my friend, he lives in Prague, he work in a bank, he have two childs and a dog."
TEACHER = "He is my friend. He lives in Prague. He works in a bank. He has two children and a dog."
STUDENT = "He is my friend, he lives in Prague, he works in a bank, he has two children and a dog."


def tokens(text: str) -> Sentence:
    return Sentence(tuple(re.findall(r"\w+(?:'\w+)?|[^\w\s]", text)))


def tokenised(sentences: Sequence[str]) -> list[Sentence]:
    return [tokens(sentence) for sentence in sentences]


def aligned(source: Sequence[str], target: Sequence[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(group.source, group.target) for group in align_sentences(tokenised(source), tokenised(target))]


def full_stops(text: str, offset: int) -> tuple[Segment, ...]:
    """Return sentences that end at full stops."""
    return tuple(whitespace_segment(match[0], offset + match.start()) for match in re.finditer(r"\S[^.]*\.?", text))


# Invented essays.


@pytest.fixture(scope="module")
def essays(thorough: bool) -> list[Essay]:
    """Return fifty essays, and two hundred in a thorough run."""
    return [essay(rng := random.Random(seed), rng.randint(20, 60)) for seed in range(200 if thorough else 50)]


@pytest.mark.parametrize("line_up", [align_sentences, align_moved_sentences])
@pytest.mark.parametrize("version", ["teacher", "student"])
def test_source_sentences_are_in_the_right_group(essays: list[Essay], version: str, line_up: LineUp):
    right = total = 0
    for item in essays:
        target = item.teacher if version == "teacher" else item.student
        groups = line_up(tuple(tokenised(item.source.sentences)), tuple(tokenised(target.sentences)))
        truth = set(finest_groups(item.source.ends, target.ends))
        right += sum(group.source[1] - group.source[0] for group in truth.intersection(groups))
        total += len(item.source.sentences)
    assert right / total >= 0.99, f"{right} of {total}"


def test_the_essays_have_run_ons_and_sentences_joined_elsewhere(essays: list[Essay]):
    shapes = {
        (group.source[1] - group.source[0], group.target[1] - group.target[0])
        for item in essays
        for target in (item.teacher, item.student)
        for group in finest_groups(item.source.ends, target.ends)
    }
    assert {(1, parts) for parts in range(1, 6)} <= shapes
    assert {(2, 1), (3, 1), (2, 3), (3, 2), (3, 4)} <= shapes


def test_passages_of_a_source_a_student_and_teachers_are_cut_where_all_have_an_end(essays: list[Essay]):
    right = total = 0
    for item in essays[:60]:
        texts = [" ".join(version.sentences) for version in (item.source, item.student, item.teacher, item.source)]
        passages = Aligner(full_stops).running_passages(texts[0], texts[1], texts[2:])
        cuts = sorted({*item.source.ends} & {*item.student.ends} & {*item.teacher.ends})
        truth = {
            tuple(version.between(begin, end) for version in (item.source, item.student, item.teacher, item.source))
            for begin, end in pairwise(cuts)
        }
        sides = {
            tuple(
                " ".join(side.tokens)
                for side in (passage.source, passage.hypothesis.segment, *(ref.segment for ref in passage.references))
            )
            for passage in passages
        }
        right += len(truth & sides)
        total += len(truth)
    assert right / total >= 0.99, f"{right} of {total}"


# Single cases.


def test_a_run_on_answers_all_sentences_that_it_is_parted_into():
    assert aligned([SOURCE], TEACHER.split(". ")) == [((0, 1), (0, 4))]
    [passage] = Aligner(full_stops).running_passages(SOURCE, STUDENT, [TEACHER])
    assert " ".join(passage.references[0].segment.tokens) == TEACHER


def test_five_sentences_that_are_joined_answer_one():
    parts = ["We met in May", "It rained all day", "Nobody had an umbrella", "My sister was ill", "The bus came late."]
    assert aligned(parts, [", ".join(parts)]) == [((0, 5), (0, 1))]


def test_sentences_parted_at_other_places_are_one_group():
    clauses = ["we met in May", "it rained all day", "nobody had an umbrella", "my sister was ill", "the bus came late"]
    one = [", ".join(part) + "." for part in (clauses[:2], clauses[2:4], clauses[4:])]
    other = [", ".join(part) + "." for part in (clauses[:1], clauses[1:3], clauses[3:])]
    assert aligned(one, other) == [((0, 3), (0, 3))]


def test_a_sentence_that_is_added_inside_a_run_on_is_in_its_group():
    run_on = "We met in May at the station, my sister was ill and stayed in bed."
    parts = ["We met in May at the station.", "Nobody knows why.", "My sister was ill and stayed in bed."]
    assert aligned([run_on], parts) == [((0, 1), (0, 3))]


def test_words_that_two_sentences_share_by_chance_join_nothing():
    source = ["I like the film about the war.", "The music in it was very good.", "We seen it in the cinema."]
    target = ["I liked it very much.", "The music in the film was good.", "We saw it in the cinema."]
    assert aligned(source, target) == [((0, 1), (0, 1)), ((1, 2), (1, 2)), ((2, 3), (2, 3))]


def test_a_text_without_full_stops_answers_all_sentences_of_its_correction():
    version = essay(random.Random(5), 300).source
    learner = " ".join(sentence[:-1].lower() for sentence in version.sentences)
    assert aligned([learner], version.sentences) == [((0, 1), (0, len(version.sentences)))]


def test_long_chains_of_clauses_are_cut():
    rng = random.Random(1)
    clauses = [tuple(f"w{rng.randrange(9_000)}" for _ in range(8)) for _ in range(400)]
    source = [Sentence(first + second) for first, second in zip(clauses[::2], clauses[1::2], strict=True)]
    target = [Sentence(first + second) for first, second in zip(clauses[1::2], clauses[2::2], strict=False)]
    groups = align_sentences(source, target)
    assert max(group.source[1] - group.source[0] for group in groups) == MAX_JOINED


def test_a_text_that_was_rewritten_at_length_is_in_short_groups():
    source = [Sentence((f"a{number}",)) for number in range(1_000)]
    target = [Sentence((f"b{number}",)) for number in range(900)]
    assert max(group.source[1] - group.source[0] for group in align_sentences(source, target)) <= MAX_REWRITTEN


# What holds of any texts.

words = st.lists(st.sampled_from(["he", "works", "in", "the", "bank", "and", "sings", "a", "song", "."]), max_size=9)
texts = st.lists(words.map(tuple).map(Sentence), max_size=12)


@given(source=texts, target=texts)
def test_every_sentence_is_in_one_group_in_order(source: list[Sentence], target: list[Sentence]):
    groups = align_sentences(source, target)
    assert [i for group in groups for i in range(*group.source)] == list(range(len(source)))
    assert [j for group in groups for j in range(*group.target)] == list(range(len(target)))


@given(seed=st.integers(0, 2**32), count=st.integers(1, 30))
def test_every_sentence_of_every_side_is_in_one_passage_in_order(seed: int, count: int):
    item = essay(random.Random(seed), count)
    sides = [" ".join(version.sentences) for version in (item.source, item.student, item.teacher)]
    passages = Aligner(full_stops, align_sentences).running_passages(sides[0], sides[1], sides[2:])
    for text, segments in zip(
        sides,
        zip(*((p.source, p.hypothesis.segment, p.references[0].segment) for p in passages), strict=True),
        strict=True,
    ):
        spans = list(chain.from_iterable(segment.spans for segment in segments))
        assert spans == sorted(spans)
        assert [span.of(text) for span in spans] == text.split()


@given(text=st.lists(words.filter(any).map(tuple).map(Sentence), max_size=12))
def test_identical_texts_align_one_to_one(text: list[Sentence]):
    ones = tuple(Group((number, number + 1), (number, number + 1)) for number in range(len(text)))
    assert align_sentences(text, text) == align_moved_sentences(text, text) == ones


@given(seed=st.integers(0, 2**32), count=st.integers(1, 40))
def test_an_essay_aligns_one_to_one_with_itself(seed: int, count: int):
    source = tokenised(essay(random.Random(seed), count).source.sentences)
    assert {(group.source, group.target) for group in align_sentences(source, source)} == {
        ((number, number + 1), (number, number + 1)) for number in range(len(source))
    }


# How the work grows.


def compared(source: Sequence[Sentence], target: Sequence[Sentence]) -> int:
    """Return the number of pairs of sentences that the programme looks at."""
    return sum(high - low + 1 for low, high in Programme(source, target).windows)


def unrelated(count: int, seed: int) -> list[Sentence]:
    rng = random.Random(seed)
    return [Sentence(tuple(f"w{rng.randrange(5_000)}" for _ in range(8))) for _ in range(count)]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 1.0])
def test_unrelated_texts_are_compared_in_a_narrow_band(share: float):
    size = 2_000
    source, target = unrelated(size, 1), unrelated(int(size * share), 2)
    assert compared(source, target) <= size * (2 * WIDEST_BAND + 2) + len(target)


def test_a_long_passage_that_is_dropped_is_compared_in_a_narrow_band():
    source = unrelated(2_000, 1)
    assert compared(source, [*source[:20], *source[-20:]]) <= 2_000 * (2 * BAND + 45)


def test_words_are_linked_at_linear_cost(monkeypatch: pytest.MonkeyPatch):
    """A run-on of a whole text is searched a bounded number of times."""
    looked_at = 0
    search = shared_words._single

    def counted(words: Sequence[int], part: tuple[int, int], length: int) -> dict[tuple[int, ...], int]:
        nonlocal looked_at
        looked_at += part[1] - part[0]
        return search(words, part, length)

    monkeypatch.setattr(shared_words, "_single", counted)
    rng = random.Random(3)
    for words in ([rng.randrange(40) for _ in range(20_000)], [1] * 20_000, [1, 2] * 10_000):
        looked_at = 0
        other = [word for word in words if rng.random() < 0.9]
        shared_words.linked_runs(words, other, shared_words.Gap((0, len(words)), (0, len(other))))
        assert looked_at <= 2 * len(words) * len(shared_words.LENGTHS) * (shared_words.MAX_DEPTH + 1)
