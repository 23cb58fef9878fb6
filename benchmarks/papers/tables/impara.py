"""IMPARA's Tables 2 (GJG15) and 3 to 5 (MAEGE on CoNLL-2014 and JFLEG)."""

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import numbers, table
from benchmarks.papers.maege import maege_figures
from benchmarks.papers.study import DIGITS, Setup, Study
from benchmarks.papers.tables.table import Table, captioned
from markscheme.formats.plain_text.line_pairs import Tokens, line_pairs
from markscheme.metrics.impara import quality
from markscheme.metrics.registry import metric

NO_THRESHOLD = -1.0
"""A theta below every similarity, so that the score is the estimated quality."""
OURS = {"IMPARA, ours": metric("impara"), "IMPARA, ours, no theta": metric("impara", threshold=NO_THRESHOLD)}


def _measure_table_2(study: Study) -> Figures:
    rows = {}
    for name, own in OURS.items():
        setup = Setup(metric=own, benchmark="gjg15", aggregation="mean", people="expected-wins")
        rows[name] = [*study.correlations([setup])[setup], *study.comparisons(setup)]
    return {"made": _made(study), "rows": rows}


def _write_table_2(figures: Figures) -> str:
    paper = published("impara")["table-2"]
    caption = (
        "13 systems, means of sentences, Expected Wins for people; a metric's tie is a disagreement. Estimator "
        f"`{figures['made']['estimator']}`; encoder of the similarity `{figures['made']['encoder']}`; the paper's are "
        "BERT-base-cased, trained on CoNLL-2013. Theta 0.9 is the paper's, chosen for its encoder."
    )
    rows = [[name, *map(numbers, (row[:2], row[2:]))] for name, row in (figures["rows"] | paper["rows"]).items()]
    return captioned(caption, ["", "systems, r / ρ", "comparisons, accuracy / τ"], rows)


def _conll(study: Study) -> list[tuple[Tokens, Tokens]]:
    benchmark = study.benchmark("gjg15")
    texts = benchmark.reference_set("official").texts
    return [
        (source.segment.tokens, side.segment.tokens)
        for text in texts
        for source, side in zip(benchmark.source.sides, text.sides, strict=True)
    ]


def _jfleg(study: Study) -> list[tuple[Tokens, Tokens]]:
    folder = study.data / "jfleg" / "test"
    return [pair for number in range(4) for pair in line_pairs(folder / "test.src", folder / f"test.ref{number}")]


def _measure_maege(study: Study, pairs: list[tuple[Tokens, Tokens]]) -> Figures:
    edits = study.models.edits(pairs)
    sources: dict[Tokens, list[object]] = {}
    for (source, _), own in zip(pairs, edits, strict=True):
        sources.setdefault(source, []).append(own)

    def estimate(texts: list[str]) -> list[float]:
        return [quality(value) for value in study.models.estimates(texts, "bundled")]

    figures = [round(value, DIGITS) for value in maege_figures(sources, estimate)]
    return {"made": _made(study), "rows": {"IMPARA, ours": figures}}


def _measure_conll(study: Study) -> Figures:
    return _measure_maege(study, _conll(study))


def _measure_jfleg(study: Study) -> Figures:
    return _measure_maege(study, _jfleg(study))


def _made(study: Study) -> dict[str, str]:
    return {**study.made_with, "estimator": study.models.estimator_identity("bundled")}


HEAD = ["", "corpora, r / ρ", "sentences, r / ρ", "chains, τ"]


def _maege_table(rows: dict[str, list[float]]) -> str:
    return table(HEAD, [[name, numbers(row[:2]), numbers(row[2:4]), numbers(row[4:])] for name, row in rows.items()])


def _write_conll(figures: Figures) -> str:
    rows = figures["rows"] | published("impara")["table-3"]["rows"]
    return (
        f"Both official references, seed 1; estimator `{figures['made']['estimator']}`, quality without theta; edits "
        f"by `{figures['made']['pipeline']}`. Draws of partly corrected sentences are not the paper's.\n\n"
        f"{_maege_table(rows)}"
    )


def _write_jfleg(figures: Figures) -> str:
    paper = published("impara")
    rows = figures["rows"] | paper["table-4"]["rows"] | paper["table-5"]["rows"]
    return (
        f"JFLEG's test part with four references (the paper: a tenth of JFLEG), seed 1; estimator "
        f"`{figures['made']['estimator']}`, which no sentence of JFLEG trained; quality without theta; edits by "
        f"`{figures['made']['pipeline']}`. The other data of both tables is not at hand.\n\n{_maege_table(rows)}"
    )


TABLES = (
    Table("impara-2", _measure_table_2, _write_table_2),
    Table("impara-3", _measure_conll, _write_conll),
    Table("impara-4-5", _measure_jfleg, _write_jfleg),
)
