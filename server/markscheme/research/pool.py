"""The pool: every sentence of one or several exercises with every person's version of it."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.documents.corpus import Document, Side
from markscheme.documents.files import TextSource, is_folder
from markscheme.edits.edit import Edits, PassageEdits
from markscheme.edits.passages import Passage
from markscheme.errors import DocumentError, NoRevision, NothingToMark, OtherText
from markscheme.exercises.configuration import OnProblem
from markscheme.exercises.decisions import Decisions, Placed
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import ExerciseMaterials, Material, decisions_of
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.scheme.scheme import ErrorKinds
from markscheme.exercises.upkeep import reference_reminders
from markscheme.marking.changes import Rules
from markscheme.marking.driver import MarkSettings, TaskSettings, nothing_to_mark


@attrs.frozen
class Version:
    """One person's version of a sentence: its tokens and their places in the person's document. ``edits``: in source
    order, disjoint; where too many are on end, neighbours count as one (:mod:`markscheme.marking.marks`).
    ``detections``: errors marked without a correction.
    """

    side: Side
    edits: Edits = ()
    detections: Edits = ()

    @property
    def is_absent(self) -> bool:
        return self.side.absent

    @property
    def leaves(self) -> bool:
        return not (self.side.absent or self.edits or self.detections)


@attrs.frozen
class PooledText:
    """An exercise's text in a pool. ``references``, ``hypotheses``: ``None`` for people who have none here."""

    exercise: str
    source: Document
    references: tuple[Document | None, ...]
    hypotheses: tuple[Document | None, ...]
    settings: MarkSettings = MarkSettings()
    kinds: ErrorKinds = ErrorKinds()


@attrs.frozen
class PooledSentence:
    """A sentence of a source with all versions of it; several sentences where a version joins or parts them.

    ``text``: the index of its text in :attr:`Pool.texts`. ``passage``: its source with the source itself as the
    hypothesis, and every reference's and then every hypothesis's side as references. ``references``, ``hypotheses``: in
    the order of the pool's people; a person who has no document here is absent. ``starts``: the tokens at which the
    source's own sentences begin, ascending; the first is 0.
    """

    text: int
    passage: Passage
    references: tuple[Version, ...]
    hypotheses: tuple[Version, ...]
    rules: Rules = Rules()
    starts: tuple[int, ...] = (0,)

    @property
    def source(self) -> tuple[str, ...]:
        return self.passage.source.tokens

    @property
    def decisions(self) -> tuple[Placed, ...]:
        return self.rules.decisions

    def smallest(self, start: int, end: int) -> tuple[int, int]:
        """Return the tokens of the fewest whole sentences of the source that hold a place.

        A gap between two sentences belongs to the first of them.

        >>> from markscheme.documents.corpus import Side
        >>> from markscheme.documents.places import whitespace_segment
        >>> source = whitespace_segment("I ran . He sat . We left .")
        >>> sentence = PooledSentence(0, Passage(source, Side(source), ()), (), (), starts=(0, 3, 6))
        >>> sentence.smallest(4, 5), sentence.smallest(3, 3), sentence.smallest(2, 4)
        ((3, 6), (0, 3), (0, 6))
        """
        begin = max((item for item in self.starts if item < start or (item == start < end)), default=0)
        return begin, min((item for item in self.starts if item >= end and item > begin), default=len(self.source))

    def edits(self, marked: Version, references: Sequence[Version]) -> PassageEdits:
        return PassageEdits(
            self.source,
            marked.edits,
            tuple(item.edits for item in references),
            self.passage.parallel,
            frozenset(index for index, item in enumerate(references) if item.is_absent),
        )

    def marked(self, marked: Version, references: Sequence[Version]) -> Passage:
        return Passage(self.passage.source, marked.side, tuple(item.side for item in references), self.passage.parallel)


@attrs.frozen
class Pool:
    """All sentences with all versions, in the order of the texts, and of each source.

    ``references``, ``hypotheses``: the people's names, in order of first appearance, over all exercises. An annotator
    who gives several acceptable corrections of an edit (``a||b`` in M2) is several references. ``first_choices``: for
    each reference, the index of the one that has the same annotator's first corrections. By default every reference is
    another annotator's. ``notices``: which hypotheses are left out because they are other texts than their exercises'.
    They are no faults.
    """

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    texts: tuple[PooledText, ...]
    sentences: tuple[PooledSentence, ...]
    problems: tuple[DocumentError, ...] = ()
    first_choices: tuple[int, ...] = attrs.field(
        default=attrs.Factory(lambda self: tuple(range(len(self.references))), takes_self=True)
    )
    notices: tuple[DocumentError, ...] = ()

    @property
    def unused(self) -> tuple[DocumentError, ...]:
        """All that is not in the pool and why: the problems, then the notices."""
        return (*self.problems, *self.notices)

    @property
    def annotators(self) -> tuple[int, ...]:
        """The indices of the references that have an annotator's first corrections: one for each annotator."""
        return tuple(index for index, first in enumerate(self.first_choices) if index == first)

    def annotators_of(self, references: Iterable[int]) -> frozenset[int]:
        """Return the annotators of some references, each by the index of the first choice."""
        return frozenset(self.first_choices[reference] for reference in references)

    def others(self, annotator: int) -> tuple[int, ...]:
        """Return the indices of the references that are by other annotators, with all their choices."""
        return tuple(index for index, first in enumerate(self.first_choices) if first != annotator)


@attrs.frozen
class Contribution:
    """A person's correction, or a file with several people's.

    ``person``: the name in all exercises, else that of the file.
    """

    person: str
    document: Document


@attrs.frozen
class PooledTexts:
    """One exercise's source with all references and hypotheses. ``material``: without hypotheses. ``tokenised``: one
    tokenised sentence a line; ``None``: look at them. ``states_language``: whether a person said the language.
    ``notices``: which hypotheses are left out, without a fault, because they are other texts than the exercise's.
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
        return attrs.evolve(self, material=attrs.evolve(self.material, accepted=None, decisions=None))


def pooled_texts(exercise: Exercise, read: TextSource, settings: TaskSettings = TaskSettings()) -> PooledTexts:
    """Return the texts of an exercise; a hypothesis that can't be used is left out, with its problem. Raise
    DocumentError if the exercise has a problem or no reference, or there is no source.
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
    """Return the exercises of a folder, or those that a document is in; an essay that is not revised yet takes part,
    without a hypothesis. The search goes on after ``on_problem``, unless it raises.
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
    """Yield the texts of each exercise that a path stands for (:func:`exercises_at`)."""
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
    for participant in participants:
        own = [item for item in documents if item.path == participant.path and _is_by(participant, item)]
        is_one = sum(not document.choice for document in own) == 1
        for document in own:
            yield Contribution(participant.identity if is_one else document.name, document)


def _is_by(participant: Participant, document: Document) -> bool:
    return participant.person is None or participant.person in (document.author, document.name, *document.authors)
