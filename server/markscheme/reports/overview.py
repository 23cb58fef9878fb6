"""What an editor shows of exercises and classes: files and texts, each student's marks, and what goes well or not.

A class has the exercises of one folder, or of one ``markscheme.toml``; a student with several essays is one person.
Pure: outcomes in, counts out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal

import attrs

from markscheme.contract import View, shape
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import ExerciseComments, Material
from markscheme.exercises.schemes import ErrorKinds
from markscheme.exercises.upkeep import superseded
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.comments import CommentUse, DocumentComments, summed_uses
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.findings import Finding
from markscheme.marking.mark import MarkSummary, student_mark
from markscheme.marking.review import DocumentReview, Marks, VerdictCount, VerdictCounts, verdict_counts
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import authorship
from markscheme.metrics.base import Category, common_signature
from markscheme.reports.class_questions import open_keys
from markscheme.reports.report import LocatedText, comments_for, problem_words
from markscheme.reports.review_json import EstimateSummary
from markscheme.wording import person_name, teacher_name


@shape(
    *("name", "path", "lines", "author", "view", "marks", "estimate", "fault", "mark"),
    name="OverviewStudent",
    renamed={"path": "uri", "fault": "problem"},
    optional=("mark",),
    uris=("path", "view"),
)
@attrs.frozen
class Student(LocatedText):
    """One correction: its marks, or its estimate, or the problem that prevents both."""

    name: str
    """The student's name."""
    review: DocumentReview | None
    problem: DocumentError | None = None
    person: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    mark: MarkSummary | None = None
    """The mark, where ``markscheme.toml`` has a mark scheme."""

    @property
    def marks(self) -> Marks | None:
        """The marks, with categories only; ``null`` without a reference, and with a problem."""
        return None if self.review is None else self.review.marks

    @property
    def estimate(self) -> EstimateSummary | None:
        """The estimate of a document without a reference. It has no part in any other number of the overview."""
        if self.review is None or self.review.estimate is None:
            return None
        return EstimateSummary(self.review.estimate, len(self.review.lowering))

    @property
    def fault(self) -> str | None:
        """Why the document can't be marked."""
        return None if self.problem is None else problem_words(self.problem, self.path)


@shape("group", "counts")
@attrs.frozen
class GroupCounts:
    """The places of one group of errors, of all students, by verdict."""

    group: str
    """The group, in a teacher's words."""
    counts: tuple[VerdictCount, ...]
    """The verdicts that places of this group have."""

    @property
    def faults(self) -> int:
        """The number of places at which something is to be done."""
        return sum(count for verdict, count in self.counts if verdict not in (Verdict.CORRECT, Verdict.OPTIONAL))


@shape(renamed={category: f"{category}-correction" for category in ("hit", "wrong", "under", "over")})
@attrs.frozen
class CategoryCounts:
    """The number of CLEME2.0's chunks of each category."""

    hit: int = 0
    wrong: int = 0
    under: int = 0
    over: int = 0

    def __add__(self, other: "CategoryCounts") -> "CategoryCounts":
        return CategoryCounts(
            self.hit + other.hit, self.wrong + other.wrong, self.under + other.under, self.over + other.over
        )

    @classmethod
    def one(cls, category: Category) -> "CategoryCounts":
        return cls(**{category.name.lower(): 1})


@shape()
@attrs.frozen
class TypeCounts:
    """CLEME2.0's chunks of one type, of all students, by category."""

    type: str
    """ERRANT's type."""
    counts: CategoryCounts
    """The number of chunks of each category."""

    @property
    def non_hits(self) -> int:
        return self.counts.wrong + self.counts.under + self.counts.over


@shape(name="AcceptedAlternative")
@attrs.frozen
class AcceptedCorrection:
    """An accepted correction that students make."""

    source: str
    """The words that the correction replaces."""
    replacement: str
    """The words of the correction."""
    type: str
    """ERRANT's type."""
    by: tuple[str, ...]
    """The people who accepted the correction."""
    students: tuple[str, ...]
    """The students who make the correction."""


_TOTALS = ("references", "groups", "types", "accepted", "comments", "to_decide")


