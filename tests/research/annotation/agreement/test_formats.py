"""The same annotations give the same figures in brat and M2, whichever of the two was made of the other."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from markscheme import EngineSettings
from markscheme.api import research
from markscheme.api.inputs import Work
from markscheme.contract import shown
from markscheme.marking.local import Engine
from markscheme.research.agreement import AgreementSettings
from markscheme.research.resampling import ResamplingSettings

FIGURES = AgreementSettings(ResamplingSettings(0), with_credit=False, with_verdicts=False, with_units=True)
PEOPLE = ("kim", "roy")
WORDS = ("we", "saw", "some", "old", "dogs", "there", "now", "too")
"""A sentence has a word once: where a correction repeats one of two alike, its place is not known."""
TAGS = ("Verb", "Noun", "Word_choice")


@attrs.frozen
class Mark:
    """An annotation of some words; ``before``, ``behind``: how many words beside it M2 repeats in its correction."""

    start: int
    end: int
    words: str
    tag: str
    before: int = 0
    behind: int = 0


Sentence = tuple[str, tuple[tuple[Mark, ...], ...]]


@pytest.fixture(scope="module")
def work(engine_settings: EngineSettings) -> Work:
    return Work(Engine(engine_settings))


@st.composite
def marks(draw: st.DrawFn, length: int) -> tuple[Mark, ...]:
    """Annotations of words, touching or not; M2 repeats words beside them that no other annotation is on."""
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=6, unique=True)))
    spans = [(start, end) for start, end in pairwise(cuts) if draw(st.booleans())]
    result: list[Mark] = []
    taken = 0
    for number, (start, end) in enumerate(spans):
        free = spans[number + 1][0] if number + 1 < len(spans) else length
        beside = draw(st.integers(0, min(start - taken, 1))), draw(st.integers(0, min(free - end, 1)))
        words = draw(st.sampled_from(["", "went", "went there", "saw", "dogs some"]))
        result.append(Mark(start, end, words, draw(st.sampled_from(TAGS)), *beside))
        taken = end + beside[1]
    return tuple(result)


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    words = [*draw(st.lists(st.sampled_from(WORDS), min_size=3, max_size=7, unique=True)), "."]
    return " ".join(words), tuple(draw(marks(len(words) - 1)) for _ in PEOPLE)


def as_m2(corpus: list[Sentence]) -> str:
    lines: list[str] = []
    for source, sides in corpus:
        lines.append(f"S {source}")
        tokens = source.split()
        for number, own in enumerate(sides):
            for mark in own:
                start, end = mark.start - mark.before, mark.end + mark.behind
                words = " ".join([*tokens[start : mark.start], *mark.words.split(), *tokens[mark.end : end]])
                lines.append(f"A {start} {end}|||{mark.tag}|||{words}|||REQUIRED|||-NONE-|||{number}")
            if not own:
                lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{number}")
        lines.append("")
    return "\n".join(lines) + "\n"


def as_brat(corpus: list[Sentence], person: int) -> str:
    lines: list[str] = []
    place = 0
    for source, sides in corpus:
        tokens = source.split()
        starts = [place + sum(len(token) + 1 for token in tokens[:index]) for index in range(len(tokens))]
        for mark in sides[person]:
            number, end = len(lines) // 2 + 1, starts[mark.end - 1] + len(tokens[mark.end - 1])
            marked = " ".join(tokens[mark.start : mark.end])
            lines.append(f"T{number}\t{mark.tag} {starts[mark.start]} {end}\t{marked}")
            correction = f"#{number}	AnnotatorNotes T{number}	{mark.words}"
            lines.append(correction if mark.words else f"A{number}	Delete T{number}")
        place += len(source) + 1
    return "".join(f"{line}\n" for line in lines)


def configured(folder: Path, references: str, people: str = "") -> Path:
    (folder / "markscheme.toml").write_text(f'{people}[[exercise]]\nname = "x"\n{references}\n')
    return folder


def brat_folder(folder: Path, annotations: list[str], text: str) -> Path:
    for person, own in zip(PEOPLE, annotations, strict=True):
        (folder / person).mkdir(parents=True)
        (folder / person / "x.txt").write_text(text)
        (folder / person / "x.ann").write_text(own)
    return configured(folder, 'references = ["{teacher}/x.ann"]')


def m2_folder(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "refs.m2").write_text(text)
    names = "".join(f'{number} = "{name}"\n' for number, name in enumerate(PEOPLE))
    return configured(folder, 'references = ["refs.m2#0", "refs.m2#1"]', f"[people]\n{names}")


def figures(folder: Path, work: Work) -> dict[str, Any]:
    values: dict[str, Any] = shown(research.agreement(folder, settings=FIGURES, work=work))
    assert not values.pop("problems")
    values.pop("signature")
    values["tags"].pop("sets")
    values["tags"].pop("words")
    return values


FIRST: Sentence = ("we saw a dog .", ((Mark(1, 2, "see", "Verb"),), (Mark(3, 4, "cat", "Noun"),)))
"""An empty file of brat counts as not annotated yet."""


@given(corpus=st.lists(sentences(), min_size=2, max_size=6).map(lambda rest: [FIRST, *rest]))
@settings(max_examples=5, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_the_same_annotations_give_the_same_figures(
    corpus: list[Sentence], tmp_path_factory: pytest.TempPathFactory, work: Work
):
    root = tmp_path_factory.mktemp("formats")
    text = "".join(f"{source}\n" for source, _ in corpus)
    brat = brat_folder(root / "brat", [as_brat(corpus, number) for number in range(len(PEOPLE))], text)
    m2 = m2_folder(root / "m2", as_m2(corpus))
    expected = figures(brat, work)
    assert figures(m2, work) == expected
    research.convert(brat, root / "made.m2", work=work)
    assert figures(m2_folder(root / "made", (root / "made.m2").read_text()), work) == expected
