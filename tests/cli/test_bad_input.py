"""Bad input ends with exit status 2, one clear line that names the file, and nothing half-written."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from exercise_files import exercise

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Spoil = Callable[[Path], None]

SOURCE = "She like music .\nIt rain .\n"
HYPOTHESIS = "She likes music .\nIt rain .\n"
REFERENCE = "She likes music .\nIt rains .\n"
RUNNING = "My sister like music. It rain in May."


def essay(folder: Path, source: str = SOURCE, hypothesis: str = HYPOTHESIS, reference: str = REFERENCE) -> Path:
    exercise(folder, stem="essay", source=source, hypotheses={"mei": hypothesis}, references={"kim": reference})
    return folder


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """Write an exercise; no configuration above the test's folder applies to it."""
    (tmp_path / ".git").mkdir()
    return essay(tmp_path / "week")


def one_line(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: ")
    assert "Traceback" not in line
    return line.removeprefix("markscheme: ")


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# What can be wrong with one document.


def missing(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_text("")


def shorter(path: Path) -> None:
    path.write_text(path.read_text().partition("\n")[0] + "\n")


def longer(path: Path) -> None:
    path.write_text(path.read_text() + "It pours .\n")


def binary(path: Path) -> None:
    path.write_bytes(b"\x7fELF\r\n\x1a\n\0\0\0\rIHDR")


def picture(path: Path) -> None:
    path.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0")


def not_utf8(path: Path) -> None:
    path.write_bytes("She likes café music .\nIt rains, déjà .\n".encode("latin-1"))


def utf16(path: Path) -> None:
    path.write_text(path.read_text(), encoding="utf-16-le")


def unreadable(path: Path) -> None:
    """Make the file unreadable; put a folder in its place where the user may read everything."""
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        path.chmod(0)
    else:
        path.unlink()
        path.mkdir()


def bad_edit(path: Path) -> None:
    path.write_text("S She like music .\nA 1 9|||R:VERB|||likes|||REQUIRED|||-NONE-|||0\n\nS It rain .\n")


def bad_first_edit(path: Path) -> None:
    path.write_text("S She like music .\nA one 2|||R:VERB|||likes|||REQUIRED|||-NONE-|||0\n\nS It rain .\n")


def bad_line(path: Path) -> None:
    path.write_text("S She like music .\n\nS It rain .\nI rest my case\n")


def other_source(path: Path) -> None:
    path.write_text("S She like music .\n\nS It snow .\nA 1 2|||R:VERB|||snows|||REQUIRED|||-NONE-|||0\n")


@pytest.mark.parametrize(
    ("role", "spoil", "line", "problem"),
    [
        pytest.param("src", missing, None, "does not exist", id="missing source"),
        pytest.param("hyp.mei", missing, None, "does not exist", id="missing"),
        pytest.param("ref.kim", missing, None, "does not exist", id="missing reference"),
        pytest.param("hyp.mei", empty, 1, "0 sentences", id="empty"),
        pytest.param("hyp.mei", shorter, 1, "1 sentence", id="too few lines"),
        pytest.param("ref.kim", longer, 3, "3 sentences", id="reference of too many lines"),
        pytest.param("ref.kim", bad_edit, 2, "outside its sentence", id="malformed M2"),
        pytest.param("hyp.mei", bad_first_edit, 2, "", id="M2 with a malformed first edit"),
        pytest.param("ref.kim", bad_line, 4, "neither", id="M2 with a line of no kind"),
        pytest.param("ref.kim", other_source, 3, "not that of essay.src.txt", id="M2 of another source"),
        pytest.param("hyp.mei", binary, 3, "binary", id="binary"),
        pytest.param("hyp.mei", picture, None, "a picture", id="picture"),
        pytest.param("ref.kim", not_utf8, 1, "UTF-8", id="not UTF-8"),
        pytest.param("src", utf16, None, "UTF-16 without a byte order mark", id="UTF-16"),
        pytest.param("ref.kim", unreadable, None, "", id="unreadable"),
    ],
)
def test_a_document_that_cannot_be_scored_is_named_with_its_line(
    markscheme: Command, folder: Path, role: str, spoil: Spoil, line: int | None, problem: str
):
    bad = folder / f"essay.{role}.txt"
    spoil(bad)
    before = left(folder)
    done = markscheme(
        *("score", "--source", "week/essay.src.txt", "--hypothesis", "week/essay.hyp.mei.txt"),
        *("--reference", "week/essay.ref.kim.txt", "--format", "json", "--output", "week/scores.json", "--strict"),
    )
    error = one_line(done)
    assert done.stdout == ""
    assert error.startswith(f"week/{bad.name}:{line}: " if line else f"week/{bad.name}: ")
    assert problem in error
    assert left(folder) == before


def test_documents_without_sentences_are_named(markscheme: Command, folder: Path):
    for path in folder.iterdir():
        path.write_text("")
    given = ["--source", "week/essay.src.txt", "--hypothesis", "week/essay.hyp.mei.txt"]
    error = one_line(markscheme("score", *given, "--reference", "week/essay.ref.kim.txt"))
    assert error.startswith("week/essay.src.txt")


def test_parallel_text_needs_a_source(markscheme: Command):
    given = ["--hypothesis", "week/essay.hyp.mei.txt", "--reference", "week/essay.ref.kim.txt"]
    assert "--source" in one_line(markscheme("score", *given))


# Reviews.


@pytest.mark.parametrize(
    ("role", "spoil", "line", "problem"),
    [
        pytest.param("hyp.mei", missing, None, "does not exist", id="missing"),
        pytest.param("src", missing, None, "no source", id="missing source"),
        pytest.param("src", empty, 1, "the document is empty", id="empty source"),
        pytest.param("hyp.mei", shorter, 1, "1 sentence", id="other number of lines"),
        pytest.param("ref.kim", longer, 3, "3 sentences", id="reference with other number of lines"),
        pytest.param("ref.kim", bad_edit, 2, "outside its sentence", id="malformed M2"),
        pytest.param("ref.kim", bad_first_edit, 2, "", id="M2 with a malformed first edit"),
        pytest.param("hyp.mei", binary, 3, "binary", id="binary"),
        pytest.param("hyp.mei", picture, None, "a picture", id="picture"),
        pytest.param("ref.kim", not_utf8, 1, "UTF-8", id="reference not UTF-8"),
        pytest.param("src", utf16, None, "UTF-16 without a byte order mark", id="source in UTF-16"),
        pytest.param("hyp.mei", unreadable, None, "", id="unreadable"),
    ],
)
def test_a_document_that_cannot_be_reviewed_is_named_with_its_line(
    markscheme: Command, folder: Path, role: str, spoil: Spoil, line: int | None, problem: str
):
    spoil(folder / f"essay.{role}.txt")
    done = markscheme("review", "week/essay.hyp.mei.txt", "--format", "json")
    error = one_line(done)
    assert json.loads(done.stdout)["documents"] == []
    named = "essay.hyp.mei.txt" if problem == "no source" else f"essay.{role}.txt"
    assert f"{folder / named}:{line}: " in error if line else f"{folder / named}: " in error
    assert problem in error


def test_an_empty_source_of_running_text_is_named(markscheme: Command, folder: Path):
    essay(folder, RUNNING, RUNNING, RUNNING)
    (folder / "essay.src.txt").write_text("\n \n")
    done = markscheme("review", "week/essay.hyp.mei.txt", "--format", "json")
    error = one_line(done)
    assert "essay.src.txt:1: " in error
    assert "empty" in error
    assert json.loads(done.stdout)["documents"] == []


def test_an_empty_hypothesis_is_listed_and_no_fault(markscheme: Command, folder: Path):
    (folder / "essay.hyp.mei.txt").write_text("\n \n")
    done = markscheme("review", "week/essay.hyp.mei.txt", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["absent"] == ["mei's text for essay has nothing in it yet"]


def test_a_reference_may_leave_a_sentence_out(markscheme: Command, folder: Path):
    (folder / "essay.ref.kim.txt").write_text("\nIt rains .\n")
    (folder / "essay.ref.roy.txt").write_text(REFERENCE)
    done = markscheme("review", "week/essay.hyp.mei.txt", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    [document] = json.loads(done.stdout)["documents"]
    assert [finding["category"] for finding in document["findings"]] == ["hit-correction", "under-correction"]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("week/essay.hyp.mei.txt", '[[exercise]]\nreferences = ["essay.ref.kim.txt"]\nsource = "essay.src.txt\n', 3),
        ("week/markscheme.toml", '[[exercise]]\nreferences = ["essay.ref.kim.txt"]\nteacher = "Kim"\n', 3),
        ("week", '[[exercise]]\nreferences = "essay.ref.kim.txt"\n', 2),
        ("week/essay.hyp.mei.txt", '[[exercise]]\nreferences = ["../essay.ref.kim.txt"]\n', 2),
    ],
    ids=["TOML", "key", "type", "path"],
)
def test_a_broken_configuration_is_named_with_its_line(
    markscheme: Command, folder: Path, path: str, text: str, line: int
):
    (folder / "markscheme.toml").write_text(text)
    done = markscheme("review", path, "--format", "json")
    assert one_line(done).startswith(f"{folder / 'markscheme.toml'}:{line}:")
    assert json.loads(done.stdout)["documents"] == []


@pytest.mark.parametrize(
    "command",
    [
        "review my*class",
        "class feedback my*class",
        "class progress my*class",
        "class export my*class",
        "annotate coverage my*class",
        "annotate agreement my*class",
        "annotate questions my*class",
        "annotate adjudicate status my*class",
        "annotate adjudicate prepare my*class --for Kim --into out",
        "class moderate my*class my*class",
        "class moderate prepare my*class --into out",
        "convert my*class out.m2",
    ],
)
def test_a_folder_without_a_set_up_names_the_command_that_makes_one(markscheme: Command, tmp_path: Path, command: str):
    (tmp_path / "my class").mkdir()
    (tmp_path / "my class/essay.txt").write_text("She like tea.\n")
    done = markscheme(*(word.replace("*", " ") for word in command.split()))
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert "my class: there is no exercise" in line
    assert line.endswith(
        "Set it up with markscheme init 'my class' or, in the editor, with “Set Up Marking in This Folder”"
    )
    (tmp_path / "my class/markscheme.toml").write_text("[marking]\n")
    again = markscheme(*(word.replace("*", " ") for word in command.split()))
    assert "with markscheme init 'my class' --force or" in again.stderr


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("week/notes.txt", "belongs to no exercise"),
        ("week/essay.ref.kim.txt", "is a teacher's correction"),
        ("nothing", "no exercise in this folder"),
        ("nowhere", "does not exist"),
    ],
)
def test_a_path_with_nothing_to_mark_is_reported(markscheme: Command, folder: Path, path: str, problem: str):
    (folder / "notes.txt").write_text("Buy milk .\n")
    (folder.parent / "nothing").mkdir()
    error = one_line(markscheme("review", path))
    assert error.startswith(f"{folder.parent / path}: ")
    assert problem in error


