"""``review``, ``init`` and ``schema``: documents with their findings, and what a folder says of them."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, cast

import attrs
import typer

from markscheme.cli.options import (
    FACTORS_HELP,
    OUTPUT,
    Choices,
    DocumentWorkOptions,
    EngineOptions,
    Equal,
    JudgeChoice,
    Output,
    SetOption,
    StatedLanguage,
    YesOption,
    check_choice,
    read_factors,
    takes_request,
)
from markscheme.cli.output import check_report, console_width, end_with_problems, is_terminal, write_pieces
from markscheme.cli.terminal import complain, send
from markscheme.documents.files import write_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.errors import DocumentError, MissingEncoder, RegistryError
from markscheme.exercises.configuration import schema as configuration_schema
from markscheme.exercises.init.draft import offered_variants, with_variants
from markscheme.exercises.schemes import PRESETS
from markscheme.inference.settings import EncoderSettings
from markscheme.marking.settings import DEFAULT_VOCABULARY, VocabularyName
from markscheme.metrics.base import Assumption
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.metrics.weightings import WeightingName, weighting_or_name
from markscheme.wording import to_decide

if TYPE_CHECKING:
    from markscheme.cli.output import Shown
    from markscheme.exercises.init.plan import PlannedFile, PlannedRole, Question, SetUpPlan, Sureness
    from markscheme.exercises.schemes import MarkingOverrides
    from markscheme.inference.judge import Judge
    from markscheme.reports.report import ReviewedDocument
    from markscheme.reports.review_report import Piece, ReviewFormat


def _check_form(name: str) -> str:
    """Refuse a name that no format of reviews has, or whose package can't be used."""
    from markscheme.reports.review_report import REVIEW_FORMATS

    try:
        REVIEW_FORMATS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


ReviewForm = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help="text, json, sarif, github or junit.",
        callback=_check_form,
        rich_help_panel=OUTPUT,
    ),
]
VocabularyOption = Annotated[
    VocabularyName,
    typer.Option(
        "--vocabulary", help="Text: verdicts, or CLEME2.0's categories, types and scores.", rich_help_panel=OUTPUT
    ),
]


PARTS: Final = {"encoder": EncoderSettings, "judge": JudgeChoice, "estimate": EstimateSettings}
SET_METRICS: Final = ("credit", "impara")
"""Metrics that a review has settings of."""


@attrs.frozen
class ReviewOptions:
    """What a person asks of ``review``."""

    panel: ClassVar[str] = "Marks"

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Documents, or folders of exercises.")]
    assumption: Annotated[
        Assumption | None,
        typer.Option(metavar="NAME", help="dependent, independent: one reference a sentence, or any a chunk."),
    ] = None
    equal: Equal = None
    factors: Annotated[str | None, typer.Option(metavar="A,B,C,D", help=FACTORS_HELP)] = None
    weighting: Annotated[
        WeightingName | None, typer.Option(metavar="NAME", help="none, length, similarity, vector or llm.")
    ] = None
    estimate: Annotated[
        bool | None, typer.Option("--estimate/--no-estimate", help="Whether texts without a reference are estimated.")
    ] = None
    scheme: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show marks by a preset, in place of the mark scheme; nothing is written."),
    ] = None
    choices: SetOption = None
    language: StatedLanguage = None
    vocabulary: VocabularyOption = DEFAULT_VOCABULARY
    form: ReviewForm = "text"
    output: Output = None
    check: Annotated[
        bool,
        typer.Option("--check", help="End with status 1 if an answer is left to decide.", rich_help_panel=OUTPUT),
    ] = False
    models: EngineOptions = EngineOptions()
    yes: YesOption = False
    work: DocumentWorkOptions = DocumentWorkOptions()

    def overrides(self, choices: Choices) -> "MarkingOverrides":
        from markscheme.exercises.schemes import MarkingOverrides

        return MarkingOverrides(
            self.assumption,
            attrs.astuple(read_factors(self.factors)) if self.factors else None,
            cast("float | None", choices.metrics.of("credit").get("tau")),
            weighting=self.weighting,
            estimate=self.estimate,
            equal=tuple(self.equal) if self.equal else None,
            language=self.language,
        )

    def chosen_judge(self, choices: Choices, progress: "Shown") -> "Judge | Callable[[], Judge]":
        """Return the language model, or what finds it when it is needed.

        Faults of options are reported before anything is marked; those of variables only where a judge is needed.
        """
        from markscheme.cli.output import configured_judge

        asked = choices.part("judge", JudgeChoice())
        find = partial(configured_judge, asked, self.yes, progress)
        needs_judge = self.weighting is not None and weighting_or_name(self.weighting).needs_judge
        return find() if needs_judge or asked != JudgeChoice() else find

    def layout(self) -> "ReviewFormat":
        from markscheme.reports.review_report import REVIEW_FORMATS

        colour = self.output is None and sys.stdout.isatty()
        return REVIEW_FORMATS.get(self.form).at_terminal(console_width(), colour, self.vocabulary)


