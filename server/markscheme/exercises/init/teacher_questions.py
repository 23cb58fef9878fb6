"""What only the teacher knows, as questions with their answers."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import attrs

from markscheme.exercises.init.naming.names import ending, person_key
from markscheme.exercises.init.naming.versions import version_order
from markscheme.exercises.init.plan import Answer, PlannedFile, Question

_LONG_NUMBER = re.compile(r"\d{4,}")
"""A number that a school's system gives to a student."""
_LISTED = 3
"""The most files that an answer names."""


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
        yield Question(question_id(f"author:{path}"), text, tuple(answers), "guess", (path,))


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
    return Question(question_id(key), text, tuple(answers), first.path, paths)


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
    return Question(question_id(f"kin:{row.path}"), text, answers, "yes", (row.path,))


def _left_out(row: PlannedFile, reason: str) -> PlannedFile:
    return attrs.evolve(row, role="none", exercise=None, essay=None, reason=reason, sureness="ask")


def question_id(key: str) -> str:
    """Return a question's id: a word that JSON and programs take for a name, the same for the same question."""
    return f"{key.partition(':')[0]}_{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _names_words(names: Sequence[str]) -> str:
    """Return people in words: three by name, of more two and how many more."""
    return _paths_words(names) if len(names) <= _LISTED else f"{', '.join(names[:2])} and {len(names) - 2} others"


def _paths_words(paths: Sequence[str]) -> str:
    """Return files in words: three by name, of more the first and how many more."""
    *others, last = paths if len(paths) <= _LISTED else (paths[0], f"{len(paths) - 1} more")
    return f"{', '.join(others)} and {last}" if others else last
