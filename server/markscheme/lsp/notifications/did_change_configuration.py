"""``workspace/didChangeConfiguration``: settings have changed.

Some clients send the settings with it; others send nothing, and are asked with ``workspace/configuration``.
"""

from lsprotocol import types

from markscheme.lsp.editor import plain
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.notification import Notification
from markscheme.lsp.options import section_of


def receive(ls: MarkschemeServer, params: types.DidChangeConfigurationParams) -> None:
    ls.session.configured(section_of(plain(params.settings)))


NOTIFICATION = Notification(types.WORKSPACE_DID_CHANGE_CONFIGURATION, receive)
