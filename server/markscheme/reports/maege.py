"""The results of MAEGE as text, tables and JSON."""

import json
from math import isfinite
from typing import Any, Final, cast

from markscheme.evaluation.maege import VERSION_REFERENCES, MaegeEvaluation, MaegeRow
from markscheme.registry import Registry
from markscheme.reports.contract import research as shapes
from markscheme.reports.output import Layout
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
from markscheme.text.files import marked_json, marked_text

SCHEMA: Final = 1
_Layout = Layout[[MaegeEvaluation, int]]


def maege_report(evaluation: MaegeEvaluation) -> TableReport:
    signatures = tuple(row.signature for row in evaluation.rows)
    return TableReport((maege_table(evaluation),), maege_protocol(evaluation), signatures)


def maege_table(evaluation: MaegeEvaluation) -> Table:
    header = ("metric", "corpus: r", "ρ", "sentence: r", "ρ", "chain: τ", "ties")
    rows = tuple((row.title, *(number(value) for value in _values(row))) for row in evaluation.rows)
    return Table("MAEGE: partly corrected sentences", header, [rows])


def maege_protocol(evaluation: MaegeEvaluation) -> tuple[str, ...]:
    return (
        f"{evaluation.sentences} sentences that all {evaluation.annotators} annotators change, {evaluation.chains} "
        f"chains, {evaluation.versions} versions (seed {evaluation.seed}).",
        f"Metrics with references see {VERSION_REFERENCES.get(evaluation.references).title}.",
        "Chains: pairs that a metric ties do not count.",
    )


def maege_object(evaluation: MaegeEvaluation) -> shapes.MaegeReport:
    return {
        "schema": SCHEMA,
        "sentences": evaluation.sentences,
        "annotators": evaluation.annotators,
        "chains": evaluation.chains,
        "versions": evaluation.versions,
        "references": cast("Any", evaluation.references),
        "seed": evaluation.seed,
        "metrics": [_metric(row) for row in evaluation.rows],
    }


def _metric(row: MaegeRow) -> shapes.MaegeMetric:
    corpus_r, corpus_rho, sentence_r, sentence_rho, chain_tau, _ = _values(row)
    return {
        "metric": row.metric,
        "signature": row.signature,
        "corpus": {"pearson": corpus_r, "spearman": corpus_rho},
        "sentence": {"pearson": sentence_r, "spearman": sentence_rho},
        "chain_kendall": chain_tau,
        "ties": row.agreement.ties,
    }


def _values(row: MaegeRow) -> tuple[float | None, ...]:
    agreement = row.agreement
    values = (
        agreement.corpus_pearson,
        agreement.corpus_spearman,
        agreement.sentence_pearson,
        agreement.sentence_spearman,
        agreement.chain_kendall,
        agreement.ties,
    )
    return tuple(value if isfinite(value) else None for value in values)


def _json(evaluation: MaegeEvaluation, _width: int) -> str:
    return f"{json.dumps(maege_object(evaluation), indent=2, ensure_ascii=False, allow_nan=False)}\n"


TEXT: _Layout = Layout(lambda evaluation, width: terminal_report(maege_report(evaluation), width), marked_text)
JSON: _Layout = Layout(_json, marked_json)
MARKDOWN: _Layout = Layout(lambda evaluation, _: markdown_report(maege_report(evaluation)), markdown_in_file)
LATEX: _Layout = Layout(lambda evaluation, _: latex_report(maege_report(evaluation)), latex_in_file)

MAEGE_LAYOUTS: Registry[_Layout] = Registry(
    "format of MAEGE",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "json", "markdown", "latex")},
)
