"""``workspace/didDeleteFiles``: files were removed in the editor, perhaps one that watches no files."""

from lsprotocol import types

from markscheme.lsp.editor import paths_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.files.file_watching import FILE_OPERATIONS
from markscheme.lsp.notifications.notification import Notification


def receive(ls: MarkschemeServer, params: types.DeleteFilesParams) -> None:
    ls.session.files_changed(paths_of(file.uri for file in params.files))


NOTIFICATION = Notification(types.WORKSPACE_DID_DELETE_FILES, receive, FILE_OPERATIONS)
