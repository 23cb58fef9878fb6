"""Every option of a teacher's or an annotator's commands stands on a page with the command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from markscheme.cli.app import Deferred, app, paths

PAGES = [page.read_text("utf-8") for page in (Path(__file__).parents[2] / "docs").rglob("*.md")]
GROUPS = ("class", "annotate", "init")
DEFAULT = " compare"
"""The command that ``class moderate`` runs where none is named."""
MODELS = {"--encoder", "--device", "--pipeline", "--cache"}
"""Options that every command with models has; the page for researchers describes them."""


def options() -> Iterator[tuple[str, str]]:
    for path in paths():
        node: Any = get_command(app)
        for name in path:
            node = node.commands[name]
        if path[0] in GROUPS and path != ("class", "review") and isinstance(node, Deferred):
            for parameter in node.command.params:
                for option in parameter.secondary_opts or parameter.opts:
                    if option.startswith("--") and option not in {*MODELS, "--help"}:
                        yield " ".join(path), option


@pytest.mark.parametrize(("command", "option"), sorted(set(options())))
def test_an_option_is_described(command: str, option: str):
    assert any(f"markscheme {command.removesuffix(DEFAULT)}" in page and option in page for page in PAGES)
