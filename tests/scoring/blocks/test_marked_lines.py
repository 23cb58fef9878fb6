"""M2 that is marked by lines scores as M2 that is read in full, and as ``errant_compare``; errors are the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.formats.test_m2_lines import TEXTS, usual_blocks
from markscheme import Engine, EngineSettings
from markscheme.documents.m2 import Survey
from markscheme.documents.streams import TextFile
from markscheme.errors import DocumentError
from markscheme.metrics.base import Metric, metric
from markscheme.metrics.errant import EditFilter, EditLength
from markscheme.reports.output import json_report
from markscheme.research.measures import GROUPINGS, BlockComparison
from markscheme.research.resampling import ResamplingSettings
from markscheme.research.system_comparison import ComparisonRequest, SystemComparer
from markscheme.scoring.executor import OneProcess
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import CorpusFiles, Marking, Scorer, ScoreRequest

FEW = ResamplingSettings(resamples=1)
METRICS: tuple[Metric[Any], ...] = (
    metric("errant"),
    metric("errant", level="sentence"),
    metric("cleme2"),
    metric("cleme2", assumption="independent"),
    metric("cleme", weighting="none", level="sentence"),
)
TYPED: tuple[Metric[Any], ...] = (
    *(metric("errant", mode=mode) for mode in ("cse", "ds", "dt", "type")),
    metric("errant", edits="single", without="M,R:*"),
    metric("errant", mode="dt", edits="multi"),
)
BOTH = (metric("errant"), metric("cleme2"))
COMPARISONS = (
    ComparisonRequest(BOTH, FEW),
    ComparisonRequest(BOTH, FEW, mode="cse", per_sentence=True),
    ComparisonRequest(BOTH, FEW, mode="dt", grouping=GROUPINGS["type"]),
    ComparisonRequest(BOTH, FEW, edits=EditFilter(("M", "*VERB"), EditLength.SINGLE)),
    ComparisonRequest(BOTH[:1], FEW, grouping=GROUPINGS["type"]),
    ComparisonRequest(BOTH[:1], FEW, edits=EditFilter(("M",)), per_sentence=True),
)


def outcome(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (DocumentError, ValueError) as error:
        return str(error)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("lines") / "cache.sqlite")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("m2")


def scored(folder: Path, models: Any, texts: tuple[str, ...]) -> Any:
    paths = [folder / f"{number}.m2" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8", newline="")
    opener = FileOpener(models, {}, "m2")

    def score() -> Any:
        hypothesis, *references = (opener.stream("reference", path.name, path) for path in paths)
        files = CorpusFiles.of([hypothesis], references, None)
        runs = [
            run for metrics in (METRICS, TYPED) for run in Scorer(models, block=3).score(files, ScoreRequest(metrics))
        ]
        return [(run.system, attrs.astuple(run.result)) for run in runs]

    return outcome(score)


def with_sources_of(text: str, other: str) -> str:
    """Return a text whose source lines are those of another as far as there are any."""
    sources = iter([line for line in text.split("\n") if line.startswith("S ")])
    return "\n".join(next(sources, line) if line.startswith("S ") else line for line in other.split("\n"))


@given(st.tuples(TEXTS, TEXTS, TEXTS), st.booleans())
def test_lines_score_as_what_is_read_in_full(folder: Path, engine: Engine, texts: tuple[str, ...], is_same: bool):
    if is_same:
        texts = (texts[0], *(with_sources_of(texts[0], other) for other in texts[1:]))
    by_lines = scored(folder, engine.models, texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Marking, "_of_lines", lambda *_: None)
        assert scored(folder, engine.models, texts) == by_lines


@pytest.mark.parametrize("number", range(len(COMPARISONS)))
def test_systems_are_compared_by_lines_as_by_what_is_read_in_full(folder: Path, engine: Engine, number: int):
    @settings(max_examples=30)
    @given(st.tuples(TEXTS, TEXTS, TEXTS))
    def check(texts: tuple[str, ...]) -> None:
        sides = (texts[0], *(with_sources_of(texts[0], other) for other in texts[1:]))
        by_lines = compared(folder, engine.models, sides, COMPARISONS[number])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BlockComparison, "_of_lines", lambda *_: None)
            assert compared(folder, engine.models, sides, COMPARISONS[number]) == by_lines

    check()


def compared(folder: Path, models: Any, texts: tuple[str, ...], request: ComparisonRequest) -> Any:
    paths = [folder / f"{number}.m2" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8", newline="")
    opener = FileOpener(models, {}, "m2")

    def compare() -> str:
        *hypotheses, reference = (opener.stream("reference", path.name, path) for path in paths)
        files = CorpusFiles.of(hypotheses, [reference], None)
        return json_report(SystemComparer(models, OneProcess(models), block=3).compare(files, request))

    return outcome(compare)


@given(TEXTS)
def test_what_is_counted_of_a_file_is_what_its_lines_say(folder: Path, text: str):
    path = folder / "counted.m2"
    path.write_text(text, "utf-8", newline="")
    expected = outcome(lambda: Survey.of(TextFile.of(text, path)))
    if not isinstance(expected, str):
        assert Survey.of(TextFile.opened(path)) == expected


@given(st.lists(usual_blocks(), min_size=1).map("".join))
def test_usual_files_are_counted_alone(folder: Path, text: str):
    path = folder / "usual.m2"
    path.write_text(text, "utf-8", newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextFile, "look_through", lambda *_: pytest.fail("the file is looked through as text"))
        assert Survey.of(TextFile.opened(path)).size == text.count("S a")
