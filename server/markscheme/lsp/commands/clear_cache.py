"""``markscheme.clearCache``: remove everything from the cache that the engine keeps on disk."""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.engine.requests import CLEAR_CACHE
from markscheme.lsp.commands.command import Command
from markscheme.lsp.language_server import MarkschemeServer


async def run(ls: MarkschemeServer, _: Sequence[Any]) -> dict[str, int]:
    engine = ls.session.engine(await ls.session.configuration.of(None))
    return attrs.asdict(await engine.ask(CLEAR_CACHE, None))


COMMAND = Command("markscheme.clearCache", run)
