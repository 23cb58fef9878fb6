"""The questions about an exercise or a corpus, asked with the evidence that metrics and estimates give."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.annotation.coverage import with_credit
from markscheme.annotation.pool import Pool, pooled_texts
from markscheme.annotation.questions import KINDS, LEAST_HYPOTHESES, Evidence, Inquiry, Question
from markscheme.annotation.queue import (
    Answer,
    AnswerChange,
    Queue,
    QueuedQuestion,
    Reply,
    decisions_for,
    queue_of,
    urgency,
)
from markscheme.annotation.reading import pool_of
from markscheme.annotation.richness import PooledCorrections
from markscheme.edits.edit import Edit, apply_edits
from markscheme.exercises.decision_files import DecisionFolder, read_folder, rewrite
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.metrics.impara import ImparaSettings
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError
from markscheme.text.files import is_folder, read_text


def credited_by(models: Models, progress: Progress = silent) -> Callable[[Pool, PooledCorrections], PooledCorrections]:
    return lambda pool, corrections: with_credit(pool, corrections, models, progress=progress)


def with_quality(questions: Sequence[Question], models: Models, progress: Progress = silent) -> list[Question]:
    """Return the questions with the estimated probability that the correction that is asked about is valid.

    It is made alone in its sentence, and rests on what it adds to q(Y). A question about several corrections, or none,
    stays as it is. Raise DocumentError if the estimator can't be used.
    """
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
    pool: Pool,
    models: Models,
    least: int = LEAST_HYPOTHESES,
    evidence: Evidence = Evidence(),
    progress: Progress = silent,
) -> tuple[Question, ...]:
    """Return the questions about a pool (read without decisions), the most urgent first.

    Each key stands there once: a decision is about all sentences with the same tokens, so their effects are added.
    ``least``: smallest number of hypotheses that make a correction about which a question is asked. Raise DocumentError
    if the estimator can't be used, Cancelled if ``progress`` raises it.
    """
    inquiry = Inquiry(pool, least, progress)
    if evidence.credit:
        inquiry = attrs.evolve(inquiry, credited=credited_by(models, progress))
    questions: dict[str, Question] = {}
    for question in _all(inquiry):
        other = questions.get(question.key)
        first = question if other is None or question.priority > other.priority else other
        effect = question.effect + (other.effect if other is not None else 0)
        questions[question.key] = attrs.evolve(first, effect=effect)
    asked = list(questions.values())
    return tuple(sorted(with_quality(asked, models, progress) if evidence.quality else asked, key=urgency))


def _all(inquiry: Inquiry) -> Iterator[Question]:
    for kind in KINDS.variants().values():
        yield from (inquiry.question(asked) for asked in kind.ask(inquiry))


@attrs.frozen
class Wanted:
    """Which questions are asked, and what the likelihood of an answer rests on. ``least``: smallest number of
    hypotheses.
    """

    least: int = LEAST_HYPOTHESES
    evidence: Evidence = Evidence()


@attrs.frozen
class SavedAnswer:
    """What an answer, or taking one back (an empty ``answer``), did to the questions of an exercise.

    ``others``: the answers of other people that it replaced, or that are back. ``closed``: the keys of other open
    questions that it answered too. ``left``: the number of open questions. ``next``: the key of the most urgent one.
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
    """The questions of one exercise, for one person.

    ``uri``: of a document of the exercise. ``folder``: where its answers are kept. ``notices``: which hypotheses are
    left out because they are other texts than the exercise's. They are no faults.
    """

    uri: str
    folder: DecisionFolder
    questions: tuple[Question, ...]
    queue: Queue
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()

    def answered(
        self, key: str, answer: Answer, author: str, date: datetime.date, note: str = ""
    ) -> tuple["ExerciseQueue", SavedAnswer | None]:
        """Write a person's answer; return the questions after it and what it did, ``None`` without such a question.

        Raise DocumentError if a file is broken or can't be written, ValueError if the question can't have this answer.
        """
        item = self.queue.find(key)
        if item is None:
            return self, None
        decisions = decisions_for(item.question, answer, author, date, note=note)
        return self._changed(item, answer.name, author, item.answered_by(answer, decisions, author, date))

    def without(self, key: str, author: str) -> tuple["ExerciseQueue", SavedAnswer | None]:
        """Take a person's answers to a question out of the files; those that they replaced come back.

        Raise DocumentError if a file is broken or can't be written, or there is no answer of this person.
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
        rewriting = rewrite(self.folder, change.written, change.withdrawn)
        files = tuple(path for path, data in rewriting.after.items() if data != rewriting.before[path])
        decisions, _ = read_folder(self.folder, read_text)
        after = attrs.evolve(self, queue=queue_of(self.questions, decisions, author))
        waiting = [other.question.key for other in after.queue.open]
        before = (other.question.key for other in self.queue.open)
        closed = tuple(key for key in before if key not in {item.question.key, *waiting})
        following = next((key for key in waiting if key != item.question.key), None)
        return after, SavedAnswer(item.question, answer, author, files, change.replies, closed, len(waiting), following)


def exercise_queues(
    paths: Sequence[Path],
    models: Models,
    author: str,
    wanted: Wanted,
    on_problem: Callable[[DocumentError], None],
    progress: Progress = silent,
) -> list[ExerciseQueue]:
    """Return the questions of the exercises in some folders, or of some documents; each exercise once.

    ``on_problem``: called for each exercise that can't be used, and for a folder without exercises. Raise DocumentError
    if a path does not exist, or a configuration is broken.
    """
    exercises: dict[Exercise, None] = {}
    for path in (item.absolute() for item in paths):
        if not path.exists():
            raise DocumentError("there is no such file or folder", path=path)
        found = exercises_in(path, read_text, on_problem) if is_folder(path) else exercises_of(path)
        if not found and is_folder(path):
            on_problem(no_exercise(path))
        exercises |= dict.fromkeys(found)
    queues: list[ExerciseQueue] = []
    for exercise in exercises:
        folder = exercise.decision_folder
        try:
            if folder is not None:
                queues.append(_queue(exercise, folder, models, author, wanted, progress))
        except DocumentError as problem:
            on_problem(problem)
    return queues


def _queue(
    exercise: Exercise, folder: DecisionFolder, models: Models, author: str, wanted: Wanted, progress: Progress
) -> ExerciseQueue:
    pool = pool_of([pooled_texts(exercise, read_text).undecided], models, progress)
    questions = questions_of(pool, models, wanted.least, wanted.evidence, progress)
    decisions, problems = read_folder(folder, read_text)
    first = exercise.source or exercise.references[0].path
    queue = queue_of(questions, decisions, author)
    return ExerciseQueue(first.as_uri(), folder, questions, queue, (*pool.problems, *problems), pool.notices)
