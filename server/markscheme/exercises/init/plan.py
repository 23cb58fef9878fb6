"""The plan of a folder's set-up: each file's role, person and exercise, and what only the teacher knows.

A plan is a value. A teacher's choices make another plan of it; nothing is written here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs

from markscheme.contract import shape
from markscheme.errors import installing, is_installed
from markscheme.exercises.file_names import display_name, person_key
from markscheme.grouping import grouped

PlannedRole = Literal["source", "hypothesis", "reference", "complete", "none"]
"""A file's role. ``complete``: source and references in one file. ``none``: the file takes no part."""
Sureness = Literal["sure", "likely", "ask"]
PART_SEPARATOR = "|"
ROLES: tuple[PlannedRole, ...] = ("source", "reference", "hypothesis", "complete", "none")

RowKey = tuple[str, str | None]


@attrs.frozen
class PlannedFile:
    """A row of the plan: a file, or one author's corrections in a file that several people changed.

    ``label`` is the person's name as it stands in the path (in a set of own essays, the student's). An author ``*``
    means all together. ``carries``: it holds the source, besides corrections.
    """

    path: str
    """The file's path below the folder, with ``/``."""
    role: PlannedRole
    """The file's role."""
    reason: str
    """Why the file has this role, in plain words."""
    sureness: Sureness = "sure"
    """How sure the guess is."""
    person: str | None = None
    """The student's name, or the teacher's for a reference; ``null`` where there is none to name."""
    exercise: str | None = None
    essay: str | None = None
    label: str | None = None
    author: str | None = None
    """The author of this row's corrections; ``null`` where the row is the whole file."""
    authors: tuple[str, ...] = ()
    """Everybody who changed the file, as the word processor wrote it down."""
    carries: bool = False
    chosen: bool = False
    """Whether the teacher chose the role, the person or the exercise."""

    @property
    def key(self) -> RowKey:
        return self.path, self.author

    @property
    def pattern(self) -> str:
        return self.path if self.author is None else f"{self.path}#{self.author}"

    @property
    def takes_part(self) -> bool:
        return self.role != "none" and self.exercise is not None

    def renamed(self, names: Mapping[str, str]) -> "PlannedFile":
        person, essay = (None if name is None else names.get(name, name) for name in (self.person, self.essay))
        return attrs.evolve(self, person=person, essay=essay)

    def left_out(self, reason: str, sureness: Sureness | None = None) -> "PlannedFile":
        row = attrs.evolve(self, role="none", exercise=None, essay=None, reason=reason)
        return attrs.evolve(row, sureness=sureness) if sureness is not None else row


@shape("id", "label", name="SetUpChoice")
@attrs.frozen
class Answer:
    """An answer to a question: rows that it changes, questions that it leaves, and ids of the files that it names.

    ``renamed``: a person's name, and the name that stands in its place.
    """

    id: str
    """The answer as it is sent back."""
    label: str
    """The answer in words."""
    rows: tuple[PlannedFile, ...] = ()
    questions: tuple["Question", ...] = ()
    parts: tuple[str, ...] = ()
    renamed: tuple[str, str] | None = None


@attrs.frozen
class Question:
    """Something that can't be seen from the files.

    ``together`` returns the answer that several files are meant, by their ids; ``None`` where only one answer can hold.
    """

    id: str
    """The question's id, the same in each preview of a folder."""
    text: str
    """The question in words."""
    answers: tuple[Answer, ...]
    """The answers, at least two."""
    default: str
    """The ``id`` of the answer that holds as long as the teacher gives no other."""
    paths: tuple[str, ...]
    """The paths of the files that the question is about."""
    together: Callable[[tuple[str, ...]], Answer] | None = attrs.field(default=None, eq=False, repr=False)

    def answer(self, given: Mapping[str, str]) -> Answer:
        wanted = given.get(self.id, self.default)
        listed = next((item for item in self.answers if item.id == wanted), None)
        if listed is not None:
            return listed
        parts = tuple(wanted.split(PART_SEPARATOR))
        if self.together is not None and set(parts) <= {part for item in self.answers for part in item.parts}:
            return self.together(parts)
        return next(item for item in self.answers if item.id == self.default)

    def combined(self, chosen: Iterable[Answer]) -> str | None:
        answers = list(chosen)
        if len(answers) == 1:
            return answers[0].id
        if self.together is None or not all(item.parts for item in answers):
            return None
        parts = {part for item in answers for part in item.parts}
        same = next((item for item in self.answers if set(item.parts) == parts), None)
        return same.id if same is not None else PART_SEPARATOR.join(sorted(parts))


