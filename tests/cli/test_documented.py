"""Every option of a teacher's or an annotator's commands stands on a page for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from markscheme.cli.app import app

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("teachers.md", "comments.md", "exercises.md", "annotators.md")
COMMANDS = (
    "feedback",
    "progress",
    "class",
    "comments",
    "moderate",
    "init",
    "agreement",
    "coverage",
    "questions",
    "adjudicate",
)
DEFAULT = " compare"
"""The command that ``moderate`` runs where none is named."""
MODELS = {"--encoder", "--device", "--pipeline", "--cache"}
"""Options that every command with models has; the page for researchers describes them."""


def options() -> Iterator[tuple[str, str]]:
    top = get_command(app)
    for name in COMMANDS:
        command = getattr(top, "commands", {}).get(name)
        for label, one in {
            name: command,
            **{f"{name} {key}": own for key, own in getattr(command, "commands", {}).items()},
        }.items():
            for parameter in getattr(one, "params", ()):
                for option in getattr(parameter, "secondary_opts", ()) or getattr(parameter, "opts", ()):
                    if option.startswith("--") and option not in {*MODELS, "--help"}:
                        yield label, option


@pytest.mark.parametrize(("command", "option"), sorted(set(options())))
def test_an_option_is_described(command: str, option: str):
    pages = [(DOCS / page).read_text("utf-8") for page in PAGES]
    assert any(f"markscheme {command.removesuffix(DEFAULT)}" in page and option in page for page in pages)
