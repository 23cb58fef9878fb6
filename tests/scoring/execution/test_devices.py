"""Each worker process has a CUDA device of its own, where there are several; no device is needed to see it."""

import os
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from markscheme.progress import Progress, silent
from markscheme.scoring._worker_processes import VISIBLE, device_of, visible_devices
from markscheme.scoring.executor import WholeWork
from markscheme.scoring.worker_pool import WorkerPool


def device_folder(tmp_path: Path, count: int) -> Path:
    for name in ["nvidiactl", "nvidia-uvm", "null", *(f"nvidia{number}" for number in range(count))]:
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("count", [0, 1, 4])
def test_devices_are_counted_by_the_drivers_files(tmp_path: Path, count: int):
    assert visible_devices({}, device_folder(tmp_path, count)) == tuple("0123"[:count])


def test_the_variable_decides_before_the_files(tmp_path: Path):
    folder = device_folder(tmp_path, 4)
    assert visible_devices({VISIBLE: "2, MIG-1a"}, folder) == ("2", "MIG-1a")
    assert visible_devices({VISIBLE: ""}, folder) == ()
    assert visible_devices({}, tmp_path / "nowhere") == ()


def test_workers_share_devices_evenly():
    assert [device_of(worker, ("0", "1", "2")) for worker in range(6)] == ["0", "1", "2"] * 2
    assert device_of(5, ("0",)) is device_of(5, ()) is None


@attrs.frozen
class SeenDevice(WholeWork[int, str]):
    """Says which device its process sees, when another worker is at work too."""

    folder: Path

    def done(self, item: int, tools: None, progress: Progress) -> str:
        (self.folder / str(os.getpid())).touch()
        while len(list(self.folder.iterdir())) < 2:
            pass
        return os.environ[VISIBLE]

    def title(self, item: int) -> str:
        return str(item)


def no_tools() -> None:
    """Load nothing."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are copies of a process")
def test_a_pools_workers_see_different_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VISIBLE, "5,7")
    load: Callable[[], None] = no_tools
    seen = set(WorkerPool(2, load).run(SeenDevice(tmp_path), range(2), lambda _: silent))
    assert seen == {"5", "7"}
