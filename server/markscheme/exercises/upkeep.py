"""What a person should know of a folder's files, though everything in it is marked."""

import os
import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

import attrs

from markscheme.documents.files import TextSource, check_readable, read_text
from markscheme.documents.folders import HIDDEN, link_fault
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError, LeftOut, NoCorrection, Reminder
from markscheme.exercises.configuration import (
    Configuration,
    entries_of,
    files_in,
    governed_folders,
    governing_configuration,
)
from markscheme.exercises.discovery import exercises_in, is_self_contained, listed_exercises
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.given_comments import NamedComment, named_comments
from markscheme.exercises.patterns import may_be_text
from markscheme.exercises.versions import RUN, Runs, are_kin, word_runs
from markscheme.grouping import grouped

MOST_STRANGE_NAMES = 8


def comment_name_problems(path: Path, read: TextSource) -> tuple[DocumentError, ...]:
    """Return comments about unknown exercises or students, at the names' places; DocumentError if it can't be read."""
    comments = named_comments(read(path))
    if not comments:
        return ()
    try:
        configuration = governing_configuration(path.parent, read)
    except DocumentError:
        return ()
    top = configuration.path.parent if configuration is not None else path.parent
    exercises = [item for item in exercises_in(top, read, lambda _: None) if item.given_comments == path]
    return tuple(_problems(comments, exercises, path)) if exercises else ()


def _problems(comments: Sequence[NamedComment], exercises: Sequence[Exercise], path: Path) -> Iterator[DocumentError]:
    assignments = dict.fromkeys(item.assignment for item in exercises)
    for comment in comments:
        name, of = comment.name, comment.exercise
        if comment.is_exercise:
            if name not in assignments:
                yield _problem(comment, f"no exercise here is called {name!r}", assignments, "exercises", path)
            continue
        students = _students([item for item in exercises if of in ("", item.assignment)])
        if name not in students and (students or of in assignments):
            where = f" of {of}" if of else ""
            yield _problem(comment, f"no student{where} is called {name!r}", students, "students", path)


def _students(exercises: Sequence[Exercise]) -> dict[str, None]:
    own = (item.student for item in exercises if item.student is not None)
    members = (name for item in exercises for one in item.hypotheses for name in (one.identity, one.name))
    return dict.fromkeys((*own, *members))


def _problem(comment: NamedComment, problem: str, names: Collection[str], noun: str, path: Path) -> DocumentError:
    lower = {name.casefold(): name for name in names}
    likely = get_close_matches(comment.name.casefold(), lower, 1)
    listed = ", ".join([*list(names)[:MOST_STRANGE_NAMES], *(["…"] if len(names) > MOST_STRANGE_NAMES else [])])
    remedy = f"Did you mean {lower[likely[0]]!r}?" if likely else f"The {noun} are {listed}" if listed else ""
    return comment.place.error(f"{problem}: nobody reads this comment", path, remedy)


MOST_FILES: Final = 200
"""Number of a folder's other files, and of its exercises' texts, that are read to find new files."""
MOST_BYTES: Final = 1 << 20
"""Size of the largest file that is read for it."""
MOST_NAMES: Final = 5


Governed = Sequence[tuple[Path, Configuration | None]]
"""Folders, each with the configuration that governs it."""


def new_files(folder: Path, governed: Governed, exercises: Sequence[Exercise]) -> Iterator[Reminder]:
    """Yield a reminder for each configuration in a folder, or above it, whose patterns do not take a text in.

    A file is such a text if it shares words with a text of the configuration's exercises or with another such file;
    notes, rubrics and lists share none.
    """
    governing = next((configuration for _, configuration in governed), None)
    above = listed_exercises(governing) if governing is not None and governing.path.parent != folder else ()
    exercises = [*exercises, *above]
    taken = {path for exercise in exercises for path in exercise.paths}
    by_configuration = grouped(exercises, lambda item: item.configuration)
    folders: dict[Path, tuple[Configuration, list[Path]]] = {}
    for inside, configuration in governed:
        if configuration is not None and configuration.tables:
            _, free = folders.setdefault(configuration.path, (configuration, []))
            free += _free_files(inside, configuration, taken)
    for path, (configuration, free) in folders.items():
        if strangers := _kindred(free[:MOST_FILES], by_configuration.get(path, ())) if free else []:
            yield Reminder(_words(strangers, configuration.path.parent), path=path)


def passed_over(governed: Governed) -> Iterator[LeftOut]:
    """Yield a reminder for each link and special file that may be a text or hold some, and is not read."""
    for folder, configuration in governed:
        for entry in entries_of(folder):
            is_excluded = configuration is not None and configuration.excludes(entry)
            if entry.name.startswith(HIDDEN) or is_excluded:
                continue
            if (fault := _not_followed(entry)) is not None:
                yield LeftOut(f"{entry.name} is left out: {fault.explanation}", path=entry)


def _not_followed(entry: Path) -> DocumentError | None:
    if entry.is_symlink() and (fault := link_fault(entry, found=True)) is not None:
        return fault
    try:
        if not os.path.isdir(entry):
            check_readable(entry)
    except FileNotFoundError:
        return DocumentError("what this link leads to is not there", path=entry)
    except DocumentError as fault:
        return fault
    except OSError as error:
        return DocumentError(f"it can't be read ({error.strerror})", path=entry)
    return None


