"""Where results go: devices and pipes are written to, links stay, and what a dead process left is removed."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from exercise_files import exercise

Command = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="named pipes and links of other systems")
SCORE = "--hypothesis", "week/e.hyp.mei.txt", "--reference", "week/e.ref.kim.txt", "--source", "week/e.src.txt"
REPORTS = {
    "review": ("review", "week", "--format", "json"),
    "score": ("score", *SCORE),
    "progress": ("class", "progress", "week"),
    "comments": ("class", "comments", "export", "week"),
}


@pytest.fixture(params=REPORTS)
def report(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ...]:
    text = "He went to school.\n"
    exercise(tmp_path / "week", source="He go to school.\n", hypotheses={"mei": text}, references={"kim": text})
    return REPORTS[request.param]


def test_a_pipe_is_written_to(markscheme: Command, tmp_path: Path, report: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    done = markscheme(*report, "--output", "pipe")
    reader.join(20)
    assert done.returncode == 0, done.stderr
    assert pipe.is_fifo()
    assert read
    assert read[0]


def test_a_link_stays_and_its_target_is_replaced(markscheme: Command, tmp_path: Path, report: tuple[str, ...]) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "report").write_text("old")
    (tmp_path / "kept" / "report").chmod(0o600)
    (tmp_path / "link").symlink_to(Path("kept") / "report")
    assert markscheme(*report, "--output", "link").returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept" / "report").read_text() not in ("", "old")
    assert (tmp_path / "kept" / "report").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["report"]


def test_a_device_stays(markscheme: Command, tmp_path: Path, report: tuple[str, ...]) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | 0o020000, os.makedev(1, 3))
        device.write_text("nothing")
    except OSError:
        pytest.skip("no devices can be made here")
    assert markscheme(*report, "--output", "null").returncode == 0
    assert device.is_char_device()


KILLED = """
import os, sys
from pathlib import Path
from markscheme.documents import files
with files.written_whole(Path(sys.argv[1])) as [stream]:
    stream.write(b"half")
    stream.flush()
    os._exit(9)
"""


def test_what_a_dead_process_left_is_removed_at_the_next_write(
    markscheme: Command, tmp_path: Path, report: tuple[str, ...]
) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "out")], check=False)
    assert len({path.name for path in tmp_path.iterdir()} - before) == 1
    assert markscheme(*report, "--output", "out").returncode == 0
    assert {path.name for path in tmp_path.iterdir()} - before == {"out"}


LOCKED = """
import os, sys
from pathlib import Path
from markscheme.documents import files
with files.locked(Path(sys.argv[1])):
    os._exit(9)
"""


def test_a_lock_that_a_dead_process_left_is_removed_at_the_next_write(markscheme: Command, tmp_path: Path) -> None:
    """So is one of another machine after a day; one that is held stays, and so does another program's."""
    text = "He went to school.\n"
    exercise(tmp_path, source="He go to school.\n", hypotheses={"mei": text}, references={"kim": text})
    before = {path.name for path in tmp_path.iterdir()}
    subprocess.run([sys.executable, "-c", LOCKED, str(tmp_path / "decisions.m2")], check=False)
    elsewhere, held, foreign = (tmp_path / f".{name}.lock" for name in ("accepted.m2", "questions.m2", "essay.odt"))
    for path in (elsewhere, held, foreign):
        path.write_text("1\nanother-machine\n")
    os.utime(elsewhere, (0, 0))
    os.utime(foreign, (0, 0))
    assert markscheme("init", ".", "--yes").returncode == 0
    left = {path.name for path in tmp_path.iterdir()} - before
    assert left == {"markscheme.toml", held.name, foreign.name}


def test_files_are_replaced_together_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, markscheme: Command, tmp_path: Path, report: tuple[str, ...]
) -> None:
    """The second of two sheets can't be put in its place: the first one is as it was."""
    text = "He goes to school.\n"
    (tmp_path / "week" / "e.hyp.ana.txt").write_text(text)
    out = tmp_path / "out"
    out.mkdir()
    for name in ("Ana.html", "Mei.html"):
        (out / name).write_text(f"old {name}")
    replace = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if Path(target).name == "Mei.html" and not path.name.endswith(".old"):
            raise PermissionError(13, "Permission denied", str(target))
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", failing)
        done = markscheme("class", "feedback", "week", "--into", "out")
    assert done.returncode == 2
    assert "Mei.html" in done.stderr
    assert {path.name: path.read_text() for path in out.iterdir()} == {
        name: f"old {name}" for name in ("Ana.html", "Mei.html")
    }


def test_several_files_that_are_written_at_once_are_different_ones(markscheme: Command, tmp_path: Path) -> None:
    texts = {"mei": "He went to school.\n", "ana": "He goes to school.\n"}
    exercise(tmp_path / "week", source="He go to school.\n", hypotheses=texts, references={"kim": texts["mei"]})
    assert markscheme("convert", "week", "out.src", "--to", "lines").returncode == 0
    written = {path.name: path.read_text() for path in tmp_path.glob("out.*")}
    assert written["out.hyp.ana"] != written["out.hyp.mei"]
    assert len(written) == 4


def test_a_file_that_somebody_reads_for_a_moment_is_replaced(
    markscheme: Command, tmp_path: Path, report: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Windows has it: a file that another program has open can't be replaced."""
    replace, refusals = Path.replace, iter([PermissionError(13, "in use"), PermissionError(13, "in use")])

    def refused_twice(self: Path, target: Path) -> Path:
        if refusal := next(refusals, None):
            raise refusal
        return replace(self, target)

    monkeypatch.setattr("markscheme.documents._staging._PAUSES", (0.0, 0.0))
    monkeypatch.setattr(Path, "replace", refused_twice)
    assert markscheme(*report, "--output", "out.csv" if report[0] == "class" else "out.json").returncode == 0
    assert next(refusals, None) is None
