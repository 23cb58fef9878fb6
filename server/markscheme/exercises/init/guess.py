"""The guess of a folder's set-up: which files are one exercise, who wrote them, and what to ask."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs

from markscheme.documents.formats import TOGETHER
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import Configuration, read_configuration
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.init import naming
from markscheme.exercises.init.assignments import (
    Family,
    Unit,
    copied_files,
    families,
    may_be_rewritten,
    student_label,
    titles,
)
from markscheme.exercises.init.plan import (
    PART_SEPARATOR,
    Answer,
    AuthorRole,
    Candidate,
    LeftOut,
    PlannedFile,
    Question,
    RowKey,
    SetUpPlan,
    author_roles,
    candidates,
    with_common_spellings,
)
from markscheme.exercises.init.roles import CLEAR_NAME, MAX_TEACHERS, Cast, Evidence, Forced, Reader, cast, lead
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.tables import THE_TEACHER, listed_exercises
from markscheme.grouping import grouped
from markscheme.languages.language import find_language

_ROLES: tuple[Role, ...] = ("source", "reference", "hypothesis")
LISTED = f"from {CONFIGURATION}"
EXCLUDED = f"{CONFIGURATION} leaves it out"


@attrs.frozen
class Listing:
    """The rows of the files that a folder's configuration lists, by path, or why it can't be used."""

    rows: Mapping[str, tuple[PlannedFile, ...]] = attrs.field(factory=dict)
    configuration: Configuration | None = None
    problem: DocumentError | None = None

    def excludes(self, path: str) -> bool:
        if self.configuration is None or path in self.rows:
            return False
        return self.configuration.excludes(self.configuration.path.parent / path)

    @property
    def exercises(self) -> frozenset[str]:
        return frozenset(row.exercise for row in self._every if row.exercise is not None)

    @property
    def people(self) -> frozenset[str]:
        return frozenset(name for row in self._every for name in (row.person, row.essay) if name is not None)

    @property
    def _every(self) -> list[PlannedFile]:
        return [row for rows in self.rows.values() for row in rows]

    def casts(self, family: Family) -> list[Cast]:
        files = grouped(family.files, lambda item: self._role(item.path) or "reference")
        return [
            Cast(Unit((), tuple(items)), role, {item.path: LISTED for item in items}, "likely")
            for role, items in files.items()
        ]

    def forced(self, casts: Sequence[Cast]) -> dict[str, Role]:
        """Return the roles of listed files for another cast: of a unit where its files agree, else of each file."""
        roles: dict[str, Role] = {}
        for one in casts:
            listed = {item.path: role for item in one.unit.files if (role := self._role(item.path)) is not None}
            if len({*listed.values()}) > 1:
                roles |= listed
            elif listed:
                roles[one.id] = next(iter(listed.values()))
        return roles

    def _role(self, path: str) -> Role | None:
        """Return the one role of a file; ``None`` where it has none, or several by its authors."""
        roles = {row.role for row in self.rows.get(path, ())}
        return next((role for role in _ROLES if roles == {role}), None)

    def over(self, rows: Iterable[PlannedFile], family: Family) -> list[PlannedFile]:
        """Return an assignment's rows with the listed ones in place of what was guessed.

        Files that are not listed join the exercise of their text's listed files, or else of the assignment's.
        """
        guessed: dict[str, list[PlannedFile]] = defaultdict(list)
        for row in rows:
            guessed[row.path].append(attrs.evolve(row, person=self._name(row.person), essay=self._name(row.essay)))
        whole = self._usual(item for essay in family.essays for item in essay.files)
        result: list[PlannedFile] = []
        for essay in family.essays:
            model = self._usual(essay.files) or whole
            for item in essay.files:
                result += self.rows_of(item, guessed[item.path]) or [
                    _joined(row, model, is_same_text=model is not whole or not family.is_own)
                    for row in guessed[item.path]
                ]
        return result

    def rows_of(self, item: Candidate, guessed: Sequence[PlannedFile]) -> list[PlannedFile]:
        """Return the listed rows of a file, with what only its guess and its content show; none if it is not listed."""
        listed = self.rows.get(item.path, ())
        carried = [row for row in guessed if row.role == "source" and row.author is None and item.corrects]
        if listed and carried and all(row.author is not None for row in listed):
            text = carried[0]
            listed = (attrs.evolve(listed[0], role="source", author=None, person=text.person), *listed)
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
    essay = row.essay
    if model.essay is None:
        essay = None
    elif is_same_text or essay is None:
        essay = model.essay if is_same_text else row.person
    return attrs.evolve(row, exercise=model.exercise, essay=essay)


def _read_listing(folder: Path) -> Listing:
    path = folder / CONFIGURATION
    if not path.is_file():
        return Listing()
    try:
        configuration = read_configuration(path)
    except DocumentError as problem:
        return Listing(problem=problem)
    first: dict[RowKey, PlannedFile] = {}
    for exercise in listed_exercises(configuration):
        for row in _listed_rows(exercise, configuration):
            first.setdefault(row.key, row)
    rows = grouped(first.values(), lambda row: row.path)
    return Listing({path: tuple(own) for path, own in rows.items()}, configuration)


def _listed_rows(exercise: Exercise, configuration: Configuration) -> list[PlannedFile]:
    folder = configuration.path.parent
    rows: list[PlannedFile] = []

    def add(path: Path, role: Role, person: str | None, author: str | None) -> None:
        relative = path.relative_to(folder).as_posix()
        rows.append(
            PlannedFile(relative, role, LISTED, "sure", person, exercise.assignment, exercise.student, author=author)
        )

    for item in exercise.references:
        add(item.path, "reference", _teacher(item, configuration), item.author)
    for item in exercise.hypotheses:
        add(item.path, "hypothesis", naming.person_of(item.identity), item.author)
    if exercise.source is not None and exercise.source.is_file():
        whole = next((row for row in rows if folder / row.path == exercise.source and row.author is None), None)
        if whole is None:
            add(exercise.source, "source", exercise.student, None)
        elif whole.role == "reference":
            rows[rows.index(whole)] = attrs.evolve(whole, role="complete")
    return rows


def _teacher(item: Participant, configuration: Configuration) -> str | None:
    """Return ``None`` where the configuration has only the name of the file."""
    if item.author == TOGETHER or item.identity == THE_TEACHER:
        return None
    named = naming.composed(item.identity)
    stem = naming.composed(item.path.stem)
    return None if named == stem and configuration.people.name(item.path.stem) == stem else named


_LONG_NUMBER = re.compile(r"\d{4,}")
"""A number that a school's system gives to a student."""
_LISTED = 3


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
        yield Question(question_id(f"author:{path}"), text, tuple(answers), "guess", (path,))


