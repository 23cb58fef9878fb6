"""The kinds of output of questions; each is an object in a registry."""

import json

import attrs

from markscheme.registry import Registry
from markscheme.reports.layout import Layout
from markscheme.reports.questions.file_places import file_places
from markscheme.reports.questions.question_list import QuestionList
from markscheme.reports.questions.questions_csv import questions_csv
from markscheme.reports.questions.questions_json import queue_json
from markscheme.reports.questions.questions_text import questions_text
from markscheme.text.products import marked_json, marked_text
from markscheme.text.reading import read_text


@attrs.frozen
class Selection:
    """What of a list is wanted: the answered questions or the open ones, and how many; ``None``: all."""

    answered: bool = False
    limit: int | None = None


_Layout = Layout[[QuestionList, Selection, int]]


def _json(questions: QuestionList, wanted: Selection, _: int) -> str:
    own = queue_json(questions, file_places(read_text), answered=wanted.answered, limit=wanted.limit)
    return json.dumps(own, indent=2, ensure_ascii=False) + "\n"


TEXT: _Layout = Layout(lambda own, wanted, width: questions_text(own, width, **attrs.asdict(wanted)), marked_text)
CSV: _Layout = Layout(lambda own, wanted, _: questions_csv(own, **attrs.asdict(wanted)))
JSON: _Layout = Layout(_json, marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of questions", {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "json")}
)
"""The layouts by the names of formats."""
