"""The guess of a folder's set-up: which files are one exercise, who wrote them, and what to ask."""

import hashlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.formats import TOGETHER
from markscheme.errors import DocumentError
from markscheme.exercises import file_names
from markscheme.exercises.configuration import Configuration, read_configuration
from markscheme.exercises.discovery import listed_exercises
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.file_names import Role
from markscheme.exercises.init._annotators import annotators_rows
from markscheme.exercises.init._assignments import (
    Assignment,
    AuthorRole,
    Candidate,
    Comparison,
    Unit,
    Unusable,
    assignments,
    author_roles,
    candidates,
    titles,
    without_copies,
)
from markscheme.exercises.init._guessed_roles import MAX_TEACHERS, Evidence, Forced, UnitRole, has_annotators, roles_of
from markscheme.exercises.init._guessed_roles import Reader as Reader
from markscheme.exercises.init.plan import PART_SEPARATOR, Answer, PlannedFile, Question, RowKey, SetUpPlan
from markscheme.grouping import grouped
from markscheme.languages.language import find_language
from markscheme.progress import Progress, silent
from markscheme.wording import THE_TEACHER

_ROLES: tuple[Role, ...] = ("source", "reference", "hypothesis")
_LISTED = f"from {CONFIGURATION}"
_SHOWN = 3
"""Files or people that a question names; of more, it names some and the number of the others."""
_MAX_ANSWERS = 12
"""The most files of one folder that an answer names."""


def guess(folder: Path, reader: Reader | None = None, progress: Progress = silent) -> SetUpPlan:
    """Return the plan of a folder's set-up; DocumentError if there is no such folder.

    ``reader`` is called, and may be slow, where names and the slips that show at once don't tell the roles.
    """
    if not folder.is_dir():
        raise DocumentError("this is not a folder" if folder.exists() else "there is no such folder", path=folder)
    total = sum(len(names) for _, _, names in os.walk(folder))
    items: list[Candidate | Unusable] = []
    for item in candidates(folder):
        items.append(item)
        progress("files", len(items), total)
    rows = None if (folder / CONFIGURATION).exists() else annotators_rows(items, folder.resolve().name)
    if rows is not None:
        plan = SetUpPlan.of(folder, rows, (), (), frozenset(row.person for row in rows if row.person))
        return attrs.evolve(plan, has_annotators=True)
    return _Guess(folder, reader, items, progress).plan()


def _slips_reader(texts: Sequence[str]) -> list[float]:
    """Return how well texts read by the slips that show at once, for want of a model."""
    slips = find_language().slips
    return [-float(slips(text)) for text in texts]


