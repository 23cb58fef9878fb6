"""A teacher's evening, from the school's zip to its worksheet: without network, and in files that load nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from conftest import Command

EVENING = Path(__file__).parents[2] / "examples" / "evening"
GUARD = """
    import os, socket, sys

    def watch(event, arguments):
        if event not in WATCHED or getattr(arguments[0], "family", None) == getattr(socket, "AF_UNIX", -1):
            return
        with open(os.environ["ATTEMPTS"], "a") as log:
            log.write(f"{event} {arguments[1:]}\\n")
        raise OSError("the test forbids the network")

    WATCHED = {
        "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
        "socket.gethostbyaddr", "urllib.Request", "http.client.connect",
    }
    sys.addaudithook(watch)
"""
"""What the evening's process begins with: it refuses and writes down every attempt to reach another machine."""
PROGRAM = """
    import json, sys
    from markscheme.cli.main import run

    for arguments in json.loads(sys.argv[1]):
        sys.argv = ["markscheme", *arguments]
        try:
            run()
        except SystemExit as end:
            assert not end.code, (arguments, end.code)
    print("the evening ends")
"""
"""All commands of the evening, one after another."""
COMMANDS = (
    ("class", "import", "submissions.zip", "--into", "week-5"),
    ("review", "week-5"),
    *(("class", "feedback", "week-5", "--format", form) for form in ("html", "docx", "pdf")),
    ("class", "feedback", "week-5", "--format", "docx", "--mode", "tracked", "--into", "tracked"),
    ("class", "export", "week-5", "--worksheet", "grades.csv", "--workbook"),
    ("class", "progress", "week-5", "--format", "html", "--output", "progress.html"),
)
_LOADS = re.compile(
    rb"""\b(?:src|href|action|poster|data)\s*=\s*+["']?+\s*+(?!#|data:)|url\(\s*+["']?+\s*+(?!data:)|@import"""
)
"""What makes a page load something; a link inside of the page does not."""


@pytest.fixture
def evening(tmp_path: Path, markscheme: Command) -> Path:
    """Return the folder of an evening."""
    shutil.copytree(EVENING, tmp_path, dirs_exist_ok=True)
    for command in COMMANDS:
        done = markscheme(*command)
        assert done.returncode == 0, (command, done.stderr)
    return tmp_path


@pytest.mark.thorough
def test_no_command_of_the_evening_reaches_for_another_machine(tmp_path: Path):
    """The evening has an empty cache."""
    folder = Path(shutil.copytree(EVENING, tmp_path / "class"))
    attempts = tmp_path / "attempts.txt"
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(textwrap.dedent(GUARD))
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(guard), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]),
        "ATTEMPTS": str(attempts),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), json.dumps(COMMANDS)],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "the evening ends"), done.stderr
    assert not attempts.exists(), attempts.read_text()


def test_the_guard_sees_an_attempt(tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text(textwrap.dedent(GUARD))
    log = tmp_path / "attempts.txt"
    attempt = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "ATTEMPTS": str(log)}
    done = subprocess.run([sys.executable, "-c", attempt], env=environment, capture_output=True, text=True, check=False)
    assert "the test forbids the network" in done.stderr
    assert log.read_text().startswith("socket.")


def test_what_a_student_opens_loads_nothing_from_elsewhere(evening: Path):
    reports = evening / "week-5" / "markscheme-reports"
    files = [*reports.rglob("*.*"), *(evening / "tracked").iterdir(), evening / "progress.html"]
    assert {path.suffix for path in files} >= {".html", ".docx", ".pdf", ".xlsx", ".csv"}
    for path in files:
        for name, data in _parts(path):
            if path.suffix == ".html":
                assert not _LOADS.search(data), (path.name, _LOADS.search(data))
                assert b"<script" not in data, path.name
            assert b'TargetMode="External"' not in data, (path.name, name)
            assert not re.search(rb"/URI\b|/Launch\b|/GoToR\b|/JavaScript\b", data), (path.name, name)


def _parts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of a packed file, or the file itself."""
    if path.suffix not in (".docx", ".xlsx"):
        yield path.name, path.read_bytes()
        return
    with ZipFile(path) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)
