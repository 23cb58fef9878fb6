"""``agreement``, ``coverage`` and ``questions``: how far annotators agree, what references cover, what is to decide."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import attrs
import typer

from markscheme.cli.main import BAD_INPUT, complain_of
from markscheme.cli.options import (
    CachePath,
    DeviceOption,
    DocumentWorkOptions,
    DrawOptions,
    EncoderOption,
    EngineOptions,
    Equal,
    LanguageOption,
    Output,
    PipelineOption,
    StatedLanguage,
    check_choice,
    engine_settings,
    user_name,
)
from markscheme.cli.output import check_report, console_width, progress_bar, write_laid_out
from markscheme.cli.requests import takes_request
from markscheme.errors import DocumentError
from markscheme.inference.settings import EncoderSettings
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.words import counted, deed, person_name
from markscheme.reports.questions import LAYOUTS as QUESTION_LAYOUTS
from markscheme.reports.questions import QuestionList, question_list, replaced_words
from markscheme.reports.report import problem_words
from markscheme.research.asking import ExerciseQueue, SavedAnswer, exercise_queues
from markscheme.research.questions import Question, Wanted
from markscheme.research.queue import ANSWERS, NOTE, OFFERED, GivenAnswer

Change = Callable[[ExerciseQueue], tuple[ExerciseQueue, SavedAnswer | None]]


@attrs.frozen
class AgreementOptions:
    """What a person asks of ``agreement``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    credit: Annotated[
        bool, typer.Option("--credit/--no-credit", help="Score by credit too, which needs the encoder.")
    ] = True
    verdicts: Annotated[
        bool, typer.Option("--verdicts/--no-verdicts", help="Count verdicts and points too; slow on a corpus.")
    ] = True
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 1000
    draws: DrawOptions = DrawOptions()
    equal: Equal = None
    language: LanguageOption = DEFAULT_LANGUAGE
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, csv, html or json.")] = "text"


@takes_request
def agreement(options: AgreementOptions) -> None:
    """Show how far annotators agree: each marked against the others, kappa and alpha, and by kind of error."""
    from markscheme.api import research
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.agreement import LAYOUTS
    from markscheme.research.agreement import AgreementSettings

    layout = LAYOUTS.get(check_choice(options.form, LAYOUTS.names, "--format"))
    encoder = EncoderSettings(options.encoder, device=options.device)
    with progress_bar() as bar:
        result = research.agreement(
            options.paths,
            settings=AgreementSettings(options.draws.settings(options.resamples), options.credit, options.verdicts),
            overrides=MarkingOverrides(equal=tuple(options.equal) if options.equal else None),
            engine=engine_settings(encoder, options.pipeline, options.cache, options.language),
            progress=bar,
        )
    if result.pool.sentences:
        write_laid_out(layout, options.output, result, console_width())
    if complain_of(result.pool.problems) or not result.pool.sentences:
        raise typer.Exit(BAD_INPUT)


@attrs.frozen
class CoverageOptions:
    """What a person asks of ``coverage``."""

    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents of an exercise.")
    ]
    least: Annotated[
        int, typer.Option(metavar="N", min=1, help="List corrections that at least this number of hypotheses make.")
    ] = 1
    credit: Annotated[
        bool, typer.Option(help="How near a correction is to the references' ones; needs the encoder.")
    ] = True
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    language: StatedLanguage = None
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None
    work: DocumentWorkOptions = DocumentWorkOptions()
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, csv, html or json.")] = "text"


@takes_request
def coverage(options: CoverageOptions) -> None:
    """Show how many of the hypotheses' corrections the references cover, and which they miss."""
    number = options.work.count("markscheme.research.coverage")

    from markscheme.api import research
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.reports.coverage import LAYOUTS

    layout = LAYOUTS.get(check_choice(options.form, LAYOUTS.names, "--format"))
    check_report(options.output, options.paths)
    encoder, language = EncoderSettings(options.encoder, device=options.device), options.language
    with progress_bar() as bar:
        result = research.coverage(
            options.paths,
            overrides=MarkingOverrides(language=language),
            engine=engine_settings(encoder, options.pipeline, options.cache, language or DEFAULT_LANGUAGE),
            credit=options.credit,
            workers=number,
            on=options.work.on,
            address=options.work.address,
            progress=bar,
        )
    if result.pool.size:
        write_laid_out(layout, options.output, attrs.evolve(result, least=options.least), console_width())
    if complain_of(result.pool.problems):
        raise typer.Exit(BAD_INPUT)


TEXT = "text"


