"""An exercise's questions in the order of what an answer changes, and the decisions that an answer means."""

import datetime
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import attrs
from typing_extensions import TypeAliasType

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION
from markscheme.documents.files import read_text
from markscheme.edits.edit import Edit, TagsUsed, apply_edits
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import DecisionFolder
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, Placed, Subject
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.metrics.impara import ImparaSettings
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.distinct_corrections import pooled_corrections
from markscheme.research.pool import Pool, PooledTexts, Tags
from markscheme.research.questions import KINDS, Alternative, Inquiry, Question, Wanted, key_of
from markscheme.wording import person_name

if TYPE_CHECKING:
    from markscheme.inference.models import Models

About = Sequence[Alternative]

AnswerName = TypeAliasType("AnswerName", Literal["accept", "reject", "optional", "stands", "skip", "note", "partly"])
"""The answers. ``partly`` is a decision that was made at a place itself; no question offers it."""


@shape("name", "title", name="QuestionAnswer")
@attrs.frozen
class Answer:
    """An answer that a question can have.

    ``statement``: what a person did who gave it: "accepted" by Ms Kim. ``decide``: return the decisions that it means
    for a question, without an author and a date. ``marks``: return whether decisions of these kinds, by one person
    about one alternative, are this answer. ``needs_alternative``: whether only a question about corrections can have
    it. ``without_effect``: the kind of the decision that it is, where it changes no mark.
    """

    name: AnswerName
    """The name, for ``markscheme.answerQuestion``."""
    title: str
    """What a button says."""
    statement: str
    decide: Callable[[Question, About], Iterable[Decision]]
    marks: Callable[[Collection[DecisionKind]], bool]
    needs_alternative: bool = False
    is_offered: bool = True
    without_effect: DecisionKind | None = None

    def fits(self, question: Question) -> bool:
        return self.is_offered and (bool(question.about) or not self.needs_alternative)


def _reject(_: Question, about: About) -> Iterator[Decision]:
    """Yield that a change is wrong; a reference's edit need not be made either."""
    for item in about:
        yield _about(DecisionKind.WRONG, item)
        if item.references:
            yield _about(DecisionKind.OPTIONAL, item)


def _free(question: Question, about: About) -> Iterator[Decision]:
    """Yield that a reference's edit need not be made; a place that only hypotheses change is not counted."""
    for item in about:
        is_due = bool(item.references)
        yield _about(DecisionKind.OPTIONAL, item) if is_due else _place(item.source, item.start, item.end)
    if not about:
        yield _place(question.source, question.start, question.end)


def _each(kind: DecisionKind) -> Callable[[Question, About], Iterable[Decision]]:
    return lambda _, about: [_about(kind, item) for item in about]


def _is_free(kinds: Collection[DecisionKind]) -> bool:
    is_free = DecisionKind.OPTIONAL in kinds or DecisionKind.NOT_COUNTED in kinds
    return is_free and DecisionKind.WRONG not in kinds


def _without_effect(name: AnswerName, title: str, statement: str, kind: DecisionKind) -> Answer:
    def decide(question: Question, _: About) -> list[Decision]:
        type_ = question.alternatives[question.about[0]].type if len(question.about) == 1 else DETECTION
        place = question.source, question.start, question.end
        return [Decision(kind, *place, question.asked, type_, question=question.kind)]

    return Answer(name, title, statement, decide, lambda kinds: kind in kinds, without_effect=kind)


ACCEPT = Answer(
    "accept",
    "Accept",
    "accepted",
    _each(DecisionKind.ACCEPTED),
    lambda kinds: DecisionKind.ACCEPTED in kinds,
    needs_alternative=True,
)
REJECT = Answer(
    "reject", "Reject", "rejected", _reject, lambda kinds: DecisionKind.WRONG in kinds, needs_alternative=True
)
OPTIONAL = Answer("optional", "Optional", "called optional", _free, _is_free)
PARTLY = Answer(
    "partly",
    "Partly Correct",
    "counted as partly correct",
    _each(DecisionKind.PARTLY),
    lambda kinds: DecisionKind.PARTLY in kinds,
    is_offered=False,
)
"""What a person may have decided at a place itself; the queue does not offer it."""
STANDS = _without_effect("stands", "Stands as It Is", "left as it stands", DecisionKind.STANDS)
SKIP = _without_effect("skip", "Skip", "skipped", DecisionKind.SKIPPED)
NOTE = _without_effect("note", "Note to the Adjudicator", "left to the adjudicator", DecisionKind.NOTE)

