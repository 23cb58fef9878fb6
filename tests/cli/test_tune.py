"""``markscheme eval tune`` writes a file of settings, and ``score``, ``compare`` and ``evaluate`` read it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from markscheme.cli.app import app
from markscheme.cli.main import run as run_command
from research.evaluation.small_benchmark import write_seeda
from research.evaluation.tuning.bold_benchmark import write_bold_gjg15

FILE = """schema = 1
[metrics.credit]
tau = 0.9
floor = 0.3
[metrics.cleme2]
factors = { hit = 0.4, wrong = 0.3, under = 0.2, over = 0.1 }
assumption = "independent"
[metrics.uot-errant]
regularisation = 0.2
relaxation = 0.3
[metrics.impara]
threshold = 0.25
"""


FEW = ("--resamples", 0, "--splits", 0)


def run(*arguments: object, status: int = 0) -> str:
    result = CliRunner(env={"COLUMNS": "160"}).invoke(app, list(map(str, arguments)))
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture(scope="module")
def bold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bold_gjg15(tmp_path_factory.mktemp("bold"))


@pytest.fixture(scope="module")
def tuned(bold: Path) -> tuple[Path, str]:
    """Return the file that the command writes, and what it prints."""
    path = bold.parent / "chosen.toml"
    given = ("--metric", "credit", "--metric", "cleme2", "--resamples", 20, "--splits", 1)
    return path, run("eval", "tune", "--on", "gjg15", "--data", bold, *given, "--output", path)


def test_further_settings_and_both_ways_to_score_people_are_in_the_evidence(bold: Path):
    ways = ("--people", "expected-wins", "--people", "trueskill")
    names = ("credit.ceiling", "credit.tau=0.7", "credit.kept=0", "credit.beta=1,2")
    axes = [part for name in names for part in ("--axis", name)]
    given = ("eval", "tune", "--on", "gjg15", "--data", bold, "--metric", "credit", "--resamples", 0, "--splits", 0)
    evidence = tomllib.loads(run(*given, *axes, *ways))["evidence"]
    assert evidence["people"] == ["expected-wins", "trueskill"]
    assert evidence["aggregation"] == "expected-wins"
    assert evidence["metrics"]["credit"]["tried"] == 2 * 4 + 1
    assert {row["ceiling"] for row in evidence["metrics"]["credit"]["candidates"]} == {0.6, 0.8, 0.9, 1.0}


def scored(data: Path, *arguments: object) -> list[dict[str, Any]]:
    outputs = data / "official_submissions"
    reference = data.parent / "sn8gec" / "expert_annotations" / "expert_minimal" / "expert_minimalA"
    files = ("--hypothesis", outputs / "C6", "--reference", reference, "--source", outputs / "INPUT")
    runs: list[dict[str, Any]] = json.loads(run("score", *files, "--format", "json", *arguments))["runs"]
    return runs


@pytest.mark.thorough
def test_a_table_says_what_was_chosen_and_the_file_sets_it(tuned: tuple[Path, str], bold: Path):
    path, printed = tuned
    assert "Settings chosen on GJG15" in printed
    assert "changed" in printed
    assert "The default stays unless" in printed
    [chosen] = scored(bold, "--metric", "credit", "--set", path)
    assert "|beta:3.0|" in chosen["signature"]
    [given] = scored(bold, "--metric", "credit", "--set", path, "--set", "credit.beta=1")
    assert "|beta:1.0|" in given["signature"]
    [default] = scored(bold, "--metric", "credit")
    assert "|beta:0.5|" in default["signature"]
    assert len({item["scores"]["f"] for item in (chosen, given, default)}) == 3


def test_without_a_file_the_settings_are_printed(bold: Path, tmp_path: Path):
    given = ("eval", "tune", "--on", "gjg15", "--data", bold, "--metric", "credit", "--axis", "credit.beta=1,2", *FEW)
    run(*given, "--output", tmp_path / "chosen.toml")
    assert run(*given) == (tmp_path / "chosen.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("metric", "part", "option", "other"),
    [
        ("credit", "|tau:0.9|floor:0.3|", ("--set", "credit.floor=0.2"), "|tau:0.9|floor:0.2|"),
        (
            "cleme2",
            "|assumption:independent|weighting:none|factors:0.4,0.3,0.2,0.1|",
            ("--set", "cleme2.factors=1,0,0,0"),
            "|factors:1,0,0,0|",
        ),
        ("uot-errant", "|reg:0.2|reg_m:0.3|", ("--set", "uot-errant.relaxation=0.5"), "|reg:0.2|reg_m:0.5|"),
        ("impara", "|threshold:0.25|", ("--set", "impara.threshold=0.5"), "|threshold:0.5|"),
        ("errant", "|beta:0.5|", ("--set", "errant.beta=1"), "|beta:1.0|"),
    ],
)
def test_score_compare_and_evaluate_show_the_file_s_values(
    bold: Path, tmp_path: Path, metric: str, part: str, option: tuple[str, str], other: str
):
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    given = ("--metric", metric, "--set", path)
    assert part in f"{scored(bold, *given)[0]['signature']}|"
    assert other in f"{scored(bold, *given, *option)[0]['signature']}|"
    outputs = bold / "official_submissions"
    reference = bold.parent / "sn8gec" / "expert_annotations" / "expert_minimal" / "expert_minimalA"
    files = ("--hypothesis", outputs / "A0", "--hypothesis", outputs / "E12", "--reference", reference)
    compared = ("eval", "compare", *files, "--source", outputs / "INPUT", "--resamples", 10, "--format", "json", *given)
    for more, shown in (((), part), (option, other)):
        assert shown in f"{json.loads(run(*compared, *more))['metrics'][0]['signature']}|"
    evaluated = ("eval", "meta", "gjg15", "--data", bold, "--resamples", 0, "--format", "json", "--aggregation", "mean")
    assert part in f"{json.loads(run(*evaluated, *given))['columns'][0]['metrics'][0]['signature']}|"


def test_score_and_compare_have_the_same_options_of_files_models_and_work():
    commands = getattr(get_command(app), "commands", {})["eval"].commands
    score, compare = (
        {
            name: (option.help, option.rich_help_panel)
            for option in commands[command].command.params
            for name in option.opts
        }
        for command in ("score", "compare")
    )
    own = {"--accepted", "--level", "--assumption", "--weighting", "--factors", "--yes", "--sentence-scores"}
    in_other_words = {"--metric", "--format", "--per-sentence"}
    assert set(score) - own <= set(compare)
    assert max(len(score), len(compare)) <= 30
    for name in set(score) - own - in_other_words:
        assert compare[name] == score[name], name


def test_seeda_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    data = write_seeda(tmp_path)
    monkeypatch.setattr("sys.argv", ["markscheme", "eval", "tune", "--on", "seeda", "--data", str(data)])
    with pytest.raises(SystemExit) as ended:
        run_command()
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "SEEDA is for reporting only" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--on", "gjg16"), "there is no benchmark 'gjg16'. Choose one of gjg15"),
        (("--on", "gjg15", "--metric", "gleu"), "there is no tuned metric 'gleu'"),
        (("--on", "gjg15", "--objective", "luck"), "there is no objective 'luck'"),
        (("--on", "gjg15", "--axis", "credit.floors=1"), "credit has no setting 'floors'"),
        (("--on", "gjg15", "--people", "mean"), "people give no scores of sentences"),
        (("--on", "gjg15", "--reference-set", "mine"), "there is no set of references 'mine'"),
    ],
)
def test_a_wrong_name_is_refused(
    bold: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch,
    arguments: tuple[str, ...],
    message: str,
):
    path = tmp_path / "chosen.toml"
    monkeypatch.setattr(
        "sys.argv", ["markscheme", "eval", "tune", "--data", str(bold), "--output", str(path), *arguments]
    )
    with pytest.raises(SystemExit) as ended:
        run_command()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
    assert not path.exists()


def test_a_fault_in_the_file_is_placed(bold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    path = tmp_path / "mine.toml"
    path.write_text(FILE.replace("tau = 0.9", "tau = -1"))
    outputs = bold / "official_submissions"
    monkeypatch.setattr(
        "sys.argv",
        [
            *("markscheme", "score", "--metric", "credit", "--set", str(path)),
            *("--hypothesis", str(outputs / "C6"), "--reference", str(outputs / "E12")),
            *("--source", str(outputs / "INPUT")),
        ],
    )
    with pytest.raises(SystemExit) as ended:
        run_command()
    assert ended.value.code == 2
    assert f"{path}:3:7: tau must be a number above 0, not -1" in capsys.readouterr().err