@attrs.frozen
class _Listing:
    """The rows of the files that a folder's configuration lists, by path, or why it can't be used."""

    rows: Mapping[str, tuple[PlannedFile, ...]] = attrs.field(factory=dict)
    configuration: Configuration | None = None
    problem: DocumentError | None = None

    @classmethod
    def of(cls, folder: Path) -> "_Listing":
        path = folder / CONFIGURATION
        if not path.is_file():
            return cls()
        try:
            configuration = read_configuration(path)
        except DocumentError as problem:
            return cls(problem=problem)
        first: dict[RowKey, PlannedFile] = {}
        for exercise in listed_exercises(configuration):
            for row in _listed_rows(exercise, configuration):
                first.setdefault(row.key, row)
        rows = grouped(first.values(), lambda row: row.path)
        return cls({path: tuple(own) for path, own in rows.items()}, configuration)

    def excludes(self, path: str) -> bool:
        if self.configuration is None or path in self.rows:
            return False
        return self.configuration.excludes(self.configuration.path.parent / path)

    @property
    def every(self) -> list[PlannedFile]:
        return [row for rows in self.rows.values() for row in rows]

    def roles(self, assignment: Assignment) -> list[UnitRole]:
        files = grouped(assignment.files, lambda item: self._role(item.path) or "reference")
        return [
            UnitRole(Unit(tuple(items)), role, {item.path: _LISTED for item in items}, "likely")
            for role, items in files.items()
        ]

    def forced(self, roles: Sequence[UnitRole]) -> dict[str, Role]:
        """Return the roles of listed files for another guess: of a unit where its files agree, else of each file."""
        forced: dict[str, Role] = {}
        for one in roles:
            listed = {item.path: role for item in one.unit.files if (role := self._role(item.path)) is not None}
            if len({*listed.values()}) > 1:
                forced |= listed
            elif listed:
                forced[one.id] = next(iter(listed.values()))
        return forced

    def _role(self, path: str) -> Role | None:
        """Return the one role of a file; ``None`` where it has none, or several by its authors."""
        roles = {row.role for row in self.rows.get(path, ())}
        return next((role for role in _ROLES if roles == {role}), None)

    def over(self, rows: Iterable[PlannedFile], assignment: Assignment) -> list[PlannedFile]:
        """Return an assignment's rows with the listed ones in place of what was guessed.

        Files that are not listed join the exercise of their text's listed files, or else of the assignment's.
        """
        guessed: dict[str, list[PlannedFile]] = defaultdict(list)
        for row in rows:
            guessed[row.path].append(attrs.evolve(row, person=self._name(row.person), essay=self._name(row.essay)))
        whole = self._usual(assignment.files)
        result: list[PlannedFile] = []
        for essay in assignment.essays:
            model = self._usual(essay.files) or whole
            is_same_text = model is not whole or not assignment.is_own
            for item in essay.files:
                listed = self.rows_of(item, guessed[item.path])
                result += listed or [_joined(row, model, is_same_text=is_same_text) for row in guessed[item.path]]
        return result

    def rows_of(self, item: Candidate, guessed: Sequence[PlannedFile]) -> list[PlannedFile]:
        """Return the listed rows of a file, with what only its guess and its content show; none if it is not listed."""
        listed = self.rows.get(item.path, ())
        carried = [row for row in guessed if row.role == "source" and row.author is None and item.corrects]
        if listed and carried and all(row.author is not None for row in listed):
            listed = (attrs.evolve(listed[0], role="source", author=None, person=carried[0].person), *listed)
        like = {row.author: row for row in guessed}
        return [_completed(row, like.get(row.author), item) for row in listed]

    def _name(self, name: str | None) -> str | None:
        return self.configuration.people.name(name) if name is not None and self.configuration is not None else name

    def _usual(self, items: Iterable[Candidate]) -> PlannedFile | None:
        rows = [row for item in items for row in self.rows.get(item.path, ())[:1]]
        counts = Counter((row.exercise, row.essay) for row in rows)
        return max(rows, key=lambda row: counts[row.exercise, row.essay], default=None)


def _completed(row: PlannedFile, guessed: PlannedFile | None, item: Candidate) -> PlannedFile:
    """Add what the file shows: whose all changes together are, no configuration says."""
    person = guessed.person if guessed is not None and row.author == TOGETHER else row.person
    label = guessed.label if guessed is not None else None
    return attrs.evolve(row, person=person, label=label, authors=tuple(item.changes), carries=item.corrects)


def _joined(row: PlannedFile, model: PlannedFile | None, *, is_same_text: bool) -> PlannedFile:
    if model is None or row.role == "none":
        return row
    essay = row.essay or row.person
    if model.essay is None or is_same_text:
        essay = model.essay
    return attrs.evolve(row, exercise=model.exercise, essay=essay)


def _listed_rows(exercise: Exercise, configuration: Configuration) -> list[PlannedFile]:
    folder = configuration.path.parent

    def row(path: Path, role: Role, person: str | None, author: str | None = None) -> PlannedFile:
        relative = path.relative_to(folder).as_posix()
        return PlannedFile(
            relative, role, _LISTED, "sure", person, exercise.assignment, exercise.student, author=author
        )

    rows = [row(item.path, "reference", _teacher(item, configuration), item.author) for item in exercise.references]
    rows += [
        row(item.path, "hypothesis", file_names.person_of(item.identity), item.author) for item in exercise.hypotheses
    ]
    if exercise.source is not None and exercise.source.is_file():
        source = row(exercise.source, "source", exercise.student)
        whole = next((other for other in rows if other.key == source.key), None)
        if whole is None:
            rows.append(source)
        elif whole.role == "reference":
            rows[rows.index(whole)] = attrs.evolve(whole, role="complete")
    return rows


