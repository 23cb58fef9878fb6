"""The application: every command, imported when it is run."""

import sys
from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from markscheme.version import VERSION

_HERE = "markscheme.cli.commands"
COMMANDS = {
    "convert": (f"{_HERE}.corpora", "convert"),
    "serve": (__name__, "serve"),
    "score": (f"{_HERE}.corpora", "score"),
    "compare": (f"{_HERE}.systems", "compare"),
    "tune": (f"{_HERE}.systems", "tune"),
    "review": (f"{_HERE}.exercises", "review"),
    "agreement": (f"{_HERE}.annotators", "agreement"),
    "coverage": (f"{_HERE}.annotators", "coverage"),
    "questions": (f"{_HERE}.annotators", "questions"),
    "decide": (f"{_HERE}.decide", "decide"),
    "feedback": (f"{_HERE}.classes", "feedback"),
    "progress": (f"{_HERE}.classes", "progress"),
    "doctor": (f"{_HERE}.machine", "doctor"),
    "adjudicate": (f"{_HERE}.annotators", "adjudicate_app"),
    "cache": (f"{_HERE}.machine", "cache_app"),
    "class": (f"{_HERE}.classes", "class_app"),
    "comments": (f"{_HERE}.classes", "comments_app"),
    "evaluate": (f"{_HERE}.systems", "evaluate_app"),
    "impara": (f"{_HERE}.corpora", "impara_app"),
    "moderate": (f"{_HERE}.moderate", "moderate_app"),
    "init": (f"{_HERE}.exercises", "init"),
    "schema": (f"{_HERE}.exercises", "schema"),
}
"""The module of each command, with its function or the application of its own commands; as help lists them."""


class _LazyCommands(MutableMapping[str, Any]):
    """Commands by name, in the order in which help lists them; ``places`` is as :data:`COMMANDS`."""

    def __init__(self, places: Mapping[str, tuple[str, str]]) -> None:
        self._places = dict(places)
        self._commands: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._commands:
            module, attribute = self._places[name]
            self._commands[name] = _command(name, getattr(import_module(module), attribute))
        return self._commands[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._places.setdefault(name, ("", ""))
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._places[name]
        self._commands.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _command(name: str, implementation: Any) -> Any:
    """Return what Typer makes of a function, or of an application, as a command of another one."""
    parent = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    parent.callback()(lambda: None)
    if isinstance(implementation, typer.Typer):
        parent.add_typer(implementation, name=name)
    else:
        parent.command(name)(implementation)
    group = get_command(parent)
    assert isinstance(group, TyperGroup)  # it has a callback
    return group.commands[name]


class _Commands(TyperGroup):
    """The group of all commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "commands": _LazyCommands(COMMANDS)})


app = typer.Typer(
    cls=_Commands,
    help="Mark corrections of learners' texts against teachers' references.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"markscheme {VERSION}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Mark corrections of learners' texts against teachers' references."""


def serve() -> None:
    """Start the language server (see: markscheme serve --stdio | --tcp HOST:PORT)."""
    from markscheme.cli.commands.serve import serve as start

    start(sys.argv[2:])
