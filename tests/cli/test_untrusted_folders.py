"""Folders made to read, write or connect outside: nothing gets out, and a line says what was not followed."""

# ruff: noqa: E501 - a line is a folder

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from hypothesis import settings

from markscheme import review

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Trap = Callable[[Path, Path], None]

THOROUGH = settings().max_examples > 100
CANARY = "The canary sings loudly in my kitchen."
CONFIGURATION = (
    'source = "task.txt"\nreferences = ["teacher-*.txt"]\nhypotheses = ["students/{student}.*"]\n\n[comments]\n'
)
TEXTS = {
    "task.txt": "He go to school yesterday. She have two cat.\n",
    "teacher-kim.txt": "He went to school yesterday. She has two cats.\n",
    "students/mei.txt": "He went to school yesterday. She has two cat.\n",
    "students/ana.txt": "He goes to school yesterday. She has two cats.\n",
    "markscheme.toml": f'[[exercise]]\nname = "week"\n{CONFIGURATION}',
    "comments.toml": '[[comment]]\ncode = "T"\ntext = "Tense."\n',
    "teacher-comments.toml": "",
    "accepted.m2": "",
    "decisions.m2": "",
    "course-decisions.m2": "",
    "markscheme-class.json": '{"schema": 1, "people": []}',
    "markscheme-key.json": '{"schema": 1, "names": {}}',
}
COMMANDS = (
    ("review", "week"),
    ("class", "feedback", "week", "--format", "html"),
    ("class", "export", "week", "--workbook", "--worksheet", "grades.csv", "--feedback-format", "html"),
)
_watched: list[tuple[str, str]] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched and event in ("open", "os.listdir", "os.scandir", "socket.connect", "os.rename", "os.mkdir"):
        _watched.append((event, os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes) else ""))


sys.addaudithook(_watch)


HOME = (
    "secret.txt",
    "secret.csv",
    *(f"folder/{name}" for name in ("mei.csv", "mei.txt", "markscheme.toml", "Mei.html")),
)


def write_class(week: Path) -> None:
    for name, text in TEXTS.items():
        (week / name).parent.mkdir(parents=True, exist_ok=True)
        (week / name).write_text(text)


def write_home(home: Path) -> None:
    """Write a home that nothing may open."""
    for name in HOME:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(CANARY)


def check_home(home: Path) -> None:
    assert {path.relative_to(home).as_posix() for path in home.rglob("*")} == {*HOME, "folder"}
    assert all(path.read_text() == CANARY for path in home.rglob("*") if path.is_file())


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """Write a class, and a home beside it; check that nothing was opened there."""
    write_class(tmp_path / "week")
    (tmp_path / "grades.csv").write_text(
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments\n"
        "Participant 1,Mei,,,,10.00,Yes,-,\nParticipant 2,Ana,,,,10.00,Yes,-,\n"
    )
    home = tmp_path / "home"
    write_home(home)
    _watched.append(("begin", ""))
    yield home
    events = [(event, path) for event, path in _watched if event == "socket.connect" or path.startswith(str(home))]
    _watched.clear()
    assert events == []
    check_home(home)


def absolute(link: Path, target: Path) -> None:
    link.symlink_to(target)


def relative(link: Path, target: Path) -> None:
    link.symlink_to(os.path.relpath(target, link.parent))


def chained(link: Path, target: Path) -> None:
    second = link.with_name(f".{link.name}.link")
    relative(second, target)
    link.symlink_to(second.name)


def replaced(name: str, link: Callable[[Path, Path], None]) -> Trap:
    def trap(week: Path, home: Path) -> None:
        path = week / name
        path.unlink()
        link(path, home / "secret.txt")

    return trap


def folder_link(name: str, target: str = "folder") -> Trap:
    def trap(week: Path, home: Path) -> None:
        path = week / name
        if path.is_dir():
            path.rename(week / "old")
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(home / target)

    return trap


def configured(old: str, new: str) -> Trap:
    def trap(week: Path, home: Path) -> None:
        path = week / "markscheme.toml"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new.replace("HOME", home.as_posix())))

    return trap


def roster(**changes: str) -> Trap:
    def trap(week: Path, home: Path) -> None:
        del home
        entry = {
            "student": "mei",
            "system": "moodle",
            "assignment": "week",
            "identifier": "1",
            "file": "students/mei.txt",
        }
        (week / "markscheme-class.json").write_text(json.dumps({"schema": 1, "people": [entry | changes]}))

    return trap


def word(week: Path, home: Path, target: str, kind: str = RELATIONSHIP_TYPE.IMAGE) -> None:
    document = Document()
    document.add_paragraph(TEXTS["students/mei.txt"].strip())
    document.part.relate_to(target.replace("HOME", home.as_posix()), kind, is_external=True)
    (week / "students" / "mei.txt").unlink()
    document.save(str(week / "students" / "mei.docx"))


