"""The kinds of output of a meta-evaluation; each is an object in a registry."""

from collections.abc import Sequence

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.registry import Registry
from markscheme.reports.evaluation.evaluation_json import evaluation_json
from markscheme.reports.evaluation.evaluation_tables import evaluation_report
from markscheme.reports.layout import Layout
from markscheme.reports.tables.latex_tables import latex_in_file, latex_report
from markscheme.reports.tables.markdown_tables import markdown_in_file, markdown_report
from markscheme.reports.tables.terminal_tables import terminal_report
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[MetaEvaluation, Sequence[str], int]]
"""A layout takes the names of the tables that are shown; JSON has everything."""


TEXT: _Layout = Layout(
    lambda evaluation, names, width: terminal_report(evaluation_report(evaluation, names), width), marked_text
)
JSON: _Layout = Layout(lambda evaluation, _names, _width: evaluation_json(evaluation), marked_json)
MARKDOWN: _Layout = Layout(
    lambda evaluation, names, _: markdown_report(evaluation_report(evaluation, names)), markdown_in_file
)
LATEX: _Layout = Layout(lambda evaluation, names, _: latex_report(evaluation_report(evaluation, names)), latex_in_file)

LAYOUTS: Registry[_Layout] = Registry(
    "format of meta-evaluation",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "markdown", "latex")},
)
"""The layouts by the names of formats."""
