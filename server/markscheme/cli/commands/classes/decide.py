"""``decide``: a class's answers that no teacher has, one key each; all marks follow at once."""

import re
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
    from markscheme.reports.class_questions import ClassQuestion, Ruling, StudentSheet

KEYS = {"c": "correct", "p": "partly", "w": "wrong", "n": "needed", "e": "either"}
"""The keys of the rulings."""
LABELS = {"c": "[c]orrect", "p": "[p]artly", "w": "[w]rong", "n": "[n]eeded", "e": "[e]ither is fine"}
LATER, UNDO, QUIT = "l", "u", "q"
ALL, EACH = "a", "o"
LABELS |= {ALL: "[a]ll right, but those that you name", EACH: "[o]ne by one"}
ALWAYS = "a"
ALWAYS_OFFER = "[a]lways, in all my exercises: then the key"
ALWAYS_ASKED = "always, in all my exercises: "
EXCEPTIONS = "Numbers that are wrong (p7: partly right, e7: as good as before, c7: correct); Enter for none"
_EXCEPTION = re.compile(r"([cpwe])?([0-9]+)")
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
    one_by_one: Annotated[
        bool, typer.Option("--one-by-one", help="Ask about each answer by itself, also in a text with many.")
    ] = False,
    always: Annotated[
        bool, typer.Option("--always", help="What --answer decides holds in all exercises of the course.")
    ] = False,
    key: Annotated[
        bool,
        typer.Option("--key", help="Ask about your own correction, before students hand in: is each place needed?"),
    ] = False,
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
        desk = ClassDesk(paths, engine, author or user_name(), bar, checks_key=key)
    if not desk.state.marks and not (key and not desk.problems):
        complain_of(desk.problems)
        raise DocumentError("there is no text with a mark here", path=paths[0], remedy="See the README for file names")
    for given in ruling or ():
        _report(_ruled(desk, given, always=always))
    asks = not ruling and not listed and form is Format.TEXT and output is None and sys.stdin.isatty()
    if asks and desk.state.questions:
        _Asking(desk, one_by_one=one_by_one).run()
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


def _ruled(desk: "ClassDesk", given: str, *, always: bool) -> "Ruled":
    from markscheme.reports.class_questions import Ruling

    key, _, name = given.partition("=")
    if name not in [*Ruling]:
        raise typer.BadParameter(
            f"want KEY=RULING with one of {', '.join(Ruling)}, not {given!r}", param_hint="--answer"
        )
    try:
        return desk.rule(key, Ruling(name), always=always)
    except ValueError as error:
        raise typer.BadParameter(f"{key}: {error}", param_hint="--answer") from None


class _Asking:
    """Asks one thing after another until nothing is left that was not put off, or the person ends."""

    def __init__(self, desk: "ClassDesk", *, one_by_one: bool) -> None:
        self._desk = desk
        self._one_by_one = one_by_one
        self._parted: set[str] = set()
        """The keys of texts whose answers are asked about one by one."""
        self._steps: list[str | None] = []
        """What can be taken back: the keys of what was put off or parted, ``None`` for what was written."""

    def run(self) -> None:
        while (item := next(iter(self._waiting()), None)) is not None:
            if not self._asked(item):
                break
        typer.echo(_farewell(self._desk))

    def _waiting(self) -> Iterator["ClassQuestion | StudentSheet"]:
        from markscheme.reports.class_questions import StudentSheet

        state, later = self._desk.state, set(self._steps) - self._parted
        for item in state.questions if self._one_by_one else state.agenda:
            parts = item.questions if isinstance(item, StudentSheet) and item.key in self._parted else (item,)
            yield from (part for part in parts if part.key not in later)

    def _asked(self, item: "ClassQuestion | StudentSheet") -> bool:
        """Ask about one thing, and return whether to go on."""
        from markscheme.reports.class_questions import Ruling, StudentSheet

        _show(item, self._desk)
        sheet = item if isinstance(item, StudentSheet) else None
        rulings = [key for key, name in KEYS.items() if sheet is None and name in item.rulings]
        can_hold_always = not isinstance(item, StudentSheet) and item.has_phrase
        key, always = _key(rulings or [ALL, EACH], can_hold_always=can_hold_always)
        if key == QUIT:
            return False
        if key == UNDO:
            self._undo()
        elif key in (LATER, EACH):
            self._parted |= {item.key} if key == EACH else set()
            self._steps.append(item.key)
        else:
            if sheet is None:
                ruled = self._desk.rule(item.key, Ruling(KEYS[key]), always=always)
            else:
                ruled = self._desk.rule_sheet(sheet, _exceptions(sheet))
            self._steps.append(None)
            _report(ruled)
        return True

    def _undo(self) -> None:
        """Take back the last step: a ruling, or what was put off or parted."""
        if not self._steps:
            typer.echo("There is nothing to take back.")
        elif (key := self._steps.pop()) is not None:
            self._parted.discard(key)
        elif (taken_back := self._desk.undo()) is not None:
            _report(taken_back)


