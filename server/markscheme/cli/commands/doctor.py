"""``doctor``: a report on the installation."""

import json

import typer

from markscheme.cli.options import (
    CachePath,
    Encoder,
    Format,
    FormatOption,
    LanguageOption,
    Pipeline,
    engine_settings,
)
from markscheme.encoders.settings import EncoderSettings
from markscheme.languages.catalogue import DEFAULT_LANGUAGE


def doctor(
    encoder: Encoder = "bundled",
    pipeline: Pipeline = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Check the installation; print the remedy and exit with status 1 if something is missing."""
    from markscheme.cli.commands.installation import examine

    findings = examine(engine_settings(EncoderSettings(encoder), pipeline, cache, language))
    if form is Format.JSON:
        checks = [{"check": item.subject, "ok": item.sound, "detail": item.detail} for item in findings]
        typer.echo(json.dumps(checks, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            typer.echo(f"{'ok ' if finding.sound else 'BAD'} {finding.subject:10} {finding.detail}")
    if not all(finding.sound for finding in findings):
        raise typer.Exit(1)
