"""Runs commands as a person would, and writes down what they print and write, as text that can be read in a diff.

A *transcript* is the text of one case: each command, its standard output, its standard error and exit status where
there is something to say, and each file that it writes, changes or deletes.

What may differ between two runs is replaced here and nowhere else:

- :data:`FOLDER`, :data:`ROOT`: paths of the case's folder and of the project;
- :data:`TODAY`, :data:`VERSION`: the date, and Markscheme's version;
- patterns of a case's own (``hidden``), such as sizes of a cache or versions of packages in ``doctor``;
- numbers with more than :data:`SHORT` decimals may differ from the recorded ones by :data:`ROUNDING` of their size; the
  recorded ones stay. In a case that uses the encoder, whose vectors depend on what else is in a batch, numbers may
  differ by :data:`ENCODER_NOISE`, and rounded ones by one in the last of two or more decimals.

Documents that are no text are described: by :mod:`golden.documents`.
"""

import difflib
import io
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from golden.cases import Case
from golden.documents import describe, pretty_json
from markscheme import version

HERE = Path(__file__).parent
INPUTS, OUTPUTS = HERE / "inputs", HERE / "outputs"
PROJECT = HERE.parents[1]
FOLDER, ROOT, TODAY, VERSION = "<folder>", "<project>", "<today>", "<version>"
SHORT = 4
ROUNDING, ENCODER_NOISE = 1e-9, 2e-4
ENVIRONMENT = {
    "COLUMNS": "120",
    "LINES": "50",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "LOGNAME": "kim",
    "USER": "kim",
    "LNAME": "kim",
    "USERNAME": "kim",
}
"""The width of tables and help, no colours, and the person whose name stands in decisions."""

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_LONG = re.compile(rf"-?\d+\.\d{{{SHORT + 1},}}(?:e[-+]?\d+)?|-?\d+(?:\.\d+)?e-\d+")
_DECIMAL = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?|-?\d+e-\d+")
_VERBS = {"cp", "rm", "put", "append"}


def write_anew() -> bool:
    """Return whether outputs are written anew, as ``make golden`` does, and not compared."""
    return os.environ.get("MARKSCHEME_GOLDEN") == "write"


def difference(name: str, transcript: str, *, uses_encoder: bool = False, suffix: str = ".txt") -> str:
    """Return how a transcript differs from the recorded one, as one diff; ``""`` if it does not, or is written."""
    path = OUTPUTS / f"{name}{suffix}"
    recorded = path.read_bytes().decode("utf-8") if path.is_file() else ""
    settled = with_recorded_numbers(transcript, recorded, noisy=uses_encoder)
    if settled == recorded:
        return ""
    if write_anew():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(settled.encode("utf-8"))
        return ""
    lines = difflib.unified_diff(
        recorded.split("\n"), settled.split("\n"), f"{name} (recorded)", f"{name} (now)", n=2, lineterm=""
    )
    advice = f"The output of {name} has changed. If that is wanted: make golden"
    return "\n".join([advice, *lines])


def with_recorded_numbers(text: str, recorded: str, *, noisy: bool) -> str:
    """Return the text with the recorded numbers instead of those that differ by rounding or the encoder's noise."""
    if text == recorded:
        return text
    number = _DECIMAL if noisy else _LONG
    old, new = recorded.split("\n"), text.split("\n")
    masked_old, masked_new = ([number.sub("#", line) for line in lines] for lines in (old, new))
    matcher = difflib.SequenceMatcher(None, masked_old, masked_new, autojunk=False)
    for first, second, size in matcher.get_matching_blocks():
        for place in range(size):
            was, now = (number.findall(line) for line in (old[first + place], new[second + place]))
            if all(_is_near(a, b, noisy=noisy) for a, b in zip(was, now, strict=True)):
                new[second + place] = old[first + place]
    return "\n".join(new)


def _is_near(first: str, second: str, *, noisy: bool) -> bool:
    distance = abs(float(first) - float(second))
    decimals = min(len(number.partition(".")[2]) for number in (first, second))
    if noisy and 1 < decimals <= SHORT and "e" not in first + second:
        return distance < 1.5 * 10**-decimals
    return distance <= (ENCODER_NOISE if noisy else ROUNDING) * max(1.0, abs(float(first)))


def transcript(case: Case, folder: Path) -> str:
    """Run a case's commands in a new folder, and return what they print and write."""
    for item in case.inputs:
        _copy_input(item, folder)
    parts = []
    with _environment(folder):
        for step in case.steps:
            verb, *arguments = shlex.split(step)
            if verb in _VERBS:
                _change(folder, verb, arguments)
                parts.append(f"$ {step}\n")
            else:
                parts.append(_run(case, folder, step, [verb, *arguments]))
    return "\n".join(parts)


