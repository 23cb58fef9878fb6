"""Commands import their own modules when they are called."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from markscheme.cli.app import Deferred, app, paths

PROBE = """
import json, sys
from markscheme.cli.main import run
sys.argv = ["markscheme", *sys.argv[1:]]
try:
    run()
finally:
    sys.stdout.flush()
    print(json.dumps([name for name in sys.modules]))
"""


def modules_of(*arguments: object) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    command = [sys.executable, "-c", PROBE, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(ended.stdout.splitlines()[-1]))


def at(path: tuple[str, ...]) -> Any:
    node: Any = get_command(app)
    for name in path:
        node = node.commands[name]
    return node


@pytest.mark.parametrize("path", paths(), ids=" ".join)
def test_every_command_is_there_under_its_name_and_says_what_it_does(path: tuple[str, ...]):
    found = at(path)
    real = found.command if isinstance(found, Deferred) else found
    assert real.name == path[-1]
    assert found.get_short_help_str() == real.get_short_help_str() != ""


@pytest.mark.parametrize("group", ["", "class", "annotate", "eval impara"])
def test_help_of_a_group_and_a_wrong_name_import_no_command(group: str):
    for words in (["--help"], ["-h"]):
        modules = modules_of(*group.split(), *words)
        assert not {name for name in modules if name.startswith("markscheme.cli.commands")}
        assert not modules & {"numpy", "pandas", "torch", "spacy", "sqlite3"}


def test_a_corpus_with_edits_is_scored_without_other_commands_and_numpy(tmp_path: Path):
    file = tmp_path / "a.m2"
    file.write_text("S He go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n")
    files = ("--hypothesis", f"h={file}", "--reference", file, "--language", "en")
    modules = modules_of("score", *files, "--metric", "errant")
    assert "markscheme.cli.commands.corpora" in modules
    assert not modules & {"markscheme.cli.commands.exercises", "numpy", "pandas", "torch"}
    marking = {"markscheme.exercises.material", "markscheme.marking.documents", "markscheme.marking.driver"}
    assert not modules & marking, "what marks documents is not for corpora"


def test_a_review_in_teachers_words_loads_no_encoder(tmp_path: Path):
    """It shows verdicts and points, none of which needs one."""
    for name, text in {"src": "He go home .", "hyp.kim": "He walks home .", "ref.lee": "He goes home ."}.items():
        (tmp_path / f"a.{name}.txt").write_text(f"{text}\n")
    assert not modules_of("review", tmp_path) & {"torch", "transformers", "ot", "scipy"}
