"""``questions``: what annotators have to decide, the most urgent first; and their answers."""

import datetime
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain
from markscheme.cli.options import CachePath, DeviceOption, Encoder, Output, Pipeline, engine_settings
from markscheme.cli.output import console_width
from markscheme.encoders.settings import EncoderSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.annotation.questions.exercise_queue import ExerciseQueue


def questions(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")],
    answered: Annotated[
        bool, typer.Option("--answered", help="List the answered questions, with who and when.")
    ] = False,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="KEY=ANSWER",
            help="Answer a question: accept, reject, optional, stands, skip, or note=TEXT; repeat it for more.",
        ),
    ] = None,
    undo: Annotated[
        list[str] | None, typer.Option("--undo", metavar="KEY", help="Take your answers to a question back.")
    ] = None,
    author: Annotated[
        str, typer.Option(help="Your name, which is written with answers.", show_default="your name on the computer")
    ] = "",
    least: Annotated[int, typer.Option(min=1, help="Ask about corrections that this many hypotheses make.")] = 2,
    credit: Annotated[bool, typer.Option("--credit", help="Let credit count in the order; needs the encoder.")] = False,
    quality: Annotated[
        bool, typer.Option("--quality", help="Let the estimated quality count in the order; needs the estimator.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=0, help="List this many questions at most.")] = None,
    encoder: Encoder = "bundled",
    device: DeviceOption = "auto",
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: Annotated[str, typer.Option("--format", help="text, csv or json.")] = "text",
) -> None:
    """List what annotators have to decide, the most urgent first, or answer it."""
    from markscheme.annotation.questions.exercise_queue import Wanted, exercise_queues
    from markscheme.annotation.questions.question import Evidence
    from markscheme.cli.progress import progress_bar
    from markscheme.marking.local_engine import Engine
    from markscheme.reports.overview_json import problem_words
    from markscheme.reports.questions.layouts import LAYOUTS, Selection
    from markscheme.reports.questions.question_list import question_list
    from markscheme.text.writing import write_whole

    if form not in LAYOUTS.names:
        raise typer.BadParameter(f"choose one of {', '.join(LAYOUTS.names)}", param_hint="--format")
    name = author or _user()
    engine = Engine(engine_settings(EncoderSettings(encoder, device=device), pipeline, cache))
    problems: list[DocumentError] = []
    wanted = Wanted(least, Evidence(credit, quality))
    with progress_bar() as bar:
        queues = exercise_queues(paths, engine.models, name, wanted, problems.append, bar)
    for given in answer or ():
        queues = _answer(queues, given, name)
    for key in undo or ():
        queues = _undo(queues, key, name)
    problems += (problem for item in queues for problem in item.problems)
    notices = [notice for item in queues for notice in item.notices]
    own = question_list(
        ((item.uri, item.queue) for item in queues),
        name,
        map(problem_words, problems),
        (notice.problem for notice in notices),
    )
    text = LAYOUTS.get(form).write(own, Selection(answered, limit), console_width())
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, LAYOUTS.get(form).in_file(text).encode())
    for problem in problems:
        complain(problem)
    if problems:
        raise typer.Exit(BAD_INPUT)


def _answer(queues: "Sequence[ExerciseQueue]", given: str, author: str) -> "list[ExerciseQueue]":
    """Write the answer of ``KEY=ANSWER`` in every exercise that has the question, and return the queues after it."""
    from markscheme.annotation.questions.answers import ANSWERS, OFFERED

    key, _, rest = given.partition("=")
    name, _, note = rest.partition("=")
    if name not in OFFERED:
        raise typer.BadParameter(
            f"want KEY=ANSWER with one of {', '.join(OFFERED)}, not {given!r}", param_hint="--answer"
        )
    _check_key(queues, key)
    today = datetime.date.today()
    try:
        return [item.answered(key, ANSWERS.get(name), author, today, note) for item in queues]
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--answer") from None


def _undo(queues: "Sequence[ExerciseQueue]", key: str, author: str) -> "list[ExerciseQueue]":
    _check_key(queues, key)
    return [item.without(key, author) for item in queues]


def _check_key(queues: "Sequence[ExerciseQueue]", key: str) -> None:
    if not any(item.queue.find(key) for item in queues):
        raise DocumentError(f"there is no question {key!r} here", remedy="The text may have changed: list them again")


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
