"""A ``markscheme.toml`` for a plan: globs with people's names, which are read back and compared with the plan.

Where globs would take other files, these are excluded, and where that does not help, the files are named. Of a file
that is there, all stays that the plan does not change.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item, Table

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError, NoReference
from markscheme.exercises.configuration import check_configuration, read_configuration
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init import draft_tables
from markscheme.exercises.init.draft_tables import Content, DraftTable, Search
from markscheme.exercises.init.plan import PlannedExercise, RowKey, SetUpPlan
from markscheme.exercises.own_files import TomlDocument, read_toml
from markscheme.exercises.patterns import CONFIGURATION, is_excluded
from markscheme.exercises.scheme.scheme import PRESETS, SchemePreset
from markscheme.exercises.tables import listed_exercises
from markscheme.grouping import grouped
from markscheme.registry import RegistryError

_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)*[ \t]*\Z", re.MULTILINE)
_COMMENTS_ABOVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
_EXERCISE = "exercise"


@attrs.frozen
class Block:
    """A part of the text, by the first key of its header; empty for the keys above the first table.

    ``table`` is the number of its ``[[exercise]]`` table, from 0; ``None`` for others.
    """

    key: str
    text: str
    table: int | None = None

    def with_tables(self, tables: Sequence[DraftTable]) -> "list[Block]":
        header = _COMMENTS_ABOVE.match(self.text)
        texts = [self.text, *([self.text[header.end() if header else 0 :]] * (len(tables) - 1))]
        return [attrs.evolve(self, text=_filled_text(text, table)) for text, table in zip(texts, tables, strict=False)]

    def without_exercises(self) -> "Block":
        document = tomlkit.parse(self.text)
        return self if document.pop(_EXERCISE, None) is None else attrs.evolve(self, text=tomlkit.dumps(document))

    @classmethod
    def of(cls, table: DraftTable) -> "Block":
        array = tomlkit.aot()
        array.append(draft_tables.filled(tomlkit.table(), table))
        document = tomlkit.document()
        document.append(_EXERCISE, array)
        return cls(_EXERCISE, tomlkit.dumps(document))


def _filled_text(text: str, table: DraftTable) -> str:
    document = tomlkit.parse(text)
    draft_tables.filled(document[_EXERCISE][0], table)
    return tomlkit.dumps(document)


def blocks(text: str, document: TomlDocument) -> list[Block]:
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


def _with_exclude(parts: Sequence[Block], patterns: Sequence[str]) -> list[Block]:
    top, *others = parts
    document = tomlkit.parse(top.text)
    if tuple(document.get("exclude", ())) != tuple(patterns):
        document.pop("exclude", None)
        if patterns:
            document.append("exclude", tomlkit.item(list(patterns)))
    return [attrs.evolve(top, text=tomlkit.dumps(document)), *others]


def with_people(parts: Sequence[Block], people: Mapping[str, str]) -> list[Block]:
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
        document = tomlkit.document()
        document.append("people", draft_tables.people_table(people))
        changed.append(Block("people", tomlkit.dumps(document)))
    return changed


def joined(parts: Iterable[Block]) -> str:
    text = ""
    for block in parts:
        if text and block.text:
            text = text.rstrip("\n") + "\n\n"
        text += block.text
    return text.rstrip("\n") + "\n"


def rewritten(text: str, plan: SetUpPlan) -> str | None:
    """Return a configuration's text with the exercises of a plan; ``None`` if what it then says is another thing.

    Tables whose exercises stay as they are keep their text. Others get other patterns, new ones come last. Raise
    DocumentError if the text is no configuration.
    """
    revised = _Rewriting(text, plan).text()
    exercises = _exercises_by_member(plan)
    try:
        contents = draft_tables.read_contents(plan.folder, revised)
        read = [_own_part(item, content, exercises) for item, content in contents]
    except DocumentError:
        return None
    planned = [content for exercise in plan.exercises for content in draft_tables.planned_contents(exercise)]
    return revised if not check_configuration(revised) and draft_tables.are_same(planned, read) else None


def _exercises_by_member(plan: SetUpPlan) -> Mapping[RowKey, str]:
    return {row.key: row.exercise for row in plan.rows if row.takes_part and row.exercise is not None}


def _own_part(exercise: Exercise, content: Content, exercises: Mapping[RowKey, str]) -> Content:
    """Return what an exercise holds without files that a plan shows in another one: it shows each file once."""

    def is_own(path: str, author: str | None) -> bool:
        return exercises.get((path, author), exercise.assignment) == exercise.assignment

    return Content(
        content.source if content.source is not None and is_own(content.source, None) else None,
        frozenset(item for item in content.references if is_own(item.path, item.author)),
        frozenset(item for item in content.hypotheses if is_own(item.path, item.author)),
    )


@attrs.frozen
class _PresentTable:
    number: int
    drafted: DraftTable
    exercises: tuple[Exercise, ...]
    contents: tuple[Content, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(item.assignment for item in self.exercises)

    @property
    def is_usable(self) -> bool:
        """Whether every file that it names is there; what a student has not handed in yet does not count."""
        return not any(
            item.problem is not None and not isinstance(item.problem, NoReference) and item.student is None
            for item in self.exercises
        )

    @property
    def paths(self) -> set[str]:
        return {path for content in self.contents for path in draft_tables.paths_of(content)}


class _Rewriting:
    def __init__(self, text: str, plan: SetUpPlan) -> None:
        self._plan = plan
        self._document = read_toml(text)
        self._blocks = blocks(text, self._document)
        self._headed = {block.table for block in self._blocks if block.table is not None}
        path = plan.folder / CONFIGURATION
        self._configuration = read_configuration(path, lambda _: text)
        self._present = [self._table(number) for number in range(len(self._configuration.tables))]

    def text(self) -> str:
        kept = self._kept_numbers()
        names = {name for table in self._present if table.number in kept for name in table.names}
        changed = [exercise for exercise in self._plan.exercises if exercise.name not in names]
        free = [table for table in self._present if table.number in self._headed - kept]
        paths = frozenset(row.path for row in self._plan.rows)
        excluded = self._excluded()
        present = {name: table.drafted for table in free for name in table.names if len(table.names) == 1}
        drafted = draft_tables.tables_of(Search(self._plan.folder, paths, excluded, present), changed)
        parts = self._with_tables(kept, self._places(drafted, free, changed))
        people = {label: name for table in drafted for label, name in table.people}
        return joined(with_people(_with_exclude(parts, excluded), people))

    def _table(self, number: int) -> _PresentTable:
        configuration = attrs.evolve(self._configuration, tables=(self._configuration.tables[number],))
        exercises = listed_exercises(configuration)
        raw = self._document.content["exercise"][number]
        drafted = DraftTable(
            raw.get("name"),
            raw.get("source"),
            tuple(raw.get("references", ())),
            tuple(raw.get("hypotheses", ())),
            tuple(raw.get("exclude", ())),
            tuple(self._document.content.get("people", {}).items()),
        )
        members = _exercises_by_member(self._plan)
        contents = ((item, draft_tables.content_of(item, self._plan.folder)) for item in exercises)
        own = tuple(_own_part(item, content, members) for item, content in contents)
        return _PresentTable(number, drafted, exercises, own)

    def _kept_numbers(self) -> set[int]:
        pairs = [pair for table in self._present for pair in zip(table.exercises, table.contents, strict=True)]
        read = grouped(pairs, lambda pair: pair[0].assignment)
        same: set[str] = set()
        for exercise in self._plan.exercises:
            contents = [content for _, content in read.get(exercise.name, ())]
            if draft_tables.are_same(draft_tables.planned_contents(exercise), contents):
                same.add(exercise.name)
        usable = [table for table in self._present if table.number in self._headed and table.is_usable]
        return {table.number for table in usable if table.names and table.names <= same}

    def _excluded(self) -> tuple[str, ...]:
        members = [row.path for row in self._plan.rows if row.takes_part]
        patterns = self._document.content.get("exclude", ())
        return tuple(item for item in patterns if not any(is_excluded(path, [item]) for path in members))

    def _places(
        self, drafted: Sequence[DraftTable], free: Sequence[_PresentTable], changed: Sequence[PlannedExercise]
    ) -> list[tuple[DraftTable, int | None]]:
        """Return each drafted table with the number of the table that it replaces: the one with most of its files.

        A table for several exercises may be replaced by several, which all keep its settings.
        """
        members = {exercise.name: {row.path for row in exercise.rows} for exercise in changed}
        left = list(free)
        places: list[tuple[DraftTable, int | None]] = []
        for table in drafted:
            paths = members.get(table.name or "", set().union(*members.values()))
            shared = {item.number: len(item.paths & paths) + (table.name in item.names) for item in left}
            best = max(left, key=lambda item: shared[item.number], default=None)
            if best is None or not shared[best.number]:
                places.append((table, None))
                continue
            if len(best.names) == 1:
                left.remove(best)
            has_default_name = best.drafted.name is None and best.names == {table.name}
            places.append((attrs.evolve(table, name=None) if has_default_name else table, best.number))
        return places

    def _with_tables(self, kept: set[int], places: Sequence[tuple[DraftTable, int | None]]) -> list[Block]:
        replaced = grouped(places, lambda place: place[1])
        parts: list[Block] = []
        end = None
        for block in self._blocks:
            number = block.table
            if number is None:
                parts.append(block.without_exercises())
            elif number in kept:
                parts.append(block)
            else:
                parts += block.with_tables([table for table, _ in replaced.get(number, ())])
            if number is not None:
                end = len(parts)
        new = [Block.of(table) for table, number in places if number is None]
        at = len(parts) if end is None else end
        return [*parts[:at], *new, *parts[at:]]


def _present_text(folder: Path) -> str | None:
    """Return the text of a folder's configuration; ``None`` where there is none, or where it can't be read."""
    path = folder / CONFIGURATION
    try:
        return read_text(path) if path.is_file() else None
    except DocumentError:
        return None


_DRAFTED = frozenset({"exercise", "people", "exclude"})


def draft(plan: SetUpPlan) -> str:
    if not plan.exercises:
        return ""
    present = _present_text(plan.folder)
    if present is None:
        return draft_tables.text_of(tables(plan))
    revised = rewritten(present, plan) if not check_configuration(present) else None
    return revised or draft_tables.text_of(tables(plan), _settings(present))


def tables(plan: SetUpPlan) -> tuple[DraftTable, ...]:
    return draft_tables.tables_of(Search(plan.folder, frozenset(row.path for row in plan.rows)), plan.exercises)


def _settings(text: str) -> dict[str, Item]:
    try:
        present = tomlkit.parse(text)
    except TOMLKitError:
        return {}
    items = {key: present.item(key) for key in present if key not in _DRAFTED}
    usable = {key: item for key, item in items.items() if not check_configuration(tomlkit.dumps({key: item.unwrap()}))}
    return {key: item if isinstance(item, Item) else tomlkit.item(item.unwrap()) for key, item in usable.items()}


_SCHEME_TABLE_EXERCISE: Final = "[[exercise]]"


def with_scheme(text: str, name: str | None) -> str:
    """Return a text with a preset as its mark scheme, if it is named; DocumentError if there is no such preset."""
    if name is None or not text:
        return text
    try:
        preset = PRESETS.get(name)
    except RegistryError as error:
        raise DocumentError(str(error)) from error
    document = tomlkit.parse(text)
    document.pop("scheme", None)
    rest = tomlkit.dumps(document)
    head, _, _ = rest.partition(_SCHEME_TABLE_EXERCISE)
    return f"{head}{_scheme_text(preset)}\n{rest[len(head) :]}"


def with_new_scheme(path: Path, name: str) -> str:
    """Return the text of a configuration that is there with a preset added, and all else as it is.

    Raise DocumentError if the configuration is broken or has a mark scheme, or there is no such preset.
    """
    text = read_text(path)
    for fault in check_configuration(text, path):
        raise fault
    if "scheme" in tomlkit.parse(text):
        raise DocumentError("the file has a mark scheme already", path=path, remedy="Replace it with --force")
    return with_scheme(text, name)


def _scheme_text(preset: SchemePreset) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment(f"The mark scheme \u201c{preset.name}\u201d. {preset.description}"))
    document.add("scheme", _table(preset.content, preset.notes))
    return tomlkit.dumps(document)


def _table(content: Mapping[str, Any], notes: Mapping[str, str]) -> Table:
    table = tomlkit.table()
    for key, value in content.items():
        item = _table(value, notes) if isinstance(value, Mapping) else tomlkit.item(value)
        if key in notes:
            item.comment(notes[key])
        table.add(key, item)
    return table
