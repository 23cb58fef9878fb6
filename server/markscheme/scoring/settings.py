"""What an engine is started with."""

from pathlib import Path

import attrs

from markscheme.encoders.settings import EncoderSettings, encoder_folder
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.languages.pipeline import BUNDLED
from markscheme.store.location import DEFAULT_LIMIT, default_path


@attrs.frozen
class EngineSettings:
    """What decides an engine's models and where it keeps their results.

    ``pipeline`` is ``bundled`` or an installed spaCy pipeline. ``cache`` is a file, ``None`` for the user's own;
    ``cache_limit`` is in bytes.
    """

    pipeline: str = BUNDLED
    encoder: EncoderSettings = EncoderSettings()
    cache: str | None = None
    cache_limit: int = DEFAULT_LIMIT
    language: str = DEFAULT_LANGUAGE

    def resolved(self) -> "EngineSettings":
        """Return settings whose paths are absolute, and so mean the same in any folder."""
        cache = Path(self.cache) if self.cache else default_path()
        folder = encoder_folder(self.encoder.name)
        encoder = attrs.evolve(self.encoder, name=str(folder.absolute())) if folder else self.encoder
        return attrs.evolve(self, encoder=encoder, cache=str(cache.absolute()))

    def elsewhere(self) -> "EngineSettings":
        """Return the settings of a worker that may be on another machine.

        An unnamed cache is that machine's user's own; a named one and an encoder's folder have the same path there. The
        encoder runs on the processor, unless the device is named: which GPUs a worker sees is not for it to say.
        """
        named = self.resolved()
        device = "cpu" if self.encoder.device == "auto" else self.encoder.device
        encoder = attrs.evolve(named.encoder, device=device)
        return attrs.evolve(named, encoder=encoder, cache=named.cache if self.cache else None)