@shape(*_TOTALS)
@attrs.frozen
class Totals:
    """What the exercises of an assignment or a class have together; the members are those of an exercise.

    ``open_keys`` tells the answers that nobody has decided from each other; one may stand in several exercises.
    """

    references: int
    """The largest number of references that a student is marked against."""
    groups: tuple[GroupCounts, ...]
    """Groups of errors; groups with the most places at which something is to be done come first. Sentences that are
    rewritten freely are not counted."""
    types: tuple[TypeCounts, ...]
    """ERRANT's types of CLEME2.0's chunks; types with the most chunks other than hits come first."""
    accepted: tuple[AcceptedCorrection, ...]
    """Accepted alternatives that students make; those of the most students come first."""
    comments: tuple[CommentUse, ...] | attrs.NothingType = attrs.NOTHING
    """The comments that students are given, the most frequent first, where comments are in use."""
    open_keys: frozenset[str] = frozenset()

    @property
    def to_decide(self) -> int:
        """The number of different answers that nobody has decided, as ``open`` of ``markscheme/classQuestions``."""
        return len(self.open_keys)


@shape(
    *("exercise.name", "exercise.assignment", "exercise.folder", "totals.references", "students", "totals.groups"),
    *("totals.types", "totals.accepted", "faults", "totals.comments", "totals.to_decide", "reference_authors"),
    name="OverviewExercise",
    renamed={"exercise.folder": "uri", "faults": "problems"},
    optional=("reference_authors",),
    uris=("exercise.folder",),
)
@attrs.frozen
class ExerciseOverview:
    """An exercise's students."""

    exercise: Exercise
    students: tuple[Student, ...]
    """One element for each correction."""
    totals: Totals
    problems: tuple[DocumentError, ...]
    reference_authors: str = ""
    """How the authors of a file share the work, in words: ``Ms Kim and Mr Roy together``, or ``Ms Kim or Mr Roy``;
    absent where there is nothing to say."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Files, such as references, that can't be used. The marks are made without them."""
        return tuple(map(problem_words, self.problems))


def exercise_overview(
    exercise: Exercise, outcomes: Sequence[ItemOutcome], comments: ExerciseComments | None = None
) -> ExerciseOverview:
    """Return one exercise's students, from the outcomes of their corrections and the exercise's comments."""
    reviews = [(item, item.outcome.review) for item in outcomes if item.outcome.review is not None]
    problems = {str(problem): problem for item, _ in reviews for problem in item.outcome.problems}
    marks = [review.marks for _, review in reviews if review.marks is not None]
    said = [_comments(item, comments) for item in outcomes]
    earlier = superseded(exercise)
    counting = [(item, review) for item, review in reviews if item.item.path not in earlier]
    remarks = [own for item, own in zip(outcomes, said, strict=True) if item.item.path not in earlier]
    return ExerciseOverview(
        exercise,
        tuple(map(_student, outcomes, said)) or tuple(_absent(exercise)),
        Totals(
            max((own.references for own in marks), default=len(exercise.references)),
            _summed_groups(_places(review, exercise) for _, review in counting),
            _summed_types(_chunks(review) for _, review in counting),
            _summed_alternatives(_accepted(reviews)),
            attrs.NOTHING if comments is None else summed_uses(use for item in remarks if item for use in item.uses),
            open_keys(outcomes, comments),
        ),
        tuple(problems.values()),
        next((authorship(item.item.task.material.references) for item in outcomes if item.item.task is not None), ""),
    )


def _comments(reviewed: ItemOutcome, comments: ExerciseComments | None) -> DocumentComments | None:
    review = reviewed.outcome.review
    return None if review is None else comments_for(reviewed.item, review, comments)


def _student(reviewed: ItemOutcome, comments: DocumentComments | None) -> Student:
    item, outcome = reviewed.item, reviewed.outcome
    problem = None
    if outcome.review is None:
        problem = next(iter(outcome.problems), DocumentError("it could not be marked", path=item.path))
    mark = None
    if item.task is not None and outcome.review is not None:
        mark = student_mark(item.task, outcome.review, item.exercise, comments)
    summary = None if mark is None else MarkSummary(mark)
    return Student(item.path, item.name, outcome.review, problem, item.person, summary, author=item.author)


