"""The entry point of the command line, ``markscheme``."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

from markscheme.cli.terminal import complain, speak_to_people
from markscheme.errors import MarkschemeError, missing_extra
from markscheme.processes import COMMAND_VALUES, begin_own_process, collect_seldom


def run() -> None:
    """Run the command in the arguments.

    The language server starts before other modules are imported, since an editor waits for it. Other commands do not
    import the language server's modules.
    """
    begin_own_process()
    os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
    collect_seldom(COMMAND_VALUES)
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from markscheme.cli.commands.serve import serve

        serve(sys.argv[2:])
        return
    from markscheme.cli.app import app
    from markscheme.documents.folders import trust_named

    arguments = sys.argv[1:] or ["--help"]
    speak_to_people(with_styles="--help" in arguments)
    trust_named(arguments)
    with exit_on_failure(), ended_by_signals() as termination:
        status = app(arguments, prog_name="markscheme", standalone_mode=False)
        end(termination.status or status)


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


BAD_INPUT = 2
INTERRUPTED = 130


def end(status: int | None) -> NoReturn:
    """End the process with an exit status.

    After a signal it ends at once: taking modules and models apart takes Python half a second, and nothing needs it.
    """
    if status is None or status <= ENDED_BY_SIGNAL:
        sys.exit(status)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    _give_semaphores_back()
    os._exit(status)


def _give_semaphores_back() -> None:
    """Unlink the semaphores of worker processes: else Python's tracker of them warns that they are leaked."""
    if util := sys.modules.get("multiprocessing.util"):
        util._run_finalizers(0)  # noqa: SLF001


@contextmanager
def exit_on_failure() -> Iterator[None]:
    """Turn failures that a person can remedy into a line on standard error and an exit status."""
    import typer

    try:
        yield
    except MarkschemeError as error:
        complain(error)
        sys.exit(BAD_INPUT)
    except typer.TyperException as error:
        from markscheme.cli.refusals import refusal

        complain(refusal(error))
        sys.exit(BAD_INPUT)
    except ImportError as error:
        if (missing := missing_extra(error)) is None:
            raise
        complain(missing)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        end(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:
        if (sqlite := sys.modules.get("sqlite3")) is None or not isinstance(error, sqlite.OperationalError):
            raise
        complain(f"the cache can't be used; another process may have locked it: {error}")
        sys.exit(BAD_INPUT)
