"""The kinds of output of agreement; each is an object in a registry."""

from collections.abc import Callable

import attrs

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.registry import Registry
from markscheme.reports.agreement.agreement_csv import agreement_csv
from markscheme.reports.agreement.agreement_json import agreement_json
from markscheme.reports.agreement.agreement_page import agreement_page
from markscheme.reports.agreement.agreement_text import agreement_text
from markscheme.text.products import marked_json, marked_text


@attrs.frozen
class Layout:
    """A kind of output.

    Attributes
    ----------
    write
        Return the agreement for a terminal of some columns.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[[Agreement, int], str]
    in_file: Callable[[str], str] = str


TEXT = Layout(agreement_text, marked_text)
CSV = Layout(lambda agreement, _: agreement_csv(agreement))
HTML = Layout(lambda agreement, _: agreement_page(agreement))
JSON = Layout(lambda agreement, _: agreement_json(agreement), marked_json)

LAYOUTS: Registry[Layout] = Registry(
    "format of agreement",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")},
)
"""The layouts by the names of formats."""
