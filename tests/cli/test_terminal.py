"""What a person sees of a long command at a terminal: bars that go, and nothing else."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from conftest import Command
from exercise_files import exercise
from interrupts import listen_to_interrupts
from markscheme.cli.main import ended_by_signals
from markscheme.cli.output import progress_bar
from school_systems import write_zip

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


OWN = ["--cache", "cache.sqlite", "--language", "en"]


@pytest.fixture
def script() -> str:
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"
    return script


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


def seen_at(terminals: list[Terminal], *command: object) -> str:
    """Run a command at a terminal to its end, and return all that is written there."""
    terminals.append(terminal := Terminal([*map(str, command)]))
    while terminal.read():
        pass
    assert terminal.process.wait() == 0
    assert not terminal.screen.hides_cursor
    return terminal.screen.seen.decode()


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.thorough)])
def test_bars_leave_what_is_printed_as_it_is(
    script: str,
    markscheme: Command,
    folder: Path,
    terminals: list[Terminal],
    monkeypatch: pytest.MonkeyPatch,
    workers: str,
):
    write_texts(folder, 12)
    command = ["review", *OWN, folder, "--workers", workers]
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    done = markscheme(*command)
    assert (done.returncode, done.stderr) == (0, ""), "in a pipe there are no bars"
    monkeypatch.delenv("COLUMNS")
    seen = seen_at(terminals, script, *command)
    assert "Marking texts" in seen
    assert re.search(r" \d+ of 12 ", seen)
    lines = terminals[0].screen.draw()
    assert [line for line in lines if line] == [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
    assert "\n".join(lines).rstrip() == "\n".join(line.rstrip() for line in done.stdout.splitlines()).rstrip()


def test_a_class_that_is_imported_and_a_folder_that_is_set_up_have_bars(
    script: str, markscheme: Command, tmp_path: Path, terminals: list[Terminal]
):
    source, better = "He go to school every day .\n", "He goes to school every day .\n"
    names = [f"{name}_{number}_assignsubmission_file_/a.txt" for number, name in enumerate(("Mei", "Ana"))]
    write_zip(tmp_path / "class.zip", dict.fromkeys(names, better))
    for name, text in {"task": source, "correction Ms Baker": better}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    command = ["class", "import", tmp_path / "class.zip", "--into", tmp_path]
    seen = seen_at(terminals, script, *command)
    for stage in ("Reading submissions", "Reading files", "Comparing files", "Writing files"):
        assert stage in seen
    assert not [line for line in terminals[0].screen.draw() if " of 2 " in line]
    done = markscheme(*command)
    assert (done.returncode, done.stderr) == (0, ""), "in a pipe there are no bars"
    (tmp_path / "markscheme.toml").unlink()
    assert "Comparing files" in seen_at(terminals, script, "init", tmp_path, "--yes")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_command_leaves_an_empty_screen(
    script: str, folder: Path, terminals: list[Terminal], workers: str
):
    write_texts(folder, 300)  # enough that Ctrl-C comes before the end
    command = [script, "review", *OWN, str(folder), "--workers", workers, "--output", "marks.txt"]
    terminals.append(terminal := Terminal(command))
    while terminal.read() and b" of 300 " not in terminal.screen.seen:
        pass
    terminal.interrupt()
    while terminal.read():
        pass
    assert terminal.process.wait() == 130
    assert b"300 of 300" not in terminal.screen.seen, "it ends in the middle of its work"
    lines = [line.removeprefix("^C") for line in terminal.screen.draw()]
    assert not any(lines), "\n".join(lines)
    assert not terminal.screen.hides_cursor
    assert not Path("marks.txt").exists()


@pytest.fixture
def listening() -> Iterator[None]:
    """Listen to Ctrl-C as a program does that a person starts: a shell's background jobs ignore it."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.usefixtures("listening")
def test_work_ends_after_ctrl_c_that_a_library_has_lost():
    with ended_by_signals() as termination, progress_bar() as shown:
        shown("texts", 1, 3)
        with suppress(KeyboardInterrupt):  # as a destructor does, and a callback from C
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            shown("texts", 2, 3)
        assert termination.status == 130
    with ended_by_signals(), progress_bar() as shown:
        shown("texts", 3, 3)


@pytest.mark.usefixtures("listening")
def test_ctrl_c_in_a_destructor_prints_nothing(monkeypatch: pytest.MonkeyPatch):
    class Destroyed:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    with ended_by_signals() as termination:
        Destroyed()
        assert termination.status == 130
    assert printed == []


@pytest.mark.thorough
def test_many_texts_have_one_bar_and_few_also_those_of_the_work_on_each(
    script: str, folder: Path, terminals: list[Terminal]
):
    write_texts(folder, 12)
    many = seen_at(terminals, script, "class", "feedback", "--cache", "cache.sqlite", folder, "--into", "many")
    assert "12 of 12" in many
    assert "Writing feedback" in many
    assert "Extracting edits" not in many
    few = seen_at(terminals, script, "review", *OWN, folder / "000", folder / "001", "--cache", "empty.sqlite")
    assert "Extracting edits" in few
