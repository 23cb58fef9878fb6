"""``comments``: a bank as a list, a table and a key; ``review`` with comments."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exercise_files import exercise

Command = Callable[..., "subprocess.CompletedProcess[str]"]
SCHEMA = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def test_a_bank_goes_to_a_spreadsheet_and_back(markscheme: Command, tmp_path: Path):
    table = tmp_path / "bank.csv"
    assert markscheme("comments", "export", "--output", table).returncode == 0
    assert table.read_bytes().startswith(b"\xef\xbb\xbfkey,code,")
    folder = tmp_path / "class"
    folder.mkdir()
    assert markscheme("comments", "import", table, folder).returncode == 0
    again = markscheme("comments", "import", table, folder)
    assert (again.returncode, "Write over it with --force" in again.stderr) == (2, True)
    exported = markscheme("comments", "export", folder, "--own", "--format", "csv").stdout
    assert exported == markscheme("comments", "export").stdout == table.read_text("utf-8-sig")


def test_the_key_and_the_list_have_a_teachers_own(markscheme: Command, tmp_path: Path):
    bank = '[codes]\nZZ = "asleep"\n[[comment]]\ncode = "ZZ"\ntext = "Wake up, {student}."\n'
    (tmp_path / "comments.toml").write_text(bank)
    assert "ZZ    asleep\n" in markscheme("comments", "key", tmp_path).stdout
    assert markscheme("comments", "list", tmp_path).stdout.startswith("ZZ\n    Wake up, {student}.\n")
    (tmp_path / "comments.toml").write_text(f"{bank}words = 3\n")
    done = markscheme("comments", "list", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "comments.toml:6:9: words must be a list of words" in done.stderr


@pytest.fixture
def reviewed(markscheme: Command, tmp_path: Path) -> Path:
    exercise(
        tmp_path,
        stem="letter",
        source="She like music.\n",
        hypotheses={"mei": "She liked music.\n"},
        references={"kim": "She likes music.\n"},
    )
    configuration = (
        '[comments]\n[[exercise]]\nname = "letter"\nsource = "letter.src.txt"\n'
        'references = ["letter.ref.{teacher}.txt"]\nhypotheses = ["letter.hyp.{student}.txt"]\n'
    )
    (tmp_path / "markscheme.toml").write_text(configuration)
    (tmp_path / "teacher-comments.toml").write_text(
        '[[comment]]\nabout = "whole"\nstudent = "mei"\ntext = "Well done, {student}."\nby = "ms-kim"\n'
        '[[comment]]\nabout = "student"\nexercise = "letter"\nstudent = "mei"\nbefore = "He"\nwords = "ran"\n'
        'text = "Nice."\n'
    )
    return tmp_path


def test_a_review_has_the_comments_and_how_often_they_are_used(markscheme: Command, reviewed: Path):
    done = markscheme("review", reviewed, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    review: dict[str, Any] = json.loads(done.stdout)
    definitions = json.loads(SCHEMA.read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/Review", "$defs": definitions}).validate(review)
    [document] = review["documents"]
    [finding] = document["findings"]
    assert finding["comment"]["key"] in ("agreement", "tense")
    assert [item["text"] for item in document["comments"]["whole"]] == ["Well done, Mei."]
    assert [item["text"] for item in document["comments"]["unplaced"]] == ["Nice."]
    assert sorted(item["count"] for item in review["comments"]) == [1, 1]

    text = markscheme("review", reviewed).stdout
    assert "The whole text: Well done, Mei. (Ms Kim)" in text
    assert "The comment on “ran” no longer fits the student's text: Nice." in text
    assert "Comments used:\n" in text


def test_a_broken_bank_is_told_and_the_review_stands(markscheme: Command, reviewed: Path):
    (reviewed / "comments.toml").write_text('[[comment]]\ncode = "A"\ntext = "{nobody}"\n')
    done = markscheme("review", reviewed, "--format", "json")
    assert done.returncode == 2
    assert "comments.toml:3:8: unknown placeholder {nobody}" in done.stderr
    [document] = json.loads(done.stdout)["documents"]
    assert document["findings"][0]["comment"]["text"]
