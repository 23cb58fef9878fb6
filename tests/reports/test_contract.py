"""The JSON contract: its types, the files generated from them, and the JSON that commands write."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from docs.contract import generated
from jsonschema import Draft202012Validator

from markscheme.metrics.base import METRICS, Category
from markscheme.metrics.weightings import WEIGHTINGS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = ROOT / "docs" / "protocol.md"
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_schema_and_the_page_are_generated_from_the_types():
    stale = [path.name for path, text in generated() if path.read_text("utf-8") != text]
    assert not stale, "run make contract"


def test_categories_are_those_of_cleme2(definitions: dict[str, Any]):
    assert set(definitions["Category"]["enum"]) == {category.value for category in Category}


def test_weightings_are_the_registered_ones(definitions: dict[str, Any]):
    assert set(definitions["Weighting"]["enum"]) == set(WEIGHTINGS.names)


def test_the_page_has_the_scores_of_every_metric():
    assert [metric for metric, _, _ in score_members()] == list(METRICS.names)


@pytest.fixture(scope="module")
def definitions() -> dict[str, Any]:
    return json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]


SHAPES = "diary", "excuse", "postcard", "quiz"
"""Examples of different formats and few sentences."""


@pytest.mark.parametrize("weighting", ["none", "length"])
def test_a_review_of_the_examples_conforms_to_the_schema(
    markscheme: Command, definitions: dict[str, Any], weighting: str, thorough: bool
):
    """Some examples, and all of them in a thorough run."""
    paths = [EXAMPLES] if thorough else [EXAMPLES / name for name in SHAPES]
    content = json.loads(markscheme("review", *paths, "--format", "json", "--weighting", weighting).stdout)
    Draft202012Validator({"$ref": "#/$defs/Review", "$defs": definitions}).validate(content)
    assert {Path(item["uri"]).parts[-2] for item in content["documents"]} >= {*SHAPES[:1], *SHAPES[2:]}


def test_every_member_has_a_description(definitions: dict[str, Any]):
    missing = [
        f"{name}.{member}"
        for name, shape in definitions.items()
        if name != "CategoryCounts"
        for member, definition in shape.get("properties", {}).items()
        if not definition.get("description")
    ]
    assert missing == []


def score_members() -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each metric of the page with the members of its counts and scores."""
    rows = PAGE.read_text("utf-8").partition("| `metric` | members of ")[2].partition("\n\n")[0].splitlines()[2:]
    for metrics, *members in (row.strip("|").split("|") for row in rows):
        counts, scores = (re.findall(r"`(\w+)`", cell) for cell in members)
        for metric in re.findall(r"`([\w-]+)`", metrics):
            yield metric, counts, scores


@pytest.mark.parametrize(("metric", "counts", "scores"), score_members())
@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_scores_conform_to_the_schema_and_have_the_members_on_the_page(
    markscheme: Command, definitions: dict[str, Any], metric: str, counts: list[str], scores: list[str], level: str
):
    if metric in ("gleu", "green"):
        pytest.importorskip("gec_metrics")
    hypothesis, reference = EXAMPLES / "quiz" / "quiz.hyp.sara.m2", EXAMPLES / "quiz" / "quiz.ref.m2"
    references = [] if metric == "impara" else ["--reference", reference]
    options = ["--metric", metric, "--level", level, "--per-sentence", "--format", "json"]
    done = markscheme("score", "--hypothesis", hypothesis, *references, *options)
    report = json.loads(done.stdout)
    Draft202012Validator({"$ref": "#/$defs/ScoreReport", "$defs": definitions}).validate(report)
    [run] = report["runs"]
    for item in (run, *run["per_sentence"]):
        assert (list(item["counts"]), list(item["scores"])) == (counts, scores)


@pytest.mark.parametrize("metric", ["cleme2", "cleme"])
def test_weighted_scores_conform_to_the_schema(markscheme: Command, definitions: dict[str, Any], metric: str):
    files = "--hypothesis", EXAMPLES / "quiz/quiz.hyp.sara.m2", "--reference", EXAMPLES / "quiz/quiz.ref.m2"
    options = ["--metric", metric, "--weighting", "length", "--assumption", "independent", "--per-sentence"]
    done = markscheme("score", *files, *options, "--format", "json")
    Draft202012Validator({"$ref": "#/$defs/ScoreReport", "$defs": definitions}).validate(json.loads(done.stdout))
