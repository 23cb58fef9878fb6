"""Essays of learners' sentences whose corrected versions join, split, drop and swap some, with a known answer."""

import random
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from sacremoses import MosesDetokenizer

from markscheme.documents.files import read_text
from markscheme.edits.passages import Aligner, Passage, read_parallel
from markscheme.edits.sentence_alignment import align_sentences
from markscheme.edits.shared_words import Sentence
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.languages.segments import Segment, Span

DISTURBED = 0.15
"""Of all source sentences."""

Tokens = tuple[str, ...]
Pair = tuple[Tokens, Tokens]
Answer = list[tuple[range, range]]
"""Source sentences, and the hypothesis's that answer them."""


@pytest.fixture(scope="module")
def pairs(data: Path) -> list[list[Pair]]:
    """Source and corrected sentences, in document order."""
    found = [jfleg(data / "jfleg" / part, part, number) for part in ("dev", "test") for number in range(4)]
    for text in read_parallel(read_text(data / "conll14" / "conll14.errant"), "conll14"):
        corrected = [side.segment.tokens for side in text.sides]
        found.append(
            [pair for pair in zip([item.tokens for item in text.sources], corrected, strict=True) if all(pair)]
        )
    return found


def jfleg(folder: Path, part: str, number: int) -> list[Pair]:
    texts = [read_parallel(read_text(folder / name), name)[0] for name in (f"{part}.src", f"{part}.ref{number}")]
    tokens = [[side.segment.tokens for side in text.sides] for text in texts]
    return [pair for pair in zip(*tokens, strict=True) if all(pair)]


def disturbed(pairs: Sequence[Pair], rng: random.Random) -> tuple[list[Tokens], Answer]:
    """The hypothesis's sentences, no more than 15 % of them disturbed, and which source sentences they answer."""
    left = int(DISTURBED * len(pairs))
    at, target, answer = 0, [], []
    while at < len(pairs):
        kind = rng.choice(["join", "split", "drop", "swap"]) if rng.random() < DISTURBED else "keep"
        own, begin = pairs[at][1], len(target)
        taken = 2 if kind in ("join", "swap") else 1
        if (kind != "keep" and taken > left) or at + taken > len(pairs) or (kind == "split" and len(own) < 8):
            kind, taken = "keep", 1
        left -= taken if kind != "keep" else 0
        if kind == "join":
            target.append((*own[:-1], ",", "and", *pairs[at + 1][1]))
        elif kind == "swap":
            target += [pairs[at + 1][1], own]
        elif kind == "split":
            cut = rng.randrange(3, len(own) - 3)
            target += [(*own[:cut], "."), own[cut:]]
        elif kind == "keep":
            target.append(own)
        answer.append((range(at, at + taken), range(begin, len(target))))
        at += taken
    return target, answer


def essays(pairs: list[list[Pair]], number: int, seed: int) -> list[tuple[list[Tokens], list[Tokens], Answer]]:
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        corpus, length = rng.choice(pairs), rng.randint(20, 60)
        start = rng.randrange(len(corpus) - length)
        chosen = corpus[start : start + length]
        found.append(([source for source, _ in chosen], *disturbed(chosen, rng)))
    return found


def test_sentences_are_grouped_as_they_were_disturbed(pairs: list[list[Pair]]):
    right = total = 0
    for source, target, answer in essays(pairs, 200, seed=1):
        groups = align_sentences([Sentence(tokens) for tokens in source], [Sentence(tokens) for tokens in target])
        found = {(range(*group.source), range(*group.target)) for group in groups}
        right += sum(len(sources) for sources, targets in answer if (sources, targets) in found)
        total += len(source)
    assert right / total >= 0.98, f"{right} of {total}"


def test_long_documents_are_grouped_as_well(pairs: list[list[Pair]]):
    """Of the lengths at which only sentences near a guide are compared."""
    for number, corpus in enumerate(pairs[::3]):
        target, answer = disturbed(corpus, random.Random(number))
        groups = align_sentences([Sentence(source) for source, _ in corpus], [Sentence(tokens) for tokens in target])
        found = {(range(*group.source), range(*group.target)) for group in groups}
        right = sum(len(sources) for sources, targets in answer if (sources, targets) in found)
        assert right / len(corpus) >= 0.98, f"{right} of {len(corpus)}"


def test_raw_essays_are_cut_into_the_right_passages(pairs: list[list[Pair]], engine_settings: EngineSettings):
    """Detokenised, in paragraphs, and parted into sentences by the pipeline, which may part them elsewhere."""
    split = Models(engine_settings).split
    right = total = 0
    for number, (source, target, answer) in enumerate(essays(pairs, 30, seed=2)):
        rng = random.Random(number)
        source_text, source_spans = written(source, rng)
        target_text, target_spans = written(target, rng)
        passages = Aligner(split).running_passages(source_text, target_text, [])
        right += sum(
            len(sources)
            for sources, targets in answer
            if is_right(passages, [source_spans[n] for n in sources], [target_spans[n] for n in targets])
        )
        total += len(source)
    assert right / total >= 0.98, f"{right} of {total}"


def written(sentences: list[Tokens], rng: random.Random) -> tuple[str, list[Span]]:
    """An essay as people write it, and where each sentence stands in it.

    A sentence without its full stop ends its line: nothing else says where it ends.
    """
    detokenizer = MosesDetokenizer(lang="en")
    texts = [detokenizer.detokenize(list(tokens)) for tokens in sentences]
    ends = [rng.choice(["\n\n", " ", " ", " ", " "]) if text[-1] in ".!?" else "\n" for text in texts]
    starts = list(accumulate((len(text) + len(end) for text, end in zip(texts, ends, strict=True)), initial=0))
    spans = [Span(start, start + len(text)) for start, text in zip(starts, texts, strict=False)]
    return "".join(text + end for text, end in zip(texts, ends, strict=True)), spans


def is_right(passages: Sequence[Passage], sources: list[Span], targets: list[Span]) -> bool:
    """Whether the sentences' passages hold nothing of other sentences, and source and target stand together."""
    source, target = Span(sources[0].start, sources[-1].end), None
    own = [passage for passage in passages if touches(passage.source, source)]
    if targets:
        target = Span(targets[0].start, targets[-1].end)
        own += [p for p in passages if p not in own and touches(p.hypothesis.segment, target)]
    together = sum(bool(p.source.tokens and p.hypothesis.segment.tokens) for p in own)
    return (
        all(within(passage.source, source) for passage in own)
        and all(within(passage.hypothesis.segment, target) for passage in own)
        and (together == len(own) if targets else together == 0)
    )


def touches(segment: Segment, span: Span) -> bool:
    return bool(segment.tokens) and segment.extent.start < span.end and span.start < segment.extent.end


def within(segment: Segment, span: Span | None) -> bool:
    if not segment.tokens:
        return True
    return span is not None and span.start <= segment.extent.start and segment.extent.end <= span.end


def test_the_answers_are_those_of_the_disturbed_share(pairs: list[list[Pair]]):
    for source, target, answer in essays(pairs, 20, seed=3):
        assert [n for sources, _ in answer for n in sources] == list(range(len(source)))
        assert [n for _, targets in answer for n in targets] == list(range(len(target)))
        assert all(len(one) + len(other) >= 1 for one, other in answer)
    assert any(len(one) != 1 for source, target, answer in essays(pairs, 20, seed=3) for one, other in pairwise(answer))
