"""The kinds of output of coverage; each is an object in a registry."""

from markscheme.annotation.coverage.coverage import Coverage
from markscheme.registry import Registry
from markscheme.reports.coverage.coverage_csv import coverage_csv
from markscheme.reports.coverage.coverage_json import coverage_json
from markscheme.reports.coverage.coverage_page import coverage_page
from markscheme.reports.coverage.coverage_text import coverage_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[Coverage, int, int]]


TEXT: _Layout = Layout(coverage_text, marked_text)
CSV: _Layout = Layout(lambda coverage, least, _: coverage_csv(coverage, least))
HTML: _Layout = Layout(lambda coverage, least, _: coverage_page(coverage, least))
JSON: _Layout = Layout(lambda coverage, least, _: coverage_json(coverage, least), marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of coverage", {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")}
)
"""The layouts by the names of formats."""
