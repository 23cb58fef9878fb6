"""The kinds of output of a comparison of systems; each is an object in a registry."""

from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.registry import Registry
from markscheme.reports.comparison.comparison_csv import comparison_csv
from markscheme.reports.comparison.comparison_json import comparison_json
from markscheme.reports.comparison.comparison_latex import comparison_latex, latex_in_file
from markscheme.reports.comparison.comparison_markdown import comparison_markdown, markdown_in_file
from markscheme.reports.comparison.comparison_page import comparison_page
from markscheme.reports.comparison.comparison_text import comparison_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[Comparison, int]]


TEXT: _Layout = Layout(comparison_text, marked_text)
JSON: _Layout = Layout(lambda comparison, _: comparison_json(comparison), marked_json)
CSV: _Layout = Layout(lambda comparison, _: comparison_csv(comparison))
MARKDOWN: _Layout = Layout(lambda comparison, _: comparison_markdown(comparison), markdown_in_file)
LATEX: _Layout = Layout(lambda comparison, _: comparison_latex(comparison), latex_in_file)
HTML: _Layout = Layout(lambda comparison, _: comparison_page(comparison))

LAYOUTS: Registry[_Layout] = Registry(
    "format of a comparison",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "csv", "markdown", "latex", "html")},
)
"""The layouts by the names of formats."""
