"""``moderate``: a second marking: a blind copy for another teacher, where both differ, and both as one."""

import datetime
import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from markscheme.cli.commands.decide import class_report
from markscheme.cli.options import (
    DocumentWorkers,
    EngineOptions,
    Output,
    check_choice,
    document_workers,
    format_option,
    takes_request,
)
from markscheme.cli.output import chosen_layout, end_with_problems, is_terminal, write_report
from markscheme.documents.files import shown_path
from markscheme.errors import DocumentError
from markscheme.scoring.executor import Workers

if TYPE_CHECKING:
    from markscheme.exercises.exercise import Exercise
    from markscheme.exercises.moderation import Choose, Difference, Markings, MergedFiles
    from markscheme.marking.local import Engine
    from markscheme.reports.moderation import Candidate, Sampling, Side


_By = Annotated[
    str,
    typer.Option(
        help="How: chance; mark (low, middle and high marks alike); border (nearest to the border of a band)."
    ),
]
_Students = Annotated[list[str] | None, typer.Option(metavar="NAME", help="Choose this student; repeat it for more.")]
_Anonymous = Annotated[
    bool,
    typer.Option("--anonymous", help="Write numbers in place of names; whose they are stays in the first folder."),
]


@takes_request
def prepare(
    folder: Annotated[Path, typer.Argument(help="The folder of the class.")],
    into: Annotated[Path, typer.Option(help="The second teacher's folder; it must be new, or empty.")],
    teacher: Annotated[str, typer.Option("--for", metavar="NAME", help="The second teacher's name.")] = "",
    sample: Annotated[int | None, typer.Option(min=1, help="Choose this number of students.")] = None,
    by: _By = "chance",
    seed: Annotated[int, typer.Option(help="The number that chance begins with; the same one chooses the same.")] = 1,
    students: _Students = None,
    anonymous: _Anonymous = False,
    models: EngineOptions = EngineOptions(),
    workers: DocumentWorkers = None,
) -> None:
    number = document_workers(workers) if sample is not None else None

    from markscheme.documents.files import write_all
    from markscheme.documents.folders import KEY_FILE, SECOND_MARKING_FILE
    from markscheme.exercises.discovery import exercises_in
    from markscheme.exercises.moderation import (
        SecondMarking,
        check_copy,
        class_copy,
        class_folder_of,
    )
    from markscheme.reports.school_systems import read_key
    from markscheme.wording import person_name

    folder, into = folder.absolute(), into.absolute()
    exercises = exercises_in(folder)
    top = class_folder_of(exercises, folder)
    if into.is_relative_to(top) or top.is_relative_to(into):
        raise DocumentError("the second teacher's folder must be outside the class's", path=into)
    chosen, words = _by_name(students, exercises, folder)
    if sample is not None:
        engine = models.engine
        chosen, words = _sample(chosen, sample, by, seed, lambda: _candidates(folder, exercises, engine, number))
    key = read_key(top)
    if anonymous:
        key = key.with_people(name for name in chosen if name not in key.names)
    numbers = {name: key.numbers.get(name, name) for name in chosen} if anonymous else None
    blind = {Path(SECOND_MARKING_FILE): SecondMarking(teacher).to_bytes()}
    copy = class_copy(exercises, top, chosen, numbers).with_files(blind)
    copied = sorted(numbers.values()) if numbers is not None else chosen
    kept = {top / SECOND_MARKING_FILE: SecondMarking.read(top).with_sample(teacher, words).to_bytes()}
    if anonymous:
        kept[top / KEY_FILE] = key.to_bytes()

    def finish(partial: Path) -> None:
        check_copy(exercises, copied, partial)
        write_all(kept)

    copy.write(into, finish)
    title = f" for {teacher}" if teacher else ""
    typer.echo(f"Written{title} to {shown_path(into)}: {words}.")
    for name in chosen:
        typer.echo(f"  {person_name(name)}{f': {numbers[name]}' if numbers is not None else ''}")
    if anonymous:
        typer.echo(f"Whose number is whose is in {shown_path(top / KEY_FILE)}. Keep it to yourself.")
    typer.echo(f"When it is marked: markscheme class moderate {_quoted(folder)} {_quoted(into)}")
    for note in copy.notes:
        typer.echo(f"note: {note}", err=True)


def _by_name(names: Sequence[str] | None, exercises: "Sequence[Exercise]", folder: Path) -> tuple[tuple[str, ...], str]:
    """Return the students who are named, or all, and how they were chosen, in words."""
    from markscheme.exercises.moderation import students_of
    from markscheme.wording import counted, person_name

    everybody = students_of(exercises)
    if not everybody:
        raise DocumentError("nobody has handed in a text", path=folder)
    if not names:
        return everybody, f"all {counted(len(everybody), 'student')}"
    names_by_word = {word.casefold(): name for name in everybody for word in (person_name(name), name)}
    for name in names:
        if name.casefold() not in names_by_word:
            raise DocumentError(
                f"there is no student {name!r} here",
                path=folder,
                remedy=f"These handed in a text: {', '.join(map(person_name, everybody))}",
            )
    named = {names_by_word[name.casefold()] for name in names}
    chosen = tuple(name for name in everybody if name in named)
    return chosen, f"{len(chosen)} of {counted(len(everybody), 'student')}, chosen by name"


