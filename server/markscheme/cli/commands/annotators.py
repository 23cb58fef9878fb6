"""``agreement``, ``coverage``, ``questions`` and ``adjudicate``: several annotators of one text."""

import datetime
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from markscheme.cli.main import BAD_INPUT
from markscheme.cli.options import (
    OUTPUT,
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
    PipelineOptions,
    StatedLanguage,
    StrictOption,
    TagsOption,
    chosen_format,
    engine_settings,
    format_option,
    takes_request,
    user_name,
)
from markscheme.cli.output import check_report, chosen_layout, end_with_problems, progress_bar, write_report
from markscheme.cli.terminal import complain, complain_of
from markscheme.documents.files import read_data, read_text, shown_path, write_all
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.adjudicated_file import Record, SentenceKey
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.moderation import ClassCopy, blind_files, received_file
from markscheme.inference.settings import EncoderSettings
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.reports.adjudication import CHANGES_LAYOUTS, STATUS_LAYOUTS, AdjudicationStatus
from markscheme.reports.questions import LAYOUTS as QUESTION_LAYOUTS
from markscheme.reports.questions import QuestionList, question_list, replaced_words
from markscheme.reports.report import problem_words
from markscheme.research.adjudication import Adjudication, Choice, Decider, State, WordsQuestion
from markscheme.research.adjudication_result import changes_of, several
from markscheme.research.differences import Sentence
from markscheme.research.pool import Pool, PooledTexts
from markscheme.research.question_queue import (
    ANSWERS,
    NOTE,
    OFFERED,
    ExerciseQueue,
    GivenAnswer,
    SavedAnswer,
    exercise_queues,
)
from markscheme.research.questions import Question, Wanted
from markscheme.wording import counted, deed, person_name

if TYPE_CHECKING:
    from markscheme.api.research import PooledAdjudication
    from markscheme.edits.edit import TagsUsed
    from markscheme.marking.local import Engine

Change = Callable[[ExerciseQueue], tuple[ExerciseQueue, SavedAnswer | None]]


@attrs.frozen
class AgreementOptions:
    """What a person asks of ``agreement``."""

    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders of exercises, or documents.")]
    credit: Annotated[
        bool | None, typer.Option("--credit/--no-credit", help="Score by credit too; the default with an encoder.")
    ] = None
    verdicts: Annotated[
        bool, typer.Option("--verdicts/--no-verdicts", help="Count verdicts and points too; slow on a corpus.")
    ] = True
    resamples: Annotated[int, typer.Option(min=0, help="Samples for intervals; 0 for no intervals.")] = 1000
    by_document: Annotated[
        bool, typer.Option("--by-document", help="Draw whole texts for the samples, not single sentences.")
    ] = False
    draws: DrawOptions = DrawOptions()
    units: Annotated[
        bool, typer.Option("--units", help="JSON: list every unit with what each annotator does, and examples.")
    ] = False
    tags: TagsOption = None
    equal: Equal = None
    strict: StrictOption = False
    language: LanguageOption = DEFAULT_LANGUAGE
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[QUESTION=]VALUE",
            help="End with status 1 if Krippendorff's alpha of a question is less; else of detection and correction.",
            rich_help_panel=OUTPUT,
        ),
    ] = None
    output: Output = None
    form: Annotated[str | None, format_option("text", "json", "csv", "tsv", "html", "sarif", "github", "junit")] = None


