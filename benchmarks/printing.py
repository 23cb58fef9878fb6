"""Print measurements as tables on the terminal."""

import os
import platform
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.measurement import Goal, Measurement
from markscheme.version import VERSION


def make_console() -> Console:
    """Return a console; one that is wide enough for the tables if the output is not a terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=120)


def print_machine(console: Console) -> None:
    """Print the versions, the machine and its load."""
    parts = [
        f"markscheme {VERSION}",
        f"Python {platform.python_version()}",
        f"{platform.system()} {platform.machine()}",
        f"{os.cpu_count()} cores",
    ]
    if hasattr(os, "getloadavg"):
        parts.append(f"load {os.getloadavg()[0]:.1f} before the start")
    console.print(", ".join(parts), style="dim")


def print_measurements(console: Console, title: str, measurements: Sequence[Measurement]) -> None:
    """Print the table of one benchmark, with its notes below it."""
    console.print(title, style="bold", highlight=False)
    table = Table()
    table.add_column("subject")
    table.add_column("measured", justify="right")
    table.add_column("compared with", justify="right")
    table.add_column("ratio", justify="right")
    table.add_column("goal", justify="right")
    table.add_column("met")
    for item in measurements:
        ratio = "" if item.ratio is None else f"{item.ratio:.3g} x"
        goal = item.goal.text if item.goal else ""
        table.add_row(item.subject, item.measured, item.compared, ratio, goal, _verdict(item.goal))
    console.print(table)
    for item in measurements:
        if item.note:
            console.print(f"{item.subject}: {item.note}", style="dim", highlight=False)
    console.print()


def print_skipped(console: Console, title: str, reason: str) -> None:
    console.print(Text.assemble((title, "bold"), f"\nskipped: {reason}\n"))


def _verdict(goal: Goal | None) -> Text:
    if goal is None:
        return Text("")
    return Text("yes", "green") if goal.met else Text("no", "red")
