"""What an exercise's files hold: the texts that are lined up and marked.

A file may hold more than one text; its format (:mod:`markscheme.formats`) decides which.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

import attrs

from markscheme.exercises.classmates import LEAST_CLASS, changed_parts
from markscheme.exercises.decisions.decision import (
    Decision,
    DecisionKind,
    Subject,
    final_mark,
    in_force,
    text_key,
)
from markscheme.exercises.decisions.decision_file import ACCEPTED_FILE, COURSE_FILE, DECISIONS_FILE, DecisionFile
from markscheme.exercises.decisions.decision_file import read as read_decision_file
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.upkeep.empty_files import is_empty, without_empty_references
from markscheme.exercises.upkeep.likeness import is_version
from markscheme.formats import registry
from markscheme.formats.base import Texts
from markscheme.formats.document import Document
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.registry import format_of
from markscheme.text.errors import DocumentError, MissingDocument, NoText, NothingToMark, OtherText
from markscheme.text.positions import Span
from markscheme.text.reading import TextSource, read_text


@attrs.frozen
class FinalMark:
    """That a teacher called a student's mark final, whatever nobody has decided in it.

    Attributes
    ----------
    kind
        What such answers count as.
    signed
        Who said so and when, for people.
    is_of_text
        Whether the text is still the one that had this mark.
    """

    kind: DecisionKind
    signed: str
    is_of_text: bool


@attrs.frozen
class Material:
    """One document to be marked, and what it is marked against.

    Attributes
    ----------
    source
        The learner's text; ``None`` where files carry it sentence by sentence, as M2 does.
    hypothesis
        The correction to be marked; ``None`` to mark the source as a hypothesis that changed nothing.
    references
        The readable ones, at least one; none in an exercise that names none.
    problems
        Why the other references, or the files of decisions, can't be read.
    accepted
        The file of accepted alternatives, if it is there.
    decisions
        The file of the teachers' other decisions, if it is there.
    course
        The file of what a teacher decided for all exercises of the course, if it is there.
    changed
        The parts of the source that more than a few of the class change; ``None`` where there is no class to tell, or
        several references. A correction elsewhere may be to its teacher's taste.
    final
        That a teacher called the mark final, if one did.
    """

    source: Document | None
    hypothesis: Document | None
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    accepted: Document | None = None
    decisions: Document | None = None
    course: Document | None = None
    changed: tuple[Span, ...] | None = None
    final: "FinalMark | None" = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return all documents."""
        given = (self.source, self.hypothesis, *self.references, self.accepted, self.decisions, self.course)
        return tuple(document for document in given if document is not None)

    @property
    def marked(self) -> Document:
        """Return the document to be marked; a file that is a whole exercise is marked as its own source."""
        return self.hypothesis or self.source or self.references[0]


def read_texts(participant: Participant, read: TextSource) -> Texts:
    """Return the texts of a participant's file; of its author alone, where one is named.

    Raises
    ------
    DocumentError
        If the file can't be used, or has nothing by that author.
    """
    texts = registry.read_texts(participant.path, read, participant.name, participant.author)
    if not participant.people or participant.author is not None:
        return texts
    return attrs.evolve(
        texts, corrections=tuple(attrs.evolve(item, people=participant.people) for item in texts.corrections)
    )


def texts_by_author(participant: Participant, read: TextSource) -> Texts:
    """Return the texts of a participant's file, each author's correction by itself.

    Raises
    ------
    DocumentError
        As :func:`read_texts`.
    """
    texts = read_texts(participant, read)
    corrections = (one for item in texts.corrections for one in format_of(item).by_author(item))
    return attrs.evolve(texts, corrections=tuple(corrections))


