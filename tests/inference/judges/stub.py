"""An OpenAI-compatible endpoint in a process of its own, over real HTTP; what it does wrong, a model's name says.

``python stub.py LOG`` prints its port, and writes each request to the log as a line of JSON.
"""

import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import attrs

BODIES = {
    "nojson": b"<html>5</html>",
    "huge": b'{"choices": [{"message": {"content": "' + b" " * 1_000_000 + b'5"}}]}',
}
LONG = {"busylong": "3600", "busyforever": "9" * 400}
ECHOED = "the endpoint's own words, with the key {key} and the question {question}"


def expected(edit: str) -> int:
    """The score that the endpoint gives an edit."""
    return sum(edit.encode()) % 5 + 1


class Answering(BaseHTTPRequestHandler):
    """The first part of the model's name says how a request is answered."""

    protocol_version = "HTTP/1.1"
    asking = threading.Condition()
    asked: ClassVar[Counter[str]] = Counter()
    working: ClassVar[Counter[str]] = Counter()
    most_working: ClassVar[Counter[str]] = Counter()
    log: Path

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][0]["content"]
        self.model = model = body["model"]
        kind = model.partition("-")[0]
        with self.asking:
            self.working[model] += 1
            self.most_working[model] = max(self.most_working[model], self.working[model])
            self.asked[model + prompt] += 1
            times = self.asked[model + prompt]
            self.asked[model] += 1
            self.number = self.asked[model]
            told = {"path": self.path, "key": self.headers["Authorization"], "body": body, "at": time.time()}
            with self.log.open("a") as stream:
                stream.write(json.dumps(told | {"working": self.working[model]}) + "\n")
        try:
            self.reply(kind, times, prompt)
        except OSError:
            self.close_connection = True
        finally:
            with self.asking:
                self.working[model] -= 1

    def reply(self, kind: str, times: int, prompt: str) -> None:
        edit = prompt.rpartition("\nEdit: ")[2].partition("\n")[0]
        score = str(expected(edit))
        time.sleep(self.delay(kind, times))
        if kind.startswith("together"):
            self.wait_for_others(int(kind.removeprefix("together")))
        if kind.startswith("status"):
            self.fail(int(kind.removeprefix("status")))
        elif kind == "tired" and not self.is_first():
            self.fail(401)
        elif kind == "cut":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif (headers := self.wish(kind, times)) is not None:
            status, *others = headers
            self.fail(int(status), dict([others]))
        elif kind in BODIES:
            self.send(200, BODIES[kind])
        else:
            kind = "wordy" if kind == "wordyonce" and times == 1 else kind
            self.say({"wordy": f"The score is {score}.", "six": "6", "none": None}.get(kind, f" {score}\n"))

    def delay(self, kind: str, times: int) -> float:
        if kind == "slow" or (kind == "slowonce" and times == 1):
            return 3
        if kind == "stuck":
            return 50
        return 0.2 if kind == "busyfirst" and not self.is_first() else 0

    def wait_for_others(self, count: int) -> None:
        """Hold every answer back until this number of requests have come, and a moment longer without another one."""
        with self.asking:
            self.asking.notify_all()
            self.asking.wait_for(lambda: self.most_working[self.model] >= count, 20)
        time.sleep(0.05)

    def wish(self, kind: str, times: int) -> tuple[str, str, str] | None:
        """A status and a header, of an endpoint that wants something else."""
        if kind in LONG:
            return "429", "Retry-After", LONG[kind]
        if kind == "busyodd" and times == 1:
            return "429", "Retry-After", "Mon, 01 Jan 99999999999 00:00:00 GMT"
        if (kind == "busyonce" and times == 1) or (kind == "busyfirst" and self.is_first()):
            return "429", "Retry-After", "1"
        if kind == "busydate" and times == 1:
            return "503", "Retry-After", formatdate(time.time() + 2, usegmt=True)
        return ("307", "Location", "/elsewhere/chat/completions") if kind == "moved" else None

    def is_first(self) -> bool:
        """Whether this is the model's first request."""
        return self.number == 1

    def say(self, content: str | None) -> None:
        message = {"role": "assistant", "content": content}
        self.send(200, json.dumps({"choices": [{"index": 0, "message": message}]}).encode())

    def fail(self, status: int, headers: dict[str, str] | None = None) -> None:
        words = ECHOED.format(key=self.headers["Authorization"], question="of a sentence")
        self.send(status, json.dumps({"error": {"message": words}}).encode(), headers)

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Standard error stays empty."""


@attrs.frozen
class Stub:
    """A running endpoint."""

    url: str
    log: Path

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://").partition("/")[0]

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What it was sent, in order."""
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def of(self, model: str) -> list[dict[str, Any]]:
        """What it was sent for one model."""
        return [request for request in self.requests if request["body"]["model"] == model]


@contextmanager
def running(log: Path) -> Iterator[Stub]:
    """The endpoint, in a process that is gone at the end."""
    process = subprocess.Popen([sys.executable, __file__, str(log)], stdout=subprocess.PIPE, text=True)
    try:
        yield Stub(f"http://127.0.0.1:{int(process.stdout.readline())}/v1", log)
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    Answering.log = Path(sys.argv[1])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    print(server.server_port, flush=True)
    server.serve_forever()
