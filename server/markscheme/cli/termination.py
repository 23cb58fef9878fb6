"""Signals that end a command: it ends as after Ctrl-C, so that what it has begun to write is removed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""What asks a process to end: a scheduler of jobs, or a terminal that is closed. Windows has no SIGHUP."""
STATUS: Final = 128
"""Exit status of a process that a signal ended, before the signal's number, as in shells."""


class Terminated(BaseException):
    """A signal asks the command to end.

    Attributes
    ----------
    status
        The exit status that says so.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = STATUS + number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise :class:`Terminated` at these signals meanwhile, but not at one that is ignored, as under ``nohup``."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    default = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in default:
        signal.signal(number, _terminate)
    try:
        yield
    finally:
        for number in default:
            signal.signal(number, signal.SIG_DFL)


def _terminate(number: int, _: FrameType | None) -> NoReturn:
    raise Terminated(number)