def _absent(exercise: Exercise) -> Iterator[Student]:
    """Yield the student whose own essay can't be marked, for example because there is no revision yet."""
    problem = exercise.problem
    if exercise.student is not None and problem is not None and not exercise.hypotheses:
        path = exercise.source or problem.path or exercise.folder
        yield Student(path, exercise.student, None, problem)


def counted_group(finding: Finding, exercise: Exercise) -> str | None:
    """Return the group that a finding counts in; ``None`` for a sentence that is rewritten freely, and for a chunk."""
    if finding.place is None or finding.place.rewritten:
        return None
    return ErrorKinds(exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups).group(finding.error_type)


def _places(review: DocumentReview, exercise: Exercise) -> Iterator[GroupCounts]:
    for finding in review.findings:
        group = counted_group(finding, exercise)
        if finding.verdict is not None and group is not None:
            yield GroupCounts(group, (VerdictCount(finding.verdict, 1),))


def _chunks(review: DocumentReview) -> Iterator[TypeCounts]:
    for chunk in review.chunks:
        if chunk.category is not None:
            yield TypeCounts(chunk.type, CategoryCounts.one(chunk.category))


def totals_of(several: Sequence[Totals]) -> Totals:
    """Return the numbers of several exercises together."""
    used = [item.comments for item in several if item.comments is not attrs.NOTHING]
    return Totals(
        max((item.references for item in several), default=0),
        _summed_groups(item.groups for item in several),
        _summed_types(item.types for item in several),
        _summed_alternatives(chain.from_iterable(item.accepted for item in several)),
        summed_uses(chain.from_iterable(used)) if used else attrs.NOTHING,
        frozenset[str]().union(*(item.open_keys for item in several)),
    )


def _summed_groups(several: Iterable[Iterable[GroupCounts]]) -> tuple[GroupCounts, ...]:
    numbers: dict[str, Counter[Verdict]] = {}
    for item in chain.from_iterable(several):
        numbers.setdefault(item.group, Counter()).update(dict(item.counts))
    counts = (GroupCounts(group, verdict_counts(number)) for group, number in numbers.items())
    return tuple(sorted(counts, key=lambda item: (-item.faults, item.group)))


def _summed_types(several: Iterable[Iterable[TypeCounts]]) -> tuple[TypeCounts, ...]:
    sums: dict[str, CategoryCounts] = {}
    for item in chain.from_iterable(several):
        sums[item.type] = sums.get(item.type, CategoryCounts()) + item.counts
    counts = (TypeCounts(type_, summed) for type_, summed in sums.items())
    return tuple(sorted(counts, key=lambda item: (-item.non_hits, item.type)))


def _summed_alternatives(alternatives: Iterable[AcceptedCorrection]) -> tuple[AcceptedCorrection, ...]:
    """Return equal alternatives once, with all who accepted or make them; those of the most students come first."""
    people: dict[tuple[str, str, str], dict[str, None]] = {}
    students: dict[tuple[str, str, str], dict[str, None]] = {}
    for item in alternatives:
        key = item.source, item.replacement, item.type
        people.setdefault(key, {}).update(dict.fromkeys(item.by))
        students.setdefault(key, {}).update(dict.fromkeys(item.students))
    corrections = (AcceptedCorrection(*key, tuple(people[key]), tuple(students[key])) for key in students)
    return tuple(sorted(corrections, key=lambda item: (-len(item.students), item.source, item.replacement, item.type)))


def _accepted(reviews: Sequence[tuple[ItemOutcome, DocumentReview]]) -> Iterator[AcceptedCorrection]:
    known: dict[tuple[str | None, str | None], Decisions] = {}
    for reviewed, review in reviews:
        for item in _used_alternatives(reviewed, review, known):
            source, replacement = item.source[item.start : item.end], item.replacement
            by = (item.author,) if item.author else ()
            yield AcceptedCorrection(" ".join(source), " ".join(replacement), item.type, by, (reviewed.item.name,))


