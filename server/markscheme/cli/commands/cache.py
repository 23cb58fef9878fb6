"""``cache``: show, clear and check the cache."""

import attrs
import typer

from markscheme.cli.failures import complain
from markscheme.cli.options import CachePath

cache_app = typer.Typer(help="Show, clear or check the cache of edits and vectors.")


@cache_app.command("stats")
def cache_stats(cache: CachePath = None) -> None:
    """Show the contents and the place of the cache."""
    from markscheme.store.cache import Cache

    for name, value in attrs.asdict(Cache(cache).stats()).items():
        typer.echo(f"{name:8} {value}")


@cache_app.command("clear")
def cache_clear(cache: CachePath = None) -> None:
    """Delete all entries of the cache."""
    from markscheme.store.cache import Cache

    opened = Cache(cache)
    before = opened.stats()
    opened.clear()
    typer.echo(f"deleted {before.vectors} vectors and {before.records} records")


@cache_app.command("verify")
def cache_verify(cache: CachePath = None) -> None:
    """Check the cache file; exit with status 1 if it is damaged."""
    from markscheme.store.cache import Cache

    faults = Cache(cache).faults()
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)
    typer.echo("the cache is sound")
