"""``score --metric errant`` beside the command ``errant_compare``, on M2 as corpora have it."""

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import attrs
import pytest
from errant.commands import compare_m2

import markscheme

SYSTEMS = ("AMU", "CAMB", "CUUI", "INPUT", "NTHU", "UMC")

BY_HAND = """\
S This are the   house which I was born .
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0
A 3 4|||U:SPACE||||||REQUIRED|||-NONE-|||0
A 5 6|||R:PRON|||where|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||1
A 5 6|||Wform|||in which|||REQUIRED|||-NONE-|||1

S He want to go home yesterday .
A 1 2|||Vt|||wanted|||REQUIRED|||-NONE-|||1
A 1 2|||Vt|||wanted|||REQUIRED|||-NONE-|||1

S We was tired and the bus .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 3 6|||Um||||||REQUIRED|||-NONE-|||0
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||1
A 3 6|||Um|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 6|||UNK|||We was tired and the bus|||REQUIRED|||-NONE-|||2

S It rained all day .

S Nobody have come .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||2

S We ate there .
A 3 3|||M:ADV|||very very|||REQUIRED|||-NONE-|||0
A 3 3|||M:ADV|||late|||REQUIRED|||-NONE-|||1
A 3 3|||M:ADV|||late|||REQUIRED|||-NONE-|||1
A 0 2|||Um||||||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB|||eat|||REQUIRED|||-NONE-|||1
"""
"""In the manner of CoNLL-2014's first M2: annotators are missing, lines stand twice, some sentences have none."""

HYPOTHESES = {
    "nothing": "",
    "some": """\
0 1 2|||R:VERB:SVA|||is
0 3 4|||U:SPACE|||
1 1 2|||R:VERB:TENSE|||wanted
2 3 6|||U:OTHER|||
4 1 2|||R:VERB:SVA|||has
5 3 3|||M:ADV|||late
""",
    "others": """\
0 3 4|||U:SPACE|||
0 4 5|||R:NOUN|||home
1 1 2|||R:VERB:TENSE|||wants
1 1 2|||R:VERB:TENSE|||wants
2 1 2|||R:VERB:SVA|||were
2 4 6|||UNK|||
3 1 2|||R:VERB:TENSE|||rains
3 3 4|||Um|||
""",
}


def hypothesis_of(reference: str, lines: str) -> str:
    """Return M2 of a system with these edits, each with the number of its sentence before it."""
    own: dict[int, list[str]] = {}
    for line in lines.splitlines():
        number, edit = line.split(" ", 1)
        own.setdefault(int(number), []).append(f"A {edit}|||REQUIRED|||-NONE-|||0")
    noop = ["A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"]
    blocks = [block.splitlines()[0] for block in reference.strip().split("\n\n")]
    return "\n\n".join("\n".join([source, *own.get(number, noop)]) for number, source in enumerate(blocks)) + "\n"


def tokens_of(chance: random.Random) -> list[str]:
    return [chance.choice("abcd") if chance.random() < 0.85 else " " * chance.randint(1, 2) for _ in range(7)]


def without_blank_neighbours(tokens: Sequence[str]) -> Iterator[str]:
    """Yield the tokens, without blank ones that ERRANT's tokeniser would write as one, or leave out at the ends."""
    before = " "
    for token in (*tokens[:-1], "."):
        if not (token.isspace() and before.isspace()):
            yield token
            before = token


def annotator_lines(chance: random.Random, length: int, number: int) -> Iterator[str]:
    """Yield one annotator's lines of a sentence: disjoint edits, some of them twice, and detections."""
    cuts = sorted(chance.sample(range(length + 1), chance.randint(0, 4) // 2 * 2))
    edits = [(a, b, "R", chance.choice(["x", "x y", ""])) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
    if chance.random() < 0.3 and not any(start < 2 < end for start, end, *_ in edits):
        edits.append((2, 2, "M", chance.choice(["x", "z"])))
    edits += [edit for edit in edits if chance.random() < 0.2]
    for kind in ("UNK", "Um"):
        if chance.random() < 0.25:
            start = chance.randint(0, length - 1)
            edits.append((start, chance.randint(start, length), kind, chance.choice(["", "-NONE-"])))
    chance.shuffle(edits)
    end = f"|||REQUIRED|||-NONE-|||{number}"
    yield from (f"A {a} {b}|||{kind}|||{words}{end}" for a, b, kind, words in edits)
    if not edits:
        yield f"A -1 -1|||noop|||-NONE-{end}"


def drawn(seed: int) -> tuple[str, str]:
    """Return a hypothesis and a reference of 60 sentences, with what corpora have."""
    chance = random.Random(seed)
    hypothesis, reference = [], []
    for _ in range(60):
        tokens = list(without_blank_neighbours(tokens_of(chance)))
        source = f"S {' '.join(tokens)}"
        seen = [number for number in range(3) if chance.random() < 0.6]
        hypothesis.append("\n".join([source, *annotator_lines(chance, len(tokens), 0)]))
        lines = [line for number in seen for line in annotator_lines(chance, len(tokens), number)]
        reference.append("\n".join([source, *lines]))
    return "\n\n".join(hypothesis) + "\n", "\n\n".join(reference) + "\n"


def printed(hypothesis: Path, reference: Path, *options: str) -> str:
    """Return what the command prints; it runs in the test's process, where ERRANT is imported once."""
    arguments = ["errant_compare", "-hyp", str(hypothesis), "-ref", str(reference), *options]
    output = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(output):
        patch.setattr(sys, "argv", arguments)
        compare_m2.main()
    return output.getvalue()


def errant_compare(hypothesis: Path, reference: Path, beta: float) -> list[str]:
    """Return TP, FP, FN, P, R and F as the command prints them."""
    return printed(hypothesis, reference, "-b", str(beta)).splitlines()[3].split("\t")


def scored(hypothesis: Path, reference: Path, beta: float) -> list[str]:
    """Return the same of ``score``."""
    metric = markscheme.metric("errant", beta=beta)
    [run] = markscheme.Corpus.read({"system": hypothesis}, [reference]).score(metric).runs
    counts = [f"{value:g}" for value in attrs.astuple(run.result.counts)]
    return [*counts, *(str(round(value, 4)) for value in attrs.astuple(run.result.scores))]


def check_equal(folder: Path, hypothesis: str, reference: str) -> None:
    paths = folder / "system.m2", folder / "annotators.m2"
    for path, text in zip(paths, (hypothesis, reference), strict=True):
        path.write_text(text, "utf-8")
    for beta in (0.5, 1.0, 2.0):
        assert scored(*paths, beta) == errant_compare(*paths, beta)


@pytest.mark.parametrize("name", HYPOTHESES)
def test_m2_as_corpora_have_it_is_scored_as_errant_compare_does(tmp_path: Path, name: str):
    check_equal(tmp_path, hypothesis_of(BY_HAND, HYPOTHESES[name]), BY_HAND)


@pytest.mark.parametrize("seed", range(6))
def test_drawn_corpora_are_scored_as_errant_compare_does(tmp_path: Path, seed: int):
    check_equal(tmp_path, *drawn(seed))


@pytest.mark.parametrize("system", SYSTEMS)
def test_conll14_is_scored_as_errant_compare_does(data: Path, system: str):
    hypothesis, reference = data / f"conll14/conll14-{system}.errant", data / "conll14/conll14.errant"
    assert scored(hypothesis, reference, 0.5) == errant_compare(hypothesis, reference, 0.5)
