"""The kinds of output of an adjudication; each is an object in a registry."""

from collections.abc import Sequence

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.changes import AnnotatorChanges
from markscheme.registry import Registry
from markscheme.reports.adjudication.changes_report import changes_csv, changes_json, changes_page, changes_text
from markscheme.reports.adjudication.status import status_json, status_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Status = Layout[[Sequence[Adjudication], int]]
_Changes = Layout[[AnnotatorChanges, int]]


STATUS_TEXT: _Status = Layout(status_text, marked_text)
STATUS_JSON: _Status = Layout(status_json, marked_json)
TEXT: _Changes = Layout(changes_text, marked_text)
CSV: _Changes = Layout(changes_csv)
HTML: _Changes = Layout(changes_page)
JSON: _Changes = Layout(changes_json, marked_json)

STATUS_LAYOUTS: Registry[_Status] = Registry(
    "format of an adjudication's status", {"text": f"{__name__}:STATUS_TEXT", "json": f"{__name__}:STATUS_JSON"}
)
CHANGES_LAYOUTS: Registry[_Changes] = Registry(
    "format of an annotator's changes",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "html", "json", "csv")},
)
