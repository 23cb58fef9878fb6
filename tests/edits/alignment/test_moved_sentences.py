"""Sentences that a version moves are in the passage of their source, and nothing else changes."""

import random
import re
from collections.abc import Sequence
from itertools import chain

import attrs
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.passages import Aligner, Passage
from markscheme.edits.sentence_alignment import align_moved_sentences, align_sentences
from markscheme.edits.shared_words import Sentence
from markscheme.languages.segments import Segment, whitespace_segment

COMMON = [
    "the",
    "a",
    "in",
    "on",
    "of",
    "to",
    "and",
    "was",
    "were",
    "is",
    "she",
    "he",
    "we",
    "they",
    "it",
    "very",
    "my",
    "our",
]
VOCABULARY = [f"{first}{last}" for first in "bdfgklmnprst" for last in ("arno", "elti", "ippe", "osta", "ulde", "endy")]


def full_stops(text: str, offset: int) -> tuple[Segment, ...]:
    """Return sentences that end at full stops."""
    return tuple(whitespace_segment(match[0], offset + match.start()) for match in re.finditer(r"\S[^.]*\.?", text))


def words(segment: Segment) -> str:
    return " ".join(segment.tokens)


def an_essay(rng: random.Random) -> list[str]:
    """Return three to fourteen distinct sentences: five words of their own among common ones."""
    count = rng.randint(3, 14)
    rare = rng.sample(VOCABULARY, 5 * count)
    sentences = []
    for number in range(count):
        tokens = rare[5 * number : 5 * number + 5] + rng.choices(COMMON, k=rng.randint(0, 4))
        rng.shuffle(tokens)
        sentences.append(" ".join(tokens) + ".")
    return sentences


@st.composite
def essays(draw: st.DrawFn) -> list[str]:
    return an_essay(draw(st.randoms(use_true_random=False)))


def rearranged(count: int, rng: random.Random) -> list[int]:
    """Return the numbers of sentences after up to three moves, each of a run of one to four sentences."""
    order = list(range(count))
    for _ in range(rng.randint(1, 3)):
        begin = rng.randrange(count)
        run = order[begin : begin + rng.choice([1, 1, 2, 4])]
        rest = order[:begin] + order[begin + len(run) :]
        at = rng.randint(0, len(rest))
        order = rest[:at] + run + rest[at:]
    return order


def corrected(sentence: str, rng: random.Random) -> str:
    """Return a sentence with one word changed."""
    tokens = sentence[:-1].split()
    tokens[rng.randrange(len(tokens))] = "otherwise"
    return " ".join(tokens) + "."


def written(sentences: Sequence[str], order: Sequence[int], rng: random.Random) -> str:
    return "".join(sentences[number] + rng.choice([" ", " ", "\n\n"]) for number in order)


@attrs.frozen
class Rearranged:
    """An essay, and three versions of it with changed and moved sentences; one at least is in order."""

    essay: list[str]
    versions: list[list[str]]
    texts: list[str]
    is_hypothesis_moved: bool
    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, essay: list[str], seed: int) -> "Rearranged":
        rng = random.Random(seed)
        every = range(len(essay))
        versions = [[corrected(sentence, rng) for sentence in essay] for _ in range(3)]
        orders = [rearranged(len(essay), rng) for _ in range(3)]
        orders[rng.randrange(3)] = list(every)
        texts = [written(*pair, rng) for pair in zip(versions, orders, strict=True)]
        passages = Aligner(full_stops).running_passages(written(essay, every, rng), texts[0], texts[1:])
        return cls(essay, versions, texts, orders[0] != list(every), tuple(passages))

    @property
    def sides(self) -> list[list[Segment]]:
        """The segments of each version, passage by passage."""
        rows = [(passage.hypothesis, *passage.references) for passage in self.passages]
        return [[side.segment for side in column] for column in zip(*rows, strict=True)]

    @property
    def is_exact(self) -> bool:
        """Whether each sentence is in the passage of its source, and those passages are moved that should be."""
        in_order = [passage.hypothesis.segment.start for passage in self.passages if not passage.moved]
        return (
            [words(passage.source) for passage in self.passages] == self.essay
            and [list(map(words, column)) for column in self.sides] == self.versions
            and in_order == sorted(in_order)
            and any(passage.moved for passage in self.passages) == self.is_hypothesis_moved
        )


@given(essay=essays(), seed=st.integers(0, 2**32))
def test_no_word_is_lost_or_misplaced(essay: list[str], seed: int):
    case = Rearranged.of(essay, seed)
    assert " ".join(filter(None, (words(passage.source) for passage in case.passages))) == " ".join(essay)
    for text, segments, version in zip(case.texts, case.sides, case.versions, strict=True):
        tokens = [pair for item in segments for pair in zip(item.spans, item.tokens, strict=True)]
        assert all(span.of(text) == token for span, token in tokens)
        assert sorted(token for _, token in tokens) == sorted(" ".join(version).split())


