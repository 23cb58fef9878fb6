"""Where a command's words leave for a terminal: characters that would steer it, or turn text around, are shown.

Names and texts are other people's. What a program reads from a pipe (:func:`send`) is as it is.
"""

import codecs
import json
import sys
from collections.abc import Iterable
from typing import Any, Final, TextIO

from markscheme.errors import DocumentError, NothingToMark, Reminder
from markscheme.wording import visible

NO_FAULTS: Final = (NothingToMark, Reminder)


class PeopleStream:
    """A stream for people: what it lacks is escaped as in JSON, and what would steer a terminal is shown alike."""

    def __init__(self, stream: TextIO) -> None:
        self.exact = stream

    def write(self, text: str) -> int:
        self.exact.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.exact, name)


def speak_to_people(*, with_styles: bool) -> None:
    """Let standard output and standard error show what would steer a terminal; ``with_styles``: output is all ours."""
    codecs.register_error("markscheme.escape", _escaped)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="markscheme.escape")
    if not with_styles:
        sys.stdout = _for_people(sys.stdout)
    sys.stderr = _for_people(sys.stderr)


def _for_people(stream: TextIO) -> TextIO:
    return stream if isinstance(stream, PeopleStream) else PeopleStream(stream)  # type: ignore[return-value]


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def exact(stream: TextIO) -> TextIO:
    """Return the stream for text that steers the terminal by our own will."""
    return stream.exact if isinstance(stream, PeopleStream) else stream


def send(text: str, *, has_styles: bool = False) -> None:
    """Write a result to standard output; to a terminal as people can see it, unless what it has of styles is ours."""
    stream = sys.stdout if sys.stdout.isatty() and not has_styles else exact(sys.stdout)
    stream.write(text)


def complain(message: object) -> None:
    """Print one line on standard error."""
    lines = map(str.strip, str(message).splitlines())
    print(f"markscheme: {visible(' '.join(filter(None, lines)))}", file=sys.stderr)


def complain_of(problems: Iterable[DocumentError]) -> bool:
    """Print each problem on standard error, and return whether one is a fault; what is none begins with ``note:``."""
    problems = list(problems)
    for problem in problems:
        complain(f"note: {problem.explanation}" if isinstance(problem, NO_FAULTS) else problem)
    return not all(isinstance(problem, NO_FAULTS) for problem in problems)
