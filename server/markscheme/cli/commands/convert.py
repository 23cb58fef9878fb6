"""``convert``: a corpus from one format to another."""

from pathlib import Path
from typing import Annotated

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
from markscheme.encoders.settings import EncoderSettings
from markscheme.formats.registry import BUILT_IN_CORPORA
from markscheme.languages.language import DEFAULT_LANGUAGE

FormatName = Annotated[
    str | None,
    typer.Option(help=f"{', '.join(BUILT_IN_CORPORA[:-1])} or {BUILT_IN_CORPORA[-1]}; else decided by the name."),
]


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A document, or the folder of an exercise.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; STEM.src for a group of files.")],
    from_: Annotated[str | None, typer.Option("--from", help="IN's format, if its content does not say it.")] = None,
    to: FormatName = None,
    column: ColumnOption = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
    pipeline: PipelineOption = "bundled",
    language: LanguageOption = DEFAULT_LANGUAGE,
    cache: CachePath = None,
) -> None:
    """Convert texts with their corrections to another format, and say what it can't carry."""
    from markscheme.api.research import convert as convert_file
    from markscheme.cli.output import progress_bar

    engine = engine_settings(EncoderSettings(), pipeline, cache, language)
    with progress_bar() as progress:
        conversion = convert_file(
            source,
            target,
            read_as=from_,
            write_as=to,
            columns=read_column_names(column),
            overwrite=force,
            engine=engine,
            progress=progress,
        )
    for path in conversion.files:
        typer.echo(path)
    for loss in conversion.losses:
        complain(f"lost in {conversion.format}: {loss}")
