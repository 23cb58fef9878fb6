"""What an exercise's files hold: the texts that are lined up and marked, and what a class does with its source.

Where one teacher changes words that nobody in her class does, the change may be to her taste; where several students
see something to change, there is an error.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.documents.corpus import Document, MarginComment
from markscheme.documents.files import TextSource, read_text
from markscheme.documents.formats import FORMATS, DocumentFile, Texts
from markscheme.documents.m2_format import M2
from markscheme.errors import DocumentError, MissingDocument, NoCorrection, NoText, NothingToMark, OtherText
from markscheme.exercises.comment_bank import CommentBank, read_bank
from markscheme.exercises.decisions import (
    ACCEPTED_FILE,
    COURSE_FILE,
    DECISIONS_FILE,
    Decision,
    DecisionFile,
    DecisionKind,
    Decisions,
    Subject,
    final_mark,
    in_force,
    text_key,
)
from markscheme.exercises.decisions import read as read_decision_file
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.given_comments import GivenComment, newest, read_given
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.languages.segments import Segment, Span

LEAST_CLASS = 4
MOST_ALONE = 0.2
"""The largest share of a class that is nearly nobody."""
LONGEST = 50_000
"""Characters of the longest source that is compared with its class."""
_WORD = re.compile(r"\w+|[^\w\s]")

Spot = tuple[int, int]
"""The characters of a word, or the empty or white stretch between two words, in the source."""


def _changed_parts(source: str, texts: Sequence[str]) -> tuple[Span, ...] | None:
    """Return what more than a few students change, in order; ``None``: class too small, or source too long."""
    if len(texts) < LEAST_CLASS or len(source) > LONGEST:
        return None
    numbers = Counter(spot for text in texts for spot in _changes(source, text))
    return tuple(Span(*spot) for spot in sorted(numbers) if numbers[spot] > MOST_ALONE * len(texts))


def unchanged_positions(segment: Segment, changed: Sequence[Span]) -> frozenset[int]:
    """Return the token positions (:mod:`markscheme.marking.changes`) in none of some parts, given in order."""
    spans, extent = segment.spans, segment.extent
    first = bisect_left(changed, extent.start, key=lambda part: part.end)
    parts = changed[first : bisect_right(changed, extent.end, lo=first, key=lambda part: part.start)]
    ends = [extent.start, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), extent.end]
    gaps = [Span(end, max(start, end)) for end, start in zip(ends, starts, strict=True)]
    words = {2 * index + 1 for index, span in enumerate(spans) if not any(_overlap(span, part) for part in parts)}
    between = {2 * index for index, gap in enumerate(gaps) if not any(_overlap(gap, part) for part in parts)}
    return frozenset(words | between)


def _overlap(one: Span, other: Span) -> bool:
    shares = max(one.start, other.start) < min(one.end, other.end)
    is_gap = one.start == one.end or other.start == other.end
    return shares or (is_gap and one.start <= other.end and other.start <= one.end)


@lru_cache(1024)
def _changes(source: str, text: str) -> tuple[Spot, ...]:
    words = [(match.start(), match.end()) for match in _WORD.finditer(source)]
    before = [source[start:end] for start, end in words]
    changed: list[Spot] = []
    for item in Levenshtein.opcodes(before, _WORD.findall(text)):
        if item.tag == "insert":
            at = item.src_start
            start = words[at - 1][1] if at else 0
            changed.append((start, words[at][0] if at < len(words) else len(source)))
        elif item.tag != "equal":
            changed += words[item.src_start : item.src_end]
    return tuple(changed)


def is_empty(path: Path, read: TextSource) -> bool:
    """Return whether a file has nothing in it but white space; a Word document has, unless it has no bytes at all."""
    try:
        return not read(path).strip() if FORMATS.has_lines(path) else path.stat().st_size == 0
    except (DocumentError, OSError):
        return False


def without_empty_references(exercise: Exercise, read: TextSource) -> Exercise:
    """Return the exercise without its empty references; where none is left, its problem says so."""
    references = tuple(item for item in exercise.references if not is_empty(item.path, read))
    if len(references) == len(exercise.references):
        return exercise
    problem = exercise.problem
    if not references and problem is None:
        problem = _no_correction(exercise)
    return attrs.evolve(exercise, references=references, problem=problem)


def _no_correction(exercise: Exercise) -> NoCorrection:
    whose = exercise.assignment if exercise.student is None else f"{exercise.student}'s text"
    return NoCorrection(f"{whose} has no teacher's correction yet", path=exercise.references[0].path)


RUN: Final = 3
"""Number of words on end that are compared."""
LEAST_SHARE: Final = 0.02
"""Share of a text's runs of words that stand in the other versions too, below which it is no version of them."""
LEAST_KINSHIP: Final = 0.2
"""Share of the shorter text's runs of words that two texts of one exercise have in common."""
LEAST_WORDS: Final = 30
"""Number of words of the shortest text that another can be told apart from; a sentence may be worded anew."""
_LIKENESS_WORD = re.compile(r"\w+(?:['’]\w+)*")

