"""``markscheme eval compare`` on an example, in each of its formats."""

import csv
import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from markscheme.cli.app import app
from markscheme.documents.files import is_product

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "examples" / "annotation"
SYSTEMS = ("heron", "robin", "swan")


FEW = ("--resamples", 100)


def run(*arguments: object) -> Result:
    systems = [part for name in SYSTEMS for part in ("--hypothesis", CORPUS / "hypotheses" / f"{name}.txt")]
    files = [*systems, "--reference", CORPUS / "references.m2", "--source", CORPUS / "learners.txt"]
    return CliRunner(env={"COLUMNS": "160"}).invoke(
        app, ["eval", "compare", *map(str, [*files, *([] if "--resamples" in arguments else FEW), *arguments])]
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
    assert not any("per_sentence" in item for item in content["metrics"])
    assert content["metrics"][0]["mode"] == "dt"
    assert "mode:dt" in content["metrics"][0]["signature"]
    assert "mode" not in content["metrics"][1]


def test_tiers_have_errant_compare_s_numbers_and_names():
    by_number = json.loads(printed("--format", "json", "--by", "category"))
    assert by_number["by"] == "category"
    assert not any("per_sentence" in item for item in by_number["metrics"])
    assert by_number == json.loads(printed("--format", "json", "--by", "category"))


def test_csv_has_a_row_for_each_number():
    rows = list(csv.DictReader(StringIO(printed("--format", "csv", "--by", "R:*"))))
    columns = ["system", "metric", "score", "value", "low", "high", "p", "against", "signature", "group"]
    assert list(rows[0]) == columns
    one = {"metric": "errant", "system": "heron", "score": "f", "group": ""}
    [f] = [row for row in rows if row.items() >= one.items()]
    assert float(f["low"]) < float(f["value"]) < float(f["high"])
    assert f["against"] == "robin"
    assert 0 < float(f["p"]) <= 1
    assert f["signature"].startswith("metric:errant|")
    assert {row["group"] for row in rows} == {"", "R:*"}


def test_markdown_has_tables_of_equal_columns():
    tables = [part for part in printed("--format", "md").split("\n\n") if part.startswith("|")]
    assert len(tables) == 1
    for table in tables:
        assert len({line.count("|") for line in table.replace("\\|", "").splitlines()}) == 1


FAMILY = "Holm's adjustment is over these 9 differences together, of 3 pairs of systems and 3 operations."


@pytest.mark.parametrize("form", ["text", "md", "latex", "html"])
def test_every_table_by_type_has_p_values_and_says_their_family(form: str):
    text = html.unescape(printed("--format", form, "--by", "operation"))
    assert " ".join(FAMILY.split()) in " ".join(text.split())
    if form != "html":
        title = "differences of f by operation"
        before, _, behind = text.partition(title)  # LaTeX has the caption below
        table = before.rpartition(r"\toprule")[2] if form == "latex" else behind.partition("Whole sentences")[0]
        assert len([line for line in table.splitlines() if "robin" in line and "swan" in line]) == 3


def test_too_few_resamples_for_a_family_are_said():
    """The smallest p of 100 resamples is 1 / 101; of nine differences, Holm multiplies it by 9."""
    text = " ".join(printed("--by", "operation").split())
    assert "With 100 resamples no adjusted p can be below 0.089: for 0.05 take 179 or more." in text
    assert "no adjusted p" not in printed("--by", "operation", "--resamples", 179)


def test_json_says_the_family_of_each_p_value():
    options = ("--by", "operation", "--metric", "errant", "--metric", "cleme2")
    content = json.loads(printed("--format", "json", *options))
    for item in content["metrics"]:
        for score in {own["score"] for own in item["differences"]}:
            by_type = [own for own in item["differences"] if own["score"] == score and own["group"] is not None]
            p_values = [own["randomisation"]["value"] for own in by_type if own["randomisation"]["value"] is not None]
            assert {own["family"] for own in by_type if own["family"]} <= {len(p_values)}


def test_p_values_are_adjusted_by_holm_s_method():
    options = ("--by", "operation", "--metric", "errant", "--metric", "cleme2", "--format", "json")
    families: dict[tuple[str, str, bool, str], list[dict[str, float]]] = {}
    for item in json.loads(printed(*options))["metrics"]:
        for own in item["differences"]:
            for test in ("randomisation", "bootstrap"):
                if own[test] is not None and own[test]["value"] is not None:
                    family = (item["metric"], own["score"], own["group"] is None, test)
                    families.setdefault(family, []).append(own[test])
    assert {len(family) for family in families.values()} >= {3, 9}
    for family in families.values():
        expected = adjusted([p["value"] for p in family])
        assert [p["adjusted"] for p in family] == pytest.approx(expected), family
    values = [p for family in families.values() for p in family]
    assert any(p["value"] < p["adjusted"] < 1 for p in values)
    assert any(p["value"] < p["adjusted"] == 1 for p in values)


def adjusted(values: list[float]) -> list[float]:
    """Return p values by Holm's method: the smallest times their number, the next times one less, and none falls."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        least = min(1.0, max(least, (len(values) - rank) * values[place]))
        result[place] = least
    return result


def test_each_sentence_is_in_every_layout():
    content = json.loads(printed("--format", "json", "--per-sentence", "--metric", "errant", "--metric", "gleu"))
    definitions = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/SystemComparison", "$defs": definitions}).validate(content)
    errant, gleu, success = content["metrics"]
    for item in (errant, gleu, success):
        assert [own["system"] for own in item["per_sentence"][:3]] == [*SYSTEMS]
        assert len(item["per_sentence"]) == 48 * 3
    for system in errant["systems"]:
        own = [sentence for sentence in errant["per_sentence"] if sentence["system"] == system["system"]]
        assert system["counts"] == {
            name: sum(sentence["counts"][name] for sentence in own) for name in system["counts"]
        }
        assert system["counts"]["tp"] == sum(edit["count"] == "tp" for one in own for edit in one.get("edits", ()))
    for form in ("text", "md", "latex", "html"):
        assert "TP 4:5 " in printed("--format", form, "--per-sentence"), form


def test_a_filter_is_in_the_summary_and_the_signature():
    options = (
        "--without",
        "R:*",
        "--without",
        "R:PUNKT",
        "--edits",
        "single",
        "--metric",
        "errant",
        "--metric",
        "gleu",
    )
    text = " ".join(printed(*options).split())
    assert "Only edits of at most one token on each side take part. Edits of type R:*, R:PUNKT take no part." in text
    assert "No edit is of type R:PUNKT." in text
    assert "beta:0.5|without:R:*,R:PUNKT|edits:single|language:en" in text
    assert text.count("without:R:*") == 1


def test_a_figure_is_drawn_with_its_words(tmp_path: Path):
    path = tmp_path / "systems.svg"
    printed("--by", "operation", "--metric", "errant", "--metric", "cleme2", "--figure", path)
    drawn = path.read_text("utf-8")
    assert is_product(path)
    for words in ("heron", "ERRANT (span-based correction): f by operation", "CLEME2.0: score by operation", ">U<"):
        assert words in drawn, words
    for form, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        printed("--by", "operation", "--figure", path.with_suffix(f".{form}"))
        assert path.with_suffix(f".{form}").read_bytes().startswith(begin)


def test_a_pattern_keeps_its_star_and_bracket_in_latex():
    """At the begin of a row they would belong to the end of the row before."""
    text = printed("--format", "latex", "--by", "*:NOUN*", "--by", "[RM]:*", "--metric", "errant")
    rows = [line for line in text.splitlines() if not line.startswith("%")]
    assert any(row.startswith("{*}:NOUN{*} & ") for row in rows)
    assert any(row.startswith("{[}RM]:{*} & ") for row in rows)
    assert not any(row.startswith(("*", "[")) for row in rows)


def test_latex_is_typeset(tmp_path: Path):
    path = tmp_path / "tables.tex"
    assert printed("--format", "latex", "--by", "category", "--output", path) == ""
    tables = path.read_text("utf-8")
    assert is_product(path)
    assert tables.count(r"\begin{tabular}") == tables.count(r"\end{tabular}") == 2
    assert tables.count(r"\begin{longtable}") == tables.count(r"\end{longtable}") == 1
    assert r"95 \%" in tables
    packages = next(line for line in tables.splitlines() if line.startswith("% Needs ")).removeprefix("% Needs ")
    assert packages == r"\usepackage{booktabs} \usepackage{longtable} \usepackage[table]{xcolor}"
    assert r"\cellcolor[HTML]{" in tables
    if latex := shutil.which("pdflatex"):
        document = f"\\documentclass{{article}}{packages}\\begin{{document}}{tables}\\end{{document}}"
        (tmp_path / "paper.tex").write_text(document, "utf-8")
        command = [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)


HEAT = re.compile(r"\.heat-(\d+) \{ background: #(\w{6}); color: #(\w{6}); \}")


def words_stand_out(page: str) -> None:
    """Check a heat map by WCAG 2, 1.4.3: a contrast of at least 4.5 to 1; and that the steps get darker."""
    colours = HEAT.findall(page)
    assert [int(step) for step, *_ in colours] == list(range(10))
    cells = [_luminance(cell) for _, cell, _ in colours]
    for (_, _, words), cell in zip(colours, cells, strict=True):
        light, dark = sorted((cell, _luminance(words)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, words
    assert cells == sorted(cells, reverse=True)


def _luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
    words_stand_out(path.read_text("utf-8"))
    assert is_product(path)


@pytest.mark.parametrize("form", ["text", "json", "csv", "tsv", "md"])
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
        (("--confidence", 95), "--confidence"),
        (("--metric", "bleu"), "there is no metric 'bleu'"),
        (("--metric", "cleme2", "--set", "cleme2.weighting=llm"), "that a language model weighs"),
        (("--metric", "gleu", "--without", "R:PUNCT"), "no metric here works on edits"),
        (("--without", " "), "want an error type, such as R:PUNCT, or a pattern"),
        (("--edits", "long"), "--edits"),
        (("--figure", "map.jpg", "--by", "type"), "map.jpg: the name must end in one of .svg, .pdf, .png"),
        (("--figure", "map.svg"), "give --by"),
    ],
)
def test_options_that_can_not_be_are_refused(options: tuple[object, ...], message: str):
    result = run(*options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
