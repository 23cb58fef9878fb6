"""``markscheme.compare`` beside the command ``errant_compare``, in every mode and by every tier of error types."""

import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from errant.commands import compare_m2

import markscheme
from markscheme import Engine
from markscheme.alignment.parallel import read_parallel
from markscheme.evaluation.comparison.grouping import TIERS
from markscheme.evaluation.comparison.measures import measures_of
from markscheme.evaluation.comparison.spans import MODES as SPAN_MODES
from markscheme.evaluation.comparison.spans import SpanErrant
from markscheme.evaluation.comparison.system_comparison import SystemScores
from markscheme.evaluation.comparison.system_sentences import SystemSentences, read_systems
from markscheme.progress import silent
from parity.test_errant_compare import BY_HAND, HYPOTHESES, SYSTEMS, drawn, hypothesis_of

MODES = ("dt", "ds", "cs", "cse")
ALL = "="
"""What stands for the type in the row of all edits."""
FEW = markscheme.ResamplingSettings(resamples=1)
Row = tuple[float, ...]


def errant_compare(hypothesis: Path, reference: Path, mode: str, tier: int) -> dict[str, Row]:
    """Return TP, FP, FN, P, R and F of all edits and of each type, as the command prints them."""
    arguments = ["", "-hyp", str(hypothesis), "-ref", str(reference), f"-{mode}", "-cat", str(tier)]
    printed = StringIO()
    with patch.object(sys, "argv", arguments), redirect_stdout(printed):
        compare_m2.main()
    by_type, overall = printed.getvalue().strip("\n").split("\n\n")
    rows = {}
    for line in by_type.splitlines()[2:]:
        *kind, tp, fp, fn, precision, recall, f = line.split()
        rows["".join(kind)] = tuple(map(float, (tp, fp, fn, precision, recall, f)))
    return {**rows, ALL: tuple(map(float, overall.splitlines()[2].split("\t")))}


def compared(hypothesis: Path, reference: Path, mode: str, tier: int) -> dict[str, Row]:
    """Return the same of ``markscheme.compare``."""
    files, by = {"system": hypothesis}, TIERS[tier].name
    result = markscheme.compare(files, [reference], mode=mode, by=by, settings=FEW).metrics[0]
    overall, *groups = result.scores
    return {**{item.group: _row(item) for item in groups}, ALL: _row(overall)}


def _row(item: SystemScores) -> Row:
    return (*item.counts.values(), *(round(score.value or 0.0, 4) for score in item.scores.values()))


def check_equal(hypothesis: Path, reference: Path) -> None:
    for mode in MODES:
        for tier in TIERS:
            assert compared(hypothesis, reference, mode, tier) == errant_compare(hypothesis, reference, mode, tier)


def check_texts(folder: Path, hypothesis: str, reference: str) -> None:
    paths = folder / "system.m2", folder / "annotators.m2"
    for path, text in zip(paths, (hypothesis, reference), strict=True):
        path.write_text(text, "utf-8")
    check_equal(*paths)


@pytest.mark.parametrize("name", HYPOTHESES)
def test_m2_as_corpora_have_it_is_compared_as_errant_compare_does(tmp_path: Path, name: str):
    check_texts(tmp_path, hypothesis_of(BY_HAND, HYPOTHESES[name]), BY_HAND)


@pytest.mark.parametrize("seed", range(3))
def test_drawn_corpora_are_compared_as_errant_compare_does(tmp_path: Path, seed: int):
    check_texts(tmp_path, *drawn(seed))


@pytest.fixture(scope="module")
def conll14(data: Path) -> SystemSentences:
    """Return the six systems' sentences."""
    [*systems, references] = (
        read_parallel(path.read_text("utf-8"), path.stem, path)
        for path in (*(hypothesis_path(data, system) for system in SYSTEMS), data / "conll14/conll14.errant")
    )
    hypotheses = [text for texts in systems for text in texts]
    models = Engine(markscheme.EngineSettings()).models
    return read_systems(hypotheses, references, None, [SpanErrant()], models, silent)


def hypothesis_path(data: Path, system: str) -> Path:
    return data / f"conll14/conll14-{system}.errant"


@pytest.mark.parametrize("mode", MODES)
def test_conll14_is_compared_as_errant_compare_does(data: Path, conll14: SystemSentences, mode: str):
    reference = data / "conll14/conll14.errant"
    for tier, grouping in TIERS.items():
        [measure] = measures_of(conll14, SpanErrant(mode=SPAN_MODES[mode]), grouping, silent)
        for counts, system in zip(measure.counts, SYSTEMS, strict=True):
            rows = {ALL if group is None else group: tuple(row.values()) for group, row in counts.items()}
            expected = errant_compare(hypothesis_path(data, system), reference, mode, tier)
            assert {group: row for group, row in rows.items() if any(row) or group == ALL} == {
                group: row[:3] for group, row in expected.items()
            }