def _used_alternatives(
    reviewed: ItemOutcome, review: DocumentReview, known: dict[tuple[str | None, str | None], Decisions]
) -> Iterator[Decision]:
    if reviewed.item.task is None:
        return
    alternatives = _alternatives(reviewed.item.task.material, known)
    for finding in review.findings if len(alternatives) else ():
        if finding.category is Category.HIT:
            tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
            yield from alternatives.at(tokens, place.start, place.end, finding.target)


def _alternatives(material: Material, known: dict[tuple[str | None, str | None], Decisions]) -> Decisions:
    """Return the accepted alternatives; none where their file is broken, which is a problem of each review."""
    accepted, others = material.accepted, material.decisions
    key = (accepted.text if accepted else None, others.text if others else None)
    if key not in known:
        decisions, _ = material.read_decisions()
        known[key] = decisions.only(DecisionKind.ACCEPTED)
    return known[key]


@shape()
@attrs.frozen
class Essay:
    """A student's correction in a class, which stands in ``exercises``."""

    assignment: str
    """The assignment's name."""
    exercise: int
    """The index in ``exercises``."""
    student: int
    """The index in the exercise's ``students``."""


@shape("name", "label", "essays", "verdicts")
@attrs.frozen
class Person:
    """A student over all assignments of a class."""

    name: str
    """The student's name, by which ``markscheme/places`` knows the student."""
    essays: tuple[Essay, ...]
    """The student's corrections, in the order of ``assignments``."""
    verdicts: VerdictCounts | None
    """The verdicts of all corrections with marks together, of several versions of one text the one that counts;
    ``null`` where there are none."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.name)


@shape("name", *(f"totals.{name}" for name in _TOTALS), name="OverviewAssignment")
@attrs.frozen
class Assignment:
    """What the students of a class were set: one exercise, or an essay of each student's own."""

    name: str
    """The assignment's name."""
    totals: Totals


@shape(
    *("name", "folder", "people", "assignments", *(f"totals.{name}" for name in _TOTALS)),
    name="OverviewClass",
    renamed={"folder": "uri"},
    uris=("folder",),
)
@attrs.frozen
class ClassOverview:
    """A class: the people of all exercises of one ``markscheme.toml``, or of one folder without it."""

    folder: Path
    """The folder's URI."""
    people: tuple[Person, ...]
    """The students, by name."""
    assignments: tuple[Assignment, ...]
    """The assignments, by folder and name."""
    totals: Totals

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name


@shape(
    *("classes", "exercises", "signature", "faults", "remarks"),
    renamed={"faults": "problems", "remarks": "notices"},
)
@attrs.frozen
class Overview:
    """The answer of ``markscheme/overview``."""

    exercises: tuple[ExerciseOverview, ...]
    """The exercises, by folder and name."""
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[Reminder, ...] = ()

    @property
    def classes(self) -> tuple[ClassOverview, ...]:
        """The classes: people over exercises."""
        folders: dict[Path, list[int]] = {}
        for number, item in enumerate(self.exercises):
            folders.setdefault(item.exercise.class_folder, []).append(number)
        return tuple(_class_of(folder, self.exercises, numbers) for folder, numbers in folders.items())

    @property
    def signature(self) -> str:
        """The signature of all marks. A setting in which they differ has each value: ``refs:1/2``."""
        marks = (student.marks for exercise in self.exercises for student in exercise.students)
        return common_signature([own.signature for own in marks if own is not None])

    @property
    def faults(self) -> tuple[str, ...]:
        """Folders that could not be searched."""
        return tuple(map(problem_words, self.problems))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of the files, without a fault: files that fit no pattern, several versions by one
        student, an assignment without a teacher's correction."""
        return tuple(notice.problem for notice in self.notices)


def _class_of(folder: Path, exercises: Sequence[ExerciseOverview], numbers: Sequence[int]) -> ClassOverview:
    assignments: dict[str, list[Totals]] = {}
    for number in numbers:
        assignments.setdefault(exercises[number].exercise.assignment, []).append(exercises[number].totals)
    return ClassOverview(
        folder,
        tuple(_people(exercises, numbers)),
        tuple(Assignment(name, totals_of(own)) for name, own in assignments.items()),
        totals_of([exercises[number].totals for number in numbers]),
    )


