"""A ``markscheme.toml`` for a plan: globs with people's names, which are read back and compared with the plan.

Where globs would take other files, these are excluded, and where that does not help, the files are named. Of a file
that is there, all stays that the plan does not change.
"""

import glob
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Any

import attrs

from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.formats import TOGETHER
from markscheme.errors import DocumentError, NoReference
from markscheme.exercises.configuration import check_configuration, read_configuration
from markscheme.exercises.discovery import configured_exercises, listed_exercises
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.file_names import composed, ending, folder_of, person_key, stem_of
from markscheme.exercises.init.plan import PlannedExercise, PlannedFile, RowKey, SetUpPlan
from markscheme.exercises.own_files import Unreadable, part_of, read_toml, toml_pairs, with_copy, with_names, with_value
from markscheme.exercises.patterns import NAME, PLACEHOLDERS, STUDENT, TEACHER, holds, is_excluded, matches
from markscheme.grouping import grouped
from markscheme.languages.language import DEFAULT_LANGUAGE, Tolerance, find_language

_ABOUT = "# Which files are sources, hypotheses and references; new files with such names count, too.\n\n"


def draft(plan: SetUpPlan) -> str:
    """Return the text of a plan's configuration; empty where there is no exercise."""
    if not plan.exercises:
        return ""
    path = plan.folder / CONFIGURATION
    try:
        present = read_text(path) if path.is_file() else None
    except DocumentError:
        present = None
    if present is None:
        return _text_of(tables(plan))
    revised = _rewritten(present, plan) if not check_configuration(present) else None
    return revised or _text_of(tables(plan), _settings(present))


def tables(plan: SetUpPlan) -> tuple["DraftTable", ...]:
    search = Search(plan.folder, frozenset(row.path for row in plan.rows))
    return tables_of(search, plan.exercises)


def _settings(text: str) -> list[str]:
    """Return the parts of a configuration that can't be used, as far as these can, without its exercises."""
    try:
        document = read_toml(text)
    except Unreadable:
        return []
    parts = [part_of(text, (key,)) for key in document.content if key not in ("exercise", "people", "exclude")]
    return [part for part in parts if not check_configuration(part)]


def offered_variants(language: str = DEFAULT_LANGUAGE) -> Mapping[str, Tolerance]:
    """Return the variants of a language, by its code, that are offered where a class is set up; by their names.

    They are the tolerances that hide no error: spellings, contractions, commas that grammar leaves free.
    """
    return {name: item for name, item in find_language(language).tolerances.variants().items() if item.example}


def with_variants(path: Path, names: Collection[str], read: TextSource = read_text) -> str:
    """Return the text of a ``markscheme.toml`` in which the course allows these of the offered variants, and no others.

    All else in the file stays. Raise DocumentError if the file is broken, or a name is no variant's.
    """
    text = read(path)
    for fault in check_configuration(text, path):
        raise fault
    marking = read_toml(text).content.get("marking", {})
    variants = offered_variants(marking.get("language", DEFAULT_LANGUAGE))
    if unknown := next((name for name in names if name not in variants), None):
        raise DocumentError(f"there is no variant {unknown!r}", remedy=f"The variants are {', '.join(variants)}")
    kept = [str(name) for name in marking.get("equal", ()) if name not in variants]
    equal = [*kept, *(name for name in variants if name in names)]
    return with_value(text, ("marking",), {**marking, "equal": equal}) if equal or marking else text


