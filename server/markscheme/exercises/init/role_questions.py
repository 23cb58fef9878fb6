"""Questions about roles: which text was given, and which corrections are teachers'.

Each answer has the rows and the questions of the roles that follow from it, so an answer always holds.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.plan import PART_SEPARATOR, Answer, PlannedFile, Question
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.corrections import MAX_TEACHERS
from markscheme.exercises.init.teacher_questions import question_id

_MAX_ANSWERS = 12
_LISTED = 3
"""The most files of one folder that an answer names."""


@attrs.frozen
class Branch:
    """An assignment with the roles that answers gave to some files.

    Attributes
    ----------
    questions
        What is left to ask when the roles are settled.
    """

    forced: Forced
    casts: tuple[Cast, ...]
    rows: tuple[PlannedFile, ...]
    questions: tuple[Question, ...]

    def changes(self, before: "Branch") -> tuple[PlannedFile, ...]:
        """Return the rows that are not as they were before."""
        rows = {row.key: row for row in before.rows}
        return tuple(row for row in self.rows if rows.get(row.key) != row)


BranchOf = Callable[[Forced], Branch]
"""Return an assignment with the roles that an answer gives to some files."""


def role_questions(branch: Branch, title: str, branch_of: BranchOf) -> tuple[Question, ...]:
    """Return the question about the source, or else the one about the teachers, or else what is left to ask."""
    source = [one for one in branch.casts if one.sureness == "ask" and one.role == "source"]
    others = [one for one in branch.casts if one.role != "source" and one.sureness != "sure"]
    if not source or not others:
        return _teacher_questions(branch, title, branch_of)
    options = [source, *([one] for one in others)][:_MAX_ANSWERS]
    answers = [Answer("guess", _files_words(source), (), _teacher_questions(branch, title, branch_of))]
    for units in options[1:]:
        following = branch_of({**branch.forced, units[0].id: "source"})
        questions = _teacher_questions(following, title, branch_of)
        answers.append(Answer(units[0].id, _files_words(units), following.changes(branch), questions))
    text = "Which of these is the text that was given, before anybody corrected it?"
    return (Question(question_id(f"source:{title}"), text, tuple(answers), "guess", _paths([*source, *others])),)


def _teacher_questions(branch: Branch, title: str, branch_of: BranchOf) -> tuple[Question, ...]:
    """Return the question about the teachers; where these are clear, what is left to ask."""
    others = [one for one in branch.casts if one.role != "source" and one.sureness != "sure"]
    if len(others) < 2 or all(one.sureness != "ask" for one in others):
        return branch.questions

    def together(parts: Iterable[str]) -> Answer:
        return _teachers_answer([one for one in others if one.id in set(parts)], others, branch, branch_of)

    default, *options = _teacher_options(others)
    answers = [Answer("guess", _files_words(default), (), branch.questions, _ids(default))]
    answers += [together(_ids(units)) for units in options]
    chosen = PART_SEPARATOR.join(sorted(path for path, role in branch.forced.items() if role == "source"))
    key = f"reference:{title}:{chosen}" if chosen else f"reference:{title}"
    text = "Which of these did a teacher correct?"
    return (Question(question_id(key), text, tuple(answers), "guess", _paths(others), partial(together)),)


def _teachers_answer(teachers: Sequence[Cast], others: Sequence[Cast], branch: Branch, branch_of: BranchOf) -> Answer:
    """Return the answer that some corrections are teachers' and the others students'; the source stays."""
    roles: dict[str, Role] = {one.id: "source" for one in branch.casts if one.role == "source"}
    roles |= {one.id: "reference" if one in teachers else "hypothesis" for one in others}
    following = branch_of({**branch.forced, **roles})
    identity = PART_SEPARATOR.join(_ids(teachers)) or "none"
    return Answer(identity, _files_words(teachers), following.changes(branch), following.questions, _ids(teachers))


def _teacher_options(corrections: Sequence[Cast]) -> list[list[Cast]]:
    """Return which corrections may be the teachers': as guessed, the likeliest ones together, each by itself, none."""
    ordered = sorted(corrections, key=lambda one: -one.margin)
    guessed = [one for one in ordered if one.role == "reference"]
    together = [ordered[:count] for count in range(1, min(MAX_TEACHERS, len(ordered) - 1) + 1)]
    options = [guessed]
    for option in (*together, *([one] for one in ordered)):
        options += [option] if option not in options else []
    return [*options[: _MAX_ANSWERS - 1], []] if guessed else options[:_MAX_ANSWERS]


def _ids(units: Iterable[Cast]) -> tuple[str, ...]:
    return tuple(one.id for one in units)


def _paths(units: Iterable[Cast]) -> tuple[str, ...]:
    return tuple(item.path for one in units for item in one.unit.files)


def _files_words(units: Sequence[Cast]) -> str:
    """Return corrections in words: each by name, of more files at one place the first and how many more."""
    words: list[str] = []
    for one in units:
        paths = [item.path for item in one.unit.files]
        words += paths if len(paths) <= _LISTED else [f"{paths[0]} and {len(paths) - 1} more"]
    *others, last = words or ["none of these"]
    return f"{', '.join(others)} and {last}" if others else last