def test_bad_documents_do_not_stop_others(markscheme: Command, tmp_path: Path):
    """Bad documents of every kind stand between good ones; each is reported once."""
    school = tmp_path / "school"
    kinds = {"a": None, "b": binary, "c": not_utf8, "d": shorter, "e": bad_edit, "f": unreadable, "g": None}
    for name, spoil in kinds.items():
        essay(school / name)
        if spoil:
            spoil(school / name / "essay.ref.kim.txt")
    essay(school / "h")
    (school / "h" / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "nothing.txt"\nreferences = ["essay.ref.kim.txt"]\n'
    )
    done = markscheme("review", "nowhere.txt", "school", "--format", "json", "--output", "marks.json")
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert all(line.startswith(f"markscheme: {tmp_path}") for line in lines)
    places = [line.removeprefix(f"markscheme: {tmp_path}/").partition(": ")[0] for line in lines]
    assert places == [
        "nowhere.txt",
        "school/b/essay.ref.kim.txt:3",
        "school/c/essay.ref.kim.txt:1",
        "school/d/essay.ref.kim.txt:1",
        "school/e/essay.ref.kim.txt:2",
        # A folder is no reference: without one, the correction is estimated.
        *([] if (school / "f/essay.ref.kim.txt").is_dir() else ["school/f/essay.ref.kim.txt"]),
        "school/h/markscheme.toml:2:10",
    ]
    printed = json.loads((tmp_path / "marks.json").read_text())
    good = ["a", "g"]
    reviewed = [(school / name / "essay.hyp.mei.txt").as_uri() for name in good]
    assert [document["uri"] for document in printed["documents"]] == reviewed
    for document in printed["documents"]:
        assert [finding["category"] for finding in document["findings"]] == ["hit-correction", "under-correction"]
        first = document["findings"][0]
        assert first["range"] == {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 9}}
    assert [problem["path"].removeprefix(f"{tmp_path}/") for problem in printed["problems"]] == [
        place.partition(":")[0] for place in places
    ]
    assert left(tmp_path) == {".git", "week", "school", "marks.json"}


