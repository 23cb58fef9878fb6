"""Packages that other packages import whenever they are installed, and that we don't need.

PyTorch, which spaCy looks for, takes longer to import than spaCy itself; pandas, which sqlite-utils looks for, longer
than all that a marked text in the cache needs. spaCy that was imported without PyTorch never finds it again. So only
processes of our own leave packages out: a program that uses Markscheme as a library may want spaCy with PyTorch.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_is_own_process = False


def begin_own_process() -> None:
    """Say that this process is a command or an engine, in which nothing but Markscheme's own code runs."""
    global _is_own_process  # a process is one or is not
    _is_own_process = True


def is_own_process() -> bool:
    return _is_own_process


@contextmanager
def left_out(package: str) -> Iterator[None]:
    """Import other packages as if this one were not installed, in a process of our own; elsewhere change nothing.

    This holds in this thread, and unless the package is imported already. It can be imported afterwards. The others
    must be able to do without it, and look for it once.
    """
    if not _is_own_process:
        yield
        return
    finder = _Refusal(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Refusal:
    def __init__(self, package: str) -> None:
        self._package = package
        self._thread = threading.get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        if name == self._package and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is left out", name=name)