def _version_questions(
    rows: Sequence[PlannedFile], title: str, modified: Callable[[str], float]
) -> Iterator[tuple[Question, tuple[PlannedFile, ...]]]:
    """Ask which of several versions by one student counts; yield each question with the rows of its default.

    Students whose versions are called alike are in one question. ``modified`` returns the time when a file was changed.
    """
    own = [row for row in rows if row.author is None and row.role in ("hypothesis", "source")]
    named = ((row, row.essay if row.essay is not None else row.person) for row in own)
    pairs = [(row, naming.person_key(student)) for row, student in named if student is not None]

    def age(pair: tuple[PlannedFile, str]) -> tuple[int, tuple[int, ...], float]:
        return naming.version_order(pair[0].path, modified(pair[0].path))

    several = [each for each in grouped(pairs, lambda pair: (pair[0].role, pair[1])).values() if len(each) > 1]
    ordered = [[row for row, _ in sorted(each, key=age, reverse=True)] for each in several]
    for students in grouped(ordered, lambda each: (each[0].role, *map(_version_mark, each))).values():
        question = _version_question(students, title)
        yield question, question.answers[0].rows


def _version_mark(row: PlannedFile) -> str:
    path = row.path.removesuffix(naming.ending(row.path))
    return _LONG_NUMBER.sub("", path.replace(row.label, "") if row.label else path).casefold()