@shape(name="SetUpFileChoice", optional=("role", "person", "exercise"), is_sent=True)
@attrs.frozen
class FileChoice:
    """What a teacher chose for a row; members that are missing stay as guessed."""

    path: str
    """The row's path."""
    author: str | None = None
    """The row's author."""
    role: PlannedRole | None = None
    """The role."""
    person: str | None = None
    """The person's name."""
    exercise: str | None = None
    """The exercise's name; a new name makes a new exercise."""

    @property
    def key(self) -> RowKey:
        return self.path, self.author


@shape(name="SetUpChoices")
@attrs.frozen
class Choices:
    """All that a teacher chose so far. The server keeps nothing of it between requests."""

    files: tuple[FileChoice, ...] = ()
    """The choices for rows."""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    """The ``id`` of the answer for each question's ``id``."""


@shape("name", "is_own", "students", "teachers", name="SetUpExercise", renamed={"is_own": "essays"})
@attrs.frozen
class PlannedExercise:
    """An exercise of the plan: one source with its corrections, or the essays of a class."""

    name: str
    """The exercise's name."""
    rows: tuple[PlannedFile, ...]
    is_own: bool
    """Whether each student has an essay of their own."""

    def of_role(self, *roles: PlannedRole) -> tuple[PlannedFile, ...]:
        return tuple(row for row in self.rows if row.role in roles)

    @property
    def students(self) -> tuple[str, ...]:
        """The names of the students, sorted; a student without a name counts by file."""
        rows = self.rows if self.is_own else self.of_role("hypothesis")
        return _names((row.essay if self.is_own else row.person, row.path) for row in rows)

    @property
    def teachers(self) -> tuple[str, ...]:
        """The teachers' names, sorted."""
        named = [row.person for row in self.of_role("reference", "complete") if row.person]
        return _names((name, name) for name in named)


