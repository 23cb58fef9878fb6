"""End a command on bad input: exit status 2, and one line on standard error."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from markscheme.cli.termination import ENDED_BY_SIGNAL
from markscheme.text.errors import DocumentError, NothingToMark, Reminder

BAD_INPUT = 2
INTERRUPTED = 130


def complain(message: object) -> None:
    """Print one line on standard error."""
    print(f"markscheme: {' '.join(str(message).split())}", file=sys.stderr)


def complain_of(problems: Iterable[DocumentError]) -> bool:
    """Print each problem on standard error, and return whether one is a fault; reminders begin with ``note:``."""
    problems = list(problems)
    for problem in problems:
        complain(f"note: {problem.explanation}" if isinstance(problem, Reminder) else problem)
    return not all(isinstance(problem, NothingToMark | Reminder) for problem in problems)


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
    import sqlite3

    import typer

    from markscheme.encoders.settings import EncoderError
    from markscheme.judges.errors import JudgeError
    from markscheme.languages.language import LanguageError
    from markscheme.registry import RegistryError

    try:
        yield
    except (DocumentError, EncoderError, JudgeError, LanguageError, RegistryError) as error:
        complain(error)
        sys.exit(BAD_INPUT)
    except sqlite3.OperationalError as error:
        complain(f"the cache can't be used; another process may have locked it: {error}")
        sys.exit(BAD_INPUT)
    except typer.TyperException as error:
        format_message = getattr(error, "format_message", None)
        complain(format_message() if format_message else error)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        end(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