ANSWERS: Registry[Answer] = Registry(
    "answer",
    {
        name: f"{__name__}:{name.upper()}"
        for name in ("accept", "reject", "optional", "stands", "skip", "note", "partly")
    },
)
"""The answers by their names, in the order in which they are offered."""
OFFERED = ANSWERS.built_in[:-1]


def answers_to(question: Question) -> tuple[Answer, ...]:
    return tuple(item for item in ANSWERS.variants().values() if item.fits(question))


@attrs.frozen
class GivenAnswer:
    """An answer; ``choice``: index of an alternative, ``None``: those asked about; ``note``: to the adjudicator, or
    empty.
    """

    answer: Answer
    author: str
    date: datetime.date
    choice: int | None = None
    note: str = ""

    def decisions(self, question: Question) -> tuple[Decision, ...]:
        """Return what it decides; raise ValueError if the question has no such answer or choice, or a note no words."""
        if not self.answer.fits(question):
            raise ValueError(f"this question can't be answered with {self.answer.name!r}")
        if self.choice is not None and not 0 <= self.choice < len(question.alternatives):
            raise ValueError(f"this question has no alternative {self.choice}")
        indices = question.about if self.choice is None else (self.choice,)
        if self.answer is NOTE and not self.note.strip():
            raise ValueError("a note to the adjudicator needs words")
        note = self.note if self.answer is NOTE else ""
        unsigned = dict.fromkeys(self.answer.decide(question, [question.alternatives[index] for index in indices]))
        return tuple(attrs.evolve(item, author=self.author, date=self.date, note=note) for item in unsigned)


def _about(kind: DecisionKind, item: Alternative) -> Decision:
    return Decision(kind, item.source, item.start, item.end, item.replacement, item.type)


def _place(source: tuple[str, ...], start: int, end: int) -> Decision:
    return Decision(DecisionKind.NOT_COUNTED, source, start, end, source[start:end], DETECTION)


_Signature = tuple[str, datetime.date | None]


@shape("answer", "author", "date", "alternatives", "note", "text", name="QuestionReply")
@attrs.frozen
class Reply:
    """What a person answered. ``decisions``: what is written of it."""

    answer: AnswerName
    """The answer."""
    author: str
    """The person; may be empty."""
    date: datetime.date | None
    """The day, as ``YYYY-MM-DD``."""
    alternatives: tuple[int, ...] = ()
    """The indices of the alternatives that it is about; empty for an answer that changes no mark."""
    note: str = ""
    """The note to the adjudicator; may be empty."""
    decisions: tuple[Decision, ...] = ()

    @property
    def text(self) -> str:
        """The reply in words: ``accepted by Ms Kim, 2026-11-22``.

        >>> Reply("accept", "ms-kim", None).text
        'accepted by Ms Kim'
        """
        by = f" by {person_name(self.author)}" if self.author else ""
        day = f", {self.date.isoformat()}" if self.date else ""
        note = f": {self.note}" if self.note else ""
        return f"{ANSWERS.get(self.answer).statement}{by}{day}{note}"


@attrs.frozen
class AnswerChange:
    """Changed decisions by an answer or its withdrawal; ``replies``: others' that it replaces, or that come back."""

    written: tuple[Decision, ...]
    withdrawn: tuple[Decision, ...]
    replies: tuple[Reply, ...] = ()


