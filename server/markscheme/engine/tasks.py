"""What an engine is asked and what it answers; nothing heavy to import."""

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.passages import Document
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
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    with_vectors
        Whether weights, plans and credit are wanted, or categories alone.
    """

    source: Document | None
    hypothesis: Document | None
    references: tuple[Document, ...]
    tokenised: bool | None = None
    settings: MarkSettings = MarkSettings()
    with_vectors: bool = True


@attrs.frozen
class ReviewOutcome:
    """A review, and the references that could not be used, each with why."""

    review: DocumentReview
    problems: tuple[DocumentError, ...]
