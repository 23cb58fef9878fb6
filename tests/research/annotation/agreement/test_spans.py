"""F1 and unitized alpha: equal to slow computations, on published corpora too, and without hypotheses' influence."""

import random
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme import EngineSettings
from markscheme.api import research
from markscheme.api.inputs import Work
from markscheme.contract import shown
from markscheme.documents.corpus import Side
from markscheme.edits.edit import Edit
from markscheme.edits.passages import Passage
from markscheme.languages.segments import whitespace_segment
from markscheme.marking.local import Engine
from markscheme.research.agreement import Agreement, AgreementSettings
from markscheme.research.agreement_questions import QuestionAgreement, questions_of
from markscheme.research.annotation_units import main_type, units_of
from markscheme.research.pool import Pool, PooledSentence, SentenceVersion
from markscheme.research.resampling import ResamplingSettings
from research.annotation.agreement.pools import THREE, source_of

NO_INTERVALS = ResamplingSettings(0)
FIGURES = AgreementSettings(NO_INTERVALS, with_credit=False, with_verdicts=False)
Marks = list[tuple[int, int, str, str]]
"""The spans of one annotator in one sentence: tokens, correction and type."""


def pool_of(sentences: list[tuple[int, list[Marks | None]]]) -> Pool:
    """Return a pool of sentences of some length, with each annotator's marks; ``None`` for one who has not seen it."""
    people = len(sentences[0][1]) if sentences else 0
    pooled = []
    for length, sides in sentences:
        source = whitespace_segment(" ".join("w" for _ in range(length)))
        versions = [
            SentenceVersion(Side(source, absent=side is None), edits=tuple(_edit(*mark) for mark in side or ()))
            for side in sides
        ]
        passage = Passage(source, Side(source), tuple(item.side for item in versions))
        pooled.append(PooledSentence(0, passage, tuple(versions), ()))
    return Pool(tuple(f"p{number}" for number in range(people)), (), (), tuple(pooled))


def _edit(start: int, end: int, words: str, kind: str) -> Edit:
    return Edit(start, end, tuple(words.split()), kind)


def questions(sentences: list[tuple[int, list[Marks | None]]]) -> dict[str, QuestionAgreement]:
    return {item.question: item for item in questions_of(units_of(pool_of(sentences), NO_INTERVALS))}


def slow_f1(sentences: list[tuple[int, list[Marks | None]]], pair: tuple[int, int], question: str) -> float | None:
    shared = total = 0
    for _, sides in sentences:
        one, other = (sides[column] for column in pair)
        if one is None or other is None:
            continue
        total += len(one) + len(other)
        if question == "detection":
            covered = [{place for mark in side for place in places(mark)} for side in (one, other)]
            shared += sum(bool(places(mark) & covered[1]) for mark in one)
            shared += sum(bool(places(mark) & covered[0]) for mark in other)
        else:
            keys = [Counter(key(mark, question) for mark in side) for side in (one, other)]
            shared += 2 * sum((keys[0] & keys[1]).values())
    return shared / total if total else None


def key(mark: tuple[int, int, str, str], question: str) -> object:
    start, end, words, kind = mark
    return {"span": (start, end), "correction": (start, end, words), "type": (start, end, main_type(kind))}[question]


def places(mark: tuple[int, int, str, str]) -> set[int]:
    """Return the tokens and the gaps between them that a span covers: gap 0, token 0, gap 1 and so on are 0, 1, 2."""
    start, end, *_ = mark
    return {2 * start} if start == end else {*range(2 * start + 1, 2 * end)}


def slow_unitized(sentences: list[tuple[int, list[Marks | None]]], question: str) -> float | None:
    """Return u-alpha by its definition: intersections of every two segments of two annotators, with gaps."""
    observed: Counter[tuple[object, object]] = Counter()
    lengths: Counter[object] = Counter()
    squares = 0
    for length, sides in sentences:
        seen = [segments(length, side, question) for side in sides if side is not None]
        if len(seen) < 2:
            continue
        for side in seen:
            for value, covered in side:
                lengths[value] += len(covered)
                squares += len(covered) if value == "gap" else len(covered) ** 2
        for one in range(len(seen)):
            for other in range(len(seen)):
                if one != other:
                    for first, here in seen[one]:
                        for second, there in seen[other]:
                            observed[first, second] += len(here & there) / (len(seen) - 1)
    total = sum(lengths.values())
    disagreeing = sum(count for (first, second), count in observed.items() if first != second)
    apart = total**2 - sum(count**2 for count in lengths.values())
    return 1 - disagreeing * (total**2 - squares) / (total * apart) if apart else None


def segments(length: int, side: Marks, question: str) -> list[tuple[object, set[int]]]:
    values = {
        "detection": lambda mark: True,
        "correction": lambda mark: mark[2],
        "type": lambda mark: main_type(mark[3]),
    }
    marked: list[tuple[object, set[int]]] = [(("is", values[question](mark)), places(mark)) for mark in side]
    return [*marked, ("gap", {*range(2 * length + 1)} - {place for _, covered in marked for place in covered})]


