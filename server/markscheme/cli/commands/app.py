"""The application: every command, each from its own module."""

import sys
from typing import Annotated

import typer

from markscheme.cli.commands.annotation.adjudicate import adjudicate_app
from markscheme.cli.commands.annotation.agreement import agreement
from markscheme.cli.commands.annotation.coverage import coverage
from markscheme.cli.commands.annotation.questions import questions
from markscheme.cli.commands.cache import cache_app
from markscheme.cli.commands.classes.comments import comments_app
from markscheme.cli.commands.classes.feedback import feedback
from markscheme.cli.commands.classes.gradebook import class_app
from markscheme.cli.commands.classes.moderate import moderate_app
from markscheme.cli.commands.classes.progress import progress
from markscheme.cli.commands.compare import compare
from markscheme.cli.commands.convert import convert
from markscheme.cli.commands.doctor import doctor
from markscheme.cli.commands.evaluate import evaluate_app
from markscheme.cli.commands.folders import folders_app
from markscheme.cli.commands.impara import impara_app
from markscheme.cli.commands.review import review
from markscheme.cli.commands.score import impara_score, score
from markscheme.cli.commands.tune import tune
from markscheme.version import VERSION

app = typer.Typer(
    help="Mark corrections of learners' texts against teachers' references.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"markscheme {VERSION}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Mark corrections of learners' texts against teachers' references."""


def serve() -> None:
    """Start the language server (see: markscheme serve --stdio | --tcp HOST:PORT)."""
    from markscheme.cli.commands.serve import serve as start

    start(sys.argv[2:])


app.add_typer(adjudicate_app, name="adjudicate")
app.add_typer(cache_app, name="cache")
app.add_typer(class_app, name="class")
app.add_typer(comments_app, name="comments")
app.add_typer(evaluate_app, name="evaluate")
app.add_typer(impara_app, name="impara")
app.add_typer(moderate_app, name="moderate")
app.add_typer(folders_app)
for command in (
    convert,
    serve,
    score,
    compare,
    tune,
    review,
    agreement,
    coverage,
    questions,
    feedback,
    progress,
    doctor,
):
    app.command()(command)
impara_app.command("score")(impara_score)
