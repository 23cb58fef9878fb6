"""The exercises that the ``[[exercise]]`` tables of a ``markscheme.toml`` list."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from markscheme.exercises.configuration import (
    CONFIGURATION,
    Configuration,
    ExerciseTable,
    Pattern,
    check_configuration,
    read_configuration,
)
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.patterns import (
    NAME,
    Match,
    has_file,
    has_name,
    matches,
    may_match,
    name_in,
    names_in,
    with_name,
)
from markscheme.formats.base import TOGETHER
from markscheme.text.errors import DocumentError, NoReference
from markscheme.text.reading import TextSource, read_text


def configuration_problems(path: Path, read: TextSource = read_text) -> tuple[DocumentError, ...]:
    """Return what is wrong with a configuration: its faults, or else every pattern without a file, at its place."""
    faults = check_configuration(read(path), path)
    if faults:
        return faults
    missing = [problem for table in read_configuration(path, read).tables for problem in _missing(table, path.parent)]
    return tuple(sorted(missing, key=lambda problem: (problem.line or 0, problem.column or 0)))


def configured_exercises(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """Return the exercises of a configuration's file.

    Raises
    ------
    DocumentError
        If it is broken.
    """
    return listed_exercises(read_configuration(path, read))


def listed_exercises(configuration: Configuration, document: Path | None = None) -> tuple[Exercise, ...]:
    """Return the exercises of a configuration's tables; with a document, at least those in which it takes part."""
    return tuple(
        exercise for table in configuration.tables for exercise in _from_table(table, configuration.path, document)
    )


def _from_table(table: ExerciseTable, configuration: Path, document: Path | None) -> list[Exercise]:
    """Return the table's exercise, or one a name where its patterns hold ``{name}``."""
    names = _names_with(document, table, configuration.parent)
    if names is None:
        return [_exercise(table, configuration, table.name or configuration.parent.name)]
    if not names:
        return [attrs.evolve(_exercise(table, configuration, table.name or NAME), source=None)]
    return [_exercise(_table_of(table, name), configuration, _titled(table.name, name)) for name in names]


def _table_names(table: ExerciseTable, folder: Path) -> tuple[str, ...] | None:
    """Return what stands for ``{name}``: in the source's files, or else in the hypotheses', or in the references'."""
    patterns = _naming_patterns(table)
    if not patterns:
        return None
    return tuple(sorted({name for pattern in patterns for name in names_in(folder, pattern, table.exclude)}))


def _naming_patterns(table: ExerciseTable) -> list[str]:
    """Return the patterns with ``{name}`` whose files decide which names there are."""
    sides = ((table.source,) if table.source else (), table.hypotheses, table.references)
    named = ([pattern.text for pattern in side if has_name(pattern.text)] for side in sides)
    return next((side for side in named if side), [])


def _names_with(document: Path | None, table: ExerciseTable, folder: Path) -> tuple[str, ...] | None:
    """Return the names whose exercises may hold a document; of thousands, an editor needs these, and often."""
    patterns = _naming_patterns(table)
    if document is None or not patterns or not document.is_relative_to(folder):
        return _table_names(table, folder)
    path = document.relative_to(folder).as_posix()
    every = [pattern.text for pattern in (table.source, *table.references, *table.hypotheses) if pattern]
    if any(may_match(pattern, path) for pattern in every if not has_name(pattern)):
        return _table_names(table, folder)
    names = {name for pattern in every if has_name(pattern) and (name := name_in(pattern, path)) is not None}
    return tuple(
        name for name in sorted(names) if any(has_file(folder, pattern, name, table.exclude) for pattern in patterns)
    )


def _titled(title: str | None, name: str) -> str:
    if title is None:
        return name
    return title.replace(NAME, name) if has_name(title) else f"{title}/{name}"


