"""``markscheme eval impara``: from parallel text to scores."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from inference.estimators.tiny import write_data, write_encoder

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SOURCE = ["the cat the sees the bird .", "a old dog in in garden ."]
CHANGED = ["the cat sees the bird .", "the old dog near a quick child ."]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    write_encoder(tmp_path / "encoder")
    write_data(tmp_path / "data.jsonl")
    (tmp_path / "task.txt").write_text("".join(f"{line}\n" for line in SOURCE))
    (tmp_path / "mei.txt").write_text("".join(f"{line}\n" for line in CHANGED))
    return tmp_path


def trained(markscheme: Command) -> None:
    options = ["--encoder", "encoder", "--epochs", "2", "--learning-rate", "1e-3", "--adapter", "2"]
    done = markscheme("eval", "impara", "train", "data.jsonl", "estimator", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("estimator: best epoch ")


def test_an_estimator_is_trained_described_and_used(markscheme: Command, files: Path):
    trained(markscheme)
    card = (files / "estimator" / "README.md").read_text()
    configuration = json.loads((files / "estimator" / "config.json").read_text())
    assert configuration["signature"] in card
    assert "made by a test" in card
    assert configuration["signature"] in (files / "estimator" / "report.html").read_text()

    options = [
        "--source",
        "task.txt",
        "--set",
        "impara.estimator=estimator",
        "--set",
        "impara.threshold=-1",
        "--format",
        "json",
    ]
    done = markscheme("eval", "score", "--metric", "impara", "--hypothesis", "Mei=mei.txt", *options, "--per-sentence")
    assert (done.returncode, done.stderr) == (0, "")
    [run] = json.loads(done.stdout)["runs"]
    assert (run["hypothesis"], run["metric"], run["sentences"], run["counts"]) == ("Mei", "impara", 2, {})
    assert run["scores"]["score"] == run["scores"]["quality"]
    own = [part["scores"] for part in run["per_sentence"]]
    assert run["scores"] == pytest.approx({name: (own[0][name] + own[1][name]) / 2 for name in own[0]})
    assert f"estimator:{configuration['weights'][:12]}/" in run["signature"]
    assert "threshold:-1" in run["signature"]

    common = markscheme("score", "--metric", "impara", "--hypothesis", "Mei=mei.txt", *options, "--per-sentence")
    assert common.stdout == done.stdout


def test_a_correction_below_the_threshold_scores_nothing(markscheme: Command, files: Path):
    trained(markscheme)
    options = ["--source", "task.txt", "--set", "impara.estimator=estimator", "--format", "json", "--per-sentence"]
    first = markscheme(
        "eval", "score", "--metric", "impara", "--hypothesis", "mei.txt", *options, "--set", "impara.threshold=-1"
    )
    near, far = sorted(
        (part["scores"]["similarity"] for part in json.loads(first.stdout)["runs"][0]["per_sentence"]), reverse=True
    )
    assert near > far
    done = markscheme(
        "eval", "score", "--metric", "impara", "--hypothesis", "mei.txt", *options, "--set", f"impara.threshold={far}"
    )
    scores = [part["scores"] for part in json.loads(done.stdout)["runs"][0]["per_sentence"]]
    assert [bool(own["score"]) for own in scores] == [own["similarity"] > far for own in scores]
    assert sum(bool(own["score"]) for own in scores) == 1


def test_data_is_built_from_parallel_text(markscheme: Command, files: Path):
    done = markscheme("eval", "impara", "build-data", "task.txt", "mei.txt", "built.jsonl", "--most", "3")
    assert (done.returncode, done.stderr) == (0, "")
    lines = (files / "built.jsonl").read_text().splitlines()
    assert done.stdout == f"built.jsonl: {len(lines) - 1} instances\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "--metric", "impara", "--hypothesis", "mei.txt"], "--source"),
        (
            [
                "score",
                "--metric",
                "impara",
                "--hypothesis",
                "mei.txt",
                "--source",
                "task.txt",
                "--set",
                "impara.estimator=.",
            ],
            "markscheme eval impara train",
        ),
        (["eval", "impara", "train", "task.txt", "estimator"], "task.txt:1: "),
        (["eval", "impara", "train", "data.jsonl", "mei.txt", "--encoder", "encoder"], "mei.txt: "),
        (["eval", "impara", "train", "data.jsonl", "estimator", "--encoder", "nowhere/at-all"], "nowhere/at-all"),
        (["eval", "impara", "build-data", "task.txt", "none.txt", "built.jsonl"], "none.txt: the file does not exist"),
        (["eval", "impara", "build-data", "task.txt", "mei.txt", "no/folder.jsonl"], "no/folder.jsonl: "),
    ],
    ids=["no source", "no estimator", "no data", "no folder", "no encoder", "no file", "nowhere to write"],
)
def test_bad_input_is_reported_in_one_line(markscheme: Command, files: Path, arguments: list[str], words: str):
    done = markscheme(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: ")
    assert words in line
