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
from markscheme.annotation.questions.queue import Queue, queue_of
from markscheme.annotation.reading import pool_of
from markscheme.exercises.decisions.decision_folder import DecisionFolder, read_folder, rewrite
from markscheme.exercises.discovery import exercises_in, exercises_of
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

    def answered(self, key: str, answer: Answer, author: str, date: datetime.date, note: str = "") -> "ExerciseQueue":
        """Write a person's answer, and return the questions after it; nothing where there is no such question.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written.
        ValueError
            If the question can't have this answer.
        """
        item = self.queue.find(key)
        if item is None:
            return self
        decisions = decisions_for(item.question, answer, author, date, note=note)
        rewrite(self.folder, decisions, item.replaced_by(answer, decisions, author))
        return self._again(author)

    def without(self, key: str, author: str) -> "ExerciseQueue":
        """Take a person's answers to a question out of the files, and return the questions after it.

        Raises
        ------
        DocumentError
            If a file is broken or can't be written, or there is no answer of this person.
        """
        item = self.queue.find(key)
        if item is None:
            return self
        decisions = [decision for reply in item.by(author) for decision in reply.decisions]
        if not decisions:
            raise DocumentError(f"{author or 'nobody'} has no answer to the question {key!r}", path=self.folder.path)
        rewrite(self.folder, (), decisions)
        return self._again(author)

    def _again(self, author: str) -> "ExerciseQueue":
        decisions, _ = read_folder(self.folder, read_text)
        return attrs.evolve(self, queue=queue_of(self.questions, decisions, author))


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
        Called for each exercise that has no questions because it can't be used.

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
