"""Messages that break the protocol have an error as their answer, and stop nothing."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from server.engine.engines import COMMAND

PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, METHOD_NOT_FOUND, NOT_INITIALIZED = -32700, -32600, -32602, -32601, -32002
REQUEST_FAILED = -32803
PATIENCE = 120.0
URI = "file:///class/essay.txt"
SECRET = "xylophone"


def framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(number: int, method: str, params: object = None, version: str = "2.0") -> bytes:
    return framed({"jsonrpc": version, "id": number, "method": method, "params": params})


def notification(method: str, params: object = None, version: str = "2.0") -> bytes:
    return framed({"jsonrpc": version, "method": method, "params": params})


def initialize(process_id: int | None = None) -> bytes:
    return request(1, "initialize", {"processId": process_id, "rootUri": None, "capabilities": {}})


class Server:
    """A server's process, and what it answers."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: BinaryIO) -> None:
        self.process = process
        self._log = log
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, *messages: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(messages))
        self.process.stdin.flush()

    def next_answer(self) -> dict[str, Any]:
        while "method" in (message := self._answers.get(timeout=PATIENCE)):
            pass
        return message

    def answer(self, number: int | None) -> dict[str, Any]:
        while (message := self.next_answer()).get("id") != number:
            pass
        return message

    def asked(self, method: str) -> Any:
        """Return the id of the server's next request of a method."""
        while True:
            message = self._answers.get(timeout=PATIENCE)
            if message.get("method") == method:
                return message["id"]

    def error(self, number: int | None) -> int:
        code: int = self.answer(number)["error"]["code"]
        return code

    def initialized(self) -> "Server":
        self.send(initialize())
        assert "result" in self.answer(1)
        return self

    def is_alive(self, number: int) -> bool:
        """Ask for what does not exist."""
        self.send(request(number, "no/such/method"))
        return self.error(number) == METHOD_NOT_FOUND

    def log(self) -> str:
        """End the server, and return what it has logged."""
        self.process.kill()
        self.process.wait()
        self._log.seek(0)
        return self._log.read().decode()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):
            while line := self.process.stdout.readline():
                length = int(line.partition(b":")[2])
                while self.process.stdout.readline().strip():
                    pass
                self._answers.put(json.loads(self.process.stdout.read(length)))


@pytest.fixture(scope="module")
def begun() -> Iterator[Callable[[], Server]]:
    """Begin servers; they end with the module."""
    with contextlib.ExitStack() as ending:

        def begin() -> Server:
            log = ending.enter_context(tempfile.TemporaryFile())  # nobody reads a pipe, which would fill
            pipe = subprocess.PIPE
            process = subprocess.Popen([*COMMAND, "--stdio"], stdin=pipe, stdout=pipe, stderr=log)
            ending.enter_context(process)
            ending.callback(process.kill)
            return Server(process, log)

        yield begin


@pytest.fixture(scope="module")
def lasting(begun: Callable[[], Server]) -> list[Server]:
    """Return the servers that tests have shared; they use the last."""
    return [begun().initialized()]


@pytest.fixture
def server(begun: Callable[[], Server], lasting: list[Server], request: pytest.FixtureRequest) -> Iterator[Server]:
    """Return the server that odd messages have not stopped so far; after a test that fails, there is a new one."""
    failed = request.session.testsfailed
    yield lasting[-1]
    if request.session.testsfailed > failed or lasting[-1].process.poll() is not None:
        lasting.append(begun().initialized())


PLACE = {"line": 0, "character": 0}
DOCUMENT = {"uri": URI}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", {}),
        ("textDocument/hover", None),
        ("textDocument/hover", {"textDocument": DOCUMENT, "position": {"line": -1, "character": 0}}),
        ("textDocument/hover", {"textDocument": DOCUMENT, "position": {"line": "first", "character": 0}}),
        ("textDocument/codeAction", []),
        ("textDocument/codeAction", {"textDocument": DOCUMENT, "range": {"start": PLACE, "end": PLACE}}),
        ("workspace/executeCommand", {"command": 1}),
        ("markscheme/plan", None),
    ],
)
def test_invalid_parameters_have_an_error(server: Server, method: str, params: object):
    server.send(request(7, method, params))
    assert server.error(7) == INVALID_PARAMS
    assert server.is_alive(8)


def test_requests_have_their_time(begun: Callable[[], Server]):
    server = begun()
    hover = {"textDocument": DOCUMENT, "position": PLACE}
    server.send(request(2, "textDocument/hover", hover), notification("textDocument/didSave"))
    assert server.error(2) == NOT_INITIALIZED
    server.initialized()
    server.send(initialize().replace(b'"id": 1', b'"id": 3'))
    assert server.error(3) == INVALID_REQUEST
    server.send(request(4, "shutdown"), request(5, "textDocument/hover", hover))
    assert server.answer(4)["result"] is None
    assert server.error(5) == INVALID_REQUEST
    server.send(notification("exit"))
    assert server.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("shut_down", [True, False])
def test_the_exit_status_says_whether_the_server_was_shut_down(begun: Callable[[], Server], *, shut_down: bool):
    server = begun().initialized()
    if shut_down:
        server.send(request(2, "shutdown"))
        server.answer(2)
    server.send(notification("exit"))
    assert server.process.wait(PATIENCE) == (0 if shut_down else 1)


