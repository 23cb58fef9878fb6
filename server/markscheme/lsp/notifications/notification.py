"""A notification that the server receives: one object, listed in :mod:`markscheme.lsp.notifications.table`."""

from collections.abc import Awaitable, Callable
from typing import Any

import attrs

from markscheme.lsp.language_server import MarkschemeServer


@attrs.frozen
class Notification:
    """A notification of LSP with what the server does about it.

    Attributes
    ----------
    method
        The method's name in the protocol.
    receive
        Pass a notification's parameters on to the session. Its first parameter must be named ``ls``, as pygls wants.
    options
        Options that the server announces with the method's capability.
    """

    method: str
    receive: Callable[[MarkschemeServer, Any], Awaitable[None] | None]
    options: Any = None

    def register(self, server: MarkschemeServer) -> None:
        """Let the server receive the notification."""
        server.feature(self.method, self.options)(self.receive)
