"""A notification that the server receives: one object, listed in :mod:`markscheme.lsp.notifications.table`."""

from collections.abc import Awaitable, Callable
from typing import Any

import attrs

from markscheme.lsp.language_server import MarkschemeServer


@attrs.frozen
class Notification:
    """A notification of LSP with what the server does about it.

    The first parameter of ``receive`` must be named ``ls``, as pygls wants. ``options`` are announced with the
    capability.
    """

    method: str
    receive: Callable[[MarkschemeServer, Any], Awaitable[None] | None]
    options: Any = None

    def register(self, server: MarkschemeServer) -> None:
        server.feature(self.method, self.options)(self.receive)
