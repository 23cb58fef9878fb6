"""Worker processes give what one process gives, also when some of them die."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import markscheme
from markscheme import Engine, EngineSettings
from markscheme.errors import DocumentError
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric
from markscheme.scoring.executor import ATTEMPTS, Placement
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import CorpusFiles, Run, Scorer, ScoreRequest
from markscheme.scoring.worker_pool import GUARD, MAX_FIRST_DEATHS
from scoring.blocks.corpora import write_long_corpus
from scoring.blocks.deadly_metric import Deadly

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process ends itself by a POSIX signal")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("pool") / "cache.sqlite")))


@pytest.fixture
def files(engine: Engine, tmp_path: Path) -> CorpusFiles:
    opening = FileOpener(engine.models)
    hypothesis, reference = write_long_corpus(tmp_path, 120)
    return CorpusFiles((opening.stream("hypothesis", "h", hypothesis),), (opening.stream("reference", "r", reference),))


def scored(engine: Engine, files: CorpusFiles, metric: Metric, workers: int) -> tuple[Run, ...]:
    executor = Placement(workers).executor(engine.models, partial(Models, engine.models.settings))
    return Scorer(engine.models, executor, 8).score(files, ScoreRequest(metric))


def test_a_worker_that_dies_costs_its_block_and_nothing_else(engine: Engine, files: CorpusFiles, tmp_path: Path):
    deaths = tmp_path / "deaths"
    deaths.touch()
    expected = scored(engine, files, markscheme.metric("cleme2"), 1)
    [run] = scored(engine, files, Deadly(word="77", deaths=str(deaths), most=2), 2)
    assert deaths.stat().st_size == 2
    assert run.result.sentences == expected[0].result.sentences
    assert run.result.counts == expected[0].result.counts


def test_a_block_that_always_ends_its_worker_is_named(engine: Engine, files: CorpusFiles, tmp_path: Path):
    deaths = tmp_path / "deaths"
    deaths.touch()
    with pytest.raises(DocumentError, match=r"sentences 73 to 80 died 3 times .* take fewer workers"):
        scored(engine, files, Deadly(word="77", deaths=str(deaths), most=100), 2)
    assert deaths.stat().st_size == ATTEMPTS


def test_a_fault_in_a_file_ends_the_run(engine: Engine, files: CorpusFiles, tmp_path: Path):
    path = tmp_path / "r.m2"
    text = path.read_text("utf-8")
    path.write_text(text.replace("school 33", "school 34"), "utf-8")
    with pytest.raises(DocumentError, match=r"its source sentence 34 is not that of h\.m2"):
        scored(engine, files, markscheme.metric("cleme2"), 2)


def test_a_script_without_a_guard_is_told_so(tmp_path: Path):
    write_long_corpus(tmp_path, 12)
    script = tmp_path / "script.py"
    script.write_text(
        'import markscheme\nprint(markscheme.Corpus.read("h.m2", "r.m2").score(work=markscheme.Work(workers=2)))\n'
    )
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 1
    *worker_lines, last = [line for line in done.stderr.splitlines() if GUARD in line]
    assert "the worker processes end before they begin" in last
    assert 1 <= len(worker_lines) <= MAX_FIRST_DEATHS + 1
