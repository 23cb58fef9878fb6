"""Fixtures for real editors: a folder to open, a ``markscheme`` command, and folders of the run's own to write to."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from editors.report import Finding, Report, read_finding, read_report
from markscheme.cli.app import app

LETTER = Path(__file__).parents[2] / "examples" / "letter"
DOCUMENT = "letter.hyp.jonas.txt"
DIARY = LETTER.with_name("diary")
WORD = "diary.hyp.tom.docx"
FOLDER = "Zoë’s class #1, 100 %"
"""A folder's name with letters that are written otherwise in URIs."""
UNLISTED = ("correct", "optional")
"""The verdicts on places about which nothing is to be done, which editors don't list."""

Drive = Callable[..., Report]


@pytest.fixture(scope="session")
def surroundings(tmp_path_factory: pytest.TempPathFactory, user_cache: Path, user_runtime: Path) -> dict[str, str]:
    """Return the environment of an editor whose settings, state and runtime files are the run's own.

    The pages say ``markscheme``; on this path that is the Python that the tests run in.
    """
    home, programs = (tmp_path_factory.mktemp(name) for name in ("home", "bin"))
    command = programs / "markscheme"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m markscheme.cli "$@"\n', "utf-8")
    command.chmod(0o755)
    return os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(user_cache),
        "XDG_RUNTIME_DIR": str(user_runtime),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }


@pytest.fixture(scope="session")
def reviewed() -> list[Finding]:
    """Return the findings of ``markscheme review`` in the student's letter, without those that editors don't list."""
    return review(LETTER / DOCUMENT)


@pytest.fixture(scope="session")
def reviewed_word() -> list[Finding]:
    """Return the same of the student's Word document."""
    return review(DIARY / WORD)


def review(path: Path) -> list[Finding]:
    """Return a document's findings, without those that editors don't list."""
    done = CliRunner().invoke(app, ["review", "--format", "json", str(path)])
    assert done.exit_code == 0, done.output
    [document] = json.loads(done.stdout)["documents"]
    return [read_finding(finding) for finding in document["findings"] if finding["verdict"] not in UNLISTED]


@pytest.fixture(scope="session")
def missed(reviewed: list[Finding]) -> Finding:
    """Return an error that the student left and both teachers correct alike, behind an emoji on its line."""
    return next(finding for finding in reviewed if finding.source == "specially")


@pytest.fixture(scope="session")
def drive(tmp_path_factory: pytest.TempPathFactory, surroundings: dict[str, str], missed: Finding) -> Drive:
    """Run an editor on a copy of an example; its driver looks at the ``missed`` error and writes a report."""

    def run(*command: str | Path, example: Path = LETTER, document: str = DOCUMENT) -> Report:
        folder = tmp_path_factory.mktemp("editor")
        opened = Path(shutil.copytree(example, folder / FOLDER))
        environment = surroundings | {
            "REPORT": str(folder / "report.json"),
            "DOCUMENT": str(opened / document),
            "TARGET_LINE": str(missed.place[0]),
            "TARGET_CHARACTER": str(missed.place[1]),
            "ACTION": f"Count as optional: {missed.source}",
        }
        done = subprocess.run(
            command,
            cwd=opened,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            timeout=240,
            check=False,
        )
        assert (folder / "report.json").exists(), done.stdout
        return read_report(folder / "report.json")

    return run
