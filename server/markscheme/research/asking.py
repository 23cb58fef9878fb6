"""The questions about an exercise or a corpus, asked with the evidence that metrics and estimates give."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.documents.files import is_folder, read_text
from markscheme.edits.edit import Edit, apply_edits
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import DecisionFolder, read_folder, rewrite
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.inference.models import Models
from markscheme.metrics.impara import ImparaSettings
from markscheme.progress import Progress, silent
from markscheme.research.coverage import with_credit
from markscheme.research.pool import Pool, pool_of, pooled_texts
from markscheme.research.questions import KINDS, Inquiry, Question, Wanted
from markscheme.research.queue import (
    AnswerChange,
    GivenAnswer,
    Queue,
    QueuedQuestion,
    Reply,
    queue_of,
    urgency,
)
from markscheme.research.richness import pooled_corrections


def _with_quality(questions: Sequence[Question], models: Models, progress: Progress) -> list[Question]:
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
    pool: Pool, models: Models, wanted: Wanted = Wanted(), progress: Progress = silent
) -> tuple[Question, ...]:
    """Return the questions about a pool (read without decisions), the most urgent first, each key once: a decision is
    about all sentences with the same tokens, so their effects are added. Raise DocumentError if the estimator can't be
    used, Cancelled if ``progress`` raises it.
    """
    corrections = pooled_corrections(pool, progress)
    if wanted.credit:
        corrections = with_credit(pool, corrections, models, progress)
    inquiry = Inquiry(pool, corrections.open(wanted.least))
    questions: dict[str, Question] = {}
    for question in _all(inquiry):
        other = questions.get(question.key)
        first = question if other is None or question.priority > other.priority else other
        effect = question.effect + (other.effect if other is not None else 0)
        questions[question.key] = attrs.evolve(first, effect=effect)
    asked = list(questions.values())
    return tuple(sorted(_with_quality(asked, models, progress) if wanted.quality else asked, key=urgency))


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
    paths: Sequence[Path], models: Models, author: str, wanted: Wanted, progress: Progress = silent
) -> tuple[list[ExerciseQueue], list[DocumentError]]:
    """Return the questions of exercises in folders, or of documents, each exercise once; and why others have none.
    Raise DocumentError if a path does not exist, or a configuration is broken.
    """
    exercises: dict[Exercise, None] = {}
    problems: list[DocumentError] = []
    for path in (item.absolute() for item in paths):
        if not path.exists():
            raise DocumentError("there is no such file or folder", path=path)
        found = exercises_in(path, read_text, problems.append) if is_folder(path) else exercises_of(path)
        if not found and is_folder(path):
            problems.append(no_exercise(path))
        exercises |= dict.fromkeys(found)
    queues: list[ExerciseQueue] = []
    for exercise in exercises:
        folder = exercise.decision_folder
        if folder is None:
            continue
        try:
            pool = pool_of([pooled_texts(exercise, read_text).undecided], models, progress)
            questions = questions_of(pool, models, wanted, progress)
            decisions, unreadable = read_folder(folder, read_text)
        except DocumentError as problem:
            problems.append(problem)
            continue
        first = exercise.source or exercise.references[0].path
        queue = queue_of(questions, decisions, author)
        unused = (*pool.problems, *unreadable)
        queues.append(ExerciseQueue(first.as_uri(), folder, questions, queue, unused, pool.notices))
    return queues, problems
