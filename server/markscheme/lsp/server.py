"""The language server: everything that it answers and receives, from four tables.

It imports no torch, no transformers and no spaCy, which belong to the engine's process: no editor waits for them.
"""

import logging

from markscheme.lsp.commands.table import COMMANDS
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.lifecycle import register_lifecycle
from markscheme.lsp.notifications.table import NOTIFICATIONS
from markscheme.lsp.requests.table import REQUESTS


def create_server() -> MarkschemeServer:
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer()
    register_lifecycle(server)
    for notification in NOTIFICATIONS:
        notification.register(server)
    for request in REQUESTS:
        request.register(server)
    for command in COMMANDS:
        command.register(server)
    return server
