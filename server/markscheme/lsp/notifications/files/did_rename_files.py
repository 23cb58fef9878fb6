"""``workspace/didRenameFiles``: files have other names; what is ignored in them stays ignored."""

from lsprotocol import types

from markscheme.lsp.editor import path_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.files.file_watching import FILE_OPERATIONS
from markscheme.lsp.notifications.notification import Notification


def receive(ls: MarkschemeServer, params: types.RenameFilesParams) -> None:
    for file in params.files:
        before, after = path_of(file.old_uri), path_of(file.new_uri)
        if before and after:
            ls.session.renamed(before, after)


NOTIFICATION = Notification(types.WORKSPACE_DID_RENAME_FILES, receive, FILE_OPERATIONS)
