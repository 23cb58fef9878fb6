"""``markscheme doctor``: is everything there that marking needs?"""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import attrs

from markscheme.encoders import encoder as encoders
from markscheme.encoders.encoder import EncoderError
from markscheme.languages import pipeline as pipelines
from markscheme.languages.pipeline import PipelineError
from markscheme.scoring.settings import EngineSettings
from markscheme.store.cache import Cache

PACKAGES = ("pygls", "torch", "transformers", "spacy", "errant", "POT", "sqlite-utils")


@attrs.frozen
class Diagnosis:
    """One thing that was looked at; ``told`` says what was found, and the remedy if it is not sound."""

    subject: str
    sound: bool
    told: str


def examine(settings: EngineSettings) -> list[Diagnosis]:
    """Packages, pipeline, encoder, device and cache, each tried for real."""
    from pathlib import Path

    cache = Path(settings.cache) if settings.cache else None
    return [
        _packages(),
        _tried("pipeline", lambda: _pipeline(settings.pipeline), PipelineError),
        _tried("encoder", lambda: _encoder(settings), EncoderError),
        _tried("cache", lambda: _cache(cache), OSError),
    ]


def _packages() -> Diagnosis:
    found: list[str] = []
    missing: list[str] = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Diagnosis("packages", False, f"missing: {', '.join(missing)}; run: pip install {' '.join(missing)}")
    return Diagnosis("packages", True, ", ".join(found))


def _tried(subject: str, look: Callable[[], str], failure: type[Exception]) -> Diagnosis:
    try:
        return Diagnosis(subject, True, look())
    except (failure, ImportError) as error:
        return Diagnosis(subject, False, str(error))


def _pipeline(name: str) -> str:
    loaded = pipelines.Pipeline(name)
    [document] = loaded.parse([("It", "works", ".")])
    if document[1].tag_ != "VBZ":
        raise PipelineError(f"{loaded.identity} reads 'works' in 'It works .' as {document[1].tag_}, not VBZ")
    return loaded.identity


def _encoder(settings: EngineSettings) -> str:
    encoder = encoders.Encoder(settings.encoder)
    encoder.encode(["It works ."])
    return f"{encoder.identity}, {encoder.dimension} dimensions, on {encoder.device}"


def _cache(path: object) -> str:
    from pathlib import Path

    opened = Cache(path if isinstance(path, Path) else None)
    faults = opened.faults()
    if faults:
        raise OSError(f"{opened.path} is damaged ({faults[0]}); run: markscheme cache clear")
    stats = opened.stats()
    size = f"{stats.bytes / 1e6:.1f} MB of {stats.limit / 1e6:.0f} MB"
    return f"{stats.path}: {stats.vectors} vectors, {stats.records} records, {size}"
