"""What an engine is started with, and what one piece of work may ask."""

from pathlib import Path
from typing import Literal

import attrs

from markscheme.encoders.settings import EncoderSettings, Vectorisation, encoder_folder
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.languages.pipeline import BUNDLED
from markscheme.metrics.cleme2 import Assumption, Factors
from markscheme.metrics.settings import CreditSettings, ImparaSettings, NgramSettings, UotSettings, Weighting
from markscheme.store.location import DEFAULT_LIMIT, default_path

Metric = Literal["cleme2", "cleme", "errant", "pt-errant", "uot-errant", "credit", "impara", "gleu", "green"]
NGRAM_METRICS: frozenset[Metric] = frozenset({"gleu", "green"})
"""They compare sentences, and no edits."""

Level = Literal["corpus", "sentence"]


@attrs.frozen
class EngineSettings:
    """What decides an engine's models and where it keeps their results.

    Attributes
    ----------
    pipeline
        ``bundled`` for the language's own, or an installed spaCy pipeline's name.
    encoder
        The sentence encoder.
    cache
        The cache file; ``None`` for the one in the user's cache folder.
    cache_limit
        Most bytes that the cache may hold.
    language
        The code of the language that texts are in.
    """

    pipeline: str = BUNDLED
    encoder: EncoderSettings = EncoderSettings()
    cache: str | None = None
    cache_limit: int = DEFAULT_LIMIT
    language: str = DEFAULT_LANGUAGE

    def resolved(self) -> "EngineSettings":
        """Return the same settings with absolute paths, so that they mean the same in any folder."""
        cache = Path(self.cache) if self.cache else default_path()
        folder = encoder_folder(self.encoder.name)
        encoder = attrs.evolve(self.encoder, name=str(folder.absolute())) if folder else self.encoder
        return attrs.evolve(self, encoder=encoder, cache=str(cache.absolute()))


@attrs.frozen
class ScoreSettings:
    """What decides a score, given the edits; each metric reads its own part.

    ``weighting`` is that of CLEME and CLEME2.0; ``None`` is the metric's own: by length for CLEME, none for CLEME2.0.
    ``judge`` is the language model of weighting by one.
    """

    metric: Metric = "cleme2"
    level: Level = "corpus"
    assumption: Assumption = "dependent"
    factors: Factors = Factors()
    vectorisation: Vectorisation = "removing"
    uot: UotSettings = UotSettings()
    credit: CreditSettings = CreditSettings()
    beta: float = 0.5
    weighting: Weighting | None = None
    impara: ImparaSettings = ImparaSettings()
    judge: JudgeSettings | None = None
    ngrams: NgramSettings = NgramSettings()

    @property
    def edit_weighting(self) -> Weighting:
        """The weighting in use; none where the metric has no weights."""
        if self.metric not in ("cleme2", "cleme"):
            return "none"
        return self.weighting or ("length" if self.metric == "cleme" else "none")
