"""Start-up and garbage collection of our own processes: commands, engines, workers.

Some packages are imported by others whenever they are installed, and we don't need them. PyTorch, which spaCy looks
for, takes longer to import than spaCy itself; pandas, which sqlite-utils looks for, longer than all that a marked text
in the cache needs. spaCy that was imported without PyTorch never finds it again. So only processes of our own leave
packages out: a program that uses Markscheme as a library may want spaCy with PyTorch.

To look for cycles of values that nothing refers to, through a long essay's marks, takes as long as marking a changed
word, or a quarter of the time of marking a block, and by itself Python does so in the middle of the work. A process
that serves a person looks through new values after a moment without work, and through all values after longer; one that
works on many items looks between two.
"""

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import TimerHandle


_is_own_process = False


def begin_own_process() -> None:
    """Say that this process is a command or an engine, in which nothing but Markscheme's own code runs."""
    global _is_own_process  # a process is one or is not
    _is_own_process = True


def is_own_process() -> bool:
    return _is_own_process


def _permit(model: str) -> None:
    del model


_ask: Callable[[str], None] = _permit


def before_loading(model: str) -> None:
    """Say that a model, or a large module, will be loaded; where another process loads it for all, this one ends."""
    _ask(model)


def ask_before_loading(ask: Callable[[str], None]) -> None:
    """Have this called with the name of each model that is to be loaded in this process."""
    global _ask  # a process is a worker or is not
    _ask = ask


@contextmanager
def without_package(package: str) -> Iterator[None]:
    """Import other packages as if this one were not installed, in a process of our own; elsewhere change nothing.

    This holds in this thread, and unless the package is imported already. It can be imported afterwards. The others
    must be able to do without it, and look for it once.
    """
    if not _is_own_process:
        yield
        return
    finder = _PackageBlocker(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _PackageBlocker:
    def __init__(self, package: str) -> None:
        self._package = package
        self._thread = threading.get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        if name == self._package and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is left out", name=name)


YOUNG = 1
"""The oldest generation of new values: what outlived an earlier search is not looked through again."""
NEW_VALUES = 500_000
"""Number of new values after which Python looks for cycles even while there is work, which bounds memory."""
COMMAND_VALUES = 100_000
"""The same in a command, where most values live until it ends."""
YOUNG_QUIET = 0.05
"""Seconds without work after which new values are looked through: by then the last reply has left the process."""
FULL_QUIET = 10.0
YOUNG_PER_FULL = 50
"""Number of searches among new values after which one of all values is due; after twice as many it waits no longer."""
MAX_WAIT = 10.0
"""Seconds of unbroken work after which new values are looked through beside it."""
RETURN_INTERVAL = 10.0
"""Seconds between two returns of freed memory to the system, each of which takes 20 ms."""


class QuietCollection:
    """Collects garbage in the moments between two pieces of work. Its methods are called in the event loop's thread.

    Work that goes on without such a moment is no reason to wait for ever: then it collects beside the next piece.
    """

    def __init__(self) -> None:
        self._timer: TimerHandle | None = None
        self._young = 0
        self._overdue = monotonic() + MAX_WAIT
        self._return = 0.0

    def work_begins(self) -> None:
        """Collect nothing before :meth:`work_ends` is called, unless work has gone on for :data:`MAX_WAIT`."""
        if self._timer is not None and monotonic() < self._overdue:
            self._timer.cancel()
            self._timer = None

    def work_ends(self) -> None:
        """Collect garbage from now on, in a moment, unless more work begins."""
        self.work_begins()
        if self._timer is None:
            self._timer = _later(YOUNG_QUIET, self._collect_young)

    def _collect_young(self) -> None:
        gc.collect(YOUNG)
        self._young += 1
        now = monotonic()
        self._overdue = now + MAX_WAIT
        if now >= self._return:
            give_back_memory()
            self._return = now + RETURN_INTERVAL
        self._timer = None
        if self._young >= 2 * YOUNG_PER_FULL:
            self._collect_all()
        elif self._young >= YOUNG_PER_FULL:
            self._timer = _later(FULL_QUIET, self._collect_all)

    def _collect_all(self) -> None:
        gc.collect()
        self._young = 0
        self._timer = None


def give_back_memory() -> None:
    """Let the system have what glibc keeps of freed memory, which is half of an engine's after ten minutes of edits."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


def keep_large_values_apart() -> None:
    """Have glibc return a large freed value at once: an encoder's values come and go, and small ones between them would
    keep their room. By itself it does so up to the largest value that was freed, 32 MiB.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE_VALUE)


_M_MMAP_THRESHOLD = -3
"""The parameter's number in glibc's ``malloc.h``."""
LARGE_VALUE = 2**20
"""Bytes of a value that has memory of its own."""


def _later(seconds: float, do: Callable[[], None]) -> "TimerHandle":
    from asyncio import get_running_loop  # commands that need no event loop don't wait for it

    return get_running_loop().call_later(seconds, do)


def collect_seldom(values: int = NEW_VALUES) -> None:
    """Let Python look for cycles by itself only after this number of new values."""
    gc.set_threshold(values, *gc.get_threshold()[1:])


class _Seldom:
    """The program's own setting is there again when the last of several threads has done its work."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._usual = gc.get_threshold()

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._usual = gc.get_threshold()
                if 0 < self._usual[0] < COMMAND_VALUES:
                    collect_seldom(COMMAND_VALUES)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                gc.set_threshold(*self._usual)


_seldom = _Seldom()


@contextmanager
def collection_after_item() -> Iterator[None]:
    """Put the search off to the end of an item of work in a process of our own; in others search less often."""
    if not is_own_process():
        with _seldom:
            yield
        return
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect(YOUNG)
