"""``markscheme.exportAdjudication``: write the adjudicated text, as ``markscheme adjudicate export`` does."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markscheme.engine.requests import ExportReply
from markscheme.formats.registry import format_to_write
from markscheme.lsp.arguments import argument, file_path, optional
from markscheme.lsp.commands.command import Command, with_progress
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.reports.contract import annotation as shapes
from markscheme.text.files import make_folder, write_all


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> shapes.ExportedAdjudication:
    """Write the files; the arguments are the URI of a document or folder, and an ``AdjudicationExport``."""
    place, options = file_path(argument(arguments, 0, str)), argument(arguments, 1, dict)
    target = file_path(argument([options.get("target")], 0, str))
    form = optional(options, "format", str) or format_to_write(target).name
    fill_open, token = optional(options, "open", str), optional(options, "workDoneToken", int | str)

    async def files(reporter: Reporter) -> ExportReply:
        opened = await ls.adjudications.of(place, reporter)
        return await ls.adjudications.files(opened, target, form, fill_open, reporter)

    reply = await with_progress(ls, "writing the adjudicated text", token, files)
    paths = {target.with_name(name): data for name, data in reply.files.items()}
    existing = [] if optional(options, "overwrite", bool) else _others(paths, target)
    if not existing:
        await asyncio.to_thread(_write, paths, target.parent)
    return {
        "files": [uri_of(path) for path in paths],
        "existing": [uri_of(path) for path in existing],
        "format": reply.format,
        "filled": reply.filled,
        "losses": [*reply.losses],
    }


def _others(paths: Iterable[Path], target: Path) -> list[Path]:
    """Return the files beside the target that are there; a person chose the target itself."""
    return [path for path in paths if path != target and path.exists()]


def _write(files: dict[Path, bytes], folder: Path) -> None:
    make_folder(folder)
    write_all(files)


COMMAND = Command("markscheme.exportAdjudication", run)