@takes_request
def agreement(options: AgreementOptions) -> None:
    from markscheme.api import research
    from markscheme.api.inputs import Work
    from markscheme.exercises.schemes import MarkingOverrides
    from markscheme.reports.agreement import LAYOUTS
    from markscheme.reports.checks import agreement_cases, check_layouts, least_alphas
    from markscheme.research.agreement import AgreementSettings

    least = least_alphas(options.fail_under or ())
    layouts = {**LAYOUTS, **check_layouts(partial(agreement_cases, least=least))}
    layout = chosen_layout(layouts, options.form, options.output)
    if options.units and layout is not LAYOUTS["json"]:
        raise typer.BadParameter("only JSON lists units; add --format json", param_hint="--units")
    encoder = EncoderSettings(options.encoder, device=options.device)
    with progress_bar() as bar:
        result = research.agreement(
            options.paths,
            settings=AgreementSettings(
                options.draws.settings(options.resamples),
                "documents" if options.by_document else "sentences",
                options.credit,
                options.verdicts,
                options.units,
                options.tags,
            ),
            overrides=MarkingOverrides(equal=tuple(options.equal) if options.equal else None),
            strict=options.strict,
            work=Work(engine_settings(encoder, options.pipeline, options.cache, options.language), progress=bar),
        )
    if result.pool.sentences:
        write_report(layout, options.output, result)
    if complain_of(result.pool.problems) or not result.pool.sentences:
        raise typer.Exit(BAD_INPUT)
    faults = [item.message for case in agreement_cases(result, least) for item in case.faults]
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)


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
        bool | None,
        typer.Option("--credit/--no-credit", help="How near they are to references; the default with an encoder."),
    ] = None
    tags: TagsOption = None
    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    language: StatedLanguage = None
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None
    work: DocumentWorkOptions = DocumentWorkOptions()
    output: Output = None
    form: Annotated[str | None, format_option("text", "json", "csv", "tsv", "html")] = None


@takes_request
def coverage(options: CoverageOptions) -> None:
    number = options.work.count("markscheme.research.coverage")

    from markscheme.api import research
    from markscheme.api.inputs import Work
    from markscheme.exercises.schemes import MarkingOverrides
    from markscheme.reports.coverage import LAYOUTS

    layout = chosen_layout(LAYOUTS, options.form, options.output)
    check_report(options.output, options.paths)
    encoder, language = EncoderSettings(options.encoder, device=options.device), options.language
    engine = engine_settings(encoder, options.pipeline, options.cache, language or DEFAULT_LANGUAGE)
    with progress_bar() as bar:
        result = research.coverage(
            options.paths,
            overrides=MarkingOverrides(language=language),
            credit=options.credit,
            tags=options.tags,
            work=Work(engine, number, options.work.on, options.work.address, progress=bar),
        )
    if result.pool.size:
        write_report(layout, options.output, attrs.evolve(result, least=options.least))
    end_with_problems(result.pool.problems)


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
    tags: TagsOption = None
    engine: EngineOptions = EngineOptions()
    output: Output = None
    form: Annotated[str | None, format_option("text", "json", "csv", "tsv")] = None

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.least, self.credit, self.quality)


@takes_request
def questions(options: QuestionsOptions) -> None:
    layout = chosen_layout(QUESTION_LAYOUTS, options.form, options.output)
    name, paths = options.author or user_name(), options.paths
    engine = options.engine.engine
    with progress_bar() as bar:
        queues, problems = exercise_queues(paths, engine.models, name, options.wanted, bar, options.tags)
    if not queues:
        end_with_problems(problems)
        raise DocumentError(
            "there is no exercise with a reference here",
            path=paths[0] if paths else None,
            remedy="Add a teacher's correction of the text",
        )
    saved = [*_answers(queues, options.answer or (), name), *_taken_back(queues, options.undo or (), name)]
    problems += (problem for item in queues for problem in item.problems)
    if saved and chosen_format(options.form, options.output, QUESTION_LAYOUTS) == TEXT:
        for item in saved:
            typer.echo(confirmation(item))
    else:
        listed = attrs.evolve(_listed(queues, name, problems), wants_answered=options.answered, limit=options.limit)
        write_report(layout, options.output, listed)
    end_with_problems(problems)


def _listed(queues: Sequence[ExerciseQueue], author: str, problems: Iterable[DocumentError]) -> QuestionList:
    return question_list(
        ((item.uri, item.queue) for item in queues),
        author,
        map(problem_words, problems),
        (notice.problem for item in queues for notice in item.notices),
        (item.tags.words for item in queues),
    )


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


Place = Annotated[Path, typer.Argument(metavar="PATH", help="A document of the exercise, or a folder of exercises.")]
By = Annotated[
    str | None, typer.Option("--by", metavar="NAME", help="Who decides.", show_default="your name on the computer")
]


@takes_request
def status(
    path: Place,
    every_tag: Annotated[
        bool, typer.Option("--every-tag", help="List every tag that annotators differ about, decided or not.")
    ] = False,
    tags: TagsOption = None,
    form: Annotated[str | None, format_option("text", "json")] = None,
    output: Output = None,
    marking: PipelineOptions = PipelineOptions(),
) -> None:
    layout = chosen_layout(STATUS_LAYOUTS, form, output)
    states = _states(path, marking.engine, tags)
    write_report(layout, output, [AdjudicationStatus(item.adjudication, every_tag) for item in states])


