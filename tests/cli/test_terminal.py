"""What a person sees of a long command at a terminal: bars that go, and nothing else."""

import os
import re
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from exercise_files import exercise
from interrupts import listen_to_interrupts
from markscheme.cli.progress import Shown

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

COLUMNS = 100
LINES = 24
CONTROL = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])|\r\n|[\r\n]")


class Screen:
    """A terminal's lines, as far as our output moves over them: to the line's begin, up, and over erased lines."""

    def __init__(self) -> None:
        self.lines: list[str] = [""]
        self.row = 0
        self.column = 0
        self.hides_cursor = False
        self.seen = b""

    def take(self, data: bytes) -> None:
        self.seen += data

    def draw(self) -> list[str]:
        """Draw all that came, and return the lines."""
        at = 0
        for match in CONTROL.finditer(self.seen):
            self._write(self.seen[at : match.start()].decode())
            self._obey(match)
            at = match.end()
        self._write(self.seen[at:].decode())
        return [line.rstrip() for line in self.lines]

    def _write(self, text: str) -> None:
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + text + line[self.column + len(text) :]
        self.column += len(text)

    def _obey(self, match: re.Match[bytes]) -> None:
        parameter, code = match[1], match[2]
        if code is None:
            self.column = 0
            if b"\n" in match[0]:
                self.row += 1
                self.lines += [""] * (self.row + 1 - len(self.lines))
        elif code == b"A":
            self.row -= int(parameter or 1)
        elif code == b"K":
            assert parameter == b"2", "a whole line is erased"
            self.lines[self.row] = ""
        elif code in b"hl":
            self.hides_cursor = code == b"l" if parameter == b"?25" else self.hides_cursor
        else:
            assert code == b"m", match[0]


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        import fcntl
        import struct
        import termios

        self.screen = Screen()
        self._end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "NO_COLOR": "1"}

        def begin() -> None:
            listen_to_interrupts()
            os.setsid()
            fcntl.ioctl(other, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, env=environment, preexec_fn=begin
        )
        os.close(other)

    def interrupt(self) -> None:
        """Press Ctrl-C: the command and its workers get a signal."""
        os.write(self._end, b"\x03")

    def read(self) -> bool:
        """Read what the command writes next; return whether there is more."""
        try:
            data = os.read(self._end, 2**16)
        except OSError:  # Linux says so where nobody has the other end any more
            return False
        self.screen.take(data)
        return bool(data)

    def close(self) -> None:
        os.close(self._end)
        self.process.kill()
        self.process.wait()


@pytest.fixture
def command() -> list[str]:
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"
    return [script, "review", "--cache", "cache.sqlite", "--language", "en"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "class"


def write_texts(folder: Path, count: int) -> None:
    for number in range(count):
        exercise(
            folder / f"{number:03}",
            source=f"She like music {number} .\n",
            hypotheses={"mei": f"She likes a music {number} .\n"},
            references={"kim": f"She likes music {number} .\n"},
        )


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_bars_leave_what_is_printed_as_it_is(command: list[str], folder: Path, terminals: list[Terminal], workers: str):
    write_texts(folder, 12)
    command = [*command, str(folder), "--workers", workers]
    environment = os.environ | {"COLUMNS": str(COLUMNS)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert done.stderr == "", "in a pipe there are no bars"
    terminals.append(terminal := Terminal(command))
    while terminal.read():
        pass
    assert terminal.process.wait() == 0
    assert "Marking texts" in terminal.screen.seen.decode()
    assert re.search(r" \d+ of 12 ", terminal.screen.seen.decode())
    lines = terminal.screen.draw()
    assert [line for line in lines if line] == [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
    assert "\n".join(lines).rstrip() == "\n".join(line.rstrip() for line in done.stdout.splitlines()).rstrip()
    assert not terminal.screen.hides_cursor


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_command_leaves_an_empty_screen(
    command: list[str], folder: Path, terminals: list[Terminal], workers: str
):
    write_texts(folder, 300)  # enough that Ctrl-C comes before the end
    command = [*command, str(folder), "--workers", workers, "--output", "marks.txt"]
    terminals.append(terminal := Terminal(command))
    while terminal.read() and b" of 300 " not in terminal.screen.seen:
        pass
    terminal.interrupt()
    begin = time.monotonic()
    while terminal.read():
        pass
    assert terminal.process.wait() == 130
    assert time.monotonic() - begin < 10
    lines = [line.removeprefix("^C") for line in terminal.screen.draw()]
    assert not any(lines), "\n".join(lines)
    assert not terminal.screen.hides_cursor
    assert not Path("marks.txt").exists()


def drawn(*reports: tuple[str, int, int]) -> str:
    console = Console(file=StringIO(), force_terminal=True, width=COLUMNS)
    shown = Shown(console)
    shown.begin()
    for report in reports:
        shown(*report)
    shown.end()
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_many_texts_have_one_bar_and_few_also_those_of_the_work_on_each():
    assert "Extracting edits" not in drawn(("texts", 0, 600), ("edits", 1, 3))
    assert "Extracting edits" in drawn(("texts", 0, 2), ("edits", 1, 3))
    finished = drawn(("texts", 0, 600), ("texts", 600, 600), ("feedback", 1, 20))
    assert "600 of 600" in finished
    assert "Writing feedback" in finished
