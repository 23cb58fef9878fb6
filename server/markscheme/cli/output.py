"""Where a command's result goes, and how wide it may be."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from markscheme.cli.main import BAD_INPUT, check_signals
from markscheme.cli.options import Format, JudgeChoice, chosen_format
from markscheme.cli.terminal import complain_of, exact, send
from markscheme.errors import DocumentError, JudgeError
from markscheme.inference.judge import Inquiry, Judge, configured, configured_key
from markscheme.reports.output import Layout, Layouts

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
    "submissions": "Reading submissions",
    "files": "Reading files",
    "versions": "Comparing files",
    "writing": "Writing files",
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

    shown = Shown(Console(file=exact(sys.stderr)))
    shown.begin()
    try:
        yield shown
    finally:
        shown.end()


CONSOLE_WIDTH = 120
MIN_WIDTH = 60


def check_outputs(outputs: Iterable[Path | None], inputs: Collection[Path] = ()) -> None:
    """Check, before a command begins, that its results can be written: each to a file that is none of the others.

    Raises
    ------
    DocumentError
        If there is no such folder, or a file is a folder, an input, or another output.
    """
    from markscheme.documents.files import check_output

    places: set[Path] = set()
    for path in filter(None, outputs):
        check_output(path, inputs)
        if path.resolve() in places:
            raise DocumentError("two results would be written to this file", path=path, remedy="Name another file")
        places.add(path.resolve())


def check_report(output: Path | None, marked: Collection[Path]) -> None:
    """Check, before documents are marked, that the report of them can be written, and over none of them.

    Parameters
    ----------
    marked
        Documents, and folders of documents.

    Raises
    ------
    DocumentError
        As :func:`check_outputs`; or if the file is in such a folder, and is no product.
    """
    from markscheme.documents.files import is_product

    check_outputs([output], marked)
    if output is None or not output.exists() or not output.stat().st_size or is_product(output):
        return
    if any(path.resolve() in output.resolve().parents for path in marked):
        raise DocumentError(
            "this file is in a folder that is marked, and no report: it may be a document",
            path=output,
            remedy="Name another file",
        )


def write_output(path: Path | None, text: str, form: Format) -> None:
    """Write a result to a file, marked as a product, or to standard output if there is no file."""
    if path is None:
        send(text)
        return
    from markscheme.documents.files import marked_json, marked_text, write_product

    write_product(path, text, marked_json if form is Format.JSON else marked_text)


def write_pieces(
    path: Path | None,
    pieces: Iterable[str],
    shown: Shown,
    mark: Callable[[str], str],
    *,
    has_styles: bool = False,
) -> None:
    """Write a result as it comes: to a file, marked as a product, or to a terminal, for which bars are put aside.

    ``has_styles``: the pieces may have our own codes for colours; of names and texts they have none.
    """
    if path is not None:
        from markscheme.documents.files import write_product

        write_product(path, pieces, mark)
        return
    for piece in pieces:
        with shown.put_aside() if sys.stdout.isatty() else nullcontext():
            send(piece, has_styles=has_styles)
            sys.stdout.flush()


def chosen_layout(layouts: Layouts, given: str | None, output: Path | None) -> Layout:
    """Return a kind of output by ``--format``, or else by the output's name; refuse a name that none has."""
    return layouts[chosen_format(given, output, layouts)]


def write_report(layout: Layout, output: Path | None, *result: Any) -> None:
    """Write what a layout makes of a result: to a file, with the mark of a product, or to standard output."""
    text = layout.write(*result, console_width())
    if output is None:
        send(text)
        return
    from markscheme.documents.files import write_all

    write_all({output: layout.in_file(text).encode()})


def end_with_problems(problems: Iterable[DocumentError]) -> None:
    """Print problems on standard error, and end the command with an error if one is a fault."""
    if complain_of(problems):
        raise typer.Exit(BAD_INPUT)


def is_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def console_width() -> int:
    """Return the width of the terminal, or of what stands for one."""
    from shutil import get_terminal_size

    return max(get_terminal_size((CONSOLE_WIDTH, 24)).columns, MIN_WIDTH)


def configured_judge(choice: JudgeChoice, yes: bool, shown: Shown) -> Judge:
    """Return the judge that ``--set`` names, or else the environment.

    Before it is used, standard error shows the number of requests and the host. A model on this machine needs no
    consent. An endpoint needs ``--yes``, or the person's consent at the terminal; without a terminal
    nothing is sent.

    Raises
    ------
    JudgeError
        If no judge is named, or its settings can't be used.
    """

    def agree(inquiry: Inquiry) -> bool:
        with shown.put_aside():
            print(f"markscheme: {inquiry.text}", file=sys.stderr)
            if yes or inquiry.host is None:
                return True
            if not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise JudgeError(f"nothing was sent to {inquiry.host}; to send without a question, add --yes")
            print("markscheme: send them? [y/N] ", end="", file=sys.stderr, flush=True)
            return sys.stdin.readline().strip().lower() in ("y", "yes")

    return Judge(configured(endpoint=choice.endpoint, model=choice.model), configured_key(), agree)