@st.composite
def sentence(draw: st.DrawFn, people: int) -> tuple[int, list[Marks | None]]:
    length = draw(st.integers(1, 6))
    sides: list[Marks | None] = []
    for _ in range(people):
        marks: Marks = []
        cuts = sorted(draw(st.lists(st.integers(0, length), max_size=4, unique=True)))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            marks.append(
                (start, end, draw(st.sampled_from(["a", "b", ""])), draw(st.sampled_from(["R:X", "M:Y", "U:X"])))
            )
        sides.append(None if draw(st.integers(0, 5)) == 0 else marks)
    return length, sides


corpora = st.integers(2, 4).flatmap(lambda people: st.lists(sentence(people), min_size=1, max_size=6))


@given(corpora)
def test_both_are_those_of_a_slow_computation(sentences: list[tuple[int, list[Marks | None]]]):
    people = len(sentences[0][1])
    for name, item in questions(sentences).items():
        expected = {pair: slow_f1(sentences, pair, name) for pair in combinations(range(people), 2)}
        assert [pair.f1.value for pair in item.pairs] == pytest.approx([*expected.values()], abs=1e-9)
        unitized = None if name == "span" else slow_unitized(sentences, name)
        assert item.unitized_alpha.value == (None if unitized is None else pytest.approx(unitized, abs=1e-9))


@given(corpora, st.randoms(use_true_random=False))
def test_no_order_matters(sentences: list[tuple[int, list[Marks | None]]], chance: random.Random):
    people = [*range(len(sentences[0][1]))]
    chance.shuffle(people)
    other = [(length, [sides[column] for column in people]) for length, sides in sentences]
    chance.shuffle(other)
    one, two = questions(sentences), questions(other)
    for name, item in one.items():
        for member in ("fleiss", "alpha", "unitized_alpha", "mean_kappa", "mean_f1"):
            values = [getattr(own, member).value for own in (item, two[name])]
            assert values[0] == (None if values[1] is None else pytest.approx(values[1], abs=1e-9))


@given(st.lists(sentence(1), min_size=1, max_size=6), st.integers(2, 4))
def test_annotators_who_do_the_same_agree_fully(sentences: list[tuple[int, list[Marks | None]]], people: int):
    for item in questions([(length, sides * people) for length, sides in sentences]).values():
        for member in ("fleiss", "alpha", "unitized_alpha", "mean_kappa", "mean_f1"):
            assert getattr(item, member).value in (None, pytest.approx(1))


def test_annotators_by_chance_agree_about_as_chance_has_it():
    """Each token and each gap is marked by each annotator with the same probability, by itself."""
    chance = random.Random(5)
    spans = [*((at, at + kind) for at in range(8) for kind in (0, 1)), (8, 8)]
    sentences: list[tuple[int, list[Marks | None]]] = [
        (8, [[(*span, chance.choice("ab"), "R:X") for span in spans if chance.random() < 0.2] for _ in range(3)])
        for _ in range(1000)
    ]
    result = questions(sentences)
    for name in ("detection", "correction"):
        assert result[name].unitized_alpha.value == pytest.approx(0, abs=0.05)
    words = [(1, [[(0, 1, "a", "R:X")] * (chance.random() < 0.5) for _ in range(3)]) for _ in range(4000)]
    labels = questions(words)  # type: ignore[arg-type]
    for name in ("detection", "span", "correction"):
        for member in ("fleiss", "alpha", "mean_kappa"):
            assert getattr(labels[name], member).value == pytest.approx(0, abs=0.05)


def test_a_resample_of_whole_texts_has_all_sentences_of_a_text():
    sentences = [(2, [[(0, 1, "a", "R:X")], [(0, 1, "b", "R:X")]]), (2, [[], []]), (3, [[(1, 2, "", "U:X")], []])]
    pool = pool_of(sentences)  # type: ignore[arg-type]
    texts = [attrs.evolve(item, text=number) for item, number in zip(pool.sentences, (0, 0, 1), strict=True)]
    pool = attrs.evolve(pool, sentences=tuple(texts), texts=(None, None))
    weights = units_of(pool, ResamplingSettings(40), "documents").weights
    assert (weights[:, 0] == weights[:, 1]).all()
    assert {*weights.sum(axis=1)} == {2, 3, 4}


@pytest.fixture(scope="module")
def work(engine_settings: EngineSettings) -> Work:
    return Work(Engine(engine_settings))


def figures(folder: Path, work: Work) -> dict[str, Any]:
    """Return all figures but those of hypotheses, and the signature's count of these."""
    result: Agreement = research.agreement(folder, settings=FIGURES, work=work)
    values: dict[str, Any] = shown(result)
    for ceiling in values["ceilings"]:
        del ceiling["systems"]
    return {name: value for name, value in values.items() if name not in ("signature", "problems")}


