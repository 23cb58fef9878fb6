"""The JSON contract: its types, what is made from them, and what is really written."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from markscheme.metrics.cleme2 import Category
from markscheme.reports.contract import shapes

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_schema_and_the_page_are_made_from_the_types():
    check = [sys.executable, ROOT / "docs" / "contract.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_categories_are_those_of_cleme2():
    assert set(get_args(shapes.Category.__value__)) == {category.value for category in Category}


@pytest.fixture(scope="module")
def definitions() -> dict[str, Any]:
    return json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]


@pytest.mark.parametrize("weighting", ["none", "length"])
def test_a_review_of_the_examples_is_as_the_contract_says(
    markscheme: Command, definitions: dict[str, Any], weighting: str
):
    done = markscheme("review", EXAMPLES, "--format", "json", "--weighting", weighting)
    Draft202012Validator({"$ref": "#/$defs/Review", "$defs": definitions}).validate(json.loads(done.stdout))
