"""What only the teacher knows, as questions with their answers."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.naming.names import person_key
from markscheme.exercises.init.naming.versions import version_order
from markscheme.exercises.init.plan import Answer, PlannedFile, Question
from markscheme.exercises.init.roles.cast import Cast, Forced

_MAX_ANSWERS = 8

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
            yield from self._question("source", text, options, [{one.id: "source"} for one in others])
        if corrections and len(others) > 1:
            default = [one for one in others if one.role == "reference"]
            single = [one for one in others if [one] != default]
            forced = [{other.id: _correction_role(other is one) for other in others} for one in single]
            options = [default, *([one] for one in single)]
            yield from self._question("reference", "Which of these did a teacher correct?", options, forced)

    def _question(
        self, kind: str, text: str, options: Sequence[Sequence[Cast]], forced: Sequence[Forced]
    ) -> Iterator[Question]:
        """Yield a question; the first option is how the rows are, the others follow from forced roles."""
        default, *others = options[:_MAX_ANSWERS]
        answers = [Answer("guess", _files_words(default) if default else "none of these")]
        for units, roles in zip(others, forced, strict=False):
            answers.append(
                Answer(
                    units[0].id,
                    _files_words(units),
                    tuple(row for row in self._recast(roles) if self._rows.get(row.key) != row),
                )
            )
        if len(answers) > 1:
            paths = dict.fromkeys(item.path for units in options for one in units for item in one.unit.files)
            yield Question(_question_id(f"{kind}:{self._title}"), text, tuple(answers), "guess", tuple(paths))


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
    for (role, key), versions in groups.items():
        if len(versions) < 2:
            continue
        ordered = sorted(versions, key=lambda row: version_order(row.path, modified(row.path)), reverse=True)
        answers = [_version_answer(counted, ordered) for counted in ordered]
        student = ordered[0].essay or ordered[0].person
        text = f"{student} has {len(versions)} versions. Which one counts?"
        paths = tuple(row.path for row in ordered)
        question_id = _question_id(f"version:{title}:{role}:{key}")
        yield Question(question_id, text, tuple(answers), paths[0], paths), answers[0].rows


def _version_answer(counted: PlannedFile, versions: Sequence[PlannedFile]) -> Answer:
    others = (row for row in versions if row is not counted)
    rows = [attrs.evolve(counted, reason="the version that counts", sureness="ask")]
    rows += [_left_out(row, f"another version of {counted.path} counts") for row in others]
    return Answer(counted.path, counted.path, tuple(rows))


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


def _correction_role(is_teacher: bool) -> Role:
    return "reference" if is_teacher else "hypothesis"


def _files_words(units: Sequence[Cast]) -> str:
    """Return files in words: two by name, of more the first and how many more."""
    first, *rest = (item.path for one in units for item in one.unit.files)
    return first if not rest else f"{first} and {rest[0]}" if len(rest) == 1 else f"{first} and {len(rest)} more"