@pytest.mark.parametrize("body", [b'{"jsonrpc": "2.0", "id": 2, ', b"\xff\xfe", b"[" * 100_000, b"no JSON at all"])
def test_broken_json_has_an_error(server: Server, body: bytes):
    server.send(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert server.error(None) == PARSE_ERROR
    assert server.is_alive(3)


@pytest.mark.parametrize(
    "message", [[], 1, None, {"id": 2}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": [], "method": "x"}]
)
def test_json_that_is_no_message_stops_nothing(server: Server, message: object):
    server.send(framed(message))
    assert server.is_alive(3)


def test_an_answer_is_never_answered(server: Server):
    error = {"code": -32600, "message": "no"}
    server.send(
        framed({"jsonrpc": "2.0", "id": None, "error": error}),
        framed({"jsonrpc": "1.0", "id": 2, "result": None}),
        framed({"jsonrpc": "2.0", "id": "unknown"}),
        request(3, "no/such/method"),
    )
    assert server.next_answer()["id"] == 3


def test_no_text_of_an_invalid_message_is_logged(begun: Callable[[], Server]):
    server = begun().initialized()
    item = {"uri": URI, "languageId": "plaintext", "version": 1, "text": SECRET}
    server.send(
        notification("textDocument/didOpen", {"textDocument": item}, version="1.0"),
        request(5, "textDocument/didOpen", {"textDocument": item}, version="1.0"),
        notification("textDocument/didOpen", {"textDocument": {**item, "version": SECRET}}),
        notification("textDocument/didOpen", {"textDocument": {**item, "uri": None}}),
        framed({"jsonrpc": "2.0", "id": "unknown", "result": SECRET}),
    )
    assert server.error(5) == INVALID_REQUEST
    assert server.is_alive(6)
    assert SECRET not in server.log()


BODY = request(2, "no/such/method").partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(
    "odd",
    [
        BODY,
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" + BODY,
        b"Content-Length: abc\r\n\r\n" + BODY,
        b"Content-Length: -5\r\n\r\n" + BODY,
        b"Content-Length: 5\r\n\r\n" + BODY,
        b"Content-Length: %d\r\n\r\n" % (len(BODY) + 7) + BODY,
        b"Content-Length: %d\r\n\r\n" % (len(BODY) + 70) + BODY,
        b"Content-Length: 100000\r\n\r\n" + BODY,
        b"Content-Length: 1000000000000\r\n\r\n" + BODY,
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n" + BODY,
        b"x" * 200_000,
    ],
)
def test_a_wrong_length_costs_one_message(server: Server, odd: bytes):
    server.send(odd, request(3, "no/such/method"))
    assert server.error(None) == PARSE_ERROR
    assert server.error(3) == METHOD_NOT_FOUND
    assert server.is_alive(4)


@pytest.mark.parametrize("header", [b"content-length: %d\r\n\r\n", b"Content-Length:%d \r\nContent-Type: x\r\n\r\n"])
def test_a_header_may_be_written_otherwise(server: Server, header: bytes):
    server.send(header % len(BODY) + BODY)
    assert server.error(2) == METHOD_NOT_FOUND


def test_an_answer_of_a_wrong_type_is_as_none(begun: Callable[[], Server]):
    server = begun()
    capabilities = {"workspace": {"configuration": True}}
    server.send(request(1, "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities}))
    server.answer(1)
    server.send(request(2, "markscheme/exercises"))
    asked = server.asked("workspace/configuration")
    server.send(framed({"jsonrpc": "2.0", "id": asked, "result": 5}))
    assert server.answer(2)["result"] == []


@pytest.mark.skipif(os.name != "posix", reason="ends a process by a signal")
def test_the_server_ends_when_its_client_has_died_with_the_pipe_open(begun: Callable[[], Server]):
    client = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    server = begun()
    server.send(initialize(client.pid))
    server.answer(1)
    client.send_signal(signal.SIGKILL)
    assert server.process.wait(PATIENCE) == 1
    client.wait()


def test_a_client_that_is_not_to_be_seen_is_not_watched(begun: Callable[[], Server]):
    """The server may run in a container, where the editor's process has no number."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    server = begun()
    server.send(initialize(gone.pid))
    server.answer(1)
    with pytest.raises(subprocess.TimeoutExpired):
        server.process.wait(5)
    assert server.is_alive(2)


def test_a_known_problem_is_answered_and_not_logged(begun: Callable[[], Server], tmp_path: Path):
    """Names of students stand in paths."""
    essay = tmp_path / f"{SECRET}.txt"
    essay.write_text("She like tea.\n")
    (tmp_path / "markscheme.toml").write_text("[[exercise]]\nsource = broken\n")
    server = begun()
    root = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}
    server.send(request(1, "initialize", root), notification("initialized", {}))
    server.answer(1)
    item = {"uri": essay.as_uri(), "languageId": "plaintext", "version": 1, "text": "She like tea.\n"}
    server.send(notification("textDocument/didOpen", {"textDocument": item}))
    for number in (2, 3):
        server.send(request(number, "markscheme/marks", {"textDocument": {"uri": essay.as_uri()}}))
        assert server.error(number) == REQUEST_FAILED
    log = server.log()
    assert "Traceback" not in log
    assert SECRET not in log
