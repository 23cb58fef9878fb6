"""One set of models, to mark documents and to score corpora with."""

from functools import cached_property
from typing import TYPE_CHECKING

from markscheme.scoring.models import Models
from markscheme.scoring.scorer import Scorer
from markscheme.scoring.settings import EngineSettings

if TYPE_CHECKING:
    from markscheme.marking.documents import DocumentMarker


class Engine:
    """Loads models on first need, and keeps what it computes.

    Attributes
    ----------
    models
        The pipeline, the encoder, estimators and the cache.
    """

    def __init__(self, settings: EngineSettings = EngineSettings()) -> None:
        self.models = Models(settings)

    @cached_property
    def documents(self) -> "DocumentMarker":
        """Marks documents."""
        from markscheme.marking.documents import DocumentMarker  # corpora are scored without

        return DocumentMarker(self.models)

    @cached_property
    def scorer(self) -> Scorer:
        """Scores corpora."""
        return Scorer(self.models)

    def forget(self, passages: int) -> None:
        """Drop what is remembered of documents, if it is of more passages than this; models and the cache stay."""
        if max(self.models.passages_in_memory, self.documents.passages_in_memory) > passages:
            self.__dict__.pop("documents")
            self.models.forget()
