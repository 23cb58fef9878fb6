"""A ``markscheme.toml`` for a plan: globs with people's names, which are read back and compared with the plan.

What the file says is never another thing than what the plan says: where globs would take other files, these are
excluded, and where that does not help, the files are named.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import attrs
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.init.names import folder_of, person_key
from markscheme.exercises.init.persons import composed
from markscheme.exercises.init.plan import PlannedExercise, PlannedFile, SetUpPlan
from markscheme.exercises.init.templates import (
    Marks,
    Template,
    by_breadth,
    escaped,
    essay_marks,
    student_marks,
    teacher_marks,
    templates,
)
from markscheme.exercises.patterns import NAME, TEACHER
from markscheme.exercises.tables import configured_exercises
from markscheme.formats.base import TOGETHER
from markscheme.text.errors import DocumentError

_SIMILAR = 2
"""The fewest exercises of the same shape for which one table with ``{name}`` is written."""
_SETTINGS = ("marking", "groups")
"""The keys of a ``markscheme.toml`` that another set-up leaves as they are."""
_LONG = 3
_MAX_WAYS = 24

Way = Sequence[tuple[PlannedFile, Template]]


@attrs.frozen
class DraftTable:
    """An ``[[exercise]]`` table as it will be written, with the people whom its patterns call otherwise."""

    name: str | None
    source: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    people: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class Member:
    """A document in an exercise: its path with its author, and the person where the plan names one."""

    path: str
    author: str | None
    person: str | None


@attrs.frozen
class Content:
    """What one exercise holds, as the plan says it or as it is read back."""

    source: str | None
    references: frozenset[Member]
    hypotheses: frozenset[Member]

    def has_files_of(self, other: "Content") -> bool:
        """Return whether both hold the same files in the same roles."""
        sides = ((self.references, other.references), (self.hypotheses, other.hypotheses))
        return self.source == other.source and all(
            {(item.path, item.author) for item in mine} == {(item.path, item.author) for item in theirs}
            for mine, theirs in sides
        )

    def agrees(self, other: "Content") -> bool:
        """Return whether both hold the same files, and no file has two names."""
        names = {(item.path, item.author): item.person for item in (*other.references, *other.hypotheses)}
        return self.has_files_of(other) and all(
            item.person in (None, names[item.path, item.author]) for item in (*self.references, *self.hypotheses)
        )


def draft(plan: SetUpPlan) -> str:
    """Return the text of the ``markscheme.toml`` of a plan; empty where nothing can be marked.

    The settings of marking and the groups of errors in a file that is there stay.
    """
    return text_of(tables(plan), _settings(plan.folder / CONFIGURATION)) if plan.exercises else ""


def tables(plan: SetUpPlan) -> tuple[DraftTable, ...]:
    """Return a table for each exercise of a plan, or one for all of a shape."""
    paths = frozenset(row.path for row in plan.rows)
    drafted = [(exercise, _Drafts(plan.folder, exercise, paths).tables()) for exercise in plan.exercises]
    single = [(exercise, own[0]) for exercise, own in drafted if len(own) == 1]
    merged = _merged(plan.folder, single)
    result: list[DraftTable] = []
    for exercise, own in drafted:
        table = merged.get(exercise.name)
        if table is None:
            result += own
        elif table not in result:
            result.append(table)
    return tuple(result)


def _settings(path: Path) -> dict[str, Item]:
    """Return the settings in a ``markscheme.toml``; none if the file can't be read."""
    try:
        present = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TOMLKitError):
        return {}
    items = {key: present.item(key) for key in _SETTINGS if key in present}
    return {key: item if isinstance(item, Item) else tomlkit.item(item.unwrap()) for key, item in items.items()}


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


def planned_contents(exercise: PlannedExercise) -> list[Content]:
    """Return what an exercise holds as the plan says it: one content, or one for each student with own essays."""
    if not exercise.is_own:
        return [_planned(exercise.rows)]
    essays: dict[str, list[PlannedFile]] = defaultdict(list)
    for row in exercise.rows:
        essays[person_key(row.essay or "")].append(row)
    contents = [_planned(rows) for rows in essays.values()]
    return [content for content in contents if content.source is not None or content.hypotheses]


def _planned(rows: Sequence[PlannedFile]) -> Content:
    references = [row for row in rows if row.role in ("reference", "complete")]
    hypotheses = [row for row in rows if row.role == "hypothesis"]
    return Content(_source(rows), _members(references), _members(hypotheses))


def _members(rows: Iterable[PlannedFile]) -> frozenset[Member]:
    """Return the members; who wrote all changes together is not in the file, which can't say it."""
    return frozenset(Member(row.path, row.author, None if row.author == TOGETHER else row.person) for row in rows)