@takes_request
def review(options: ReviewOptions) -> None:
    """Of a folder with thousands of documents each is written when it is marked: memory does not grow with them."""
    number = options.work.count()
    if options.scheme is not None:
        check_choice(options.scheme, PRESETS.names, "--scheme")

    from markscheme.api import marking
    from markscheme.api.inputs import Work
    from markscheme.cli.output import progress_bar

    choices = Choices.read(options.choices, PARTS, SET_METRICS)
    check_report(options.output, options.paths)
    with progress_bar() as progress:
        layout = options.layout()
        impara: dict[str, Any] = dict(choices.metrics.of("impara"))
        estimates = EstimateSettings(impara=ImparaSettings(**impara))
        engine = options.models.settings_for(options.language, choices)
        if options.form == "text" and layout.shows_credit and engine.encoder.is_missing:
            complain(f"note: credit is left out: {MissingEncoder()}")
        found = _Undecided()
        stream = marking.review_stream(
            options.paths,
            partial(_checked, layout),
            settings=marking.ReviewSettings(
                estimates=choices.part("estimate", estimates),
                vectors="all" if layout.shows_credit else "asked",
                scheme=options.scheme,
            ),
            overrides=options.overrides(choices),
            judge=options.chosen_judge(choices, progress),
            work=Work(engine, number, options.work.on, options.work.address, progress=progress),
        )
        write_pieces(
            options.output,
            layout.written(found.pieces(stream), stream.remarks),
            progress,
            layout.mark,
            has_styles=options.form == "text",
        )
    end_with_problems(stream.remarks().problems)
    if options.check and found.number:
        complain(to_decide(found.number))
        raise typer.Exit(1)


def _checked(layout: "ReviewFormat", document: "ReviewedDocument") -> "tuple[Piece, int]":
    """Return a document as it is written, and how many of its answers nobody has decided."""
    return layout.piece(document), document.open


@attrs.define
class _Undecided:
    """Adds up, while documents come, how many answers nobody has decided."""

    number: int = 0

    def pieces(self, documents: "Iterable[tuple[Piece, int]]") -> "Iterator[Piece]":
        for piece, undecided in documents:
            self.number += undecided
            yield piece


_ROLES: Mapping["PlannedRole", str] = {
    "source": "text",
    "reference": "teacher",
    "hypothesis": "student",
    "complete": "text with corrections",
}
_ANNOTATORS_ROLES = {**_ROLES, "reference": "annotator", "hypothesis": "hypothesis"}
_ANSWER = re.compile(r"\d+(?:\s*[,;+ ]\s*\d+)*")
_NUMBERS = re.compile(r"\d+")
NONE_ALLOWED = "none"
_DOUBTS: Mapping["Sureness", str] = {"sure": "", "likely": "; likely", "ask": "; please check"}


def _schema(asked: bool) -> None:
    if asked:
        typer.echo(json.dumps(configuration_schema(), indent=2, ensure_ascii=False))
        raise typer.Exit


