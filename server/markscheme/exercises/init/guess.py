"""The guess of a folder's set-up: which files are one exercise, who wrote them, and what to ask."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Role
from markscheme.exercises.init.assignments.duplicates import copied_files
from markscheme.exercises.init.assignments.families import families
from markscheme.exercises.init.assignments.family import Family
from markscheme.exercises.init.assignments.homes import may_be_rewritten
from markscheme.exercises.init.assignments.titles import titles
from markscheme.exercises.init.candidates import Candidate, LeftOut, candidates
from markscheme.exercises.init.listing import EXCLUDED, read_listing
from markscheme.exercises.init.naming.names import stem_of, votes_of_path
from markscheme.exercises.init.naming.persons import labels_of, person_of, with_common_spellings
from markscheme.exercises.init.naming.surnames import surnames
from markscheme.exercises.init.plan import PlannedFile, Question, SetUpPlan
from markscheme.exercises.init.role_questions import Branch, role_questions
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.casting import cast
from markscheme.exercises.init.roles.evidence import Evidence, Reader
from markscheme.exercises.init.roles.name_votes import CLEAR_NAME, lead
from markscheme.exercises.init.rows import rows_of
from markscheme.exercises.init.teacher_questions import author_questions, kinship_question, version_questions
from markscheme.languages.catalogue import find_language
from markscheme.text.errors import DocumentError


def guess(folder: Path, reader: Reader | None = None) -> SetUpPlan:
    """Return the plan of a folder's set-up.

    Parameters
    ----------
    reader
        Called to compare how well versions of a text read, where names and the slips that show at once don't tell the
        roles. It may be slow.

    Raises
    ------
    DocumentError
        If there is no such folder.
    """
    if not folder.is_dir():
        raise DocumentError("this is not a folder" if folder.exists() else "there is no such folder", path=folder)
    return _Guess(folder, reader).plan()


def slips_reader(texts: Sequence[str]) -> list[float]:
    """Return how well texts read by the slips that show at once, for want of a model."""
    slips = find_language().slips
    return [-float(slips(text)) for text in texts]


def _unusable_words(problem: DocumentError) -> str:
    return f"{CONFIGURATION} can't be used, so its exercises are guessed and written anew: {problem.explanation}."


class _Guess:
    """The files of a folder, on their way to a plan."""

    def __init__(self, folder: Path, reader: Reader | None) -> None:
        self._folder = folder
        self._reader = reader
        self._rows: dict[tuple[str, str | None], PlannedFile] = {}
        self._questions: list[Question] = []
        self._warnings: list[str] = []
        self._files: list[Candidate] = []
        self._listing = read_listing(folder)
        for item in candidates(folder):
            if isinstance(item, LeftOut):
                self._add_unusable(item)
            elif self._listing.excludes(item.path):
                self._add(PlannedFile(item.path, "none", EXCLUDED, authors=tuple(item.changes), carries=item.corrects))
            else:
                self._files.append(item)
        self._leave_copies_out()
        names = surnames(item.path for item in self._files)
        for item in self._files:
            item.names = names.get(item.path, frozenset())

    def plan(self) -> SetUpPlan:
        """Return the plan; files that a configuration lists are as it says, the others are guessed."""
        if self._listing.problem is not None:
            self._warnings.append(_unusable_words(self._listing.problem))
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

    def _add(self, row: PlannedFile) -> None:
        self._rows.setdefault(row.key, row)

    def _add_unusable(self, item: LeftOut) -> None:
        """Add a file that can't have a role, or that can't be read although it is listed."""
        listed = self._listing.rows.get(item.path, ())
        for row in listed:
            self._add(attrs.evolve(row, reason=f"{row.reason}, but {item.reason}", sureness="likely"))
        if not listed and not item.is_companion:
            self._add(PlannedFile(item.path, "none", item.reason))
        if item.is_unreadable and lead(votes_of_path(item.path), "reference") >= CLEAR_NAME:
            self._warnings.append(
                f"{item.path} is a teacher's correction by its name, but it can't be read: {item.reason}. "
                "Save it anew before you set the folder up, or the exercise has no such teacher."
            )

    def _place(self, family: Family, title: str) -> None:
        """Add the rows of an assignment, and the questions about it."""
        if self._listing.holds_all(family.files):
            rows = self._listing.over(rows_of(family, self._listing.casts(family), title), family)
            settled, questions = self._settled(rows, title)
            for row in settled:
                self._add(row)
            self._questions += questions
            return
        evidence = Evidence(family.essays, slips_reader)
        casts, listed = self._cast(family, evidence)
        if not any(one.role == "source" for one in casts) and not any(item.corrects for item in family.files):
            for item in family.files:
                self._add(PlannedFile(item.path, "none", "the text that it corrects is not there", "likely"))
            return
        if self._reader is not None and any(one.sureness == "ask" for one in casts):
            evidence = Evidence(family.essays, self._reader)
            casts, listed = self._cast(family, evidence)

        def branch_of(forced: Forced) -> Branch:
            return self._branch(family, title, cast(family, evidence, {**listed, **forced}), forced)

        branch = self._branch(family, title, casts, {})
        for row in branch.rows:
            self._add(row)
        self._questions += role_questions(branch, title, branch_of)

    def _branch(self, family: Family, title: str, casts: tuple[Cast, ...], forced: Forced) -> Branch:
        """Return an assignment with some roles, and what there is left to ask with them."""
        rows = self._listing.over(rows_of(family, casts, title), family)
        settled, questions = self._settled(rows, title)
        return Branch(forced, casts, settled, questions)

    def _settled(self, rows: Sequence[PlannedFile], title: str) -> tuple[tuple[PlannedFile, ...], tuple[Question, ...]]:
        """Return rows with the versions that count, and the questions about versions and documents of several."""
        counting = {row.key: row for row in rows}
        questions = [*author_questions(rows)]
        for question, defaults in version_questions(rows, title, self._modified):
            if any(path not in self._listing.rows for path in question.paths):
                questions.append(question)
                counting |= {row.key: row for row in defaults}
        return tuple(counting.values()), tuple(questions)

    def _cast(self, family: Family, evidence: Evidence) -> tuple[tuple[Cast, ...], dict[str, Role]]:
        """Return the roles of an assignment's files, and those of listed files that they follow from."""
        casts = cast(family, evidence)
        listed = self._listing.forced(casts)
        return (cast(family, evidence, listed) if listed else casts), listed

    def _modified(self, path: str) -> float:
        return (self._folder / path).stat().st_mtime

    def _ask_kinship(self, item: Candidate, assignments: Sequence[Family], names: Sequence[str]) -> None:
        """Ask whether a text of the same length, which shares some rarer words with a class's, is one of them."""
        if item.corrects or item.is_empty or item.path in self._listing.rows:
            return
        pairs = zip(assignments, names, strict=True)
        title = next((name for family, name in pairs if not family.is_own and may_be_rewritten(item, family)), None)
        if title is not None:
            label = labels_of([item.path]).get(item.path)
            row = self._rows[item.path, None]
            self._questions.append(kinship_question(row, label, person_of(label), title))

    def _place_alone(self, item: Candidate) -> None:
        """Add a file that shares no text with others: a source with corrections in one file, or no part."""
        for row in self._listing.rows_of(item, ()):
            self._add(row)
        if item.path in self._listing.rows:
            return
        if item.corrects and (item.is_annotated or len(item.changes) < 2 or item.votes.get("reference")):
            by = f"{item.form.title[0].upper()}{item.form.title[1:]}"
            reason = f"{by} by itself is a source with its corrections"
            row = PlannedFile(item.path, "complete", reason, "likely", None, stem_of(item.path))
            self._add(attrs.evolve(row, authors=tuple(item.changes), carries=True))
            return
        reason = "the file is empty" if item.is_empty else "it shares no text with the other files"
        authors = tuple(item.changes)
        self._add(PlannedFile(item.path, "none", reason, "likely", authors=authors, carries=item.corrects))