def _source(rows: Sequence[PlannedFile]) -> str | None:
    """Return the path of the source; ``None`` where all the other files carry it.

    Where some carry it and no file is the source, one of these stands for it.
    """
    authored = {row.path for row in rows if row.author is not None}
    source = next((row.path for row in rows if row.role == "source" and row.path not in authored), None)
    complete = next((row.path for row in rows if row.role == "complete"), None)
    if source is not None or complete is not None:
        return source or complete
    carriers = [row for row in rows if row.carries and row.role in ("reference", "hypothesis")]
    has_texts = any(not row.carries for row in rows if row.role in ("reference", "hypothesis"))
    return min((row.path for row in carriers), default=None) if has_texts else None


def read_contents(folder: Path, text: str) -> list[tuple[Exercise, Content]]:
    """Return what a configuration's text holds, if it stood in a folder."""

    def relative(path: Path) -> str:
        return path.relative_to(folder).as_posix()

    def members(items: Iterable[Participant]) -> frozenset[Member]:
        return frozenset(Member(relative(item.path), item.author, composed(item.identity)) for item in items)

    return [
        (
            item,
            Content(relative(item.source) if item.source else None, members(item.references), members(item.hypotheses)),
        )
        for item in configured_exercises(folder / CONFIGURATION, lambda _: text)
    ]


class _Drafts:
    """Looks for the table of an exercise."""

    def __init__(self, folder: Path, exercise: PlannedExercise, paths: frozenset[str]) -> None:
        self._folder = folder
        self._paths = paths
        self._exercise = exercise
        self._planned = planned_contents(exercise)

    def tables(self) -> list[DraftTable]:
        """Return the first table that is read back as planned; else one for each student, with the files' names."""
        rows = self._exercise.rows
        own = self._exercise.is_own
        sources = [row for row in rows if row.role == "source"]
        source_path = _source(rows) if not own else None
        references = [row for row in rows if row.role in ("reference", "complete")]
        hypotheses = [row for row in rows if row.role == "hypothesis"]
        authored = {row.path for row in rows if row.author is not None}
        separate = [row for row in sources if row.path not in authored]
        ways = product(
            self._ways(separate, essay_marks) if own and separate else [None],
            [way for way in self._ways(references, essay_marks if own else teacher_marks) if not self._is_wide(way)],
            [_naming(way, source_path) for way in self._ways(hypotheses, essay_marks if own else student_marks)],
        )
        for number, (source_way, reference_way, hypothesis_way) in enumerate(sorted_ways(ways)):
            if number >= _MAX_WAYS:
                break
            table = self._table(source_path, source_way, reference_way, hypothesis_way)
            fitted = self._fitted(table) if table is not None else None
            if fitted is not None:
                return [fitted]
        return [self._named(content, number) for number, content in enumerate(self._planned)]

    def _ways(self, rows: Sequence[PlannedFile], marks: Marks) -> list[Way]:
        return list(templates(rows, marks)) if rows else [[]]

    def _is_wide(self, way: Way) -> bool:
        """Return whether tomorrow's hand-in would be a reference: any name is one in a folder that holds others."""
        folders = {
            folder_of(row.path)
            for row, template in way
            if template.pattern.rpartition("/")[2].startswith(f"{TEACHER}.")
        }
        members = {row.path for row, _ in way}
        return any(folder_of(path) in folders for path in self._paths - members)

    def _table(
        self, source_path: str | None, source_way: Way | None, reference_way: Way, hypothesis_way: Way
    ) -> DraftTable | None:
        source = escaped(source_path) if source_path is not None else None
        if source_way is not None:
            patterns = {template.pattern for _, template in source_way}
            if len(patterns) != 1:
                return None
            source = patterns.pop()
        people: dict[str, str] = {}
        for way in (source_way or [], reference_way, hypothesis_way):
            people |= _people(way, own=self._exercise.is_own)
        return DraftTable(
            self._exercise.name,
            source,
            tuple(by_breadth(template.pattern for _, template in reference_way)),
            tuple(by_breadth(template.pattern for _, template in hypothesis_way)),
            (),
            tuple(sorted(people.items())),
        )

    def _fitted(self, table: DraftTable) -> DraftTable | None:
        """Return a table without the files that the plan leaves out, if it then says what the plan says."""
        planned = {row.path for row in self._exercise.rows}
        contents = _readable(self._folder, [table])
        if contents is None:
            return None
        others = sorted({path for content in contents for path in _paths(content)} - planned)
        if len(others) > len(planned):
            return None
        fitted = attrs.evolve(table, exclude=tuple(escaped(path) for path in others))
        read = _readable(self._folder, [fitted]) if others else contents
        return fitted if read is not None and _same(self._planned, read) else None

    def _named(self, content: Content, number: int) -> DraftTable:
        """Return a table with the names of the files."""
        name = self._exercise.name
        if self._exercise.is_own:
            student = next((item.person for item in sorted(content.hypotheses, key=_path) if item.person), None)
            name = f"{name}/{student or number + 1}"

        def patterns(members: Iterable[Member]) -> tuple[str, ...]:
            ordered = sorted(members, key=_path)
            return tuple(escaped(item.path) + (f"#{item.author}" if item.author else "") for item in ordered)

        source = escaped(content.source) if content.source is not None else None
        return DraftTable(name, source, patterns(content.references), patterns(content.hypotheses))


