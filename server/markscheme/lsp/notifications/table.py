"""Every notification that the server receives, and everything that it sends when a document has new results."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications import did_change, did_change_configuration, did_close, did_open, initialized
from markscheme.lsp.notifications.files import (
    did_change_watched_files,
    did_create_files,
    did_delete_files,
    did_rename_files,
    exercises_changed,
)
from markscheme.lsp.notifications.notification import Notification
from markscheme.lsp.notifications.results import marks_changed, publish_diagnostics, refresh
from markscheme.lsp.session.marked import ResultChange

NOTIFICATIONS: tuple[Notification, ...] = (
    initialized.NOTIFICATION,
    did_change_configuration.NOTIFICATION,
    did_open.NOTIFICATION,
    did_change.NOTIFICATION,
    did_close.NOTIFICATION,
    did_change_watched_files.NOTIFICATION,
    did_create_files.NOTIFICATION,
    did_rename_files.NOTIFICATION,
    did_delete_files.NOTIFICATION,
)

ON_RESULTS: tuple[Callable[[MarkschemeServer, ResultChange], None], ...] = (
    marks_changed.send,
    publish_diagnostics.send,
    refresh.send,
)
"""Called in this order for each change of a document's results: a client has the marks when the diagnostics come."""

ON_FILES: tuple[Callable[[MarkschemeServer, frozenset[Path]], Awaitable[None]], ...] = (exercises_changed.send,)
