"""Help pages fit a screen and end with examples that are right; shells complete commands and names."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from markscheme.cli.app import Deferred, app, paths

LINES = 60
COMMANDS = list(paths())
RUNNER = CliRunner(env={"COLUMNS": "100", "TERMINAL_WIDTH": "100"})


def node(path: tuple[str, ...]) -> Any:
    found: Any = get_command(app)
    for name in path:
        found = found.commands[name]
    return found.command if isinstance(found, Deferred) else found


@pytest.mark.parametrize("path", [(), *COMMANDS], ids=" ".join)
def test_a_help_page_fits_a_screen(path: tuple[str, ...]):
    pages = [RUNNER.invoke(app, [*path, option]) for option in ("--help", "-h")]
    assert [page.exit_code for page in pages] == [0, 0]
    assert pages[0].output == pages[1].output
    assert len(pages[0].output.splitlines()) <= LINES


@pytest.mark.parametrize("path", [path for path in COMMANDS if not hasattr(node(path), "commands")], ids=" ".join)
def test_help_ends_with_examples_that_can_be_parsed(path: tuple[str, ...]):
    command = node(path)
    title, *examples = command.epilog.replace(r"\[", "[").splitlines()
    assert title == "Examples:"
    assert examples
    for example in examples:
        program, *words = shlex.split(example)
        assert program == "markscheme"
        top: Any = get_command(app)
        top.make_context("markscheme", ["--version"], resilient_parsing=True)
        while hasattr(top, "commands"):
            name, *rest = words
            below = top.commands.get(name) or top.commands[top.branch.default]
            words = rest if name in top.commands else words
            top = below.command if isinstance(below, Deferred) else below
        assert top.callback.__name__ == command.callback.__name__
        if path != ("serve",):
            top.make_context(path[-1], words)


@pytest.mark.parametrize(
    ("command", "extra"),
    [("score", "markscheme[parquet]"), ("score", "markscheme[ray]"), ("review", "markscheme[ray]")],
)
def test_extras_to_install_are_named(command: str, extra: str):
    assert extra in " ".join(RUNNER.invoke(app, [command, "--help"]).output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("eval comp", ["compare"]),
        ("annotate adjudicate t", ["take"]),
        ("score --metric err", ["errant"]),
        ("score --metric errant,gl", ["errant,gleu"]),
        ("score --language e", ["en"]),
        ("score --per-s", ["--per-sentence"]),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_shell_completes_commands_options_and_names(tmp_path: Path, shell: str, words: str, expected: list[str]):
    last = words.split()[-1]
    variables = {
        "bash": {"COMP_WORDS": f"markscheme {words}", "COMP_CWORD": str(len(words.split()))},
        "zsh": {"_TYPER_COMPLETE_ARGS": f"markscheme {words}"},
        "fish": {"_TYPER_COMPLETE_ARGS": f"markscheme {words}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        "powershell": {"_TYPER_COMPLETE_ARGS": f"markscheme {words}", "_TYPER_COMPLETE_WORD_TO_COMPLETE": last},
    }[shell]
    if shell != "bash" and words not in ("eval comp", "score --metric err"):
        return
    code = "import sys; sys.argv = ['markscheme']; from markscheme.cli.main import run; run()"
    environment = {**os.environ, **variables, "_MARKSCHEME_COMPLETE": f"complete_{shell}"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert all(word in done.stdout for word in expected), (done.stdout, done.stderr)