LINKS = (absolute, relative, chained)
LINKED = {
    f"{name} is a link ({link.__name__})": (replaced(name, link), Path(name).name)
    for number, name in enumerate(TEXTS)
    for link in (LINKS if THOROUGH or name == "task.txt" else (LINKS[number % len(LINKS)],))
}
"""Each file by one kind of link, and one file by every kind; ``--thorough`` takes every pair."""
OTHERS: dict[str, tuple[Trap, str]] = {
    "students is a link": (folder_link("students"), "students"),
    "a folder that a glob takes is a link": (
        lambda week, home: (configured('"students/{student}.*"', '"*/{student}.txt"')(week, home), folder_link("more")(week, home))[0],
        "more",
    ),
    "a folder deeper is a link": (
        lambda week, home: (configured('"students/{student}.*"', '"**/{student}.txt"')(week, home), folder_link("students/more")(week, home))[0],
        "more",
    ),
    "a link to the root": (lambda week, home: (week / "root").symlink_to("/"), "root"),
    "the source is above": (configured('"task.txt"', '"../home/secret.txt"'), "markscheme.toml:3"),
    "the source is absolute": (configured('"task.txt"', '"HOME/secret.txt"'), "markscheme.toml:3"),
    "the source goes down and up": (configured('"task.txt"', '"students/../../home/secret.txt"'), "markscheme.toml:3"),
    "a reference is above": (configured('"teacher-*.txt"', '"../home/*.txt"'), "markscheme.toml:4"),
    "students are above": (configured('"students/{student}.*"', '"../home/folder/{student}.*"'), "markscheme.toml:5"),
    "the bank is above": (configured("[comments]\n", '[comments]\nbank = "../home/secret.csv"\n'), "secret.csv"),
    "the bank is absolute": (configured("[comments]\n", '[comments]\nbank = "HOME/secret.csv"\n'), "secret.csv"),
    "the bank is through a link": (
        lambda week, home: (configured("[comments]\n", '[comments]\nbank = "more/mei.csv"\n')(week, home), folder_link("more")(week, home))[0],
        "more",
    ),
    "reports go outside": (folder_link("markscheme-reports"), "markscheme-reports"),
    "feedback goes outside": (folder_link("markscheme-reports/feedback"), "feedback"),
    "one sheet goes outside": (
        lambda week, home: ((week / "markscheme-reports" / "feedback").mkdir(parents=True), (week / "markscheme-reports" / "feedback" / "Mei.html").symlink_to(home / "folder" / "Mei.html"))[0],
        "Mei.html",
    ),
    "the workbook goes outside": (
        lambda week, home: ((week / "markscheme-reports").mkdir(), (week / "markscheme-reports" / "week marks.xlsx").symlink_to(home / "secret.txt"))[0],
        "week marks.xlsx",
    ),
    "the zip goes outside": (
        lambda week, home: ((week / "markscheme-reports").mkdir(), (week / "markscheme-reports" / "week feedback.zip").symlink_to(home / "new.zip"))[0],
        "week feedback.zip",
    ),
    "an identifier leads out": (roster(identifier="../../home/x"), "markscheme-class.json"),
    "an identifier is absolute": (roster(identifier="/etc/x"), "markscheme-class.json"),
    "an identifier is no text": (roster(identifier=None), "markscheme-class.json"),  # type: ignore[arg-type]
    "a picture of a document is on the web": (lambda week, home: word(week, home, "http://127.0.0.1:9/x.png"), ""),
    "a picture of a document is a file": (lambda week, home: word(week, home, "file://HOME/secret.txt"), ""),
    "a template of a document is on the web": (
        lambda week, home: word(week, home, "http://127.0.0.1:9/x.dotm", RELATIONSHIP_TYPE.SETTINGS), ""),
    "the exercise's name leads out": (configured('name = "week"', 'name = "../../home/x"'), ""),
    "a person's name leads out": (configured("[comments]\n", '[people]\nmei = "../../../home/x"\n\n[comments]\n'), ""),
    "the language is a path": (configured("[comments]\n", '[marking]\nlanguage = "../home/x"\n\n[comments]\n'), "markscheme.toml:8"),
    "a language model is wanted": (configured("[comments]\n", '[marking]\nweighting = "llm"\n\n[comments]\n'), "language model"),
}  # fmt: skip


@pytest.mark.parametrize(("trap", "named"), [*(LINKED | OTHERS).values()], ids=[*(LINKED | OTHERS)])
def test_nothing_gets_out_of_a_folder_and_a_line_says_what_was_tried(
    markscheme: Command, tmp_path: Path, outside: Path, trap: Trap, named: str
) -> None:
    trap(tmp_path / "week", outside)
    told = ""
    for command in COMMANDS:
        done = markscheme(*command)
        assert "Traceback" not in done.stderr
        assert "canary" not in done.stdout + done.stderr
        told += done.stdout + done.stderr
    lines = [line for line in told.splitlines() if named in line]
    assert lines or not named, told
    inside = [path for path in (tmp_path / "week").rglob("*") if path.is_file() and not path.is_symlink()]
    assert not any(b"canary" in path.read_bytes() for path in inside if not path.is_relative_to(outside))


@pytest.mark.parametrize("named", ["course", "course/week"])
def test_a_program_that_names_a_folder_has_the_same_links_followed_as_a_person(
    markscheme: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """A week's task is a link to a file beside the week: within the course, and outside of the week."""
    week = tmp_path / "course" / "week"
    for name in ("task.txt", "teacher-kim.txt", "students/mei.txt", "markscheme.toml"):
        (week / name).parent.mkdir(parents=True, exist_ok=True)
        (week / name).write_text(TEXTS[name])
    (week / "task.txt").rename(tmp_path / "course" / "shared.txt")
    (week / "task.txt").symlink_to("../shared.txt")
    done = markscheme("review", named, "--format", "json")
    monkeypatch.delenv("MARKSCHEME_NAMED", raising=False)
    report = review([tmp_path / named])
    assert len(report.documents) == len(json.loads(done.stdout)["documents"]) == (named != "course/week")
    assert any("leads out of the folder week" in problem.problem for problem in report.problems) == (
        named == "course/week"
    )
