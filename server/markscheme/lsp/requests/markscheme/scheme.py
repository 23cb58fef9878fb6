"""``markscheme/scheme``, ``markscheme/previewScheme`` and ``markscheme/writeScheme``: how verdicts become a mark.

A preview marks only texts that have changed since the last one; all else is a sum.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.exercises.scheme.scheme_file import SchemeFile
from markscheme.lsp.arguments import argument, field, file_path, optional
from markscheme.lsp.editor import Reporter, cancelling, uri_of, view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import class_outcomes
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import options_for, without_ignored
from markscheme.reports.classes import PreviewedMark, chosen_sum, previewed_marks
from markscheme.reports.contract.classes import SchemeForm, SchemePreview, WrittenScheme
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_text, write_text


@attrs.frozen
class _Wanted:
    place: Path
    exercise: int | None
    table: Mapping[str, Any] | None = None


async def answer_read(ls: MarkschemeServer, params: Any) -> SchemeForm:
    """Return the mark scheme of the configuration that governs ``uri``, or of its ``exercise``."""
    from markscheme.reports.json.class_json import Uris, scheme_form_json

    wanted, read = _wanted(params), ls.session.snapshot()

    def form() -> SchemeForm:
        file = SchemeFile.of(wanted.place, read)
        file.check(wanted.exercise)
        return scheme_form_json(file, wanted.exercise, Uris(uri_of, view_uri))

    return await asyncio.to_thread(form)


async def answer_preview(ls: MarkschemeServer, params: Any) -> SchemePreview:
    """Return the faults of ``table``, the marks of the class before and after it, and one student's sum."""
    from markscheme.reports.json.class_json import Uris, fault_json, preview_json

    wanted = _with_table(params)
    student = optional(params, "student", str)
    read = ls.session.snapshot()
    file = await asyncio.to_thread(SchemeFile.of, wanted.place, read)
    file.check(wanted.exercise)
    changed = file.rewritten(wanted.exercise, wanted.table)
    faults = changed.faults(wanted.exercise)
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "marking the class", cancelling(asyncio.current_task()))
    try:
        marks = await _marks(ls.session, file, None if faults else changed, wanted.exercise, reporter)
    finally:
        reporter.end()
    chosen = await asyncio.to_thread(chosen_sum, marks, student, read)
    shown = [fault_json(fault, wanted.table or {}) for fault in faults]
    return preview_json(marks, chosen, shown, Uris(uri_of, view_uri), ls.session.editor.encoding)


async def _marks(
    session: Session, before: SchemeFile, after: SchemeFile | None, exercise: int | None, reporter: Reporter
) -> list[PreviewedMark]:
    folders, read = tuple(session.editor.folders), session.snapshot()
    marks: list[PreviewedMark] = []
    for number in range(len(before.names)) if exercise is None else (exercise,):
        schemes = before.scheme(number), after.scheme(number) if after is not None else None
        found = await asyncio.to_thread(before.exercises, number)
        kept = [without_ignored(item, await options_for(session, item), folders) for item in found]
        # A mark that depends on credit needs vectors, by whichever of the two schemes.
        needing = next((item for item in schemes if item is not None and item.uses_credit), schemes[1])
        own = [attrs.evolve(item, scheme=needing) for item in kept if item is not None]
        async for _, outcomes in class_outcomes(session, own, read, reporter, session.class_outcomes):
            marks += previewed_marks(outcomes, *schemes, read)
    return marks


async def answer_write(ls: MarkschemeServer, params: Any) -> WrittenScheme:
    """Write ``table`` into the configuration, unless it has faults.

    Raise DocumentError if the file is not that of ``digest``, has unsaved changes, or can't be written.
    """
    from markscheme.reports.json.class_json import fault_json

    wanted = _with_table(params)
    digest = argument([field(params, "digest")], 0, str)
    file = await asyncio.to_thread(SchemeFile.of, wanted.place, read_text)
    opened = ls.session.documents.at(file.path)
    if opened is not None and opened.text.removeprefix("\ufeff") != file.text:
        raise DocumentError(
            f"{file.path.name} is open with changes that are not saved", remedy="Save them or undo them before"
        )
    if file.digest != digest:
        raise DocumentError(f"{file.path.name} has changed since this page read it", remedy="Read it again")
    file.check(wanted.exercise)
    changed = file.rewritten(wanted.exercise, wanted.table)
    faults = [fault_json(fault, wanted.table or {}) for fault in changed.faults(wanted.exercise)]
    if not faults:
        await asyncio.to_thread(write_text, file.path, changed.text)
        ls.session.files_changed([file.path])
    return {"written": not faults, "faults": faults}


def _wanted(params: Any) -> _Wanted:
    return _Wanted(file_path(argument([field(params, "uri")], 0, str)), optional(params, "exercise", int))


def _with_table(params: Any) -> _Wanted:
    from markscheme.reports.json.class_json import toml_table

    field(params, "table")
    table = optional(params, "table", dict)
    try:
        return attrs.evolve(_wanted(params), table=None if table is None else toml_table(table))
    except (KeyError, TypeError, AttributeError) as error:
        raise JsonRpcInvalidParams("table is not as it should be") from error


READ = Request("markscheme/scheme", answer_read)
PREVIEW = Request("markscheme/previewScheme", answer_preview)
WRITE = Request("markscheme/writeScheme", answer_write)
