"""The search for an exercise's table: globs with people's names that take the planned files and no others."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path, PurePosixPath

import attrs

from markscheme.exercises.init.drafts.draft_table import DraftTable
from markscheme.exercises.init.drafts.planned_contents import (
    Content,
    Member,
    are_same,
    paths_of,
    place_of,
    planned_contents,
    readable_contents,
    source_path,
)
from markscheme.exercises.init.drafts.templates import (
    Marks,
    Template,
    by_breadth,
    escaped,
    essay_marks,
    student_marks,
    teacher_marks,
    templates,
)
from markscheme.exercises.init.naming.names import folder_of
from markscheme.exercises.init.naming.persons import composed
from markscheme.exercises.init.plan import PlannedExercise, PlannedFile
from markscheme.exercises.patterns import STUDENT, TEACHER, holds, is_excluded, matches

_MAX_WAYS = 24

Way = Sequence[tuple[PlannedFile, Template]]


@attrs.frozen
class Search:
    """Where tables are looked for.

    Attributes
    ----------
    paths
        The paths of all files of the folder.
    excluded
        The patterns that the configuration excludes from all tables.
    present
        The tables that the configuration has for exercises, by the exercises' names.
    """

    folder: Path
    paths: frozenset[str]
    excluded: tuple[str, ...] = ()
    present: Mapping[str, DraftTable] = attrs.field(factory=dict)


class TableSearch:
    """Looks for the table of an exercise: the one that is there with other files, or a combination of patterns."""

    def __init__(self, search: Search, exercise: PlannedExercise) -> None:
        self._search = search
        self._exercise = exercise
        self._planned = planned_contents(exercise)

    def tables(self) -> list[DraftTable]:
        """Return the first table that is read back as planned.

        Where own essays fit no table, return one for the essays of each shape, all by one name, or else one for each
        student with the files' names.
        """
        present = self._search.present.get(self._exercise.name)
        table = (self._grown(present) if present is not None else None) or self._combined()
        if table is not None:
            return [table]
        parts = self._parts()
        if len(parts) > 1:
            return [
                table for part in parts for table in TableSearch(attrs.evolve(self._search, present={}), part).tables()
            ]
        return [self._named(content, number) for number, content in enumerate(self._planned)]

    def _parts(self) -> list[PlannedExercise]:
        """Return own essays parted by the pattern of their sources."""
        by_shape: dict[str, list[str]] = defaultdict(list)
        for row in self._exercise.of_role("source") if self._exercise.is_own else ():
            by_shape[templates([row], essay_marks)[0][0][1].pattern].append(row.essay or "")
        return [
            attrs.evolve(self._exercise, rows=tuple(row for row in self._exercise.rows if row.essay in students))
            for students in by_shape.values()
        ]

    def _combined(self) -> DraftTable | None:
        """Return the first table of patterns for each role that is read back as planned."""
        rows = self._exercise.rows
        own = self._exercise.is_own
        sources = [row for row in rows if row.role == "source"]
        shared_source = source_path(rows) if not own else None
        references = [row for row in rows if row.role in ("reference", "complete")]
        hypotheses = [row for row in rows if row.role == "hypothesis"]
        authored = {row.path for row in rows if row.author is not None}
        separate = [row for row in sources if row.path not in authored]
        ways = product(
            self._ways(separate, essay_marks) if own and separate else [None],
            [way for way in self._ways(references, essay_marks if own else teacher_marks) if not self._is_wide(way)],
            [_naming(way, shared_source) for way in self._ways(hypotheses, essay_marks if own else student_marks)],
        )
        for number, (source_way, reference_way, hypothesis_way) in enumerate(_sorted_ways(ways)):
            if number >= _MAX_WAYS:
                break
            table = self._table(shared_source, source_way, reference_way, hypothesis_way)
            fitted = self._fitted(table) if table is not None else None
            if fitted is not None:
                return fitted
        return None

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
        return any(folder_of(path) in folders for path in self._search.paths - members)

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
        contents = readable_contents(self._search.folder, [table], self._search.excluded, planned)
        if contents is None:
            return None
        others = sorted({path for content in contents for path in paths_of(content)} - planned)
        if len(others) > len(planned):
            return None
        fitted = attrs.evolve(table, exclude=(*table.exclude, *(escaped(path) for path in others)))
        read = readable_contents(self._search.folder, [fitted], self._search.excluded, planned) if others else contents
        return fitted if read is not None and are_same(self._planned, read) else None

    def _grown(self, present: DraftTable) -> DraftTable | None:
        """Return a table that is there with patterns for the files that it does not take; ``None`` if that won't do."""
        own = self._exercise.is_own
        if not own:
            source = source_path(self._exercise.rows)
            present = attrs.evolve(present, source=escaped(source) if source is not None else None)
        contents = readable_contents(self._search.folder, [present], self._search.excluded)
        if contents is None:
            return None
        taken = {(item.path, item.author) for one in contents for item in (*one.references, *one.hypotheses)}
        new = [row for row in self._exercise.rows if row.key not in taken]
        reference_way = self._ways([row for row in new if row.role in ("reference", "complete")], teacher_marks)[0]
        hypothesis_way = self._ways([row for row in new if row.role == "hypothesis"], student_marks)[0]
        if (own and new) or self._is_wide(reference_way):
            return None
        return self._fitted(
            attrs.evolve(
                present,
                references=_with(self._matching(present.references), reference_way),
                hypotheses=_with(self._matching(present.hypotheses), hypothesis_way),
                exclude=tuple(item for item in present.exclude if not self._excludes_members(item)),
                people=tuple({**dict(present.people), **_people([*reference_way, *hypothesis_way], own=own)}.items()),
            )
        )

    def _matching(self, patterns: Sequence[str]) -> list[str]:
        """Return the patterns that match a file, or that stand for people who come tomorrow."""
        return [item for item in patterns if _holds_person(item) or matches(self._search.folder, item)]

    def _excludes_members(self, pattern: str) -> bool:
        return any(is_excluded(row.path, [pattern]) for row in self._exercise.rows)

    def _named(self, content: Content, number: int) -> DraftTable:
        """Return a table with the names of the files."""
        name = self._exercise.name
        if self._exercise.is_own:
            student = next((item.person for item in sorted(content.hypotheses, key=place_of) if item.person), None)
            name = f"{name}/{student or number + 1}"

        def patterns(members: Iterable[Member]) -> tuple[str, ...]:
            ordered = sorted(members, key=place_of)
            return tuple(escaped(item.path) + (f"#{item.author}" if item.author else "") for item in ordered)

        source = escaped(content.source) if content.source is not None else None
        return DraftTable(name, source, patterns(content.references), patterns(content.hypotheses))


def _holds_person(pattern: str) -> bool:
    return holds(pattern, STUDENT) or holds(pattern, TEACHER)


def _with(patterns: Sequence[str], way: Way) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*patterns, *by_breadth(template.pattern for _, template in way))))


def _naming(way: Way, source: str | None) -> Way:
    """Return a way that names the file that is the source, too: globs don't take it."""
    return [(row, Template(escaped(row.path)) if row.path == source else template) for row, template in way]


def _sorted_ways(ways: Iterable[tuple[Way | None, Way, Way]]) -> list[tuple[Way | None, Way, Way]]:
    """Return combinations of ways, the ones with few patterns first; the order of equal ones stays."""
    return sorted(ways, key=lambda parts: sum(len({item.pattern for _, item in way}) for way in parts if way))


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
