"""``decide``: a class's answers that no teacher has, one key each; all marks follow at once."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from markscheme.cli.options import (
    Format,
    FormatOption,
    Output,
    PipelineOptions,
    takes_request,
    user_name,
)
from markscheme.cli.output import console_width, end_with_problems, is_terminal, write_output
from markscheme.cli.terminal import complain_of
from markscheme.errors import DocumentError
from markscheme.inference.settings import EngineSettings
from markscheme.marking.verdict import OpenAnswers
from markscheme.scoring.executor import Workers

if TYPE_CHECKING:
    from markscheme.marking.local import Engine
    from markscheme.reports.class_decisions import ClassDecisions
    from markscheme.reports.class_questions import ClassQuestion, Ruling, StudentSheet
    from markscheme.reports.report import Report
    from markscheme.reports.rulings import Ruled

OpenChoice = Annotated[
    OpenAnswers | None,
    typer.Option(
        "--open",
        help="Give back one mark although answers are open: as they count now, or as if all were wrong or right.",
        show_default="the range of the mark",
    ),
]

KEYS = {"c": "correct", "p": "partly", "w": "wrong", "n": "needed", "e": "either", "t": "taste"}
"""The keys of the rulings."""
LABELS = {"c": "[c]orrect", "p": "[p]artly", "w": "[w]rong", "n": "[n]eeded", "e": "[e]ither is fine", "t": "[t]aste"}
LATER, UNDO, QUIT = "l", "u", "q"
ALL, EACH = "a", "o"
WORDS, WORDS_LABEL = "o", "[o]ther words too"
OTHER_WORDS = "Other words for “{}” that are right too (several: with / between them)"
LABELS |= {ALL: "[a]ll right, but those that you name", EACH: "[o]ne by one"}
ALWAYS = "a"
ALWAYS_OFFER = "[a]lways, in all my exercises: then the key"
ALWAYS_ASKED = "always, in all my exercises: "
EXCEPTIONS = "Numbers that are wrong (p7: partly right, e7: as good as before, c7: correct); Enter for none"
_EXCEPTION = re.compile(r"([cpwe])?([0-9]+)")
OTHERS = "[l]ater  [u]ndo  [q]uit "
NOW, RANGE = "d", "r"
OPEN_KEYS = {"a": OpenAnswers.AS_THEY_ARE, "l": OpenAnswers.LOWEST, "h": OpenAnswers.HIGHEST, RANGE: None}
"""The keys of what is given back for open answers; ``None`` is the range of the mark."""
OPEN_AGAIN = "open"
OPEN_LABELS = "[d]ecide now  [a]s they are  [l]owest  [h]ighest  [r]ange of the mark  [q]uit "


_Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="KEY=RULING",
        help="Decide about an answer: correct, partly, wrong or either (as good as the text before); about a "
        "correction that nobody in the class makes: needed or either, with --key also taste. Repeat it for more.",
    ),
]
_Listed = Annotated[bool, typer.Option("--list", help="List the questions, and ask nothing.")]
_OneByOne = Annotated[
    bool, typer.Option("--one-by-one", help="Ask about each answer by itself, also in a text with many.")
]
_Always = Annotated[
    bool, typer.Option("--always", help="What --answer and --also decide holds in all exercises of the course.")
]
_OwnCorrection = Annotated[
    bool, typer.Option("--key", help="Ask about your own correction, before students hand in: is each place needed?")
]
_OtherWords = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=WORDS",
        help="With --key: the correction is needed, and these words are right in its place too. Repeat it for more.",
    ),
]
_FinalMarks = Annotated[
    list[str] | None,
    typer.Option(
        "--final",
        metavar="STUDENT=HOW",
        help="Call a student's mark final although answers in it are open: as-they-are, lowest or highest; "
        "open takes that back. Repeat it for more.",
    ),
]
_Author = Annotated[
    str, typer.Option(help="Your name, which is written with decisions.", show_default="your name on the computer")
]


@attrs.frozen
class DecideOptions:
    """What a person asks of ``decide``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    ruling: _Rulings = None
    listed: _Listed = False
    one_by_one: _OneByOne = False
    always: _Always = False
    key: _OwnCorrection = False
    also: _OtherWords = None
    final: _FinalMarks = None
    author: _Author = ""
    limit: Annotated[int | None, typer.Option(min=0, help="List this number of questions at most.")] = None
    marking: PipelineOptions = PipelineOptions()
    output: Output = None
    form: FormatOption = Format.TEXT


