"""What an exercise's files hold: the texts that are lined up and marked, decisions and comments."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

import attrs

from markscheme.documents.corpus import Document, MarginComment
from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import link_fault
from markscheme.documents.formats import FORMATS, DocumentFile, Texts
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError, MissingDocument, NoText, NothingToMark, OtherText
from markscheme.exercises.comment_bank import CommentBank, read_bank
from markscheme.exercises.decision_files import ACCEPTED_FILE, COURSE_FILE, DECISIONS_FILE, DecisionFile
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, Subject, in_force, text_key
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant, is_empty
from markscheme.exercises.file_names import Role
from markscheme.exercises.given_comments import GivenComment, newest, read_given
from markscheme.exercises.versions import LEAST_CLASS, changed_parts, is_version
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.languages.segments import Span


@attrs.frozen
class FinalMark:
    """That a teacher called a student's mark final; ``kind`` is what open answers count as.

    ``signed`` says who and when, for people. ``is_of_text``: the text is still the one that had this mark.
    """

    kind: DecisionKind
    signed: str
    is_of_text: bool


@attrs.frozen
class Material:
    """One document to be marked, and what it is marked against.

    Without ``source``, files carry it sentence by sentence, as M2 does; without ``hypothesis``, the source is marked as
    one that changed nothing. ``references`` are the readable ones, at least one; none in an exercise that names none.
    ``problems`` are of other references or files of decisions. ``changed`` are the parts of the source that more than a
    few of the class change; ``None`` where there is no class to tell, or several references.
    """

    source: Document | None
    hypothesis: Document | None
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    accepted: Document | None = None
    decisions: Document | None = None
    course: Document | None = None
    changed: tuple[Span, ...] | None = None
    final: FinalMark | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        given = (self.source, self.hypothesis, *self.references, self.accepted, self.decisions, self.course)
        return tuple(document for document in given if document is not None)

    @property
    def marked(self) -> Document:
        return self.hypothesis or self.source or self.references[0]

    def read_decisions(self) -> tuple[Decisions, tuple[DocumentError, ...]]:
        """Return what teachers decided, and why a file can't be read: marks don't wait for it, the others count."""
        kept = (ACCEPTED_FILE, self.accepted), (DECISIONS_FILE, self.decisions), (COURSE_FILE, self.course)
        return _decisions_in(tuple((file, item.text, item.path) for file, item in kept if item is not None))


class ExerciseMaterials:
    """The material of each document of an exercise; the exercise's source and references are read once.

    Unless ``strict``, references may lack annotations that can't be read: reminders of these are among the problems.
    """

    def __init__(self, exercise: Exercise, read: TextSource, *, strict: bool = True) -> None:
        self._exercise = exercise.without_empty_references(read)
        self._read = read
        self._strict = strict

    @property
    def exercise(self) -> Exercise:
        return self._exercise

    @cached_property
    def _references(self) -> "_References":
        return _References(self._exercise, self._read, strict=self._strict)

    @cached_property
    def _source(self) -> Document | None:
        return self._exercise.source_text(self._read)

    def of(self, participant: Participant | None) -> tuple[Material, ...]:
        """Return the material of a hypothesis's file (``None``: of the source), one for each author in it.

        Raise DocumentError if the exercise has a problem, or its files can't be used; NothingToMark if the file has
        nothing in it yet, or another text than the exercise's.
        """
        if self._exercise.problem is not None:
            raise self._exercise.problem
        if not self._exercise.references:
            raise DocumentError("there is no teacher's correction", path=self._exercise.source)
        return self.unreferenced(participant)

    def unreferenced(self, participant: Participant | None) -> tuple[Material, ...]:
        """Return the same without a reference; DocumentError if a file can't be used, or there is no source."""
        exercise = self._exercise
        if participant is not None and is_empty(participant.path, self._read):
            raise self._nothing_in(participant)
        if exercise.student is not None and exercise.source and is_empty(exercise.source, self._read):
            raise NothingToMark(f"{exercise.student}'s own text has nothing in it yet", path=exercise.source)
        references, source = self._references, self._source
        if participant is None:
            return (references.material(source or references.source, None),)
        texts = participant.texts_by_author(self._read)
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
    if FORMATS.has_lines(participant.path):
        return tuple(item.text for item in participant.texts(read).corrections if item.text.strip())
    try:
        stat = participant.path.stat()
    except OSError:
        return ()
    return _texts_of_version(participant, stat.st_mtime_ns, stat.st_size)


@lru_cache(256)
def _texts_of_version(participant: Participant, _modified: int, _size: int) -> tuple[str, ...]:
    return tuple(item.text for item in participant.texts(read_text).corrections if item.text.strip())


def _check_likeness(material: Material, participant: Participant) -> None:
    source, correction = material.source, material.hypothesis
    if source is None or correction is None or FORMATS.of(correction).carries_source:
        return
    if not is_version(correction.text, [source.text, *(item.text for item in material.references)]):
        name = participant.path.name
        raise OtherText(
            f"{name} does not look like a version of the text; it is listed without a mark", path=participant.path
        )


