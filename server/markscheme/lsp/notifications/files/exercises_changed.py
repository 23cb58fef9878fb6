"""``markscheme/exercisesChanged``: files of exercises came, went or changed, or a ``markscheme.toml`` did.

Changes that come together are one notification. Sent only to a client with the experimental capability
``markscheme.exercisesChanged``.
"""

from pathlib import Path

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.workspace import concerns_exercises, follow_exercises

METHOD = "markscheme/exercisesChanged"


async def send(ls: MarkschemeServer, paths: frozenset[Path]) -> None:
    """Mark what a followed workspace has gained, and notify the client, if the files concern an exercise."""
    if not await concerns_exercises(ls.session, paths):
        return
    await follow_exercises(ls.session)
    if ls.editor.wants_exercises:
        ls.protocol.notify(METHOD, {})
