"""The rows of the set-up's table: whose each file of an assignment is."""

from collections import Counter
from collections.abc import Sequence

import attrs

from markscheme.exercises.init.assignments.family import Family, student_label
from markscheme.exercises.init.assignments.file_shapes import texts_of
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.authorship import AuthorRole, author_roles
from markscheme.exercises.init.naming.names import label_of, naming_words, person_key, words_of
from markscheme.exercises.init.naming.persons import composed, labels_of, person_of
from markscheme.exercises.init.plan import PlannedFile
from markscheme.exercises.init.roles.cast import Cast
from markscheme.formats.base import TOGETHER


def rows_of(family: Family, casts: Sequence[Cast], title: str) -> list[PlannedFile]:
    """Return the rows of an assignment's files; a document that several people changed has one for each of them."""
    rows: list[PlannedFile] = []
    authors = author_roles([item for item in family.files if item.is_tracked])
    for one in casts:
        labels = _person_labels(family, one, casts)
        for item in one.unit.files:
            row = _row(item, one, family, labels.get(item.path), title)
            parts = authors.get(item.path, ())
            rows += _author_rows(row, parts) if parts and not _is_surely_teachers(one) else [row]
    return rows if family.is_own else _with_authors(_without_shared_names(rows), family)


def _is_surely_teachers(one: Cast) -> bool:
    return one.role == "reference" and one.sureness == "sure"


def _person_labels(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    """Return the names in the paths of a unit's files: the student's in own essays, else whoever made the file."""
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
    return labels_of(paths, elsewhere, teachers=one.role == "reference", names=names)


def _teachers_of_essays(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    """Return the teachers' names in the paths of their corrections of own essays: the same in several."""
    others = [item for other in casts if other.role != "reference" for item in other.unit.files]
    elsewhere = {word for item in others for word in texts_of(item.path)}
    labels: dict[str, str] = {}
    for item in one.unit.files:
        taken = frozenset(family.essay_of(item).key | elsewhere)
        for part in range(item.path.count("/") + 1):
            named = naming_words([word for word in words_of(item.path) if word.part == part], taken)
            label = label_of(item.path, [word for word in named if not word.is_number])
            if label is not None:
                labels[item.path] = label
    counts = Counter(labels.values())
    many = len(one.unit.files) > 2
    return {path: label for path, label in labels.items() if counts[label] > 1 or not many}


def _row(item: Candidate, one: Cast, family: Family, label: str | None, title: str) -> PlannedFile:
    essay = _essay_name(family, item) if family.is_own else None
    student = student_label(item, family.essay_of(item).key) if family.is_own else None
    return PlannedFile(
        item.path,
        one.role or "none",
        one.reasons[item.path],
        one.sureness,
        person_of(label),
        title,
        essay,
        student if family.is_own else label,
        authors=tuple(item.changes),
        carries=item.corrects,
    )


def _without_shared_names(rows: Sequence[PlannedFile]) -> list[PlannedFile]:
    """Return the rows of a class without the names that several references have: these are no teachers' names."""
    counts = Counter(person_key(row.person) for row in rows if row.role == "reference" and row.person)
    return [
        attrs.evolve(row, person=None, label=None)
        if row.role == "reference" and row.person and counts[person_key(row.person)] > 1 and row.author is None
        else row
        for row in rows
    ]


def _with_authors(rows: Sequence[PlannedFile], family: Family) -> list[PlannedFile]:
    """Return the rows of a class with authors as persons where names of files show none, and nobody wrote two files."""
    authors = {item.path: item.author for item in family.files if item.author is not None}
    counts = Counter(person_key(author) for author in authors.values())
    return [
        attrs.evolve(row, person=composed(author))
        if row.person is None
        and row.role in ("hypothesis", "reference")
        and (author := authors.get(row.path)) is not None
        and counts[person_key(author)] == 1
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


def _essay_name(family: Family, item: Candidate) -> str:
    """Return the student's name as the first of the essay's files has it."""
    essay = family.essay_of(item)
    labels = [label for file in essay.files if (label := student_label(file, essay.key))]
    return composed(labels[0]) if labels else " ".join(sorted(essay.key))