@takes_request
def report(
    path: Place,
    annotator: Annotated[str, typer.Option("--for", metavar="ANNOTATOR", help="Whose corrections.")],
    tags: TagsOption = None,
    form: Annotated[str | None, format_option("text", "json", "csv", "tsv", "html")] = None,
    output: Output = None,
    marking: PipelineOptions = PipelineOptions(),
) -> None:
    layout = chosen_layout(CHANGES_LAYOUTS, form, output)
    adjudication = _only(path, _states(path, marking.engine, tags))
    write_report(layout, output, changes_of(adjudication, adjudication.differences.annotator(annotator)))


@takes_request
def export(
    path: Place,
    output: Annotated[Path, typer.Option(help="The file to write; STEM.src for a group of files.")],
    to: Annotated[str | None, typer.Option(help="The format, as for convert; else decided by the name.")] = None,
    fill_open: Annotated[
        str | None,
        typer.Option(
            "--open",
            metavar="majority|first NAME|leave",
            help="What stands at open places; without it, open sentences are refused.",
        ),
    ] = None,
    tags: TagsOption = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
    marking: PipelineOptions = PipelineOptions(),
) -> None:
    from markscheme.api import research
    from markscheme.api.inputs import Work

    with progress_bar() as bar:
        conversion, result = research.export_adjudicated(
            path,
            output,
            write_as=to,
            fill_open=fill_open,
            tags=tags,
            overwrite=force,
            work=Work(marking.engine, progress=bar),
        )
    for file in conversion.files:
        typer.echo(shown_path(file.absolute()))
    complain(result.tags.words)
    if result.undecided_words:
        complain(result.undecided_words)
    if result.filled:
        complain(f"{counted(result.filled, 'sentence')} not decided; at open places stands {result.words}")
    for loss in conversion.losses:
        complain(f"{conversion.format} can't hold {loss}")


@takes_request
def take(
    path: Place,
    sentence: Annotated[
        list[int] | None, typer.Option(min=1, help="The sentence's number, from 1; repeat it for more.")
    ] = None,
    annotator: Annotated[str | None, typer.Option(metavar="NAME", help="Take this annotator's version.")] = None,
    majority: Annotated[
        bool, typer.Option("--majority", help="Take the versions of more than half, wherever there is one.")
    ] = False,
    words: Annotated[str | None, typer.Option(help="Put these words there; empty to delete.")] = None,
    tag: Annotated[
        str | None, typer.Option(metavar="TAG", help="Call a correction that is agreed on or decided so.")
    ] = None,
    leave: Annotated[bool, typer.Option("--leave", help="Leave the source.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take decisions back.")] = False,
    place: Annotated[
        tuple[int, int] | None,
        typer.Option(metavar="START END", help="The source tokens of a place, from 0; else the whole sentence."),
    ] = None,
    by: By = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before --majority decides many sentences.")] = False,
    marking: PipelineOptions = PipelineOptions(),
) -> None:
    actions = {
        "take": annotator is not None,
        "majority": majority,
        "own": words is not None,
        "tag": tag is not None,
        "leave": leave,
        "withdraw": withdraw,
    }
    chosen = [name for name, is_wanted in actions.items() if is_wanted]
    if len(chosen) != 1:
        raise typer.BadParameter("write one of --annotator, --majority, --words, --tag, --leave and --withdraw")
    engine = marking.engine
    adjudication = _only(path, _states(path, engine))
    sentences = _sentences(adjudication, sentence, chosen[0], place)
    whose = "" if annotator is None else adjudication.differences.annotator(annotator)
    choice = Choice(chosen[0], place, whose, tag=tag or "")
    if words is not None:
        question = WordsQuestion(sentences[0].source, place, words, sentences[0].is_tokenised)
        choice = attrs.evolve(choice, wording=question.wording(engine.models))
    if choice.action == "majority" and not sentence and not _may_decide(adjudication, sentences, dry_run, yes):
        return
    if dry_run:
        typer.echo(f"{counted(len(sentences), 'sentence')} would be decided")
        return
    decider = Decider(by if by is not None else user_name(), datetime.date.today(), reason)
    decided = adjudication.decide(sentences, choice, decider)
    _say_what_changed(adjudication, decided.file.records, {item.key for item in decided.before})