@attrs.frozen
class QueuedQuestion:
    """A question with the replies to it. ``replaced``: lines that keep answers which a later one replaces."""

    question: Question
    replies: tuple[Reply, ...] = ()
    """What people answered, the oldest first."""
    is_answered: bool = False
    replaced: tuple[Decision, ...] = ()

    def by(self, author: str) -> tuple[Reply, ...]:
        return tuple(reply for reply in self.replies if reply.author == author)

    def answered_by(self, given: GivenAnswer) -> AnswerChange:
        """Return what changes, others' contrary answers set aside; ValueError as in :meth:`GivenAnswer.decisions`."""
        new = given.decisions(self.question)
        contrary = tuple(reply for reply in self.replies if self._is_contrary(reply, given, new))
        gone = tuple(item for reply in contrary for item in self._own_lines(reply))
        kept = tuple(item.replaced(given.author, given.date) for item in gone)
        return AnswerChange((*new, *kept), (*self.replaced_by(given), *gone), contrary)

    def taken_back_by(self, author: str) -> AnswerChange | None:
        """Return what changes when a person takes all answers back; ``None`` for a person without any."""
        own = tuple(decision for reply in self.by(author) for decision in reply.decisions)
        if not own:
            return None
        kept = {item: former for item in self.replaced if (former := item.former(author)) is not None}
        back = tuple(kept.values())
        replies = (_of_person(item.author, item.date, {0: [item]}) for item in back if _is_answer(item, back))
        return AnswerChange(back, (*own, *kept), tuple(reply for items in replies for reply in items))

    def _is_contrary(self, reply: Reply, given: GivenAnswer, new: Sequence[Decision]) -> bool:
        if reply.author == given.author or reply.answer == given.answer.name or given.answer.without_effect is not None:
            return False
        places = {(item.source, item.start, item.end) for item in new}
        words = {item.signed_words[:4] for item in new}
        return any(
            item.signed_words[:4] in words
            or (
                Subject.PLACE in (item.kind.subject, *(other.kind.subject for other in new))
                and item.signed_words[:3] in places
            )
            for item in self._own_lines(reply)
        )

    def _own_lines(self, reply: Reply) -> tuple[Decision, ...]:
        counted = (item for item in reply.decisions if item.kind.subject is not Subject.QUESTION)
        return tuple(item for item in counted if item.kind.subject is not Subject.PLACE or self._has_place(item))

    def replaced_by(self, given: GivenAnswer) -> tuple[Decision, ...]:
        """Return the decisions of a person's earlier answers that an answer replaces: a skip or a note replaces none. A
        note stays. So does a decision about a wider place, which was made for another question, or at the place itself.
        """
        if given.answer in (SKIP, NOTE):
            return ()
        new = given.decisions(self.question)
        earlier = (item for reply in self.by(given.author) if reply.answer != NOTE.name for item in reply.decisions)
        own = (item for item in earlier if item.kind.subject is not Subject.PLACE or self._has_place(item))
        return tuple(item for item in own if not any(item.equals(other) for other in new))

    def _has_place(self, decision: Decision) -> bool:
        own = self.question.start, self.question.end
        places = {own, *((item.start, item.end) for item in self.question.alternatives)}
        return (decision.start, decision.end) in places

    def is_skipped_by(self, author: str) -> bool:
        return any(reply.answer == SKIP.name and reply.author == author for reply in self.replies)


@attrs.frozen
class Queue:
    """An exercise's questions: ``open`` by urgency, those the person skipped last; ``answered``, the newest first."""

    open: tuple[QueuedQuestion, ...] = ()
    answered: tuple[QueuedQuestion, ...] = ()

    @classmethod
    def of(cls, questions: Sequence[Question], decisions: Iterable[Decision], author: str = "") -> "Queue":
        """Return a person's queue, with skipped questions last, from questions with the most urgent first."""
        replies = _Replies(decisions)
        items = [replies.of(question) for question in questions]
        waiting = [item for item in items if not item.is_answered]
        answered = [item for item in items if item.is_answered]
        answered.sort(key=lambda item: max(reply.date or datetime.date.min for reply in item.replies), reverse=True)
        return cls(tuple(sorted(waiting, key=lambda item: item.is_skipped_by(author))), tuple(answered))

    def find(self, key: str) -> QueuedQuestion | None:
        return next((item for item in (*self.open, *self.answered) if item.question.key == key), None)


class _Replies:
    def __init__(self, decisions: Iterable[Decision]) -> None:
        items = tuple(decisions)
        self._replaced = tuple(item for item in items if item.kind is DecisionKind.REPLACED)
        self._placed = Decisions(item for item in items if item.kind.subject is not Subject.QUESTION)
        self._without_effect: dict[str, list[Decision]] = {}
        for item in items:
            if item.kind.subject is Subject.QUESTION and item.kind is not DecisionKind.REPLACED:
                key = key_of(item.question, item.source, item.start, item.end, item.replacement)
                self._without_effect.setdefault(key, []).append(item)

    def of(self, question: Question) -> QueuedQuestion:
        decided, by_author = self._decided(question)
        replies = [reply for (author, date), own in by_author.items() for reply in _of_person(author, date, own)]
        is_free = not question.alternatives and self._is_place_free(question, replies)
        is_settled = is_free or (bool(decided) and KINDS.get(question.kind).is_settled(question, decided))
        for decision in self._without_effect.get(question.key, ()):
            answer = next(answer for answer in (STANDS, SKIP, NOTE) if answer.without_effect is decision.kind)
            replies.append(Reply(answer.name, decision.author, decision.date, (), decision.note, (decision,)))
            is_settled = is_settled or answer is not SKIP
        replies.sort(key=lambda reply: reply.date or datetime.date.min)
        replaced = tuple(item for item in self._replaced if _is_kept_for(question, item))
        return QueuedQuestion(question, tuple(replies), is_settled, replaced)

    def _decided(self, question: Question) -> tuple[set[int], dict[_Signature, dict[int, list[Decision]]]]:
        decided: set[int] = set()
        by_author: dict[_Signature, dict[int, list[Decision]]] = {}
        for number, alternative in enumerate(question.alternatives):
            for item in self._placed.of(alternative.source):
                if _is_about(item, alternative):
                    decided.add(number)
                    own = by_author.setdefault((item.decision.author, item.decision.date), {})
                    own.setdefault(number, []).append(item.decision)
        return decided, by_author

    def _is_place_free(self, question: Question, replies: list[Reply]) -> bool:
        """Return whether a place without a correction is not counted, and add who said so."""
        for item in self._placed.of(question.source):
            if item.kind.subject is Subject.PLACE and item.start <= question.start and question.end <= item.end:
                decision = item.decision
                replies.append(Reply("optional", decision.author, decision.date, (), "", (decision,)))
        return bool(replies)


