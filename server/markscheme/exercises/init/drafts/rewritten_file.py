"""A ``markscheme.toml`` that is there, written again for a plan: what the plan does not change stays as it is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION, check_configuration, read_configuration
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init.drafts.draft_table import DraftTable
from markscheme.exercises.init.drafts.file_blocks import Block, blocks, joined, with_exclude, with_people
from markscheme.exercises.init.drafts.planned_contents import (
    Content,
    are_same,
    content_of,
    paths_of,
    planned_contents,
    read_contents,
)
from markscheme.exercises.init.drafts.shared_tables import tables_of
from markscheme.exercises.init.drafts.table_search import Search
from markscheme.exercises.init.plan import PlannedExercise, RowKey, SetUpPlan
from markscheme.exercises.patterns import is_excluded
from markscheme.exercises.tables import listed_exercises
from markscheme.exercises.toml import read_toml
from markscheme.text.errors import DocumentError, NoReference
from markscheme.text.reading import read_text


def rewritten(text: str, plan: SetUpPlan) -> str | None:
    """Return a configuration's text with the exercises of a plan; ``None`` if what it then says is another thing.

    Tables whose exercises stay as they are keep their text. Others get other patterns, new ones come last.

    Raises
    ------
    DocumentError
        If the text is no configuration.
    """
    revised = _Rewriting(text, plan).text()
    exercises = _exercises_by_member(plan)
    try:
        read = [_own_part(item, content, exercises) for item, content in read_contents(plan.folder, revised)]
    except DocumentError:
        return None
    planned = [content for exercise in plan.exercises for content in planned_contents(exercise)]
    return revised if not check_configuration(revised) and are_same(planned, read) else None


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
    """An ``[[exercise]]`` table of the text, and the exercises that it holds."""

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
        return {path for content in self.contents for path in paths_of(content)}


class _Rewriting:
    """Compares the tables of a configuration with the exercises of a plan."""

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
        drafted = tables_of(Search(self._plan.folder, paths, excluded, present), changed)
        parts = self._with_tables(kept, self._places(drafted, free, changed))
        people = {label: name for table in drafted for label, name in table.people}
        return joined(with_people(with_exclude(parts, excluded), people))

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
        contents = tuple(_own_part(item, content_of(item, self._plan.folder), members) for item in exercises)
        return _PresentTable(number, drafted, exercises, contents)

    def _kept_numbers(self) -> set[int]:
        """Return the numbers of the tables whose exercises are those of the plan."""
        planned = {exercise.name: planned_contents(exercise) for exercise in self._plan.exercises}
        read: dict[str, list[Content]] = defaultdict(list)
        for table in self._present:
            for exercise, content in zip(table.exercises, table.contents, strict=True):
                read[exercise.assignment].append(content)
        return {
            table.number
            for table in self._present
            if table.number in self._headed
            and table.is_usable
            and table.names
            and all(name in planned and are_same(planned[name], read[name]) for name in table.names)
        }

    def _excluded(self) -> tuple[str, ...]:
        """Return the patterns that hold for all exercises, but for those that leave a planned file out."""
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
        """Return the blocks with the drafted tables in their places, the new ones after the last exercise."""
        replaced: dict[int, list[DraftTable]] = defaultdict(list)
        for table, number in places:
            if number is not None:
                replaced[number].append(table)
        parts: list[Block] = []
        end = None
        for block in self._blocks:
            number = block.table
            if number is None:
                parts.append(block.without_exercises())
            elif number in kept:
                parts.append(block)
            else:
                parts += block.with_tables(replaced[number])
            if number is not None:
                end = len(parts)
        new = [Block.of(table) for table, number in places if number is None]
        at = len(parts) if end is None else end
        return [*parts[:at], *new, *parts[at:]]


def present_text(folder: Path) -> str | None:
    """Return the text of a folder's configuration; ``None`` where there is none, or where it can't be read."""
    path = folder / CONFIGURATION
    try:
        return read_text(path) if path.is_file() else None
    except DocumentError:
        return None
