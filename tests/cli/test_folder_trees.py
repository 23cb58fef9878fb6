"""``review`` and ``coverage`` of a folder tree: the same bytes with any number of workers, whatever is in the tree."""

import json
import os
import random
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import ANY

import attrs
import psutil
import pytest
from hypothesis import settings
from openpyxl import load_workbook
from typer.testing import CliRunner

import markscheme
import markscheme.errors
from conftest import Command
from exercise_files import exercise
from interrupts import listen_to_interrupts
from markscheme.api import marking
from markscheme.cli.app import app
from markscheme.documents.files import MARK_LINE
from markscheme.reports import review_work
from markscheme.reports.report import ReviewedDocument, itself
from markscheme.reports.review_json import review_json
from markscheme.reports.review_report import review_text
from markscheme.scoring import worker_pool
from markscheme.scoring.executor import workers_for

SOURCE = "She like music . He go to school by bus ."
REFERENCE = "She likes music . He goes to school by bus ."
VERSIONS = [
    "She likes music . He go to school by bus .",
    "She likes the music . He goes to school by the bus .",
    "She loves music . He went to school by bus .",
    SOURCE,
]
SCHEME = """
[[exercise]]
source = "task.txt"
hypotheses = ["{student}.hyp.txt"]
references = ["teacher {teacher}.txt"]
scheme = { preset = "share of errors found", max = 20 }
"""
FORMATS = ["text", "json"]
COVERAGE_FORMATS = ["text", "csv", "html", "json"]
THOROUGH = settings().max_examples > 100


def write_class(folder: Path, students: int, seed: int = 0) -> None:
    """Write a class with a mark scheme."""
    folder.mkdir(parents=True)
    choices = random.Random(seed)
    (folder / "markscheme.toml").write_text(SCHEME)
    (folder / "task.txt").write_text(f"{SOURCE}\n")
    (folder / "teacher kim.txt").write_text(f"{REFERENCE}\n")
    for number in range(students):
        (folder / f"s{number:02}.hyp.txt").write_text(f"{choices.choice(VERSIONS)}\n")


def write_named(folder: Path, **references: str) -> None:
    exercise(folder, source=f"{SOURCE}\n", hypotheses={"mei": f"{VERSIONS[1]}\n"}, references=references)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a tree with what people really have: nested classes, links, empty folders, files that can't be read."""
    top = tmp_path_factory.mktemp("tree")
    # A command in a process of its own trusts the folder that it is given.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MARKSCHEME_TRUST", str(top))
        write_tree(top)
        yield top


def write_tree(top: Path) -> None:
    (top / ".git").mkdir()
    write_class(top / "a", 11)
    (top / "a" / "s05.hyp.txt").write_bytes(b"She lik\xe9s music .\n")
    (top / "a" / "s07.hyp.txt").write_text(" \n")
    write_class(top / "a" / "inner", 2, seed=1)
    write_named(top / "b" / "deeper", kim=f"{REFERENCE}\n", roy=f"{VERSIONS[2]}\n")
    write_named(top / "c")  # it is estimated
    write_named(top / "d", kim=f"{REFERENCE}\n")
    (top / "d" / "e.ref.roy.txt").write_bytes(b"\xff\xfe\x00")
    (top / "empty" / "emptier").mkdir(parents=True)
    (top / "broken").mkdir()
    (top / "broken" / "markscheme.toml").write_text("[[exercise]\n")
    (top / "links").mkdir()
    (top / "links" / "to-a").symlink_to(top / "a", target_is_directory=True)
    (top / "links" / "e.src.txt").symlink_to(top / "d" / "e.src.txt")
    (top / "links" / "e.hyp.mei.txt").symlink_to(top / "d" / "e.hyp.mei.txt")
    (top / "links" / "e.ref.kim.txt").symlink_to(top / "d" / "e.ref.kim.txt")
    (top / "links" / "e.hyp.gone.txt").symlink_to(top / "nowhere.txt")
    (top / "links" / "e.hyp.circle.txt").symlink_to(top / "links" / "e.hyp.circle.txt")
    write_class(top / "z", 9, seed=2)


