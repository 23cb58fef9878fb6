"""A progress bar on a terminal's standard error, and nothing elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from markscheme.progress import Progress, silent

_STAGES = {
    "edits": "Finding edits",
    "vectors": "Weighing edits",
    "pairs": "Reading sentence pairs",
    "estimates": "Estimating quality",
    "ngrams": "Comparing n-grams",
    "training": "Training",
}


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A :data:`~markscheme.progress.Progress` that draws a bar a stage."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(_STAGES.get(stage, stage))
            bars.update(tasks[stage], completed=done, total=max(total, 1))

        yield show
