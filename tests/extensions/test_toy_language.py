"""A package of one module adds a language: documents are marked by its rules, and shown in its words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Command
from extensions.packages import installed


@pytest.fixture(autouse=True)
def toy_language(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed("toy_language", folder):
        yield


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    (tmp_path / "markscheme.toml").write_text('[marking]\nlanguage = "xx"\n')
    (tmp_path / "essay.src.txt").write_text("She like music.\nI have too cat.")
    (tmp_path / "essay.hyp.mei.txt").write_text("She like music.\nI have 2 cats.")
    (tmp_path / "essay.ref.kim.txt").write_text("She likes music.\nI have two cats.")
    return tmp_path / "essay.hyp.mei.txt"


def test_a_document_is_marked_in_the_words_of_a_toy_language(markscheme_process: Command, essays: Path):
    done = markscheme_process("review", essays, "--language", "xx")
    assert (done.returncode, done.stderr) == (0, "")
    assert "doing words" in done.stdout


def test_a_difference_that_a_toy_language_knows_need_not_count(markscheme_process: Command, essays: Path):
    def categories(*options: str) -> list[str]:
        done = markscheme_process("review", essays, "--language", "xx", "--format", "json", *options)
        assert (done.returncode, done.stderr) == (0, "")
        return [finding["verdict"] for finding in json.loads(done.stdout)["documents"][0]["findings"]]

    strict, tolerant = categories(), categories("--equal", "numbers")
    assert strict.count("correct") + 1 == tolerant.count("correct")


def test_scores_say_that_they_are_of_a_toy_language(markscheme_process: Command, essays: Path):
    files = ["--hypothesis", essays, "--reference", "essay.ref.kim.txt", "--source", "essay.src.txt"]
    done = markscheme_process("score", *files, "--metric", "errant", "--language", "xx", "--format", "json")
    assert done.returncode == 0
    signature = json.loads(done.stdout)["runs"][0]["signature"]
    assert "|language:xx|" in signature
    assert "|plugins:markscheme-toy-language==1.0|" in signature