@takes_request
def decide(options: DecideOptions) -> None:
    from markscheme.cli.output import progress_bar
    from markscheme.reports.class_decisions import ClassDecisions

    engine = options.marking.engine
    with progress_bar() as bar:
        desk = ClassDecisions(options.paths, engine, options.author or user_name(), bar, checks_key=options.key)
    if not desk.state.marks and not (options.key and not desk.state.problems):
        complain_of(desk.state.problems)
        raise DocumentError(
            "there is no text with a mark here", path=options.paths[0], remedy="See the README for file names"
        )
    says = _say(desk, options)
    is_shown = options.listed or options.form is Format.JSON
    if desk.state.questions and not (says or is_shown or options.output is not None) and sys.stdin.isatty():
        _Asking(desk, one_by_one=options.one_by_one, checks_key=options.key).run()
    elif not says or is_shown:
        write_output(options.output, _listed(desk, options.form, options.limit), options.form)
    end_with_problems(desk.state.problems)


def _say(desk: "ClassDecisions", options: DecideOptions) -> bool:
    """Write what the options say of answers and marks, and return whether they say anything."""
    for given in options.ruling or ():
        _report(_ruled(desk, given, always=options.always))
    for given in options.also or ():
        question, _, words = given.partition("=")
        _report(desk.accept_words(question, [words], always=options.always))
    for given in options.final or ():
        _call_final(desk, given)
    return bool(options.ruling or options.also or options.final)


def class_report(paths: Sequence[Path], engine: "Engine | EngineSettings", workers: Workers) -> "Report":
    """Mark the texts of a class; a terminal shows how far it is."""
    from markscheme.api import marking
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar

    settings = marking.ReviewSettings(vectors="scheme")
    with progress_bar() as bar:
        return marking.review(paths, settings=settings, work=Work(engine, workers, progress=bar))


def with_open_answers(
    mark: "Callable[[], Report]",
    answers: OpenAnswers | None,
    paths: Sequence[Path],
    engine: EngineSettings,
    assignment: str | None = None,
) -> "tuple[Report, OpenAnswers | None]":
    """Return a class's report, and what its open answers count as; a person at a terminal decides them, or says it.

    Parameters
    ----------
    mark
        Marks the class; what is open in its report is asked about.
    answers
        What the person said by an option; then nobody is asked.
    assignment
        The only one that is given back.
    """
    from markscheme.marking.local import Engine
    from markscheme.reports.class_decisions import ClassDecisions

    report = mark()
    while answers is None and is_terminal():
        own = report if assignment is None else report.of(assignment)
        if not own.open:
            break
        typer.echo(f"{own.open_notice}. What is given back?")
        key = _pressed(OPEN_LABELS, (NOW, *OPEN_KEYS, QUIT))
        if key == QUIT:
            typer.echo("Nothing was written.")
            raise typer.Exit(1)
        if key != NOW:
            return report, OPEN_KEYS[key]
        _Asking(ClassDecisions(paths, Engine(engine), user_name()), one_by_one=False).run()
        report = mark()
    return report, answers


def decide_hint(paths: Sequence[Path]) -> str:
    """Return how open answers are decided."""
    return f"Decide them now: {shlex.join(['markscheme', 'class', 'decide', *map(str, paths)])}"


def _listed(desk: "ClassDecisions", form: Format, limit: int | None) -> str:
    from markscheme.reports.class_decisions import list_parts
    from markscheme.reports.output import json_report, rendered

    state = attrs.evolve(desk.state, limit=limit)
    return json_report(state) if form is Format.JSON else rendered([*list_parts(state)], console_width())


def _ruled(desk: "ClassDecisions", given: str, *, always: bool) -> "Ruled":
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


