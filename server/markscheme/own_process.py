"""Imported first in the process that workers are copies of, where this one is our own: that one is too.

It leaves Ctrl-C to the command, as workers do; until it has imported the rest, Python itself would print a traceback.
"""

import signal
import sys
from types import TracebackType

from markscheme.processes import begin_own_process


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print nothing if the command has ended: its pipes and semaphores are gone then."""
    is_semaphore = isinstance(error, FileNotFoundError) and error.filename is None
    if not is_semaphore and not isinstance(error, EOFError | ConnectionError):
        sys.__excepthook__(kind, error, trace)


signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.excepthook = _report
begin_own_process()
