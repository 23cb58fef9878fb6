"""What an engine is asked and what it answers; nothing heavy to import."""

import attrs

from markscheme.documents.configuration import MarkingOverrides
from markscheme.documents.document import Document
from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, Participant
from markscheme.documents.material import materials
from markscheme.documents.reading import TextSource
from markscheme.marking.findings import DocumentReview
from markscheme.marking.marks import MarkSettings


@attrs.frozen
class ReviewTask:
    """One hypothesis document to be marked.

    Attributes
    ----------
    source
        The learner's text; ``None`` where M2 documents carry it.
    hypothesis
        The correction to be marked; ``None`` marks the source as the hypothesis that changed nothing.
    references
        At least one.
    problems
        Why further references could not be read.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    with_vectors
        Whether weights, plans and credit are wanted, or categories alone.
    accepted
        The file of accepted alternatives, if there is one.
    """

    source: Document | None
    hypothesis: Document | None
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...] = ()
    tokenised: bool | None = None
    settings: MarkSettings = MarkSettings()
    with_vectors: bool = True
    accepted: Document | None = None

    @property
    def marked(self) -> Document:
        """The document that is marked; an M2 file that is all there is, is marked as its own source."""
        return self.hypothesis or self.source or self.references[0]


def review_tasks(
    exercise: Exercise,
    participant: Participant | None,
    read: TextSource,
    settings: MarkSettings,
    overrides: MarkingOverrides = MarkingOverrides(),
) -> tuple[ReviewTask, ...]:
    """What marks a hypothesis's file, or the source (``None``): a task for each correction that it holds.

    The exercise's configuration comes before ``settings``, and ``overrides`` come before both.

    Raises
    ------
    DocumentError
        If the exercise has a problem, the file can't be used, there is no source, or no reference can be used.
    """
    own = settings.overridden(exercise.marking).overridden(overrides)
    return tuple(
        ReviewTask(
            found.source,
            found.hypothesis,
            found.references,
            found.problems,
            exercise.tokenised,
            own,
            accepted=found.accepted,
        )
        for found in materials(exercise, participant, read)
    )


@attrs.frozen
class ReviewOutcome:
    """A review, and the references that could not be used, each with why."""

    review: DocumentReview
    problems: tuple[DocumentError, ...]
