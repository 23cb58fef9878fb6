"""Files that came into a configured folder and fit no pattern of its ``markscheme.toml``."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from markscheme.exercises.configuration import Configuration
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.file_names import is_self_contained
from markscheme.exercises.folders import files_in, governed_folders, governing_configuration
from markscheme.exercises.participation import may_be_text
from markscheme.exercises.patterns import HIDDEN
from markscheme.exercises.tables import listed_exercises
from markscheme.exercises.upkeep.likeness import RUN, Runs, are_kin, word_runs
from markscheme.formats.registry import annotated_files, document_suffixes, read_texts
from markscheme.text.errors import DocumentError, Reminder
from markscheme.text.reading import TextSource, read_text

MOST_FILES: Final = 200
"""Number of a folder's other files, and of its exercises' texts, that are read to find newcomers."""
MOST_BYTES: Final = 1 << 20
"""Size of the largest file that is read for it."""
MOST_NAMES: Final = 5
"""Number of newcomers that are named."""


def newcomers(folder: Path, exercises: Sequence[Exercise]) -> Iterator[Reminder]:
    """Yield a reminder for each configuration in a folder, or above it, whose patterns do not take a text in.

    A file is such a text if it shares words with a text of the configuration's exercises or with another such file;
    notes, rubrics and lists share none.
    """
    try:
        governing = governing_configuration(folder, read_text)
        governed = [*governed_folders(folder, governing, read_text, _skip)]
    except DocumentError:
        return
    above = listed_exercises(governing) if governing is not None and governing.path.parent != folder else ()
    exercises = [*exercises, *above]
    taken = {path for exercise in exercises for path in exercise.paths}
    by_configuration: dict[Path | None, list[Exercise]] = {}
    for item in exercises:
        by_configuration.setdefault(item.configuration, []).append(item)
    folders: dict[Path, tuple[Configuration, list[Path]]] = {}
    for inside, configuration in governed:
        if configuration is not None and configuration.tables:
            _, free = folders.setdefault(configuration.path, (configuration, []))
            free += _free_files(inside, configuration, taken)
    for path, (configuration, free) in folders.items():
        if strangers := _kindred(free[:MOST_FILES], by_configuration.get(path, ())) if free else []:
            yield Reminder(_words(strangers, configuration.path.parent), path=path)


def may_be_newcomer(path: Path, read: TextSource) -> bool:
    """Return whether a file is a text of several words in a folder whose configuration lists exercises.

    Raises
    ------
    DocumentError
        If the configuration is broken.
    """
    if path.suffix.lower() not in document_suffixes() or not may_be_text(path):
        return False
    configuration = governing_configuration(path.parent, read)
    if configuration is None or not configuration.tables or path in annotated_files(files_in(path.parent, None)):
        return False
    return any(len(run) == RUN for run in _runs(path))


def _skip(problem: DocumentError) -> None:
    """Leave a folder out that can't be read, or whose configuration is broken."""


def _free_files(folder: Path, configuration: Configuration, taken: Collection[Path]) -> Iterator[Path]:
    """Yield the files of a folder that may be marked and are not."""
    files = files_in(folder, configuration)
    annotated = annotated_files(files)
    for path in files:
        is_text = path.suffix.lower() in document_suffixes() and not path.name.startswith(HIDDEN)
        has_role = path in taken or path in annotated
        if is_text and not has_role and may_be_text(path) and not is_self_contained(path, configuration):
            yield path


def _kindred(files: Sequence[Path], exercises: Sequence[Exercise]) -> list[Path]:
    """Return the files that share words with a text of the exercises, or with another of the files."""
    runs = {path: _runs(path) for path in files}
    texts = islice(dict.fromkeys(path for item in exercises for path in _originals(item)), MOST_FILES)
    known = [_runs(path) for path in texts]
    return [
        path
        for path, own in runs.items()
        if any(are_kin(own, text) for text in known)
        or any(are_kin(own, other) for second, other in runs.items() if second != path)
    ]


def _originals(exercise: Exercise) -> Iterator[Path]:
    """Yield the files that an exercise's texts are versions of."""
    if exercise.source is not None:
        yield exercise.source
    yield from (item.path for item in exercise.references)


def _runs(path: Path) -> Runs:
    """Return a file's runs of words; none of a file that can't be read."""
    try:
        state = path.stat()
    except OSError:
        return frozenset()
    return _runs_of(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1024)
def _runs_of(path: Path, _time: int, size: int) -> Runs:
    if not 0 < size <= MOST_BYTES:
        return frozenset()
    try:
        texts = read_texts(path, read_text, path.stem)
    except DocumentError:
        return frozenset()
    return frozenset().union(*(word_runs(item.text) for item in (texts.source, *texts.corrections) if item))


def _words(files: Sequence[Path], folder: Path) -> str:
    names = [path.name for path in files]
    shown = [
        path.name if names.count(path.name) == 1 else path.relative_to(folder).as_posix() for path in files[:MOST_NAMES]
    ]
    more = f" and {len(files) - MOST_NAMES} more" if len(files) > MOST_NAMES else ""
    is_one = len(files) == 1
    head = f"1 file of {folder.name} fits" if is_one else f"{len(files)} files of {folder.name} fit"
    return (
        f"{head} no pattern of markscheme.toml: {', '.join(shown)}{more}. "
        f"Set the folder up again to take {'it' if is_one else 'them'} in"
    )
