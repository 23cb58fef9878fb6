"""``init`` and ``schema``: write a folder's ``markscheme.toml``, and its JSON schema."""

import json
from pathlib import Path
from typing import Annotated

import typer

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.configuration import schema as configuration_schema
from markscheme.exercises.init.inventory import Inventory, Proposal, take_inventory
from markscheme.text.errors import DocumentError
from markscheme.text.writing import write_whole

folders_app = typer.Typer()


@folders_app.command("init")
def init(
    folder: Annotated[Path, typer.Argument(help="The folder of the documents.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing markscheme.toml.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the file and write nothing.")] = False,
) -> None:
    """Write a folder's markscheme.toml, and print each file's role with the reason for it."""
    from markscheme.exercises.init.draft import draft_tables, draft_text

    path = folder / CONFIGURATION
    if path.exists() and not force and not dry_run:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
    inventory = take_inventory(folder)
    _explain(inventory, to_errors=dry_run)
    if not inventory.proposals:
        raise DocumentError(
            "no exercise found in this folder; nothing was written",
            path=folder,
            remedy="Call files source, teacher-NAME and student-NAME, or put them in folders of such names",
        )
    text = draft_text(draft_tables(inventory))
    if dry_run:
        typer.echo(text, nl=False)
        return
    write_whole(path, text.encode())
    typer.echo(f"{path} written: read it, and correct what is wrong")


@folders_app.command("schema")
def schema() -> None:
    """Print the JSON schema of markscheme.toml, for editors that check TOML."""
    typer.echo(json.dumps(configuration_schema(), indent=2, ensure_ascii=False))


def _explain(inventory: Inventory, to_errors: bool) -> None:
    """Print the role of every file; files of one role and reason stand together."""
    for proposal in inventory.proposals:
        typer.echo(proposal.name, err=to_errors)
        for line in _lines(proposal):
            typer.echo(f"  {line}", err=to_errors)
    if inventory.left_out:
        typer.echo("left out", err=to_errors)
    for item in inventory.left_out:
        typer.echo(f"  {item.path}: {item.reason}", err=to_errors)


def _lines(proposal: Proposal) -> list[str]:
    paths_by_role: dict[tuple[str, str], list[str]] = {}
    for item in proposal.placements:
        paths_by_role.setdefault((item.role, item.reason), []).append(item.path)
    return [f"{role:10}  {', '.join(paths)}  ({reason})" for (role, reason), paths in paths_by_role.items()]