def test_moved_sentences_are_in_the_passages_of_their_sources_in_nearly_all_essays():
    """Of texts whose versions are rearranged in different ways, a few are taken for rewritten in part."""
    cases = [Rearranged.of(an_essay(random.Random(seed)), seed) for seed in range(500)]
    assert sum(case.is_exact for case in cases) >= 0.99 * len(cases)


@st.composite
def in_order(draw: st.DrawFn) -> tuple[list[Sentence], list[Sentence]]:
    """Return a text, and a version whose sentences are kept, changed, dropped, split, joined or added, in order."""
    essay = [sentence[:-1].split() for sentence in draw(essays())]
    rng = draw(st.randoms(use_true_random=False))
    version: list[list[str]] = []
    for number, tokens in enumerate(essay):
        kind = rng.choice(["keep", "keep", "change", "drop", "split", "join", "add"])
        if kind == "change":
            version.append(corrected(" ".join(tokens) + ".", rng)[:-1].split())
        elif kind == "split":
            version += [tokens[:2], tokens[2:]]
        elif kind == "join" and version:
            version[-1] = [*version[-1], *tokens]
        elif kind != "drop":
            version.append(tokens)
        if kind == "add":
            version.append([f"new{number}", *rng.choices(COMMON, k=4)])
    return [Sentence(tuple(tokens)) for tokens in essay], [Sentence(tuple(tokens)) for tokens in version]


@given(texts=in_order())
def test_without_moves_the_alignment_is_the_one_in_order(texts: tuple[list[Sentence], list[Sentence]]):
    assert align_moved_sentences(*texts) == align_sentences(*texts)


@given(
    source=st.lists(st.sampled_from(["a b c", "a b d", "a b", "c d e", "a", "e f g", "."]), max_size=9),
    target=st.lists(st.sampled_from(["a b c", "a b d", "a b", "c d e", "a", "e f g", "."]), max_size=9),
)
def test_every_sentence_is_in_one_group(source: list[str], target: list[str]):
    texts = [[Sentence(tuple(sentence.split())) for sentence in side] for side in (source, target)]
    groups = align_moved_sentences(*texts)
    assert [i for group in groups for i in range(*group.source)] == list(range(len(source)))
    assert sorted(chain.from_iterable(range(*group.target) for group in groups)) == list(range(len(target)))
    in_order = [j for group in groups if not group.moved for j in range(*group.target)]
    assert in_order == sorted(in_order)
    sides = [". ".join(side) for side in (source, target, source[::-1])]
    for text, segments in zip(
        sides, _segments(Aligner(full_stops).running_passages(sides[0], sides[1], sides[2:])), strict=True
    ):
        spans = sorted(span for segment in segments for span in segment.spans)
        assert "".join(span.of(text) for span in spans) == "".join(text.split())


def _segments(passages: Sequence[Passage]) -> tuple[list[Segment], list[Segment], list[Segment]]:
    return (
        [passage.source for passage in passages],
        [passage.hypothesis.segment for passage in passages],
        [passage.references[0].segment for passage in passages],
    )


ESSAY = (
    "My sister live in Rome. She work in a big bank. Every friday she visit our grandmother. "
    "We was there in May. The weather were wonderful. I ate many icecream."
)


def aligned(hypothesis: str, *references: str) -> list[str]:
    """Return the essay's passages as ``source | hypothesis | references``."""
    passages = Aligner(full_stops).running_passages(ESSAY, hypothesis, references)
    sides = [[passage.source, *(s.segment for s in (passage.hypothesis, *passage.references))] for passage in passages]
    return [" | ".join(map(words, segments)) for segments in sides]


def test_a_moved_run_answers_sentences_that_a_reference_joins():
    first, second = "My sister live in Rome.", "She work in a big bank."
    moved = ESSAY.replace(f"{first} {second} ", "") + f" {first} {second}"
    joined = ESSAY.replace("Rome. She", "Rome and she")
    assert aligned(moved, joined)[0] == (
        f"{first} {second} | {first} {second} | My sister live in Rome and she work in a big bank."
    )


def test_a_sentence_that_moved_into_a_passage_of_others_counts_as_dropped_and_added():
    last = "I ate many icecream."
    moved = ESSAY.replace(f" {last}", "").replace("Rome. She", f"Rome. {last} She")
    joined = ESSAY.replace("Rome. She", "Rome and she")
    passages = aligned(moved, joined)
    assert passages[0].startswith("My sister live in Rome. She work in a big bank. | My sister live in Rome. I ate")
    assert passages[-1] == f"{last} |  | {last}"


def test_what_is_added_on_either_side_of_a_moved_sentence_stands_apart():
    last = "I ate many icecream."
    moved = ESSAY.replace(f" {last}", "").replace("Rome. She", f"Rome. Nobody cared. {last} Nothing broke. She")
    passages = aligned(moved)
    assert passages[1:3] == [" | Nobody cared.", " | Nothing broke."]
    assert passages[-1] == f"{last} | {last}"


def test_a_new_sentence_in_the_place_of_a_moved_one_is_an_added_one():
    first = "My sister live in Rome."
    moved = ESSAY.replace(first, "Nobody believes this.") + f" {first}"
    assert aligned(moved)[:2] == [" | Nobody believes this.", f"{first} | {first}"]