class _References:
    def __init__(self, exercise: Exercise, read: TextSource, *, strict: bool) -> None:
        self._exercise = exercise
        self._problems: list[DocumentError] = []
        self._texts = list(self._readable(read, strict=strict))
        self._unread: list[DocumentError] = []
        self._accepted = self._decision_file("accepted", exercise.decision_path(ACCEPTED_FILE), read)
        self._decisions = self._decision_file("decisions", exercise.decision_path(DECISIONS_FILE), read)
        course = exercise.course_folder
        self._course = self._decision_file("course", course.path_of(COURSE_FILE) if course is not None else None, read)

    def _readable(self, read: TextSource, *, strict: bool) -> Iterator[Texts]:
        for participant in self._exercise.references:
            try:
                texts = participant.texts(read, strict=strict)
            except DocumentError as problem:
                self._problems.append(problem)
                continue
            self._problems += texts.faults.reminders
            yield texts

    def _decision_file(self, name: str, path: Path | None, read: TextSource) -> Document | None:
        try:
            return Document(name, read(path), path, format=M2.name) if path is not None else None
        except MissingDocument:
            return None
        except DocumentError as problem:
            self._unread.append(problem)
            return None

    @property
    def source(self) -> Document | None:
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
            raise problems[0] if problems else DocumentError("there is no teacher's correction", path=self._place)
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
        given = {item.topic: item for item in self._final_marks}
        own = given.get(Decision.of_final_mark(DecisionKind.FINAL, self._exercise.name, student, text).topic)
        return None if own is None else FinalMark(own.kind, own.title, own.note == text_key(text))

    @cached_property
    def _final_marks(self) -> tuple[Decision, ...]:
        if self._decisions is None:
            return ()
        try:
            items = DECISIONS_FILE.read(self._decisions.text, self._decisions.path)
        except DocumentError:
            return ()  # the marks say so
        return in_force(item for item in items if item.kind.subject is Subject.MARK)

    @property
    def _place(self) -> Path | None:
        return self._exercise.source or next(iter(sorted(self._exercise.paths)), None)

    def _check_there_is_a_source(self, source: Document | None, hypothesis: Document | None) -> None:
        given = [source, hypothesis, *(item for texts in self._texts for item in texts.corrections)]
        if source is None and not any(item and FORMATS.of(item).carries_source for item in given):
            suffix = _document_suffix(self._place) if self._place else ".txt"
            raise DocumentError(
                f"the exercise {self._exercise.name!r} has no source",
                path=self._place,
                remedy=f"Add the learner's text as {self._exercise.name}.src{suffix}, or name it in markscheme.toml",
            )


def _document_suffix(path: Path) -> str:
    return path.suffix if path.suffix.lower() in FORMATS.suffixes else ""


@lru_cache(maxsize=64)
def _decisions_in(
    files: tuple[tuple[DecisionFile, str, Path | None], ...],
) -> tuple[Decisions, tuple[DocumentError, ...]]:
    decisions: list[Decision] = []
    problems: list[DocumentError] = []
    for file, text, path in files:
        try:
            decisions += file.read(text, path)
        except DocumentError as problem:
            problems.append(problem)
    return Decisions(decisions), tuple(problems)


def check_source(carried: Document | None, source: Document | None) -> None:
    """Raise DocumentError if a file carries another source than the exercise's, white space apart."""
    if carried is not None and source is not None and carried.text.split() != source.text.split():
        file = source.path.name if source.path else source.name
        raise DocumentError(
            f"the text before its changes is not that of {file}",
            path=carried.path,
            remedy="Every correction of an exercise starts from the same source",
        )


@attrs.frozen
class FileText:
    """One text of a file, as it is lined up and marked; no role in a file of no exercise.

    ``author`` names the text among those of its file; one at most has ``None``. No participant for a source.
    """

    document: Document
    author: str | None
    exercise: Exercise | None = None
    role: Role | None = None
    participant: Participant | None = None


def file_texts(path: Path, read: TextSource) -> tuple[FileText, ...]:
    """Return the texts of a file, at least one: hypotheses, the source, references of the first exercise that has it.

    A file of no exercise has its corrections, without a role. Raise DocumentError if no text can be read, or the
    configuration that governs the folder is broken.
    """
    for exercise in exercises_of(path, read):
        return texts_in(exercise, path, read)
    corrections = Participant(path.stem, path).texts_by_author(read).corrections
    return tuple(_with_distinct_authors(FileText(item, item.author) for item in corrections))


def texts_in(exercise: Exercise, path: Path, read: TextSource) -> tuple[FileText, ...]:
    return tuple(_with_distinct_authors(_in_exercise(exercise, path, read)))


def file_text(path: Path, author: str | None, read: TextSource) -> FileText:
    """Return the text of a file by an author, or the first one; DocumentError if there is no such text."""
    for text in file_texts(path, read):
        if author in (None, text.author):
            return text
    raise DocumentError(f"there is no correction by {author!r} in this document", path=path)


