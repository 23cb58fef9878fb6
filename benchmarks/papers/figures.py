"""Published figures, typed from the papers; and ours, stored so that the page can be rebuilt without data."""

import json
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MEASURED = HERE / "measured.json"

Figures = dict[str, Any]
"""A table's figures, as JSON has them."""


def published(paper: str) -> Figures:
    """Return the figures of a paper, by the names of tables."""
    with (HERE / "published" / f"{paper}.toml").open("rb") as file:
        return tomllib.load(file)


def measured() -> dict[str, Figures]:
    """Return our figures, by the names of tables."""
    stored: dict[str, Figures] = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else {}
    return stored


def store(name: str, figures: Figures) -> None:
    """Store one table's figures, and keep those of the other tables."""
    MEASURED.write_text(_text(dict(sorted((measured() | {name: figures}).items()))), "utf-8")


def _text(value: Any, indent: int = 0) -> str:
    """Return JSON in which a list of numbers, or of lists of numbers, stands on one line."""
    if isinstance(value, dict) and value:
        inner = " " * (indent + 2)
        items = (f"{inner}{json.dumps(key)}: {_text(item, indent + 2)}" for key, item in value.items())
        text = ",\n".join(items)
        return f"{{\n{text}\n{' ' * indent}}}" + ("\n" if indent == 0 else "")
    return json.dumps(value, ensure_ascii=False)
