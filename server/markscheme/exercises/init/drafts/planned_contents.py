"""What exercises hold: as the plan says it, and as a configuration is read back."""

from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import attrs
import tomlkit

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.init.drafts.draft_table import DraftTable, text_of
from markscheme.exercises.init.naming.names import person_key
from markscheme.exercises.init.naming.persons import composed
from markscheme.exercises.init.plan import PlannedExercise, PlannedFile
from markscheme.exercises.tables import configured_exercises
from markscheme.formats.base import TOGETHER
from markscheme.text.errors import DocumentError

_BLANK = 64
"""Bytes of the largest file that may be empty: a few blanks and line ends."""


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
    return Content(source_path(rows), _members(references), _members(hypotheses))


def _members(rows: Iterable[PlannedFile]) -> frozenset[Member]:
    """Return the members; who wrote all changes together is not in the file, which can't say it."""
    return frozenset(Member(row.path, row.author, None if row.author == TOGETHER else row.person) for row in rows)


def source_path(rows: Sequence[PlannedFile]) -> str | None:
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
    exercises = configured_exercises(folder / CONFIGURATION, lambda _: text)
    return [(item, content_of(item, folder)) for item in exercises]


def content_of(exercise: Exercise, folder: Path) -> Content:
    """Return what an exercise holds, with paths relative to a folder."""

    def relative(path: Path) -> str:
        return path.relative_to(folder).as_posix()

    def members(items: Iterable[Participant]) -> frozenset[Member]:
        return frozenset(Member(relative(item.path), item.author, composed(item.identity)) for item in items)

    source = relative(exercise.source) if exercise.source else None
    return Content(source, members(exercise.references), members(exercise.hypotheses))


def place_of(member: Member) -> tuple[str, str]:
    """Return what members are sorted by: the path, then the author."""
    return member.path, member.author or ""


def paths_of(content: Content) -> set[str]:
    """Return the paths of all files of an exercise."""
    members = {item.path for item in (*content.references, *content.hypotheses)}
    return members | {content.source} if content.source is not None else members


def readable_contents(
    folder: Path, drafted: Sequence[DraftTable], excluded: Sequence[str] = (), planned: AbstractSet[str] | None = None
) -> list[Content] | None:
    """Return what tables hold; ``None`` if they can't be read.

    Parameters
    ----------
    excluded
        The patterns that a file with these tables excludes from all of them.
    planned
        The paths of a plan's files: empty files that are not among them don't count.
    """
    settings = {"exclude": tomlkit.item(list(excluded))} if excluded else {}
    try:
        read = [content for _, content in read_contents(folder, text_of(drafted, settings))]
    except DocumentError:
        return None
    return [_without_empty(content, folder, planned) for content in read] if planned is not None else read


def _without_empty(content: Content, folder: Path, planned: AbstractSet[str]) -> Content:
    """Return what an exercise holds without empty files that are not planned: they take part when they are filled."""

    def counting(members: frozenset[Member]) -> frozenset[Member]:
        return frozenset(item for item in members if item.path in planned or not _is_empty(folder / item.path))

    return attrs.evolve(content, references=counting(content.references), hypotheses=counting(content.hypotheses))


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size <= _BLANK and not path.read_bytes().removeprefix(BOM_UTF8).strip()
    except OSError:
        return False


def are_same(planned: Sequence[Content], read: Sequence[Content]) -> bool:
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
