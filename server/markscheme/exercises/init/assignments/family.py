"""An assignment: the text that a class shares, or the essays that its students wrote each for themselves."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import attrs

from markscheme.exercises.init.assignments.file_shapes import (
    Place,
    constant_words,
    folders_of,
    own_place,
    shared_place,
    texts_of,
)
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import label_of, words_of


@attrs.frozen
class Essay:
    """The versions of one text, with the words that all their names have and others' have not.

    Attributes
    ----------
    key
        The words of the student's name, in a set of own essays.
    mark
        The words that tell this essay from the student's others.
    """

    files: tuple[Candidate, ...]
    key: frozenset[str] = frozenset()
    mark: frozenset[str] = frozenset()

    @property
    def other_words(self) -> frozenset[str]:
        """The words of the files' paths that are not the student's name."""
        return frozenset(word for item in self.files for word in texts_of(item.path)) - self.key


@attrs.frozen
class Unit:
    """Files that stand at the same place, and so have the same role."""

    place: Place
    files: tuple[Candidate, ...]


@attrs.frozen
class Family:
    """An assignment: the essays of its students, or the one text that all of them share.

    Attributes
    ----------
    is_own
        Whether each student has an essay of their own.
    """

    essays: tuple[Essay, ...]
    is_own: bool

    @property
    def files(self) -> tuple[Candidate, ...]:
        return tuple(item for essay in self.essays for item in essay.files)

    def essay_of(self, item: Candidate) -> Essay:
        return next(essay for essay in self.essays if item in essay.files)

    def units(self) -> tuple[Unit, ...]:
        """Return the files by their places, in the order of their paths."""
        constants = constants_of(self.essays) if self.is_own else frozenset()
        places: dict[Place, list[Candidate]] = defaultdict(list)
        for essay in self.essays:
            sizes = Counter(folder for item in essay.files for folder in folders_of(item.path))
            for item in essay.files:
                place = (
                    own_place(item.path, essay.key | item.names, constants)
                    if self.is_own
                    else shared_place(item.path, sizes, item.names)
                )
                places[place].append(item)
        units = (Unit(place, tuple(sorted(files, key=lambda item: item.path))) for place, files in places.items())
        return tuple(sorted(units, key=lambda unit: unit.files[0].path))


def student_label(item: Candidate, key: frozenset[str]) -> str | None:
    """Return the student's name as it stands in a path; ``None`` where it does not.

    Where several folders bear it, the one nearest to the file counts.
    """
    words = [word for word in words_of(item.path) if word.text in key]
    for part in sorted({word.part for word in words}, reverse=True):
        here = [word for word in words if word.part == part]
        letters = [word for word in here if not word.is_number] or here
        return label_of(item.path, letters)
    return None


def constants_of(essays: Sequence[Essay]) -> frozenset[str]:
    """Return the words that the paths of several essays have, the students' names apart."""
    return constant_words([essay.other_words for essay in essays])
