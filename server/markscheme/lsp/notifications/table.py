"""Every notification that the server receives, and everything that it sends when a document has new results."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications import documents
from markscheme.lsp.notifications.documents import Notification
from markscheme.lsp.notifications.results import publication
from markscheme.lsp.session.marked import ResultChange

NOTIFICATIONS: tuple[Notification, ...] = (
    documents.INITIALIZED_NOTIFICATION,
    documents.DID_CHANGE_CONFIGURATION_NOTIFICATION,
    documents.DID_OPEN_NOTIFICATION,
    documents.DID_CHANGE_NOTIFICATION,
    documents.DID_CLOSE_NOTIFICATION,
    documents.DID_CHANGE_WATCHED_FILES_NOTIFICATION,
    documents.DID_CREATE_FILES_NOTIFICATION,
    documents.DID_RENAME_FILES_NOTIFICATION,
    documents.DID_DELETE_FILES_NOTIFICATION,
)

ON_RESULTS: tuple[Callable[[MarkschemeServer, ResultChange], None], ...] = (
    publication.send_marks_changed,
    publication.send_publish_diagnostics,
    publication.send_refresh,
)
"""Called in this order for each change of a document's results: a client has the marks when the diagnostics come."""

ON_FILES: tuple[Callable[[MarkschemeServer, frozenset[Path]], Awaitable[None]], ...] = (
    documents.send_exercises_changed,
)
