"""``decide``: a class's answers that no teacher has, one key each; all marks follow at once."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from markscheme.cli.failures import BAD_INPUT, complain_of
from markscheme.cli.options import (
    CachePath,
    Format,
    FormatOption,
    Output,
    Pipeline,
    engine_settings,
    user_name,
)
from markscheme.cli.output import console_width, write_output
from markscheme.encoders.settings import EncoderSettings
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.reports.class_desk import ClassDesk, Ruled
    from markscheme.reports.class_questions import ClassQuestion

KEYS = {"c": "correct", "p": "partly", "w": "wrong", "n": "needed", "e": "either"}
"""The keys of the rulings."""
LABELS = {"c": "[c]orrect", "p": "[p]artly", "w": "[w]rong", "n": "[n]eeded", "e": "[e]ither is fine"}
LATER, UNDO, QUIT = "l", "u", "q"
OTHERS = "[l]ater  [u]ndo  [q]uit "


def decide(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")],
    ruling: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="KEY=RULING",
            help="Decide about an answer: correct, partly, wrong or either (as good as the text before); about a "
            "correction that nobody in the class makes: needed or either. Repeat it for more.",
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the questions, and ask nothing.")] = False,
    author: Annotated[
        str, typer.Option(help="Your name, which is written with decisions.", show_default="your name on the computer")
    ] = "",
    limit: Annotated[int | None, typer.Option(min=0, help="List this number of questions at most.")] = None,
    pipeline: Pipeline = "bundled",
    cache: CachePath = None,
    output: Output = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Decide about the answers of a class that no teacher has: equal ones once, those that move most marks first."""
    from markscheme.cli.progress import progress_bar
    from markscheme.marking.local_engine import Engine
    from markscheme.reports.class_desk import ClassDesk

    engine = Engine(engine_settings(EncoderSettings("bundled"), pipeline, cache))
    with progress_bar() as bar:
        desk = ClassDesk(paths, engine, author or user_name(), bar)
    if not desk.state.marks:
        complain_of(desk.problems)
        raise DocumentError("there is no text with a mark here", path=paths[0], remedy="See the README for file names")
    for given in ruling or ():
        _report(_ruled(desk, given))
    asks = not ruling and not listed and form is Format.TEXT and output is None and sys.stdin.isatty()
    if asks and desk.state.questions:
        _ask(desk)
    elif not ruling or listed or form is Format.JSON:
        write_output(output, _listed(desk, form, limit), form)
    if complain_of(desk.problems):
        raise typer.Exit(BAD_INPUT)


def _listed(desk: "ClassDesk", form: Format, limit: int | None) -> str:
    from markscheme.reports.class_questions_report import list_parts, questions_json
    from markscheme.reports.json.json_text import dumped
    from markscheme.reports.json.overview_json import problem_words
    from markscheme.reports.terminal import rendered

    if form is Format.JSON:
        return dumped(questions_json(desk.state, Path.as_uri, map(problem_words, desk.problems), limit))
    return rendered([*list_parts(desk.state, limit)], console_width())


def _ruled(desk: "ClassDesk", given: str) -> "Ruled":
    from markscheme.reports.class_questions import Ruling

    key, _, name = given.partition("=")
    if name not in [*Ruling]:
        raise typer.BadParameter(
            f"want KEY=RULING with one of {', '.join(Ruling)}, not {given!r}", param_hint="--answer"
        )
    try:
        return desk.rule(key, Ruling(name))
    except ValueError as error:
        raise typer.BadParameter(f"{key}: {error}", param_hint="--answer") from None


def _ask(desk: "ClassDesk") -> None:
    """Ask one question after another until none is left that was not put off, or the person ends."""
    from markscheme.reports.class_questions import Ruling

    steps: list[str | None] = []
    """What can be taken back: the keys of questions that were put off, ``None`` for rulings."""
    while True:
        later = [item for item in steps if item is not None]
        question = next((item for item in desk.state.questions if item.key not in later), None)
        if question is None:
            break
        _show(question, len(desk.state.questions), later)
        key = _key([name for name, ruling in KEYS.items() if ruling in question.rulings])
        if key == QUIT:
            break
        if key == UNDO:
            _undo(desk, steps)
            continue
        steps.append(question.key if key == LATER else None)
        if key != LATER:
            _report(desk.rule(question.key, Ruling(KEYS[key])))
    typer.echo(_farewell(desk))


def _undo(desk: "ClassDesk", steps: list[str | None]) -> None:
    """Take back the last step, a ruling or a question that was put off."""
    if not steps:
        typer.echo("There is nothing to take back.")
    elif steps.pop() is None and (taken_back := desk.undo()) is not None:
        _report(taken_back)


def _key(rulings: Sequence[str]) -> str:
    """Wait for one of the keys; the end of the input ends the questions."""
    typer.echo("  ".join([*(LABELS[name] for name in rulings), OTHERS]), nl=False)
    while True:
        try:
            key = typer.getchar().lower() or QUIT
        except (EOFError, KeyboardInterrupt):
            key = QUIT
        if key in (*rulings, LATER, UNDO, QUIT):
            typer.echo(key)
            return key


def _show(question: "ClassQuestion", number: int, later: Sequence[str]) -> None:
    from markscheme.marking.wording.words import counted
    from markscheme.reports.class_questions_report import question_parts
    from markscheme.reports.terminal import rendered

    left = f"{counted(number, 'question')} left"
    position = f"{left}, {len(later)} for later" if later else left
    typer.echo("\n" + rendered([*question_parts(question, position)], console_width()), nl=False)


def _report(ruled: "Ruled") -> None:
    """Print what a ruling, or taking one back, did to the marks."""
    typer.echo("\n".join(_report_lines(ruled)))


def _report_lines(ruled: "Ruled") -> Iterator[str]:
    from markscheme.marking.wording.people import person_name
    from markscheme.reports.class_questions_report import standing_words

    yield f"{ruled.question.change}: {ruled.ruling.value if ruled.ruling else 'open again'}"
    for move in ruled.moves:
        yield f"  {person_name(move.after.student)}: {standing_words(move.before)} → {standing_words(move.after)}"


def _farewell(desk: "ClassDesk") -> str:
    from markscheme.marking.wording.words import counted

    left, final = len(desk.state.questions), sum(not item.open for item in desk.state.marks)
    marks = f"{final} of {counted(len(desk.state.marks), 'mark')} final"
    return f"{counted(left, 'question')} left, {marks}" if left else f"Nothing is left to decide, {marks}"
