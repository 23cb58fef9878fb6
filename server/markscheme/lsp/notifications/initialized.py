"""``initialized``: only from here on the client may be asked to report changed files and settings."""

import logging

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.files.file_watching import EVERY_FILE, watch_files
from markscheme.lsp.notifications.notification import Notification

logger = logging.getLogger(__name__)


async def receive(ls: MarkschemeServer, _: types.InitializedParams) -> None:
    """Register for changed files and settings; watch the files where the client can't."""
    registrations = _registrations(ls)
    client_watches = ls.editor.watches_files
    if registrations:
        try:
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            logger.warning("the client refuses to report changes: %s", error)
            client_watches = False
    if not client_watches:
        await watch_files(ls.session)


def _registrations(ls: MarkschemeServer) -> list[types.Registration]:
    registrations = []
    if ls.editor.watches_files:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(EVERY_FILE)])
        registrations.append(types.Registration("markscheme-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers))
    if ls.editor.reports_settings:
        changes = types.DidChangeConfigurationRegistrationOptions(section="markscheme")
        registrations.append(
            types.Registration("markscheme-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, changes)
        )
    return registrations


NOTIFICATION = Notification(types.INITIALIZED, receive)