def _teacher(item: Participant, configuration: Configuration) -> str | None:
    """Return ``None`` where the configuration has only the name of the file."""
    if item.author == TOGETHER or item.identity == THE_TEACHER:
        return None
    named, stem = file_names.composed(item.identity), file_names.composed(item.path.stem)
    return None if named == stem and configuration.people.name(item.path.stem) == stem else named


def _rows_of(assignment: Assignment, roles: Sequence[UnitRole], title: str) -> list[PlannedFile]:
    """Return the rows of an assignment's files; a document that several people changed has one for each of them."""
    rows: list[PlannedFile] = []
    authors = author_roles([item for item in assignment.files if item.is_tracked])
    students = _student_labels(assignment) if assignment.is_own else {}
    by_role: dict[object, dict[str, str]] = {}
    for one in roles:
        key = one.id if assignment.is_own and one.role == "reference" else one.role
        if key not in by_role:
            by_role[key] = students if assignment.is_own and key == one.role else _person_labels(assignment, one, roles)
        for item in one.unit.files:
            row = _row(item, one, assignment, by_role[key].get(item.path), title, students)
            parts = authors.get(item.path, ())
            is_surely_teachers = one.role == "reference" and one.sureness == "sure"
            rows += _author_rows(row, parts) if parts and not is_surely_teachers else [row]
    return rows if assignment.is_own else _with_people(rows, assignment)


def _person_labels(assignment: Assignment, one: UnitRole, roles: Sequence[UnitRole]) -> dict[str, str]:
    if assignment.is_own:
        return _teachers_of_essays(assignment, one, roles)
    if one.role == "source":
        return {}
    paths = [item.path for other in roles if other.role == one.role for item in other.unit.files]
    elsewhere = [item.path for other in roles if other.role != one.role for item in other.unit.files]
    names = {item.path: item.names for item in assignment.files}
    sources = [item.path for other in roles if other.role == "source" for item in other.unit.files]
    title = frozenset(
        word for path in sources for word in file_names.texts_of(file_names.stem_of(path)) if not word.isdigit()
    )
    labels = file_names.labels_of(paths, elsewhere, teachers=one.role == "reference", names=names, common=title)
    is_only = one.role == "reference" and len(paths) == 1
    return {path: label for path, label in labels.items() if not (is_only and label.isdigit())}


def _student_labels(assignment: Assignment) -> dict[str, str]:
    """Return the students' names in the paths of own essays, in the folder nearest to each file."""
    labels: dict[str, str] = {}
    for essay in assignment.essays:
        for item in essay.files:
            for words in file_names.parts_of(item.path):
                here = [word for word in words if word.text in essay.key]
                label = file_names.label_of(item.path, [word for word in here if not word.is_number] or here)
                if label is not None:
                    labels[item.path] = label
    return labels


def _teachers_of_essays(assignment: Assignment, one: UnitRole, roles: Sequence[UnitRole]) -> dict[str, str]:
    """Return the teachers' names in the paths of own essays' corrections: the same in several."""
    others = [item for other in roles if other.role != "reference" for item in other.unit.files]
    elsewhere = frozenset(word for item in others for word in file_names.texts_of(item.path))
    labels: dict[str, str] = {}
    for item in one.unit.files:
        for words in file_names.parts_of(item.path):
            named = file_names.naming_words(words, assignment.essay_of(item).key | elsewhere)
            label = file_names.label_of(item.path, [word for word in named if not word.is_number])
            if label is not None:
                labels[item.path] = label
    return labels


def _row(
    item: Candidate,
    one: UnitRole,
    assignment: Assignment,
    label: str | None,
    title: str,
    students: Mapping[str, str],
) -> PlannedFile:
    row = item.row(one.role, one.reasons[item.path], one.sureness)
    row = attrs.evolve(row, person=file_names.person_of(label), exercise=title, label=label)
    if not assignment.is_own:
        return row
    essay = assignment.essay_of(item)
    first = next((students[other.path] for other in essay.files if other.path in students), None)
    student = " ".join(sorted(essay.key)) if first is None else file_names.composed(first)
    return attrs.evolve(row, essay=student, label=students.get(item.path))


