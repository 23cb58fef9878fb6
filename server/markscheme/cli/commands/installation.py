"""Checks of the installation: packages, pipeline, encoder and cache, each used for real."""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import attrs

from markscheme.encoders.encoder import Encoder
from markscheme.encoders.settings import EncoderError
from markscheme.languages.catalogue import find_language
from markscheme.languages.language import LanguageError
from markscheme.languages.pipeline import Pipeline
from markscheme.scoring.settings import EngineSettings
from markscheme.store.cache import Cache

PACKAGES = ("pygls", "torch", "transformers", "spacy", "errant", "POT", "sqlite-utils")


@attrs.frozen
class Diagnosis:
    """The result of one check; ``detail`` says what there is, and the remedy if it is not sound."""

    subject: str
    sound: bool
    detail: str


def examine(settings: EngineSettings) -> list[Diagnosis]:
    """Return the checks of packages, pipeline, encoder, device and cache. Each is used for real."""
    cache = Path(settings.cache) if settings.cache else None
    return [
        _packages(),
        _checked("pipeline", lambda: _pipeline(settings), LanguageError),
        _checked("encoder", lambda: _encoder(settings), (EncoderError, LanguageError)),
        _checked("cache", lambda: _cache(cache), OSError),
    ]


def _packages() -> Diagnosis:
    installed: list[str] = []
    missing: list[str] = []
    for name in PACKAGES:
        try:
            installed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Diagnosis("packages", False, f"missing: {', '.join(missing)}; run: pip install {' '.join(missing)}")
    return Diagnosis("packages", True, ", ".join(installed))


def _checked(
    subject: str, check: Callable[[], str], failures: type[Exception] | tuple[type[Exception], ...]
) -> Diagnosis:
    try:
        return Diagnosis(subject, True, check())
    except failures as error:
        return Diagnosis(subject, False, str(error))
    except ImportError as error:
        return Diagnosis(subject, False, str(error))


def _pipeline(settings: EngineSettings) -> str:
    language = find_language(settings.language)
    pipeline, sample = Pipeline(language, settings.pipeline), language.sample
    [document] = pipeline.parse([sample.tokens])
    tag = document[sample.index].tag_
    if tag != sample.tag:
        word, sentence = sample.tokens[sample.index], " ".join(sample.tokens)
        raise LanguageError(f"{pipeline.identity} reads {word!r} in {sentence!r} as {tag}, not {sample.tag}")
    return pipeline.identity


def _encoder(settings: EngineSettings) -> str:
    encoder = Encoder(settings.encoder)
    encoder.encode([" ".join(find_language(settings.language).sample.tokens)])
    return f"{encoder.identity}, {encoder.dimension} dimensions, on {encoder.device}"


def _cache(path: Path | None) -> str:
    cache = Cache(path)
    faults = cache.faults()
    if faults:
        raise OSError(f"{cache.path} is damaged ({faults[0]}); run: markscheme cache clear")
    stats = cache.stats()
    size = f"{stats.bytes / 1e6:.1f} MB of {stats.limit / 1e6:.0f} MB"
    return f"{stats.path}: {stats.vectors} vectors, {stats.records} records, {size}"
