"""Signals that end a command: it removes what it has begun to write, and ends with a status that says which one."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""What asks a process to end: Ctrl-C, a scheduler of jobs, a terminal that is closed. Windows has no SIGHUP."""
ENDED_BY_SIGNAL: Final = 128
"""Added to a signal's number, this is the exit status of a process that it ended, as in shells."""


class Termination:
    """Which signal has asked the command to end.

    Attributes
    ----------
    status
        The exit status that says so; ``None`` as long as there is none.
    """

    def __init__(self) -> None:
        self.status: int | None = None

    def begin(self, number: int, _: FrameType | None) -> NoReturn:
        """Do what Ctrl-C does: libraries know that, and pass it on."""
        self.status = ENDED_BY_SIGNAL + number
        raise KeyboardInterrupt


_termination = Termination()


def check_signals() -> None:
    """Raise KeyboardInterrupt if a signal has come: destructors and callbacks from C lose the one raised in them."""
    if _termination.status is not None:
        raise KeyboardInterrupt


@contextmanager
def ended_by_signals() -> Iterator[Termination]:
    """Let these signals end the command meanwhile, but not one that is ignored, as under ``nohup``.

    Where a library loses the interruption (:func:`check_signals`), Python does not print that it was raised.
    """
    global _termination
    _termination = Termination()
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    usual = {number: signal.getsignal(number) for number in numbers}
    ours = [number for number in numbers if usual[number] in {signal.SIG_DFL, signal.default_int_handler}]
    for number in ours:
        signal.signal(number, _termination.begin)
    report = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if isinstance(lost.exc_value, KeyboardInterrupt) else report(lost)
    try:
        yield _termination
    finally:
        sys.unraisablehook = report
        for number in ours:
            signal.signal(number, usual[number])
        _termination = Termination()
