"""The results of MAEGE as text, tables and JSON."""

from markscheme.contract import shown
from markscheme.documents.files import marked_json, marked_text
from markscheme.registry import Registry
from markscheme.reports.output import Layout, dumped
from markscheme.reports.tables import (
    Table,
    TableReport,
    latex_in_file,
    latex_report,
    markdown_in_file,
    markdown_report,
    number,
    terminal_report,
)
from markscheme.research.maege import MaegeEvaluation, MaegeRow

_Layout = Layout[[MaegeEvaluation, int]]


def maege_report(evaluation: MaegeEvaluation) -> TableReport:
    header = ("metric", "corpus: r", "ρ", "sentence: r", "ρ", "chain: τ", "ties")
    rows = [(row.title, *map(number, _values(row))) for row in evaluation.rows]
    table = Table("MAEGE: partly corrected sentences", header, [rows])
    return TableReport((table,), maege_protocol(evaluation), tuple(row.signature for row in evaluation.rows))


def _values(row: MaegeRow) -> tuple[float | None, ...]:
    corpus, sentence = row.agreement.corpus, row.agreement.sentence
    return (
        *(corpus.pearson, corpus.spearman, sentence.pearson, sentence.spearman),
        *(row.agreement.chain_kendall, row.agreement.ties),
    )


def maege_protocol(evaluation: MaegeEvaluation) -> tuple[str, ...]:
    return (
        f"{evaluation.sentences} sentences that all {evaluation.annotators} annotators change, {evaluation.chains} "
        f"chains, {evaluation.versions} versions (seed {evaluation.seed}).",
        f"Metrics with references see {evaluation.references.title}.",
        "Chains: pairs that a metric ties do not count.",
    )


TEXT: _Layout = Layout(lambda evaluation, width: terminal_report(maege_report(evaluation), width), marked_text)
JSON: _Layout = Layout(lambda evaluation, _: dumped(shown(evaluation)), marked_json)
MARKDOWN: _Layout = Layout(lambda evaluation, _: markdown_report(maege_report(evaluation)), markdown_in_file)
LATEX: _Layout = Layout(lambda evaluation, _: latex_report(maege_report(evaluation)), latex_in_file)

MAEGE_LAYOUTS: Registry[_Layout] = Registry(
    "format of MAEGE",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "markdown", "latex")},
)
