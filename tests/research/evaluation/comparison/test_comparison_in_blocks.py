"""A comparison in blocks: the same numbers whatever the blocks, the workers, and wherever a run was stopped."""

import random
from pathlib import Path
from typing import Any

import pytest

from markscheme import EngineSettings
from markscheme.errors import DocumentError
from markscheme.marking.local import Engine
from markscheme.metrics.base import metric
from markscheme.metrics.errant import EditFilter
from markscheme.progress import Progress, silent
from markscheme.research import measures
from markscheme.research.measures import GROUPINGS, Grouping, by_patterns
from markscheme.research.system_comparison import Comparison, ComparisonRequest, SystemComparer
from markscheme.scoring.executor import OneProcess
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import CorpusFiles
from markscheme.tuning import ResamplingSettings

SENTENCES = 23
EDITS = (
    "2 3|||R:VERB:SVA|||sits",
    "2 3|||R:VERB:TENSE|||sat",
    "4 4|||M:DET|||the",
    "5 6|||U:ADV|||",
    "1 2|||UNK|||cat",
)
METRICS = ("errant", "cleme2", "cleme", "gleu", "green")


class Stopped(Exception):
    """Ends a run."""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return M2 of three systems and of references, one annotator of which is absent from some sentences."""
    folder = tmp_path_factory.mktemp("systems")
    chance = random.Random(5)
    paths = {}
    for name, annotators in (("one", 1), ("two", 1), ("three", 1), ("references", 2)):
        blocks = ["S the cat sit on mat yesterday .\n" + "".join(lines(chance, annotators)) for _ in range(SENTENCES)]
        paths[name] = folder / f"{name}.m2"
        paths[name].write_text("\n".join(blocks), "utf-8")
    return paths


def lines(chance: random.Random, annotators: int) -> list[str]:
    rows = []
    for number in range(annotators):
        if number and chance.random() < 0.3:
            continue
        chosen = [edit for edit in EDITS[chance.randint(0, 1) :: 2] if chance.random() < 0.5]
        for edit in sorted(chosen) or ["-1 -1|||noop|||-NONE-"]:
            rows.append(f"A {edit}|||REQUIRED|||-NONE-|||{number}\n")
    return rows


def compared(
    paths: dict[str, Path],
    engine: Engine,
    level: str = "corpus",
    journal: Path | None = None,
    progress: Progress = silent,
    block: int | None = None,
    **settings: Any,
) -> Comparison:
    systems = {name: path for name, path in paths.items() if name != "references"}
    read = FileOpener(engine.models).stream
    files = CorpusFiles(
        tuple(read("hypothesis", name, path) for name, path in systems.items()),
        (read("reference", "references", paths["references"]),),
    )
    metrics = tuple(metric(name, level=level) for name in METRICS)
    request = ComparisonRequest(metrics, ResamplingSettings(resamples=7), **settings)
    comparer = SystemComparer(engine.models, OneProcess(engine.models), block)
    return comparer.compare(files, request, journal=journal, progress=progress)


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("grouping", [None, *GROUPINGS.values(), by_patterns(["R:*", "*:DET"])])
def test_blocks_change_no_number(
    paths: dict[str, Path], engine: Engine, grouping: Grouping | None, level: str, thorough: bool
):
    settings = {"grouping": grouping, "per_sentence": True, "edits": EditFilter(("U:ADV", "X"))}
    whole = compared(paths, engine, level, **settings)
    assert whole.unmatched == ("X",)
    for block in (1, 4, 22) if thorough else (11,):  # a last block of one sentence
        assert compared(paths, engine, level, block=block, **settings) == whole


def test_resamples_are_folded_a_few_at_a_time(paths: dict[str, Path], engine: Engine, monkeypatch: pytest.MonkeyPatch):
    whole = compared(paths, engine, grouping=GROUPINGS["type"])
    monkeypatch.setattr(measures, "RESAMPLE_BYTES", 4 * SENTENCES * 2)
    assert compared(paths, engine, grouping=GROUPINGS["type"]) == whole


def test_a_stopped_comparison_goes_on(paths: dict[str, Path], engine: Engine, tmp_path: Path):
    journal = tmp_path / "c.journal"
    whole = compared(paths, engine, block=4)

    def stop(stage: str, done: int, total: int) -> None:
        if stage == "sentences" and done > total / 2:
            raise Stopped

    with pytest.raises(Stopped):
        compared(paths, engine, block=4, journal=journal, progress=stop)
    begun: list[int] = []

    def watch(stage: str, done: int, total: int) -> None:
        if stage == "sentences":
            begun.append(done)

    assert compared(paths, engine, block=4, journal=journal, progress=watch) == whole
    assert begun[0] > 0
    with pytest.raises(DocumentError, match="the journal is another run's: it differs in error types"):
        compared(paths, engine, block=4, journal=journal, grouping=GROUPINGS["type"])
