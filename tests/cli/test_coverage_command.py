"""``markscheme annotate coverage`` on an example, in each of its formats."""

import csv
import json
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from markscheme.cli.app import app
from markscheme.documents.files import is_product

OPINION = Path(__file__).parents[2] / "examples" / "opinion"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["annotate", "coverage", *map(str, arguments)])


def printed(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_text_says_how_much_is_covered_and_what_is_not():
    text = printed(OPINION)
    assert "References cover 79 % (132 of 168) of the corrections that hypotheses make" in text
    assert "Chao1 estimates" in text
    assert "“what” → “that”  (pronouns; different)" in text
    assert "nearest: “what” → “which” (Ms Kim, Mr Roy)" in text


def test_json_has_all_numbers_and_a_signature():
    content = json.loads(printed(OPINION, "--format", "json"))
    assert content["signature"].startswith("metric:coverage+credit|verdicts:any|")
    assert content["made"] == {"count": 168, "covered": 132, "decided": 0, "variants": 20 + 2, "holes": 14}
    last = content["curves"]["made"][-1]
    assert last["share"] == pytest.approx(132 / 168)
    assert last["interval"][0] < last["share"] < last["interval"][1]
    assert len(content["corrections"]) == content["distinct"]["variants"] + content["distinct"]["holes"]
    assert all(item["credit"] is not None for item in content["corrections"])


def test_without_credit_no_encoder_is_named():
    content = json.loads(printed(OPINION, "--format", "json", "--no-credit", "--least", "2"))
    assert content["signature"].startswith("metric:coverage|")
    assert "encoder" not in content["signature"]
    assert content["corrections"] == []


def test_csv_has_the_corrections_and_the_curves():
    rows = list(csv.DictReader(StringIO(printed(OPINION, "--format", "csv"))))
    kinds = [row["row"] for row in rows]
    assert kinds.count("correction") == 36
    assert [kinds.count(f"curve: {name}") for name in ("made", "distinct", "references")] == [2, 2, 1]
    assert {row["standing"] for row in rows if row["row"] == "correction"} == {"variant", "hole"}


class _Page(HTMLParser):
    """Notes what a page loads, and its tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value for name, value in attributes if name in ("src", "href") and value]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_loads_nothing_and_marks_words_in_their_sentences(tmp_path: Path):
    path = tmp_path / "coverage.html"
    assert printed(OPINION, "--format", "html", "--output", path) == ""
    page = _Page()
    page.feed(path.read_text())
    assert (page.loads, page.open) == ([], [])
    assert "script" not in page.tags
    assert {"polyline", "polygon", "ins", "del"} <= set(page.tags)
    assert 'role="img" aria-label="Share of corrections that references cover.' in path.read_text()
    assert is_product(path)


def test_bad_input_ends_with_one_line(tmp_path: Path):
    result = run(tmp_path)
    assert result.exit_code == 2
    assert "there is no exercise in this folder" in result.stderr
    assert run(OPINION, "--format", "pdf").exit_code == 2
