"""What an engine is started with, and what one piece of work may ask."""

from typing import Literal

import attrs

from markscheme.edits.pipeline import BUNDLED
from markscheme.encoders.settings import CACHE_LIMIT, EncoderSettings, Vectorisation
from markscheme.metrics.cleme2 import Assumption, Factors
from markscheme.metrics.settings import CreditSettings, UotSettings

Metric = Literal["cleme2", "errant", "uot-errant", "credit"]
Level = Literal["corpus", "sentence"]


@attrs.frozen
class EngineSettings:
    """What an engine owns.

    Attributes
    ----------
    pipeline
        ``bundled``, or an installed spaCy pipeline's name.
    encoder
        The sentence encoder.
    cache
        The cache file; ``None`` for the user's own.
    cache_limit
        Most bytes that it may hold.
    """

    pipeline: str = BUNDLED
    encoder: EncoderSettings = EncoderSettings()
    cache: str | None = None
    cache_limit: int = CACHE_LIMIT


@attrs.frozen
class ScoreSettings:
    """What decides a score, given the edits; each metric reads its own part."""

    metric: Metric = "cleme2"
    level: Level = "corpus"
    assumption: Assumption = "dependent"
    factors: Factors = Factors()
    vectorisation: Vectorisation = "removing"
    uot: UotSettings = UotSettings()
    credit: CreditSettings = CreditSettings()
    beta: float = 0.5