def _version_question(students: Sequence[Sequence[PlannedFile]], title: str) -> Question:
    answers = []
    for number in range(len(students[0])):
        counted = [versions[number] for versions in students]
        changed = [row for versions in students for row in _with_counted(versions[number], versions)]
        answers.append(Answer(counted[0].path, _paths_words([row.path for row in counted]), tuple(changed)))
    first = students[0][0]
    count = len(students[0])
    if len(students) == 1:
        text = f"{_student(first)} has {count} versions. Which one counts?"
        key = f"version:{title}:{first.role}:{naming.person_key(_student(first))}"
    else:
        names = sorted(_student(versions[0]) for versions in students)
        text = f"{_names_words(names)} have {count} versions each. Which ones count?"
        key = f"version:{title}:{first.role}:{'|'.join(map(naming.person_key, names))}"
    paths = tuple(row.path for versions in students for row in versions)
    return Question(question_id(key), text, tuple(answers), first.path, paths)


def _student(row: PlannedFile) -> str:
    return row.essay or row.person or row.path


def _with_counted(counted: PlannedFile, versions: Sequence[PlannedFile]) -> Iterator[PlannedFile]:
    yield attrs.evolve(counted, reason="the version that counts", sureness="ask")
    for row in versions:
        if row is not counted:
            yield row.left_out(f"another version of {counted.path} counts", "ask")


def _kinship_question(row: PlannedFile, label: str | None, title: str) -> Question:
    reason = "it may be a correction that is written anew"
    part = attrs.evolve(
        row,
        role="hypothesis",
        exercise=title,
        sureness="ask",
        label=label,
        person=naming.person_of(label),
        reason=reason,
    )
    answers = (Answer("yes", "yes, a correction", (part,)), Answer("no", "no, something else", (row,)))
    text = f"{row.path} shares few words with the other texts. Is it a correction of the same text?"
    return Question(question_id(f"kin:{row.path}"), text, answers, "yes", (row.path,))


def question_id(key: str) -> str:
    """Return a question's id: a word that JSON and programs take for a name, the same for the same question."""
    return f"{key.partition(':')[0]}_{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _names_words(names: Sequence[str]) -> str:
    return _paths_words(names) if len(names) <= _LISTED else f"{', '.join(names[:2])} and {len(names) - 2} others"


def _paths_words(paths: Sequence[str]) -> str:
    return _joined_words(paths if len(paths) <= _LISTED else (paths[0], f"{len(paths) - 1} more"))


