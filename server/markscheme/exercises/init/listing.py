"""What a folder's ``markscheme.toml`` says about its files: another set-up begins with it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION, Configuration, read_configuration
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.init.assignments.family import Family, Unit
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.persons import composed, person_of
from markscheme.exercises.init.plan import PlannedFile
from markscheme.exercises.init.roles.cast import Cast
from markscheme.exercises.members import THE_TEACHER
from markscheme.exercises.tables import listed_exercises
from markscheme.formats.base import TOGETHER
from markscheme.text.errors import DocumentError

_ROLES: tuple[Role, ...] = ("source", "reference", "hypothesis")
LISTED = f"from {CONFIGURATION}"
"""The reason of a row that a configuration lists."""
EXCLUDED = f"{CONFIGURATION} leaves it out"


@attrs.frozen
class Listing:
    """The rows of the files that a folder's configuration lists, and what it leaves out.

    Attributes
    ----------
    rows
        Of each path, a row for each role or author.
    problem
        Why the configuration can't be used, where it is there.
    """

    rows: Mapping[str, tuple[PlannedFile, ...]] = attrs.field(factory=dict)
    configuration: Configuration | None = None
    problem: DocumentError | None = None

    def excludes(self, path: str) -> bool:
        """Return whether the configuration leaves a file out."""
        if self.configuration is None or path in self.rows:
            return False
        return self.configuration.excludes(self.configuration.path.parent / path)

    @property
    def exercises(self) -> frozenset[str]:
        """The names of the listed exercises."""
        return frozenset(row.exercise for row in self._every if row.exercise is not None)

    @property
    def people(self) -> frozenset[str]:
        """The names of people as the configuration spells them."""
        return frozenset(name for row in self._every for name in (row.person, row.essay) if name is not None)

    @property
    def _every(self) -> list[PlannedFile]:
        return [row for rows in self.rows.values() for row in rows]

    def holds_all(self, items: Iterable[Candidate]) -> bool:
        return all(item.path in self.rows for item in items)

    def casts(self, family: Family) -> list[Cast]:
        """Return the listed roles of an assignment whose files are all listed."""
        files: dict[Role, list[Candidate]] = defaultdict(list)
        for item in family.files:
            files[self._role(item.path) or "reference"].append(item)
        return [
            Cast(Unit((), tuple(items)), role, {item.path: LISTED for item in items}, "likely")
            for role, items in files.items()
        ]

    def forced(self, casts: Sequence[Cast]) -> dict[str, Role]:
        """Return the roles of listed files for another cast: of a unit where its files agree, else of each file."""
        roles: dict[str, Role] = {}
        for one in casts:
            listed = {item.path: role for item in one.unit.files if (role := self._role(item.path)) is not None}
            if len(set(listed.values())) == 1:
                roles[one.id] = next(iter(listed.values()))
            roles |= listed if len(set(listed.values())) > 1 or len(one.unit.files) == 1 else {}
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
        """Return the name that the configuration has for a person."""
        return self.configuration.people.name(name) if name is not None and self.configuration is not None else name

    def _usual(self, items: Iterable[Candidate]) -> PlannedFile | None:
        """Return a listed row with the exercise and the essay that most of some files have."""
        rows = [row for item in items for row in self.rows.get(item.path, ())[:1]]
        counts = Counter((row.exercise, row.essay) for row in rows)
        return max(rows, key=lambda row: counts[row.exercise, row.essay], default=None)


def _completed(row: PlannedFile, guessed: PlannedFile | None, item: Candidate) -> PlannedFile:
    """Return a listed row with what its file shows: whose all changes together are, no configuration says."""
    person = guessed.person if guessed is not None and row.author == TOGETHER else row.person
    label = guessed.label if guessed is not None else None
    return attrs.evolve(row, person=person, label=label, authors=tuple(item.changes), carries=item.corrects)


def _joined(row: PlannedFile, model: PlannedFile | None, *, is_same_text: bool) -> PlannedFile:
    """Return a row in the exercise of a listed one."""
    if model is None or row.role == "none":
        return row
    essay = row.essay
    if model.essay is None:
        essay = None
    elif is_same_text or essay is None:
        essay = model.essay if is_same_text else row.person
    return attrs.evolve(row, exercise=model.exercise, essay=essay)


def read_listing(folder: Path) -> Listing:
    """Return what a folder's configuration says; nothing where there is none, or where it can't be used."""
    path = folder / CONFIGURATION
    if not path.is_file():
        return Listing()
    try:
        configuration = read_configuration(path)
    except DocumentError as problem:
        return Listing(problem=problem)
    rows: dict[str, list[PlannedFile]] = defaultdict(list)
    for exercise in listed_exercises(configuration):
        for row in _listed_rows(exercise, configuration):
            if all(row.key != other.key for other in rows[row.path]):
                rows[row.path].append(row)
    return Listing({key: tuple(value) for key, value in rows.items() if value}, configuration)


def _listed_rows(exercise: Exercise, configuration: Configuration) -> list[PlannedFile]:
    """Return the rows of an exercise's files; a source that is a reference, too, is a text with its corrections."""
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
        add(item.path, "hypothesis", person_of(item.identity), item.author)
    if exercise.source is not None and exercise.source.is_file():
        whole = next((row for row in rows if folder / row.path == exercise.source and row.author is None), None)
        if whole is None:
            add(exercise.source, "source", exercise.student, None)
        elif whole.role == "reference":
            rows[rows.index(whole)] = attrs.evolve(whole, role="complete")
    return rows


def _teacher(item: Participant, configuration: Configuration) -> str | None:
    """Return a teacher's name; ``None`` where the configuration has only the name of the file."""
    if item.author == TOGETHER or item.identity == THE_TEACHER:
        return None
    named = composed(item.identity)
    stem = composed(item.path.stem)
    return None if named == stem and configuration.people.name(item.path.stem) == stem else named
