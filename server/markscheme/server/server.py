"""The language server of one client: pygls's server with an editor, its settings and a session; on stdio or on a port.

It never imports torch, transformers or spaCy; before it answers ``initialize``, neither handlers nor the session.

A message that breaks the protocol has an error as its answer, is not logged, since it may hold a student's text, and
stops nothing: no message may take the marks of a class away.
"""

import asyncio
import gc
import json
import logging
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from cattrs import BaseValidationError, Converter
from cattrs.v import transform_error
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)

from markscheme.server.announcement import EVERY_FILE, PULL_METHODS, announce, announce_installed, announce_method
from markscheme.server.editor import SCHEME, Editor
from markscheme.server.editor_settings import SECTION, Configuration, camel, plain, section_of
from markscheme.server.engine.endpoint import Reader, admit, log_failure
from markscheme.version import VERSION

if TYPE_CHECKING:
    from pygls.io_ import AsyncWriter, Writer

    from markscheme.server.session import Session


T = TypeVar("T")


_HEADERS = re.compile(rb"content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?\n(?:[\w-]+[ \t]*:[^\n]*\n)*\r?\n", re.IGNORECASE)
_OTHER_HEADERS = re.compile(rb"(?:[\w-]+[ \t]*:[^\n]*\n|\r?\n)*")
_LONGEST_HEADERS = 8_192
"""Bytes in which headers with a length are looked for; what is before them is no message."""
_MAX_MESSAGE_BYTES = 256_000_000
_LENGTH_DIGITS = 20
"""Digits of a length that are read: those of a longer number are too large a length as well."""
_PIECE_BYTES = 65_536
UNREADABLE = object()
"""Stands for a message that is no JSON, or whose length is missing or wrong."""


async def messages(reader: Reader) -> AsyncIterator[Any]:
    """Yield each message's JSON value until the client disconnects.

    After an unreadable one, the next message begins where headers with a length are: no JSON can hold them, since line
    ends in its texts are escaped.
    """
    data = bytearray()
    is_lost = False
    while True:
        while (headers := _HEADERS.search(data)) is None:
            if len(data) > _LONGEST_HEADERS:
                if not is_lost:
                    is_lost = True
                    yield UNREADABLE
                del data[:-_LONGEST_HEADERS]
            if not (piece := await reader.read(_PIECE_BYTES)):
                return
            data += piece
        if not is_lost and _OTHER_HEADERS.fullmatch(data, 0, headers.start()) is None:
            yield UNREADABLE
        length = int(headers[1][:_LENGTH_DIGITS])
        del data[: headers.end()]
        searched = 0
        while len(data) < length <= _MAX_MESSAGE_BYTES and not _has_headers(data, searched):
            searched = len(data)
            if not (piece := await reader.read(_PIECE_BYTES)):
                return
            data += piece
        value = _value(data[:length]) if len(data) >= length else UNREADABLE
        is_lost = value is UNREADABLE
        if not is_lost:
            del data[:length]
        yield value


def _has_headers(data: bytearray, searched: int) -> bool:
    # Most messages have no line end, and that is found out at once.
    return data.find(b"\n", searched) >= 0 and _HEADERS.search(data, max(0, searched - _LONGEST_HEADERS)) is not None


def _value(body: bytearray) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return UNREADABLE


