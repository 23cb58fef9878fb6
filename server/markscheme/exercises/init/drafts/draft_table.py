"""An ``[[exercise]]`` table as it will be written."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import attrs
import tomlkit
from tomlkit.items import Item

_LONG = 3


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
    """Return tables, and before them settings by their keys, as the text of a ``markscheme.toml``."""
    document = tomlkit.document()
    document.add(
        tomlkit.comment("Which files are sources, hypotheses and references; new files with such names count, too.")
    )
    array = tomlkit.aot()
    people: dict[str, str] = {}
    for table in drafted:
        people |= dict(table.people)
        array.append(_written(table))
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


def _written(table: DraftTable) -> tomlkit.items.Table:
    written = tomlkit.table()
    if table.name is not None:
        written.add("name", table.name)
    if table.source is not None:
        written.add("source", table.source)
    lists = {"references": table.references, "hypotheses": table.hypotheses, "exclude": table.exclude}
    for key, patterns in lists.items():
        if patterns:
            items = tomlkit.array()
            items.extend(patterns)
            written.add(key, items.multiline(len(patterns) > _LONG))
    return written
