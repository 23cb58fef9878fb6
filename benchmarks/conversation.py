"""Run a language server as a child process, without a client library, whose time would be measured too."""

import json
import os
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from benchmarks.measurement import Skipped
from benchmarks.revision import Revision

SILENCE_TIMEOUT = 180.0
"""Seconds without a message after which the server is ended."""

Message = dict[str, Any]


class Conversation:
    """A conversation with one server over its standard input and output; a context manager."""

    def __init__(
        self,
        options: Message | None = None,
        capabilities: Message | None = None,
        revision: Revision | None = None,
    ) -> None:
        """Start a server: the installed one, or a revision's."""
        # An installed server's modules are compiled.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._options = options or {}
        self._capabilities = capabilities or {}
        self._process = subprocess.Popen(
            _installed() if revision is None else revision.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment | ({} if revision is None else revision.environment),
        )
        self._numbers = 0
        self._watchdog = self._started_watchdog()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        try:
            if failure is None:
                self.request("shutdown", None)
                self.notify("exit", None)
                self._process.wait(SILENCE_TIMEOUT)
        finally:
            self._watchdog.cancel()
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        """Return the id of the server's process."""
        return self._process.pid

    def initialize(self, root: Path) -> None:
        """Send ``initialize``, wait for the reply, and send ``initialized``."""
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": self._capabilities,
                "initializationOptions": self._options,
            },
        )
        self.notify("initialized", {})

    def open_document(self, path: Path) -> str:
        """Send ``didOpen``, and return the URI."""
        uri = path.as_uri()
        text = path.read_bytes().decode("utf-8")
        item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change_document(self, uri: str, version: int, text: str) -> None:
        """Send ``didChange`` with the whole text."""
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def close_document(self, uri: str) -> None:
        """Send ``didClose``."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def wait_for_diagnostics(self, uri: str, version: int | None = None) -> list[Message]:
        """Return the next published diagnostics of a document, of ``version`` if it is given."""

        def wanted(item: Message) -> bool:
            if item.get("method") != "textDocument/publishDiagnostics" or item["params"]["uri"] != uri:
                return False
            return version is None or item["params"].get("version") == version

        found: list[Message] = self._read_until(wanted)["params"]["diagnostics"]
        return found

    def wait_for_publications(self, uris: Iterable[str], count: int) -> None:
        """Wait until the diagnostics of each document have been published a number of times."""
        missing = dict.fromkeys(uris, count)
        while any(number > 0 for number in missing.values()):
            message = self._read_until(lambda item: item.get("method") == "textDocument/publishDiagnostics")
            missing[message["params"]["uri"]] -= 1

    def request(self, method: str, params: Message | None) -> Any:
        """Send a request and wait for its reply."""
        self._numbers += 1
        number = self._numbers
        self._send({"id": number, "method": method, "params": params})
        return self._read_until(lambda item: item.get("id") == number and "method" not in item).get("result")

    def notify(self, method: str, params: Message | None) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: Message) -> None:
        stream = self._process.stdin
        if stream is None:
            raise ValueError("the server has no standard input")
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def _started_watchdog(self) -> threading.Timer:
        """Return a started timer that ends the server after a time without messages."""
        watchdog = threading.Timer(SILENCE_TIMEOUT, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        return watchdog

    def _read_until(self, wanted: Callable[[Message], bool]) -> Message:
        self._watchdog.cancel()
        self._watchdog = self._started_watchdog()
        while True:
            message = self._read()
            if wanted(message):
                return message
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})

    def _read(self) -> Message:
        stream = self._process.stdout
        if stream is None:
            raise ValueError("the server has no standard output")
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise ConnectionError(f"the server ended, or sent nothing for {SILENCE_TIMEOUT:g} s")
        message: Message = json.loads(stream.read(length))
        return message


def _installed() -> list[str]:
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    if script is None:
        raise Skipped("the markscheme command is not installed beside this Python")
    return [script, "serve", "--stdio"]
