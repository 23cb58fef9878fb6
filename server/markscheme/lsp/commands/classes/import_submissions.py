"""``markscheme.importSubmissions``: make an exercise of what a class handed in, as ``markscheme class import`` does.

Where a student handed in several texts, or has another text in the folder, the person is asked.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.lsp.arguments import argument, file_path, optional
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import Editor, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.reports.contract.classes import ImportedClass
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.gradebooks.submissions import Choice
    from markscheme.gradebooks.systems.system import HandedIn

REPLACE: Final = "Replace"
NOT_NOW: Final = "Not now"


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> ImportedClass | None:
    """Write the exercise; ``None`` if the person did not want texts replaced.

    The arguments are the URIs of the zip and of the exercise's folder, which may be new, and optional
    ``ImportOptions``.
    """
    from markscheme.gradebooks.class_folder import OtherTexts, import_class, without_words
    from markscheme.gradebooks.submissions import read_submissions
    from markscheme.gradebooks.systems.system import lines_of_table

    archive, folder = file_path(argument(arguments, 0, str)), file_path(argument(arguments, 1, str))
    options = arguments[2] if len(arguments) > 2 else None
    names = optional(options, "names", str)
    table = await asyncio.to_thread(lines_of_table, file_path(names)) if names is not None else ()
    choose = _chooser(ls.session.editor, asyncio.get_running_loop(), archive)
    submissions = await asyncio.to_thread(read_submissions, archive, choose, table)
    write = partial(import_class, submissions, folder, is_anonymous=bool(optional(options, "anonymous", bool)))
    try:
        done, likely = await asyncio.to_thread(write, overwrite=bool(optional(options, "overwrite", bool)))
    except OtherTexts as problem:
        question = f"{problem.problem}. Replace the texts that are there?"
        if await ls.session.editor.ask(question, [REPLACE, NOT_NOW]) != REPLACE:
            return None
        done, likely = await asyncio.to_thread(write, overwrite=True)
    empty = await asyncio.to_thread(without_words, done)
    ls.session.files_changed([*done.students.values(), done.folder / CONFIGURATION, done.configuration])
    return {
        "folder": uri_of(done.folder),
        "assignment": done.assignment,
        "system": submissions.system.title,
        "texts": len(done.students),
        "left_out": [*submissions.left_out, *(f"{name} handed in nothing readable" for name in empty)],
        "complete": done.has_references or likely is not None,
    }


def _chooser(editor: Editor, loop: asyncio.AbstractEventLoop, archive: Path) -> "Choice":
    """Return how one of a student's texts is chosen, from another thread: by the person at the editor."""

    def choose(person: str, texts: "Sequence[HandedIn]") -> "HandedIn":
        labels = {f"{item.file} (typed in)" if item.is_typed else item.file: item for item in texts}
        question = f"{person} handed in {len(texts)} texts. Which is meant?"
        answer = asyncio.run_coroutine_threadsafe(editor.ask(question, [*labels]), loop).result()
        if answer not in labels:
            raise DocumentError(
                f"{person} handed in {len(texts)} texts, and none was chosen. Nothing was written",
                path=archive,
                remedy="Import the zip again and choose one",
            )
        return labels[answer]

    return choose


COMMAND = Command("markscheme.importSubmissions", run)