Runs = frozenset[tuple[str, ...]]


def words(text: str) -> list[str]:
    return _LIKENESS_WORD.findall(text.casefold())


def word_runs(text: str) -> Runs:
    """Return every run of three words; of a shorter text, its words as one run."""
    tokens = words(text)
    length = min(RUN, len(tokens)) or 1
    return _runs(tokens, length)


def is_version(text: str, versions: Iterable[str]) -> bool:
    """Return whether a text shares words with one of the versions of a text; short versions decide nothing.

    >>> is_version("Buy chalk and return the essays.", ["He go to school by bus with his friends every day. " * 4])
    False
    >>> is_version("He goes to school by bus.", ["He go to school by bus with his friends every day. " * 4])
    True
    """
    runs = word_runs(text)
    length = len(next(iter(runs), ()))
    shared: set[tuple[str, ...]] = set()
    decides = False
    for version in versions if runs else ():
        own = words(version)
        if len(own) < LEAST_WORDS:
            continue
        decides = True
        shared |= runs & _runs(own, length)
        # Most texts share enough with the first version: the others need not be looked through at each keystroke.
        if shared and len(shared) >= LEAST_SHARE * len(runs):
            return True
    return not decides


def are_kin(one: Runs, other: Runs) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= LEAST_KINSHIP * shorter


def _runs(tokens: Sequence[str], length: int) -> Runs:
    return frozenset(zip(*(tokens[start:] for start in range(length)), strict=False))


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


def read_texts(participant: Participant, read: TextSource) -> Texts:
    """Return the texts of a file, or of its author alone; DocumentError if it can't be used, or has nothing by them."""
    texts = FORMATS.texts(participant.path, read, participant.name, participant.author)
    if not participant.people or participant.author is not None:
        return texts
    return attrs.evolve(
        texts, corrections=tuple(attrs.evolve(item, people=participant.people) for item in texts.corrections)
    )


def texts_by_author(participant: Participant, read: TextSource) -> Texts:
    """Return the texts of a participant's file, each author's correction by itself; raise as :func:`read_texts`."""
    texts = read_texts(participant, read)
    corrections = (one for item in texts.corrections for one in FORMATS.of(item).by_author(item))
    return attrs.evolve(texts, corrections=tuple(corrections))