def init(
    folder: Annotated[Path, typer.Argument(help="The folder of the documents.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Update a markscheme.toml that is there.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the file and write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Take the default answer to each question.")] = False,
    scheme: Annotated[
        str | None, typer.Option(help=f"Write a mark scheme: {', '.join(PRESETS.built_in)}.", metavar="NAME")
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Leave students a choice: {', '.join(offered_variants())}. Repeat it for more.", metavar="NAME"
        ),
    ] = None,
    _: Annotated[
        bool, typer.Option("--schema", callback=_schema, is_eager=True, help="Print the schema of markscheme.toml.")
    ] = False,
) -> None:
    """What the files don't show is asked. Without a terminal nothing is written while a question is open: answer with
    --yes to take the defaults.
    """
    from markscheme.exercises.init.draft import draft
    from markscheme.exercises.scheme_file import with_new_scheme, with_scheme

    path = folder / CONFIGURATION
    if scheme is not None and path.exists() and not force and not dry_run:
        write_text(path, with_new_scheme(path, scheme))
        typer.echo(f"{path} has the mark scheme now; all else in it stays.")
        if not allow:
            return
    if allow and path.exists() and not force and not dry_run:
        write_text(path, with_variants(path, allow))
        typer.echo(f"{path} allows {', '.join(allow)} now; all else in it stays.")
        return
    if path.exists() and not force and not dry_run:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
    plan = _guessed(folder, converts=not dry_run)
    _explain(plan, to_errors=dry_run)
    if not plan.exercises:
        raise DocumentError(
            "no exercise found in this folder; nothing was written",
            path=folder,
            remedy="An exercise is a text, with a correction that shares its words",
        )
    if not dry_run:
        plan = _answered(plan, take_defaults=yes)
    text = with_scheme(draft(plan), scheme)
    text = with_variants(path, allow, lambda _: text) if allow else text
    if dry_run:
        send(text)
        if plan.open_questions:
            _print_questions(plan, to_errors=True)
            typer.echo("\nThe file above takes the answers with an asterisk.", err=True)
        return
    write_text(path, text)
    if not yes and not allow and is_terminal():
        _offer_variants(folder)
    typer.echo(f"{path} written. {_next_step(plan)} {shlex.quote(str(folder))}")


def _guessed(folder: Path, *, converts: bool) -> "SetUpPlan":
    from markscheme.cli.output import progress_bar
    from markscheme.exercises.init.guess import guess
    from markscheme.inference.estimator import bundled_reader

    with progress_bar() as shown:
        plan = guess(folder, bundled_reader(), shown)
    return guess(folder) if not plan.exercises and converts and _made_m2(folder) else plan


def _made_m2(folder: Path) -> bool:
    """Make M2 of annotators' corpora that can't be read in place (NUCLE's SGML, W&I's JSON); return whether there are.

    The corpora stay as they are.
    """
    from markscheme.api.research import convert
    from markscheme.documents.formats import FORMATS, DocumentFile
    from markscheme.documents.nucle import NUCLE
    from markscheme.documents.records import WI

    found = False
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in (*NUCLE.suffixes, *WI.suffixes) or not path.is_file():
            continue
        form = FORMATS.to_read(DocumentFile(path))
        if form is NUCLE or form is WI:
            made = path.with_suffix(".m2")
            for loss in convert(path, made).losses:
                complain(f"{path.name}: lost in {made.name}: {loss}")
            typer.echo(f"{path.name} is {form.title}: {made.name} has it as M2")
            found = True
    return found


def _offer_variants(folder: Path) -> None:
    """Ask between which variants students may choose, and say what each would change for the class."""
    from markscheme.cli.options import engine_settings
    from markscheme.inference.settings import EncoderSettings
    from markscheme.marking.local import Engine
    from markscheme.reports.variants import variant_changes
    from markscheme.wording import counted

    path = folder / CONFIGURATION
    changes = variant_changes(folder, Engine(engine_settings(EncoderSettings("bundled"), "bundled", None)))
    typer.echo("\nWhat may your students choose? Else what you have not is different.")
    for number, item in enumerate(changes, start=1):
        concerned = f"{counted(item.answers, 'answer')} of {counted(item.students, 'student')}"
        words = concerned if item.answers else "nothing in this class"
        sign = "*" if item.is_allowed else " "
        typer.echo(f"  {number}{sign} {item.variant.title} ({item.variant.example}): {words}")
    present = " ".join(str(number) for number, item in enumerate(changes, start=1) if item.is_allowed) or NONE_ALLOWED
    while True:
        try:
            given = str(typer.prompt(f"Numbers, as 1 3, or {NONE_ALLOWED}", default=present))
        except typer.Abort:  # the end of the input
            return
        numbers = [int(part) for part in _NUMBERS.findall(given)]
        if all(1 <= number <= len(changes) for number in numbers) and (numbers or given.strip() == NONE_ALLOWED):
            break
        typer.echo(f"Numbers from 1 to {len(changes)}, or {NONE_ALLOWED}.")
    write_text(path, with_variants(path, [changes[number - 1].variant.name for number in numbers]))