def prepare(
    path: Place,
    into: Annotated[Path, typer.Option(help="The folder for the copy; it must be new, or empty.")],
    annotator: Annotated[str, typer.Option("--for", metavar="NAME", help="The second annotator's name.")] = "second",
) -> None:
    files: dict[Path, bytes] = {}
    for exercise in _exercises(path):
        for name, data in blind_files(exercise, annotator, read_text).items():
            if files.setdefault(Path(name), data) != data:
                raise DocumentError(f"two exercises have the name {exercise.name!r}", path=path)
    ClassCopy(files, ()).write(into.absolute())
    for file in sorted(files):
        typer.echo(shown_path(into.absolute() / file))
    places = [shown_path(place.absolute()) for place in (path, into)]
    words = ["markscheme", "annotate", "adjudicate", "receive", *places, "--for", annotator]
    typer.echo(f"When it is corrected: {shlex.join(words)}")


@takes_request
def receive(
    path: Place,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that prepare wrote.")],
    annotator: Annotated[str, typer.Option("--for", metavar="NAME", help="The second annotator's name.")] = "second",
    seen: Annotated[
        str | None,
        typer.Option("--seen", metavar="N|all", help="How many sentences were read, if the last ones are unchanged."),
    ] = None,
    unchanged: Annotated[
        bool, typer.Option("--unchanged", help="Take a file in which nothing is changed: no error was found.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
    marking: PipelineOptions = PipelineOptions(),
) -> None:
    reading = _Reading(annotator, _seen_sentences(seen), unchanged)
    engine = marking.engine
    files: dict[Path, bytes] = {}
    neighbours: dict[Path, Path | None] = {}
    notes: list[str] = []
    for exercise in _exercises(path):
        file = received_file(exercise, annotator, folder.absolute(), read_text)
        if file is not None:
            data, note = _received(exercise, file, reading, engine)
            beside = exercise.references[0].path if exercise.references else exercise.source
            target = (beside.parent if beside is not None else exercise.folder) / file.name
            files[target], neighbours[target] = data, beside
            notes.append(note)
    if not files:
        raise DocumentError(f"there is no file for {annotator} in this folder", path=folder)
    write_all(files, overwrite=force)
    for file, note in zip(files, notes, strict=True):
        typer.echo(f"{shown_path(file)}: {note}")
        if not _is_reference(file, neighbours[file]):
            complain(f"{shown_path(file)} is no reference yet: name it in markscheme.toml")


def _is_reference(file: Path, beside: Path | None) -> bool:
    """Return whether a file is a reference of the exercise that has another file, too."""
    try:
        exercises = exercises_of(file)
    except DocumentError:
        return False
    return any(
        item.role(file) == "reference" and (beside is None or item.role(beside) is not None) for item in exercises
    )


def _seen_sentences(seen: str | None) -> int | None:
    """Return the number of sentences that were read; ``None`` if nobody says, and the largest number for all."""
    if seen is None:
        return None
    if seen == "all":
        return sys.maxsize
    if not seen.isdecimal() or int(seen) == 0:
        raise typer.BadParameter("write a number of sentences, or all", param_hint="--seen")
    return int(seen)


@attrs.frozen
class _Reading:
    """What is said of a second annotator's files: how many sentences were read, and whether nothing may be changed."""

    annotator: str
    seen: int | None
    may_be_unchanged: bool


def _received(exercise: Exercise, file: Path, reading: _Reading, engine: "Engine") -> tuple[bytes, str]:
    """Return what is kept of a second annotator's file, and how far it goes, in words.

    Raise DocumentError if it can't be lined up with the exercise's source, nothing is changed in it, or the end is
    unchanged and nobody says how many sentences were read.
    """

    seen = reading.seen
    pool = _pool_of_received(exercise, reading.annotator, file, engine)
    extent = pool.received()
    if extent.last_change == 0 and not reading.may_be_unchanged:
        raise DocumentError(
            f"nothing is changed in this copy of the source; it has {extent.sentences} sentences",
            path=file,
            remedy=f"Write --unchanged if {reading.annotator} has read it and found no error",
        )
    if seen is None and not reading.may_be_unchanged and extent.may_be_unfinished:
        other = "" if extent.is_whole else f", or --seen {extent.last_change} if not"
        raise DocumentError(
            f"the last change is in sentence {extent.last_change} of {extent.sentences}",
            path=file,
            remedy=f"Write --seen all if {reading.annotator} has read it to the end{other}",
        )
    if seen is not None and seen < extent.sentences and extent.is_whole:
        raise DocumentError("a file of M2 by one annotator can't leave sentences out", path=file, remedy="Finish it")
    if seen is not None and seen < extent.last_change:
        raise DocumentError(f"sentence {extent.last_change} is changed, so --seen {seen} can't be", path=file)
    last = extent.seen if seen is None else extent.seen_of(seen)
    data = read_data(file) if last == extent.seen else pool.seen_part(read_text(file), last).encode()
    change = f"the last change is in sentence {extent.last_change}" if extent.last_change else "nothing is changed"
    return data, f"{last} of {extent.sentences} sentences seen; {change}"


def _pool_of_received(exercise: Exercise, annotator: str, file: Path, engine: "Engine") -> Pool:

    alone = attrs.evolve(exercise, hypotheses=(), references=(Participant(annotator, file),), problem=None)
    if alone.source is None and exercise.references:
        alone = attrs.evolve(alone, references=(exercise.references[0], *alone.references))
    pool = Pool.of([PooledTexts.of(alone, read_text)], engine.models)
    for problem in pool.problems:
        if not isinstance(problem, Reminder):
            raise problem
    return pool


def _exercises(path: Path) -> Sequence[Exercise]:

    exercises = exercises_in(path.absolute()) if os.path.isdir(path) else exercises_of(path.absolute())
    if not exercises:
        raise no_exercise(path) if os.path.isdir(path) else DocumentError("there is no exercise here", path=path)
    return exercises


def _sentences(
    adjudication: Adjudication, numbers: Sequence[int] | None, action: str, place: tuple[int, int] | None
) -> Sequence[Sentence]:
    everything = adjudication.differences.sentences
    if not numbers:
        if action != "majority":
            raise typer.BadParameter("name the sentence by its number", param_hint="--sentence")
        return adjudication.open_sentences
    if len(numbers) > 1 and (place is not None or action in ("own", "tag")):
        raise typer.BadParameter("name one sentence only", param_hint="--sentence")
    for number in numbers:
        if number > len(everything):
            raise typer.BadParameter(f"there are {len(everything)} sentences", param_hint="--sentence")
    return [everything[number - 1] for number in dict.fromkeys(numbers)]


def _may_decide(adjudication: Adjudication, sentences: Sequence[Sentence], dry_run: bool, yes: bool) -> bool:
    """Say what the majority would decide, and return whether the person wants it."""
    places = [
        (sentence, place)
        for sentence in sentences
        for place in sentence.open_places(adjudication.record(sentence))
        if place.majority is not None
    ]
    count = len({sentence.index for sentence, _ in places})
    typer.echo(
        f"{counted(len(places), 'place')} in {counted(count, 'sentence')} "
        f"{'has' if len(places) == 1 else 'have'} a version of more than half of the annotators"
    )
    if dry_run or not places:
        return False
    if yes:
        return True
    if not sys.stdin.isatty():
        raise DocumentError("this decides many sentences at once", remedy="Write --yes, or --dry-run to see how many")
    return typer.confirm("Take them?")


def _say_what_changed(
    adjudication: Adjudication, records: Mapping[SentenceKey, Record], keys: set[SentenceKey]
) -> None:

    after = attrs.evolve(adjudication, records=records)
    for item in adjudication.differences.sentences:
        if item.key in keys:
            words = " ".join(item.result(after.record(item)))
            state = after.state(item)
            shown = "only a tag is open" if state is State.TAGS else state.value
            typer.echo(f"{item.index + 1}  {shown}: {words}")
    if not keys:
        typer.echo("Nothing changed")


def _states(path: Path, engine: "Engine", tags: "TagsUsed | None" = None) -> "tuple[PooledAdjudication, ...]":
    from markscheme.api import research
    from markscheme.api.inputs import Work

    with progress_bar() as bar:
        states = research.adjudications(path, tags=tags, work=Work(engine, progress=bar))
    for state in states:
        complain_of(state.adjudication.problems)
    return states


def _only(path: Path, states: "Sequence[PooledAdjudication]") -> Adjudication:
    if len(states) > 1:
        raise several(path, states)
    return states[0].adjudication
