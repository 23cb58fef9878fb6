"""What several workers need is loaded once, and only if one needs it."""

import os
import sys
from functools import partial
from pathlib import Path

import attrs
import pytest

from markscheme.processes import before_loading
from markscheme.progress import Progress, silent
from markscheme.scoring.executor import WholeWork
from markscheme.scoring.worker_pool import WorkerPool

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes with models are copied on Linux alone")


@attrs.define
class Tools:
    """Tools with one model, which notes in a file who has loaded it; a broken one can't be loaded."""

    notes: Path
    is_broken: bool = False
    model: str = ""

    def load(self, model: str) -> None:
        if self.is_broken:
            raise OSError(f"no {model}")
        with self.notes.open("a") as file:
            file.write(f"{os.getpid()}\n")
        self.model = model


@attrs.frozen
class Using(WholeWork[int, str]):
    """Work whose items need a model, all but the first ones."""

    without: int = 0

    def done(self, item: int, tools: Tools, progress: Progress) -> str:
        if item >= self.without and not tools.model:
            before_loading("model")
            tools.load("model")
        return f"{item} {tools.model}"

    def title(self, item: int) -> str:
        return f"item {item}"


@pytest.mark.parametrize("without", [0, 3, 8])
def test_a_model_is_loaded_once_for_all_workers_and_for_none_that_needs_none(tmp_path: Path, without: int):
    notes = tmp_path / "notes"
    notes.touch()
    pool = WorkerPool(2, partial(Tools, notes))
    done = sorted(pool.run(Using(without), range(8), lambda _: silent))
    assert [item.split()[0] for item in done] == [str(number) for number in range(8)]
    assert all(item.endswith("model") for item in done[without:])
    assert len(notes.read_text().splitlines()) == (without < 8)


def test_a_model_that_cannot_be_loaded_says_why(tmp_path: Path):
    pool = WorkerPool(2, partial(Tools, tmp_path, is_broken=True))
    with pytest.raises(OSError, match="no model"):
        list(pool.run(Using(), range(4), lambda _: silent))


def refuse() -> None:
    raise ValueError("no tools")


def test_tools_that_cannot_be_loaded_say_why():
    with pytest.raises(ValueError, match="no tools"):
        list(WorkerPool(2, refuse).run(Using(), range(4), lambda _: silent))
