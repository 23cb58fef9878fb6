"""Signals that end a command: it ends as after Ctrl-C, so that what it has begun to write is removed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

import attrs

SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""What asks a process to end: a scheduler of jobs, or a terminal that is closed. Windows has no SIGHUP."""
ENDED_BY_SIGNAL: Final = 128
"""Added to a signal's number, this is the exit status of a process that it ended, as in shells."""


@attrs.define
class Termination:
    """Which signal has asked the command to end.

    Attributes
    ----------
    status
        The exit status that says so; ``None`` as long as there is none.
    """

    status: int | None = None

    def begin(self, number: int, _: FrameType | None) -> NoReturn:
        """Do what Ctrl-C does: libraries know that, and pass it on."""
        self.status = ENDED_BY_SIGNAL + number
        raise KeyboardInterrupt


@contextmanager
def ended_by_signals() -> Iterator[Termination]:
    """Let these signals end the command meanwhile, but not one that is ignored, as under ``nohup``."""
    termination = Termination()
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    default = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in default:
        signal.signal(number, termination.begin)
    try:
        yield termination
    finally:
        for number in default:
            signal.signal(number, signal.SIG_DFL)
