"""The kinds of output of a comparison of systems; each is an object in a registry."""

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.registry import Registry
from markscheme.reports.comparison.comparison_csv import comparison_csv
from markscheme.reports.comparison.comparison_json import comparison_json
from markscheme.reports.comparison.comparison_page import comparison_page
from markscheme.reports.comparison.comparison_tables import comparison_report
from markscheme.reports.layout import Layout
from markscheme.reports.tables.latex_tables import latex_in_file, latex_report
from markscheme.reports.tables.markdown_tables import markdown_in_file, markdown_report
from markscheme.reports.tables.terminal_tables import terminal_report
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[Comparison, int]]


TEXT: _Layout = Layout(lambda comparison, width: terminal_report(comparison_report(comparison), width), marked_text)
JSON: _Layout = Layout(lambda comparison, _: comparison_json(comparison), marked_json)
CSV: _Layout = Layout(lambda comparison, _: comparison_csv(comparison))
MARKDOWN: _Layout = Layout(lambda comparison, _: markdown_report(comparison_report(comparison)), markdown_in_file)
LATEX: _Layout = Layout(lambda comparison, _: latex_report(comparison_report(comparison)), latex_in_file)
HTML: _Layout = Layout(lambda comparison, _: comparison_page(comparison))

LAYOUTS: Registry[_Layout] = Registry(
    "format of a comparison",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "csv", "markdown", "latex", "html")},
)
"""The layouts by the names of formats."""
