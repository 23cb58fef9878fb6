"""``annotate questions``: the list in each format, answers and their end, and two people's answers as one."""

import csv
import json
import shutil
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exercise_files import exercise
from markscheme.cli.app import app
from markscheme.errors import DocumentError

SOURCE = "Yesterday he go to school .\nShe like tea at home .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    walked = "Yesterday he walked to school .\nShe like tea at home .\n"
    exercise(
        tmp_path / "kim",
        source=SOURCE,
        hypotheses={"ada": walked, "bo": walked},
        references={"kim": SOURCE.replace("go", "went"), "roy": SOURCE.replace("go", "goes")},
        suffix="",
    )
    return tmp_path / "kim"


def questions(*arguments: object) -> str:
    """Return what the command prints."""
    result = CliRunner().invoke(app, ["annotate", "questions", *map(str, arguments)])
    if isinstance(result.exception, DocumentError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def keys(folder: Path, *arguments: object) -> list[str]:
    return [item["key"] for item in json.loads(questions(folder, "--format", "json", *arguments))["questions"]]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_open_questions_are_listed_with_their_answers(folder: Path):
    text = questions(folder)
    assert text.startswith("2 open questions; 0 answered\n")
    assert "No reference has this, and 2 hypotheses do: go → walked (Ada, Bo)" in text
    assert "Answers: accept, reject, optional, stands, skip, note" in text
    assert "1 more: give --limit a larger number" in questions(folder, "--limit", 1)
    [first, _] = json.loads(questions(folder, "--format", "json"))["questions"]
    assert first["place"]["uri"] == (folder / "e.src").as_uri()
    assert first["place"]["range"]["start"] == {"line": 0, "character": 13}


def test_answers_are_written_listed_and_taken_back(folder: Path):
    before, [first, second] = contents(folder), keys(folder)
    questions(folder, "--answer", f"{first}=accept", "--answer", f"{second}=note=which one?", "--author", "Kim")
    assert keys(folder) == []
    assert keys(folder, "--answered") == [first, second]
    rows = list(csv.DictReader(StringIO(questions(folder, "--answered", "--format", "csv"))))
    assert [(row["answer"], row["author"], row["note"]) for row in rows] == [
        ("accept", "Kim", ""),
        ("note", "Kim", "which one?"),
    ]
    questions(folder, "--answer", f"{first}=reject", "--author", "Kim")
    assert not (folder / "accepted.m2").exists()
    with pytest.raises(DocumentError, match="Roy has no answer"):
        questions(folder, "--undo", first, "--author", "Roy")
    questions(folder, "--undo", first, "--undo", second, "--author", "Kim")
    assert contents(folder) == before


def test_a_line_says_what_an_answer_did(folder: Path):
    [first, second] = keys(folder)
    text = questions(folder, "--answer", f"{first}=accept", "--answer", f"{second}=note=a ||| b|", "--author", "kim")
    assert text.splitlines() == [
        f"{first} go → walked: accepted by Kim; written to accepted.m2; 2 marks concerned; 1 open, next {second}",
        f"{second} go → goes: left to the adjudicator by Kim; written to questions.m2; no mark changes; 0 open",
    ]
    assert "by kim on" in (folder / "questions.m2").read_text()
    assert ": a ¦¦¦ b¦|||0" in (folder / "questions.m2").read_text()
    again = questions(folder, "--answer", f"{first}=accept", "--author", "Roy")
    assert "nothing written: this answer was there already" in again


@pytest.mark.parametrize("later", ["reject", "optional"])
@pytest.mark.parametrize("earlier", ["accept", "reject", "optional"])
def test_an_answer_in_place_of_somebody_elses_says_so_and_can_be_taken_back(folder: Path, earlier: str, later: str):
    if earlier == later:
        return
    for key in keys(folder):
        questions(folder, "--answer", f"{key}={earlier}", "--author", "dana")
        before = contents(folder)
        text = questions(folder, "--answer", f"{key}={later}", "--author", "eve")
        assert "Dana " in text
        assert "; your answer replaces it" in text
        [row] = [
            row
            for row in csv.DictReader(StringIO(questions(folder, "--answered", "--format", "csv")))
            if row["key"] == key
        ]
        assert (row["author"], row["answer"]) == ("eve", later)
        assert "counts again" in questions(folder, "--undo", key, "--author", "eve")
        assert contents(folder) == before


def test_what_cannot_be_answered_is_refused(folder: Path):
    before, [first, _] = contents(folder), keys(folder)
    with pytest.raises(DocumentError, match="no question 'abc'"):
        questions(folder, "--answer", "abc=accept")
    twice = [f"{first}=accept", "--answer", f"{first}=reject"]
    for wrong in ([f"{first}=perhaps"], [first], [f"{first}=note"], [f"{first}=note= "], twice):
        assert CliRunner().invoke(app, ["annotate", "questions", str(folder), "--answer", *wrong]).exit_code == 2
    with pytest.raises(DocumentError, match="no such file"):
        questions(folder / "nowhere")
    assert contents(folder) == before


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such rights there")
def test_a_folder_that_cannot_be_written_keeps_its_questions(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The test may run as somebody who may write everything, so the lock says that the folder can't be written."""
    from filelock import SoftFileLock

    def refuse(_: SoftFileLock) -> None:
        raise PermissionError(13, "Permission denied")

    [first, _] = keys(folder)
    monkeypatch.setattr(SoftFileLock, "acquire", refuse)
    with pytest.raises(DocumentError, match="can't be written"):
        questions(folder, "--answer", f"{first}=skip")
    assert len(keys(folder)) == 2


def test_two_peoples_answers_are_merged(folder: Path, tmp_path: Path):
    other = Path(shutil.copytree(folder, tmp_path / "roy"))
    [first, second] = keys(folder)
    questions(folder, "--answer", f"{first}=skip", "--answer", f"{second}=note=which?", "--author", "Kim")
    questions(other, "--answer", f"{first}=skip", "--answer", f"{second}=stands", "--author", "Roy")
    merging = ["class", "moderate", str(folder), str(other), "--merge", "--prefer", "newest", "--in-place"]
    merged = CliRunner().invoke(app, merging)
    assert merged.exit_code == 0, merged.output
    assert (folder / "questions.m2").read_text().count("skipped (uncovered-correction)") == 2
    rows = list(csv.DictReader(StringIO(questions(folder, "--answered", "--format", "csv"))))
    assert {(row["answer"], row["author"]) for row in rows} == {("note", "Kim"), ("stands", "Roy")}


def test_a_word_document_and_own_essays_have_questions(folder: Path):
    """The files of the examples: running text whose sentences versions join, and Word documents."""
    examples = Path(__file__).parents[2] / "examples"
    listed = json.loads(questions(examples / "letter", examples / "report", examples / "diary", "--format", "json"))
    assert listed["open"] == len(listed["questions"]) > 0
    assert {item["exercise"] for item in listed["questions"]} >= {"letter"}
