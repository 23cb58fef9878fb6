"""What only the teacher knows, as questions with their answers."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.naming.names import ending, person_key
from markscheme.exercises.init.naming.versions import version_order
from markscheme.exercises.init.plan import Answer, PlannedFile, Question
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.corrections import MAX_TEACHERS

_MAX_ANSWERS = 8
_LONG_NUMBER = re.compile(r"\d{4,}")
"""A number that a school's system gives to a student."""
_LISTED = 3
"""The most files that an answer names."""

Recast = Callable[[Forced], Sequence[PlannedFile]]
"""Return the rows of an assignment with the roles that an answer gives to some files."""


class RoleQuestions:
    """Asks which texts are the source or the teachers', where names and texts leave it open."""

    def __init__(self, casts: Sequence[Cast], rows: Sequence[PlannedFile], title: str, recast: Recast) -> None:
        self._casts = casts
        self._rows = {row.key: row for row in rows}
        self._title = title
        self._recast = recast

    def questions(self) -> Iterator[Question]:
        """Yield the question about the source, and the one about the teachers."""
        unsure = [one for one in self._casts if one.sureness == "ask"]
        source = [one for one in unsure if one.role == "source"]
        others = [one for one in self._casts if one.role != "source" and one.sureness != "sure"]
        corrections = [one for one in others if one.sureness == "ask"]
        if source and others:
            text = "Which of these is the text that was given, before anybody corrected it?"
            options = [source, *([one] for one in others)]
            yield from self._question(
                "source", text, options, [source[0], *others], [{one.id: "source"} for one in others]
            )
        if corrections and len(others) > 1:
            options = _teacher_options(others)
            forced = [{one.id: _correction_role(one in teachers) for one in others} for teachers in options[1:]]
            yield from self._question("reference", "Which of these did a teacher correct?", options, others, forced)

    def _question(
        self,
        kind: str,
        text: str,
        options: Sequence[Sequence[Cast]],
        subjects: Sequence[Cast],
        forced: Sequence[Forced],
    ) -> Iterator[Question]:
        """Yield a question about some units; the first option is how the rows are, the others follow from roles."""
        default, *others = options[:_MAX_ANSWERS]
        answers = [Answer("guess", _files_words(default))]
        for units, roles in zip(others, forced, strict=False):
            answers.append(
                Answer(
                    _answer_id(units),
                    _files_words(units),
                    tuple(row for row in self._recast(roles) if self._rows.get(row.key) != row),
                )
            )
        if len(answers) > 1:
            paths = tuple(item.path for one in subjects for item in one.unit.files)
            yield Question(_question_id(f"{kind}:{self._title}"), text, tuple(answers), "guess", paths)


def _teacher_options(corrections: Sequence[Cast]) -> list[list[Cast]]:
    """Return which corrections may be the teachers': as guessed, the likeliest ones together, each by itself, none."""
    ordered = sorted(corrections, key=lambda one: -one.margin)
    guessed = [one for one in ordered if one.role == "reference"]
    together = [ordered[:count] for count in range(1, min(MAX_TEACHERS, len(ordered) - 1) + 1)]
    options = [guessed]
    options += [option for option in (*together, *([one] for one in ordered)) if option not in options]
    unlike = [option for number, option in enumerate(options) if option and option not in options[:number]]
    return [*unlike[: _MAX_ANSWERS - 1], []]


def author_questions(rows: Sequence[PlannedFile]) -> Iterator[Question]:
    """Ask who the teacher is of the people who changed a document, where neither names nor documents tell."""
    by_path: dict[str, list[PlannedFile]] = defaultdict(list)
    for row in rows:
        if row.author is not None and row.sureness == "ask":
            by_path[row.path].append(row)
    for path, parts in by_path.items():
        teacher = next((row for row in parts if row.role == "reference"), parts[0])
        answers = [Answer("guess", teacher.person or "")]
        for other in (row for row in parts if row is not teacher):
            swapped = (
                attrs.evolve(teacher, person=other.person),
                attrs.evolve(other, role="hypothesis", author=teacher.person, person=teacher.person),
                attrs.evolve(other, role="none", exercise=None, essay=None, reason="part of all changes together"),
            )
            answers.append(Answer(other.person or "", other.person or "", swapped))
        text = f"Who is the teacher in {path}: {' or '.join(row.person or '' for row in parts)}?"
        yield Question(_question_id(f"author:{path}"), text, tuple(answers), "guess", (path,))