class _MarkschemeProtocol(LanguageServerProtocol):
    """pygls's protocol, which drops the future of each notification when it is done; pygls 2.1 keeps them all."""

    def receive(self, value: Any) -> None:
        """Handle a message's JSON value, or refuse it. Raise SystemExit after ``exit``."""
        own = value if isinstance(value, dict) else {}
        number = own["id"] if isinstance(own.get("id"), str | int) else None
        try:
            self._check(value)
            message = self._structured(own)
        except JsonRpcException as error:
            if own and "method" not in own:
                # An answer has none, or two peers would go on forever.
                if number in self._request_futures:
                    self._handle_response(number, error=error.to_response_error())
            elif "id" in own or not own:
                self.send_plain({"id": number, "error": {"code": error.code, "message": error.message}})
            else:
                logger.warning("a notification is left out: %s", error.message)
        else:
            self._handle(message)

    def _handle(self, message: Any) -> None:
        try:
            self.handle_message(message)
        except OSError:  # the client has disconnected
            raise
        except Exception as error:
            logger.error("a message could not be handled (%s)", type(error).__name__)

    def _check(self, value: Any) -> None:
        """Refuse what is no message, and what comes too early or too late."""
        if value is UNREADABLE:
            raise JsonRpcParseError("the message is no JSON, or its Content-Length is missing or wrong")
        if not isinstance(value, dict) or value.get("jsonrpc") != self.VERSION:
            raise JsonRpcInvalidRequest(f'a message is an object with "jsonrpc": "{self.VERSION}"')
        method = value.get("method")
        if not isinstance(value.get("id", 0), str | int) or not isinstance(method, str | None):
            raise JsonRpcInvalidRequest("the id of a message is a text or a whole number, and its method is a text")
        if method is None and "id" not in value:
            raise JsonRpcInvalidRequest("a message has a method or an id")
        if method in (None, types.EXIT):
            return
        if self._shutdown:
            raise JsonRpcInvalidRequest("the server is shutting down")
        is_first = self._workspace is None
        if is_first and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("the first request is initialize")
        if not is_first and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("the server is initialized already")

    def _structured(self, value: dict[str, Any]) -> Any:
        """Return a message in its type; raise JsonRpcInvalidParams if what it holds is not of that type."""
        method = value.get("method")
        kind: Any
        if method is not None:
            default = JsonRPCRequestMessage if "id" in value else JsonRPCNotification
            kind = self.get_message_type(method) or default
            value = {"params": None, **value}
        elif "error" in value:
            kind = types.ResponseErrorMessage
        else:
            kind = self._result_types.pop(value["id"], None) or JsonRPCResponseMessage
            value = {"result": None, **value}
        try:
            return self._converter.structure(value, kind)
        except Exception as error:
            # Which one depends on the type: of cattrs, of lsprotocol's checks, or of Python.
            raise JsonRpcInvalidParams(f"{method or 'the answer'} is not valid{_place(error)}") from None

    def send_plain(self, message: Mapping[str, Any]) -> None:
        """Send JSON values."""
        if self.writer is None:
            return
        body = _json({"jsonrpc": self.VERSION, **message})
        header = f"Content-Length: {len(body)}\r\nContent-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}\r\n\r\n"
        self.writer.write(header.encode(self.CHARSET) + body)

    def notify_plain(self, method: str, params: Any) -> None:
        """Send JSON values; pygls's conversion of a long essay's diagnostics takes several times as long."""
        self.send_plain({"method": method, "params": params})

    def plain(self, value: Any) -> Any:
        return self._converter.unstructure(value)

    def structured(self, value: Any, kind: type[T]) -> T:
        return self._converter.structure(value, kind)

    def _get_handler(self, feature_name: str) -> Any:
        """Find requests of installed packages, too, which nobody looks for before one is asked."""
        try:
            return super()._get_handler(feature_name)
        except JsonRpcMethodNotFound:
            if not announce_installed(self._server, feature_name):
                raise
            return super()._get_handler(feature_name)

    def _send_handler_result(self, future: Any, *, msg_id: str | int) -> None:
        """Answer a known problem with its error alone: pygls would log its traceback, with names in paths."""
        error = None if future.cancelled() else future.exception()
        if error is None:
            super()._send_handler_result(future, msg_id=msg_id)
            return
        self._request_futures.pop(msg_id, None)
        if not isinstance(error, JsonRpcException):
            log_failure(error)
            error = JsonRpcInternalError(type(error).__name__)
        self._send_response(msg_id, error=error.to_response_error())

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        def done(future: Any) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, done, args, kwargs)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Announce the texts of views, which pygls 2.1 does not."""
        result = yield from super().lsp_initialize(params)
        if result.capabilities.workspace is not None:
            result.capabilities.workspace.text_document_content = types.TextDocumentContentOptions([SCHEME])
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """pygls cancels running requests while it iterates over them, and fails when one ends meanwhile."""
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != self.msg_id:
                future.cancel()
        return (yield from super().lsp_shutdown(*args))


class MarkschemeServer(LanguageServer):
    """The handlers' ``ls``. Documents come whole: pygls's edits count a form feed as a line end, which shifts marks."""

    protocol: _MarkschemeProtocol
    editor: Editor
    configuration: Configuration

    def __init__(self, new_session: "Callable[[MarkschemeServer], Session]") -> None:
        super().__init__(
            "markscheme",
            VERSION,
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=_MarkschemeProtocol,
            converter_factory=_converter,
        )
        self._new_session = new_session

    @cached_property
    def session(self) -> "Session":
        """The client's session, which begins when a handler first needs it."""
        return self._new_session(self)

    def end_session(self) -> None:
        if "session" in vars(self):
            self.session.stop()


def _place(error: Exception) -> str:
    """Return where the first fault is, without the value there, which may be a student's text."""
    if not isinstance(error, BaseValidationError):
        return ""
    path = transform_error(error, path="", format_exception=lambda *_: "")[0].removeprefix(" @ .")
    return f": see {'.'.join(map(camel, path.split('.')))}"


@cache
def _converter() -> Converter:
    """Return the process's one converter: to compile one of its own takes a session half a second."""
    converter: Converter = default_converter()
    return converter


