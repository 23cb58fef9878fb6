"""Where a command's result goes, and how wide it may be."""

import sys
from collections.abc import Collection, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import ParamSpec

from markscheme.cli.options import Format
from markscheme.cli.progress import Shown
from markscheme.reports.layout import Layout

P = ParamSpec("P")

CONSOLE_WIDTH = 120
MIN_WIDTH = 60


def check_outputs(outputs: Iterable[Path | None], inputs: Collection[Path] = ()) -> None:
    """Check, before a command begins, that its results can be written: each to a file that is none of the others.

    Raises
    ------
    DocumentError
        If there is no such folder, or a file is a folder, an input, or another output.
    """
    from markscheme.text.errors import DocumentError
    from markscheme.text.products import check_output

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
    from markscheme.text.errors import DocumentError
    from markscheme.text.products import is_product

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
        sys.stdout.write(text)
        return
    from markscheme.text.products import write_product

    write_product(path, text, is_json=form is Format.JSON)


def write_pieces(path: Path | None, pieces: Iterable[str], form: Format, shown: Shown) -> None:
    """Write a result as it comes: to a file, marked as a product, or to standard output.

    Parameters
    ----------
    shown
        The bars; put aside while a terminal is written to.
    """
    if path is not None:
        from markscheme.text.products import write_product_pieces

        write_product_pieces(path, pieces, is_json=form is Format.JSON)
        return
    for piece in pieces:
        with shown.put_aside() if sys.stdout.isatty() else nullcontext():
            sys.stdout.write(piece)
            sys.stdout.flush()


def write_laid_out(layout: Layout[P], output: Path | None, *result: P.args, **named: P.kwargs) -> None:
    """Write a result in a layout: to a file, with the mark of a product, or to standard output if there is no file."""
    text = layout.write(*result, **named)
    if output is None:
        sys.stdout.write(text)
        return
    from markscheme.text.writing import write_whole

    write_whole(output, layout.in_file(text).encode())


def console_width() -> int:
    """Return the width of the terminal, or of what stands for one."""
    from shutil import get_terminal_size

    return max(get_terminal_size((CONSOLE_WIDTH, 24)).columns, MIN_WIDTH)
