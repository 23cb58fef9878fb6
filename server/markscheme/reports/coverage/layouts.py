"""The kinds of output of coverage; each is an object in a registry."""

from collections.abc import Callable

import attrs

from markscheme.annotation.coverage.coverage import Coverage
from markscheme.registry import Registry
from markscheme.reports.coverage.coverage_csv import coverage_csv
from markscheme.reports.coverage.coverage_json import coverage_json
from markscheme.reports.coverage.coverage_page import coverage_page
from markscheme.reports.coverage.coverage_text import coverage_text
from markscheme.text.products import marked_json, marked_text


@attrs.frozen
class Layout:
    """A kind of output.

    Attributes
    ----------
    write
        Return coverage with the corrections that at least some number of people make, for a terminal of some columns.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[[Coverage, int, int], str]
    in_file: Callable[[str], str] = str


TEXT = Layout(coverage_text, marked_text)
CSV = Layout(lambda coverage, least, _: coverage_csv(coverage, least))
HTML = Layout(lambda coverage, least, _: coverage_page(coverage, least))
JSON = Layout(lambda coverage, least, _: coverage_json(coverage, least), marked_json)

LAYOUTS: Registry[Layout] = Registry(
    "format of coverage", {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")}
)
"""The layouts by the names of formats."""
