"""The questions of exercises with their answers, as files on disk give them."""

import datetime
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from markscheme.annotation.pooled_texts import pooled_texts
from markscheme.annotation.questions.answers import Answer, decisions_for
from markscheme.annotation.questions.asking import questions_of
from markscheme.annotation.questions.inquiry import LEAST_HYPOTHESES
from markscheme.annotation.questions.question import Evidence, Question
from markscheme.annotation.questions.queue import AnswerChange, Queue, QueuedQuestion, Reply, queue_of
from markscheme.annotation.reading import pool_of
from markscheme.exercises.decisions.decision_folder import DecisionFolder, read_folder, rewrite
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_folder, read_text


@attrs.frozen
class Wanted:
    """Which questions are asked, and what the likelihood of an answer rests on.

    Attributes
    ----------
    least
        Smallest number of hypotheses that make a correction about which a question is asked.
    """

    least: int = LEAST_HYPOTHESES
    evidence: Evidence = Evidence()


@attrs.frozen
class SavedAnswer:
    """What an answer, or taking one back, did to the questions of an exercise.

    Attributes
    ----------
    answer
        The answer's name; empty: the person's answers were taken back.
    files
        The files that it changed.
    others
        The answers of other people that it replaced, or that are back.
    closed
        The keys of other open questions that it answered too.
    left
        The number of open questions.
    next
        The key of the most urgent one that is open; ``None`` if there is none.
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

    Attributes
    ----------
    uri
        Of a document of the exercise.
    folder
        Where its answers are kept.
    notices
        Which hypotheses are left out because they are other texts than the exercise's. They are no faults.
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

        Raises
        ------
        DocumentError
            If a file is broken or can't be written.
        ValueError
            If the question can't have this answer.
        """
        item = self.queue.find(key)
        if item is None:
            return self, None
        decisions = decisions_for(item.question, answer, author, date, note=note)
        return self._changed(item, answer.name, author, item.answered_by(answer, decisions, author, date))

    def without(self, key: str, author: str) -> tuple["ExerciseQueue", SavedAnswer | None]:
        """Take a person's answers to a question out of the files; those that they replaced come back.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written, or there is no answer of this person.
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
        """Write a change of the decisions, and return the questions after it and what it did."""
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

    Parameters
    ----------
    wanted
        Which questions, and how their answers' likelihood is computed.
    on_problem
        Called for each exercise that has no questions because it can't be used, and for a folder without exercises.

    Raises
    ------
    DocumentError
        If a path does not exist, or a configuration is broken.
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
