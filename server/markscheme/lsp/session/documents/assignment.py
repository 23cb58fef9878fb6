"""The tasks of a document, by its role in its exercise."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.file_texts import file_text
from markscheme.exercises.material import read_texts
from markscheme.lsp.editor.options import Options
from markscheme.lsp.session.documents.marked import TextDocument
from markscheme.marking.tasks import ExerciseTasks, Task, TaskSettings
from markscheme.metrics.estimates import EstimateSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


@attrs.frozen
class Assignment:
    """The work for one document.

    Attributes
    ----------
    role
        The document's part in the exercise.
    task
        The document's own task; ``None`` for a reference.
    others
        The tasks of the versions that it is compared with: every hypothesis of a source. A reference is compared with
        each other reference: each task marks it against that one, whose participant stands beside it.
    """

    exercise: Exercise
    role: Role
    task: Task | None
    others: tuple[tuple[Participant, Task], ...] = ()


def assigned(document: TextDocument, options: Options, read: TextSource) -> Assignment | None:
    """Return the work for a document; ``None`` for one of no exercise.

    Raises
    ------
    DocumentError
        If it can't be marked.
    """
    if document.view is not None:
        text = file_text(document.path, document.view.author, read)
        if text.exercise is None or text.role is None:
            return None
        exercise = with_wanted_references(text.exercise, options)
        return _Assigner(exercise, options, read).of(text.role, text.participant, text.document.name)
    for found in exercises_of(document.path, read):
        exercise = with_wanted_references(found, options)
        assigner = _Assigner(exercise, options, read)
        for own in exercise.marked(document.path):
            return assigner.of("source" if own is None else "hypothesis", own)
        for reference in exercise.references:
            if reference.path == document.path:
                return assigner.of("reference", reference)
    return None


@attrs.frozen
class _Assigner:
    """Assigns the documents of one exercise."""

    exercise: Exercise
    options: Options
    read: TextSource

    def of(self, role: Role, own: Participant | None, name: str | None = None) -> Assignment | None:
        """Return the work for a document in a role; ``None`` for a reference that is not wanted.

        Parameters
        ----------
        own
            ``None``: the source.
        name
            Of a file that holds several texts, the one that is meant; the first one if ``None``.
        """
        if role == "reference":
            if own not in self.exercise.references:
                return None
            return Assignment(self.exercise, role, None, tuple(self._other_references(own, name)))
        tasks = ExerciseTasks(self.exercise, self.read, TaskSettings(self.options.marks, self.options.estimates))
        task = _task_named(tasks.of(own), name)
        others = self._hypotheses(tasks) if own is None else ()
        return Assignment(self.exercise, role, task, tuple(others))

    def _hypotheses(self, tasks: ExerciseTasks) -> Iterator[tuple[Participant, Task]]:
        """Yield the hypotheses' tasks; one that can't be used shows its problem in its own document."""
        for item in self.exercise.hypotheses:
            try:
                item_tasks = tasks.of(item)
            except DocumentError:
                continue
            yield from ((item, attrs.evolve(task, with_vectors=False)) for task in item_tasks)

    def _other_references(self, own: Participant, name: str | None) -> Iterator[tuple[Participant, Task]]:
        settings = TaskSettings(self.options.marks, EstimateSettings(wanted=False), with_vectors=False)
        for item in (*self._colleagues(own, name), *self.exercise.references):
            if item != own:
                pair = attrs.evolve(self.exercise, references=(item,))
                try:
                    task = _task_named(ExerciseTasks(pair, self.read, settings).of(own), name)
                except DocumentError as problem:
                    if problem.path == own.path:
                        raise
                    continue
                yield item, task

    def _colleagues(self, own: Participant, name: str | None) -> Iterator[Participant]:
        """Yield the other authors of a reference's file, where one author's text is meant."""
        corrections = read_texts(own, self.read).corrections if name is not None else ()
        for item in corrections:
            if item.name != name and item.author is not None:
                yield Participant(item.name, own.path, item.author)


def _task_named(tasks: Sequence[Task], name: str | None) -> Task:
    """Return the task of the text of a name, or the first one."""
    return next((task for task in tasks if name in (None, task.marked.name)), tasks[0])


def with_wanted_references(exercise: Exercise, options: Options) -> Exercise:
    """Return the exercise with the references that the options want; with a problem where they want none."""
    wanted = tuple(item for item in exercise.references if options.uses(item.name))
    if exercise.references and not wanted and exercise.problem is None:
        names = ", ".join(item.name for item in exercise.references)
        problem = DocumentError(
            f"no reference of the exercise {exercise.name!r} is wanted",
            remedy=f"The setting markscheme.references leaves out all of {names}",
        )
        return attrs.evolve(exercise, problem=problem)
    return attrs.evolve(exercise, references=wanted)


def depends(exercise: Exercise, document: Path, changed: Path) -> bool:
    """Return whether a document's marks may change with another's text; two hypotheses are independent."""
    role = exercise.role(changed)
    if exercise.role(document) == "source" and role is not None:
        return True
    counts = role in ("source", "reference") or changed in exercise.companions
    return exercise.role(document) is not None and counts
