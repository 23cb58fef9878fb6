"""Whatever a file of 100 kB holds, it is marked or refused in ten seconds of the processor and one gigabyte.

``--thorough`` tries that with every shape, each in its own process. Else the worst shapes are tried in one process, a
quarter as large: work that grows with the square of the size takes a sixteenth.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bounds.shapes import SHAPES, SOURCE, THOROUGH, essay
from markscheme.api import marking, research
from markscheme.documents.files import read_data
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_of

SECONDS = 10.0 if THOROUGH else 5.0
"""Of the processor, where nothing else runs; see :mod:`bounds.measure`. Runs differ by a tenth."""
BYTES = 800 * 2**20
"""Of a process, without the files of libraries that are mapped into it."""
TIMEOUT = 600
ENCODED = {"unrelated words"}
"""Shapes whose changes the encoder reads: their work is bounded in words, and no document is refused for it."""
WORST = (
    "unrelated texts",
    "long sentences",
    "few marks",
    "insertion marks",
    "no sentence ends",
    "one sentence again and again",
    "line ends",
    "M2: many edits",
    "JSON lines: nested objects",
    "TOML: nested tables",
    "UA-GEC: arrows",
    "UA-GEC: colons in an error",
    "Word: entities",
    "Word: a bomb",
)


def write(folder: Path, name: str) -> Path:
    inside = folder / name.replace(" ", "-").replace(":", "").replace("&", "")
    (inside / ".git").mkdir(parents=True)
    for file, data in SHAPES[name]().items():
        (inside / file).write_bytes(data)
    return inside


def measured(folder: Path, names: tuple[str, ...]) -> list[dict[str, object]]:
    """Return what each step on each shape took."""
    pytest.importorskip("resource")
    warm = folder / "warm"
    warm.mkdir()
    for file, data in essay(SOURCE.replace("suffer ", "suffers ")).items():
        (warm / file).write_bytes(data)
    command = [sys.executable, "-m", "bounds.measure", str(warm), *(str(write(folder, name)) for name in names)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(steps: list[dict[str, object]]) -> None:
    assert steps
    wrong = [
        step
        for step in steps
        if step["processor"] > SECONDS or step["peak"] > BYTES or str(step["message"]).endswith("FAULT")  # type: ignore[operator]
    ]
    assert not wrong


@pytest.mark.thorough
@pytest.mark.skipif(THOROUGH, reason="every shape is tried by itself")
def test_worst_shapes(tmp_path: Path) -> None:
    check(measured(tmp_path, WORST))


@pytest.mark.parametrize("name", [name for name in SHAPES if THOROUGH and name not in ENCODED])
def test_every_shape(name: str, tmp_path: Path) -> None:
    check(measured(tmp_path, (name,)))


def test_says_where_a_sentence_is_too_long(tmp_path: Path) -> None:
    report = marking.review([write(tmp_path, "few marks")])
    [problem] = report.problems
    assert problem.line == 1
    assert problem.problem == (
        "a sentence of 600 words is too long to be compared word by word: 600 of them count as one change"
    )
    assert report.documents


def test_a_line_of_five_megabytes_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, "spaces")
    (folder / "essay.hyp.mei.txt").write_text("She likes tea. " * 333_000)
    [problem] = marking.review([folder]).problems
    assert problem.problem == "the text has 4,995,000 characters, and more than 1,000,000 are not marked as one text"


def test_half_a_surrogate_pair_is_refused_at_its_line(tmp_path: Path) -> None:
    folder = write(tmp_path, "spaces")
    (folder / "essay.hyp.mei.txt").write_bytes(b"She likes tea.\n\xed\xa0\xbd\n")
    (folder / "corpus.jsonl").write_text('{"source": "a"}\n{"source": "\\ud83d"}\n')
    [problem] = marking.review([folder]).problems
    assert (problem.path, problem.line) == (folder / "essay.hyp.mei.txt", 2)
    with pytest.raises(DocumentError, match=r"corpus\.jsonl:2: this line has half a surrogate pair"):
        research.convert(folder / "corpus.jsonl", folder / "corpus.m2")


def test_five_thousand_hypotheses_are_listed_and_one_is_marked(tmp_path: Path) -> None:
    folder = write(tmp_path, "spaces")
    for number in range(5000):
        (folder / f"essay.hyp.s{number}.txt").write_text(SOURCE)
    report = marking.review([folder / "essay.hyp.s4999.txt"])
    assert [item.path.name for item in report.documents] == ["essay.hyp.s4999.txt"]
    [exercise] = exercises_of(folder / "essay.src.txt")
    assert len(exercise.hypotheses) == 5001


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_links_do_not_stop_a_folder(tmp_path: Path) -> None:
    folder = write(tmp_path, "spaces")
    (folder / "essay.hyp.mei.txt").write_text(SOURCE)
    os.mkfifo(folder / "essay.hyp.kim.txt")
    (folder / "essay.hyp.ada.txt").symlink_to(folder / "essay.hyp.ada.txt")
    (folder / "again").symlink_to(folder)
    assert [item.path.name for item in marking.review([folder]).documents] == ["essay.hyp.mei.txt"]
    with pytest.raises(DocumentError, match="this is a named pipe, not a file"):
        read_data(folder / "essay.hyp.kim.txt")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_devices_are_refused() -> None:
    with pytest.raises(DocumentError, match="this is a device, not a file"):
        read_data(Path("/dev/zero"))
