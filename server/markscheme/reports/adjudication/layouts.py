"""The kinds of output of an adjudication; each is an object in a registry."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.changes import AnnotatorChanges
from markscheme.registry import Registry
from markscheme.reports.adjudication.changes_report import changes_csv, changes_json, changes_page, changes_text
from markscheme.reports.adjudication.status import status_json, status_text
from markscheme.text.products import marked_json, marked_text

T = TypeVar("T")


@attrs.frozen
class Layout(Generic[T]):
    """A kind of output.

    Attributes
    ----------
    write
        Return the output for a terminal of some columns.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[[T, int], str]
    in_file: Callable[[str], str] = str


STATUS_TEXT: Layout[Sequence[Adjudication]] = Layout(status_text, marked_text)
STATUS_JSON: Layout[Sequence[Adjudication]] = Layout(status_json, marked_json)
TEXT: Layout[AnnotatorChanges] = Layout(changes_text, marked_text)
CSV: Layout[AnnotatorChanges] = Layout(changes_csv)
HTML: Layout[AnnotatorChanges] = Layout(changes_page)
JSON: Layout[AnnotatorChanges] = Layout(changes_json, marked_json)

STATUS_LAYOUTS: Registry[Layout[Sequence[Adjudication]]] = Registry(
    "format of an adjudication's status", {"text": f"{__name__}:STATUS_TEXT", "json": f"{__name__}:STATUS_JSON"}
)
CHANGES_LAYOUTS: Registry[Layout[AnnotatorChanges]] = Registry(
    "format of an annotator's changes",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "html", "json", "csv")},
)
