"""``--tags`` of ``score`` and ``eval compare``: the types that files give edits, or ERRANT's of all."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command

SYSTEM = """S She have two cat .
A 1 2|||Vform|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||cats|||REQUIRED|||-NONE-|||0

S He go home .
A 1 2|||Vt|||went|||REQUIRED|||-NONE-|||0
"""
REFERENCE = """S She have two cat .
A 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||cats|||REQUIRED|||-NONE-|||0

S He go home .
A 2 3|||UNK|||home|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||goes|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "sys.m2").write_text(SYSTEM)
    (tmp_path / "ref.m2").write_text(REFERENCE)
    return [f"sys={tmp_path / 'sys.m2'}", "--reference", str(tmp_path / "ref.m2"), "--metric", "errant"]


def ran(markscheme: Command, *arguments: str) -> Any:
    done = markscheme(*arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("options", "counts"), [((), (1, 2, 2)), (("--tags", "errant"), (2, 1, 1))])
def test_score_compares_types_of_files_or_errants(
    markscheme: Command, files: list[str], options: tuple[str, ...], counts: tuple[int, int, int]
):
    [run] = ran(markscheme, "score", *files, "--set", "errant.mode=cse", *options)["runs"]
    assert (run["counts"]["tp"], run["counts"]["fp"], run["counts"]["fn"]) == counts
    assert ("tags:errant" in run["signature"]) == bool(options)


@pytest.mark.parametrize(
    ("options", "names"),
    [((), {"SVA", "Nn", "Vt"}), (("--tags", "errant"), {"R:VERB:SVA", "R:NOUN:NUM", "R:VERB:TENSE"})],
)
def test_compare_groups_by_types_of_files_or_errants(
    markscheme: Command, files: list[str], options: tuple[str, ...], names: set[str]
):
    result = ran(markscheme, "eval", "compare", *files, "--by", "type", "--resamples", "2", *options)
    [metric] = [item for item in result["metrics"] if item["metric"] == "errant"]
    groups = {group["name"] if isinstance(group, dict) else group for group in metric["groups"]}
    assert names <= groups
