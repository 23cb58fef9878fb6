"""Every command by its name, a handful of them in a real process of the installed script, as a person runs them."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from markscheme.version import VERSION

Command = Callable[..., "subprocess.CompletedProcess[str]"]

LETTER = Path(__file__).parents[2] / "examples" / "letter"
SENTENCES = {"s": "He go to school .\n", "h": "He goes to school .\n", "r": "He goes to school .\n"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """Write parallel lines, and the letter with its references."""
    for name, text in SENTENCES.items():
        (tmp_path / name).write_text(text)
    shutil.copytree(LETTER, tmp_path / "letter")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["--version"], f"markscheme {VERSION}"),
        (["score", "--hypothesis", "h", "--reference", "r", "--source", "s"], "metric:errant|level:corpus|"),
        (["cache", "stats", "--cache", "cache.sqlite"], "vectors  0\n"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_a_process_prints_its_result(markscheme_process: Command, arguments: list[str], printed: str):
    done = markscheme_process(*arguments)
    assert done.returncode == 0
    assert printed in done.stdout


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["review", "letter"], "letter.hyp.jonas.txt  (letter, 2 teachers' corrections)\n"),
        (["score", "--metric", "impara", "--hypothesis", "h", "--source", "s"], "metric:impara|"),
        (["convert", "letter", "letter.jsonl"], "letter.jsonl\n"),
        (["init", "letter", "--dry-run"], "[[exercise]]\n"),
        (["init", "--schema"], '"$schema"'),
        (["cache", "clear", "--cache", "cache.sqlite"], "deleted 0 vectors and 0 records\n"),
        (["cache", "verify", "--cache", "cache.sqlite"], "the cache is sound\n"),
        (["doctor", "--cache", "cache.sqlite"], "ok  encoder "),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_a_command_prints_its_result(markscheme: Command, arguments: list[str], printed: str):
    done = markscheme(*arguments)
    assert done.returncode == 0
    assert printed in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--hypothesis", "h", "--reference", "nowhere", "--source", "s"],
        ["score", "--metric", "impara", "--hypothesis", "nowhere", "--source", "s"],
        ["eval", "impara", "train", "nowhere", "estimator"],
        ["eval", "impara", "build-data", "nowhere", "r", "data.jsonl"],
        ["review", "nowhere"],
        ["convert", "nowhere", "out.m2"],
        ["init", "nowhere"],
        ["cache", "prune"],
        ["no-such-command"],
    ],
    ids=" ".join,
)
def test_bad_input_ends_with_one_line_and_status_2(markscheme: Command, arguments: list[str]):
    refused_in_one_line(markscheme(*arguments))


@pytest.mark.parametrize("arguments", [["review", "nowhere"], ["no-such-command"]], ids=" ".join)
def test_bad_input_ends_a_process_with_one_line_and_status_2(markscheme_process: Command, arguments: list[str]):
    refused_in_one_line(markscheme_process(*arguments))


def refused_in_one_line(done: "subprocess.CompletedProcess[str]") -> None:
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: ")


def test_json_is_all_that_is_on_standard_output(markscheme_process: Command):
    done = markscheme_process("review", "letter", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [document["exercise"] for document in json.loads(done.stdout)["documents"]] == ["letter", "letter"]
