"""The kinds of output of a meta-evaluation; each is an object in a registry."""

from collections.abc import Sequence

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.registry import Registry
from markscheme.reports.evaluation.evaluation_json import evaluation_json
from markscheme.reports.evaluation.evaluation_latex import evaluation_latex
from markscheme.reports.evaluation.evaluation_markdown import evaluation_markdown
from markscheme.reports.evaluation.evaluation_text import evaluation_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[MetaEvaluation, Sequence[str], int]]
"""A layout takes the names of the tables that are shown; JSON has everything."""


TEXT: _Layout = Layout(lambda evaluation, names, width: evaluation_text(evaluation, width, names), marked_text)
JSON: _Layout = Layout(lambda evaluation, _names, _width: evaluation_json(evaluation), marked_json)
MARKDOWN: _Layout = Layout(lambda evaluation, names, _: evaluation_markdown(evaluation, names))
LATEX: _Layout = Layout(lambda evaluation, names, _: evaluation_latex(evaluation, names))

LAYOUTS: Registry[_Layout] = Registry(
    "format of meta-evaluation",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "markdown", "latex")},
)
"""The layouts by the names of formats."""