def version_questions(
    rows: Sequence[PlannedFile], title: str, modified: Callable[[str], float]
) -> Iterator[tuple[Question, tuple[PlannedFile, ...]]]:
    """Ask which of several versions by one student counts; yield each question with the rows of its default.

    Students whose versions are called alike are in one question.

    Parameters
    ----------
    modified
        Return the time when a file was changed, by its path.
    """
    groups: dict[tuple[str, str], list[PlannedFile]] = defaultdict(list)
    for row in rows:
        student = row.essay if row.essay is not None else row.person
        if student is not None and row.author is None and row.role in ("hypothesis", "source"):
            groups[row.role, person_key(student)].append(row)
    alike: dict[tuple[str, ...], list[list[PlannedFile]]] = defaultdict(list)
    for versions in groups.values():
        if len(versions) > 1:
            ordered = sorted(versions, key=lambda row: version_order(row.path, modified(row.path)), reverse=True)
            alike[ordered[0].role, *map(_version_mark, ordered)].append(ordered)
    for students in alike.values():
        question = _version_question(students, title)
        yield question, question.answers[0].rows


def _version_mark(row: PlannedFile) -> str:
    """Return what tells a version from the student's others: its path without the student's name and long numbers."""
    path = row.path.removesuffix(ending(row.path))
    return _LONG_NUMBER.sub("", path.replace(row.label, "") if row.label else path).casefold()


def _version_question(students: Sequence[Sequence[PlannedFile]], title: str) -> Question:
    """Ask which version counts, of one student's or of all who have the same; the newest version comes first."""
    answers = []
    for number in range(len(students[0])):
        counted = [versions[number] for versions in students]
        changed = [row for versions in students for row in _with_counted(versions[number], versions)]
        answers.append(Answer(counted[0].path, _paths_words([row.path for row in counted]), tuple(changed)))
    first = students[0][0]
    count = len(students[0])
    if len(students) == 1:
        text = f"{_student(first)} has {count} versions. Which one counts?"
        key = f"version:{title}:{first.role}:{person_key(_student(first))}"
    else:
        names = sorted(_student(versions[0]) for versions in students)
        text = f"{_names_words(names)} have {count} versions each. Which ones count?"
        key = f"version:{title}:{first.role}:{'|'.join(map(person_key, names))}"
    paths = tuple(row.path for versions in students for row in versions)
    return Question(_question_id(key), text, tuple(answers), first.path, paths)


def _student(row: PlannedFile) -> str:
    return row.essay or row.person or row.path


def _with_counted(counted: PlannedFile, versions: Sequence[PlannedFile]) -> Iterator[PlannedFile]:
    """Yield a student's versions where one counts and the others are left out."""
    yield attrs.evolve(counted, reason="the version that counts", sureness="ask")
    for row in versions:
        if row is not counted:
            yield _left_out(row, f"another version of {counted.path} counts")


def kinship_question(row: PlannedFile, label: str | None, person: str | None, title: str) -> Question:
    """Ask whether a text that shares few words with an assignment's is a correction of the same text."""
    part = attrs.evolve(
        row,
        role="hypothesis",
        exercise=title,
        sureness="ask",
        label=label,
        person=person,
        reason="it may be a correction that is written anew",
    )
    answers = (Answer("yes", "yes, a correction", (part,)), Answer("no", "no, something else", (row,)))
    text = f"{row.path} shares few words with the other texts. Is it a correction of the same text?"
    return Question(_question_id(f"kin:{row.path}"), text, answers, "yes", (row.path,))


def _left_out(row: PlannedFile, reason: str) -> PlannedFile:
    return attrs.evolve(row, role="none", exercise=None, essay=None, reason=reason, sureness="ask")


def _question_id(key: str) -> str:
    """Return a question's id: a word that JSON and programs take for a name, the same for the same question."""
    return f"{key.partition(':')[0]}_{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _answer_id(units: Sequence[Cast]) -> str:
    return "|".join(one.id for one in units) or "none"


def _correction_role(is_teacher: bool) -> Role:
    return "reference" if is_teacher else "hypothesis"


def _files_words(units: Sequence[Cast]) -> str:
    paths = [item.path for one in units for item in one.unit.files]
    return _paths_words(paths) if paths else "none of these"


def _names_words(names: Sequence[str]) -> str:
    """Return people in words: three by name, of more two and how many more."""
    return _paths_words(names) if len(names) <= _LISTED else f"{', '.join(names[:2])} and {len(names) - 2} others"


def _paths_words(paths: Sequence[str]) -> str:
    """Return files in words: three by name, of more the first and how many more."""
    *others, last = paths if len(paths) <= _LISTED else (paths[0], f"{len(paths) - 1} more")
    return f"{', '.join(others)} and {last}" if others else last
