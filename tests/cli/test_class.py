"""``markscheme class``: from a zip of submissions to a filled-in worksheet."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from class_folders import correction, draft, revision
from markscheme.cli.commands import gradebook
from school_systems import TYPED, import_moodle, import_moodle_feedback, moodle_worksheet, write_zip

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_class_from_moodle_and_back(markscheme: Command, tmp_path: Path):
    people = {4711: "Mei Lin", 4712: "Ana Cruz", 4713: "Jo Roy"}
    typed = "".join(f"<p>{line}</p>" for line in revision(1).splitlines())
    write_zip(
        tmp_path / "submissions.zip",
        {
            "Mei Lin_4711_assignsubmission_file_/draft.txt": draft(),
            "Mei Lin_4711_assignsubmission_file_/final.txt": correction(),
            "Ana Cruz_4712_assignsubmission_onlinetext_/onlinetext.html": TYPED.format(typed),
        },
    )
    (tmp_path / "week").mkdir()
    (tmp_path / "week" / "task.txt").write_text(draft())
    (tmp_path / "week" / "correction Ms Baker.txt").write_text(correction())
    sheet = tmp_path / "grading.csv"
    sheet.write_bytes(moodle_worksheet(people.items()))

    refused = markscheme("class", "import", "submissions.zip", "--into", "week")
    assert refused.returncode == 2
    assert "Mei Lin handed in 2 texts: draft.txt, final.txt. Nothing was written" in refused.stderr
    assert not (tmp_path / "week" / "students").exists()

    done = markscheme("class", "import", "submissions.zip", "--into", "week", "--take", "final*")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Ana Cruz  students/Ana Cruz.txt",
        "Mei Lin  students/Mei Lin.txt",
        "2 texts from Moodle in the exercise “week”.",
        "The text that they corrected: task.txt. Teachers' corrections: correction Ms Baker.txt.",
    ]

    done = markscheme("class", "export", "week", "--worksheet", "grading.csv", "--feedback-format", "html")
    assert (done.returncode, done.stderr) == (0, "")
    reports = tmp_path / "week" / "markscheme-reports"
    taken = import_moodle((reports / "grading.csv").read_bytes(), people)
    assert taken[4711].grade == 100
    assert 0 <= taken[4712].grade < 100
    assert (taken[4713].grade, taken[4713].comment) == (None, None)
    files = import_moodle_feedback((reports / "week feedback.zip").read_bytes(), people)
    assert {number: sorted(own) for number, own in files.items()} == {4711: ["feedback.html"], 4712: ["feedback.html"]}
    assert sheet.read_bytes() == moodle_worksheet(people.items())


def test_a_person_at_the_terminal_chooses_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gradebook, "_is_terminal", lambda: True)
    files = {f"Mei Lin_4711_assignsubmission_file_/{name}.txt": name for name in ("draft", "final")}
    zipped = write_zip(tmp_path / "submissions.zip", files)
    folder = tmp_path / "week"
    done = CliRunner().invoke(gradebook.class_app, ["import", str(zipped), "--into", str(folder)], input="7\n2\n")
    assert done.exit_code == 0, done.output
    assert "Mei Lin handed in 2 texts. Which is meant?" in done.output
    assert (folder / "students" / "Mei Lin.txt").read_text() == "final"
