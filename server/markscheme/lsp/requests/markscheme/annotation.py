"""Own requests for annotators: open questions, and the places at which annotators differ."""

import asyncio
from typing import Any

from markscheme.annotation.adjudication import Adjudication, progress_of
from markscheme.annotation.differences import Sentence, SpotFile
from markscheme.annotation.questions import Evidence
from markscheme.formats.base import CorpusFormat
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.registry import corpus_formats
from markscheme.lsp.arguments import argument, field, file_path, optional, optional_names
from markscheme.lsp.editor import Locations, cancelling, plain_range, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.annotation.adjudications import OpenAdjudication
from markscheme.lsp.session.annotation.queues import queues_in, shown_places
from markscheme.reports.adjudication import FilePlaces, counts_json, sentence_json
from markscheme.reports.contract import annotation as shapes
from markscheme.reports.contract.annotation import QuestionQueue
from markscheme.reports.contract.review import Range
from markscheme.text.places import Span

PAGE = 50
"""Sentences of a page, where the client names no limit."""


async def answer_adjudication(ls: MarkschemeServer, params: Any) -> shapes.Adjudication:
    place = file_path(argument([field(params, "uri")], 0, str))
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "comparing annotators", cancelling(asyncio.current_task()))
    try:
        opened = await ls.adjudications.of(place, reporter)
    finally:
        reporter.end()
    adjudication = opened.adjudication
    wanted = _wanted(adjudication, params)
    offset = max(0, optional(params, "offset", int) or 0)
    limit = optional(params, "limit", int)
    page = wanted[offset : offset + max(0, PAGE if limit is None else limit)]
    shown = file_places(ls)
    return {
        "file": uri_of(adjudication.path),
        "annotators": [*adjudication.differences.annotators],
        "author": opened.options.person,
        "counts": counts_json(progress_of(adjudication)),
        "matching": len(wanted),
        "sentences": [sentence_json(adjudication, item, shown) for item in page],
        "problems": [str(problem) for problem in adjudication.problems],
    }


def _wanted(adjudication: Adjudication, params: Any) -> list[Sentence]:
    sentences = list(adjudication.differences.sentences)
    key = optional(params, "key", dict)
    if key is not None:
        source, number = (optional(key, name, kind) for name, kind in (("source", list), ("number", int)))
        sentences = [item for item in sentences if [*item.source] == source and item.key[1] == (number or 1)]
    states = optional_names(params, "states")
    if states is not None:
        sentences = [item for item in sentences if adjudication.state(item).value in states]
    after = optional(params, "after", int)
    if after is not None:
        sentences.sort(key=lambda item: item.index <= after)
    return sentences


def file_places(ls: MarkschemeServer) -> FilePlaces:
    locations = Locations(ls.session.read, ls.editor.encoding, with_views=ls.editor.shows_views)

    def of(file: SpotFile, span: Span) -> tuple[str, Range] | None:
        location = locations.of(file.path, span, file.name)
        if location is None:
            return None
        place = plain_range(location.range)
        shown: Range = {
            "start": {"line": place["start"]["line"], "character": place["start"]["character"]},
            "end": {"line": place["end"]["line"], "character": place["end"]["character"]},
        }
        return location.uri, shown

    return FilePlaces(of)


ADJUDICATION_REQUEST = Request("markscheme/adjudication", answer_adjudication)


async def answer_adjudication_choices(ls: MarkschemeServer, params: Any) -> shapes.AdjudicationChoices:
    opened = await ls.adjudications.of(file_path(argument([field(params, "uri")], 0, str)))
    formats = sorted(corpus_formats(), key=lambda form: form is not M2)
    return {
        "name": _name(opened),
        "formats": [_format_json(form) for form in formats],
        "annotators": [*opened.adjudication.differences.annotators],
        "counts": counts_json(progress_of(opened.adjudication)),
    }


def _name(opened: OpenAdjudication) -> str:
    names = {item.exercise for item in opened.sentences}
    return next(iter(names)) if len(names) == 1 else opened.adjudication.path.parent.name


def _format_json(form: CorpusFormat) -> shapes.ExportFormat:
    return {"name": form.name, "title": form.title, "suffix": next(iter(form.suffixes), "")}


ADJUDICATION_CHOICES_REQUEST = Request("markscheme/adjudicationChoices", answer_adjudication_choices)


MOST = 100


async def answer_questions(ls: MarkschemeServer, params: Any) -> QuestionQueue:
    """Return the questions of the folder or document in ``uri``, or else of the workspace and the open documents."""
    from markscheme.reports.questions import queue_json

    scope, limit = optional(params, "uri", str), optional(params, "limit", int)
    credit, quality = optional(params, "credit", bool), optional(params, "quality", bool)
    if credit is not None or quality is not None:
        ls.session.desk.evidence = Evidence(bool(credit), bool(quality))
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "looking for questions", cancelling(asyncio.current_task()))
    try:
        queues = await queues_in(ls.session, file_path(scope) if scope is not None else None, reporter.report)
    finally:
        reporter.end()
    answered = bool(optional(params, "answered", bool))
    place_of = shown_places(Locations(ls.session.snapshot(), ls.editor.encoding, with_views=ls.editor.shows_views))
    most = MOST if limit is None else max(0, limit)
    return await asyncio.to_thread(queue_json, queues.questions, place_of, answered=answered, limit=most)


QUESTIONS_REQUEST = Request("markscheme/questions", answer_questions)
