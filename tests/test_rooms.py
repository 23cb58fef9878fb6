"""The server's rooms stand in order: a room imports only those above it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[1] / "server" / "markscheme"
ROOMS = (
    "text",
    "execution",
    "languages",
    "formats",
    "exercises",
    "alignment",
    "edits",
    "store",
    "encoders",
    "metrics",
    "judges",
    "estimators",
    "scoring",
    "conversion",
    "marking",
    "resampling",
    "annotation",
    "evaluation",
    "engine",
    "reports",
    "gradebooks",
    "api",
    "lsp",
    "cli",
)
"""In the order of the data: from files to what is shown of them."""


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, at its top or later."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def rooms_below(room: str) -> dict[str, list[str]]:
    """The rooms that a room imports though they stand below it, each with the files that do."""
    found: dict[str, list[str]] = {}
    for path in sorted((SERVER / room).rglob("*.py")):
        for module in imports(path):
            _, _, inside = module.partition("markscheme.")
            other = inside.partition(".")[0]
            if other in ROOMS[ROOMS.index(room) + 1 :]:
                found.setdefault(other, []).append(f"{path.relative_to(SERVER)}: {module}")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_above_it(room: str):
    assert rooms_below(room) == {}


def test_every_folder_of_the_server_is_a_room():
    folders = {path.parent.name for path in SERVER.glob("*/__init__.py")}
    assert folders <= set(ROOMS)


DOORS = (
    "api",
    "cli/commands",
    "lsp/handlers",
    "reports/contract",
)
"""Folders whose modules are named after the command, method or result that they serve."""
CONCEPTS = {"adjudication", "comments", "comparison"}
"""Words of the glossary that name the same concept in several rooms."""
ROLES = {"__init__", "registry"}


def test_no_module_name_is_in_three_rooms():
    rooms: dict[str, set[str]] = {}
    for path in SERVER.glob("*/**/*.py"):
        place = path.relative_to(SERVER)
        if not place.as_posix().startswith(tuple(f"{door}/" for door in DOORS)):
            rooms.setdefault(path.stem, set()).add(place.parts[0])
            if path.stem == "__init__" and len(place.parts) > 2:
                rooms.setdefault(path.parent.name, set()).add(place.parts[0])
    assert {name for name, places in rooms.items() if len(places) > 2} - CONCEPTS - ROLES == set()
