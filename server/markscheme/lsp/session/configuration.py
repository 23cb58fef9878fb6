"""Each document's options: a client's settings by scope, fetched when needed and anew when they change."""

import asyncio
from collections.abc import Awaitable, Callable

from markscheme.lsp.session.options import Options, read_options

Ask = Callable[[str | None], Awaitable[object]]
"""Gives the section of a client's settings for a document, or for none."""

PATIENCE = 5.0
"""Seconds that a client may take to say its settings."""


class Configuration:
    """What a client has set: at the start, in notifications, and for each document when asked.

    Parameters
    ----------
    initial
        ``initializationOptions``.
    ask
        ``None`` for a client that can't be asked.
    tell
        Shows a message about wrong settings to the person.
    """

    def __init__(self, initial: object, ask: Ask | None, tell: Callable[[str], None]) -> None:
        self._initial = initial
        self._notified: object = None
        self._ask = ask
        self._tell = tell
        self._known: dict[str | None, asyncio.Future[Options]] = {}
        self._told: set[str] = set()
        self.window = self._read()

    async def of(self, uri: str | None) -> Options:
        """The options for a document."""
        if self._ask is None:
            return self.window
        known = self._known.get(uri)
        if known is None:
            known = self._known[uri] = asyncio.ensure_future(self._asked(uri, self._ask))
        return await asyncio.shield(known)

    def changed(self, settings: object) -> None:
        """The client has other settings from now on; ``settings`` is what it says of them, if it says it."""
        if settings is not None:
            self._notified = settings
        self._known.clear()
        self._told.clear()
        self.window = self._read()

    def forget(self, uri: str) -> None:
        """A document was closed."""
        self._known.pop(uri, None)

    async def _asked(self, uri: str | None, ask: Ask) -> Options:
        try:
            # A late answer still comes: to a cancelled request, pygls would show the person an error.
            own = await asyncio.wait_for(asyncio.shield(ask(uri)), PATIENCE)
        except TimeoutError:
            self._tell(f"The editor did not say its settings within {PATIENCE:g} seconds; the defaults are used")
            own = None
        return self._read(own)

    def _read(self, own: object = None) -> Options:
        options, complaint = read_options(self._initial, self._notified, own)
        if complaint is not None and complaint not in self._told:
            self._told.add(complaint)
            self._tell(complaint)
        return options