def _with_people(rows: Sequence[PlannedFile], assignment: Assignment) -> list[PlannedFile]:
    """Drop the names that several teachers share; make authors persons where names show none, and each wrote one."""
    shared = Counter(file_names.person_key(row.person) for row in rows if row.role == "reference" and row.person)
    authors = {item.path: item.author for item in assignment.files if item.author is not None}
    counts = Counter(file_names.person_key(author) for author in authors.values())
    result: list[PlannedFile] = []
    for row in rows:
        is_teacher = row.role == "reference" and row.author is None
        if row.person and is_teacher and shared[file_names.person_key(row.person)] > 1:
            row = attrs.evolve(row, person=None, label=None)
        author = authors.get(row.path)
        if row.person is None and row.role != "source" and author and counts[file_names.person_key(author)] == 1:
            row = attrs.evolve(row, person=file_names.composed(author))
        result.append(row)
    return result


def _author_rows(row: PlannedFile, parts: Sequence[AuthorRole]) -> list[PlannedFile]:
    """Return the rows of a document: the text before the changes, each student's, and each teacher's.

    One teacher sees what a student has changed, and leaves what is good: the correction is all changes together.
    """
    student = row.essay or row.person
    rows = [attrs.evolve(row, role="source", person=student, reason="the text before the changes", sureness="sure")]
    is_single = sum(part.is_teacher for part in parts) == 1
    for part in parts:
        together = part.is_teacher and is_single
        reason = f"{part.reason}; with the student's changes that stay" if together else part.reason
        author = TOGETHER if together else part.author
        role: Role = "reference" if part.is_teacher else "hypothesis"
        person = part.author if part.is_teacher else student or part.author
        rows.append(attrs.evolve(row, role=role, reason=reason, sureness=part.sureness, author=author, person=person))
    return rows


@attrs.frozen
class _Branch:
    """An assignment with the roles that answers gave to some files, and what is left to ask when they are settled."""

    forced: Forced
    roles: tuple[UnitRole, ...]
    rows: tuple[PlannedFile, ...]
    questions: tuple[Question, ...]

    @property
    def unsure(self) -> list[UnitRole]:
        return [one for one in self.roles if one.role != "source" and one.sureness != "sure"]

    def changes(self, before: "_Branch") -> tuple[PlannedFile, ...]:
        rows = {row.key: row for row in before.rows}
        return tuple(row for row in self.rows if rows.get(row.key) != row)