def _sample(
    names: Sequence[str], count: int, by: str, seed: int, marked: "Callable[[], list[Candidate]]"
) -> tuple[tuple[str, ...], str]:
    """Return the students who are chosen, and how, in words."""
    from random import Random

    from markscheme.reports.moderation import SAMPLINGS, Candidate
    from markscheme.wording import counted

    check_choice(by, SAMPLINGS.names, "--by")
    sampling: Sampling = SAMPLINGS.get(by)
    candidates = (
        [item for item in marked() if item.name in names] if sampling.needs_marks else list(map(Candidate, names))
    )
    chosen = sampling.choose(candidates, count, Random(seed))
    if not chosen:
        raise DocumentError("nobody has a mark, so the sample can't follow marks", remedy="Choose --by chance")
    seeded = f", seed {seed}" if sampling.is_random else ""
    order = {name: place for place, name in enumerate(names)}
    return tuple(sorted(chosen, key=order.__getitem__)), (
        f"{len(chosen)} of {counted(len(names), 'student')}, {sampling.words}{seeded}"
    )


def _candidates(folder: Path, exercises: "Sequence[Exercise]", engine: "Engine", workers: Workers) -> "list[Candidate]":
    return _side(folder, exercises, engine, workers).candidates


_Tolerance = Annotated[
    float | None,
    typer.Option(min=0.0, help="The largest difference that does not matter; without it, a tenth of the best mark."),
]
_Prefer = Annotated[
    str | None,
    typer.Option(
        metavar="A|B|newest|none",
        help="Whose counts where both are contrary; none leaves A's. Without it you are asked.",
    ),
]


@takes_request
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="The first person's folder.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The second person's folder; it may hold fewer texts.")],
    tolerance: _Tolerance = None,
    names: Annotated[tuple[str, str] | None, typer.Option(metavar="A B", help="The names of both people.")] = None,
    merge: Annotated[bool, typer.Option("--merge", help="Write both people's decisions and comments as one.")] = False,
    prefer: _Prefer = None,
    into: Annotated[Path | None, typer.Option(help="Write the merged class to this new folder.")] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Write into A; the old files are kept.")] = False,
    models: EngineOptions = EngineOptions(),
    workers: DocumentWorkers = None,
    output: Output = None,
    form: Annotated[str | None, format_option("text", "json", "csv", "tsv", "html")] = None,
) -> None:
    number = document_workers(workers)

    from markscheme.exercises.discovery import exercises_in
    from markscheme.exercises.moderation import NONE, SecondMarking, merged_files
    from markscheme.reports.moderation_report import LAYOUTS, dry_run

    layout = chosen_layout(LAYOUTS, form, output)
    check_options(merge=merge, prefer=prefer, into=into, in_place=in_place)
    folders = first.absolute(), second.absolute()
    exercises = [exercises_in(folder) for folder in folders]
    tops = [_top(loaded, folder) for loaded, folder in zip(exercises, folders, strict=True)]
    engine = models.engine
    one = _side(folders[0], exercises[0], engine, number)
    other = _side(folders[1], exercises[1], engine, number, _naming(one, tops))
    second_teacher = SecondMarking.read(tops[1]).teacher
    teachers = names or (one.teacher(), other.teacher(second_teacher))
    pairs = one.markings(other)
    if merge:
        merge_folders(pairs, teachers, exercises[0], tops[0], prefer, into)
        return
    sample = SecondMarking.read(tops[0]).samples.get(second_teacher, "")
    moderation = one.moderation(other, teachers, None if tolerance is None else Fraction(str(tolerance)), sample)
    write_report(layout, output, moderation)
    typer.echo(dry_run(merged_files(pairs, NONE.choose), teachers[1]), err=True)


def _top(exercises: "Sequence[Exercise]", folder: Path) -> Path:
    """Return the folder of a class, whose key and notes are there."""
    tops = {exercise.class_folder for exercise in exercises}
    return tops.pop() if len(tops) == 1 else folder


def _naming(one: "Side", tops: Sequence[Path]) -> Callable[[str], str]:
    """Return how a student of the second folder is called in the first, by the keys of both."""
    from markscheme.reports.school_systems import Key, read_key

    key = Key({**read_key(tops[1]).names, **read_key(tops[0]).names})
    students = {student for _, student in one.texts}

    def name(student: str) -> str:
        candidates = (student, key.name(student), key.numbers.get(student, student))
        return next((item for item in candidates if item in students), student)

    return name


def _side(
    folder: Path,
    exercises: "Sequence[Exercise]",
    engine: "Engine",
    workers: Workers,
    name: Callable[[str], str] = str,
) -> "Side":
    """Return a folder as it is marked; end the command where a text can't be."""
    from markscheme.reports.moderation import Side

    report = class_report([folder], engine, workers)
    end_with_problems(report.problems)
    return Side.of(report, exercises, folder, name)


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(shown_path(path))


