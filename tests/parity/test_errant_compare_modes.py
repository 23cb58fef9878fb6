"""``markscheme.compare`` beside ``errant_compare``: every mode, tier of error types and filter, and each sentence."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import markscheme
import markscheme.tuning
from markscheme.metrics.errant import EditFilter, EditLength
from markscheme.research.measures import TIERS
from parity.test_errant_compare import BY_HAND, HYPOTHESES, SYSTEMS, drawn, hypothesis_of, printed

MODES = ("dt", "ds", "cs", "cse")
ALL = "="
"""What stands for the type in the row of all edits."""
FEW = markscheme.tuning.ResamplingSettings(resamples=1)
Row = tuple[float, ...]


FILTERS: dict[str, tuple[EditFilter, tuple[str, ...]]] = {
    "single": (EditFilter(length=EditLength.SINGLE), ("-single",)),
    "multi": (EditFilter(length=EditLength.MULTI), ("-multi",)),
    "types": (EditFilter(("R:VERB:SVA", "Um", "R", "R:NOUN:NUM")), ("-filt", "R:VERB:SVA", "Um", "R", "R:NOUN:NUM")),
    "detections": (EditFilter(("UNK", "noop")), ("-filt", "UNK", "noop")),
    "single, types": (EditFilter(("R:OTHER", "M"), EditLength.SINGLE), ("-single", "-filt", "R:OTHER", "M")),
    "multi, types": (EditFilter(("U:OTHER", "Um"), EditLength.MULTI), ("-multi", "-filt", "U:OTHER", "Um")),
}
"""Filters, and what ``errant_compare`` calls them."""


def errant_compare(hypothesis: Path, reference: Path, mode: str, tier: int, *options: str) -> dict[str, Row]:
    """Return TP, FP, FN, P, R and F of all edits and of each type, as the command prints them."""
    text = printed(hypothesis, reference, f"-{mode}", "-cat", str(tier), *options)
    by_type, overall = text.strip("\n").split("\n\n")
    rows = {}
    for line in by_type.splitlines()[2:]:
        *kind, tp, fp, fn, precision, recall, f = line.split()
        rows["".join(kind)] = tuple(map(float, (tp, fp, fn, precision, recall, f)))
    return {**rows, ALL: tuple(map(float, overall.splitlines()[2].split("\t")))}


def compared(
    hypothesis: Path, reference: Path, mode: str, tier: int, chosen: EditFilter = EditFilter(), beta: float = 0.5
) -> dict[str, Row]:
    """Return the same of ``markscheme.compare``."""
    result = (
        markscheme.Corpus.read({"system": hypothesis}, [reference])
        .compare(
            [markscheme.metric("errant", beta=beta)],
            mode=mode,
            by=TIERS[tier].name,
            without=chosen.without,
            edits=chosen.length and chosen.length.value,
            resamples=FEW.resamples,
        )
        .result.metrics[0]
    )
    overall, *groups = result.scores
    return {**{item.group: _row(item) for item in groups}, ALL: _row(overall)}


def scored(hypothesis: Path, reference: Path, mode: str, chosen: EditFilter, beta: float = 0.5) -> Row:
    """Return what ``markscheme.score`` counts of all edits."""
    settings = {"mode": mode, "edits": chosen.length or "all", "without": ",".join(chosen.without), "beta": beta}
    corpus = markscheme.Corpus.read({"system": hypothesis}, [reference])
    [run] = corpus.score([markscheme.metric("errant", **settings)]).runs
    return (*run.counts.values(), *(round(value, 4) for value in run.scores.values()))


def _row(item: Any) -> Row:
    return (*item.counts.values(), *(round(score.value or 0.0, 4) for score in item.scores.values()))


def check_equal(hypothesis: Path, reference: Path) -> None:
    for mode in MODES:
        for tier in TIERS:
            theirs = errant_compare(hypothesis, reference, mode, tier)
            assert compared(hypothesis, reference, mode, tier) == theirs
            assert scored(hypothesis, reference, mode, EditFilter()) == theirs[ALL]


def check_filters(hypothesis: Path, reference: Path) -> None:
    for number, (chosen, options) in enumerate(FILTERS.values()):
        for mode in MODES:
            tier, beta = number % 3 + 1, (0.5, 1.0, 2.0)[number % 3]
            ours = compared(hypothesis, reference, mode, tier, chosen, beta)
            theirs = errant_compare(hypothesis, reference, mode, tier, *options, "-b", str(beta))
            assert ours == theirs
            assert scored(hypothesis, reference, mode, chosen, beta) == theirs[ALL]


def written(folder: Path, hypothesis: str, reference: str) -> tuple[Path, Path]:
    paths = folder / "system.m2", folder / "annotators.m2"
    for path, text in zip(paths, (hypothesis, reference), strict=True):
        path.write_text(text, "utf-8")
    return paths


def check_texts(folder: Path, hypothesis: str, reference: str) -> None:
    check_equal(*written(folder, hypothesis, reference))


def sentences_of(hypothesis: Path, reference: Path, mode: str, *options: str) -> list[dict[str, Row]]:
    """Return TP, FP and FN of each sentence by type, as ``errant_compare -v`` prints them."""
    text = printed(hypothesis, reference, f"-{mode}", "-v", *options)
    sentences = []
    for part in re.split(r"\^\^ HYP \d+, REF \d+ chosen for sentence \d+\nLocal results:\n", text)[1:]:
        table = re.split(r"\n-{40}|\n\n", part)[0].splitlines()[1:]
        rows = (line.split() for line in table)
        sentences.append({kind: tuple(map(float, numbers)) for kind, *numbers in rows})
    return sentences


@pytest.mark.parametrize("name", HYPOTHESES)
def test_m2_as_corpora_have_it_is_compared_as_errant_compare_does(tmp_path: Path, name: str):
    check_texts(tmp_path, hypothesis_of(BY_HAND, HYPOTHESES[name]), BY_HAND)


@pytest.mark.parametrize("seed", range(3))
def test_drawn_corpora_are_compared_as_errant_compare_does(tmp_path: Path, seed: int):
    check_texts(tmp_path, *drawn(seed))


@pytest.mark.parametrize("name", HYPOTHESES)
def test_m2_as_corpora_have_it_is_filtered_as_errant_compare_does(tmp_path: Path, name: str):
    check_filters(*written(tmp_path, hypothesis_of(BY_HAND, HYPOTHESES[name]), BY_HAND))


@pytest.mark.parametrize("seed", range(2))
def test_drawn_corpora_are_filtered_as_errant_compare_does(tmp_path: Path, seed: int):
    check_filters(*written(tmp_path, *drawn(seed)))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["", *FILTERS])
def test_each_sentence_counts_as_errant_compare_shows(tmp_path: Path, mode: str, name: str):
    paths = written(tmp_path, *drawn(4))
    chosen, options = FILTERS.get(name, (EditFilter(), ()))
    [result, _] = (
        markscheme.Corpus.read({"system": paths[0]}, [paths[1]])
        .compare(
            mode=mode,
            without=chosen.without,
            edits=chosen.length and chosen.length.value,
            resamples=FEW.resamples,
            per_sentence=True,
        )
        .result.all
    )
    ours = []
    for sentence in result.sentences:
        counts: dict[str, list[int]] = {}
        for item in sentence.edits:
            counts.setdefault(item.edit.type, [0, 0, 0])[("tp", "fp", "fn").index(item.count)] += 1
        ours.append({kind: tuple(row) for kind, row in counts.items()})
        assert [*sentence.counts.values()] == [sum(column) for column in zip(*counts.values(), (0, 0, 0), strict=True)]
    assert ours == sentences_of(*paths, mode, *options)


def hypothesis_path(data: Path, system: str) -> Path:
    return data / f"conll14/conll14-{system}.errant"


def check_conll14(
    data: Path, systems: Sequence[str], mode: str, tier: int, chosen: EditFilter = EditFilter(), *options: str
) -> None:
    """Compare systems, and each by itself as ``errant_compare`` does."""
    reference = data / "conll14/conll14.errant"
    result = (
        markscheme.Corpus.read({system: hypothesis_path(data, system) for system in systems}, [reference])
        .compare(
            mode=mode,
            by=TIERS[tier].name,
            without=chosen.without,
            edits=chosen.length and chosen.length.value,
            resamples=FEW.resamples,
        )
        .result.metrics[0]
    )
    for system in systems:
        scores = [item for item in result.scores if item.system == system]
        rows = {ALL if item.group is None else item.group: tuple(item.counts.values()) for item in scores}
        expected = errant_compare(hypothesis_path(data, system), reference, mode, tier, *options)
        assert {group: row for group, row in rows.items() if any(row) or group == ALL} == {
            group: row[:3] for group, row in expected.items()
        }


@pytest.mark.parametrize("mode", MODES)
def test_conll14_is_compared_as_errant_compare_does(data: Path, mode: str, thorough: bool):
    """In each mode; by one tier for two systems, unless the run is thorough: then by all of them for all six."""
    tiers, systems = [*TIERS], list(SYSTEMS)
    number = MODES.index(mode)
    for tier in tiers if thorough else [tiers[-1 - number % len(tiers)]]:
        check_conll14(data, systems if thorough else systems[number : number + 2], mode, tier)


@pytest.mark.parametrize("name", ["single", "multi, types"])
@pytest.mark.parametrize("mode", ["dt", "cs"])
def test_conll14_is_filtered_as_errant_compare_does(data: Path, mode: str, name: str, thorough: bool):
    chosen, options = FILTERS[name]
    check_conll14(data, SYSTEMS if thorough else SYSTEMS[:1], mode, 2, chosen, *options)
