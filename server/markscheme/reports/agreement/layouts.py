"""The kinds of output of agreement; each is an object in a registry."""

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.registry import Registry
from markscheme.reports.agreement.agreement_csv import agreement_csv
from markscheme.reports.agreement.agreement_json import agreement_json
from markscheme.reports.agreement.agreement_page import agreement_page
from markscheme.reports.agreement.agreement_text import agreement_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[Agreement, int]]


TEXT: _Layout = Layout(agreement_text, marked_text)
CSV: _Layout = Layout(lambda agreement, _: agreement_csv(agreement))
HTML: _Layout = Layout(lambda agreement, _: agreement_page(agreement))
JSON: _Layout = Layout(lambda agreement, _: agreement_json(agreement), marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of agreement",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")},
)
"""The layouts by the names of formats."""