@attrs.frozen
class DraftTable:
    """An ``[[exercise]]`` table as it will be written, with the people whom its patterns call otherwise."""

    name: str | None
    source: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    people: tuple[tuple[str, str], ...] = ()

    def over(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Return a table of TOML with these names and patterns in place of its own."""
        values = attrs.asdict(self)
        own = {key: [*value] if isinstance(value, tuple) else value for key, value in values.items() if key != "people"}
        kept = {key: value for key, value in table.items() if key not in own}
        return {**{key: value for key, value in own.items() if value}, **kept}


def _text_of(drafted: Iterable[DraftTable], settings: Sequence[str] = ()) -> str:
    every = [*drafted]
    parts = [f"{part.rstrip()}\n" for part in settings]
    parts += [f"[[exercise]]\n{toml_pairs(table.over({}))}" for table in every]
    return with_names(_ABOUT + "\n".join(parts), {label: name for table in every for label, name in table.people})


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

    def agrees(self, other: "Content") -> bool:
        """Return whether another one has the same files, by the people that this one names."""
        if self.source != other.source:
            return False
        for own, others in ((self.references, other.references), (self.hypotheses, other.hypotheses)):
            names = {(item.path, item.author): item.person for item in others}
            if {(item.path, item.author) for item in own} != names.keys():
                return False
            if any(item.person not in (None, names[item.path, item.author]) for item in own):
                return False
        return True


def planned_contents(exercise: PlannedExercise) -> list[Content]:
    if not exercise.is_own:
        return [_planned(exercise.rows)]
    essays = grouped(exercise.rows, lambda row: person_key(row.essay or ""))
    contents = [_planned(rows) for rows in essays.values()]
    return [content for content in contents if content.source is not None or content.hypotheses]


def _planned(rows: Sequence[PlannedFile]) -> Content:
    references = [row for row in rows if row.role in ("reference", "complete")]
    hypotheses = [row for row in rows if row.role == "hypothesis"]
    return Content(source_path(rows), _members(references), _members(hypotheses))


def _members(rows: Iterable[PlannedFile]) -> frozenset[Member]:
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
    exercises = configured_exercises(folder / CONFIGURATION, lambda _: text)
    return [(item, content_of(item, folder)) for item in exercises]


def content_of(exercise: Exercise, folder: Path) -> Content:
    def relative(path: Path) -> str:
        return path.relative_to(folder).as_posix()

    def members(items: Iterable[Participant]) -> frozenset[Member]:
        return frozenset(Member(relative(item.path), item.author, composed(item.identity)) for item in items)

    source = relative(exercise.source) if exercise.source else None
    return Content(source, members(exercise.references), members(exercise.hypotheses))


def place_of(member: Member) -> tuple[str, str]:
    return member.path, member.author or ""


def paths_of(content: Content) -> set[str]:
    members = {item.path for item in (*content.references, *content.hypotheses)}
    return members | {content.source} if content.source is not None else members


def _without_empty(content: Content, folder: Path, planned: AbstractSet[str]) -> Content:
    """Leave out empty files that are not planned: they take part when they are filled."""

    def counting(members: frozenset[Member]) -> frozenset[Member]:
        return frozenset(item for item in members if item.path in planned or not _is_empty(folder / item.path))

    return attrs.evolve(content, references=counting(content.references), hypotheses=counting(content.hypotheses))


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size <= _BLANK and not path.read_bytes().removeprefix(BOM_UTF8).strip()
    except OSError:
        return False


def are_same(planned: Sequence[Content], read: Sequence[Content]) -> bool:
    if len(planned) != len(read):
        return False
    free = list(read)
    for content in planned:
        match = next((other for other in free if content.agrees(other)), None)
        if match is None:
            return False
        free.remove(match)
    return True


_FORBIDDEN = re.compile(r"[\\\x00-\x1f{}]|\*\*|^[A-Za-z](?=:)|(?<=^)\.(?=\.?(?:/|$))")
_DIGITS = re.compile(r"\d+")
_STARS = re.compile(r"\*{2,}")
_SPLIT = re.compile(r"(\{(?:name|student|teacher)\}|\*)")

Marks = Callable[[PlannedFile], Sequence[tuple[str, str]]]
"""Return what placeholders stand for in a row's path: pairs of a label and a placeholder."""


@attrs.frozen
class Template:
    """A pattern, and the name that a file has by it, where it is another than the person's."""

    pattern: str
    label: str | None = None


def escaped(path: str) -> str:
    """Return a pattern that matches a path and nothing else, or nearly: ``?`` stands for what no pattern can hold.

    >>> escaped("a [1].txt")
    'a [[]1].txt'
    """
    return _FORBIDDEN.sub("?", glob.escape(path))


def student_marks(row: PlannedFile) -> list[tuple[str, str]]:
    return [(row.label, STUDENT)] if row.label else []


def teacher_marks(row: PlannedFile) -> list[tuple[str, str]]:
    return [(row.label, TEACHER)] if row.label else []


def essay_marks(row: PlannedFile) -> list[tuple[str, str]]:
    marks = student_marks(row)
    if row.role == "reference" and row.person and row.author is None and row.person in row.path:
        marks.append((row.person, TEACHER))
    return marks


def templates(rows: Sequence[PlannedFile], marks: Marks) -> list[list[tuple[PlannedFile, Template]]]:
    """Return ways to match rows, a template a row: few patterns, then narrow ones, and last the files' names."""
    ways = [[(row, Template(_with_author(row, level(row, marks(row))))) for row in rows] for level in _LEVELS]
    ways.append([(row, _whole_stem(row, marks(row))) for row in rows])
    ordered = sorted(ways, key=lambda way: len({template.pattern for _, template in way}))
    return [*ordered, [(row, Template(_with_author(row, escaped(row.path)))) for row in rows]]


def _narrow(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> str:
    return _marked(row.path, marks)


def _numberless(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> str:
    return _starred(_marked(row.path, marks))


def _any_stem(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> str:
    return _with_any_stem(_numberless(row, marks), ending(row.path))


def _any_ending(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> str:
    pattern, end = _numberless(row, marks), ending(row.path)
    if not end or not _holds(pattern):
        return _any_stem(row, marks)
    if _holds(pattern.rpartition("/")[2]):
        return pattern.removesuffix(end) + ".*"
    return _with_any_stem(pattern, "")


_LEVELS = (_narrow, _numberless, _any_stem, _any_ending)


def _whole_stem(row: PlannedFile, marks: Sequence[tuple[str, str]]) -> Template:
    folder = folder_of(row.path)
    below = f"{_marked(folder, marks)}/" if folder else ""
    if not marks or marks[0][0] not in stem_of(row.path) or row.author is not None or marks[0][1] in below:
        return Template(_with_author(row, _any_stem(row, marks)))
    return Template(f"{below}{marks[0][1]}{ending(row.path)}", stem_of(row.path))


def _holds(pattern: str) -> bool:
    return any(placeholder in pattern for placeholder in PLACEHOLDERS)


def _marked(path: str, marks: Sequence[tuple[str, str]]) -> str:
    pieces: list[str] = [path]
    for label, placeholder in marks:
        pieces = [part for piece in pieces for part in _replaced(piece, label, placeholder)]
    return "".join(piece if piece in PLACEHOLDERS else escaped(piece) for piece in pieces)


def _replaced(piece: str, label: str, placeholder: str) -> Iterable[str]:
    if piece in PLACEHOLDERS:
        return [piece]
    alone = re.compile(rf"(?<![^\W_]){re.escape(label)}(?![^\W_])")
    parts = alone.split(piece)
    if len(parts) == 1:
        parts = piece.split(label)
    joined: list[str] = []
    for number, part in enumerate(parts):
        joined += [placeholder, part] if number else [part]
    return [part for part in joined if part]


def _starred(pattern: str) -> str:
    parts = pattern.split("/")
    return "/".join(_STARS.sub("*", _DIGITS.sub("*", part)) if _holds(part) else part for part in parts)


def _with_any_stem(pattern: str, end: str) -> str:
    folder, slash, name = pattern.rpartition("/")
    return f"{folder}{slash}*{end}" if slash and _holds(folder) and not _holds(name) else pattern


def _with_author(row: PlannedFile, pattern: str) -> str:
    """The student's own changes are by ``{student}`` where names agree."""
    if row.author is None:
        return pattern
    is_student = row.role == "hypothesis" and row.author == row.label and STUDENT in pattern
    return f"{pattern}#{STUDENT if is_student else row.author}"


def by_breadth(patterns: Iterable[str]) -> list[str]:
    """Return different patterns, the narrow ones first: the first one that matches a file names its person."""
    return sorted(dict.fromkeys(patterns), key=lambda pattern: (-len(_SPLIT.sub("", pattern)), pattern))


_MAX_WAYS = 24

Way = Sequence[tuple[PlannedFile, Template]]


@attrs.frozen
class Search:
    """Where tables are looked for; ``present`` are the configuration's, by the exercises' names."""

    folder: Path
    paths: frozenset[str]
    excluded: tuple[str, ...] = ()
    present: Mapping[str, DraftTable] = attrs.field(factory=dict)

    def contents(self, table: DraftTable, planned: AbstractSet[str] | None = None) -> list[Content] | None:
        """Return what a table holds; ``None`` if it can't be read. Empty files that are not ``planned`` don't count."""
        settings = [toml_pairs({"exclude": list(self.excluded)})] if self.excluded else []
        try:
            read = [content for _, content in read_contents(self.folder, _text_of([table], settings))]
        except DocumentError:
            return None
        return [_without_empty(content, self.folder, planned) for content in read] if planned is not None else read

    def fitted(
        self, table: DraftTable, planned: Sequence[Content], paths: AbstractSet[str], *, most_others: int
    ) -> DraftTable | None:
        """Return a table that excludes files beside the planned ``paths``, if it then says what is planned."""
        contents = self.contents(table, paths)
        if contents is None:
            return None
        others = sorted({path for content in contents for path in paths_of(content)} - paths)
        if len(others) > most_others:
            return None
        fitted = attrs.evolve(table, exclude=(*table.exclude, *(escaped(path) for path in others)))
        read = self.contents(fitted, paths) if others else contents
        return fitted if read is not None and are_same(planned, read) else None


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
        sources = self._exercise.of_role("source") if self._exercise.is_own else ()
        by_shape = grouped(sources, lambda row: templates([row], essay_marks)[0][0][1].pattern)
        students = [{row.essay or "" for row in alike} for alike in by_shape.values()]
        rows = ([row for row in self._exercise.rows if row.essay in each] for each in students)
        return [attrs.evolve(self._exercise, rows=tuple(own)) for own in rows]

    def _combined(self) -> DraftTable | None:
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
        paths = {row.path for row in self._exercise.rows}
        return self._search.fitted(table, self._planned, paths, most_others=len(paths))

    def _grown(self, present: DraftTable) -> DraftTable | None:
        own = self._exercise.is_own
        if not own:
            source = source_path(self._exercise.rows)
            present = attrs.evolve(present, source=escaped(source) if source is not None else None)
        contents = self._search.contents(present)
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
        return [item for item in patterns if _holds_person(item) or matches(self._search.folder, item)]

    def _excludes_members(self, pattern: str) -> bool:
        return any(is_excluded(row.path, [pattern]) for row in self._exercise.rows)

    def _named(self, content: Content, number: int) -> DraftTable:
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
    return [(row, Template(escaped(row.path)) if row.path == source else template) for row, template in way]


def _sorted_ways(ways: Iterable[tuple[Way | None, Way, Way]]) -> list[tuple[Way | None, Way, Way]]:
    return sorted(ways, key=lambda parts: sum(len({item.pattern for _, item in way}) for way in parts if way))


def _people(way: Way, *, own: bool) -> dict[str, str]:
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


_SIMILAR = 2
"""The fewest exercises of the same shape for which one table with ``{name}`` is written."""


def tables_of(search: Search, exercises: Sequence[PlannedExercise]) -> tuple[DraftTable, ...]:
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
    merged: dict[str, DraftTable] = {}
    for shape, alike in grouped(single, lambda pair: _shape(pair[1])).items():
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
    paths = {path for content in planned for path in paths_of(content)}
    return search.fitted(table, planned, paths, most_others=len(alike) - 1)


def _rewritten(text: str, plan: SetUpPlan) -> str | None:
    """Return a configuration's text with the exercises of a plan; ``None`` if what it then says is another thing.

    Tables whose exercises stay as they are keep their text. Others get other patterns, new ones come last. Raise
    DocumentError if the text is no configuration.
    """
    try:
        revised = _Rewriting(text, plan).text()
        exercises = _exercises_by_member(plan)
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
    def __init__(self, text: str, plan: SetUpPlan) -> None:
        self._plan = plan
        self._text = text
        self._document = read_toml(text)
        self._headed = self._document.has_headers(("exercise",))
        path = plan.folder / CONFIGURATION
        self._configuration = read_configuration(path, lambda _: text)
        self._present = [self._table(number) for number in range(len(self._configuration.tables))]

    def text(self) -> str:
        kept = self._kept_numbers()
        names = {name for table in self._present if table.number in kept for name in table.names}
        changed = [exercise for exercise in self._plan.exercises if exercise.name not in names]
        free = [table for table in self._present if self._headed and table.number not in kept]
        paths = frozenset(row.path for row in self._plan.rows)
        excluded = self._excluded()
        present = {name: table.drafted for table in free for name in table.names if len(table.names) == 1}
        drafted = tables_of(Search(self._plan.folder, paths, excluded, present), changed)
        text = self._with_tables(kept, self._places(drafted, free, changed))
        text = with_value(text, ("exclude",), [*excluded] or None)
        return with_names(text, {label: name for table in drafted for label, name in table.people})

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
        contents = ((item, content_of(item, self._plan.folder)) for item in exercises)
        own = tuple(_own_part(item, content, members) for item, content in contents)
        return _PresentTable(number, drafted, exercises, own)

    def _kept_numbers(self) -> set[int]:
        pairs = [pair for table in self._present for pair in zip(table.exercises, table.contents, strict=True)]
        read = grouped(pairs, lambda pair: pair[0].assignment)
        same: set[str] = set()
        for exercise in self._plan.exercises:
            contents = [content for _, content in read.get(exercise.name, ())]
            if are_same(planned_contents(exercise), contents):
                same.add(exercise.name)
        usable = [table for table in self._present if self._headed and table.is_usable]
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

    def _with_tables(self, kept: set[int], places: Sequence[tuple[DraftTable, int | None]]) -> str:
        text = self._text if self._headed else with_value(self._text, ("exercise",), None)
        replaced = grouped(places, lambda place: place[1])
        present = self._document.content.get("exercise", ()) if self._headed else ()
        count = len(present)
        for number in reversed(range(len(present))):
            own = [table for table, _ in replaced.get(number, ())]
            if number in kept:
                continue
            if not own:
                text = with_value(text, ("exercise", number), None)
            for _ in own[1:]:
                text = with_copy(text, ("exercise", number))
            for index, table in enumerate(own, number):
                text = with_value(text, ("exercise", index), table.over(present[number]))
            count += len(own) - 1
        for index, (table, _) in enumerate(replaced.get(None, ()), count):
            text = with_value(text, ("exercise", index), table.over({}))
        return text.rstrip("\n") + "\n"
