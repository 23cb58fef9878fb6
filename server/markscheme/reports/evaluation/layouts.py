"""The kinds of output of a meta-evaluation; each is an object in a registry."""

from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.registry import Registry
from markscheme.reports.evaluation.evaluation_json import evaluation_json
from markscheme.reports.evaluation.evaluation_latex import evaluation_latex
from markscheme.reports.evaluation.evaluation_markdown import evaluation_markdown
from markscheme.reports.evaluation.evaluation_text import evaluation_text
from markscheme.reports.layout import Layout
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[MetaEvaluation, int]]


TEXT: _Layout = Layout(evaluation_text, marked_text)
JSON: _Layout = Layout(lambda evaluation, _: evaluation_json(evaluation), marked_json)
MARKDOWN: _Layout = Layout(lambda evaluation, _: evaluation_markdown(evaluation))
LATEX: _Layout = Layout(lambda evaluation, _: evaluation_latex(evaluation))

LAYOUTS: Registry[_Layout] = Registry(
    "format of meta-evaluation",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "markdown", "latex")},
)
"""The layouts by the names of formats."""
