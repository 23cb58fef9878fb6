"""``comments``: the bank of comments for students as a list, a table, or the key to its codes."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from markscheme.cli.options import LanguageOption
from markscheme.exercises.comments.bank import PLACEHOLDERS, BankEntry, CommentBank
from markscheme.exercises.comments.bank_content import schema as bank_schema
from markscheme.exercises.comments.bank_file import BANK_FILE, bank_text, read_bank
from markscheme.exercises.comments.exercise_comments import language_bank
from markscheme.exercises.comments.given_file import GIVEN_FILE, given_schema
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.text.errors import DocumentError
from markscheme.text.products import write_product
from markscheme.text.reading import is_file, is_folder
from markscheme.text.writing import write_text

comments_app = typer.Typer(help="The bank of comments for students: list, export, import, key, schema.")

BYTE_ORDER_MARK = "\ufeff"
"""What spreadsheets take a CSV file in UTF-8 by."""

Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", help=f"A folder with a {BANK_FILE} of your own, or such a file.")
]
Output = Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")]
OwnOnly = Annotated[bool, typer.Option("--own", help="Your own comments alone, without the built-in ones.")]


class BankForm(StrEnum):
    """How a bank is exported."""

    CSV = "csv"
    TOML = "toml"


@comments_app.command("list")
def list_comments(folder: Folder = Path(), own: OwnOnly = False, language: LanguageOption = DEFAULT_LANGUAGE) -> None:
    """Print every comment: its code, key and text, the places that it is for, and an example."""
    bank = _bank(folder, language, own=own)
    for entry in bank.entries:
        typer.echo("\n".join(_lines(entry)))
    typer.echo(f"{len(bank.entries)} comments. Words in braces stand for words of a place:")
    for name, meaning in PLACEHOLDERS.items():
        typer.echo(f"  {{{name}}}: {meaning}")


def _lines(entry: BankEntry) -> list[str]:
    heading = f"{entry.code}  {entry.key}" if entry.key else entry.code
    example = [f"    {entry.example}"] if entry.example else []
    return [heading, f"    {entry.text}", *example, f"    [{entry.conditions}]", ""]


@comments_app.command("export")
def export(
    folder: Folder = Path(),
    form: Annotated[BankForm, typer.Option("--format", help="A table for spreadsheets, or TOML.")] = BankForm.CSV,
    own: OwnOnly = False,
    language: LanguageOption = DEFAULT_LANGUAGE,
    output: Output = None,
) -> None:
    """Write the comments as a table, which any spreadsheet opens, or as TOML."""
    text = bank_text(_bank(folder, language, own=own), f".{form.value}")
    if output is None:
        typer.echo(text, nl=False)
        return
    mark = BYTE_ORDER_MARK if form is BankForm.CSV else ""
    write_text(output, text if output.exists() else f"{mark}{text}")
    typer.echo(f"{output} written.")


@comments_app.command("import")
def import_comments(
    table: Annotated[Path, typer.Argument(metavar="FILE", help="A table in CSV, or a bank in TOML.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=f"The folder of {BANK_FILE}.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help=f"Write over {BANK_FILE}.")] = False,
) -> None:
    """Write comments.toml from a table; it switches comments on for the exercises of the folder's markscheme.toml."""
    bank = read_bank(table)
    path = folder / BANK_FILE
    if path.exists() and not force:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
    write_text(path, bank_text(bank, path.suffix))
    typer.echo(f"{path} written: {len(bank.entries)} comments.")


@comments_app.command("key")
def key(folder: Folder = Path(), language: LanguageOption = DEFAULT_LANGUAGE, output: Output = None) -> None:
    """Print the key for students: each code with its meaning."""
    pairs = _bank(folder, language, own=False).decoder_key()
    width = max((len(code) for code, _ in pairs), default=0)
    text = "".join(f"{code.ljust(width)}  {meaning}\n" for code, meaning in pairs)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_product(output, text)
        typer.echo(f"{output} written.")


@comments_app.command("schema")
def schema(
    given: Annotated[bool, typer.Option("--given", help=f"The schema of {GIVEN_FILE} instead.")] = False,
) -> None:
    """Print the JSON schema of comments.toml, for editors that check TOML."""
    typer.echo(json.dumps(given_schema() if given else bank_schema(), indent=2, ensure_ascii=False))


def _bank(folder: Path, language: str, *, own: bool) -> CommentBank:
    """Return the bank of a folder, a file, or the language alone."""
    path = folder / BANK_FILE if is_folder(folder) else folder
    is_missing = is_folder(folder) and not is_file(path)
    mine = CommentBank() if is_missing else read_bank(path)
    return mine.over(CommentBank() if own else language_bank(language))