class ExerciseMaterials:
    """The material of each document of an exercise; the exercise's source and references are read once."""

    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = without_empty_references(exercise, read)
        self._read = read

    @property
    def exercise(self) -> Exercise:
        """Return the exercise with the references that have something in them."""
        return self._exercise

    @cached_property
    def _references(self) -> "_References":
        return _References(self._exercise, self._read)

    @cached_property
    def _source(self) -> Document | None:
        return source_of(self._exercise, self._read)

    def of(self, participant: Participant | None) -> tuple[Material, ...]:
        """Return the material of a hypothesis's file (``None``: of the source), one for each author in it.

        Raises
        ------
        DocumentError
            If the exercise has a problem, the file can't be used, there is no source, or no reference can be used.
        NothingToMark
            If the file has nothing in it yet, or another text than the exercise's.
        """
        if self._exercise.problem is not None:
            raise self._exercise.problem
        if not self._exercise.references:
            raise DocumentError("there is no reference text", path=self._exercise.source)
        return self._of(participant)

    def unreferenced(self, participant: Participant | None) -> tuple[Material, ...]:
        """Return the same of an exercise that names no reference.

        Raises
        ------
        DocumentError
            If the file can't be used, or there is no source.
        """
        return self._of(participant)

    def _of(self, participant: Participant | None) -> tuple[Material, ...]:
        exercise = self._exercise
        if participant is not None and is_empty(participant.path, self._read):
            raise self._nothing_in(participant)
        if exercise.student is not None and exercise.source and is_empty(exercise.source, self._read):
            raise NothingToMark(f"{exercise.student}'s own text has nothing in it yet", path=exercise.source)
        references, source = self._references, self._source
        if participant is None:
            return (references.material(source or references.source, None),)
        texts = texts_by_author(participant, self._read)
        if not any(item.text.strip() for item in texts.corrections):
            raise self._nothing_in(participant)
        source = source or texts.source or references.source
        check_source(texts.source, source)
        is_one = len(texts.corrections) == 1
        materials = tuple(
            references.material(source, correction, participant.identity if is_one else correction.name)
            for correction in texts.corrections
        )
        if source is not None and all(len(item.references) == 1 for item in materials):
            changed = changed_parts(source.text, self._class_texts)
            materials = tuple(attrs.evolve(item, changed=changed) for item in materials)
        for material in materials:
            _check_likeness(material, participant)
        return materials

    @cached_property
    def _class_texts(self) -> tuple[str, ...]:
        """The texts of the class; none of an exercise whose files are corpora, or that holds one student's essay."""
        exercise = self._exercise
        if exercise.student is not None or len(exercise.hypotheses) < LEAST_CLASS:
            return ()
        texts: list[str] = []
        for participant in exercise.hypotheses:
            try:
                texts += _texts_on_disk(participant, self._read)
            except DocumentError:
                continue  # it is a problem of its own text
        return tuple(texts)

    def _nothing_in(self, participant: Participant) -> NoText:
        where = f"{participant.name}'s text for {self._exercise.assignment}"
        return NoText(f"{where} has nothing in it yet", path=participant.path)


def _texts_on_disk(participant: Participant, read: TextSource) -> tuple[str, ...]:
    """Return a student's texts; a file without lines, such as a Word document, is read again only when it changes."""
    if registry.has_lines(participant.path):
        return tuple(item.text for item in read_texts(participant, read).corrections if item.text.strip())
    try:
        stat = participant.path.stat()
    except OSError:
        return ()
    return _texts_of_version(participant, stat.st_mtime_ns, stat.st_size)


@lru_cache(256)
def _texts_of_version(participant: Participant, _modified: int, _size: int) -> tuple[str, ...]:
    return tuple(item.text for item in read_texts(participant, read_text).corrections if item.text.strip())


def _check_likeness(material: Material, participant: Participant) -> None:
    """Check that a correction is a version of its source, or of a reference.

    Raises
    ------
    NothingToMark
        If it shares no words with them.
    """
    source, correction = material.source, material.hypothesis
    if source is None or correction is None or format_of(correction).carries_source:
        return
    if not is_version(correction.text, [source.text, *(item.text for item in material.references)]):
        name = participant.path.name
        raise OtherText(
            f"{name} does not look like a version of the text; it is listed without a mark", path=participant.path
        )


def source_of(exercise: Exercise, read: TextSource) -> Document | None:
    """Return the text of the exercise's source file; ``None`` where it has none.

    Raises
    ------
    DocumentError
        If the file can't be used.
    """
    if exercise.source is None:
        return None
    texts = read_texts(Participant("source", exercise.source), read)
    return texts.source or texts.corrections[0]


