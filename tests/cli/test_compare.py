"""``markscheme compare`` on an example, in each of its formats."""

import csv
import json
import shutil
import subprocess
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from markscheme.cli.commands.app import app
from markscheme.text.products import is_product

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "examples" / "annotation"
SYSTEMS = ("heron", "robin", "swan")


def run(*arguments: object) -> Result:
    systems = [part for name in SYSTEMS for part in ("--hypothesis", CORPUS / "hypotheses" / f"{name}.txt")]
    files = [*systems, "--reference", CORPUS / "references.m2", "--source", CORPUS / "learners.txt"]
    return CliRunner(env={"COLUMNS": "160"}).invoke(
        app, ["compare", *map(str, [*files, "--resamples", 100, *arguments])]
    )


def printed(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_text_has_scores_differences_types_and_whole_sentences():
    text = printed("--by", "operation")
    assert "3 systems, 48 sentences, 3 references. Intervals of 95 % from 100 bootstrap resamples" in text
    assert "ERRANT (span-based correction): differences of f" in text
    assert "ERRANT (span-based correction): f by operation" in text
    assert "Whole sentences" in text
    assert "metric:errant|level:corpus|refs:3|beta:0.5" in text


def test_json_conforms_to_its_schema_and_has_every_number():
    content = json.loads(printed("--format", "json", "--metric", "errant", "--metric", "cleme2", "--mode", "dt"))
    definitions = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/SystemComparison", "$defs": definitions}).validate(content)
    assert [item["metric"] for item in content["metrics"]] == ["errant", "cleme2", "sentences"]
    assert content["metrics"][0]["mode"] == "dt"
    assert "mode:dt" in content["metrics"][0]["signature"]
    assert "mode" not in content["metrics"][1]


def test_tiers_have_errant_compare_s_numbers_and_names():
    by_number = json.loads(printed("--format", "json", "--cat", 2))
    assert by_number["by"] == "category"
    assert by_number == json.loads(printed("--format", "json", "--by", "category"))


def test_csv_has_a_row_for_each_number():
    rows = list(csv.DictReader(StringIO(printed("--format", "csv", "--by", "R:*"))))
    [f] = [
        row
        for row in rows
        if (row["row"], row["metric"], row["system"], row["measure"], row["all edits"])
        == ("score", "errant", "robin", "f", "yes")
    ]
    assert float(f["low"]) < float(f["value"]) < float(f["high"])
    groups = {row["group"] for row in rows if row["row"] == "difference" and not row["all edits"]}
    assert groups == {"R:*"}


def test_markdown_has_tables_of_equal_columns():
    tables = [part for part in printed("--format", "markdown").split("\n\n") if part.startswith("|")]
    assert len(tables) == 4
    for table in tables:
        assert len({line.count("|") for line in table.replace("\\|", "").splitlines()}) == 1


def test_latex_is_typeset(tmp_path: Path):
    path = tmp_path / "tables.tex"
    assert printed("--format", "latex", "--by", "category", "--output", path) == ""
    tables = path.read_text("utf-8")
    assert is_product(path)
    assert tables.count(r"\begin{tabular}") == tables.count(r"\end{tabular}") == 6
    assert r"95 \%" in tables
    if latex := shutil.which("pdflatex"):
        document = f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}{tables}\\end{{document}}"
        (tmp_path / "paper.tex").write_text(document, "utf-8")
        command = [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)


class _Page(HTMLParser):
    """Notes what a page loads, its cells of the heat map, and its tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.heat: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.loads += [value for name, value in values.items() if name in ("src", "href") and value]
        self.heat += [value for name, value in values.items() if name == "class" and value and "heat-" in value]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_a_heat_map_and_loads_nothing(tmp_path: Path):
    path = tmp_path / "systems.html"
    assert printed("--format", "html", "--by", "operation", "--output", path) == ""
    page = _Page()
    page.feed(path.read_text("utf-8"))
    assert (page.loads, page.open) == ([], [])
    assert len(page.heat) == 3 * len(SYSTEMS)
    assert is_product(path)


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
def test_a_file_has_the_mark_of_a_product(tmp_path: Path, form: str):
    path = tmp_path / "systems"
    assert printed("--format", form, "--output", path) == ""
    assert is_product(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--format", "pdf"), "choose one of text, json, csv"),
        (("--mode", "xx"), "choose one of dt, ds, cs"),
        (("--metric", "gleu", "--mode", "dt"), "it is a mode of --metric errant"),
        (("--by", "type", "--cat", 1), "give --by or --cat, not both"),
        (("--confidence", 100), "want a number above 0 and below 100"),
        (("--metric", "bleu"), "there is no metric 'bleu'"),
        (("--metric", "cleme2", "--weighting", "llm"), "that a language model weighs"),
    ],
)
def test_options_that_can_not_be_are_refused(options: tuple[object, ...], message: str):
    result = run(*options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
