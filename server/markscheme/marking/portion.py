"""A portion: some files of exercises that are marked as one piece of work, in any process."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby, islice
from pathlib import Path
from typing import Final

import attrs

from markscheme.exercises.exercise import Exercise, Participant

FILES: Final = 8
"""Files of a portion. Its exercises' references are read once for it."""

Request = tuple[Exercise, Sequence[Participant | None]]
"""Of an exercise some hypotheses, or the source (``None``)."""


@attrs.frozen
class Portion:
    """Some files of exercises.

    Attributes
    ----------
    number
        Its 0-based place among all portions.
    begin
        The number of files before it.
    requests
        Its files by exercise.
    """

    number: int
    begin: int
    requests: tuple[Request, ...]

    @property
    def files(self) -> int:
        """The number of its files."""
        return sum(len(participants) for _, participants in self.requests)

    @property
    def parts(self) -> tuple["Portion", ...]:
        """Each of its files as a portion of the same number."""
        files = ((exercise, participant) for exercise, participants in self.requests for participant in participants)
        return tuple(
            Portion(self.number, self.begin + place, ((exercise, (participant,)),))
            for place, (exercise, participant) in enumerate(files)
        )

    @property
    def paths(self) -> tuple[Path, ...]:
        """Its files; of a source that is not there, the exercise's folder."""
        return tuple(
            item.path if item is not None else exercise.source or exercise.folder
            for exercise, participants in self.requests
            for item in participants
        )

    @property
    def title(self) -> str:
        """What it is called in a message: its files, by the first and the last."""
        first, last = self.paths[0], self.paths[-1]
        return f"{first}" if self.files == 1 else f"{first} to {last}"


def portions(requests: Iterable[Request], size: int = FILES) -> Iterator[Portion]:
    """Yield what is requested in portions of at most ``size`` files, in order."""
    files = ((exercise, participant) for exercise, participants in requests for participant in participants)
    begin = 0
    for number in count():
        own = list(islice(files, size))
        if not own:
            return
        yield Portion(number, begin, tuple(_by_exercise(own)))
        begin += len(own)


def _by_exercise(files: Iterable[tuple[Exercise, Participant | None]]) -> Iterator[Request]:
    for _, group in groupby(files, key=lambda file: id(file[0])):
        exercises, participants = zip(*group, strict=True)
        yield exercises[0], participants