def _table_of(table: ExerciseTable, name: str) -> ExerciseTable:
    def of(pattern: Pattern) -> Pattern:
        return attrs.evolve(pattern, text=with_name(pattern.text, name))

    return attrs.evolve(
        table,
        source=of(table.source) if table.source else None,
        references=tuple(of(pattern) for pattern in table.references),
        hypotheses=tuple(of(pattern) for pattern in table.hypotheses),
    )


def _exercise(table: ExerciseTable, configuration: Path, name: str) -> Exercise:
    folder = configuration.parent
    source = _source(table, folder)
    named_source = {source} if source else set()
    references = _participants(folder, table.references, table.exclude, named_source)
    taken = named_source | {item.path for item in references}
    hypotheses = _participants(folder, table.hypotheses, table.exclude, taken)
    missing = next(_without_files(table, folder), None)
    problem: DocumentError | None = None
    if missing is not None:
        problem = DocumentError(
            missing.problem, path=configuration, line=table.line, remedy="Correct the name, or add the file"
        )
    elif not table.references:
        problem = NoReference(
            f"the exercise {name!r} has no reference",
            path=configuration,
            line=table.line,
            remedy='Add references = ["teacher-*.txt"]',
        )
    return Exercise(name, source, hypotheses, references, table.tokenised, problem, table.marking)


def _source(table: ExerciseTable, folder: Path) -> Path | None:
    if table.source is None:
        return None
    files = matches(folder, table.source.text, table.exclude)
    return files[0].path if len(files) == 1 else folder / table.source.text


def _missing(table: ExerciseTable, folder: Path) -> Iterator[DocumentError]:
    """Yield each of the table's patterns for which an exercise has no file, once."""
    names = _table_names(table, folder)
    tables = [_table_of(table, name) for name in names] if names else [table]
    places: set[tuple[int, int]] = set()
    for single in tables:
        for problem in _without_files(single, folder):
            place = (problem.line or 0, problem.column or 0)
            if place not in places:
                places.add(place)
                yield problem


def _without_files(table: ExerciseTable, folder: Path) -> Iterator[DocumentError]:
    sides = (
        ("references", table.references),
        ("hypotheses", table.hypotheses),
        ("source", (table.source,) if table.source else ()),
    )
    for side, patterns in sides:
        for pattern in patterns:
            count = len(matches(folder, pattern.text, table.exclude))
            if count == 1 or (count and side != "source"):
                continue
            how = f"{count} files are there; it is one" if count else "no file is there"
            yield DocumentError(
                f"{side} names {pattern.text!r}, and {how}",
                path=folder / CONFIGURATION,
                line=pattern.line,
                column=pattern.column,
                length=pattern.length,
            )


def _participants(
    folder: Path, patterns: Iterable[Pattern], excluded: tuple[str, ...], taken: set[Path]
) -> tuple[Participant, ...]:
    """Return the documents that patterns match; a glob takes none that has another role already."""
    files = dict.fromkeys(
        attrs.evolve(match, by_name=True)
        for pattern in patterns
        for match in matches(folder, pattern.text, excluded)
        if match.by_name or match.author is not None or match.path not in taken
    )
    return tuple(
        Participant(name, match.path, match.author) for name, match in zip(_names(folder, files), files, strict=True)
    )


def _names(folder: Path, files: Iterable[Match]) -> list[str]:
    """Return the shortest names that tell documents apart: author or stem, else with their folder."""
    members = tuple(files)

    def place(match: Match, suffix: str) -> str:
        author = f"#{match.author}" if match.author else ""
        return match.path.relative_to(folder).with_suffix(suffix).as_posix() + author

    short = [match.path.stem if match.author is None or match.author == TOGETHER else match.author for match in members]
    long = [place(match, "") for match in members]
    whole = [place(match, match.path.suffix) for match in members]
    one, two = Counter(short), Counter(long)
    return [
        first if one[first] == 1 else second if two[second] == 1 else third
        for first, second, third in zip(short, long, whole, strict=True)
    ]
