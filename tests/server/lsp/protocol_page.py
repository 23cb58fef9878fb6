"""``docs/protocol.md``, and its examples in ``docs/protocol.examples.json``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "protocol.md"
KIM = "file:///home/kim/examples"
"""The folder of the examples."""


def examples_of(folder: Path) -> dict[str, list[Any]]:
    """Return the JSON values of each subject, with a folder's documents in place of the examples'."""
    text = (DOCS / "protocol.examples.json").read_text("utf-8").replace(KIM, folder.as_uri())
    examples: dict[str, list[Any]] = json.loads(text)
    return examples


def paths(value: Any, place: str = "") -> Iterator[str]:
    """Yield the path of every member. All elements of a list have one path."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{place}.{name}"
            yield from paths(item, f"{place}.{name}")
    elif isinstance(value, list | tuple):
        for item in value:
            yield from paths(item, f"{place}[]")