@pytest.fixture(scope="module")
def cache(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache with all that models compute of the tree: vectors depend on the others of a batch, by 1e-6."""
    path = tmp_path_factory.mktemp("cache") / "cache.sqlite"
    markscheme.review([tree], work=markscheme.Work(markscheme.EngineSettings(cache=str(path))))
    markscheme.coverage([tree], work=markscheme.Work(markscheme.EngineSettings(cache=str(path))))
    return path


def run(*arguments: object) -> tuple[int, str, str]:
    """Return a command's status, and what it prints to standard output and standard error."""
    result = CliRunner(env={"COLUMNS": "160"}).invoke(app, [*map(str, arguments)])
    assert not isinstance(result.exception, Exception), result.exc_info
    return result.exit_code, result.stdout, result.stderr


def written(content: object) -> str:
    """Return JSON as a command prints it in one piece."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("form", FORMATS if THOROUGH else ["json"])
def test_a_review_is_the_same_with_any_number_of_workers(tree: Path, cache: Path, tmp_path: Path, form: str):
    command = ["review", tree, "--format", form, "--cache", cache]
    status, printed, complaints = run(*command)
    assert status == 2
    assert run(*command, "--workers", "2") == (status, printed, complaints)
    report = marking.review([tree], work=markscheme.Work(markscheme.EngineSettings(cache=str(cache))))
    assert printed == (review_json(report) if form == "json" else review_text(report, 160))
    for workers in (1, 2):
        target = tmp_path / f"{workers}"
        assert run(*command, "--workers", workers, "--output", target) == (status, "", complaints)
        text = target.read_text("utf-8")
        head, _, rest = text.partition("\n\n" if form == "text" else '\n  "generator": "Markscheme",')
        assert head + rest == (MARK_LINE + printed if form == "text" else printed)
    assert {path.name for path in tmp_path.iterdir()} == {"1", "2"}


def test_one_json_object_is_written_in_pieces(tree: Path, cache: Path):
    _, printed, _ = run("review", tree, "--format", "json", "--cache", cache)
    content = json.loads(printed)
    assert written(content) == printed
    names = [Path(document["uri"]).parent.name for document in content["documents"]]
    assert names == ["a"] * 9 + ["inner"] * 2 + ["deeper", "d", "links"] + ["z"] * 9
    assert [Path(document["uri"]).parent.name for document in content["estimated"]] == ["c"]


def test_an_empty_review_is_one_json_object(tmp_path: Path):
    _, printed, _ = run("review", tmp_path, "--format", "json")
    content = json.loads(printed)
    assert written(content) == printed
    assert content["documents"] == content["estimated"] == []


def test_what_cannot_be_read_is_named_and_stops_nothing_else(tree: Path, cache: Path):
    status, printed, complaints = run("review", tree, "--cache", cache, "--workers", "2")
    assert status == 2
    lines = complaints.splitlines()
    assert len(lines) == 3
    assert any("s05.hyp.txt:1: the file is not UTF-8 text" in line for line in lines)
    assert any("e.ref.roy.txt" in line for line in lines)
    assert any("broken/markscheme.toml:1" in line for line in lines)
    assert "S06" in printed
    assert "S08" in printed


@pytest.mark.parametrize("form", COVERAGE_FORMATS if THOROUGH else ["csv"])
def test_coverage_is_the_same_with_any_number_of_workers(tree: Path, cache: Path, form: str):
    command = ["annotate", "coverage", tree, tree / "d" / "e.hyp.mei.txt", "--format", form, "--cache", cache]
    one = run(*command)
    assert one[0] == 2
    assert run(*command, "--workers", "2") == one


def files_in(folder: Path) -> dict[str, object]:
    """Return the files below a folder by name; a workbook, which has a date, by its cells."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): cells(path) or path.read_bytes() for path in paths}


def cells(path: Path) -> object:
    if path.suffix != ".xlsx":
        return None
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in load_workbook(path)}


