"""Reminders about files of references: empty ones, and several of one person."""

from collections.abc import Iterator

from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.upkeep.empty_files import is_empty
from markscheme.text.errors import Reminder
from markscheme.text.reading import TextSource


def reference_reminders(exercise: Exercise, read: TextSource) -> Iterator[Reminder]:
    """Yield what a person should know of an exercise's references.

    References that have nothing in them yet, beside others; several files of one person; names that differ in capital
    letters alone.
    """
    empty = [item for item in exercise.references if is_empty(item.path, read)]
    written = [item for item in exercise.references if item not in empty]
    for item in empty if written else ():
        yield Reminder(f"{item.name}'s correction of {exercise.name} has nothing in it yet", path=item.path)
    people: dict[str, list[Participant]] = {}
    for item in written:
        people.setdefault(item.identity, []).append(item)
    for name, files in people.items():
        if len(files) > 1:
            yield _several_files(exercise, name, files)
    spellings: dict[str, list[str]] = {}
    for name in people:
        spellings.setdefault(name.casefold(), []).append(name)
    for names in spellings.values():
        if len(names) > 1:
            yield Reminder(
                f"{' and '.join(names)} count as different annotators of {exercise.name}",
                path=people[names[-1]][0].path,
                remedy="If they are one person, say so in [people] of markscheme.toml",
            )


def _several_files(exercise: Exercise, name: str, files: list[Participant]) -> Reminder:
    names = [f"{item.path.name}#{item.author}" if item.author else item.path.name for item in files]
    return Reminder(
        f"{name} has {len(files)} corrections of {exercise.name}: {', '.join(names)}. Each is a reference; agreement "
        f"and adjudication take {names[0]} alone",
        path=files[0].path,
    )