def test_an_unusable_reference_leaves_the_others(markscheme: Command, folder: Path):
    (folder / "essay.ref.roy.txt").write_text("One line only .\n")
    done = markscheme("review", "week/essay.hyp.mei.txt", "--format", "json")
    assert one_line(done).startswith(f"{folder / 'essay.ref.roy.txt'}:1: ")
    [document] = json.loads(done.stdout)["documents"]
    assert document["marks"]["references"] == 1


# Output.


@pytest.fixture
def scoring(folder: Path) -> list[str]:
    """Return a command on M2 files, which needs no pipeline."""
    (folder / "class.m2").write_text("S It rain .\nA 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||0\n")
    return ["score", "--hypothesis", "week/class.m2", "--reference", "week/class.m2"]


@pytest.mark.parametrize("output", ["nowhere/marks.json", "week", ".", "week/essay.src.txt/marks.json"])
def test_an_output_that_cannot_be_written_is_reported_and_leaves_nothing(
    markscheme: Command, folder: Path, scoring: list[str], output: str
):
    before = {path: path.is_file() and path.read_bytes() for path in folder.parent.rglob("*")}
    assert one_line(markscheme(*scoring, "--output", output)).startswith(f"{output}: ")
    assert {path: path.is_file() and path.read_bytes() for path in folder.parent.rglob("*")} == before


