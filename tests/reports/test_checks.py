"""Checks of a repository: what fails, and what code hosts and runners of tests read of it."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator
from lxml import etree

from exercise_files import exercise
from markscheme.documents.files import is_product

Command = Callable[..., "subprocess.CompletedProcess[str]"]
INPUTS = Path(__file__).parents[1] / "golden" / "inputs"
SOURCE = "She like music very many. He go in the school.\n"
REFERENCE = "She likes music very much. He goes to school.\n"
UNDECIDED = "She likes music 🎈 very lots. He goes to school.\n"
STUDENT = "mei, 50%: a"
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "items": {
                "required": ["tool"],
                "properties": {
                    "tool": {"required": ["driver"], "properties": {"driver": {"required": ["name"]}}},
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {"items": {"$ref": "#/$defs/result"}},
                },
            }
        },
    },
    "$defs": {
        "result": {
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": {"required": ["text"]},
                "locations": {"items": {"properties": {"physicalLocation": {"$ref": "#/$defs/place"}}}},
            },
        },
        "place": {
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {"properties": {"uri": {"type": "string", "pattern": "^[^ ]+$"}}},
                "region": {"patternProperties": {"(Line|Column)$": {"type": "integer", "minimum": 1}}},
            },
        },
    },
}
"""The rules of SARIF 2.1.0's schema for what a check writes."""


@pytest.fixture
def week(tmp_path: Path) -> Path:
    folder = tmp_path / "week"
    exercise(folder, source=SOURCE, hypotheses={STUDENT: UNDECIDED, "ada": REFERENCE}, references={"kim": REFERENCE})
    return folder


def found(text: str) -> list[dict[str, object]]:
    report = json.loads(text)
    Draft202012Validator(SARIF).validate(report)
    return report["runs"][0]["results"]


def test_review_fails_while_an_answer_is_undecided(markscheme: Command, week: Path):
    done = markscheme("review", "week", "--check")
    assert done.returncode == 1
    assert re.fullmatch(r"markscheme: \d+ answers? to decide\n", done.stderr)
    (week / f"e.hyp.{STUDENT}.txt").unlink()
    assert markscheme("review", "week", "--check").returncode == 0


def test_sarif_has_each_place_with_its_columns(markscheme: Command, week: Path):
    results = found(markscheme("review", "week", "--format", "sarif").stdout)
    assert {item["level"] for item in results} <= {"warning", "note"}
    places = [item["locations"][0]["physicalLocation"] for item in results if item["level"] == "warning"]
    assert {unquote(place["artifactLocation"]["uri"]) for place in places} == {f"week/e.hyp.{STUDENT}.txt"}
    line = UNDECIDED.encode("utf-16-le")
    regions = [place["region"] for place in places]
    assert {(region["startLine"], region["endLine"]) for region in regions} == {(1, 1)}
    spans = [slice(2 * region["startColumn"] - 2, 2 * region["endColumn"] - 2) for region in regions]
    assert [line[span].decode("utf-16-le").strip() for span in spans] == ["🎈", "lots"]


def test_github_reads_names_with_signs_of_its_own(markscheme: Command, week: Path):
    lines = markscheme("review", "week", "--format", "github").stdout.splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"::(warning|notice) (\w+=[^,:]+,)+title=[^,:]+::.+", line)
    assert any("file=week/e.hyp.mei%2C 50%25%3A a.txt," in line for line in lines)


def test_junit_has_a_case_for_each_text(markscheme: Command, week: Path):
    suites = etree.fromstring(markscheme("review", "week", "--format", "junit").stdout)
    failed = {case.get("name"): len(case.findall("failure")) for case in suites.iter("testcase")}
    assert failed == {STUDENT: 2, "ada": 0}
    for element in (suites, suites[0]):
        assert (element.get("tests"), element.get("failures")) == ("2", "1")


@pytest.mark.parametrize("form", ["sarif", "github", "junit"])
def test_a_file_that_cannot_be_used_is_a_fault(form: str, markscheme: Command, week: Path):
    (week / "e.hyp.bo.txt").write_bytes(b"\x00\xff\xfe\x00\x81")
    done = markscheme("review", "week", "--check", "--format", form)
    assert done.returncode == 2
    assert {"sarif": '"level": "error"', "github": "::error file=", "junit": "<failure"}[form] in done.stdout
    assert "e.hyp.bo.txt" in done.stdout


@pytest.mark.parametrize("form", ["sarif", "github", "junit"])
def test_a_written_check_is_a_product(form: str, markscheme: Command, week: Path):
    for command in (("review", "week"), ("annotate", "agreement", INPUTS / "corpus", "--resamples", "0")):
        assert markscheme(*command, "--format", form, "--output", f"check.{form}").returncode == 0
        text = (week.parent / f"check.{form}").read_text("utf-8")
        if form == "sarif":
            found(text)
        if form == "junit":
            etree.fromstring(text)
        assert (command[0] == "annotate" and form == "sarif") or is_product(week.parent / f"check.{form}")


def test_agreement_fails_under_the_least_that_is_asked_for(markscheme: Command, tmp_path: Path):
    shutil.copytree(INPUTS / "corpus", tmp_path / "corpus")
    command = ("annotate", "agreement", "corpus", "--no-credit", "--no-verdicts", "--resamples", "0")
    assert markscheme(*command, "--fail-under", "0.5").returncode == 0
    done = markscheme(*command, "--fail-under", "0.5", "--fail-under", "type=0.99", "--format", "sarif")
    assert done.returncode == 1
    assert done.stderr == "markscheme: type: Krippendorff's alpha is 0.701, and the least is 0.99\n"
    assert [item["level"] for item in found(done.stdout)] == ["note", "note", "error"]
    refused = markscheme(*command, "--fail-under", "words=0.5")
    assert (refused.returncode, refused.stdout) == (2, "")