def _of_person(author: str, date: datetime.date | None, own: dict[int, list[Decision]]) -> Iterable[Reply]:
    by_answer: dict[AnswerName, dict[int, list[Decision]]] = {}
    for number, decisions in own.items():
        kinds = {item.kind for item in decisions}
        for answer in ANSWERS.variants().values():
            if answer.marks(kinds):
                by_answer.setdefault(answer.name, {})[number] = decisions
    for name, numbers in by_answer.items():
        whole = tuple(dict.fromkeys(item for items in numbers.values() for item in items))
        yield Reply(name, author, date, tuple(numbers), "", whole)


def _is_answer(item: Decision, others: Sequence[Decision]) -> bool:
    return not any(item.is_part_of(other) for other in others)


def _is_kept_for(question: Question, item: Decision) -> bool:
    places = [(question.source, question.start, question.end, question.asked)]
    places += [(other.source, other.start, other.end, other.replacement) for other in question.alternatives]
    whole = {(*place[:3], place[0][place[1] : place[2]]) for place in places}
    return item.signed_words[:4] in {*places, *whole}


def _is_about(item: Placed, alternative: Alternative) -> bool:
    if item.kind.subject is Subject.PLACE:
        return item.start <= alternative.start and alternative.end <= item.end
    place = alternative.start, alternative.end, alternative.replacement
    return (item.start, item.end, item.decision.replacement) == place


def _with_quality(questions: Sequence[Question], models: "Models", progress: Progress) -> list[Question]:
    """Estimate each correction alone in its sentence, by what it adds to q(Y); questions about several or none stay."""
    estimator = ImparaSettings().estimator
    calibration = models.calibration(estimator)
    texts = {question.key: _texts(question) for question in questions if len(question.about) == 1}
    wanted = list(dict.fromkeys(text for pair in texts.values() for text in pair if text))
    quality = dict(zip(wanted, models.estimates(wanted, estimator, progress), strict=True))
    assessed: list[Question] = []
    for question in questions:
        before, after = texts.get(question.key, ("", ""))
        gain = quality[after] - quality[before] if before and after else None
        assessed.append(question if gain is None else _with_probability(question, calibration.probability(gain)))
    return assessed


def _texts(question: Question) -> tuple[str, str]:
    item = question.alternatives[question.about[0]]
    corrected = apply_edits(item.source, (Edit(item.start, item.end, item.replacement),))
    return " ".join(item.source), " ".join(corrected)


def _with_probability(question: Question, probability: float) -> Question:
    return attrs.evolve(question, likelihood=attrs.evolve(question.likelihood, quality=probability))


def questions_of(
    pool: Pool, models: "Models", wanted: Wanted = Wanted(), progress: Progress = silent
) -> tuple[Question, ...]:
    """Return the questions about a pool (read without decisions), the most urgent first, each key once: a decision is
    about all sentences with the same tokens, so their effects are added. Raise DocumentError if the estimator can't be
    used, Cancelled if ``progress`` raises it.
    """
    corrections = pooled_corrections(pool, progress)
    if wanted.credit:
        corrections = corrections.with_credit(pool, models, progress)
    inquiry = Inquiry(pool, corrections.open(wanted.least))
    questions: dict[str, Question] = {}
    for question in _all(inquiry):
        other = questions.get(question.key)
        first = question if other is None or question.priority > other.priority else other
        effect = question.effect + (other.effect if other is not None else 0)
        questions[question.key] = attrs.evolve(first, effect=effect)
    asked = list(questions.values())
    if wanted.quality:
        asked = _with_quality(asked, models, progress)
    return tuple(sorted(asked, key=lambda question: question.urgency))


