"""The plan of a folder's set-up: each file's role, person and exercise, and what only the teacher knows.

A plan is a value. A teacher's choices make another plan of it; nothing is written here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import attrs

from markscheme.exercises.init.naming.names import person_key

PlannedRole = Literal["source", "hypothesis", "reference", "complete", "none"]
"""A file's role. ``complete``: source and references in one file. ``none``: the file takes no part."""
Sureness = Literal["sure", "likely", "ask"]
PART_SEPARATOR = "|"
"""Stands between the files of an answer in its id."""
ROLES: tuple[PlannedRole, ...] = ("source", "reference", "hypothesis", "complete", "none")

RowKey = tuple[str, str | None]
"""A row's path and author."""


@attrs.frozen
class PlannedFile:
    """A row of the plan: a file, or one author's corrections in a file that several people changed.

    Attributes
    ----------
    path
        Relative to the folder, with ``/``.
    reason
        Why it has this role, in plain words.
    person
        The student's or the teacher's name as people see it; ``None`` where the folder does not show it.
    exercise
        The exercise's name; ``None`` for a file without a part.
    essay
        The name of the student whose essay it belongs to, where each student has one.
    label
        The person's name as it stands in the path; in a set of own essays, the student's.
    author
        The author of this row's corrections; ``*`` means all authors together.
    authors
        Everybody who changed the file.
    carries
        Whether the file holds the source, besides corrections of it.
    chosen
        Whether the teacher chose something of the row.
    """

    path: str
    role: PlannedRole
    reason: str
    sureness: Sureness = "sure"
    person: str | None = None
    exercise: str | None = None
    essay: str | None = None
    label: str | None = None
    author: str | None = None
    authors: tuple[str, ...] = ()
    carries: bool = False
    chosen: bool = False

    @property
    def key(self) -> RowKey:
        return self.path, self.author

    @property
    def pattern(self) -> str:
        """The row's path as ``markscheme.toml`` names it, without its special characters escaped."""
        return self.path if self.author is None else f"{self.path}#{self.author}"

    @property
    def takes_part(self) -> bool:
        return self.role != "none" and self.exercise is not None


@attrs.frozen
class Answer:
    """A possible answer to a question, and what follows from it.

    Attributes
    ----------
    rows
        The rows that it changes.
    questions
        The questions that are left with this answer.
    parts
        The ids of the files that it names, where several may be chosen.
    """

    id: str
    label: str
    rows: tuple[PlannedFile, ...] = ()
    questions: tuple["Question", ...] = ()
    parts: tuple[str, ...] = ()


@attrs.frozen
class Question:
    """What can't be seen from the files; the default answer holds as long as the teacher gives no other.

    Attributes
    ----------
    together
        Return the answer that several files are meant, by their ids; ``None`` where only one answer can hold.
    """

    id: str
    text: str
    answers: tuple[Answer, ...]
    default: str
    paths: tuple[str, ...]
    together: Callable[[tuple[str, ...]], Answer] | None = attrs.field(default=None, eq=False, repr=False)

    def answer(self, given: Mapping[str, str]) -> Answer:
        """Return the given answer, or else the default."""
        wanted = given.get(self.id, self.default)
        listed = next((item for item in self.answers if item.id == wanted), None)
        if listed is not None:
            return listed
        parts = tuple(wanted.split(PART_SEPARATOR))
        if self.together is not None and set(parts) <= {part for item in self.answers for part in item.parts}:
            return self.together(parts)
        return next(item for item in self.answers if item.id == self.default)

    def combined(self, chosen: Iterable[Answer]) -> str | None:
        """Return the id of several answers together; ``None`` where they can't hold together."""
        answers = list(chosen)
        if len(answers) == 1:
            return answers[0].id
        if self.together is None or not all(item.parts for item in answers):
            return None
        parts = {part for item in answers for part in item.parts}
        same = next((item for item in self.answers if set(item.parts) == parts), None)
        return same.id if same is not None else PART_SEPARATOR.join(sorted(parts))


@attrs.frozen
class FileChoice:
    """What a teacher chose for a row; ``None`` leaves a thing as it is."""

    path: str
    author: str | None = None
    role: PlannedRole | None = None
    person: str | None = None
    exercise: str | None = None

    @property
    def key(self) -> RowKey:
        return self.path, self.author


@attrs.frozen
class Choices:
    """All that a teacher chose: for rows, and the answers by the questions' ids."""

    files: tuple[FileChoice, ...] = ()
    answers: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class PlannedExercise:
    """An exercise of the plan: one source with its corrections, or the essays of a class.

    Attributes
    ----------
    is_own
        Whether each student has an essay of their own.
    """

    name: str
    rows: tuple[PlannedFile, ...]
    is_own: bool

    def of_role(self, *roles: PlannedRole) -> tuple[PlannedFile, ...]:
        return tuple(row for row in self.rows if row.role in roles)

    @property
    def students(self) -> tuple[str, ...]:
        """The names of the students, sorted; a student without a name counts by file."""
        rows = self.rows if self.is_own else self.of_role("hypothesis")
        return _names((row.essay if self.is_own else row.person, row.path) for row in rows)

    @property
    def teachers(self) -> tuple[str, ...]:
        """The names of the teachers, sorted."""
        named = [row.person for row in self.of_role("reference", "complete") if row.person]
        return _names((name, name) for name in named)