def check_options(*, merge: bool, prefer: str | None, into: Path | None, in_place: bool) -> None:
    """Refuse options of a merge that do not go together.

    Raises
    ------
    typer.BadParameter
        With what to write instead.
    """
    from markscheme.exercises.moderation import PREFERENCES

    if prefer is not None:
        check_choice(prefer, PREFERENCES.names, "--prefer")
    if merge and in_place == (into is not None):
        raise typer.BadParameter("say where to write: --in-place into A, or --into a new folder", param_hint="--merge")
    if not merge and (prefer is not None or into is not None or in_place):
        raise typer.BadParameter(
            "this is an option of a merge: write --merge too", param_hint="--prefer, --into, --in-place"
        )


def merge_folders(
    pairs: "Sequence[tuple[Markings, Markings]]",
    teachers: tuple[str, str],
    exercises: "Sequence[Exercise]",
    top: Path,
    prefer: str | None,
    into: Path | None,
) -> None:
    """Write the decisions and comments of two teachers as one, and say what was done.

    Raises
    ------
    DocumentError
        If a contrary place is open and there is nobody to ask, or a file can't be used or written.
    """
    from markscheme.exercises.moderation import NONE, PREFERENCES, merged_files
    from markscheme.reports.moderation_report import merge_lines, merge_tally

    choose: Choose
    if prefer is not None:
        choose = PREFERENCES.get(prefer).choose
    else:
        choose = _questions(merged_files(pairs, NONE.choose), teachers, top)
    files = merged_files(pairs, choose)
    for line in merge_lines(files):
        typer.echo(line)
    typer.echo(merge_tally(files))
    if into is not None:
        _write_copy(files, exercises, top, into.absolute())
    elif files.after:
        _write_in_place(files, top)
    else:
        typer.echo("Nothing was to be written.")


def _write_in_place(files: "MergedFiles", top: Path) -> None:
    from markscheme.documents.files import write_product
    from markscheme.exercises.configuration import report_folder
    from markscheme.exercises.moderation import folder_name
    from markscheme.reports.moderation_report import merge_report

    now = datetime.datetime.now()
    reports = report_folder(top, ())
    kept_in = reports / folder_name(now)
    files.write(kept_in)
    report = reports / f"merging {now:%Y-%m-%d %H.%M.%S}.txt"
    write_product(report, merge_report(files, kept_in))
    for path in files.after:
        typer.echo(f"{shown_path(path)} written.")
    typer.echo(f"What was replaced, and how to undo it: {shown_path(report)}")


def _write_copy(files: "MergedFiles", exercises: "Sequence[Exercise]", top: Path, into: Path) -> None:
    from markscheme.documents.files import read_data
    from markscheme.exercises.moderation import class_copy, class_folder_of, students_of

    class_folder_of(exercises, top)
    if into.is_relative_to(top) or top.is_relative_to(into):
        raise DocumentError("the merged folder must be outside the class's", path=into)
    copy = class_copy(exercises, top, students_of(exercises))
    files_beside = {path for exercise in exercises for path in exercise.files_beside if path.is_relative_to(top)}
    old = {path.relative_to(top): read_data(path) for path in files_beside if os.path.isfile(path)}
    new = {path.relative_to(top): text.encode() for path, text in files.after.items()}
    copy.with_files({path: data for path, data in {**old, **new}.items() if data}).write(into)
    typer.echo(f"The merged class is in {shown_path(into)}; {shown_path(top)} is as it was.")


def _questions(open_files: "MergedFiles", teachers: tuple[str, str], top: Path) -> "Choose":
    """Return the choices of a person at the terminal.

    Raises
    ------
    DocumentError
        If a place is contrary, and there is nobody to ask.
    """
    from markscheme.wording import counted

    questions = open_files.merge.open
    if questions and not is_terminal():
        for pair in questions:
            _print_question(pair, teachers)
        raise DocumentError(
            f"{teachers[0]} and {teachers[1]} are contrary at {counted(len(questions), 'place')}; nothing was written",
            path=top,
            remedy="Answer at a terminal, or choose --prefer A, B, newest or none",
        )
    answers: dict[Any, Any] = {}
    for pair in questions:
        _print_question(pair, teachers)
        answers[pair.entry.topic] = (pair.one, pair.other)[_answer()]
    return lambda pair: answers[pair.entry.topic]


def _print_question(pair: "Difference", teachers: tuple[str, str]) -> None:
    from markscheme.reports.moderation_report import about, says

    typer.echo("")
    typer.echo(f"{about(pair.entry)}. Which counts?")
    for number, (teacher, entry) in enumerate(zip(teachers, (pair.one, pair.other), strict=True), 1):
        if entry is not None:
            typer.echo(f"  {number}  {teacher}: {says(entry)}")


def _answer() -> int:
    """Return 0 for the first teacher, 1 for the second.

    Raises
    ------
    typer.Exit
        If the person quits.
    """
    while True:
        given = str(typer.prompt("Number, or q to quit")).strip().casefold()
        if given in ("q", "quit"):
            typer.echo("Nothing was written.")
            raise typer.Exit(1)
        if given in ("1", "2"):
            return int(given) - 1
        typer.echo("1 or 2.")
