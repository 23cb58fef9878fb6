"""Commands that are imported when they are called: a command waits for its own modules alone."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any

from typer import Typer
from typer.core import TyperGroup
from typer.main import get_command


class LazyCommands(MutableMapping[str, Any]):
    """Commands by name, in the order in which help lists them.

    Parameters
    ----------
    places
        The module of each command, and in it the name of its function or of its own commands (a ``Typer``).
    """

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
    parent = Typer(add_completion=False, pretty_exceptions_enable=False)
    parent.callback()(lambda: None)
    if isinstance(implementation, Typer):
        parent.add_typer(implementation, name=name)
    else:
        parent.command(name)(implementation)
    group = get_command(parent)
    assert isinstance(group, TyperGroup)  # it has a callback
    return group.commands[name]