def _joined_words(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


_MAX_ANSWERS = 12
"""The most files of one folder that an answer names."""


@attrs.frozen
class Branch:
    """An assignment with the roles that answers gave to some files, and what is left to ask when they are settled."""

    forced: Forced
    casts: tuple[Cast, ...]
    rows: tuple[PlannedFile, ...]
    questions: tuple[Question, ...]

    def changes(self, before: "Branch") -> tuple[PlannedFile, ...]:
        rows = {row.key: row for row in before.rows}
        return tuple(row for row in self.rows if rows.get(row.key) != row)


BranchOf = Callable[[Forced], Branch]


def _role_questions(branch: Branch, title: str, branch_of: BranchOf) -> tuple[Question, ...]:
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
    roles: dict[str, Role] = {one.id: "source" for one in branch.casts if one.role == "source"}
    roles |= {one.id: "reference" if one in teachers else "hypothesis" for one in others}
    following = branch_of({**branch.forced, **roles})
    identity = PART_SEPARATOR.join(_ids(teachers)) or "none"
    return Answer(identity, _files_words(teachers), following.changes(branch), following.questions, _ids(teachers))


def _teacher_options(corrections: Sequence[Cast]) -> list[list[Cast]]:
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
    words: list[str] = []
    for one in units:
        paths = [item.path for item in one.unit.files]
        words += paths if len(paths) <= _LISTED else [f"{paths[0]} and {len(paths) - 1} more"]
    return _joined_words(words or ["none of these"])


def rows_of(family: Family, casts: Sequence[Cast], title: str) -> list[PlannedFile]:
    """Return the rows of an assignment's files; a document that several people changed has one for each of them."""
    rows: list[PlannedFile] = []
    authors = author_roles([item for item in family.files if item.is_tracked])
    for one in casts:
        labels = _person_labels(family, one, casts)
        for item in one.unit.files:
            row = _row(item, one, family, labels.get(item.path), title)
            parts = authors.get(item.path, ())
            is_surely_teachers = one.role == "reference" and one.sureness == "sure"
            rows += _author_rows(row, parts) if parts and not is_surely_teachers else [row]
    return rows if family.is_own else _with_authors(_without_shared_names(rows), family)


def _person_labels(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    if family.is_own and one.role != "reference":
        pairs = ((item.path, student_label(item, family.essay_of(item).key)) for item in one.unit.files)
        return {path: label for path, label in pairs if label is not None}
    if one.role == "source":
        return {}
    paths = [item.path for other in casts if other.role == one.role for item in other.unit.files]
    if family.is_own:
        return _teachers_of_essays(family, one, casts)
    elsewhere = [item.path for other in casts if other.role != one.role for item in other.unit.files]
    names = {item.path: item.names for item in family.files}
    return naming.labels_of(paths, elsewhere, teachers=one.role == "reference", names=names)


def _teachers_of_essays(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    """Return the teachers' names in the paths of own essays' corrections: the same in several."""
    others = [item for other in casts if other.role != "reference" for item in other.unit.files]
    elsewhere = {word for item in others for word in naming.texts_of(item.path)}
    labels: dict[str, str] = {}
    for item in one.unit.files:
        taken = frozenset(family.essay_of(item).key | elsewhere)
        for words in naming.parts_of(item.path):
            named = naming.naming_words(words, taken)
            label = naming.label_of(item.path, [word for word in named if not word.text.isdigit()])
            if label is not None:
                labels[item.path] = label
    counts = Counter(labels.values())
    many = len(one.unit.files) > 2
    return {path: label for path, label in labels.items() if counts[label] > 1 or not many}


def _row(item: Candidate, one: Cast, family: Family, label: str | None, title: str) -> PlannedFile:
    row = item.row(one.role or "none", one.reasons[item.path], one.sureness)
    row = attrs.evolve(row, person=naming.person_of(label), exercise=title, label=label)
    if not family.is_own:
        return row
    essay = family.essay_of(item)
    labels = [name for file in essay.files if (name := student_label(file, essay.key))]
    student = naming.composed(labels[0]) if labels else " ".join(sorted(essay.key))
    return attrs.evolve(row, essay=student, label=student_label(item, essay.key))


def _without_shared_names(rows: Sequence[PlannedFile]) -> list[PlannedFile]:
    counts = Counter(naming.person_key(row.person) for row in rows if row.role == "reference" and row.person)
    return [
        attrs.evolve(row, person=None, label=None)
        if row.role == "reference" and row.person and counts[naming.person_key(row.person)] > 1 and row.author is None
        else row
        for row in rows
    ]


def _with_authors(rows: Sequence[PlannedFile], family: Family) -> list[PlannedFile]:
    """Make authors persons where names of files show none, and nobody wrote two files."""
    authors = {item.path: item.author for item in family.files if item.author is not None}
    counts = Counter(naming.person_key(author) for author in authors.values())
    return [
        attrs.evolve(row, person=naming.composed(author))
        if row.person is None
        and row.role in ("hypothesis", "reference")
        and (author := authors.get(row.path)) is not None
        and counts[naming.person_key(author)] == 1
        else row
        for row in rows
    ]


def _author_rows(row: PlannedFile, parts: Sequence[AuthorRole]) -> list[PlannedFile]:
    """Return the rows of a document: the text before the changes, each student's, and each teacher's.

    One teacher sees what a student has changed, and leaves what is good: the correction is all changes together.
    """
    student = row.essay or row.person
    rows = [attrs.evolve(row, role="source", person=student, reason="the text before the changes", sureness="sure")]
    teachers = [part for part in parts if part.is_teacher]
    for part in parts:
        together = part.is_teacher and len(teachers) == 1
        rows.append(
            attrs.evolve(
                row,
                role="reference" if part.is_teacher else "hypothesis",
                reason=f"{part.reason}; with the student's changes that stay" if together else part.reason,
                sureness=part.sureness,
                author=TOGETHER if together else part.author,
                person=part.author if part.is_teacher else student or part.author,
            )
        )
    return rows


def guess(folder: Path, reader: Reader | None = None) -> SetUpPlan:
    """Return the plan of a folder's set-up; DocumentError if there is no such folder.

    ``reader`` is called, and may be slow, where names and the slips that show at once don't tell the roles.
    """
    if not folder.is_dir():
        raise DocumentError("this is not a folder" if folder.exists() else "there is no such folder", path=folder)
    return _Guess(folder, reader).plan()


def slips_reader(texts: Sequence[str]) -> list[float]:
    """Return how well texts read by the slips that show at once, for want of a model."""
    slips = find_language().slips
    return [-float(slips(text)) for text in texts]


class _Guess:
    def __init__(self, folder: Path, reader: Reader | None) -> None:
        self._folder = folder
        self._reader = reader
        self._rows: dict[RowKey, PlannedFile] = {}
        self._questions: list[Question] = []
        self._warnings: list[str] = []
        self._files: list[Candidate] = []
        self._listing = _read_listing(folder)
        for item in candidates(folder):
            if isinstance(item, LeftOut):
                self._add_unusable(item)
            elif self._listing.excludes(item.path):
                self._add(item.row("none", EXCLUDED))
            else:
                self._files.append(item)
        self._leave_copies_out()
        names = naming.surnames(item.path for item in self._files)
        for item in self._files:
            item.names = names.get(item.path, frozenset())

    def plan(self) -> SetUpPlan:
        """Return the plan; files that a configuration lists are as it says, the others are guessed."""
        if self._listing.problem is not None:
            words = f"{CONFIGURATION} can't be used, so its exercises are guessed and written anew"
            self._warnings.append(f"{words}: {self._listing.problem.explanation}.")
        assignments, alone = families(self._files)
        names = titles(assignments, self._folder.resolve().name, self._listing.exercises)
        for family, name in zip(assignments, names, strict=True):
            self._place(family, name)
        for item in alone:
            self._place_alone(item)
            self._ask_kinship(item, assignments, names)
        self._warnings += [f"{item.path} is empty." for item in self._files if item.is_empty]
        rows = with_common_spellings(list(self._rows.values()), self._listing.people)
        return SetUpPlan(self._folder, tuple(rows), tuple(self._questions), tuple(self._warnings))

    def _leave_copies_out(self) -> None:
        copies = copied_files(item for item in self._files if item.path not in self._listing.rows)
        for path, original in copies.items():
            self._add(PlannedFile(path, "none", f"the same text as {original.path}"))
        self._files = [item for item in self._files if item.path not in copies]

    def _add(self, *rows: PlannedFile) -> None:
        for row in rows:
            self._rows.setdefault(row.key, row)

    def _add_unusable(self, item: LeftOut) -> None:
        """Add a file that can't have a role, or that can't be read although it is listed."""
        listed = self._listing.rows.get(item.path, ())
        self._add(*(attrs.evolve(row, reason=f"{row.reason}, but {item.reason}", sureness="likely") for row in listed))
        if not listed and not item.is_companion:
            self._add(PlannedFile(item.path, "none", item.reason))
        if item.is_unreadable and lead(naming.votes_of_path(item.path), "reference") >= CLEAR_NAME:
            self._warnings.append(
                f"{item.path} is a teacher's correction by its name, but it can't be read: {item.reason}. "
                "Save it anew before you set the folder up, or the exercise has no such teacher."
            )

    def _place(self, family: Family, title: str) -> None:
        if all(item.path in self._listing.rows for item in family.files):
            rows = self._listing.over(rows_of(family, self._listing.casts(family), title), family)
            settled, questions = self._settled(rows, title)
            self._add(*settled)
            self._questions += questions
            return
        evidence = Evidence(family.essays, slips_reader)
        casts, listed = self._cast(family, evidence)
        if not any(one.role == "source" for one in casts) and not any(item.corrects for item in family.files):
            reason = "the text that it corrects is not there"
            self._add(*(PlannedFile(item.path, "none", reason, "likely") for item in family.files))
            return
        if self._reader is not None and any(one.sureness == "ask" for one in casts):
            evidence = Evidence(family.essays, self._reader)
            casts, listed = self._cast(family, evidence)

        def branch_of(forced: Forced) -> Branch:
            return self._branch(family, title, cast(family, evidence, {**listed, **forced}), forced)

        branch = self._branch(family, title, casts, {})
        self._add(*branch.rows)
        self._questions += _role_questions(branch, title, branch_of)

    def _branch(self, family: Family, title: str, casts: tuple[Cast, ...], forced: Forced) -> Branch:
        rows = self._listing.over(rows_of(family, casts, title), family)
        settled, questions = self._settled(rows, title)
        return Branch(forced, casts, settled, questions)

    def _settled(self, rows: Sequence[PlannedFile], title: str) -> tuple[tuple[PlannedFile, ...], tuple[Question, ...]]:
        counting = {row.key: row for row in rows}
        questions = [*_author_questions(rows)]
        for question, defaults in _version_questions(rows, title, self._modified):
            if any(path not in self._listing.rows for path in question.paths):
                questions.append(question)
                counting |= {row.key: row for row in defaults}
        return tuple(counting.values()), tuple(questions)

    def _cast(self, family: Family, evidence: Evidence) -> tuple[tuple[Cast, ...], dict[str, Role]]:
        casts = cast(family, evidence)
        listed = self._listing.forced(casts)
        return (cast(family, evidence, listed) if listed else casts), listed

    def _modified(self, path: str) -> float:
        return (self._folder / path).stat().st_mtime

    def _ask_kinship(self, item: Candidate, assignments: Sequence[Family], names: Sequence[str]) -> None:
        if item.corrects or item.is_empty or item.path in self._listing.rows:
            return
        pairs = zip(assignments, names, strict=True)
        title = next((name for family, name in pairs if not family.is_own and may_be_rewritten(item, family)), None)
        if title is not None:
            label = naming.labels_of([item.path]).get(item.path)
            row = self._rows[item.path, None]
            self._questions.append(_kinship_question(row, label, title))

    def _place_alone(self, item: Candidate) -> None:
        if item.path in self._listing.rows:
            self._add(*self._listing.rows_of(item, ()))
            return
        if item.corrects and (item.is_annotated or len(item.changes) < 2 or item.votes.get("reference")):
            by = f"{item.form.title[0].upper()}{item.form.title[1:]}"
            row = item.row("complete", f"{by} by itself is a source with its corrections", "likely")
            self._add(attrs.evolve(row, exercise=naming.stem_of(item.path)))
            return
        reason = "the file is empty" if item.is_empty else "it shares no text with the other files"
        self._add(item.row("none", reason, "likely"))