@pytest.mark.parametrize(
    "command",
    [
        ["class", "feedback", "TREE", "--into", "INTO", "--format", "html"],
        ["class", "feedback", "TREE", "--into", "INTO", "--format", "docx", "--together", "--mode", "hint"],
        ["class", "progress", "TREE", "--format", "csv"],
        ["class", "progress", "TREE", "--format", "html", "--output", "INTO/progress.html"],
        ["class", "export", "TREE/z", "--into", "INTO"],
        ["class", "moderate", "TREE/z", "TREE/z", "--format", "csv"],
        ["class", "moderate", "prepare", "TREE/z", "--into", "INTO/copy", "--sample", "4", "--by", "mark"],
    ],
    ids=lambda command: " ".join(item for item in command if item not in ("TREE", "--into", "INTO")),
)
def test_a_classs_commands_write_the_same_with_any_number_of_workers(
    tree: Path, cache: Path, tmp_path: Path, command: list[str]
):
    into = tmp_path / "into"
    outcomes = []
    for workers in ([], ["--workers", "2"], ["--workers", "auto"]):
        into.mkdir()
        own = shutil.copytree(tree, tmp_path / "tree", symlinks=True)
        words = [word.replace("TREE", str(own)).replace("INTO", str(into)) for word in command]
        outcomes.append((run(*words, "--cache", cache, *workers), files_in(into), files_in(own)))
        shutil.rmtree(into)
        shutil.rmtree(own)
    assert outcomes[0][0][1] or outcomes[0][1]
    assert outcomes[1] == outcomes[0]
    assert outcomes[2] == outcomes[0]


