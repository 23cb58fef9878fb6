"""Rows of scores as the table of a paper, and as tidy CSV."""

import csv
import gzip
import re
import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest

from markscheme import Corpus
from markscheme.errors import ChoiceError
from markscheme.metrics.base import METRICS
from markscheme.metrics.errant import Errant
from markscheme.metrics.uot_errant import UotErrant
from markscheme.reports.score_tables import PaperTable, ScoreRow, comparison_rows, tidy, tidy_csv
from markscheme.research.resampling import Estimate, ResamplingSettings
from markscheme.research.system_comparison import (
    Comparison,
    ComparisonRequest,
    Difference,
    MetricComparison,
    PValue,
    SystemScores,
)

ERRANT = "metric:errant|level:corpus|refs:2|beta:0.5|version:0.1.0"
GLEU = "metric:gleu|level:corpus|refs:2|n:4|version:0.1.0"
NAMES = ("T5_large", "Zoë & co. #1", "GPT 50%")


def rows() -> list[ScoreRow]:
    def row(system: str, metric: str, score: str, value: float, p: float | None = None, **other: object) -> ScoreRow:
        title, signature = {"errant": ("ERRANT", ERRANT), "gleu": ("GLEU", GLEU)}[metric]
        against = "T5_large" if p is not None else ""
        given = {"low": value - 0.02, "high": value + 0.04, "is_headline": score in ("f", "score"), **other}
        return ScoreRow(system, metric, score, value, p=p, signature=signature, against=against, title=title, **given)

    return [
        row(NAMES[0], "errant", "precision", 0.7),
        row(NAMES[0], "errant", "f", 0.6543),
        row(NAMES[1], "errant", "precision", 0.5, 0.01),
        row(NAMES[1], "errant", "f", 0.6539, 0.4),
        row(NAMES[2], "errant", "precision", 0.6, 0.06),
        row(NAMES[2], "errant", "f", 0.5, 0.01),
        row(NAMES[0], "gleu", "score", 0.8),
        row(NAMES[1], "gleu", "score", 0.9, 0.2),
    ]


def body(latex: str) -> dict[str, list[str]]:
    lines = latex.partition(r"\midrule")[2].partition(r"\bottomrule")[0].strip().splitlines()
    cells = (line.removesuffix(r" \\").split(" & ") for line in lines)
    return {name.replace(r"\&", "&"): values for name, *values in cells}


def test_systems_are_lines_and_metrics_columns():
    latex = PaperTable(label="tab:main").latex(rows(), ResamplingSettings())
    first, second, third = (line for line in latex.splitlines() if re.match(r"(T5|Zo|GPT).*& ", line))
    assert first == r"T5\_large & \textbf{65.4}\phantom{$^{*}$} & 80.0 \\"
    assert second == r"""Zo\"{e} \& co. \#1 & \textbf{65.4}\phantom{$^{*}$} & \textbf{90.0} \\"""
    assert third == r"GPT 50\% & 50.0$^{*}$ & -- \\"
    assert r"\label{tab:main}" in latex
    assert r"F$_{0.5}$" in latex
    caption = latex.partition(r"\caption{")[2].partition(r"\label")[0].replace(r"\allowbreak{}", "")
    assert r"p $<$ 0.05" in caption
    assert r"differs from T5\_large" in caption
    assert "with 1000 swaps" in caption
    for signature in (ERRANT, GLEU):
        assert signature.replace("|", r"\textbar") in caption


def test_ties_that_look_alike_are_all_bold_and_more_decimals_part_them():
    assert PaperTable().markdown(rows()).count("**65.4**") == 2
    assert PaperTable(decimals=2).markdown(rows()).count("**65.4") == 1
    assert "**0.654**" in PaperTable(scale=1, decimals=3).markdown(rows())
    assert "**" not in PaperTable(bold=False).markdown(rows())


def test_other_scores_and_intervals_are_shown_if_asked_for():
    table = PaperTable(scores=("precision",), intervals="brackets").table(rows())
    assert table.headings == ("system", "ERRANT precision", "ERRANT F0.5", "GLEU")
    assert table.rows[1][1].text == "50.0* [48.0, 54.0]"
    assert PaperTable(intervals="plus-minus").table(rows()).rows[0][1].text == "65.4 ± 3.0"
    everything = PaperTable(scores=("all",)).table(rows())
    assert everything.spans == (("", 1), ("ERRANT", 2), ("GLEU", 1))
    with pytest.raises(ChoiceError, match=r"no metric here has a score 'hit'\. There are precision, f, score"):
        PaperTable(scores=("hit",)).table(rows())
    with pytest.raises(ChoiceError, match="there is no score"):
        PaperTable().latex([])


def test_a_score_that_can_exceed_1_says_so():
    assert not UotErrant.is_bounded
    assert [name for name in METRICS.built_in if not METRICS.get(name).is_bounded] == ["uot-errant"]
    row = ScoreRow("A", "uot-errant", "f", 1.24, title="UOT-ERRANT", is_headline=True, is_bounded=False)
    for text in (PaperTable().latex([row]), PaperTable().markdown([row]), PaperTable().text([row], 80)):
        assert "UOT-ERRANT can exceed 100, and a perfect correction's is not 100." in text
    assert "UOT-ERRANT can exceed 1, and" in PaperTable(scale=1).html([row])


