"""``workspace/didChangeWatchedFiles``: files were created, saved or removed, by the editor or by another program."""

from lsprotocol import types

from markscheme.lsp.editor import paths_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.notification import Notification


def receive(ls: MarkschemeServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.files_changed(paths_of(change.uri for change in params.changes))


NOTIFICATION = Notification(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, receive)