def _people(exercises: Sequence[ExerciseOverview], numbers: Iterable[int]) -> Iterable[Person]:
    essays: dict[str, list[Essay]] = {}
    for number in numbers:
        item = exercises[number]
        for place, student in enumerate(item.students):
            essays.setdefault(student.person, []).append(Essay(item.exercise.assignment, number, place))
    for name in sorted(essays, key=lambda one: (one.casefold(), one)):
        own = essays[name]
        yield Person(name, tuple(own), _summed_verdicts(_counting(exercises, own)))


def _counting(exercises: Sequence[ExerciseOverview], essays: Iterable[Essay]) -> Iterator[Student]:
    for essay in essays:
        item = exercises[essay.exercise]
        if item.students[essay.student].path not in superseded(item.exercise):
            yield item.students[essay.student]


def _summed_verdicts(students: Iterable[Student]) -> VerdictCounts | None:
    marks = [student.marks.verdicts for student in students if student.marks is not None]
    return VerdictCounts.total(marks) if marks else None


@shape("name", "label", "path", "view", name="Reference", renamed={"path": "uri"}, uris=("path", "view"))
@attrs.frozen
class ListedReference(LocatedText):
    """A teacher's correction."""

    name: str
    """The name in findings and reports."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return teacher_name(self.name)


@shape(
    *("name", "label", "path", "lines", "author", "view"),
    name="Hypothesis",
    renamed={"path": "uri"},
    uris=("path", "view"),
)
@attrs.frozen
class ListedHypothesis(LocatedText):
    """A correction to be marked."""

    name: str
    """The name in findings and reports."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.name)


@shape(
    *("name", "assignment", "class_folder", "student", "problem", "notices", "folder", "source", "source_view"),
    *("hypotheses", "references"),
    name="Exercise",
    renamed={"class_folder": "folder", "folder": "uri"},
    uris=("class_folder", "folder", "source", "source_view"),
)
@attrs.frozen
class ListedExercise:
    """An exercise and its files."""

    name: str
    """The exercise's name."""
    assignment: str
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    class_folder: Path
    """The URI of the folder of its class: that of its ``markscheme.toml``, or else ``uri``."""
    student: str | None
    """The student whose essay the source is, as people read the name; ``null`` where all share the source."""
    problem: str | None
    """Why the exercise can't be marked, if it can't."""
    notices: tuple[str, ...]
    """What a person should know of its files, or of its class's: files that fit no pattern, for example."""
    folder: Path
    """The folder of the source; without a source file, the folder of all documents."""
    source: Path | None
    """The URI of the source file; ``null`` where the other files carry the source."""
    hypotheses: tuple[ListedHypothesis, ...]
    """The corrections to be marked."""
    references: tuple[ListedReference, ...]
    """The teachers' corrections; of a file without lines, each one in it."""

    @property
    def source_view(self) -> View | None:
        """The URI of the source's text if the source file has no lines, else ``null``."""
        return None if self.source is None else View(self.source)


SOURCE = "source"


@attrs.frozen
class RunningText:
    """One text; ``problem`` says why it can't be read.

    ``author``: whose it is in its file, where that holds texts of several people.
    """

    name: str
    """The name in findings and reports; ``source`` for the source."""
    path: Path
    """The file's URI."""
    text: str | None
    """The text; ``null`` if the file can't be read."""
    whole: bool
    """Whether the file holds exactly this text. If so, a client may open the file instead."""
    author: str | None = None
    problem: DocumentError | None = None


@attrs.frozen
class ExerciseTexts:
    """An exercise's source, the hypothesis that is compared, if one is, and its references."""

    source: RunningText
    hypothesis: RunningText | None
    references: tuple[RunningText, ...]


