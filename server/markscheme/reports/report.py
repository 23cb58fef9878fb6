"""What a report is made of."""

from pathlib import Path

import attrs

from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.text.errors import DocumentError


@attrs.frozen
class ReviewedDocument:
    """A hypothesis document with its marks.

    Attributes
    ----------
    path
        Its file.
    exercise
        Its exercise's name.
    text
        What the findings' spans point into: the file's text; of a Word document, the corrected text.
    review
        Marks and findings.
    author
        Whose correction it is, where the file holds several.
    """

    path: Path
    exercise: str
    text: str
    review: DocumentReview
    author: str | None = None


@attrs.frozen
class EstimatedDocument:
    """A hypothesis document of an exercise without a reference; its other attributes are :class:`ReviewedDocument`'s.

    Attributes
    ----------
    estimate
        IMPARA's view of it: no marks, and never to be counted among them.
    """

    path: Path
    exercise: str
    text: str
    estimate: DocumentEstimate
    author: str | None = None


@attrs.frozen
class Report:
    """Every document that could be reviewed, in the order of the paths given, and what stood in the way.

    Attributes
    ----------
    estimated
        The documents that have no reference to be marked against, in the same order.
    """

    documents: tuple[ReviewedDocument, ...]
    problems: tuple[DocumentError, ...]
    estimated: tuple[EstimatedDocument, ...] = ()