def test_a_failure_leaves_the_earlier_output(markscheme: Command, folder: Path):
    (folder / "scores.json").write_text("kept")
    (folder / "essay.ref.kim.txt").write_text("")
    given = ["--source", "week/essay.src.txt", "--hypothesis", "week/essay.hyp.mei.txt"]
    one_line(markscheme("score", *given, "--reference", "week/essay.ref.kim.txt", "--output", "week/scores.json"))
    assert (folder / "scores.json").read_text() == "kept"


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_an_output_file_has_the_mode_of_a_new_file(markscheme: Command, tmp_path: Path, scoring: list[str]):
    assert markscheme(*scoring, "--output", "scores.txt").returncode == 0
    (tmp_path / "ordinary.txt").touch()
    assert (tmp_path / "scores.txt").stat().st_mode == (tmp_path / "ordinary.txt").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="other systems report a closed pipe otherwise")
@pytest.mark.parametrize("form", [pytest.param("text", marks=pytest.mark.thorough), "json"])
def test_a_closed_pipe_causes_no_traceback(markscheme_process: Command, scoring: list[str], form: str):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = markscheme_process(*scoring, "--format", form, stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode != 0
    assert done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes on POSIX only")
def test_a_file_name_that_is_no_text_causes_no_traceback(
    markscheme_process: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Standard output is strict, as it is in a locale such as en_GB.UTF-8."""
    name = os.fsdecode(b"essay.hyp.m\xe9i.txt")
    try:
        (folder / name).write_text("She likes music .\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    done = markscheme_process("review", f"week/{name}", "--format", "json")
    assert "essay.hyp.m" in one_line(done)
    assert json.loads(done.stdout)["documents"] == []


# Results that can't be written where they are wanted: found before anything is read.


@pytest.fixture
def corpus(folder: Path) -> list[str]:
    """Return the options of a corpus of M2 in the folder above the exercise."""
    above = folder.parent
    for name, correction in {"h.m2": "goes", "r.m2": "went"}.items():
        (above / name).write_text(
            f"S He go .\nA 1 2|||R:VERB|||{correction}|||REQUIRED|||-NONE-|||0\n\n", encoding="utf-8"
        )
    (above / "link.jsonl").symlink_to("h.m2")
    (above / "made").mkdir()
    return ["--hypothesis", "h.m2", "--reference", "r.m2"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["score", "--output", "r.m2"], "r.m2: this file is an input, and the result would be written over it"),
        (["score", "--output", "week/../h.m2", "--resume"], "this file is an input"),
        (["score", "--sentence-scores", "link.jsonl"], "link.jsonl: this file is an input"),
        (["score", "--output", "x.jsonl", "--sentence-scores", "./x.jsonl"], "two results would be written"),
        (["score", "--output", "made", "--resume"], "made: this is a folder, not a file"),
        (["score", "--output", "nowhere/x.json", "--resume"], ": there is no folder nowhere. Make it first"),
        (["score", "--sentence-scores", "nowhere/x.jsonl"], ": there is no folder nowhere. Make it first"),
        (["eval compare", "--output", "h.m2"], "h.m2: this file is an input"),
        (["eval compare", "--output", "nowhere/x.txt"], ": there is no folder nowhere. Make it first"),
    ],
)
def test_a_result_that_cannot_be_written_is_refused_first(
    markscheme: Command, folder: Path, corpus: list[str], options: list[str], message: str
):
    above = folder.parent
    before = {path.name: path.read_bytes() if path.is_file() else b"" for path in above.iterdir()}
    done = markscheme(*options[0].split(), *corpus, *options[1:], "--cache", "week/cache.sqlite")
    assert message in one_line(done)
    assert {path.name: path.read_bytes() if path.is_file() else b"" for path in above.iterdir()} == before


@pytest.mark.parametrize("command", ["review", "annotate coverage"])
def test_a_marked_document_is_not_written_over(markscheme: Command, folder: Path, command: str):
    essay_file = next(folder.glob("*.hyp.mei*"))
    before = essay_file.read_bytes()
    done = markscheme(*command.split(), str(essay_file), "--output", str(essay_file))
    assert "this file is an input" in one_line(done)
    assert essay_file.read_bytes() == before


@pytest.mark.parametrize("command", ["review", "annotate coverage"])
def test_a_document_in_a_marked_folder_is_not_written_over(markscheme: Command, folder: Path, command: str):
    document = folder / "essay.hyp.mei.txt"
    before = document.read_bytes()
    done = markscheme(*command.split(), "week", "--output", "week/essay.hyp.mei.txt")
    assert "this file is in a folder that is marked, and no report: it may be a document" in one_line(done)
    assert document.read_bytes() == before


def test_a_report_is_written_again(markscheme: Command, folder: Path):
    for _ in range(2):
        assert markscheme("review", "week", "--output", "week/markscheme-reports/review.txt").returncode == 0


def test_a_hypothesis_needs_a_name(markscheme: Command, folder: Path, corpus: list[str]):
    done = markscheme("score", *corpus, "--hypothesis", "=r.m2")
    assert "'=r.m2' has no name; write NAME=FILE" in one_line(done)
