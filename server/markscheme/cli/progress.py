"""Show progress bars on standard error, if it is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from markscheme.cli.termination import check_signals

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


TEXTS: Final = "texts"
_STAGES = {
    TEXTS: "Marking texts",
    "feedback": "Writing feedback",
    "edits": "Extracting edits",
    "vectors": "Weighing edits",
    "pairs": "Reading sentence pairs",
    "estimates": "Estimating quality",
    "sentences": "Scoring sentences",
    "statistics": "Scoring sentences",
    "corpus": "Converting texts",
    "training": "Training",
    "verdicts": "Judging corrections",
    "references": "Comparing references",
    "candidates": "Trying settings",
    "judgements": "Asking the language model",
    "language": "Recognising the language",
    "resamples": "Resampling",
    "samples": "Resampling",
    "times": "Measuring times",
}
MANY: Final = 10
"""Texts whose bar alone says enough: those of the work on each one would only come and go."""
BAR_WIDTH: Final = 30
REFRESHES: Final = 5
"""Times a second that bars are drawn."""


class Shown:
    """A :data:`~markscheme.progress.Progress` that shows each stage's bar, count and time left, if there is a terminal.

    It stops the work by KeyboardInterrupt if a signal has asked the command to end.

    Parameters
    ----------
    console
        The terminal; ``None`` without one.
    """

    def __init__(self, console: "Console | None") -> None:
        self._console = console
        self._bars = None if console is None else _bars(console)
        self._tasks: dict[str, TaskID] = {}
        self._texts = (0, 0)
        self._live: Live | None = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        check_signals()
        if self._bars is None:
            return
        if stage == TEXTS:
            self._texts = (done, total)
        elif self._texts[0] < self._texts[1] >= MANY:
            return
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(_STAGES.get(stage, stage))
        self._bars.update(self._tasks[stage], completed=done, total=max(total, 1))

    def begin(self) -> None:
        """Draw the bars from now on."""
        if self._console is None or self._bars is None:
            return
        from rich.live import Live

        # What a command prints to standard output stays there. A Live that is started again draws over the lines above.
        self._live = Live(
            self._bars, console=self._console, transient=True, redirect_stdout=False, refresh_per_second=REFRESHES
        )
        self._live.start()

    def end(self) -> None:
        """Take the bars away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    @contextmanager
    def put_aside(self) -> Iterator[None]:
        """Hide the bars while the terminal is written to, or a person is asked."""
        self.end()
        try:
            yield
        finally:
            self.begin()


def _bars(console: "Console") -> "Bars":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(BAR_WIDTH), MofNCompleteColumn(" of "), TimeRemainingColumn()
    return Progress(*columns, console=console)


@contextmanager
def progress_bar() -> Iterator[Shown]:
    """Yield bars that disappear at the end; without a terminal, they draw nothing."""
    if not sys.stderr.isatty():
        yield Shown(None)
        return
    from rich.console import Console

    shown = Shown(Console(stderr=True))
    shown.begin()
    try:
        yield shown
    finally:
        shown.end()
