"""A folder's ``markscheme.toml``: its first draft, the variants that it allows, and its mark scheme.

Nothing is kept between requests. A preview of a mark scheme marks only texts that have changed since the last one.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import Placing, shown
from markscheme.documents.files import read_text, write_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError
from markscheme.exercises.init.draft import draft, with_variants
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, Question, SetUpPlan
from markscheme.exercises.scheme_file import SchemeFile, with_scheme
from markscheme.reports.scheme_form import (
    PreviewedMark,
    SchemeFault,
    SchemeForm,
    SchemePreview,
    WrittenScheme,
    chosen_sum,
    previewed_marks,
    toml_table,
)
from markscheme.reports.set_up import SetUp, WrittenSetUp
from markscheme.reports.variants import Variants
from markscheme.server.editor import URIS, Reporter, uri_of
from markscheme.server.handlers.marks import mark_workspace
from markscheme.server.handling import Token, command, progress, request
from markscheme.server.server import MarkschemeServer
from markscheme.server.session import Session
from markscheme.server.workspace import class_outcomes, variants_of, without_ignored

_WRITE: Final = "Write it"
UPDATE: Final = "Update it"
_SHOW: Final = "Show the file"
NOT_NOW: Final = "Not now"


def _planned(folder: Path, choices: Choices | None = None) -> SetUpPlan:
    return guess(folder).with_choices(choices or Choices())


def _set_up(folder: Path, choices: Choices | None = None, scheme: str | None = None) -> Any:
    plan = _planned(folder, choices)
    return shown(SetUp(plan, with_scheme(draft(plan), scheme)), uris=URIS)


def _write_set_up(plan: SetUpPlan, *, overwrite: bool, scheme: str | None = None) -> str:
    """Write the ``markscheme.toml`` of a plan, with a preset for its mark scheme, and return its text.

    Raise DocumentError if nothing can be marked, there is no such preset, the file must not be replaced or can't be
    written.
    """
    path = plan.folder / CONFIGURATION
    text = with_scheme(draft(plan), scheme)
    if not text:
        raise DocumentError("there is nothing to mark in this folder", path=plan.folder)
    if path.exists() and not overwrite:
        raise DocumentError(f"the folder has a {CONFIGURATION} already", path=path)
    write_text(path, text)
    return text


@request("markscheme/setUp")
async def set_up_draft(_: MarkschemeServer, *, uri: Path) -> Any:
    return await asyncio.to_thread(_set_up, uri)


@request("markscheme/setUpPreview")
async def set_up_preview(_: MarkschemeServer, *, uri: Path, choices: Choices, scheme: str | None = None) -> Any:
    return await asyncio.to_thread(_set_up, uri, choices, scheme)


@request("markscheme/writeSetUp")
async def write_set_up(
    ls: MarkschemeServer, *, uri: Path, choices: Choices, overwrite: bool, scheme: str | None = None
) -> Any:
    plan = await asyncio.to_thread(_planned, uri, choices)
    text = await asyncio.to_thread(_write_set_up, plan, overwrite=overwrite, scheme=scheme)
    ls.session.files_changed([uri / CONFIGURATION])
    return shown(WrittenSetUp(uri / CONFIGURATION, text), uris=URIS)


@request("markscheme/variants")
async def variants(ls: MarkschemeServer, *, uri: Path, allow: list[str] | None = None) -> Any:
    """Return what it would change to allow each variant; those in ``allow`` are written as allowed before."""
    if allow is not None:
        path = uri / CONFIGURATION
        await asyncio.to_thread(lambda: write_text(path, with_variants(path, allow, ls.session.read)))
        ls.session.files_changed([path])
    return shown(Variants(await variants_of(ls.session, uri)))


@command("markscheme.setUpFolder")
async def set_up_folder(ls: MarkschemeServer, folder: Path | None = None) -> dict[str, str] | None:
    """Set up a folder, or else the workspace's first, by questions, without a page; ``None`` if not wanted."""
    folder = folder or next(iter(ls.editor.folders), None)
    if folder is None:
        raise DocumentError("no folder is open")
    plan = await asyncio.to_thread(_planned, folder)
    if not plan.exercises:
        raise DocumentError("no exercise found in this folder", path=folder)
    answered = await _answered(ls, plan)
    if answered is None or not await _is_wanted(ls, answered):
        return None
    await asyncio.to_thread(_write_set_up, answered, overwrite=True)
    path = folder / CONFIGURATION
    ls.session.files_changed([path])
    await mark_workspace(ls)
    return {"uri": uri_of(path)}


async def _answered(ls: MarkschemeServer, plan: SetUpPlan) -> SetUpPlan | None:
    while plan.open_questions:
        question = plan.open_questions[0]
        label = await ls.editor.ask(question.text, [item.label for item in _defaults_first(question)])
        chosen = next((item for item in question.answers if item.label == label), None)
        if chosen is None:
            return None
        plan = plan.with_choices(Choices(answers={**plan.choices.answers, question.id: chosen.id}))
    return plan