class ExerciseMaterials:
    """The material of each document of an exercise; the exercise's source and references are read once."""

    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = without_empty_references(exercise, read)
        self._read = read

    @property
    def exercise(self) -> Exercise:
        return self._exercise

    @cached_property
    def _references(self) -> "_References":
        return _References(self._exercise, self._read)

    @cached_property
    def _source(self) -> Document | None:
        return source_of(self._exercise, self._read)

    def of(self, participant: Participant | None) -> tuple[Material, ...]:
        """Return the material of a hypothesis's file (``None``: of the source), one for each author in it.

        Raise DocumentError if the exercise has a problem, or its files can't be used; NothingToMark if the file has
        nothing in it yet, or another text than the exercise's.
        """
        if self._exercise.problem is not None:
            raise self._exercise.problem
        if not self._exercise.references:
            raise DocumentError("there is no reference text", path=self._exercise.source)
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
            changed = _changed_parts(source.text, self._class_texts)
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
    source, correction = material.source, material.hypothesis
    if source is None or correction is None or FORMATS.of(correction).carries_source:
        return
    if not is_version(correction.text, [source.text, *(item.text for item in material.references)]):
        name = participant.path.name
        raise OtherText(
            f"{name} does not look like a version of the text; it is listed without a mark", path=participant.path
        )


def source_of(exercise: Exercise, read: TextSource) -> Document | None:
    """Return the text of the source file; ``None`` without one. Raise DocumentError if it can't be used."""
    if exercise.source is None:
        return None
    texts = read_texts(Participant("source", exercise.source), read)
    return texts.source or texts.corrections[0]


class _References:
    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = exercise
        self._problems: list[DocumentError] = []
        self._texts = list(self._readable(read))
        self._unread: list[DocumentError] = []
        self._accepted = self._decision_file("accepted", exercise.decision_path(ACCEPTED_FILE), read)
        self._decisions = self._decision_file("decisions", exercise.decision_path(DECISIONS_FILE), read)
        course = exercise.course_folder
        self._course = self._decision_file("course", course.path_of(COURSE_FILE) if course is not None else None, read)

    def _readable(self, read: TextSource) -> Iterator[Texts]:
        for participant in self._exercise.references:
            try:
                yield read_texts(participant, read)
            except DocumentError as problem:
                self._problems.append(problem)

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
        if source is None and not any(item and FORMATS.of(item).carries_source for item in given):
            suffix = _document_suffix(self._place) if self._place else ".txt"
            raise DocumentError(
                f"the exercise {self._exercise.name!r} has no source",
                path=self._place,
                remedy=f"Add the learner's text as {self._exercise.name}.src{suffix}, or name it in markscheme.toml",
            )


def _document_suffix(path: Path) -> str:
    return path.suffix if path.suffix.lower() in FORMATS.suffixes else ""


def decisions_of(material: Material) -> tuple[Decisions, tuple[DocumentError, ...]]:
    """Return what teachers decided, and why a file can't be read: marks don't wait for it, the others count."""
    kept = (ACCEPTED_FILE, material.accepted), (DECISIONS_FILE, material.decisions), (COURSE_FILE, material.course)
    return _decisions_in(tuple((file, item.text, item.path) for file, item in kept if item is not None))


@lru_cache(maxsize=64)
def _decisions_in(
    files: tuple[tuple[DecisionFile, str, Path | None], ...],
) -> tuple[Decisions, tuple[DocumentError, ...]]:
    decisions: list[Decision] = []
    problems: list[DocumentError] = []
    for file, text, path in files:
        try:
            decisions += read_decision_file(file, text, path)
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
    corrections = texts_by_author(Participant(path.stem, path), read).corrections
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
        if (source := source_of(exercise, read)) is not None:
            yield FileText(source, None, exercise, role)
        return
    is_reference = role == "reference"
    corrections = (read_texts if is_reference else texts_by_author)(participant, read).corrections
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
    corrections = read_texts(reference, read_text).corrections
    for number, document in enumerate(corrections):
        for comment in FORMATS.of(document).margin_comments(file, document):
            owners = [place for place, item in enumerate(corrections) if comment.author in item.authors]
            if number == (owners[0] if owners else 0):
                author = comment.author or reference.identity
                yield ReferenceComment(document, attrs.evolve(comment, author=author))
