"""``convert``: a corpus from one format to another."""

from pathlib import Path
from typing import Annotated

import attrs
import typer

from markscheme.cli.main import complain
from markscheme.cli.options import (
    CachePath,
    ColumnOption,
    LanguageOption,
    PipelineOption,
    engine_settings,
    read_column_names,
)
from markscheme.cli.requests import takes_request
from markscheme.documents.formats import BUILT_IN_CORPORA
from markscheme.inference.settings import EncoderSettings
from markscheme.languages.language import DEFAULT_LANGUAGE


@attrs.frozen
class ConvertOptions:
    """What a person asks of ``convert``."""

    source: Annotated[Path, typer.Argument(metavar="IN", help="A document, or the folder of an exercise.")]
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; STEM.src for a group of files.")]
    from_: Annotated[str | None, typer.Option("--from", help="IN's format, if its content does not say it.")] = None
    to: Annotated[
        str | None,
        typer.Option(help=f"{', '.join(BUILT_IN_CORPORA[:-1])} or {BUILT_IN_CORPORA[-1]}; else decided by the name."),
    ] = None
    column: ColumnOption = None
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False
    pipeline: PipelineOption = "bundled"
    language: LanguageOption = DEFAULT_LANGUAGE
    cache: CachePath = None


@takes_request
def convert(options: ConvertOptions) -> None:
    """Convert texts with their corrections to another format, and say what it can't carry."""
    from markscheme.api.research import convert as convert_file
    from markscheme.cli.output import progress_bar

    engine = engine_settings(EncoderSettings(), options.pipeline, options.cache, options.language)
    with progress_bar() as progress:
        conversion = convert_file(
            options.source,
            options.target,
            read_as=options.from_,
            write_as=options.to,
            columns=read_column_names(options.column),
            overwrite=options.force,
            engine=engine,
            progress=progress,
        )
    for path in conversion.files:
        typer.echo(path)
    for loss in conversion.losses:
        complain(f"lost in {conversion.format}: {loss}")