@attrs.frozen
class SetUpPlan:
    """The set-up of a folder, as it was guessed; files of which nothing is known have the role ``none``.

    ``first_questions`` and ``notices`` hold whatever is answered; other questions follow from answers.
    ``has_annotators``: whether its references are annotators' work, whoever has hypotheses beside them.
    """

    folder: Path
    """The folder's URI."""
    guess: tuple[PlannedFile, ...]
    first_questions: tuple[Question, ...] = ()
    notices: tuple[str, ...] = ()
    choices: Choices = Choices()
    has_annotators: bool = False

    @classmethod
    def of(
        cls,
        folder: Path,
        rows: Sequence[PlannedFile],
        questions: Iterable[Question],
        warnings: Iterable[str],
        people: frozenset[str],
    ) -> "SetUpPlan":
        """Return a plan in which each person has one name; those of ``people`` stay as they are."""
        common = _with_common_names(rows, people)
        return cls(folder, tuple(common), (*questions, *_person_questions(common, people)), tuple(warnings))

    def with_choices(self, choices: Choices) -> "SetUpPlan":
        return attrs.evolve(self, choices=choices)

    @property
    def rows(self) -> tuple[PlannedFile, ...]:
        """Every file as it will be: the guess, with the answers and then the choices, in order."""
        rows = {row.key: row for row in self.guess}
        answers = [question.answer(self.choices.answers) for question in self.questions]
        rows |= {row.key: row for answer in answers for row in answer.rows}
        names = dict(answer.renamed for answer in answers if answer.renamed is not None)
        rows = {key: row.renamed(names) for key, row in rows.items()}
        chosen = {choice.key: choice for choice in self.choices.files if choice.key in rows}
        rows |= {key: _chosen(rows[key], choice, self.guess) for key, choice in chosen.items()}
        return tuple(sorted(_with_one_source(rows.values()), key=_order))

    @property
    def exercises(self) -> tuple[PlannedExercise, ...]:
        """The exercises that can be written, sorted by name: each has corrections, and a source that a file holds."""
        names = sorted({row.exercise for row in self.rows if row.takes_part and row.exercise is not None})
        every = (_exercise(name, [row for row in self.rows if row.exercise == name]) for name in names)
        return tuple(item for item in every if item.of_role("reference", "hypothesis", "complete"))

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(self._with_following(self.first_questions))

    def _with_following(self, questions: Iterable[Question]) -> Iterator[Question]:
        for question in questions:
            yield question
            yield from self._with_following(question.answer(self.choices.answers).questions)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the teacher should know before the file is written, in plain words."""
        unmarked = [item.name for item in self.exercises if not item.of_role("reference", "complete")]
        words = "has no teacher's correction yet: its texts are estimated, not marked."
        if not is_installed("encoder"):
            words = f"has no teacher's correction yet; the encoder can estimate its texts. {installing('encoder')}"
        return (*self.notices, *(f"{name} {words}" for name in unmarked))

    @property
    def open_questions(self) -> tuple[Question, ...]:
        return tuple(item for item in self.questions if item.id not in self.choices.answers)

    @property
    def is_annotators(self) -> bool:
        """Whether several people's corrections are there, and nothing of students: they are compared, not marked."""
        rows = [row for item in self.exercises for row in item.rows]
        people = [row for row in rows if row.role == "reference"]
        corpora = [name for row in rows if row.role == "complete" for name in row.authors]
        has_students = not self.has_annotators and any(row.role == "hypothesis" for row in rows)
        return len(people) + len(corpora) > 1 and not has_students

    @property
    def summary(self) -> str:
        """The set-up in one sentence.

        >>> SetUpPlan(Path(), ()).summary
        'Nothing to mark was found in this folder.'
        """
        if not self.exercises:
            return "Nothing to mark was found in this folder."
        students = {person_key(name) for item in self.exercises for name in item.students}
        teachers = {person_key(name) for item in self.exercises for name in item.teachers}
        if self.is_annotators:
            authors = {name for item in self.exercises for row in item.of_role("complete") for name in row.authors}
            people = [_number(len(teachers or authors), "annotator")]
            people += [f"{len(students)} hypothes{'i' if len(students) == 1 else 'e'}s"] if students else []
        else:
            people = [_number(len(students), "student"), *([_number(len(teachers), "teacher")] if teachers else [])]
        names = ", ".join(item.name for item in self.exercises[:4]) + (", …" if len(self.exercises) > 4 else "")
        own = " (each student has an essay of their own)" if any(item.is_own for item in self.exercises) else ""
        own = "" if self.is_annotators else own
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
    kept = list(rows)
    chosen = {(row.exercise, row.essay) for row in kept if row.chosen and row.role == "source"}
    return [
        row.left_out("you chose another text as the source")
        if row.role == "source" and not row.chosen and (row.exercise, row.essay) in chosen
        else row
        for row in kept
    ]


def _order(row: PlannedFile) -> tuple[bool, str, str, int, str, str]:
    student = person_key(row.essay) if row.essay is not None and row.takes_part else ""
    return not row.takes_part, row.exercise or "", student, ROLES.index(row.role), row.path, row.author or ""


def _with_common_names(rows: Sequence[PlannedFile], fixed: frozenset[str]) -> list[PlannedFile]:
    """Return the rows with one spelling of each person's name: the one most like a name; ``fixed`` stay as they are."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for name in (name for row in rows for name in (row.person, row.essay) if name is not None):
        spellings[person_key(name)].add(name)
    names = {key: display_name(every & fixed or every) for key, every in spellings.items()}
    common = {name: names[key] for key, every in spellings.items() for name in every if name not in fixed}
    return [row.renamed(common) for row in rows]


def _person_questions(rows: Sequence[PlannedFile], fixed: frozenset[str]) -> Iterator[Question]:
    """Ask whether a first name alone is the one person who bears it: likely, unless both have a file in one place."""
    places: dict[str, set[tuple[str | None, PlannedRole]]] = defaultdict(set)
    paths: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        for name in {row.person, row.essay} - {None}:
            places[name or ""].add((row.exercise, row.role))
            paths[name or ""].append(row.path)
    by_first_name = grouped((name for name in places if " " in name), lambda name: person_key(name.split()[0]))
    for name in sorted(set(places) - fixed):
        whole = by_first_name.get(person_key(name), [])
        if len(whole) == 1:
            same = Answer("same", "one person", renamed=(name, whole[0]))
            answers = (same, Answer("two", "two people"))
            default = "two" if places[name] & places[whole[0]] else "same"
            yield Question(f"person {name}", f"{name} = {whole[0]}?", answers, default, tuple(paths[name]))