def _copy_input(item: str, folder: Path) -> None:
    """Copy a file or folder below ``inputs`` or ``examples`` into the case's folder, with its path below these."""
    name, _, place = item.partition(" as ")
    source = PROJECT / name if name.startswith("examples/") else INPUTS / name
    target = folder / (place or name.removeprefix("examples/"))
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copyfile(source, target)


def _change(folder: Path, verb: str, arguments: list[str]) -> None:
    """Do what a person does beside the commands: copy, remove or write a file."""
    target = folder / arguments[-1]
    if verb == "rm":
        target.unlink()
    elif verb == "cp":
        shutil.copyfile(folder / arguments[0], target)
    else:
        old = target.read_text("utf-8") if verb == "append" else ""
        target.parent.mkdir(parents=True, exist_ok=True)
        new = (folder / arguments[0]).read_text("utf-8") if verb == "append" else arguments[0].replace("\\n", "\n")
        target.write_text(old + new, "utf-8", newline="")


@contextmanager
def _environment(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        for name in ("FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS"):
            patch.delenv(name, raising=False)
        # Lines are broken by their length, so the commit must not be in them; processes of their own have it.
        patch.setattr(version, "version_of_checkout", lambda _: version.VERSION)
        version.full_version.cache_clear()
        yield
    version.full_version.cache_clear()


def _run(case: Case, folder: Path, step: str, arguments: list[str]) -> str:
    before = files(folder)
    out, err, status = run_command(arguments)
    parts = [f"$ markscheme {step}\n", _printed(case, folder, out)]
    if err:
        parts.append(f"--- standard error\n{_printed(case, folder, err)}")
    if status:
        parts.append(f"--- exit status {status}\n")
    after = files(folder)
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            parts.append(f"--- deleted {name}\n")
        elif before.get(name) != after[name] and not name.endswith((".sqlite", ".sqlite-wal", ".sqlite-shm", ".lock")):
            said = describe(name, _normal_bytes(after[name], folder, case.hidden), styles=case.styles)
            kind = "changed" if name in before else "wrote"
            parts.append(normal(f"--- {kind} {name}\n{said}", folder, case.hidden))
    return "".join(part if part.endswith("\n") or not part else f"{part}\n--- no line end\n" for part in parts)


def run_command(arguments: list[str]) -> tuple[str, str, int]:
    """Run a command in this process; return its standard output, its standard error and its exit status."""
    from markscheme.cli.main import run

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
    status = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["markscheme", *arguments])
        patch.setattr(sys, "stdin", io.StringIO())
        try:
            run()
        except SystemExit as ended:
            status = int(ended.code or 0)
    return _written(out), _written(err), status


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "backslashreplace").replace(os.linesep, "\n")


def files(folder: Path) -> Mapping[str, bytes]:
    """Return the contents of all files below a folder by their paths there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _printed(case: Case, folder: Path, text: str) -> str:
    text = _ANSI.sub("", text)
    if "--help" in " ".join(case.steps):
        text = "\n".join(line.rstrip() for line in text.split("\n"))
    text = normal(text, folder, case.hidden)  # before it is laid out: the length of a path must not matter
    if text.startswith(("{", "[")):
        text = pretty_json(text)
    elif text.lstrip().startswith("<!DOCTYPE"):
        text = describe("page.html", text.encode(), styles=case.styles)
    return text


def _normal_bytes(data: bytes, folder: Path, hidden: Mapping[str, str]) -> bytes:
    try:
        return normal(data.decode("utf-8"), folder, hidden).encode("utf-8")
    except UnicodeDecodeError:
        return data


def normal(text: str, folder: Path, hidden: Mapping[str, str]) -> str:
    """Return the text with names for what differs between two runs."""
    for path, name in ((folder, FOLDER), (PROJECT, ROOT)):
        for written in {path.as_uri(), str(path), json.dumps(str(path))[1:-1]}:
            text = text.replace(written, f"file://{name}" if written.startswith("file:") else name)
    now = datetime.now().astimezone()
    days = {now, now - timedelta(minutes=5), now.astimezone(UTC), now.astimezone(UTC) - timedelta(minutes=5)}
    for day in days:
        text = text.replace(f"{day:%Y-%m-%d}", TODAY)
    text = re.sub(rf"(?<![\d.]){re.escape(version.VERSION)}(\+g[0-9a-f]+(\.changed)?)?(?![\d.])", VERSION, text)
    for pattern, replacement in hidden.items():
        text = re.sub(pattern, replacement, text)
    return text


def copy_inputs(items: tuple[str, ...], folder: Path) -> None:
    """Copy inputs, as cases name them, into a folder."""
    for item in items:
        _copy_input(item, folder)