class _Guess:
    def __init__(
        self, folder: Path, reader: Reader | None, items: Iterable[Candidate | Unusable], progress: Progress
    ) -> None:
        self._folder = folder
        self._reader = reader
        self._rows: dict[RowKey, PlannedFile] = {}
        self._questions: list[Question] = []
        self._warnings: list[str] = []
        self._has_annotators = False
        self._listing = _Listing.of(folder)
        files: list[Candidate] = []
        for item in items:
            if isinstance(item, Unusable):
                self._add_unusable(item)
            elif self._listing.excludes(item.path):
                self._add(item.row("none", f"{CONFIGURATION} leaves it out"))
            else:
                files.append(item)
        _, copies = without_copies([item for item in files if item.path not in self._listing.rows])
        for path, original in copies.items():
            self._add(PlannedFile(path, "none", f"the same text as {original.path}"))
        self._files = [item for item in files if item.path not in copies]
        self._comparison = Comparison(self._files, progress)
        names = file_names.surnames(item.path for item in self._files)
        for item in self._files:
            item.names = names.get(item.path, frozenset())

    def plan(self) -> SetUpPlan:
        """Return the plan; files that a configuration lists are as it says, the others are guessed."""
        if self._listing.problem is not None:
            words = f"{CONFIGURATION} can't be used, so its exercises are guessed and written anew"
            self._warnings.append(f"{words}: {self._listing.problem.explanation}.")
        every, alone = assignments(self._files, self._comparison)
        listed = self._listing.every
        taken = {row.exercise for row in listed if row.exercise is not None}
        names = titles(every, self._folder.resolve().name, sorted(taken))
        self._has_annotators = any(map(has_annotators, every))
        for assignment, name in zip(every, names, strict=True):
            self._place(assignment, name)
        for item in alone:
            self._place_alone(item, [*zip(every, names, strict=True)])
        self._warnings += [f"{item.path} is empty." for item in self._files if item.is_empty]
        fixed = frozenset(name for row in listed for name in (row.person, row.essay) if name is not None)
        return SetUpPlan.of(self._folder, list(self._rows.values()), self._questions, self._warnings, fixed)

    def _add(self, *rows: PlannedFile) -> None:
        for row in rows:
            self._rows.setdefault(row.key, row)

    def _add_unusable(self, item: Unusable) -> None:
        """Add a file that can't have a role, or that can't be read although it is listed."""
        listed = self._listing.rows.get(item.path, ())
        self._add(*(attrs.evolve(row, reason=f"{row.reason}, but {item.reason}", sureness="likely") for row in listed))
        if not listed and not item.is_companion:
            self._add(PlannedFile(item.path, "none", item.reason))
        hint = file_names.hint_of_path(item.path)
        if item.is_unreadable and hint is not None and hint.role == "reference":
            self._warnings.append(
                f"{item.path} is a teacher's correction by its name, but it can't be read: {item.reason}. "
                "Save it anew before you set the folder up, or the exercise has no such teacher."
            )

    def _place(self, assignment: Assignment, title: str) -> None:
        if all(item.path in self._listing.rows for item in assignment.files):
            branch = self._branch(assignment, title, tuple(self._listing.roles(assignment)), {})
            self._add(*branch.rows)
            self._questions += branch.questions
            return
        evidence = Evidence(assignment, self._comparison, _slips_reader)
        roles, listed = self._roles(assignment, evidence)
        if not roles:
            reason = "the text that it corrects is not there"
            self._add(*(PlannedFile(item.path, "none", reason, "likely") for item in assignment.files))
            return
        if self._reader is not None and any(one.sureness == "ask" for one in roles):
            evidence = Evidence(assignment, self._comparison, self._reader)
            roles, listed = self._roles(assignment, evidence)
        branch = self._branch(assignment, title, roles, {})

        def branch_of(forced: Forced) -> _Branch:
            return self._branch(assignment, title, self._roles_of(assignment, evidence, {**listed, **forced}), forced)

        self._add(*branch.rows)
        self._questions += _RoleQuestions(title, branch_of, is_annotators=self._has_annotators).of(branch)

    def _roles(self, assignment: Assignment, evidence: Evidence) -> tuple[tuple[UnitRole, ...], dict[str, Role]]:
        roles = self._roles_of(assignment, evidence)
        listed = self._listing.forced(roles)
        return (self._roles_of(assignment, evidence, listed) if listed else roles), listed

    def _roles_of(
        self, assignment: Assignment, evidence: Evidence, forced: Forced | None = None
    ) -> tuple[UnitRole, ...]:
        return roles_of(assignment, evidence, forced, beside_annotators=self._has_annotators)

    def _branch(self, assignment: Assignment, title: str, roles: tuple[UnitRole, ...], forced: Forced) -> _Branch:
        rows = self._listing.over(_rows_of(assignment, roles, title), assignment)
        settled = {row.key: row for row in rows}
        questions = [*_author_questions(rows)]
        for question, defaults in self._version_questions(rows, title):
            if any(path not in self._listing.rows for path in question.paths):
                questions.append(question)
                settled |= {row.key: row for row in defaults}
        return _Branch(forced, roles, tuple(settled.values()), tuple(questions))

    def _version_questions(
        self, rows: Sequence[PlannedFile], title: str
    ) -> Iterator[tuple[Question, tuple[PlannedFile, ...]]]:
        """Ask which of several versions by one student counts; yield each question with the rows of its default.

        Students whose versions are called alike are in one question.
        """
        own = [row for row in rows if row.author is None and row.role in ("hypothesis", "source")]
        named = ((row, row.essay if row.essay is not None else row.person) for row in own)
        pairs = [(row, file_names.person_key(student)) for row, student in named if student is not None]

        def age(pair: tuple[PlannedFile, str]) -> tuple[int, tuple[int, ...], float]:
            path = pair[0].path
            return file_names.version_order(path, (self._folder / path).stat().st_mtime)

        several = [each for each in grouped(pairs, lambda pair: (pair[0].role, pair[1])).values() if len(each) > 1]
        ordered = [[row for row, _ in sorted(each, key=age, reverse=True)] for each in several]
        for students in grouped(ordered, lambda each: (each[0].role, *map(_version_mark, each))).values():
            question = _version_question(students, title)
            yield question, question.answers[0].rows

    def _place_alone(self, item: Candidate, every: Sequence[tuple[Assignment, str]]) -> None:
        if item.path in self._listing.rows:
            self._add(*self._listing.rows_of(item, ()))
            return
        hint = item.hint()
        is_teachers = hint is not None and hint.role == "reference"
        if item.corrects and (item.is_annotated or len(item.changes) < 2 or is_teachers):
            by = f"{item.form.title[0].upper()}{item.form.title[1:]}"
            row = item.row("complete", f"{by} by itself is a source with its corrections", "likely")
            self._add(attrs.evolve(row, exercise=file_names.stem_of(item.path)))
            return
        reason = "the file is empty" if item.is_empty else "it shares no text with the other files"
        row = item.row("none", reason, "likely")
        self._add(row)
        if not (item.corrects or item.is_empty):
            title = next((name for one, name in every if not one.is_own and one.may_hold(item)), None)
            if title is not None:
                self._questions.append(_anew_question(row, title))