def _in_exercise(exercise: Exercise, path: Path, read: TextSource) -> list[FileText]:
    texts: list[FileText] = []
    problems: list[DocumentError] = []
    for role, participant in _parts(exercise, path):
        try:
            texts += _texts_of(exercise, role, participant, read)
        except DocumentError as problem:
            problems.append(problem)
    if not texts:
        raise problems[0]
    return texts


def _parts(exercise: Exercise, path: Path) -> Iterator[tuple[Role, Participant | None]]:
    yield from (("hypothesis", item) for item in exercise.hypotheses if item.path == path)
    if exercise.source == path:
        yield "source", None
    yield from (("reference", item) for item in exercise.references if item.path == path)


def _texts_of(exercise: Exercise, role: Role, participant: Participant | None, read: TextSource) -> Iterator[FileText]:
    if participant is None:
        if (source := exercise.source_text(read)) is not None:
            yield FileText(source, None, exercise, role)
        return
    is_reference = role == "reference"
    texts = participant.texts(read) if is_reference else participant.texts_by_author(read)
    corrections = texts.corrections
    for item in corrections:
        author = (item.author or item.name) if len(corrections) > 1 else participant.person
        yield FileText(item, author, exercise, role, participant)


def _with_distinct_authors(texts: Iterable[FileText]) -> Iterator[FileText]:
    taken: set[str | None] = set()
    for text in texts:
        names = (text.author, ", ".join(text.document.authors) or None, text.document.name)
        author = next((name for name in names if name not in taken), None)
        if author not in taken:
            taken.add(author)
            yield attrs.evolve(text, author=author)


@attrs.frozen
class ReferenceComment:
    """A comment in the margin of a reference, with the reference as it is lined up."""

    reference: Document
    comment: MarginComment


@attrs.frozen
class ExerciseComments:
    """The comments of an exercise: a bank, empty where none is in use, and the newest of the teachers' on each topic.

    ``problems`` say why a file can't be read; the others count. ``margin`` is of its references.
    """

    bank: CommentBank = CommentBank()
    given: tuple[GivenComment, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    margin: tuple[ReferenceComment, ...] = ()


def comments_of(exercise: Exercise, read: TextSource, language: str | None = None) -> ExerciseComments | None:
    """Return an exercise's comments; ``None`` without any. ``language`` counts where the configuration names none."""
    problems: list[DocumentError] = []
    given = _given(exercise.given_comments, read, problems)
    margin = tuple(item for reference in exercise.references for item in _margin(reference, problems))
    settings = exercise.comments
    if not settings.is_on:
        is_empty = not (given or problems or margin)
        return None if is_empty else ExerciseComments(given=given, problems=tuple(problems), margin=margin)
    bank = CommentBank()
    if settings.bank is not None:
        try:
            if (fault := link_fault(settings.bank, exercise.class_folder)) is not None:
                raise fault
            bank = read_bank(settings.bank, read)
        except DocumentError as problem:
            problems.append(problem)
    code = exercise.marking.language or language or DEFAULT_LANGUAGE
    below = language_bank(code) if settings.builtin else CommentBank()
    return ExerciseComments(bank.over(below), given, tuple(problems), margin)


def language_bank(language: str = DEFAULT_LANGUAGE) -> CommentBank:
    """Return the bank of a language, given by its code; an empty one where it has none."""
    path = find_language(language).comments
    return read_bank(path) if path is not None else CommentBank()


def _given(path: Path | None, read: TextSource, problems: list[DocumentError]) -> tuple[GivenComment, ...]:
    if path is None:
        return ()
    try:
        return newest(read_given(read(path), path))
    except MissingDocument:
        return ()
    except DocumentError as problem:
        problems.append(problem)
        return ()


def _margin(reference: Participant, problems: list[DocumentError]) -> tuple[ReferenceComment, ...]:
    path = reference.path
    if FORMATS.has_lines(path):
        return ()
    try:
        state = path.stat()
        return _margin_of(reference, state.st_mtime_ns, state.st_size)
    except OSError:
        return ()
    except DocumentError as problem:
        problems.append(problem)
        return ()


@lru_cache(maxsize=64)
def _margin_of(reference: Participant, _time: int, _size: int) -> tuple[ReferenceComment, ...]:
    file = DocumentFile(reference.path, read_text)
    return tuple(_distinct(reference, file))


def _distinct(reference: Participant, file: DocumentFile) -> Iterator[ReferenceComment]:
    corrections = reference.texts(read_text).corrections
    for number, document in enumerate(corrections):
        for comment in FORMATS.of(document).margin_comments(file, document):
            owners = [place for place, item in enumerate(corrections) if comment.author in item.authors]
            if number == (owners[0] if owners else 0):
                author = comment.author or reference.identity
                yield ReferenceComment(document, attrs.evolve(comment, author=author))
