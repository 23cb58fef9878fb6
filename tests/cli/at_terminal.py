"""Commands in the test's own process, before a person at a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.testing import CliRunner


class TerminalRunner(CliRunner):
    """Runs a command whose standard input and output say that they are a terminal."""

    @contextmanager
    def isolation(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        with super().isolation(*arguments, **options) as streams:
            for stream in (sys.stdin, sys.stdout):
                stream.isatty = lambda: True  # they are the runner's own, and go with it
            yield streams
