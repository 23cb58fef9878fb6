"""A recorded session with the language server: real server, real engine, JSON-RPC over standard input and output.

A *scene* sends requests one after another; what the server answers is its record, in order. Notifications come at any
time: only the last diagnostics of a document are recorded, when its marks are complete, and what the server says to the
person (messages, places to show) before it answers.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import attrs

PATIENCE = 120.0
"""Seconds to wait for an answer."""
POLL_INTERVAL = 1.0
"""Seconds after which marks are asked for again."""
TO_THE_PERSON = ("window/showMessage", "window/showDocument", "window/showMessageRequest", "workspace/applyEdit")
CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {
        "workspaceFolders": True,
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "textDocumentContent": {},
    },
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "versionSupport": True},
        "codeAction": {
            "isPreferredSupport": True,
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "window": {"showDocument": {"support": True}},
    "experimental": {"markscheme": {"marksChanged": True, "questionsView": True}},
}
"""With ``questionsView`` no actions answer questions: they would appear when the questions were computed, beside."""
OFFERS_QUESTIONS = {**CAPABILITIES, "experimental": {"markscheme": {"marksChanged": True}}}


class Closed(Exception):
    """The server has ended its output."""


@attrs.define
class Client:
    """A client of one server, which waits for each answer."""

    folder: Path
    _process: subprocess.Popen[bytes]
    _arrived: "queue.Queue[dict[str, Any] | None]" = attrs.Factory(queue.Queue)
    _said: list[dict[str, Any]] = attrs.Factory(list)
    _diagnostics: dict[str, Any] = attrs.Factory(dict)
    _complete: dict[str, bool] = attrs.Factory(dict)
    _number: int = 0
    _versions: dict[str, int] = attrs.Factory(dict)
    record: list[dict[str, Any]] = attrs.Factory(list)
    sent: set[str] = attrs.Factory(set)
    """Methods and commands that were sent."""

    # --- what scenes say

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def ask(self, method: str, note: str = "", **params: Any) -> Any:
        """Send a request, and record the answer."""
        self._said.clear()
        reply = self.call(method, params)
        entry: dict[str, Any] = {"request": method, "params": params}
        if note:
            entry["note"] = note
        if self._said:
            entry["said"] = list(self._said)
        entry |= {key: reply[key] for key in ("result", "error") if key in reply}
        self.record.append(entry)
        return reply.get("result")

    def run(self, command: str, *arguments: Any) -> Any:
        """Execute a command, and record the answer."""
        self.sent.add(command)
        return self.ask("workspace/executeCommand", command=command, arguments=list(arguments))

    def about(self, method: str, name: str, **params: Any) -> Any:
        """Send a request about a document whose marks are complete."""
        self.rest(name)
        return self.ask(method, textDocument={"uri": self.uri(name)}, **params)

    def open(self, name: str) -> None:
        self._versions[name] = 1
        text = (self.folder / name).read_bytes().decode("utf-8")
        item = {"uri": self.uri(name), "languageId": "plaintext", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        self.rest(name)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace words in an open document, without saving it."""
        self._versions[name] += 1
        text = (self.folder / name).read_bytes().decode("utf-8")
        assert old in text
        identifier = {"uri": self.uri(name), "version": self._versions[name]}
        self.notify(
            "textDocument/didChange",
            {"textDocument": identifier, "contentChanges": [{"text": text.replace(old, new)}]},
        )
        self.rest(name)

    def close(self, *names: str) -> None:
        for name in names:
            del self._versions[name]
            self._diagnostics.pop(self.uri(name), None)
            self._complete.pop(self.uri(name), None)
            self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def diagnostics(self, name: str, *, with_: str = "", without: str | None = None) -> None:
        """Record the last diagnostics of a document when its marks are complete.

        After a command, ``with_`` and ``without`` say what a message of them must hold, and what none may hold: a
        publication of what was before may still be on its way.
        """
        uri = self.uri(name)
        self.rest(name)
        while not self._are_shown(uri, self._versions[name], with_, without):
            self._read()
        self.record.append({"diagnostics": self._diagnostics[uri]})

    def _are_shown(self, uri: str, version: int, with_: str, without: str | None) -> bool:
        shown = self._diagnostics.get(uri)
        if shown is None or shown.get("version") != version or not self._complete.get(uri, True):
            return False
        messages = "\n".join(item["message"] for item in shown["diagnostics"])
        return with_ in messages and (without is None or without not in messages)

    def files(self, before: Mapping[str, bytes]) -> None:
        """Record the text files that are new or changed since then."""
        for name, data in snapshot(self.folder).items():
            if before.get(name) != data:
                text = data.decode("utf-8", "replace") if Path(name).suffix in {".m2", ".toml", ".csv", ".txt"} else ""
                self.record.append({"wrote": name, "lines": text.splitlines()} if text else {"wrote": name})

    def rest(self, name: str) -> None:
        """Wait until the document's marks are complete; one that is not marked is at rest when the server answers."""
        uri = self.uri(name)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            reply = self.call("markscheme/marks", {"textDocument": {"uri": uri}}).get("result")
            if reply is None or reply.get("complete", True) or reply.get("version") is None:
                return
            with suppress(queue.Empty):  # the news that they are complete may have come before the answer
                self._read(POLL_INTERVAL)
        raise TimeoutError(f"{name} has no complete marks")

    # --- the wire

    def call(self, method: str, params: object) -> dict[str, Any]:
        """Send a request, and return the message that answers it."""
        self.sent.add(method)
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                return message

    def notify(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._process.stdin.flush()

    def _read(self, patience: float = PATIENCE) -> dict[str, Any]:
        """Take the next message, and answer it if it is a request."""
        message = self._arrived.get(timeout=patience)
        if message is None:
            raise Closed
        method, params = message.get("method"), message.get("params")
        if method == "textDocument/publishDiagnostics":
            self._diagnostics[params["uri"]] = params
        elif method == "markscheme/marksChanged":
            self._complete[params["uri"]] = params.get("complete", True)
        elif method in TO_THE_PERSON:
            self._said.append({method: params})
        if method and "id" in message:
            answers = {"window/showDocument": {"success": True}, "workspace/applyEdit": {"applied": True}}
            self._send({"id": message["id"], "result": answers.get(method)})
        return message

    def listen(self) -> None:
        """Read messages until the server ends; for a thread of its own."""
        stream = self._process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self._arrived.put(None)
                return
            self._arrived.put(json.loads(stream.read(length)))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@contextmanager
def session(
    folder: Path, environment: Mapping[str, str], capabilities: Mapping[str, object] = CAPABILITIES, **options: object
) -> Iterator[Client]:
    """Start a server in a folder with these initialization options; end it afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-m", "markscheme", "serve", "--stdio"],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    client = Client(folder, process)
    thread = threading.Thread(target=client.listen, daemon=True)
    thread.start()
    try:
        client.ask(
            "initialize",
            processId=None,
            clientInfo={"name": "golden"},
            capabilities=capabilities,
            workspaceFolders=[{"uri": folder.as_uri(), "name": "class"}],
            initializationOptions=options,
        )
        client.notify("initialized", {})
        yield client
        client.call("shutdown", None)
        client.notify("exit", None)
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
        thread.join()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
