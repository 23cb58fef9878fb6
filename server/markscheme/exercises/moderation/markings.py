"""What teachers decided and said of the texts of a folder, with the line of each entry."""

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from markscheme.exercises.comments.given_comment import GivenComment, newest
from markscheme.exercises.comments.given_file import comment_lines
from markscheme.exercises.decisions.decision import Decision, Subject
from markscheme.exercises.decisions.decision_file import DecisionFile, decision_lines
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.folders import course_folder
from markscheme.exercises.moderation.differences import Entry
from markscheme.text.reading import TextSource, read_text

Place = tuple[Path, int]
"""A file and a line, from 1."""


@attrs.frozen
class Markings:
    """The entries beside the references of some exercises.

    Attributes
    ----------
    decision_paths
        The files of decisions, there or not.
    comment_path
        The file of comments, there or not; ``None`` if a document has that path.
    places
        Where each entry is written.
    course
        What was decided for all exercises of the course.
    """

    decision_paths: Mapping[DecisionFile, Path]
    comment_path: Path | None
    decisions: tuple[Decision, ...] = ()
    comments: tuple[GivenComment, ...] = ()
    places: Mapping[Entry, Place] = attrs.field(factory=dict, repr=False)
    course: tuple[Decision, ...] = ()


def markings_of(exercise: Exercise, name: Callable[[str], str] = str, read: TextSource = read_text) -> Markings | None:
    """Return the entries beside an exercise's references; ``None`` for an exercise without a reference.

    Parameters
    ----------
    name
        Return the name of a student; it replaces the names that comments have.

    Raises
    ------
    DocumentError
        If a file is broken.
    """
    folder = exercise.decision_folder
    if folder is None:
        return None
    places: dict[Entry, Place] = {}
    for file, path in (*folder.paths.items(), *course_folder(folder.path).paths.items()):
        if path.exists():
            lines = decision_lines(file, read(path), path)
            # Which marks a teacher calls final is not a decision about an answer, on which two could differ.
            places |= {item: (path, line) for item, line in lines.items() if item.kind.subject is not Subject.MARK}
    decisions = tuple(item for item in places if isinstance(item, Decision))
    own, course = (tuple(item for item in decisions if item.always is always) for always in (False, True))
    comments: list[GivenComment] = []
    comment_path = exercise.given_comments
    if comment_path is not None and comment_path.exists():
        for item, line in comment_lines(read(comment_path), comment_path).items():
            parts = newest((attrs.evolve(item, student=name(item.student)),))
            comments += parts
            places |= dict.fromkeys(parts, (comment_path, line))
    return Markings(folder.paths, comment_path, own, tuple(comments), places, course)
