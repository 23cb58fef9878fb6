"""Measure the largest resident memory of a process."""

import threading
from pathlib import Path
from typing import Self

import psutil

SAMPLE_INTERVAL = 0.01
"""Seconds between two samples."""


class ResidentPeak:
    """Sample a process's resident set; a context manager.

    On Linux the kernel records the peak itself. That value is used, since it misses nothing between two samples.
    """

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._sampled_peak = self._process.memory_info().rss
        self._stop = threading.Event()
        self._sampler = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._sampler.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._sampler.join()

    @property
    def bytes(self) -> int:
        """Return the peak so far."""
        return max(self._sampled_peak, self._kernel_peak())

    def _sample(self) -> None:
        while not self._stop.wait(SAMPLE_INTERVAL):
            try:
                self._sampled_peak = max(self._sampled_peak, self._process.memory_info().rss)
            except psutil.NoSuchProcess:
                return

    def _kernel_peak(self) -> int:
        try:
            lines = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)
