"""A progress bar on a terminal's standard error, and nothing elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


_STAGES = {
    "edits": "Finding edits",
    "vectors": "Weighing edits",
    "pairs": "Reading sentence pairs",
    "estimates": "Estimating quality",
    "ngrams": "Comparing n-grams",
    "training": "Training",
    "judgements": "Asking the language model",
}


class Shown:
    """A :data:`~markscheme.progress.Progress` that draws a bar a stage, where there is something to draw on."""

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
        """Leave the terminal to a question."""
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
    """Bars on a terminal, which are gone at the end."""
    if not sys.stderr.isatty():
        yield Shown(None)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        yield Shown(bars)