def _all(inquiry: Inquiry) -> Iterator[Question]:
    for kind in KINDS.variants().values():
        yield from (inquiry.question(asked) for asked in kind.ask(inquiry))


@attrs.frozen
class SavedAnswer:
    """What an answer, or taking one back (an empty ``answer``), did to an exercise's questions. ``others``: other
    people's answers that it replaced, or that are back. ``closed``: the keys of other open questions that it answered
    too. ``left``: the number of open questions. ``next``: the key of the most urgent one.
    """

    question: Question
    answer: str
    author: str
    files: tuple[Path, ...]
    others: tuple[Reply, ...]
    closed: tuple[str, ...]
    left: int
    next: str | None


@attrs.frozen
class ExerciseQueue:
    """The questions of one exercise, for one person; ``uri``: of a document of it; ``folder``: where answers are kept.
    ``notices``: which hypotheses are left out, without a fault, because they are other texts than the exercise's.
    """

    uri: str
    folder: DecisionFolder
    questions: tuple[Question, ...]
    queue: Queue
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()
    tags: Tags = Tags()

    def answered(self, key: str, given: GivenAnswer) -> tuple["ExerciseQueue", SavedAnswer | None]:
        """Write a person's answer; return the questions after it and what it did, ``None`` without such a question.
        Raise DocumentError if a file is broken or can't be written, ValueError if the answer doesn't fit.
        """
        item = self.queue.find(key)
        if item is None:
            return self, None
        return self._changed(item, given.answer.name, given.author, item.answered_by(given))

    def without(self, key: str, author: str) -> tuple["ExerciseQueue", SavedAnswer | None]:
        """Take a person's answers to a question out of the files; those that they replaced come back. Raise
        DocumentError if a file is broken or can't be written, or there is no answer of this person.
        """
        item = self.queue.find(key)
        if item is None:
            return self, None
        change = item.taken_back_by(author)
        if change is None:
            raise DocumentError(f"{author or 'nobody'} has no answer to the question {key!r}", path=self.folder.path)
        return self._changed(item, "", author, change)

    def _changed(
        self, item: QueuedQuestion, answer: str, author: str, change: AnswerChange
    ) -> tuple["ExerciseQueue", SavedAnswer]:
        rewriting = self.folder.rewrite(change.written, change.withdrawn)
        files = tuple(path for path, data in rewriting.after.items() if data != rewriting.before[path])
        decisions, _ = self.folder.read(read_text)
        after = attrs.evolve(self, queue=Queue.of(self.questions, decisions, author))
        waiting = [other.question.key for other in after.queue.open]
        before = (other.question.key for other in self.queue.open)
        closed = tuple(key for key in before if key not in {item.question.key, *waiting})
        following = next((key for key in waiting if key != item.question.key), None)
        return after, SavedAnswer(item.question, answer, author, files, change.replies, closed, len(waiting), following)


def exercise_queues(
    paths: Sequence[Path],
    models: "Models",
    author: str,
    wanted: Wanted,
    progress: Progress = silent,
    tags: TagsUsed | None = None,
) -> tuple[list[ExerciseQueue], list[DocumentError]]:
    """Return the questions of exercises in folders, or of documents, each exercise once; and why others have none.
    Raise DocumentError if a path does not exist, or a configuration is broken.
    """
    exercises: dict[Exercise, None] = {}
    problems: list[DocumentError] = []
    for path in (item.absolute() for item in paths):
        if not path.exists():
            raise DocumentError("there is no such file or folder", path=path)
        found = exercises_in(path, read_text, problems.append) if os.path.isdir(path) else exercises_of(path)
        if not found and os.path.isdir(path):
            problems.append(no_exercise(path))
        exercises |= dict.fromkeys(found)
    queues: list[ExerciseQueue] = []
    for exercise in exercises:
        folder = exercise.decision_folder
        if folder is None:
            continue
        try:
            pool = Pool.of([PooledTexts.of(exercise, read_text).undecided], models, progress, tags=tags)
            questions = questions_of(pool, models, wanted, progress)
            decisions, unreadable = folder.read(read_text)
        except DocumentError as problem:
            problems.append(problem)
            continue
        first = exercise.source or exercise.references[0].path
        queue = Queue.of(questions, decisions, author)
        unused = (*pool.problems, *unreadable)
        queues.append(ExerciseQueue(first.as_uri(), folder, questions, queue, unused, pool.notices, pool.tags))
    return queues, problems