def test_two_settings_of_a_metric_are_two_columns():
    other = [
        ScoreRow(name, "errant", "f", 0.5, signature=ERRANT.replace("0.5", "1.0"), title="ERRANT", is_headline=True)
        for name in NAMES
    ]
    assert PaperTable().table([*rows(), *other]).headings == (
        "system",
        "ERRANT (beta 0.5) F0.5",
        "GLEU",
        "ERRANT (beta 1.0) F1",
    )


def compared() -> Comparison:
    metric = Errant()
    scores = {"A": 0.4, "B": 0.6, "C": 0.5}
    pairs = (("A", "B", 0.01), ("A", "C", 0.2), ("B", "C", 0.03))
    item = MetricComparison(
        "errant",
        "ERRANT",
        "cs",
        "corpus",
        ERRANT,
        "f",
        (),
        tuple(SystemScores(name, None, {}, {"f": Estimate(value, 0.0, 1.0)}) for name, value in scores.items()),
        tuple(
            Difference(one, other, None, "f", Estimate(0.1), PValue(p / 3, p), PValue(p, p), 3)
            for one, other, p in pairs
        ),
    )
    return Comparison((*scores,), 9, 1, ComparisonRequest((metric,)), (), (item,), item)


def test_p_is_against_the_best_or_the_baseline():
    def p_values(baseline: str | None = None) -> list[tuple[str, float | None, str]]:
        return [(row.system, row.p, row.against) for row in comparison_rows(compared(), baseline)]

    assert p_values() == [("A", 0.01, "B"), ("B", None, ""), ("C", 0.03, "B")]
    [alone, first, second] = p_values("A")
    assert alone == ("A", None, "")
    assert (first[0], first[2], second[0], second[2]) == ("B", "A", "C", "A")
    # Holm's adjustment is over the two differences from A, and not over all three.
    assert (first[1], second[1]) == (pytest.approx(2 * 0.01 / 3), pytest.approx(0.2 / 3))
    with pytest.raises(ChoiceError, match=r"there is no system 'D'\. The systems are A, B, C"):
        comparison_rows(compared(), "D")


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_tidy_csv_is_read_back(delimiter: str):
    given = [*rows(), ScoreRow("=1+1", "gleu", "score", None, signature='a "quoted",\tname|x:1')]
    text = tidy_csv(given, delimiter)
    columns = ["system", "metric", "score", "value", "low", "high", "p", "against", "signature"]
    read = list(csv.DictReader(StringIO(text), delimiter=delimiter))
    assert list(read[0]) == columns
    for item, row in zip(read, tidy(given), strict=True):
        assert item == {name: "" if value is None else str(value) for name, value in row.items()} | {
            "system": item["system"]
        }
    assert read[-1]["system"] == "'=1+1"
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(StringIO(text), sep=delimiter)
    assert list(frame.columns) == columns
    assert frame["value"].tolist()[:-1] == [row.value for row in given[:-1]]
    assert frame["p"].isna().sum() == sum(row.p is None for row in given)


@pytest.mark.parametrize("systems", [4, 13])
def test_latex_is_typeset_and_fits_the_page(tmp_path: Path, systems: int):
    latex = shutil.which("pdflatex")
    if latex is None:
        pytest.skip("pdflatex is not installed")
    names = ["Grammatical error correction with a very long name, v_2", "a\\b{c}^d~|<e>*[f]--g", "Łódź ŵ ñ Ş", "[x]"]
    names += [f"System-{number}" for number in range(systems - len(names))]
    given = [
        ScoreRow(name, metric, score, 0.7, 0.65, 0.75, 0.01, signature, "x", None, title, score != "precision")
        for name in names
        for metric, title, signature in (("errant", "ERRANT", ERRANT), ("gleu", "GLEU", GLEU), ("green", "GREEN", GLEU))
        for score in (("precision", "recall", "f") if metric == "errant" else ("score",))
    ]
    tables = [
        PaperTable(scores=("all",), intervals=intervals, label=f"tab:{intervals}").latex(given, ResamplingSettings())
        for intervals in ("none", "brackets", "plus-minus")
    ]
    packages = r"\usepackage{booktabs}\usepackage{graphicx}"
    document = f"\\documentclass{{article}}{packages}\\begin{{document}}{''.join(tables)}\\end{{document}}"
    (tmp_path / "paper.tex").write_text(document, "utf-8")
    command = [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout


@pytest.mark.parametrize("name", ["sentences.csv", "sentences.tsv", "sentences.csv.gz"])
def test_sentences_scores_are_written_as_csv(tmp_path: Path, name: str):
    path = tmp_path / name
    source, hypothesis, reference = (
        "She go home .\nI has it .",
        "She goes home .\nI has it .",
        "She goes home .\nI have it .",
    )
    for stem, text in (("source", source), ("hypothesis", hypothesis), ("reference", reference)):
        (tmp_path / f"{stem}.txt").write_text(f"{text}\n", "utf-8")
    corpus = Corpus.read(
        {"=A": tmp_path / "hypothesis.txt"}, references=tmp_path / "reference.txt", source=tmp_path / "source.txt"
    )
    corpus.score("gleu", sentence_scores=path)
    data = path.read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    first, second = csv.DictReader(StringIO(text), delimiter="\t" if ".tsv" in name else ",")
    assert (first["sentence"], second["sentence"]) == ("1", "2")
    assert float(first["scores.score"]) == 1 > float(second["scores.score"])
