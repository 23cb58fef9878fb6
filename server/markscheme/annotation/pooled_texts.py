"""The texts of an exercise with everybody who corrected it, as files give them; nothing heavy to import."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.folders import OnProblem
from markscheme.exercises.material import ExerciseMaterials, Material, decisions_of
from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.upkeep.reference_files import reference_reminders
from markscheme.formats.document import Document
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.work import nothing_to_mark
from markscheme.text.errors import DocumentError, NoRevision, NothingToMark, OtherText
from markscheme.text.reading import TextSource, is_folder


@attrs.frozen
class Contribution:
    """A person's correction, or a file with the corrections of several.

    Attributes
    ----------
    person
        The name that the person has in all exercises; that of the file, where it holds several people's.
    document
        The correction.
    """

    person: str
    document: Document


@attrs.frozen
class PooledTexts:
    """One exercise's source with all references and hypotheses.

    Attributes
    ----------
    exercise
        The exercise's name.
    material
        Its source and references, with the files of decisions; no hypothesis.
    references, hypotheses
        Whose corrections they are, in the exercise's order.
    settings
        How its documents are marked.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    states_language
        Whether a person said which language the texts are in.
    problems
        Why other texts can't be used.
    groups
        The kinds of errors that the exercise's configuration makes of ERRANT's types.
    notices
        Which hypotheses are left out because they are other texts than the exercise's. They are no faults.
    """

    exercise: str
    material: Material
    references: tuple[Contribution, ...]
    hypotheses: tuple[Contribution, ...]
    settings: MarkSettings = MarkSettings()
    tokenised: bool | None = None
    states_language: bool = False
    problems: tuple[DocumentError, ...] = ()
    groups: ErrorGroups = ErrorGroups()
    notices: tuple[DocumentError, ...] = ()

    @property
    def decisions(self) -> Decisions:
        """What was decided about single places; the files that can't be read are among the problems."""
        return decisions_of(self.material)[0]

    @property
    def undecided(self) -> "PooledTexts":
        """The same texts before anything was decided about them."""
        return attrs.evolve(self, material=attrs.evolve(self.material, accepted=None, decisions=None))


def pooled_texts(exercise: Exercise, read: TextSource, settings: TaskSettings = TaskSettings()) -> PooledTexts:
    """Return the texts of an exercise. A hypothesis that can't be used is left out, with its problem.

    Raises
    ------
    DocumentError
        If the exercise has a problem or no reference, or there is no source.
    """
    settings.check_language(exercise)
    materials = ExerciseMaterials(exercise, read)
    problems: list[DocumentError] = []
    notices: list[DocumentError] = []
    marked = list(_marked(materials, exercise.hypotheses, problems, notices))
    own = attrs.evolve(marked[0][1], hypothesis=None) if marked else materials.of(None)[0]
    _, unreadable = decisions_of(own)
    return PooledTexts(
        exercise.name,
        own,
        tuple(_references(materials.exercise.references, own.references)),
        tuple(Contribution(person, item.marked) for person, item in marked),
        settings.marks_of(exercise),
        exercise.tokenised,
        (settings.overrides.language or exercise.marking.language) is not None,
        (*own.problems, *problems, *unreadable, *reference_reminders(exercise, read)),
        exercise.groups,
        tuple(notices),
    )


def exercises_at(path: Path, read: TextSource, on_problem: OnProblem) -> tuple[Exercise, ...]:
    """Return the exercises that a path stands for: those of a folder, or those that a document is in.

    An essay that its student has not revised yet takes part, without a hypothesis.

    Parameters
    ----------
    on_problem
        Called with the reason why the path, or a folder in it, can't be used; if it raises nothing, the search goes on.
    """
    folder = path.parent if path.name == CONFIGURATION else path
    is_whole = is_folder(folder)
    try:
        exercises = exercises_in(folder, read, on_problem) if is_whole else exercises_of(path, read)
    except DocumentError as problem:
        on_problem(problem)
        return ()
    if not exercises:
        on_problem(no_exercise(folder) if is_whole else nothing_to_mark(path, exercises, read))
    return tuple(
        attrs.evolve(item, problem=None) if isinstance(item.problem, NoRevision) else item for item in exercises
    )


def texts_at(path: Path, read: TextSource, settings: TaskSettings, on_problem: OnProblem) -> Iterator[PooledTexts]:
    """Yield the texts of each exercise that a path stands for (:func:`exercises_at`).

    Parameters
    ----------
    on_problem
        Called with the reason why an exercise, or the path, can't be used; if it raises nothing, the search goes on.
    """
    for exercise in exercises_at(path, read, on_problem):
        try:
            yield pooled_texts(exercise, read, settings)
        except DocumentError as problem:
            on_problem(problem)


def _marked(
    materials: ExerciseMaterials,
    participants: Sequence[Participant],
    problems: list[DocumentError],
    notices: list[DocumentError],
) -> Iterator[tuple[str, Material]]:
    """Yield each hypothesis with its person's name; add the reason why another one is left out."""
    for participant in participants:
        try:
            own = materials.of(participant)
        except OtherText as problem:
            name = participant.path.name
            words = f"{name} is left out: it does not look like a version of the text"
            notices.append(OtherText(words, path=problem.path))
            continue
        except NothingToMark:
            continue
        except DocumentError as problem:
            problems.append(problem)
            continue
        for item in own:
            yield participant.identity if len(own) == 1 else item.marked.name, item


def _references(participants: Sequence[Participant], documents: Sequence[Document]) -> Iterator[Contribution]:
    """Yield each readable reference with its person; the only annotator of a file has the participant's name."""
    for participant in participants:
        own = [item for item in documents if item.path == participant.path and _is_by(participant, item)]
        is_one = sum(not document.choice for document in own) == 1
        for document in own:
            yield Contribution(participant.identity if is_one else document.name, document)


def _is_by(participant: Participant, document: Document) -> bool:
    return participant.person is None or participant.person in (document.author, document.name, *document.authors)
