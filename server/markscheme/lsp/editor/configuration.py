"""Each document's options: a client's settings by scope, fetched when needed and anew when they change."""

import asyncio
from collections.abc import Awaitable, Callable

from markscheme.lsp.editor.client_settings import read_options
from markscheme.lsp.editor.options import Options

FetchSettings = Callable[[str | None], Awaitable[object]]
"""Return the section of a client's settings for a document, or for none."""

SETTINGS_TIMEOUT = 5.0
"""Seconds to wait for a client's answer to ``workspace/configuration``."""


class Configuration:
    """A client's settings: those of the start, of notifications, and of each document.

    Parameters
    ----------
    initial
        ``initializationOptions``.
    fetch
        ``None`` for a client that has no ``workspace/configuration``.
    show_message
        Show a message about wrong settings to the person.
    """

    def __init__(self, initial: object, fetch: FetchSettings | None, show_message: Callable[[str], None]) -> None:
        self._initial = initial
        self._notified: object = None
        self._fetch = fetch
        self._show_message = show_message
        self._options: dict[str | None, asyncio.Future[Options]] = {}
        self._shown_complaints: set[str] = set()
        self.window = self._read()

    async def of(self, uri: str | None) -> Options:
        """Return the options for a document; for ``None`` those of the workspace and the engine."""
        if self._fetch is None:
            return self.window
        options = self._options.get(uri)
        if options is None:
            options = self._options[uri] = asyncio.ensure_future(self._fetched(uri, self._fetch))
        return await asyncio.shield(options)

    def changed(self, settings: object) -> None:
        """Use other settings from now on; ``None`` if the client did not send them."""
        if settings is not None:
            self._notified = settings
        self._options.clear()
        self._shown_complaints.clear()
        self.window = self._read()

    def forget(self, uri: str) -> None:
        """Drop the options of a document that was closed."""
        self._options.pop(uri, None)

    async def _fetched(self, uri: str | None, fetch: FetchSettings) -> Options:
        try:
            # A late answer still comes: to a cancelled request, pygls would show the person an error.
            section = await asyncio.wait_for(asyncio.shield(fetch(uri)), SETTINGS_TIMEOUT)
        except TimeoutError:
            self._show_message(
                f"The editor did not send its settings within {SETTINGS_TIMEOUT:g} seconds; the defaults are used"
            )
            section = None
        return self._read(section)

    def _read(self, section: object = None) -> Options:
        options, complaint = read_options(self._initial, self._notified, section)
        if complaint is not None and complaint not in self._shown_complaints:
            self._shown_complaints.add(complaint)
            self._show_message(complaint)
        return options