def _exceptions(sheet: "StudentSheet") -> "dict[int, Ruling]":
    """Ask which answers of a text are not right."""
    from markscheme.reports.class_questions import Ruling

    while True:
        given = typer.prompt(EXCEPTIONS, default="", show_default=False)
        found = [_EXCEPTION.fullmatch(item) for item in given.replace(",", " ").split()]
        if all(item and 0 < int(item[2]) <= len(sheet.questions) for item in found):
            return {int(item[2]) - 1: Ruling(KEYS[item[1] or "w"]) for item in found if item}
        typer.echo(f"Give numbers from 1 to {len(sheet.questions)}, such as: 3 p7 e12")


def _key(rulings: Sequence[str], *, can_hold_always: bool) -> tuple[str, bool]:
    """Wait for one of the keys, and return whether the ruling holds always; the end of the input ends the questions."""
    offers = [*(LABELS[name] for name in rulings), *([ALWAYS_OFFER] if can_hold_always else [])]
    typer.echo("  ".join([*offers, OTHERS]), nl=False)
    always = False
    while True:
        try:
            key = typer.getchar().lower() or QUIT
        except (EOFError, KeyboardInterrupt):
            key = QUIT
        if key in (*rulings, LATER, UNDO, QUIT):
            typer.echo(key)
            return key, always
        if key == ALWAYS and can_hold_always and not always:
            typer.echo(ALWAYS_ASKED, nl=False)
            always = True


def _show(item: "ClassQuestion | StudentSheet", desk: "ClassDesk") -> None:
    from markscheme.marking.wording.words import counted
    from markscheme.reports.class_questions import StudentSheet
    from markscheme.reports.class_questions_report import question_parts, sheet_parts
    from markscheme.reports.terminal import rendered

    left = f"{counted(len(desk.state.questions), 'question')} left"
    parts = sheet_parts(item, left) if isinstance(item, StudentSheet) else question_parts(item, left)
    typer.echo("\n" + rendered([*parts], console_width()), nl=False)


def _report(ruled: "Ruled") -> None:
    """Print what a ruling, or taking one back, did to the marks."""
    typer.echo("\n".join(_report_lines(ruled)))


def _report_lines(ruled: "Ruled") -> Iterator[str]:
    from markscheme.marking.wording.people import person_name
    from markscheme.reports.class_questions_report import standing_words

    what = ruled.questions[0].change if len(ruled.questions) == 1 else f"{len(ruled.questions)} answers"
    yield f"{what}: {ruled.ruling.value if ruled.ruling else 'decided' if ruled.is_written else 'open again'}"
    for move in ruled.moves:
        yield f"  {person_name(move.after.student)}: {standing_words(move.before)} → {standing_words(move.after)}"


def _farewell(desk: "ClassDesk") -> str:
    from markscheme.marking.wording.words import counted

    if not desk.state.marks:
        return f"{counted(len(desk.state.questions), 'question')} left"
    left, final = len(desk.state.questions), sum(not item.open for item in desk.state.marks)
    marks = f"{final} of {counted(len(desk.state.marks), 'mark')} final"
    return f"{counted(left, 'question')} left, {marks}" if left else f"Nothing is left to decide, {marks}"
