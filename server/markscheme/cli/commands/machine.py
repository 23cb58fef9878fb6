"""``markscheme cache``, ``doctor`` and ``plugins``: what is kept on this machine, and what is installed."""

import json
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import attrs
import typer

from markscheme.cli.options import (
    CachePath,
    EncoderOption,
    Format,
    FormatOption,
    LanguageOption,
    PipelineOption,
    engine_settings,
)
from markscheme.cli.terminal import complain
from markscheme.errors import EncoderError, LanguageError, installing
from markscheme.inference.cache import Cache
from markscheme.inference.encoder import Encoder
from markscheme.inference.settings import EncoderSettings, EngineSettings
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.languages.pipeline import Pipeline
from markscheme.plugins import installed
from markscheme.version import full_version


def cache_stats(cache: CachePath = None) -> None:
    for name, value in attrs.asdict(Cache(cache).stats()).items():
        typer.echo(f"{name:8} {value}")


def cache_clear(cache: CachePath = None) -> None:
    opened = Cache(cache)
    before = opened.stats()
    opened.clear()
    typer.echo(f"deleted {before.vectors} vectors and {before.records} records")


def cache_verify(cache: CachePath = None) -> None:
    faults = Cache(cache).faults()
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)
    typer.echo("the cache is sound")


def doctor(
    encoder: EncoderOption = "bundled",
    pipeline: PipelineOption = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
    form: FormatOption = Format.TEXT,
) -> None:
    findings = examine(engine_settings(EncoderSettings(encoder), pipeline, cache, language))
    if form is Format.JSON:
        checks = [{"check": item.subject, "ok": item.sound, "detail": item.detail} for item in findings]
        typer.echo(json.dumps(checks, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            typer.echo(f"{'ok ' if finding.sound else 'BAD'} {finding.subject:10} {finding.detail}")
    if not all(finding.sound for finding in findings):
        raise typer.Exit(1)


def plugins(form: FormatOption = Format.TEXT) -> None:
    found = installed()
    if form is Format.JSON:
        typer.echo(json.dumps([attrs.asdict(item) for item in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo("No package adds a metric, format, language, report or request. docs/plugins.md shows how one does.")
    else:
        for item in found:
            name = f"{item.kind} {item.name}"
            typer.echo(f"{name:24} {item.package} {item.version}  {item.problem or 'ok'}")


PACKAGES = ("pygls", "spacy", "errant", "sqlite-utils")
ENCODER_PACKAGES = ("torch", "transformers", "POT")


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
        Diagnosis("version", True, full_version()),
        _packages(),
        _plugins(),
        _checked("pipeline", lambda: _pipeline(settings), LanguageError),
        _checked("encoder", lambda: _encoder(settings), EncoderError, LanguageError),
        _checked("cache", lambda: _cache(cache), OSError),
    ]


def _packages() -> Diagnosis:
    installed: list[str] = []
    missing: list[str] = []
    for name in (*PACKAGES, *ENCODER_PACKAGES):
        try:
            installed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing += [name] * (name in PACKAGES)
    if missing:
        return Diagnosis("packages", False, f"missing: {', '.join(missing)}; run: pip install {' '.join(missing)}")
    return Diagnosis("packages", True, ", ".join(installed))


def _plugins() -> Diagnosis:
    found = installed()
    if problems := [item.problem for item in found if item.problem]:
        return Diagnosis("plugins", False, "; ".join(problems))
    return Diagnosis(
        "plugins", True, ", ".join(f"{item.kind} {item.name} ({item.identity})" for item in found) or "none"
    )


def _checked(subject: str, check: Callable[[], str], *failures: type[Exception]) -> Diagnosis:
    handled: tuple[type[Exception], ...] = (*failures, ImportError)
    try:
        return Diagnosis(subject, True, check())
    except handled as error:
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
    if settings.encoder.is_missing:
        return (
            f"not installed: there are verdicts and marks, but no credit, plans or estimates. {installing('encoder')}"
        )
    encoder = Encoder(settings.encoder)
    encoder.encode([" ".join(find_language(settings.language).sample.tokens)])
    return f"{encoder.identity}, {encoder.dimension} dimensions, on {encoder.device}"


def _cache(path: Path | None) -> str:
    cache = Cache(path)
    if cache.problem:
        raise OSError(cache.problem)
    if faults := cache.faults():
        raise OSError(f"{cache.path} is damaged ({faults[0]}); run: markscheme cache clear")
    stats = cache.stats()
    size = f"{stats.bytes / 1e6:.1f} MB of {stats.limit / 1e6:.0f} MB"
    return f"{stats.path}: {stats.vectors} vectors, {stats.records} records, {size}"
