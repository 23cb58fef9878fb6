"""What a client may set: ``initializationOptions``, or ``settings.markscheme`` when they change."""

from typing import Any

import attrs
import cattrs
from cattrs.errors import BaseValidationError
from cattrs.v import transform_error

from markscheme.edits.pipeline import BUNDLED
from markscheme.encoders.settings import Device, EncoderSettings, Pooling, Precision
from markscheme.engine.settings import EngineSettings
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.cleme2 import Assumption, Factors
from markscheme.metrics.settings import CreditSettings


@attrs.frozen
class Options:
    """A client's settings, all optional; a wrong one is told of and the default is used.

    Attributes
    ----------
    hits
        Whether hits are published as (hint) diagnostics.
    lenses, inlay_hints, symbols, folding, semantic_tokens
        Whether the feature is there.
    debounce
        Milliseconds of quiet after a keystroke before a document is marked again.
    assumption
        Whether one reference is chosen a sentence, or each chunk may follow any.
    factors
        CLEME2.0's trade-off factors: hit, wrong, under, over.
    tau
        Credit's tau.
    encoder, pooling, device, precision
        See :class:`markscheme.encoders.settings.EncoderSettings`.
    pipeline
        ``bundled``, or an installed spaCy pipeline.
    cache
        The cache file; the user's own if not set.
    """

    hits: bool = True
    lenses: bool = True
    inlay_hints: bool = True
    symbols: bool = True
    folding: bool = True
    semantic_tokens: bool = True
    debounce: int = 300
    assumption: Assumption = "dependent"
    factors: tuple[float, float, float, float] = (0.50, 0.40, 0.05, 0.05)
    tau: float = CreditSettings().tau
    encoder: str = EncoderSettings().name
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    pipeline: str = BUNDLED
    cache: str | None = None

    @property
    def engine(self) -> EngineSettings:
        encoder = EncoderSettings(self.encoder, self.pooling, self.device, self.precision)
        return EngineSettings(self.pipeline, encoder, self.cache)

    @property
    def marks(self) -> MarkSettings:
        return MarkSettings(self.assumption, Factors(*self.factors), CreditSettings(tau=self.tau))


_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)


@_converter.register_structure_hook
def _strict_bool(value: Any, _: type) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, not {value!r}")
    return value


def read_options(value: object) -> tuple[Options, str | None]:
    """The options in a client's JSON value, and one clear message if any of it is wrong.

    They may stand in a section of their own, ``{"markscheme": {...}}``: some clients have one place for
    ``initializationOptions`` and for the sections of ``workspace/configuration``.
    """
    if isinstance(value, dict) and value.keys() == {"markscheme"}:
        value = value["markscheme"]
    if value is None:
        return Options(), None
    try:
        return _converter.structure(value, Options), None
    except (BaseValidationError, ValueError, TypeError) as error:
        reasons = "; ".join(transform_error(error, path="markscheme"))
        return Options(), f"Markscheme's settings are not used: {reasons}"