def _defaults_first(question: Question) -> list[Any]:
    return sorted(question.answers, key=lambda item: item.id != question.default)


async def _is_wanted(ls: MarkschemeServer, plan: SetUpPlan) -> bool:
    path = plan.folder / CONFIGURATION
    write = UPDATE if path.exists() else _WRITE
    message = " ".join([plan.summary, *plan.warnings])
    answer = await ls.editor.ask(message, [write, _SHOW, NOT_NOW])
    if answer == _SHOW:
        text = await asyncio.to_thread(draft, plan)
        ls.editor.show_message(text, types.MessageType.Info)
        answer = await ls.editor.ask(message, [write, NOT_NOW])
    return answer == write


@request("markscheme/scheme")
async def mark_scheme(ls: MarkschemeServer, *, uri: Path, exercise: int | None = None) -> Any:
    """Return the mark scheme of the configuration that governs ``uri``, or of its ``exercise``."""
    read = ls.session.snapshot()

    def form() -> Any:
        file = SchemeFile.of(uri, read)
        file.check(exercise)
        return shown(SchemeForm(file, exercise), uris=URIS)

    return await asyncio.to_thread(form)


@request("markscheme/previewScheme")
async def preview_scheme(
    ls: MarkschemeServer,
    *,
    uri: Path,
    table: dict[str, Any] | None,
    exercise: int | None = None,
    student: str | None = None,
    work_done_token: Token = None,
) -> Any:
    """Return the faults of ``table``, the marks of the class before and after it, and one student's sum."""
    rows, read = _rows(table), ls.session.snapshot()
    file = await asyncio.to_thread(SchemeFile.of, uri, read)
    file.check(exercise)
    changed = file.rewritten(exercise, rows)
    faults = changed.faults(exercise)
    with progress(ls, work_done_token, "marking the class") as reporter:
        marks = await _marks(ls.session, file, None if faults else changed, exercise, reporter)
    chosen = await asyncio.to_thread(chosen_sum, marks, student, read)
    placing = None if chosen is None else Placing(LineIndex(chosen.text), ls.editor.encoding)
    return shown(SchemePreview(tuple(SchemeFault(fault, rows or {}) for fault in faults), marks, chosen), placing, URIS)


async def _marks(
    session: Session, before: SchemeFile, after: SchemeFile | None, exercise: int | None, reporter: Reporter
) -> tuple[PreviewedMark, ...]:
    folders, read = tuple(session.editor.folders), session.snapshot()
    marks: list[PreviewedMark] = []
    for number in range(len(before.names)) if exercise is None else (exercise,):
        schemes = before.scheme(number), after.scheme(number) if after is not None else None
        found = await asyncio.to_thread(before.exercises, number)
        kept = [without_ignored(item, await session.options_for(item), folders) for item in found]
        # A mark that depends on credit needs vectors, by whichever of the two schemes.
        needing = next((item for item in schemes if item is not None and item.uses_credit), schemes[1])
        own = [attrs.evolve(item, scheme=needing) for item in kept if item is not None]
        async for _, outcomes in class_outcomes(session, own, read, reporter, session.class_outcomes):
            marks += previewed_marks(outcomes, *schemes, read)
    return tuple(marks)


@request("markscheme/writeScheme")
async def write_scheme(
    ls: MarkschemeServer, *, uri: Path, table: dict[str, Any] | None, digest: str, exercise: int | None = None
) -> Any:
    """Write ``table`` into the configuration, unless it has faults.

    Raise DocumentError if the file is not that of ``digest``, has unsaved changes, or can't be written.
    """
    rows = _rows(table)
    file = await asyncio.to_thread(SchemeFile.of, uri, read_text)
    opened = ls.session.documents.at(file.path)
    if opened is not None and opened.text.removeprefix("\ufeff") != file.text:
        raise DocumentError(
            f"{file.path.name} is open with changes that are not saved", remedy="Save them or undo them before"
        )
    if file.digest != digest:
        raise DocumentError(f"{file.path.name} has changed since this page read it", remedy="Read it again")
    file.check(exercise)
    changed = file.rewritten(exercise, rows)
    result = WrittenScheme(tuple(SchemeFault(fault, rows or {}) for fault in changed.faults(exercise)))
    if result.written:
        await asyncio.to_thread(write_text, file.path, changed.text)
        ls.session.files_changed([file.path])
    return shown(result)


def _rows(table: dict[str, Any] | None) -> Mapping[str, Any] | None:
    try:
        return None if table is None else toml_table(table)
    except (KeyError, TypeError, AttributeError) as error:
        raise JsonRpcInvalidParams("table is not as it should be") from error
