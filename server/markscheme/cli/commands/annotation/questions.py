"""``questions``: what annotators have to decide, the most urgent first; and their answers."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain_of
from markscheme.cli.options import (
    CachePath,
    DeviceOption,
    Encoder,
    Output,
    Pipeline,
    check_choice,
    engine_settings,
    user_name,
)
from markscheme.cli.output import console_width, write_laid_out
from markscheme.encoders.settings import EncoderSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.annotation.questions.exercise_queue import ExerciseQueue, SavedAnswer

    Change = Callable[[ExerciseQueue], tuple[ExerciseQueue, SavedAnswer | None]]

TEXT = "text"


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
            help="Answer a question, and print what that did: accept, reject, optional, stands, skip, or note=TEXT; "
            "repeat it for more.",
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
    form: Annotated[str, typer.Option("--format", help="text, csv or json.")] = TEXT,
) -> None:
    """List what annotators have to decide, the most urgent first, or answer it."""
    from markscheme.annotation.questions.exercise_queue import Wanted, exercise_queues
    from markscheme.annotation.questions.question import Evidence
    from markscheme.cli.progress import progress_bar
    from markscheme.marking.local_engine import Engine
    from markscheme.reports.json.overview_json import problem_words
    from markscheme.reports.questions.confirmation import confirmation
    from markscheme.reports.questions.layouts import LAYOUTS, Selection
    from markscheme.reports.questions.question_list import question_list

    check_choice(form, LAYOUTS.names, "--format")
    name = author or user_name()
    engine = Engine(engine_settings(EncoderSettings(encoder, device=device), pipeline, cache))
    problems: list[DocumentError] = []
    settings = Wanted(least, Evidence(credit, quality))
    with progress_bar() as bar:
        queues = exercise_queues(paths, engine.models, name, settings, problems.append, bar)
    if not queues:
        _end(problems)
        raise DocumentError(
            "there is no exercise with a reference here",
            path=paths[0] if paths else None,
            remedy="Add a teacher's correction of the text",
        )
    done = [_answers(queues, answer or (), name), _taken_back(queues, undo or (), name)]
    saved = [item for part in done for item in part]
    problems += (problem for item in queues for problem in item.problems)
    if saved and form == TEXT:
        _print(confirmation(item) for item in saved)
        _end(problems)
        return
    notices = [notice for item in queues for notice in item.notices]
    listed = question_list(
        ((item.uri, item.queue) for item in queues),
        name,
        map(problem_words, problems),
        (notice.problem for notice in notices),
    )
    write_laid_out(LAYOUTS.get(form), output, listed, Selection(answered, limit), console_width())
    _end(problems)


def _end(problems: "Sequence[DocumentError]") -> None:
    """Print what can't be used, and end the command with an error if there is anything."""
    if complain_of(problems):
        raise typer.Exit(BAD_INPUT)


def _answers(queues: "list[ExerciseQueue]", given: Sequence[str], author: str) -> "list[SavedAnswer]":
    """Write the answers ``KEY=ANSWER`` in every exercise that has the question; the queues are then those after it."""
    from markscheme.annotation.questions.answers import ANSWERS, NOTE

    parts = [_parts(item) for item in given]
    keys = [key for key, name, _ in parts if name != NOTE.name]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise typer.BadParameter(f"the question {twice} has two answers; give one", param_hint="--answer")
    _check_keys(queues, [key for key, _, _ in parts])
    today = datetime.date.today()
    saved: list[SavedAnswer] = []
    for key, name, note in parts:
        try:
            saved += _through(queues, lambda item: item.answered(key, ANSWERS.get(name), author, today, note))  # noqa: B023
        except ValueError as error:
            raise typer.BadParameter(f"{key}: {error}", param_hint="--answer") from None
    return saved


def _parts(given: str) -> tuple[str, str, str]:
    """Return the key, the answer's name and the note of ``KEY=ANSWER``."""
    from markscheme.annotation.questions.answers import NOTE, OFFERED

    key, _, rest = given.partition("=")
    name, _, note = rest.partition("=")
    if name not in OFFERED:
        raise typer.BadParameter(
            f"want KEY=ANSWER with one of {', '.join(OFFERED)}, not {given!r}", param_hint="--answer"
        )
    if name == NOTE.name and not note.strip():
        raise typer.BadParameter(
            f"{key}: a note to the adjudicator needs words: {key}=note=TEXT", param_hint="--answer"
        )
    return key, name, note


def _taken_back(queues: "list[ExerciseQueue]", keys: Sequence[str], author: str) -> "list[SavedAnswer]":
    _check_keys(queues, keys)
    return [saved for key in keys for saved in _through(queues, lambda item: item.without(key, author))]  # noqa: B023


def _through(queues: "list[ExerciseQueue]", change: "Change") -> "Iterator[SavedAnswer]":
    """Change the queues in place, and yield what that did."""
    for number, item in enumerate(queues):
        queues[number], saved = change(item)
        if saved is not None:
            yield saved


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _check_keys(queues: "Sequence[ExerciseQueue]", keys: Iterable[str]) -> None:
    for key in keys:
        if not any(item.queue.find(key) for item in queues):
            raise DocumentError(
                f"there is no question {key!r} here", remedy="The text may have changed: list them again"
            )
