"""A hypothesis that is another text than its exercise's: left out, and named, wherever annotators' results are."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exercise_files import exercise
from markscheme.cli.app import app

SOURCE = "Yesterday he go to school by bus with all his friends , and they was happy .\n" * 3
NOTICE = "notes.txt is left out: it does not look like a version of the text"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    went = SOURCE.replace("go", "went")
    files = exercise(
        tmp_path,
        source=SOURCE,
        hypotheses={"ada": went, "notes": "Buy chalk , three red pens and the key of room twelve before Monday .\n"},
        references={"kim": went, "roy": SOURCE.replace("go", "goes")},
        suffix="",
    )
    files.hypothesis("notes").rename(tmp_path / "notes.txt")
    (tmp_path / "markscheme.toml").write_text(
        f'[[exercise]]\nname = "week-1"\nsource = "{files.source.name}"\nreferences = ["*.ref.*"]\n'
        f'hypotheses = ["{files.hypothesis("ada").name}", "notes.txt"]\n'
    )
    return tmp_path


@pytest.mark.parametrize("command", ["agreement", "coverage", "questions"])
def test_a_hypothesis_that_is_another_text_is_named_in_every_result(folder: Path, command: str):
    options = () if command == "questions" else ("--no-credit",)

    def printed(form: str) -> str:
        result = CliRunner().invoke(app, ["annotate", command, str(folder), "--format", form, *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert f"{NOTICE}." in " ".join(printed("text").split())
    assert any(NOTICE in problem for problem in json.loads(printed("json"))["problems"])
    if command != "questions":
        assert f"{NOTICE}." in printed("html")
