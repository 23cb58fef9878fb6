"""The examples of ``docs/protocol.md``: JSON blocks by heading."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
KIM = "file:///home/kim/examples"
"""The folder of the page's examples."""

_HEADING = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples_of(folder: Path) -> dict[str, list[Any]]:
    """Return each heading's JSON values, with a folder's documents in place of the page's."""
    text = PAGE.read_text("utf-8").replace(KIM, folder.as_uri())
    headings = list(_HEADING.finditer(text))
    ends = [found.start() for found in headings[1:]] + [len(text)]
    return {
        found[1].strip("`"): [json.loads(block) for block in _BLOCK.findall(text[found.end() : end])]
        for found, end in zip(headings, ends, strict=True)
    }


def paths(value: Any, place: str = "") -> Iterator[str]:
    """Yield the path of every member. All elements of a list have one path."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield f"{place}.{name}"
            yield from paths(item, f"{place}.{name}")
    elif isinstance(value, list | tuple):
        for item in value:
            yield from paths(item, f"{place}[]")
