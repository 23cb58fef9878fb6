"""A package of one module adds a report of reviews: the command line writes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Command
from extensions.packages import installed_here, read_anew


@pytest.fixture(autouse=True)
def toy_report(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed_here("toy_report", folder):
        yield


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    (tmp_path / "essay.src.txt").write_text("She like music.")
    (tmp_path / "essay.hyp.mei.txt").write_text("She loves music.")
    (tmp_path / "essay.ref.kim.txt").write_text("She likes music.")
    return tmp_path / "essay.hyp.mei.txt"


def test_a_toy_report_is_printed_and_written(markscheme: Command, essay: Path):
    done = markscheme("review", essay, "--format", "toy")
    assert (done.returncode, done.stdout, done.stderr) == (0, "essay.hyp.mei.txt: 1\n", "")
    written = markscheme("review", essay, "--format", "toy", "--output", "report.txt")
    assert (written.returncode, written.stdout) == (0, "")
    assert (essay.parent / "report.txt").read_text().endswith("essay.hyp.mei.txt: 1\n")


def test_a_report_that_is_not_there_is_told_of_with_those_that_are(markscheme: Command, essay: Path):
    refused = markscheme("review", essay, "--format", "tory")
    assert (refused.returncode, refused.stdout) == (2, "")
    formats = "text, json, sarif, github, junit, toy"
    assert f"there is no review format 'tory'. Did you mean 'toy'? The review formats are {formats}" in refused.stderr
    (essay.parent / "site-packages" / "toy_report.py").write_text("ToyReport = str\n")
    read_anew("toy_report")
    broken = markscheme("review", essay, "--format", "toy")
    assert broken.returncode == 2
    assert "the review format 'toy' of markscheme-toy-report (toy_report:ToyReport) can't be used" in broken.stderr
    assert markscheme("review", essay, "--format", "json").returncode == 0