@attrs.frozen
class SetUpPlan:
    """The set-up of a folder.

    Attributes
    ----------
    guess
        Every file of the folder as it was guessed; files of which nothing is known have the role ``none``.
    first_questions
        What is asked whatever is answered; other questions follow from answers.
    notices
        What the teacher should know whatever is answered.
    choices
        What the teacher chose.
    """

    folder: Path
    guess: tuple[PlannedFile, ...]
    first_questions: tuple[Question, ...] = ()
    notices: tuple[str, ...] = ()
    choices: Choices = Choices()

    def with_choices(self, choices: Choices) -> "SetUpPlan":
        """Return the plan with a teacher's choices in place of those before."""
        return attrs.evolve(self, choices=choices)

    @property
    def rows(self) -> tuple[PlannedFile, ...]:
        """Every file as it will be: the guess, with the answers and then the choices, in order."""
        rows = {row.key: row for row in self.guess}
        for question in self.questions:
            for row in question.answer(self.choices.answers).rows:
                rows[row.key] = row
        chosen = {choice.key: choice for choice in self.choices.files if choice.key in rows}
        rows |= {key: _chosen(rows[key], choice, self.guess) for key, choice in chosen.items()}
        return tuple(sorted(_with_one_source(rows.values()), key=_order))

    @property
    def exercises(self) -> tuple[PlannedExercise, ...]:
        """The exercises that can be written, by name: each has corrections, and a source that a file holds."""
        names = sorted({row.exercise for row in self.rows if row.takes_part and row.exercise is not None})
        every = (_exercise(name, [row for row in self.rows if row.exercise == name]) for name in names)
        return tuple(item for item in every if item.of_role("reference", "hypothesis", "complete"))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions, each followed by those that its answer leaves."""
        return tuple(self._with_following(self.first_questions))

    def _with_following(self, questions: Iterable[Question]) -> Iterator[Question]:
        for question in questions:
            yield question
            yield from self._with_following(question.answer(self.choices.answers).questions)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the teacher should know, in plain words."""
        unmarked = [item.name for item in self.exercises if not item.of_role("reference", "complete")]
        words = "has no teacher's correction yet: its texts are estimated, not marked."
        return (*self.notices, *(f"{name} {words}" for name in unmarked))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions that the teacher has not answered."""
        return tuple(item for item in self.questions if item.id not in self.choices.answers)

    @property
    def summary(self) -> str:
        """The plan in one sentence.

        >>> SetUpPlan(Path(), ()).summary
        'Nothing to mark was found in this folder.'
        """
        if not self.exercises:
            return "Nothing to mark was found in this folder."
        students = {person_key(name) for item in self.exercises for name in item.students}
        teachers = {person_key(name) for item in self.exercises for name in item.teachers}
        people = [_number(len(students), "student"), *([_number(len(teachers), "teacher")] if teachers else [])]
        names = ", ".join(item.name for item in self.exercises[:4]) + (", …" if len(self.exercises) > 4 else "")
        own = " (each student has an essay of their own)" if any(item.is_own for item in self.exercises) else ""
        return f"{', '.join(people)}, {_number(len(self.exercises), 'exercise')}: {names}{own}."


def _number(count: int, noun: str) -> str:
    return f"{'one' if count == 1 else count} {noun}{'' if count == 1 else 's'}"


def _names(pairs: Iterable[tuple[str | None, str]]) -> tuple[str, ...]:
    return tuple(sorted({name or fallback for name, fallback in pairs}))


def _exercise(name: str, rows: Iterable[PlannedFile]) -> PlannedExercise:
    taking = tuple(row for row in rows if row.takes_part)
    return PlannedExercise(name, taking, any(row.essay is not None for row in taking))


def _chosen(row: PlannedFile, choice: FileChoice, guess: Iterable[PlannedFile]) -> PlannedFile:
    """Return a row with a teacher's choice; a file that takes part for the first time joins the folder's exercise."""
    role = choice.role or row.role
    exercise = choice.exercise or row.exercise
    if role != "none" and exercise is None:
        names = [other.exercise for other in guess if other.exercise is not None]
        exercise = max(sorted(set(names)), key=names.count, default=None) or "exercise"
    essay = row.essay
    if role != "none" and essay is None and any(other.essay and other.exercise == exercise for other in guess):
        essay = choice.person or row.person
    return attrs.evolve(
        row,
        role=role,
        person=choice.person or row.person,
        exercise=exercise if role != "none" else None,
        essay=essay if role != "none" else None,
        reason="your choice" if choice.role or choice.exercise else row.reason,
        sureness="sure",
        chosen=True,
    )


def _with_one_source(rows: Iterable[PlannedFile]) -> list[PlannedFile]:
    """Return the rows with one source for each text: the one that the teacher chose, the others left out."""
    kept = list(rows)
    chosen = {(row.exercise, row.essay) for row in kept if row.chosen and row.role == "source"}
    return [
        attrs.evolve(row, role="none", exercise=None, essay=None, reason="you chose another text as the source")
        if row.role == "source" and not row.chosen and (row.exercise, row.essay) in chosen
        else row
        for row in kept
    ]


def _order(row: PlannedFile) -> tuple[bool, str, str, int, str, str]:
    """Return what rows are sorted by: the exercise, the student of an own essay, the role, the path, the author."""
    student = person_key(row.essay) if row.essay is not None and row.takes_part else ""
    return not row.takes_part, row.exercise or "", student, ROLES.index(row.role), row.path, row.author or ""
