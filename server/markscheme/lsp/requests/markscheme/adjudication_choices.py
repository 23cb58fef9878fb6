"""``markscheme/adjudicationChoices``: what a person can choose before the adjudicated text is exported."""

from typing import Any

from markscheme.annotation.adjudication import progress_of
from markscheme.formats.base import CorpusFormat
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.registry import corpus_formats
from markscheme.lsp.arguments import argument, field, file_path
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.annotation.adjudications import OpenAdjudication
from markscheme.reports.adjudication import counts_json
from markscheme.reports.contract import annotation as shapes


async def answer(ls: MarkschemeServer, params: Any) -> shapes.AdjudicationChoices:
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


REQUEST = Request("markscheme/adjudicationChoices", answer)
