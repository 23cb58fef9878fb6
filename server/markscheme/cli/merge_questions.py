"""Merging the decisions of two teachers from the command line: options, questions at the terminal, and files."""

import datetime
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from markscheme.cli.options import check_choice
from markscheme.text.errors import DocumentError
from markscheme.text.reading import shown_path

if TYPE_CHECKING:
    from markscheme.exercises.exercise import Exercise
    from markscheme.exercises.moderation.differences import Difference
    from markscheme.exercises.moderation.markings import Markings
    from markscheme.exercises.moderation.merged_files import MergedFiles
    from markscheme.exercises.moderation.merging import Choose


def check_options(*, merge: bool, prefer: str | None, into: Path | None, in_place: bool) -> None:
    """Refuse options of a merge that do not go together.

    Raises
    ------
    typer.BadParameter
        With what to write instead.
    """
    from markscheme.exercises.moderation.merging import PREFERENCES

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
    from markscheme.exercises.moderation.merged_files import merged_files
    from markscheme.exercises.moderation.merging import NONE, PREFERENCES
    from markscheme.reports.moderation.merge_words import merge_lines, merge_tally

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
    from markscheme.exercises.folders import report_folder
    from markscheme.exercises.moderation.merged_files import folder_name, write_merged
    from markscheme.reports.moderation.merge_words import merge_report
    from markscheme.text.products import write_product

    now = datetime.datetime.now()
    reports = report_folder(top, ())
    kept_in = reports / folder_name(now)
    write_merged(files, kept_in)
    report = reports / f"merging {now:%Y-%m-%d %H.%M.%S}.txt"
    write_product(report, merge_report(files, kept_in))
    for path in files.after:
        typer.echo(f"{shown_path(path)} written.")
    typer.echo(f"What was replaced, and how to undo it: {shown_path(report)}")


def _write_copy(files: "MergedFiles", exercises: "Sequence[Exercise]", top: Path, into: Path) -> None:
    from markscheme.exercises.moderation.class_copy import class_copy, class_folder_of, students_of, write_copy
    from markscheme.text.reading import is_file, read_data

    class_folder_of(exercises, top)
    if into.is_relative_to(top) or top.is_relative_to(into):
        raise DocumentError("the merged folder must be outside the class's", path=into)
    copy = class_copy(exercises, top, students_of(exercises))
    companions = {path for exercise in exercises for path in exercise.companions if path.is_relative_to(top)}
    old = {path.relative_to(top): read_data(path) for path in companions if is_file(path)}
    new = {path.relative_to(top): text.encode() for path, text in files.after.items()}
    write_copy(copy.with_files({path: data for path, data in {**old, **new}.items() if data}), into)
    typer.echo(f"The merged class is in {shown_path(into)}; {shown_path(top)} is as it was.")


def _questions(open_files: "MergedFiles", teachers: tuple[str, str], top: Path) -> "Choose":
    """Return the choices of a person at the terminal.

    Raises
    ------
    DocumentError
        If a place is contrary, and there is nobody to ask.
    """
    from markscheme.marking.wording.words import counted

    questions = open_files.open
    if questions and not _is_terminal():
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


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _print_question(pair: "Difference", teachers: tuple[str, str]) -> None:
    from markscheme.reports.moderation.merge_words import about, says

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