def _author_questions(rows: Sequence[PlannedFile]) -> Iterator[Question]:
    """Ask who the teacher is of the people who changed a document, where neither names nor documents tell."""
    unsure = (row for row in rows if row.author is not None and row.sureness == "ask")
    for path, parts in grouped(unsure, lambda row: row.path).items():
        teacher = next((row for row in parts if row.role == "reference"), parts[0])
        answers = [Answer("guess", teacher.person or "")]
        for other in (row for row in parts if row is not teacher):
            swapped = (
                attrs.evolve(teacher, person=other.person),
                attrs.evolve(other, role="hypothesis", author=teacher.person, person=teacher.person),
                other.left_out("part of all changes together"),
            )
            answers.append(Answer(other.person or "", other.person or "", swapped))
        text = f"Who is the teacher in {path}: {' or '.join(row.person or '' for row in parts)}?"
        yield Question(_question_id(f"author:{path}"), text, tuple(answers), "guess", (path,))


_LONG_NUMBER = re.compile(r"\d{4,}")
"""A number that a school's system gives to a student."""


def _version_mark(row: PlannedFile) -> str:
    path = row.path.removesuffix(file_names.ending(row.path))
    return _LONG_NUMBER.sub("", path.replace(row.label, "") if row.label else path).casefold()


def _version_question(students: Sequence[Sequence[PlannedFile]], title: str) -> Question:
    answers = []
    for number in range(len(students[0])):
        counted = [versions[number] for versions in students]
        changed: list[PlannedFile] = []
        for row, versions in zip(counted, students, strict=True):
            changed.append(attrs.evolve(row, reason="the version that counts", sureness="ask"))
            others = (other for other in versions if other is not row)
            changed += [other.left_out(f"another version of {row.path} counts", "ask") for other in others]
        answers.append(Answer(counted[0].path, _joined_words([row.path for row in counted], 1), tuple(changed)))
    first = students[0][0]
    names = sorted(versions[0].essay or versions[0].person or versions[0].path for versions in students)
    key = f"version:{title}:{first.role}:{'|'.join(map(file_names.person_key, names))}"
    text = f"{names[0]} has {len(students[0])} versions. Which one counts?"
    if len(students) > 1:
        text = f"{_joined_words(names, 2, 'others')} have {len(students[0])} versions each. Which ones count?"
    paths = tuple(row.path for versions in students for row in versions)
    return Question(_question_id(key), text, tuple(answers), first.path, paths)


def _anew_question(row: PlannedFile, title: str) -> Question:
    label = file_names.labels_of([row.path]).get(row.path)
    part = attrs.evolve(
        row,
        role="hypothesis",
        exercise=title,
        sureness="ask",
        label=label,
        person=file_names.person_of(label),
        reason="it may be a correction that is written anew",
    )
    answers = (Answer("yes", "yes, a correction", (part,)), Answer("no", "no, something else", (row,)))
    text = f"{row.path} shares few words with the other texts. Is it a correction of the same text?"
    return Question(_question_id(f"kin:{row.path}"), text, answers, "yes", (row.path,))


