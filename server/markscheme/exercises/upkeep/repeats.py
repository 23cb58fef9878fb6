"""Students who have several versions of one text: which of them counts."""

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.text.errors import Reminder

_NUMBER = re.compile(r"\d+")


@attrs.frozen
class Repeat:
    """One student's versions of a text, the one that counts last."""

    person: str
    paths: tuple[Path, ...]

    @property
    def counting(self) -> Path:
        """The version that counts in sums over a student's texts."""
        return self.paths[-1]


def repeats(exercise: Exercise) -> tuple[Repeat, ...]:
    """Return the students with several files in an exercise.

    The highest number at the end of a name counts, as in ``essay (2)``; of equal ones the newest file, or else the
    last name.
    """
    files: dict[str, dict[Path, None]] = {}
    for item in exercise.hypotheses:
        files.setdefault(item.identity, {})[item.path] = None
    return tuple(Repeat(person, tuple(sorted(own, key=_age))) for person, own in files.items() if len(own) > 1)


def superseded(exercise: Exercise) -> frozenset[Path]:
    """Return the files in place of which another version by the same student counts."""
    return frozenset(path for repeat in repeats(exercise) for path in repeat.paths[:-1])


def repeat_reminders(exercise: Exercise) -> Iterator[Reminder]:
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
