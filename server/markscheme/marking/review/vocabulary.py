"""The vocabularies in which a document's marks are shown: ours, for teachers, or CLEME2.0's, for researchers."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markscheme.marking.review.document_review import DocumentReview

VocabularyName = Literal["verdicts", "cleme2"]
"""``verdicts``: places with verdicts. ``cleme2``: chunks with categories, types and scores."""

DEFAULT_VOCABULARY: VocabularyName = "verdicts"

_REVIEWS: "Mapping[VocabularyName, Callable[[DocumentReview], DocumentReview]]" = MappingProxyType(
    {"verdicts": lambda review: review, "cleme2": lambda review: review.in_chunks}
)


def in_vocabulary(review: "DocumentReview", vocabulary: VocabularyName) -> "DocumentReview":
    """Return a review with the findings that a vocabulary shows."""
    return _REVIEWS[vocabulary](review)