class _References:
    """An exercise's references: the readable ones, and why the others can't be read."""

    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = exercise
        self._problems: list[DocumentError] = []
        self._texts = list(self._readable(read))
        self._unread: list[DocumentError] = []
        self._accepted = self._decision_file("accepted", exercise.accepted, read)
        self._decisions = self._decision_file("decisions", exercise.decisions, read)
        course = exercise.course_folder
        self._course = self._decision_file("course", course.path_of(COURSE_FILE) if course is not None else None, read)

    def _readable(self, read: TextSource) -> Iterator[Texts]:
        for participant in self._exercise.references:
            try:
                yield read_texts(participant, read)
            except DocumentError as problem:
                self._problems.append(problem)

    def _decision_file(self, name: str, path: Path | None, read: TextSource) -> Document | None:
        """Return a file of decisions, if it is there and can be read."""
        try:
            return Document(name, read(path), path, format=M2.name) if path is not None else None
        except MissingDocument:
            return None
        except DocumentError as problem:
            self._unread.append(problem)
            return None

    @property
    def source(self) -> Document | None:
        """Return the source that a reference carries, of the first that does."""
        return next((texts.source for texts in self._texts if texts.source), None)

    def material(self, source: Document | None, hypothesis: Document | None, student: str = "") -> Material:
        self._check_there_is_a_source(source, hypothesis)
        problems = list(self._problems)
        usable: list[Document] = []
        for texts in self._texts:
            try:
                check_source(texts.source, source)
            except DocumentError as problem:
                problems.append(problem)
                continue
            usable += (*texts.corrections, *texts.alternatives)
        if self._exercise.references and not usable:
            raise problems[0] if problems else DocumentError("there is no reference text", path=self._place)
        return Material(
            source,
            hypothesis,
            tuple(usable),
            (*problems, *self._unread),
            self._accepted,
            self._decisions,
            self._course,
            final=None if hypothesis is None else self._final_mark(student, hypothesis.text),
        )

    def _final_mark(self, student: str, text: str) -> FinalMark | None:
        """Return that a student's mark is final; ``None`` where nobody says so, or the file of decisions is broken."""
        given = {item.topic: item for item in self._final_marks}
        own = given.get(final_mark(DecisionKind.FINAL, self._exercise.name, student, text).topic)
        return None if own is None else FinalMark(own.kind, own.title, own.note == text_key(text))

    @cached_property
    def _final_marks(self) -> tuple[Decision, ...]:
        if self._decisions is None:
            return ()
        try:
            items = read_decision_file(DECISIONS_FILE, self._decisions.text, self._decisions.path)
        except DocumentError:
            return ()  # the marks say so
        return in_force(item for item in items if item.kind.subject is Subject.MARK)

    @property
    def _place(self) -> Path | None:
        return self._exercise.source or next(iter(sorted(self._exercise.paths)), None)

    def _check_there_is_a_source(self, source: Document | None, hypothesis: Document | None) -> None:
        given = [source, hypothesis, *(item for texts in self._texts for item in texts.corrections)]
        if source is None and not any(item and format_of(item).carries_source for item in given):
            suffix = _document_suffix(self._place) if self._place else ".txt"
            raise DocumentError(
                f"the exercise {self._exercise.name!r} has no source",
                path=self._place,
                remedy=f"Add the learner's text as {self._exercise.name}.src{suffix}, or name it in markscheme.toml",
            )


def _document_suffix(path: Path) -> str:
    """Return a file's suffix, if it is one of a document's and not a person's name as in ``essay.hyp.Lea``."""
    return path.suffix if path.suffix.lower() in registry.document_suffixes() else ""


def decisions_of(material: Material) -> tuple[Decisions, tuple[DocumentError, ...]]:
    """Return what teachers decided, of every kind, and why a file of decisions can't be read.

    Marks don't wait for a broken file: the others' decisions count.
    """
    kept = (ACCEPTED_FILE, material.accepted), (DECISIONS_FILE, material.decisions), (COURSE_FILE, material.course)
    return _decisions_in(tuple((file, item.text, item.path) for file, item in kept if item is not None))


@lru_cache(maxsize=64)
def _decisions_in(
    files: tuple[tuple[DecisionFile, str, Path | None], ...],
) -> tuple[Decisions, tuple[DocumentError, ...]]:
    """Return the decisions of files with these texts, and their faults. They are kept: all texts of a class ask."""
    decisions: list[Decision] = []
    problems: list[DocumentError] = []
    for file, text, path in files:
        try:
            decisions += read_decision_file(file, text, path)
        except DocumentError as problem:
            problems.append(problem)
    return Decisions(decisions), tuple(problems)


def check_source(carried: Document | None, source: Document | None) -> None:
    """Check the source that a file carries.

    Raises
    ------
    DocumentError
        If it is another than the exercise's, white space apart.
    """
    if carried is not None and source is not None and carried.text.split() != source.text.split():
        file = source.path.name if source.path else source.name
        raise DocumentError(
            f"the text before its changes is not that of {file}",
            path=carried.path,
            remedy="Every correction of an exercise starts from the same source",
        )
