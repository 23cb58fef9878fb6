"""Show progress bars on standard error, if it is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


_STAGES = {
    "texts": "Marking texts",
    "feedback": "Writing feedback",
    "edits": "Extracting edits",
    "vectors": "Weighing edits",
    "pairs": "Reading sentence pairs",
    "estimates": "Estimating quality",
    "sentences": "Scoring sentences",
    "corpus": "Converting texts",
    "training": "Training",
    "verdicts": "Judging corrections",
    "references": "Comparing references",
    "candidates": "Trying settings",
    "judgements": "Asking the language model",
}


class Shown:
    """A :data:`~markscheme.progress.Progress` that draws a bar for each stage, if there is a terminal."""

    def __init__(self, bars: "Bars | None") -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._bars is None:
            return
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(_STAGES.get(stage, stage))
        self._bars.update(self._tasks[stage], completed=done, total=max(total, 1))

    @contextmanager
    def put_aside(self) -> Iterator[None]:
        """Hide the bars during a question to the person."""
        if self._bars is None:
            yield
            return
        self._bars.stop()
        try:
            yield
        finally:
            self._bars.start()


@contextmanager
def progress_bar() -> Iterator[Shown]:
    """Yield bars that disappear at the end; without a terminal, they draw nothing."""
    if not sys.stderr.isatty():
        yield Shown(None)
        return
    from rich.console import Console
    from rich.progress import Progress

    # What a command prints to standard output stays there.
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=False) as bars:
        yield Shown(bars)