def _call_final(desk: "ClassDecisions", given: str) -> None:
    """Call the marks of a student final, or open again."""
    student, _, how = given.rpartition("=")
    if not student or how not in (*OpenAnswers, OPEN_AGAIN):
        raise typer.BadParameter(
            f"want STUDENT=HOW with one of {', '.join(OpenAnswers)}, {OPEN_AGAIN}, not {given!r}", param_hint="--final"
        )
    for mark in desk.state.marks_of(student):
        _report(desk.call_final(mark, None if how == OPEN_AGAIN else OpenAnswers(how)))


class _Asking:
    """Asks one thing after another until nothing is left that was not put off, or the person ends."""

    def __init__(self, desk: "ClassDecisions", *, one_by_one: bool, checks_key: bool = False) -> None:
        self._desk = desk
        self._checks_key = checks_key
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
        offered = [key for key, name in KEYS.items() if sheet is None and name in item.rulings] or [ALL, EACH]
        labels = {name: LABELS[name] for name in offered} | ({WORDS: WORDS_LABEL} if self._checks_key else {})
        can_hold_always = not isinstance(item, StudentSheet) and item.has_phrase
        key, always = _key(labels, can_hold_always=can_hold_always)
        if key == QUIT:
            return False
        if key == UNDO:
            self._undo()
        elif self._checks_key and key == WORDS and not isinstance(item, StudentSheet):
            self._accept_words(item, always=always)
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

    def _accept_words(self, item: "ClassQuestion", *, always: bool) -> None:
        """Ask for other words that are right too; none leaves the question as it is."""
        words = typer.prompt(OTHER_WORDS.format(item.source), default="", show_default=False)
        try:
            given = [part for part in words.split("/") if part.strip()]
            if given:
                _report(self._desk.accept_words(item.key, given, always=always))
                self._steps.append(None)
        except DocumentError as error:
            typer.echo(str(error))

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


def _key(labels: Mapping[str, str], *, can_hold_always: bool) -> tuple[str, bool]:
    """Wait for one of some keys, or one that each question has; return it, and whether a ruling holds always."""
    offers = [*labels.values(), *([ALWAYS_OFFER] if can_hold_always else []), OTHERS]
    keys = (*labels, LATER, UNDO, QUIT)
    key = _pressed("  ".join(offers), (*keys, ALWAYS) if can_hold_always else keys)
    if can_hold_always and key == ALWAYS:
        return _pressed(ALWAYS_ASKED, keys), True
    return key, False


def _pressed(labels: str, keys: Sequence[str]) -> str:
    """Wait for one of the keys; the end of the input ends the questions."""
    typer.echo(labels, nl=False)
    while True:
        try:
            key = typer.getchar().lower() or QUIT
        except (EOFError, KeyboardInterrupt):
            key = QUIT
        if key in keys:
            typer.echo(key)
            return key


def _show(item: "ClassQuestion | StudentSheet", desk: "ClassDecisions") -> None:
    from markscheme.reports.class_decisions import question_parts, sheet_parts
    from markscheme.reports.class_questions import StudentSheet
    from markscheme.reports.output import rendered
    from markscheme.wording import counted

    left = f"{counted(len(desk.state.questions), 'question')} left"
    parts = sheet_parts(item, left) if isinstance(item, StudentSheet) else question_parts(item, left)
    typer.echo("\n" + rendered([*parts], console_width()), nl=False)


def _report(ruled: "Ruled") -> None:
    """Print what a ruling, or taking one back, did to the marks."""
    typer.echo("\n".join(_report_lines(ruled)))


def _report_lines(ruled: "Ruled") -> Iterator[str]:
    from markscheme.reports.rulings import SEVERAL

    said = {SEVERAL: "decided", None: "open again"}.get(ruled.ruling, ruled.ruling)
    yield f"{ruled.step.change}: {f'final, {said}' if isinstance(said, OpenAnswers) else said}"
    for move in ruled.moves:
        yield f"  {move.after.label}: {move.before.in_words} → {move.after.in_words}"


def _farewell(desk: "ClassDecisions") -> str:
    from markscheme.wording import counted

    if not desk.state.marks:
        return f"{counted(len(desk.state.questions), 'question')} left"
    left, final = len(desk.state.questions), sum(not item.open for item in desk.state.marks)
    marks = f"{final} of {counted(len(desk.state.marks), 'mark')} final"
    return f"{counted(left, 'question')} left, {marks}" if left else f"Nothing is left to decide, {marks}"