def test_auto_takes_workers_where_they_save_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_pool, "available_cores", lambda: 4)
    chosen = [workers_for("auto", "local", count, count // 8 + 1) for count in (0, 40, 119, 120, 200, 3000)]
    assert chosen == [1, 1, 1, 2, 3, 4]
    assert workers_for("auto", "local", 3000, 1) == 1, "there is one item"
    assert workers_for(None, "local", 3000, 100) is workers_for("auto", "ray", 3000, 100) is None
    assert workers_for(3, "local", 10, 2) == 3


@attrs.frozen
class Deadly:
    """Ends its process at one document, as a lack of memory may, until it has done so a number of times."""

    name: str
    deaths: Path
    most: int

    def __call__(self, document: ReviewedDocument) -> ReviewedDocument:
        if document.path.name == self.name and self.deaths.stat().st_size < self.most:
            with self.deaths.open("ab") as file:
                file.write(b"x")
            os.kill(os.getpid(), signal.SIGKILL)
        return document


@pytest.fixture
def deaths(tmp_path: Path) -> Path:
    path = tmp_path / "deaths"
    path.touch()
    return path


def test_a_worker_that_dies_costs_nothing(tree: Path, cache: Path, deaths: Path):
    engine = markscheme.Engine(markscheme.EngineSettings(cache=str(cache)))
    expected = list(marking.review_stream([tree], itself, work=markscheme.Work(engine)))
    stream = marking.review_stream([tree], Deadly("s10.hyp.txt", deaths, 2), work=markscheme.Work(engine, workers=2))
    assert list(stream) == expected
    assert deaths.stat().st_size == 2


@pytest.fixture
def deadly(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a tree in which a document, or an exercise, may end every worker process; ``DEADLY`` is in its path."""
    top = tmp_path / "tree"
    shutil.copytree(tree, top, symlinks=True)
    (top / "z" / "s01.hyp.txt").rename(top / "z" / "deadly.hyp.txt")
    (top / "b" / "deeper").rename(top / "b" / "deadly")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(DEADLY)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    monkeypatch.setenv("COLUMNS", "160")
    return top


DEADLY = """
import os, signal, sys

command = os.getpid()

def end_worker(event, arguments):
    if event == "open" and os.environ["DEADLY"] in str(arguments[0]) and os.getpid() != command:
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(end_worker)
"""
"""What each process begins with: a worker that opens a deadly file ends, as one does that lacks memory for it."""


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMATS if THOROUGH else ["json"])
def test_a_document_that_ends_every_worker_is_a_problem_and_stops_nothing_else(
    deadly: Path, cache: Path, markscheme_process: Command, monkeypatch: pytest.MonkeyPatch, form: str
):
    monkeypatch.setenv("DEADLY", "deadly.hyp.txt")
    command = ["review", deadly, "--format", form, "--cache", cache]
    path = deadly / "z" / "deadly.hyp.txt"
    text = path.read_bytes()
    path.write_bytes(b"\xff")
    status, printed, complaints = run(*command)
    path.write_bytes(text)
    died = markscheme_process(*command, "--workers", "2")
    reason = "the process that worked on it died 3 times (exit status -9). If memory is short, take fewer workers"
    lines = [line for line in complaints.splitlines() if str(path) not in line]
    assert died.stderr == "\n".join([*lines, f"markscheme: {path}: {reason}", ""])
    assert died.returncode == status
    assert "s02" in printed.casefold()
    if form == "text":
        assert died.stdout == printed
    else:
        assert json.loads(died.stdout)["documents"] == json.loads(printed)["documents"]


@pytest.mark.thorough
def test_an_exercise_that_ends_every_worker_is_a_problem_of_coverage(
    deadly: Path, cache: Path, markscheme_process: Command, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DEADLY", "/deadly/")
    command = ["annotate", "coverage", deadly, "--format", "json", "--cache", cache, "--workers", "2"]
    died = markscheme_process(*command)
    reason = "the process that worked on the exercise 'e' died 3 times (exit status -9)"
    assert f"{deadly / 'b' / 'deadly' / 'e.src.txt'}: {reason}. If memory is short" in died.stderr
    shutil.rmtree(deadly / "b" / "deadly")
    status, printed, complaints = run(*command)
    assert (died.returncode, json.loads(died.stdout)["made"]) == (status, json.loads(printed)["made"])
    assert len(died.stderr.splitlines()) == len(complaints.splitlines()) + 1


def test_what_is_remembered_of_documents_is_bounded_and_changes_nothing(
    tree: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    engine = markscheme.Engine(markscheme.EngineSettings(cache=str(cache)))
    expected = markscheme.review([tree], work=markscheme.Work(engine))
    assert max(engine.models.passages_in_memory, engine.documents.passages_in_memory) > 3
    monkeypatch.setattr(review_work, "PASSAGES_IN_MEMORY", 3)
    assert markscheme.review([tree], work=markscheme.Work(engine)) == attrs.evolve(
        expected, problems=ANY, absent=ANY, notices=ANY
    )
    assert max(engine.models.passages_in_memory, engine.documents.passages_in_memory) <= 3


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_counts_files_and_ends_at_the_last(tree: Path, cache: Path, workers: int):
    engine = markscheme.Engine(markscheme.EngineSettings(cache=str(cache)))
    stages: list[tuple[str, int, int]] = []
    marking.review([tree], work=markscheme.Work(engine, workers, progress=lambda *stage: stages.append(stage)))
    done = [stage[1] for stage in stages if stage[0] == "texts"]
    assert done == sorted(set(done))
    assert {stage[2] for stage in stages if stage[0] == "texts"} == {done[-1]}


def test_a_language_model_is_asked_in_one_process(tmp_path: Path):
    write_class(tmp_path / "a", 1)
    judged = ["review", tmp_path, "--weighting", "llm"]
    judged += ["--set", "judge.endpoint=http://127.0.0.1:9", "--set", "judge.model=m"]
    with pytest.raises(markscheme.errors.JudgeError, match="leave out --workers"):
        CliRunner().invoke(app, [*map(str, judged), "--yes", "--workers", "2"], catch_exceptions=False)


@pytest.mark.thorough
def test_where_there_is_no_language_model_workers_say_so_once(tmp_path: Path):
    for name in "abc":
        write_class(tmp_path / name, 5)
    (tmp_path / "b" / "markscheme.toml").write_text(f'{SCHEME}[marking]\nweighting = "llm"\n')
    one = run("review", tmp_path)
    assert one[2].count("edits are not weighted") == 1
    assert run("review", tmp_path, "--workers", "2") == one


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start_markscheme(tmp_path: Path) -> Iterator[Start]:
    """Start the installed command in its own process."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"
    processes: list[subprocess.Popen[str]] = []

    def start(*arguments: object) -> "subprocess.Popen[str]":
        with (tmp_path / "printed.txt").open("w") as printed:
            process = subprocess.Popen(
                [script, *map(str, arguments)], stdout=printed, text=True, preexec_fn=listen_to_interrupts
            )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.thorough
@pytest.mark.parametrize("workers", ["1", "2"] if THOROUGH else ["2"])
def test_an_interrupted_review_leaves_nothing(tmp_path: Path, start_markscheme: Start, workers: str):
    """The review is interrupted when its first documents are printed, or while its file is written."""
    for number in range(40):
        write_class(tmp_path / "tree" / f"{number:02}", 10, seed=number)
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / "report.json"
    command = ["review", tmp_path / "tree", "--cache", tmp_path / "cache.sqlite", "--workers", workers]
    process = start_markscheme(*command, "--format", "json", "--output", target)
    while not any(path.stat().st_size for path in target.parent.iterdir()) and process.poll() is None:
        time.sleep(0.01)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert list(target.parent.iterdir()) == []
    _, alive = psutil.wait_procs(children, timeout=60)
    assert not alive
