"""``markscheme/setUp``, ``setUpPreview``, ``writeSetUp`` and ``variants``: a folder's ``markscheme.toml``.

The server keeps nothing between the requests.
"""

import asyncio
from pathlib import Path
from typing import Any

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.init.draft import draft, with_scheme
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, SetUpPlan
from markscheme.exercises.init.variants import with_variants
from markscheme.lsp.arguments import argument, field, file_path, optional, optional_names
from markscheme.lsp.editor import uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import variants_of
from markscheme.reports.contract.classes import SetUp, Variants, WrittenSetUp
from markscheme.reports.json.class_json import set_up_json, variant_json
from markscheme.text.errors import DocumentError
from markscheme.text.files import write_text


def planned(folder: Path, choices: Choices | None = None) -> SetUpPlan:
    """Raise DocumentError if there is no such folder."""
    return guess(folder).with_choices(choices or Choices())


def set_up(folder: Path, choices: Choices | None = None, scheme: str | None = None) -> SetUp:
    plan = planned(folder, choices)
    return set_up_json(plan, with_scheme(draft(plan), scheme), uri_of)


def write_set_up(plan: SetUpPlan, *, overwrite: bool, scheme: str | None = None) -> str:
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


async def answer_guess(_: MarkschemeServer, params: Any) -> SetUp:
    return await asyncio.to_thread(set_up, _folder(params))


async def answer_preview(_: MarkschemeServer, params: Any) -> SetUp:
    return await asyncio.to_thread(set_up, _folder(params), _choices(params), optional(params, "scheme", str))


async def answer_write(ls: MarkschemeServer, params: Any) -> WrittenSetUp:
    folder, choices = _folder(params), _choices(params)
    overwrite = argument([field(params, "overwrite")], 0, bool)
    scheme = optional(params, "scheme", str)
    plan = await asyncio.to_thread(planned, folder, choices)
    text = await asyncio.to_thread(write_set_up, plan, overwrite=overwrite, scheme=scheme)
    ls.session.files_changed([folder / CONFIGURATION])
    return {"uri": uri_of(folder / CONFIGURATION), "toml": text}


async def answer_variants(ls: MarkschemeServer, params: Any) -> Variants:
    """Return what it would change to allow each variant; those in ``allow`` are written as allowed before."""
    folder, names = _folder(params), optional_names(params, "allow")
    if names is not None:
        path = folder / CONFIGURATION
        await asyncio.to_thread(lambda: write_text(path, with_variants(path, names, ls.session.read)))
        ls.session.files_changed([path])
    changes = await variants_of(ls.session, folder)
    return {"variants": [variant_json(item) for item in changes]}


def _folder(params: Any) -> Path:
    return file_path(argument([field(params, "uri")], 0, str))


def _choices(params: Any) -> Choices:
    return argument([field(params, "choices")], 0, Choices)


GUESS = Request("markscheme/setUp", answer_guess)
PREVIEW = Request("markscheme/setUpPreview", answer_preview)
WRITE = Request("markscheme/writeSetUp", answer_write)
VARIANTS = Request("markscheme/variants", answer_variants)
