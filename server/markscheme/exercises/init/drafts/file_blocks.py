"""The blocks of a ``markscheme.toml``: each table with the comments above it. One can change while the others stay."""

import re
from collections.abc import Iterable, Mapping, Sequence

import attrs
import tomlkit

from markscheme.exercises.init.drafts.draft_table import DraftTable, filled
from markscheme.exercises.toml import TomlDocument

_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)*[ \t]*\Z", re.MULTILINE)
"""The comment lines directly above a header."""
_COMMENTS_ABOVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
_EXERCISE = "exercise"


@attrs.frozen
class Block:
    """A part of the text.

    Attributes
    ----------
    key
        The first key of its header; empty for the keys above the first table.
    table
        The number of its ``[[exercise]]`` table, from 0; ``None`` for others.
    """

    key: str
    text: str
    table: int | None = None

    def with_tables(self, tables: Sequence[DraftTable]) -> "list[Block]":
        """Return an exercise's block with other names and patterns, one for each table; the first has the comments."""
        header = _COMMENTS_ABOVE.match(self.text)
        texts = [self.text, *([self.text[header.end() if header else 0 :]] * (len(tables) - 1))]
        return [attrs.evolve(self, text=_filled_text(text, table)) for text, table in zip(texts, tables, strict=False)]

    def without_exercises(self) -> "Block":
        """Return a block without exercises that stand in it as a value: the others have headers."""
        document = tomlkit.parse(self.text)
        return self if document.pop(_EXERCISE, None) is None else attrs.evolve(self, text=tomlkit.dumps(document))

    @classmethod
    def of(cls, table: DraftTable) -> "Block":
        """Return the block of a new exercise."""
        array = tomlkit.aot()
        array.append(filled(tomlkit.table(), table))
        document = tomlkit.document()
        document.append(_EXERCISE, array)
        return cls(_EXERCISE, tomlkit.dumps(document))


def _filled_text(text: str, table: DraftTable) -> str:
    document = tomlkit.parse(text)
    filled(document[_EXERCISE][0], table)
    return tomlkit.dumps(document)


def blocks(text: str, document: TomlDocument) -> list[Block]:
    """Return a text in blocks."""
    starts: dict[int, tuple[str, int | None]] = {}
    for keys, place in document.places.items():
        is_header = place.key is not None and place.value.start < place.key.start
        if is_header and (len(keys) == 1 or (len(keys) == 2 and isinstance(keys[1], int))):
            number = keys[1] if keys[0] == _EXERCISE and len(keys) == 2 else None
            starts[place.value.start] = (str(keys[0]), number if isinstance(number, int) else None)
    places = [(_start(text, start), *block) for start, block in sorted(starts.items())]
    ends = [start for start, _, _ in places] + [len(text)]
    own = [Block(key, text[start:end], table) for (start, key, table), end in zip(places, ends[1:], strict=True)]
    return [Block("", text[: ends[0]]), *own]


def _start(text: str, header: int) -> int:
    match = _COMMENTS.search(text, 0, header)
    return match.start() if match is not None else header


def with_exclude(parts: Sequence[Block], patterns: Sequence[str]) -> list[Block]:
    """Return the blocks with the patterns that hold for all exercises."""
    top, *others = parts
    document = tomlkit.parse(top.text)
    if tuple(document.get("exclude", ())) != tuple(patterns):
        document.pop("exclude", None)
        if patterns:
            document.append("exclude", tomlkit.item(list(patterns)))
    return [attrs.evolve(top, text=tomlkit.dumps(document)), *others]


def with_people(parts: Sequence[Block], people: Mapping[str, str]) -> list[Block]:
    """Return the blocks with more names of people; those that are there stay, or get another name."""
    changed: list[Block] = []
    is_there = False
    for block in parts:
        document = tomlkit.parse(block.text)
        if "people" in document:
            is_there = True
            listed = document["people"]
            for label, name in people.items():
                if listed.get(label) != name:
                    listed[label] = name
            block = attrs.evolve(block, text=tomlkit.dumps(document))
        changed.append(block)
    if people and not is_there:
        listed = tomlkit.table()
        for label in sorted(people):
            listed.add(label, people[label])
        document = tomlkit.document()
        document.append("people", listed)
        changed.append(Block("people", tomlkit.dumps(document)))
    return changed


def joined(parts: Iterable[Block]) -> str:
    """Return blocks as a text, with an empty line between two of them."""
    text = ""
    for block in parts:
        if text and block.text:
            text = text.rstrip("\n") + "\n\n"
        text += block.text
    return text.rstrip("\n") + "\n"