def exercise(folder: Path, source: str, references: str, people: int, hypotheses: dict[str, str]) -> Path:
    """Write an exercise of parallel lines; its annotators have one name with and without hypotheses."""
    folder.mkdir()
    (folder / "x.src").write_text(source)
    (folder / "refs.m2").write_text(references)
    names = ", ".join(f'"refs.m2#{number}"' for number in range(people))
    lines = ["[[exercise]]", 'name = "x"', 'source = "x.src"', f"references = [{names}]", "tokenised = true"]
    if hypotheses:
        (folder / "hypotheses").mkdir()
        lines.append('hypotheses = ["hypotheses/{student}.txt"]')
    for name, text in hypotheses.items():
        (folder / "hypotheses" / f"{name}.txt").write_text(text)
    (folder / "markscheme.toml").write_text("\n".join(lines) + "\n")
    return folder


def swapped(source: str) -> str:
    """Return lines in which words have changed places, others are gone and others are new."""
    lines = []
    for number, line in enumerate(source.splitlines()):
        words = line.split()
        words[:3] = words[:3][::-1]
        lines.append(" ".join([*words[: 4 + number % 5], "very", *words[5 + number % 5 :], *["so"] * (number % 3)]))
    return "".join(f"{line}\n" for line in lines)


def first(text: str, sentences: int) -> str:
    blocks = [block for block in text.strip().split("\n\n") if block.startswith("S ")]
    return "\n\n".join(blocks[:sentences]) + "\n"


CORPORA = {
    "conll14/conll14.errant": 2,
    "languages/uk-ua-gec.gec-only.test.m2": 2,
    "languages/cs-geccc.sentences.m2": 2,
}


@pytest.mark.parametrize("name", ["example", *CORPORA])
def test_hypotheses_change_no_figure_of_annotators(name: str, tmp_path: Path, work: Work, request: Any):
    text = THREE if name == "example" else first((request.getfixturevalue("data") / name).read_text(), 150)
    source, people = source_of(text), CORPORA.get(name, 3)
    alone = exercise(tmp_path / "alone", source, text, people, {})
    hypotheses = {"bo": swapped(source), "cy": source}
    together = exercise(tmp_path / "together", source, text, people, hypotheses)
    assert figures(alone, work) == figures(together, work)


def test_hypotheses_change_no_figure_of_running_texts(tmp_path: Path, work: Work):
    text = {"src": "He go home. She like it. We was late.", "ref.kim": "He goes home. She likes it. We were late."}
    text["ref.roy"] = "He goes to his home, and she likes it. We were late."
    for name, hypotheses in {
        "alone": {},
        "together": {"hyp.bo": "He go home she like it, we was late and tired."},
    }.items():
        (tmp_path / name).mkdir()
        for own, words in {**text, **hypotheses}.items():
            (tmp_path / name / f"x.{own}.txt").write_text(f"{words}\n")
    assert figures(tmp_path / "alone", work) == figures(tmp_path / "together", work)


def marks_of(block: str, annotator: int) -> Marks | None:
    """Return what an annotator has in an M2 entry, read by hand."""
    lines = [line[2:].split("|||") for line in block.splitlines() if line.startswith("A ")]
    own = [line for line in lines if line[-1] == str(annotator)]
    if not own:
        return None
    spans = [(*map(int, line[0].split()), line[2].replace("-NONE-", ""), line[1]) for line in own if line[1] != "noop"]
    return sorted(spans)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CORPORA)
def test_figures_of_a_corpus_are_those_of_a_slow_computation(name: str, tmp_path: Path, work: Work, data: Path):
    """Entries in which an annotator's edits overlap or take all words out, which counts as not seen, are left out."""
    blocks = first((data / name).read_text(), 400).split("\n\n")
    kept = [block for block in blocks if all(is_plain(marks_of(block, own)) for own in (0, 1)) and has_words(block)]
    assert len(kept) > 300
    folder = tmp_path / "x"
    folder.mkdir()
    (folder / "refs.m2").write_text("\n\n".join(block.rstrip() for block in kept) + "\n")
    result = research.agreement(folder, settings=FIGURES, work=work)
    sentences = [(len(block.splitlines()[0].split()) - 1, [marks_of(block, own) for own in (0, 1)]) for block in kept]
    assert result.sentences == len(sentences)
    for item in result.questions:
        assert item.pairs[0].f1.value == pytest.approx(slow_f1(sentences, (0, 1), item.question), abs=1e-9)
        assert item.mean_f1.value == fmean([item.pairs[0].f1.value])
        if item.question != "span":
            expected = slow_unitized(sentences, item.question)
            assert item.unitized_alpha.value == pytest.approx(expected, abs=1e-9)


def has_words(block: str) -> bool:
    return len(block.splitlines()[0].split()) > 2


def is_plain(marks: Marks | None) -> bool:
    marks = marks or []
    return len(marks) < 8 and all(
        one[1] <= other[0] and one[:2] != other[:2] and "UNK" not in (one[3], other[3])
        for one, other in pairwise(marks)
    )
