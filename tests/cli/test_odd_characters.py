"""Characters that steer a terminal, that XML can't hold, and that a name can't have: shown, or put another one for."""

import json
import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import settings
from lxml import etree

from exercise_files import exercise

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SOURCE = "He go to school yesterday. She have two cat.\n"
REFERENCE = "He went to school yesterday. She has two cats.\n"
HYPOTHESIS = "He went{} to school yesterday. She has two cat{}.\n"
STEERING = "\x1b]0;owned\x07\x1b[8m", "\x08\x0c\x01\x7f", "\x9b31m", "\u202e\u2066", "\ufffe"
THOROUGH = settings().max_examples > 100
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(params=["".join(STEERING), *(STEERING if THOROUGH else ())], ids=lambda text: ascii(text)[1:-1])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Write a class in which a text and a name have such characters; they stand where the student changed words."""
    text: str = request.param
    texts = {f"m{text}ei": HYPOTHESIS.format(text, text), "ana": HYPOTHESIS.format("", "")}
    exercise(tmp_path / "week", source=SOURCE, hypotheses=texts, references={"kim": REFERENCE})
    return text


@pytest.mark.parametrize(
    "command",
    [
        ("review", "week"),
        ("review", "week", "--vocabulary", "cleme2"),
        ("class", "feedback", "week"),
        ("class", "export", "week"),
        ("class", "progress", "week"),
        ("init", "week"),
    ],
    ids=lambda command: " ".join(command),
)
def test_a_terminal_is_not_steered(markscheme: Command, odd: str, command: tuple[str, ...]) -> None:
    done = markscheme(*command)
    assert "Traceback" not in done.stderr
    assert not RAW.search(done.stdout + done.stderr)


def test_styles_at_a_terminal_are_ours_alone(tmp_path: Path) -> None:
    text = STEERING[0]
    exercise(
        tmp_path, source=SOURCE, hypotheses={f"m{text}ei": HYPOTHESIS.format(text, "")}, references={"k": REFERENCE}
    )
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script
    ours, theirs = pytest.importorskip("pty").openpty()
    with subprocess.Popen([script, "review", "."], cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        written = b""
        while True:
            try:
                written += os.read(ours, 65536)
            except OSError:
                break
    os.close(ours)
    assert run.returncode == 0
    assert b"\x1b[32m" in written
    assert b"\x1b]" not in written
    assert b"\x1b[8m" not in written
    assert rb"\u001b]0;owned" in written


def test_json_has_the_characters_themselves(markscheme: Command, odd: str) -> None:
    documents = json.loads(markscheme("review", "week", "--format", "json").stdout)["documents"]
    assert any(odd in finding["hypothesis"] for one in documents for finding in one["findings"])


@pytest.mark.parametrize("form", ["docx", "html", "pdf"])
@pytest.mark.parametrize("way", [(), ("--together",), ("--zip",), ("--mode", "tracked")], ids=" ".join)
def test_feedback_is_written_for_everybody(
    markscheme: Command, tmp_path: Path, odd: str, form: str, way: tuple[str, ...]
) -> None:
    done = markscheme("class", "feedback", "week", "--format", form, *way, "--into", "out")
    assert done.returncode == 0, done.stderr
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for data in [*files.values()] if "--zip" in way else []:
        with ZipFile(BytesIO(data)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    assert len(files) == (1 if "--together" in way else 2)
    assert not any(RAW.search(name) for name in files)
    for data in files.values() if form == "docx" else ():
        with ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                if name.endswith((".xml", ".rels")):
                    etree.fromstring(archive.read(name))


@pytest.mark.skipif(os.name == "nt", reason="names of files are Unicode there")
def test_names_that_are_not_utf_8(markscheme: Command, tmp_path: Path) -> None:
    exercise(tmp_path / "week", source=SOURCE, hypotheses={"ana": REFERENCE}, references={"kim": REFERENCE})
    Path(os.fsdecode(os.fsencode(tmp_path / "week") + b"/e.hyp.Jos\xe9.txt")).write_text(REFERENCE)
    for command in (["review", "week"], ["class", "feedback", "week", "--format", "docx"], ["class", "export", "week"]):
        done = markscheme(*command)
        assert done.returncode == 0, done.stderr
    feedback = tmp_path / "week" / "markscheme-reports" / "feedback"
    assert sorted(path.name for path in feedback.iterdir()) == ["Ana.docx", "Jos\ufffd.docx"]


@pytest.mark.parametrize(
    "encoding", ["cp1252", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("ascii", "cp437"))]
)
def test_a_console_without_our_signs(markscheme_process: Command, tmp_path: Path, encoding: str) -> None:
    exercise(tmp_path / "week", source=SOURCE, hypotheses={"Żaneta": REFERENCE}, references={"kim": REFERENCE})
    done = markscheme_process("review", "week", encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert r"go \u2192 went" in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("annotate", "agreement", "week", "--resamples", "0"),
        pytest.param(
            ("score", "hyp=week/e.hyp.Żaneta.txt", "--reference", "week/e.ref.kim.txt", "--source", "week/e.src.txt"),
            marks=pytest.mark.thorough,
        ),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_pipe_of_a_western_windows(command: tuple[str, ...], markscheme_process: Command, tmp_path: Path) -> None:
    """Redirected, Python writes Windows's own encoding, which lacks letters of names and signs of ours."""
    references = {"kim": REFERENCE, "Želva": REFERENCE.replace("two cats", "two 🐈 cats")}
    exercise(tmp_path / "week", source=SOURCE, hypotheses={"Żaneta": REFERENCE}, references=references)
    done = markscheme_process(*command, encoding="cp1252")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout


def submissions(path: Path, files: dict[str, bytes]) -> Path:
    with ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_a_student_may_be_called_as_no_file_can(markscheme: Command, tmp_path: Path) -> None:
    names = (".", "..", "CON", "Aa/B", "m\u202eei", "x" * 300)
    files = {
        f"{name.replace('/', ':')}_{number}_assignsubmission_file_/essay.txt": f"{SOURCE}{number}".encode()
        for number, name in enumerate(names, 1)
    }
    files["Mei_9_assignsubmission_file_/essay.txt"] = SOURCE.encode()
    files["Mei_9_assignsubmission_file_/._essay.txt"] = b"\0\5\26\7 what a Mac adds"
    done = markscheme("class", "import", submissions(tmp_path / "all.zip", files), "--into", "week")
    assert done.returncode == 0, done.stderr
    written = sorted((tmp_path / "week" / "students").iterdir())
    assert {path.read_bytes() for path in written} == {data for data in files.values() if data[:1] != b"\0"}
    assert not any(RAW.search(path.name) or path.stem in (".", "..", "CON") for path in written)


def test_two_spaces_of_a_name_are_two(markscheme: Command):
    assert "Ana  Lima.txt" in markscheme("review", "Ana  Lima.txt").stderr