def _json(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        # Half a surrogate pair, as a client's escapes can give it.
        return json.dumps(value).encode("ascii")


logger = logging.getLogger(__name__)

_FIRST_MODULES = ("presentation", "documents", "actions")
"""Modules for what an editor sends when it opens a document, and for what it is sent."""


def initialize(ls: MarkschemeServer, params: types.InitializeParams) -> None:
    ls.editor = Editor(ls)
    settings = plain(params.initialization_options)
    ls.configuration = Configuration(section_of(settings, settings), ls.editor.fetch_settings(), ls.editor.show_message)
    if not ls.configuration.pushes_diagnostics:
        for method in PULL_METHODS:
            announce_method(ls, method)


async def initialized(ls: MarkschemeServer, _: types.InitializedParams) -> None:
    """Register for changed files and settings; watch the files where the client can't."""
    warming = asyncio.create_task(asyncio.to_thread(_warm_up))
    registrations = _registrations(ls.editor)
    client_watches = ls.editor.watches_files
    if registrations:
        try:
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            logger.warning("the client refuses to report changes: %s", error)
            client_watches = False
    await warming
    if not client_watches:
        from markscheme.server.session import watch_files

        await watch_files(ls.session)


def _warm_up() -> None:
    """Import what an editor needs for its first document, before it opens one; then exclude it from collections."""
    for module in _FIRST_MODULES:
        import_module(f"markscheme.server.handlers.{module}")
    gc.freeze()


def _registrations(editor: Editor) -> list[types.Registration]:
    registrations = []
    if editor.watches_files:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(EVERY_FILE)])
        registrations.append(types.Registration("markscheme-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers))
    if editor.reports_settings:
        changes = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        registrations.append(
            types.Registration("markscheme-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, changes)
        )
    return registrations


def shutdown(ls: MarkschemeServer, _: None) -> None:
    ls.end_session()


def _new_session(ls: MarkschemeServer) -> "Session":
    from markscheme.server.handlers.presentation import send_files, send_results
    from markscheme.server.marking import mark_document
    from markscheme.server.session import Session

    return Session(ls.editor, ls.configuration, mark_document, partial(send_results, ls), partial(send_files, ls))


_CLIENT_CHECK_INTERVAL = 2.0
"""Seconds between two looks whether the client's process has ended."""


def serve_stdio() -> int:
    """Serve the client on standard input and output; return the exit status.

    What is imported by then stays in memory, so it is excluded from garbage collection, which may be disabled.
    """
    server = create_server()
    gc.freeze()
    gc.enable()
    with suppress(KeyboardInterrupt):
        return asyncio.run(_serve_stdio(server))
    return 0


async def _serve_stdio(server: MarkschemeServer) -> int:
    serving = asyncio.create_task(_serve(server, _standard_input(), StdoutWriter(sys.stdout.buffer)))
    watching = asyncio.create_task(_client_ended(server))
    await asyncio.wait({serving, watching}, return_when=asyncio.FIRST_COMPLETED)
    watching.cancel()
    if serving.done():
        return serving.result()
    logger.warning("the client's process has ended without saying so")
    serving.cancel()
    await asyncio.wait({serving})
    return 1


def _standard_input() -> asyncio.StreamReader:
    """Return standard input, read in a thread that nothing waits for when the process ends."""
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()

    def read() -> None:
        with suppress(RuntimeError):  # the event loop has ended
            with suppress(OSError):
                while piece := os.read(sys.stdin.fileno(), _PIECE_BYTES):
                    loop.call_soon_threadsafe(reader.feed_data, piece)
            loop.call_soon_threadsafe(reader.feed_eof)

    threading.Thread(target=read, daemon=True).start()
    return reader


async def _client_ended(server: MarkschemeServer) -> None:
    """Return when the client's process has ended; never if there is no such process, as from within a container."""
    while (pid := server.process_id) is None:
        await asyncio.sleep(_CLIENT_CHECK_INTERVAL)
    import psutil

    try:
        client = psutil.Process(pid)
    except psutil.NoSuchProcess:
        await asyncio.Event().wait()
    with suppress(psutil.NoSuchProcess):
        while client.is_running() and client.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(_CLIENT_CHECK_INTERVAL)


async def serve_tcp(host: str, port: int, token: str | None, on_listening: Callable[[str], None]) -> None:
    """Serve all clients that connect to a port, with a token if one is given, until this task is cancelled.

    Raise OSError if the port can't be listened on. ``on_listening`` gets each address.
    """

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            client = reader if token is None else await admit(reader, token)
            if client is None:
                logger.warning("a client without the token was disconnected")
            else:
                await _serve(create_server(), client, writer)
        finally:
            writer.close()

    async with await asyncio.start_server(accept, host, port) as listening:
        for socket in listening.sockets:
            name, number = socket.getsockname()[:2]
            on_listening(f"[{name}]:{number}" if ":" in name else f"{name}:{number}")
        await listening.serve_forever()


async def _serve(server: MarkschemeServer, reader: Reader, writer: "Writer | AsyncWriter") -> int:
    """Serve a client until it sends ``exit`` or disconnects; return the exit status."""
    server.protocol.set_writer(writer)
    try:
        with suppress(OSError):  # the client has disconnected
            async for value in messages(reader):
                server.protocol.receive(value)
                await asyncio.sleep(0)  # A handler begins before the next message changes what it reads.
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        server.end_session()
        server.shutdown()  # type: ignore[no-untyped-call]
    return 0


def create_server() -> MarkschemeServer:
    logging.getLogger("pygls").setLevel(logging.WARNING)
    server = MarkschemeServer(_new_session)
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.SHUTDOWN)(shutdown)
    announce(server)
    return server
