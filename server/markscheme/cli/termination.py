"""Signals that end a command: it ends as after Ctrl-C, so that what it has begun to write is removed."""

import signal
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


def end_by_signals() -> None:
    """Raise :class:`Terminated` at these signals from now on, but not at one that is ignored, as under ``nohup``."""
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def _terminate(number: int, _: FrameType | None) -> NoReturn:
    raise Terminated(number)