@attrs.frozen
class QuestionsOptions:
    """What a person asks of ``questions``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    answered: Annotated[bool, typer.Option("--answered", help="List the answered questions, with who and when.")] = (
        False
    )
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="KEY=ANSWER",
            help="Answer a question, and print what that did: accept, reject, optional, stands, skip, or note=TEXT; "
            "repeat it for more.",
        ),
    ] = None
    undo: Annotated[
        list[str] | None, typer.Option("--undo", metavar="KEY", help="Take your answers to a question back.")
    ] = None
    author: Annotated[
        str, typer.Option(help="Your name, which is written with answers.", show_default="your name on the computer")
    ] = ""
    least: Annotated[int, typer.Option(min=1, help="Ask about corrections that this many hypotheses make.")] = 2
    credit: Annotated[bool, typer.Option("--credit", help="Let credit count in the order; needs the encoder.")] = False
    quality: Annotated[
        bool, typer.Option("--quality", help="Let the estimated quality count in the order; needs the estimator.")
    ] = False
    limit: Annotated[int | None, typer.Option(min=0, help="List this many questions at most.")] = None
    engine: EngineOptions = EngineOptions()
    output: Output = None
    form: Annotated[str, typer.Option("--format", help="text, csv or json.")] = TEXT

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.least, self.credit, self.quality)


@takes_request
def questions(options: QuestionsOptions) -> None:
    """List what annotators have to decide, the most urgent first, or answer it."""
    from markscheme.marking.local import Engine

    layout = QUESTION_LAYOUTS.get(check_choice(options.form, QUESTION_LAYOUTS.names, "--format"))
    name, paths = options.author or user_name(), options.paths
    engine = Engine(options.engine.settings)
    with progress_bar() as bar:
        queues, problems = exercise_queues(paths, engine.models, name, options.wanted, bar)
    if not queues:
        _end(problems)
        raise DocumentError(
            "there is no exercise with a reference here",
            path=paths[0] if paths else None,
            remedy="Add a teacher's correction of the text",
        )
    saved = [*_answers(queues, options.answer or (), name), *_taken_back(queues, options.undo or (), name)]
    problems += (problem for item in queues for problem in item.problems)
    if saved and options.form == TEXT:
        for item in saved:
            typer.echo(confirmation(item))
    else:
        listed = attrs.evolve(_listed(queues, name, problems), wants_answered=options.answered, limit=options.limit)
        write_laid_out(layout, options.output, listed, console_width())
    _end(problems)


def _listed(queues: Sequence[ExerciseQueue], author: str, problems: Iterable[DocumentError]) -> QuestionList:
    return question_list(
        ((item.uri, item.queue) for item in queues),
        author,
        map(problem_words, problems),
        (notice.problem for item in queues for notice in item.notices),
    )


def _end(problems: Sequence[DocumentError]) -> None:
    if complain_of(problems):
        raise typer.Exit(BAD_INPUT)


def _answers(queues: list[ExerciseQueue], given: Sequence[str], author: str) -> list[SavedAnswer]:
    """Write the answers ``KEY=ANSWER`` in every exercise that has the question; the queues are then those after it."""
    parts = [_parts(item) for item in given]
    keys = [key for key, name, _ in parts if name != NOTE.name]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise typer.BadParameter(f"the question {twice} has two answers; give one", param_hint="--answer")
    _check_keys(queues, [key for key, _, _ in parts])
    today = datetime.date.today()
    saved: list[SavedAnswer] = []
    for key, name, note in parts:
        try:
            own = GivenAnswer(ANSWERS.get(name), author, today, note=note)
            saved += _through(queues, lambda item: item.answered(key, own))  # noqa: B023
        except ValueError as error:
            raise typer.BadParameter(f"{key}: {error}", param_hint="--answer") from None
    return saved


def _parts(given: str) -> tuple[str, str, str]:
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


def _taken_back(queues: list[ExerciseQueue], keys: Sequence[str], author: str) -> list[SavedAnswer]:
    _check_keys(queues, keys)
    return [saved for key in keys for saved in _through(queues, lambda item: item.without(key, author))]  # noqa: B023


def _through(queues: list[ExerciseQueue], change: Change) -> Iterator[SavedAnswer]:
    """Change the queues in place, and yield what that did."""
    for number, item in enumerate(queues):
        queues[number], saved = change(item)
        if saved is not None:
            yield saved


def _check_keys(queues: Sequence[ExerciseQueue], keys: Iterable[str]) -> None:
    for key in keys:
        if not any(item.queue.find(key) for item in queues):
            raise DocumentError(
                f"there is no question {key!r} here", remedy="The text may have changed: list them again"
            )


def confirmation(saved: SavedAnswer) -> str:
    """Return what an answer did: what, by whom, in which files, for how many marks, and what is open next."""
    return "; ".join(_confirmation_parts(saved))


def _confirmation_parts(saved: SavedAnswer) -> Iterator[str]:
    by = f" by {person_name(saved.author)}" if saved.author else ""
    statement = ANSWERS.get(saved.answer).statement if saved.answer else "answer taken back"
    yield f"{saved.question.key} {_subject(saved.question)}: {statement}{by}"
    files = ", ".join(path.name for path in saved.files)
    yield f"written to {files}" if files else "nothing written: this answer was there already"
    has_effect = not saved.answer or ANSWERS.get(saved.answer).without_effect is None
    yield f"{counted(saved.question.effect, 'mark')} concerned" if has_effect else "no mark changes"
    for reply in saved.others:
        yield replaced_words(reply) if saved.answer else f"counts again: {reply.text}"
    if saved.closed:
        yield f"the same decision answers {', '.join(saved.closed)}"
    yield f"{saved.left} open{f', next {saved.next}' if saved.next else ''}"


def _subject(question: Question) -> str:
    items = [question.alternatives[index] for index in question.about]
    return ", ".join(deed(item.before, item.after) for item in items) or f"“{question.before}”"
