"""The most memory that a process has held."""

import threading
from pathlib import Path
from typing import Self

import psutil

EVERY = 0.01
"""Seconds between two looks."""


class ResidentPeak:
    """Watches a process's resident set; a context manager.

    Where the kernel keeps the peak itself (Linux), that is used: it misses nothing between two looks.
    """

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._seen = self._process.memory_info().rss
        self._stop = threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._watch.join()

    @property
    def bytes(self) -> int:
        """The peak so far."""
        return max(self._seen, self._kernel_peak())

    def _look(self) -> None:
        while not self._stop.wait(EVERY):
            try:
                self._seen = max(self._seen, self._process.memory_info().rss)
            except psutil.NoSuchProcess:
                return

    def _kernel_peak(self) -> int:
        try:
            lines = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)