def may_be_newcomer(path: Path, read: TextSource) -> bool:
    """Return whether a file is a text of several words beside listed exercises; DocumentError if the list is broken."""
    if path.suffix.lower() not in FORMATS.suffixes or not may_be_text(path):
        return False
    configuration = governing_configuration(path.parent, read)
    if configuration is None or not configuration.tables or path in FORMATS.annotated(files_in(path.parent, None)):
        return False
    return any(len(run) == RUN for run in _runs(path))


def _free_files(folder: Path, configuration: Configuration, taken: Collection[Path]) -> Iterator[Path]:
    files = files_in(folder, configuration)
    annotated = FORMATS.annotated(files)
    for path in files:
        is_text = path.suffix.lower() in FORMATS.suffixes and not path.name.startswith(HIDDEN)
        has_role = path in taken or path in annotated
        if is_text and not has_role and may_be_text(path) and not is_self_contained(path, configuration):
            yield path


def _kindred(files: Sequence[Path], exercises: Sequence[Exercise]) -> list[Path]:
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
    if exercise.source is not None:
        yield exercise.source
    yield from (item.path for item in exercise.references)


def _runs(path: Path) -> Runs:
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
        texts = FORMATS.texts(path, read_text, path.stem)
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


def reference_reminders(exercise: Exercise, read: TextSource) -> Iterator[Reminder]:
    """Yield reminders of empty references, several of one person, and names alike but for capitals."""
    empty = [item for item in exercise.references if item.is_empty(read)]
    written = [item for item in exercise.references if item not in empty]
    for item in empty if written else ():
        yield Reminder(f"{item.name}'s correction of {exercise.name} has nothing in it yet", path=item.path)
    people = grouped(written, lambda item: item.identity)
    for name, files in people.items():
        if len(files) > 1:
            yield _several_files(exercise, name, files)
    for names in grouped(people, str.casefold).values():
        if len(names) > 1:
            yield Reminder(
                f"{' and '.join(names)} count as different annotators of {exercise.name}",
                path=people[names[-1]][0].path,
                remedy="If they are one person, say so in [people] of markscheme.toml",
            )


def _several_files(exercise: Exercise, name: str, files: list[Participant]) -> Reminder:
    names = [f"{item.path.name}#{item.author}" if item.author else item.path.name for item in files]
    return Reminder(
        f"{name} has {len(files)} corrections of {exercise.name}: {', '.join(names)}. Each counts as one of "
        f"its own; where annotators are compared, {names[0]} stands for all",
        path=files[0].path,
    )


_NUMBER = re.compile(r"\d+")


@attrs.frozen
class Repeat:
    """One student's versions of a text, the one that counts last."""

    person: str
    paths: tuple[Path, ...]

    @property
    def counting(self) -> Path:
        return self.paths[-1]


def repeats(exercise: Exercise) -> tuple[Repeat, ...]:
    """Return the students with several files: the highest number at a name's end counts, or else the newest file."""
    files: dict[str, dict[Path, None]] = {}
    for item in exercise.hypotheses:
        files.setdefault(item.identity, {})[item.path] = None
    return tuple(Repeat(person, tuple(sorted(own, key=_age))) for person, own in files.items() if len(own) > 1)


def superseded(exercise: Exercise) -> frozenset[Path]:
    return frozenset(path for repeat in repeats(exercise) for path in repeat.paths[:-1])


def _repeat_reminders(exercise: Exercise) -> Iterator[Reminder]:
    for repeat in repeats(exercise):
        folder = exercise.class_folder
        names = [path.name for path in repeat.paths]
        if len(set(names)) < len(names):
            names = [path.relative_to(folder).as_posix() for path in repeat.paths]
        yield Reminder(
            f"{repeat.person} has {len(names)} versions in {exercise.assignment}: {', '.join(names)}. "
            f"Each is marked; {names[-1]} counts",
            path=repeat.counting,
        )


def _age(path: Path) -> tuple[int, float, str]:
    numbers = _NUMBER.findall(path.stem)
    number = int(numbers[-1][:9]) if numbers and len(numbers[-1]) < 5 else 0
    try:
        time = path.stat().st_mtime
    except OSError:
        time = 0.0
    return number, time, path.name


def reminders(folder: Path, exercises: Sequence[Exercise]) -> tuple[Reminder, ...]:
    """Return the reminders of a folder, given all exercises in it."""
    try:
        governing = governing_configuration(folder, read_text)
        governed = [*governed_folders(folder, governing, read_text, lambda _: None)]
    except DocumentError:
        governed = []
    several = (item for exercise in exercises for item in _repeat_reminders(exercise))
    references = (item for exercise in exercises for item in reference_reminders(exercise, read_text))
    return (
        *passed_over(governed),
        *new_files(folder, governed, exercises),
        *several,
        *references,
        *(item for one in exercises for item in _uncorrected(one)),
    )


def _uncorrected(exercise: Exercise) -> tuple[Reminder, ...]:
    problem = exercise.problem
    if not isinstance(problem, NoCorrection) or exercise.student is not None:
        return ()
    return (
        Reminder(problem.problem, path=problem.path, line=problem.line, column=problem.column, length=problem.length),
    )
