"""Names in a file of teachers' comments that are no exercise's and no student's: such a comment reaches nobody."""

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from markscheme.exercises.comments.given_file import NamedComment, named_comments
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.folders import governing_configuration
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource

MOST_NAMES = 8
"""Largest number of names that a message lists."""


def comment_name_problems(path: Path, read: TextSource) -> tuple[DocumentError, ...]:
    """Return every comment of a file that names an exercise or a student that is not there, at the name's place.

    Raises
    ------
    DocumentError
        If the file can't be read.
    """
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
    """Return the names of exercises' students, with and without what tells a student's versions of a text apart."""
    own = (item.student for item in exercises if item.student is not None)
    members = (name for item in exercises for one in item.hypotheses for name in (one.identity, one.name))
    return dict.fromkeys((*own, *members))


def _problem(comment: NamedComment, problem: str, names: Collection[str], noun: str, path: Path) -> DocumentError:
    lower = {name.casefold(): name for name in names}
    likely = get_close_matches(comment.name.casefold(), lower, 1)
    listed = ", ".join([*list(names)[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    remedy = f"Did you mean {lower[likely[0]]!r}?" if likely else f"The {noun} are {listed}" if listed else ""
    return DocumentError(
        f"{problem}: nobody reads this comment",
        path=path,
        line=comment.line,
        column=comment.column,
        length=comment.length,
        remedy=remedy,
    )
