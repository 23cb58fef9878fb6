"""Commands in ``README.md`` and on the pages of ``docs/`` print what the pages say; ``docs/sessions.py`` writes it."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docs.sessions import ELLIPSIS, FENCE, pages

ROOT = Path(__file__).parents[1]
PAGES = [page.relative_to(ROOT).as_posix() for page in pages()]

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def sessions(page: str) -> Iterator[list[tuple[str, list[str]]]]:
    """Yield the commands of each session on a page, with the lines that they print."""
    for fence in FENCE.finditer((ROOT / page).read_text("utf-8")):
        first, *parts = re.split(r"^\$ ", fence["text"], flags=re.MULTILINE)
        assert not first
        yield [(part.partition("\n")[0], part.splitlines()[1:]) for part in parts]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return a folder with the evening's files, and with all examples in a folder."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return Path(shutil.copytree(ROOT / "examples" / "evening", tmp_path, dirs_exist_ok=True))


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_the_page_says(page: str, desk: Path, markscheme: Command, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "120")
    blocks = list(sessions(page))
    assert blocks
    for block in blocks:
        for command, expected in block:
            program, *arguments = shlex.split(command)
            assert program == "markscheme", command
            done = markscheme(*arguments)
            assert done.returncode == 0, (command, done.stderr)
            printed = [line.rstrip() for line in (done.stdout + done.stderr).replace(f"{desk}/", "").splitlines()]
            shown = expected[: expected.index(ELLIPSIS)] if ELLIPSIS in expected else expected
            assert printed[: len(shown)] == shown, f"{command}: python docs/sessions.py writes what it prints now"


def test_commands_of_the_page_on_privacy_do_what_it_says(
    desk: Path, markscheme: Command, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(desk / "cache"))
    commands = re.findall(r"`markscheme ([^`]+)`", (ROOT / "docs" / "privacy.md").read_text("utf-8"))
    assert {command.rpartition(" prepare ")[0] or command for command in commands} == {
        "cache clear",
        "cache stats",
        "class moderate",
    }
    places = {"CLASS": "examples/diary", "FOLDER": "copy"}
    for command in commands:
        done = markscheme(*(places.get(word, word) for word in command.split()))
        assert done.returncode == 0, (command, done.stderr)
        assert str(desk / "cache") in done.stdout or command != "cache stats"
    copied = [path.name for path in (desk / "copy").rglob("*.docx")]
    assert copied
    assert not [name for name in copied if "tom" in name]


@pytest.mark.parametrize("page", sorted({*PAGES, "docs/comments.md", "docs/editors/vscode.md"}))
def test_pictures_of_a_page_are_there_small_and_described(page: str):
    text = (ROOT / page).read_text("utf-8")
    for description, target in re.findall(r"!\[(.*?)\]\((.*?)\)", text):
        assert len(description) > 20, target
        assert (ROOT / page).parent.joinpath(target).stat().st_size < 150_000, target


def test_the_decisions_in_python_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = (ROOT / "docs" / "howto" / "decide.md").read_text("utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    folder = tmp_path / "class-4b" / "week-3"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    *deciding, withdrawing = code.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(deciding), names)
    assert "A 1 2|||R:VERB|||loves|||" in (folder / "accepted.m2").read_text("utf-8")
    exec(withdrawing, names)
    assert not (folder / "accepted.m2").exists()
