"""Where a command's result goes, and how wide it may be."""

import sys
from pathlib import Path

CONSOLE_WIDTH = 120
MIN_WIDTH = 60


def write_output(path: Path | None, text: str) -> None:
    """Write a result to a file, or to standard output if there is none."""
    if path is None:
        sys.stdout.write(text)
        return
    from markscheme.text.writing import write_whole

    write_whole(path, text.encode())


def console_width() -> int:
    """Return the width of the terminal, or of what stands for one."""
    from shutil import get_terminal_size

    return max(get_terminal_size((CONSOLE_WIDTH, 24)).columns, MIN_WIDTH)
