"""The work of an engine process, whoever asks for it: one set of models, one worker thread."""

import gc
import logging
import traceback
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from cachetools import LRUCache

from markscheme.engine.scheduler import Scheduler
from markscheme.engine.texts import KeptTexts
from markscheme.judges.errors import JudgeError
from markscheme.languages.language import LanguageError
from markscheme.progress import Cancelled, Progress
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.engine.requests.questions import QuestionsReply
    from markscheme.judges.panel import JudgePanel
    from markscheme.marking.documents import DocumentMarker
    from markscheme.scoring.models import Models

logger = logging.getLogger(__name__)
T = TypeVar("T")
F = TypeVar("F")

KEPT_QUESTIONS = 8
"""Exercises whose questions are kept, by last use."""


class Service:
    """What the connections of an engine process share. Models are imported on first use: the process starts fast."""

    def __init__(self, settings: EngineSettings) -> None:
        self.scheduler = Scheduler()
        self.texts = KeptTexts()
        self.questions: LRUCache[str, QuestionsReply] = LRUCache(KEPT_QUESTIONS)
        self._settings = settings
        self._creation = Lock()
        self._documents: DocumentMarker | None = None
        self._frozen = (False, False, 0)

    def documents(self) -> "DocumentMarker":
        """Return what marks documents; create it on the first call. May be called from any thread."""
        from markscheme.marking.documents import DocumentMarker
        from markscheme.scoring.models import Models

        with self._creation:
            if self._documents is None:
                self._documents = DocumentMarker(Models(self._settings))
            return self._documents

    @cached_property
    def judges(self) -> "JudgePanel":
        """The language models that were asked so far."""
        from markscheme.judges.panel import JudgePanel

        return JudgePanel()

    async def run(
        self,
        key: str,
        work: Callable[["DocumentMarker", Progress], T],
        on_failure: Callable[[tuple[DocumentError, ...], str | None], F],
        priority: int,
        progress: Progress,
    ) -> T | F:
        """Run work in the worker thread; see :meth:`markscheme.engine.requests.request.Call.run`.

        Cancelling the coroutine returns at once; the work stops within one batch, unless other calls share it.
        """

        def job(report: Progress) -> T | F:
            from markscheme.encoders.settings import EncoderError

            try:
                documents = self.documents()
                result = work(documents, report)
                self._freeze(documents.models)
                return result
            except DocumentError as problem:
                return on_failure((problem,), None)
            except (EncoderError, LanguageError, JudgeError) as error:
                return on_failure((), str(error))
            except Cancelled:
                raise
            except Exception as error:
                log_failure(error)
                raise

        return await self.scheduler.result(key, job, priority, progress)

    def _freeze(self, models: "Models") -> None:
        """Exclude loaded models from garbage collection: scanning them takes longer than marking one sentence."""
        loaded = (models.pipeline_loaded, models.loaded_encoder is not None, models.loaded_estimators)
        if loaded != self._frozen:
            self._frozen = loaded
            gc.freeze()


def log_failure(error: Exception) -> None:
    """Log an error's type and place, without its message: that may quote a document."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)