def _question_id(key: str) -> str:
    """Return a question's id: a word that JSON and programs take for a name, the same for the same question."""
    return f"{key.partition(':')[0]}_{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _joined_words(words: Sequence[str], named: int = _SHOWN, rest: str = "more") -> str:
    """Return words as a person lists them: of more than a few, the first ones and the number of the others."""
    parts = [*words] if len(words) <= _SHOWN else [*words[:named], f"{len(words) - named} {rest}"]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


@attrs.frozen
class _RoleQuestions:
    """What is asked of the roles in an assignment; each answer leaves the questions that follow from it."""

    title: str
    branch_of: Callable[[Forced], _Branch]
    is_annotators: bool

    def of(self, branch: _Branch) -> tuple[Question, ...]:
        source = [one for one in branch.roles if one.sureness == "ask" and one.role == "source"]
        others = branch.unsure
        if not source or not others:
            return self._about_teachers(branch)
        answers = [Answer("guess", _files_words(source), (), self._about_teachers(branch))]
        for one in others[: _MAX_ANSWERS - 1]:
            following = self.branch_of({**branch.forced, one.id: "source"})
            questions = self._about_teachers(following)
            answers.append(Answer(one.id, _files_words([one]), following.changes(branch), questions))
        text = "Which of these is the text that was given, before anybody corrected it?"
        paths = _paths([*source, *others])
        return (Question(_question_id(f"source:{self.title}"), text, tuple(answers), "guess", paths),)

    def _about_teachers(self, branch: _Branch) -> tuple[Question, ...]:
        others = branch.unsure
        if len(others) < 2 or all(one.sureness != "ask" for one in others):
            return branch.questions

        def together(parts: Iterable[str]) -> Answer:
            return self._answer([one for one in others if one.id in {*parts}], others, branch)

        default, *options = _teacher_options(others)
        answers = [Answer("guess", _files_words(default), (), branch.questions, _ids(default))]
        answers += [together(_ids(units)) for units in options]
        chosen = PART_SEPARATOR.join(sorted(path for path, role in branch.forced.items() if role == "source"))
        key = f"reference:{self.title}:{chosen}" if chosen else f"reference:{self.title}"
        text = f"Which of these did {'an annotator' if self.is_annotators else 'a teacher'} correct?"
        return (Question(_question_id(key), text, tuple(answers), "guess", _paths(others), together),)

    def _answer(self, teachers: Sequence[UnitRole], others: Sequence[UnitRole], branch: _Branch) -> Answer:
        roles: dict[str, Role] = {one.id: "source" for one in branch.roles if one.role == "source"}
        roles |= {one.id: "reference" if one in teachers else "hypothesis" for one in others}
        following = self.branch_of({**branch.forced, **roles})
        identity = PART_SEPARATOR.join(_ids(teachers)) or "none"
        changes = following.changes(branch)
        return Answer(identity, _files_words(teachers), changes, following.questions, _ids(teachers))


def _teacher_options(corrections: Sequence[UnitRole]) -> list[list[UnitRole]]:
    ordered = sorted(corrections, key=lambda one: -one.margin)
    guessed = [one for one in ordered if one.role == "reference"]
    together = [ordered[:count] for count in range(1, min(MAX_TEACHERS, len(ordered) - 1) + 1)]
    options = [guessed]
    for option in (*together, *([one] for one in ordered)):
        options += [option] if option not in options else []
    return [*options[: _MAX_ANSWERS - 1], []] if guessed else options[:_MAX_ANSWERS]


def _ids(units: Iterable[UnitRole]) -> tuple[str, ...]:
    return tuple(one.id for one in units)


def _paths(units: Iterable[UnitRole]) -> tuple[str, ...]:
    return tuple(item.path for one in units for item in one.unit.files)


def _files_words(units: Sequence[UnitRole]) -> str:
    words: list[str] = []
    for one in units:
        paths = [item.path for item in one.unit.files]
        words += paths if len(paths) <= _SHOWN else [f"{paths[0]} and {len(paths) - 1} more"]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0] if words else "none of these"