def exercise_texts(exercise: Exercise, path: Path, read: TextSource, author: str | None = None) -> ExerciseTexts:
    """Return the texts of an exercise, with the one hypothesis that a document holds: ``author``'s, or the first one.

    Raise DocumentError if source or hypothesis is missing or unreadable; the result has an unreadable reference's
    problem.
    """
    named = [item for item in exercise.hypotheses if item.path == path]
    participant = next((item for item in named if author == item.person), next(iter(named), None))
    hypothesis = _file_texts(participant, read) if participant is not None else None
    references: list[RunningText] = []
    carried = [hypothesis.source] if hypothesis else []
    for item in exercise.references:
        try:
            texts = _file_texts(item, read)
        except DocumentError as problem:
            references.append(RunningText(item.name, item.path, None, False, item.person, problem))
            continue
        references += texts.corrections
        carried.append(texts.source)
    return ExerciseTexts(
        _source_text(exercise, read, carried),
        None if hypothesis is None else _of_author(hypothesis, author, path),
        tuple(references),
    )


@attrs.frozen
class _FileTexts:
    source: RunningText | None
    corrections: tuple[RunningText, ...]


def _source_text(exercise: Exercise, read: TextSource, carried: Sequence[RunningText | None]) -> RunningText:
    if exercise.source is not None:
        texts = _file_texts(Participant(SOURCE, exercise.source), read)
        return texts.source or texts.corrections[0]
    source = next((item for item in carried if item is not None), None)
    if source is None:
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)
    return source


def _of_author(texts: _FileTexts, author: str | None, path: Path) -> RunningText:
    correction = next((item for item in texts.corrections if author in (None, item.author)), None)
    if correction is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return correction


def _file_texts(participant: Participant, read: TextSource) -> _FileTexts:
    path = participant.path
    texts = participant.texts(read)
    form = FORMATS.of(texts.corrections[0])
    unmarked = [form.running_texts(item) for item in (*texts.corrections, *texts.alternatives)]
    source = next((item.source for item in unmarked if item.source), texts.source)
    whole = form.has_lines and not form.carries_source and texts.corrections[0].places is None
    corrections = (
        RunningText(item.name, path, item.text, whole, item.author or participant.person)
        for item_texts in unmarked
        for item in item_texts.corrections
    )
    return _FileTexts(RunningText(SOURCE, path, source.text, False) if source else None, tuple(corrections))


@shape(
    *("item.name", "label", "item.path", "view", "item.text", "item.whole", "problem"),
    renamed={"item.path": "uri"},
    optional=("problem",),
    uris=("item.path", "view"),
)
@attrs.frozen
class ExerciseText:
    """The running text of a source, a hypothesis or a reference."""

    item: RunningText
    label: str
    """The name as people read it."""
    author: str | None

    @property
    def view(self) -> View:
        """The URI of the text of a file without lines, else ``null``."""
        return View(self.item.path, self.author)

    @property
    def problem(self) -> str | None:
        """Why the file can't be read."""
        return None if self.item.problem is None else str(self.item.problem)


@shape()
@attrs.frozen
class Texts:
    """The answer of ``markscheme/texts``."""

    exercise: str
    """The exercise's name."""
    source: ExerciseText
    """The source."""
    hypothesis: ExerciseText | None
    """The document of the request, if it is a hypothesis, else ``null``."""
    references: tuple[ExerciseText, ...]
    """The references."""


@shape(name="View")
@attrs.frozen
class ShownView:
    """A text of a file without lines, which an editor shows as a document of its own."""

    name: str
    """The name in findings and reports; ``source`` for the source."""
    label: str
    """The name as people read it: the student's, or the teacher's, or the same as ``name``."""
    author: str | None
    """The author of the text if the file holds several, else ``null``."""
    role: Literal["source", "hypothesis", "reference"] | None
    """The text's role in the exercise; ``null`` in a file of no exercise."""
    uri: str
    """The URI of the text."""


@shape()
@attrs.frozen
class Views:
    """The answer of ``markscheme/views``."""

    exercise: str | None
    """The exercise's name; ``null`` for a file of no exercise."""
    views: tuple[ShownView, ...]
    """The texts: hypotheses first, then the source, then references; empty for a file with lines."""