def _explain(plan: "SetUpPlan", to_errors: bool) -> None:
    """Print the role and the person of every file, by exercise, and what the teacher should know."""
    for exercise in plan.exercises:
        note = " (each student has an essay of their own)" if exercise.is_own else ""
        typer.echo(f"{exercise.name}{note}", err=to_errors)
        for line in _table(exercise.rows, _ANNOTATORS_ROLES if plan.is_annotators else _ROLES):
            typer.echo(f"  {line}", err=to_errors)
    out = [row for row in plan.rows if not row.takes_part]
    if out:
        typer.echo("left out", err=to_errors)
    for row in out:
        typer.echo(f"  {row.path}: {row.reason}", err=to_errors)
    for warning in plan.warnings:
        typer.echo(f"note: {warning}", err=to_errors)
    if plan.exercises:
        typer.echo(plan.summary, err=to_errors)


def _next_step(plan: "SetUpPlan") -> str:
    """Return the command that a person runs next on the folder: annotators alone can be compared, not marked."""
    if plan.is_annotators:
        return "To compare the annotators: markscheme annotate agreement"
    return "To mark the class: markscheme review"


def _table(rows: Iterable["PlannedFile"], roles: Mapping["PlannedRole", str]) -> list[str]:
    """Return a line for each file, in columns: role, person, path, and the reason."""
    cells = [
        (
            roles.get(row.role, ""),
            row.person or (row.essay if row.role == "source" else None) or "",
            row.pattern,
            f"({row.reason}{_DOUBTS[row.sureness]})",
        )
        for row in rows
    ]
    widths = [min(max(len(line[column]) for line in cells), 50) for column in range(3)]
    return [
        "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[3]]) for line in cells
    ]


def _answered(plan: "SetUpPlan", *, take_defaults: bool) -> "SetUpPlan":
    """Return the plan with the answers that a person gives at the terminal.

    Raises
    ------
    DocumentError
        If a question is open, and there is nobody to ask.
    """
    from markscheme.exercises.init.plan import Choices

    if take_defaults:
        return plan
    if plan.questions and not is_terminal():
        _print_questions(plan)
        count = len(plan.questions)
        raise DocumentError(
            f"{count} {'question is' if count == 1 else 'questions are'} open; nothing was written",
            path=plan.folder,
            remedy="Answer at a terminal, or take the answers with an asterisk: markscheme init --yes",
        )
    while plan.open_questions:
        question = plan.open_questions[0]
        _print_question(question)
        plan = plan.with_choices(Choices(answers={**plan.choices.answers, question.id: _answer(question)}))
    return plan


def _print_questions(plan: "SetUpPlan", *, to_errors: bool = False) -> None:
    """Print the open questions with their answers; an asterisk marks the one that holds as long as nobody answers."""
    for question in plan.open_questions:
        _print_question(question, to_errors=to_errors)


def _print_question(question: "Question", *, to_errors: bool = False) -> None:
    typer.echo("", err=to_errors)
    typer.echo(question.text, err=to_errors)
    for number, item in enumerate(question.answers, start=1):
        typer.echo(f"  {number}{'*' if item.id == question.default else ' '} {item.label}", err=to_errors)


def _answer(question: "Question") -> str:
    """Return the id of the answer whose number the person gives; Enter takes the default.

    Raises
    ------
    DocumentError
        If the person quits.
    """
    ids = [item.id for item in question.answers]
    hint = ", several as 2,3" if question.together is not None else ""
    while True:
        given = str(typer.prompt(f"Number{hint}, or q to quit", default=str(ids.index(question.default) + 1))).strip()
        if given.casefold() in ("q", "quit"):
            raise typer.Exit(1)
        numbers = [int(part) for part in _NUMBERS.findall(given)] if _ANSWER.fullmatch(given) else []
        if numbers and all(1 <= number <= len(ids) for number in numbers):
            chosen = question.combined([question.answers[number - 1] for number in dict.fromkeys(numbers)])
            if chosen is not None:
                return chosen
        typer.echo("These can't be chosen together." if len(numbers) > 1 else f"A number from 1 to {len(ids)}.")
