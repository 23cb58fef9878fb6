"""One table with ``{name}`` for exercises of one shape."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import attrs

from markscheme.exercises.init.drafts.draft_table import DraftTable
from markscheme.exercises.init.drafts.planned_contents import are_same, paths_of, planned_contents, readable_contents
from markscheme.exercises.init.drafts.table_search import Search, TableSearch
from markscheme.exercises.init.drafts.templates import by_breadth, escaped
from markscheme.exercises.init.plan import PlannedExercise
from markscheme.exercises.patterns import NAME

_SIMILAR = 2
"""The fewest exercises of the same shape for which one table with ``{name}`` is written."""


def tables_of(search: Search, exercises: Sequence[PlannedExercise]) -> tuple[DraftTable, ...]:
    """Return a table for each exercise, or one for all of a shape."""
    drafted = [(exercise, TableSearch(search, exercise).tables()) for exercise in exercises]
    single = [(exercise, own[0]) for exercise, own in drafted if len(own) == 1]
    shared = _shared_tables(search, single)
    result: list[DraftTable] = []
    for exercise, own in drafted:
        table = shared.get(exercise.name)
        if table is None:
            result += own
        elif table not in result:
            result.append(table)
    return tuple(result)


def _shared_tables(search: Search, single: Sequence[tuple[PlannedExercise, DraftTable]]) -> Mapping[str, DraftTable]:
    """Return one table with ``{name}`` for all exercises of a shape, by the exercises' names."""
    by_shape: dict[object, list[tuple[PlannedExercise, DraftTable]]] = defaultdict(list)
    for exercise, table in single:
        by_shape[_shape(table)].append((exercise, table))
    merged: dict[str, DraftTable] = {}
    for shape, alike in by_shape.items():
        if len(alike) < _SIMILAR or not isinstance(shape, tuple):
            continue
        joined = _joined(search, shape, alike)
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
    search: Search, shape: Sequence[Sequence[str]], alike: Sequence[tuple[PlannedExercise, DraftTable]]
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
    members = {path for content in planned for path in paths_of(content)}
    read = readable_contents(search.folder, [table], search.excluded, members)
    if read is None:
        return None
    others = sorted({path for content in read for path in paths_of(content)} - members)
    if len(others) >= len(alike):
        return None
    table = attrs.evolve(table, exclude=(*excluded, *(escaped(path) for path in others)))
    read = readable_contents(search.folder, [table], search.excluded, members)
    return table if read is not None and are_same(planned, read) else None
