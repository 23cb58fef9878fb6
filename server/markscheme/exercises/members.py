"""The documents that the patterns of a table match, with the names of their people."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs

from markscheme.exercises.configuration import Pattern
from markscheme.exercises.exercise import Participant
from markscheme.exercises.folder_files import FolderFiles
from markscheme.exercises.patterns import STUDENT, Match, filled, holds, matches
from markscheme.exercises.people import People
from markscheme.formats.base import TOGETHER
from markscheme.formats.registry import is_annotators_work

THE_TEACHER: Final = "the teacher"
"""The name of whoever corrected a student's own essay, where only the student's name stands in the file's."""


@attrs.frozen
class Members:
    """Finds the documents of an exercise.

    Attributes
    ----------
    on_disk
        Of the folder in which its configuration stands.
    excluded
        The patterns of files that no glob takes.
    labels
        What stands for ``{student}`` in the names of one student's files; ``None`` for every student's.
    """

    on_disk: FolderFiles
    people: People
    excluded: tuple[str, ...]
    labels: Sequence[str] | None = None

    @property
    def folder(self) -> Path:
        """The folder in which its configuration stands."""
        return self.on_disk.folder

    def files(self, pattern: Pattern) -> tuple[Match, ...]:
        """Return the files that a pattern matches; of one student where the labels say whose."""
        if self.labels is None or not holds(pattern.text, STUDENT):
            return matches(self.folder, pattern.text, self.excluded, self.on_disk)
        return tuple(
            attrs.evolve(match, student=label)
            for label in self.labels
            for match in matches(self.folder, filled(pattern.text, STUDENT, label), self.excluded, self.on_disk)
        )

    def hypotheses(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> tuple[Participant, ...]:
        """Return the hypotheses; a glob takes none of the files that have a role already."""
        return self._participants(self._matches(patterns, taken), lambda match: match.student)

    def references(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> tuple[Participant, ...]:
        """Return the references; a glob takes none of the files that have a role already.

        An annotator's file that stands for the source too, because it carries it, remains a reference.
        """
        roles = [path for path in taken if not is_annotators_work(path)]
        return self._participants(self._matches(patterns, roles), _teacher)

    def _matches(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> list[Match]:
        roles = frozenset(taken)
        every = (match for pattern in patterns for match in self.files(pattern))
        free = (match for match in every if match.by_name or match.author is not None or match.path not in roles)
        unique: dict[tuple[Path, str | None], Match] = {}
        for match in free:
            unique.setdefault((match.path, match.author), match)
        return list(unique.values())

    def _participants(self, files: Sequence[Match], label_of: Callable[[Match], str | None]) -> tuple[Participant, ...]:
        """Return the documents with the shortest names that tell them apart."""
        labels = [label_of(match) for match in files]
        short = [self.people.name(label or _own_name(match)) for match, label in zip(files, labels, strict=True)]
        names = [
            (name, *(self._longer_names(match) if label is None else self._versions(match, name)))
            for match, label, name in zip(files, labels, short, strict=True)
        ]
        one, two = (Counter(item[length] for item in names) for length in (0, 1))
        chosen = [first if one[first] == 1 else second if two[second] == 1 else third for first, second, third in names]
        return tuple(
            Participant(name, match.path, match.author, name if label is None else person, self._numbered(match))
            for name, match, label, person in zip(chosen, files, labels, short, strict=True)
        )

    def _numbered(self, match: Match) -> tuple[tuple[str, str], ...]:
        """Return who the annotators of a whole file are, by number."""
        if match.author is not None:
            return ()
        return self.people.numbered([match.path.stem, match.path.name])

    def _longer_names(self, match: Match) -> tuple[str, str]:
        """Return the file's path without its suffix, and with it."""
        author = f"#{match.author}" if match.author else ""
        path = match.path.relative_to(self.folder)
        return path.with_suffix("").as_posix() + author, path.as_posix() + author

    def _versions(self, match: Match, name: str) -> tuple[str, str]:
        """Return the person's name with the file's, without its folder and with it."""
        return f"{name} ({match.path.stem})", f"{name} ({match.path.relative_to(self.folder).as_posix()})"


def _own_name(match: Match) -> str:
    """Return the author, or else the file's name without its suffix."""
    return match.path.stem if match.author is None or match.author == TOGETHER else match.author


def _teacher(match: Match) -> str | None:
    """Return what names a reference's teacher; ``None`` where neither the pattern nor the student does."""
    is_author = match.author is not None and match.author != TOGETHER
    if match.teacher is not None or is_author or match.student is None:
        return match.teacher
    return THE_TEACHER