def _naming(way: Way, source: str | None) -> Way:
    """Return a way that names the file that is the source, too: globs don't take it."""
    return [(row, Template(escaped(row.path)) if row.path == source else template) for row, template in way]


def sorted_ways(ways: Iterable[tuple[Way | None, Way, Way]]) -> list[tuple[Way | None, Way, Way]]:
    """Return combinations of ways, the ones with few patterns first; the order of equal ones stays."""
    return sorted(ways, key=lambda parts: sum(len({item.pattern for _, item in way}) for way in parts if way))


def _path(member: Member) -> tuple[str, str]:
    return member.path, member.author or ""


def _people(way: Way, *, own: bool) -> dict[str, str]:
    """Return the people whose names the patterns can't give: what stands for a placeholder, and the name."""
    people: dict[str, str] = {}
    for row, template in way:
        name = row.essay if own else row.person
        if row.author is not None and not own:
            label: str | None = row.author
        elif "{" in template.pattern:
            label = template.label or row.label
        else:
            label = PurePosixPath(row.path).stem
        if name and label and composed(label) != name:
            people[label] = name
    return people


def _paths(content: Content) -> set[str]:
    members = {item.path for item in (*content.references, *content.hypotheses)}
    return members | {content.source} if content.source is not None else members


def _readable(folder: Path, drafted: Sequence[DraftTable]) -> list[Content] | None:
    """Return what tables hold; ``None`` if they can't be read, or an exercise of theirs lacks a file that it names."""
    try:
        return [content for _, content in read_contents(folder, text_of(drafted))]
    except DocumentError:
        return None


def _same(planned: Sequence[Content], read: Sequence[Content]) -> bool:
    """Return whether both are the same exercises."""
    if len(planned) != len(read):
        return False
    free = list(read)
    for content in planned:
        match = next((other for other in free if content.agrees(other)), None)
        if match is None:
            return False
        free.remove(match)
    return True


def _merged(folder: Path, single: Sequence[tuple[PlannedExercise, DraftTable]]) -> Mapping[str, DraftTable]:
    """Return one table with ``{name}`` for all exercises of a shape, by the exercises' names."""
    by_shape: dict[object, list[tuple[PlannedExercise, DraftTable]]] = defaultdict(list)
    for exercise, table in single:
        by_shape[_shape(table)].append((exercise, table))
    merged: dict[str, DraftTable] = {}
    for shape, alike in by_shape.items():
        if len(alike) < _SIMILAR or not isinstance(shape, tuple):
            continue
        joined = _joined(folder, shape, alike)
        if joined is not None:
            merged |= {exercise.name: joined for exercise, _ in alike}
    return merged


def _shape(table: DraftTable) -> object:
    """Return a table without its exercise's name in it, references apart; the name alone where it is in no source."""
    name = (table.name or "").rpartition("/")[2]
    if not name or not any(_without(pattern, name) != pattern for pattern in _naming_patterns(table)):
        return table.name
    sides = ((table.name or "",), (table.source or "",), table.hypotheses)
    return tuple(tuple(_without(pattern, name) for pattern in side) for side in sides)


def _naming_patterns(table: DraftTable) -> tuple[str, ...]:
    return (table.source,) if table.source is not None else table.hypotheses


def _without(pattern: str, name: str) -> str:
    return re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", NAME, pattern)


def _joined(
    folder: Path, shape: Sequence[Sequence[str]], alike: Sequence[tuple[PlannedExercise, DraftTable]]
) -> DraftTable | None:
    """Return one table for all, if it is read back as them and no others; it excludes other files that match."""
    (name,), (source,), hypotheses = shape
    references = by_breadth(
        _without(pattern, exercise.name.rpartition("/")[2]) for exercise, table in alike for pattern in table.references
    )
    people = tuple(sorted({pair for _, table in alike for pair in table.people}))
    excluded = tuple(dict.fromkeys(path for _, table in alike for path in table.exclude))
    table = DraftTable(
        None if name == NAME else name, source or None, tuple(references), tuple(hypotheses), excluded, people
    )
    planned = [content for exercise, _ in alike for content in planned_contents(exercise)]
    read = _readable(folder, [table])
    if read is None:
        return None
    members = {path for content in planned for path in _paths(content)}
    others = sorted({path for content in read for path in _paths(content)} - members)
    if len(others) >= len(alike):
        return None
    table = attrs.evolve(table, exclude=(*excluded, *(escaped(path) for path in others)))
    read = _readable(folder, [table])
    return table if read is not None and _same(planned, read) else None


def names_read(folder: Path, text: str) -> Iterator[str]:
    """Yield the assignments that a configuration's text holds."""
    yield from dict.fromkeys(item.assignment for item, _ in read_contents(folder, text))
