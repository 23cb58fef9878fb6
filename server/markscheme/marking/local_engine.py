"""One set of models, to mark documents and to score corpora with."""

from markscheme.marking.documents import DocumentMarker
from markscheme.scoring.models import Models
from markscheme.scoring.scorer import Scorer
from markscheme.scoring.settings import EngineSettings


class Engine:
    """Loads models on first need, and keeps what it computes.

    Attributes
    ----------
    models
        The pipeline, the encoder, estimators and the cache.
    documents
        Marks documents.
    scorer
        Scores corpora.
    """

    def __init__(self, settings: EngineSettings = EngineSettings()) -> None:
        self.models = Models(settings)
        self.documents = DocumentMarker(self.models)
        self.scorer = Scorer(self.models)
