"""An ``[[exercise]]`` table as it will be written."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs
import tomlkit
from tomlkit.items import Item

_LONG = 3
"""Patterns from which on each stands on a line of its own."""


@attrs.frozen
class DraftTable:
    """An ``[[exercise]]`` table as it will be written, with the people whom its patterns call otherwise."""

    name: str | None
    source: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    people: tuple[tuple[str, str], ...] = ()


def text_of(drafted: Iterable[DraftTable], settings: Mapping[str, Item] = MappingProxyType({})) -> str:
    """Return tables, and before them settings by their keys, as the text of a new ``markscheme.toml``."""
    document = tomlkit.document()
    document.add(
        tomlkit.comment("Which files are sources, hypotheses and references; new files with such names count, too.")
    )
    array = tomlkit.aot()
    people: dict[str, str] = {}
    for table in drafted:
        people |= dict(table.people)
        array.append(filled(tomlkit.table(), table))
    document.add(tomlkit.nl())
    for key, item in settings.items():
        document.append(key, item)
    document.append("exercise", array)
    if people:
        listed = tomlkit.table()
        for label in sorted(people):
            listed.add(label, people[label])
        document.append("people", listed)
    return tomlkit.dumps(document)


def filled(written: tomlkit.items.Table, table: DraftTable) -> tomlkit.items.Table:
    """Return a table of TOML with the names and patterns of a drafted one; its other keys and comments stay."""
    texts = {"name": table.name, "source": table.source}
    for key, text in texts.items():
        if text is None:
            written.pop(key, None)
        elif written.get(key) != text:
            written[key] = text
    lists = {"references": table.references, "hypotheses": table.hypotheses, "exclude": table.exclude}
    for key, patterns in lists.items():
        if not patterns:
            written.pop(key, None)
        elif tuple(written.get(key, ())) != patterns:
            written[key] = _array(written.get(key), patterns)
    return written


def _array(present: tomlkit.items.Array | None, patterns: Sequence[str]) -> tomlkit.items.Array:
    """Return patterns as an array; one that is there grows, where it has the first of them."""
    if present is not None and tuple(present) == tuple(patterns[: len(present)]):
        present.extend(patterns[len(present) :])
        return present
    items = tomlkit.array()
    items.extend(patterns)
    return items.multiline(len(patterns) > _LONG)
