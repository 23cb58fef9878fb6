"""Options that the commands about public benchmarks share."""

from pathlib import Path
from typing import Annotated

import typer

BenchmarkFolder = Annotated[Path, typer.Option("--data", help="The benchmark's folder, as its authors publish it.")]
ReferenceFolder = Annotated[
    Path | None,
    typer.Option(
        "--references", help="The folder with conll14 and sn8gec.", show_default="the folder that holds --data"
    ),
]
ReferenceSets = Annotated[
    list[str] | None,
    typer.Option(
        "--reference-set",
        help="official, expert-minimal, ...; repeat the option for several.",
        show_default="all at hand",
    ),
]
AggregationOption = Annotated[
    str,
    typer.Option("--aggregation", help="mean, corpus, expected-wins or trueskill: from sentences' scores to systems'."),
]
