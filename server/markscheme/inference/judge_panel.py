"""The language models in use: questions are sent to an endpoint or a model on this machine, and answers are kept.

Requests to an endpoint, an OpenAI-compatible API over HTTP, run in the event loop, a model on this machine in a thread
of its own, so neither blocks the engine's worker thread. The body of a failed response is never shown: some endpoints
repeat the key in it, some the question.
"""

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, wait_random_exponential

from markscheme.errors import JudgeError
from markscheme.inference.judge import (
    ENDPOINT,
    KEY,
    MODEL,
    TIMEOUT,
    JudgeIdentity,
    JudgeSettings,
    MalformedAnswer,
    checked_key,
    parse_score,
)
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.inference._judge_model import LocalModel
    from markscheme.inference.models import Models

logging.getLogger("httpx").setLevel(logging.WARNING)

Keep = Callable[[ModelQuestion, int], Awaitable[None]]
"""Called with each answer as it comes."""
OnAnswer = Callable[[int, int], None]
"""Called after each answer with the number of answers so far and of all questions."""

MAX_ANSWER_BYTES = 65_536
MAX_ANSWER_TOKENS = 8
MAX_RETRY_AFTER = 120.0
"""Seconds. An endpoint that asks to wait longer is not asked again."""
_MAX_TIMEOUTS = 2
"""Requests for one question that may time out."""
_BACKOFF = wait_random_exponential(multiplier=0.5, max=20)
_TRANSIENT_STATUSES = {408, 409, 425, 429}
_PERMANENT_SERVER_ERRORS = {501, 505}
"""The 5xx statuses after which a retry is of no use."""
_DAY = 86_400.0


@attrs.define(eq=False)
class _Failure(Exception):
    """A failed request; ``message`` has neither question nor key; ``transient``: may be retried; ``wait``: seconds."""

    message: str
    transient: bool = False
    wait: float | None = None
    timed_out: bool = False
    malformed: bool = False


class Endpoint:
    """One endpoint. The limit of requests at a time holds for all callers. Used in one event loop."""

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings
        self._turns = asyncio.Semaphore(settings.concurrency)
        self._resumption = 0.0
        """When requests may be sent again, by :func:`time.monotonic`."""

    async def ask(
        self, questions: Mapping[ModelQuestion, str], key: str | None, keep: Keep, on_answer: OnAnswer
    ) -> None:
        """Send all questions, each with its place such as ``sentence 3``; answers before a failure or cancellation
        stay kept.

        Raise JudgeError if the endpoint can't be reached, or does not answer with scores.
        """
        waiting = iter(questions.items())
        done = 0

        async def worker(client: httpx.AsyncClient) -> None:
            nonlocal done
            for question, place in waiting:
                await keep(question, await self._score(client, question, place))
                done += 1
                on_answer(done, len(questions))

        problems: list[Exception] = []
        async with self._client(checked_key(key)) as client:
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(min(self._settings.concurrency, len(questions))):
                        group.create_task(worker(client))
            except* Exception as failures:
                problems += failures.exceptions
        if problems:
            raise min(problems, key=lambda problem: not isinstance(problem, JudgeError))

    @asynccontextmanager
    async def _client(self, key: str | None) -> AsyncIterator[httpx.AsyncClient]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        # Requests to this machine go through no proxy.
        use_proxy = not self._settings.on_this_machine
        limits = httpx.Limits(max_connections=self._settings.concurrency)
        try:
            connection = httpx.AsyncClient(headers=headers, timeout=None, trust_env=use_proxy, limits=limits)  # noqa: S113
        except (ImportError, OSError, ValueError, httpx.InvalidURL):
            raise JudgeError(
                f"no connection to {self._settings.host} can be made with the proxy or the certificates that the "
                "environment names; check ALL_PROXY, HTTPS_PROXY, HTTP_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"
            ) from None
        async with connection as client:
            yield client

    async def _score(self, client: httpx.AsyncClient, question: ModelQuestion, place: str) -> int:
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, _Failure) and error.transient),
            stop=self._is_final,
            wait=_wait,
            reraise=True,
        )
        try:
            return await retrying(self._request, client, question)
        except _Failure as failure:
            raise JudgeError(self._message(failure, place)) from None

    async def _request(self, client: httpx.AsyncClient, question: ModelQuestion) -> int:
        async with self._turns:
            await asyncio.sleep(max(0.0, self._resumption - time.monotonic()))
            try:
                async with asyncio.timeout(self._settings.timeout):
                    status, headers, body = await self._send(client, question)
            except (TimeoutError, httpx.TimeoutException):
                seconds = f"{self._settings.timeout:g} s ({TIMEOUT})"
                raise _Failure(f"did not answer within {seconds}", transient=True, timed_out=True) from None
            except httpx.ConnectError:
                raise _Failure(f"can't be reached; is it running, and is {ENDPOINT} right?", transient=True) from None
            except httpx.HTTPError as error:
                raise _Failure(f"broke the connection off ({type(error).__name__})", transient=True) from None
            except (ValueError, httpx.InvalidURL):
                raise _Failure(f"can't be reached; {ENDPOINT} names no host that can be") from None
        if status != httpx.codes.OK:
            failure = _status_failure(status, headers.get("Retry-After"))
            if failure.wait is not None and failure.wait <= MAX_RETRY_AFTER:
                self._resumption = max(self._resumption, time.monotonic() + failure.wait)
            raise failure
        try:
            return parse_score(_content(body))
        except MalformedAnswer:
            raise _Failure("", transient=True, malformed=True) from None

    async def _send(self, client: httpx.AsyncClient, question: ModelQuestion) -> tuple[int, httpx.Headers, bytes]:
        request = {
            "model": self._settings.model,
            "messages": [{"role": "user", "content": question.prompt}],
            "temperature": self._settings.temperature,
            "max_tokens": MAX_ANSWER_TOKENS,
        }
        body = bytearray()
        async with client.stream("POST", f"{self._settings.endpoint}/chat/completions", json=request) as response:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > MAX_ANSWER_BYTES:
                    break
            return response.status_code, response.headers, bytes(body)

    def _is_final(self, state: RetryCallState) -> bool:
        failure = _failure(state)
        if failure.timed_out and state.attempt_number >= _MAX_TIMEOUTS:
            return True
        return state.attempt_number >= self._settings.attempts or (failure.wait or 0.0) > MAX_RETRY_AFTER

    def _message(self, failure: _Failure, place: str) -> str:
        name = f"the language model at {self._settings.host}"
        if failure.malformed:
            times = f"{self._settings.attempts} time{'' if self._settings.attempts == 1 else 's'}"
            return (
                f"{name} did not answer with a number from 1 to 5 and nothing else about {place}, "
                f"{times}; {self._settings.model} may be too small, or may think aloud"
            )
        return f"{name} {failure.message}"


def _failure(state: RetryCallState) -> _Failure:
    assert state.outcome is not None
    error = state.outcome.exception()
    assert isinstance(error, _Failure)
    return error


def _wait(state: RetryCallState) -> float:
    wait = _failure(state).wait
    return _BACKOFF(state) if wait is None else wait


def _status_failure(status: int, retry_after: str | None) -> _Failure:
    transient = status in _TRANSIENT_STATUSES or (
        status >= httpx.codes.INTERNAL_SERVER_ERROR and status not in _PERMANENT_SERVER_ERRORS
    )
    wait = _seconds(retry_after) if transient else None
    reason = {
        400: f"can't use the request; does it know the model that {MODEL} names?",
        401: f"refuses the key; check {KEY}",
        403: f"refuses the key; check {KEY}",
        404: f"has no such model, or {ENDPOINT} is not the base of its API (it often ends in /v1)",
        429: "has had too many requests, or your account there is used up",
    }.get(status, "can't answer now" if transient else "can't use the request")
    asks = ""
    if wait is not None:
        asks = "; it asks to wait " + (f"{wait:.0f} s" if wait <= _DAY else "more than a day")
    return _Failure(f"{reason} (status {status}{asks})", transient=transient, wait=wait)


def _seconds(retry_after: str | None) -> float | None:
    """Parse a number of seconds or a date (RFC 9110, Section 10.2.3)."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _content(body: bytes) -> str:
    try:
        [choice] = json.loads(body)["choices"]
        content = choice["message"]["content"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise MalformedAnswer from None
    if not isinstance(content, str):
        raise MalformedAnswer
    return content


STAGE = "judgements"


class JudgePanel:
    """The language models in use. The limit of an endpoint's requests holds for all callers together."""

    def __init__(self) -> None:
        self._endpoints: dict[JudgeSettings, Endpoint] = {}
        self._loaded: tuple[tuple[JudgeIdentity, str], LocalModel] | None = None
        self._loading = threading.Lock()

    async def ask(
        self,
        questions: Mapping[ModelQuestion, str],
        settings: JudgeSettings,
        key: str | None,
        models: "Models",
        progress: Progress = silent,
    ) -> None:
        """Send the questions, with :func:`~markscheme.inference.judge.question_places`; keep each answer as it comes.

        Cancelling the coroutine stops it. Progress is called in the event loop's thread and must not raise. Raise
        JudgeError if the model can't be reached or loaded, or does not answer with scores.
        """
        if settings.endpoint is None:
            await self._ask_local(questions, settings, models, progress)
            return
        identity = models.judge_identity(settings)

        async def keep(question: ModelQuestion, score: int) -> None:
            # Another process may hold the file's lock for a while.
            await asyncio.to_thread(models.keep_judgement, question, score, identity)

        progress(STAGE, 0, len(questions))
        endpoint = self._endpoints.setdefault(settings, Endpoint(settings))
        await endpoint.ask(questions, key, keep, partial(progress, STAGE))

    async def _ask_local(
        self, questions: Mapping[ModelQuestion, str], settings: JudgeSettings, models: "Models", progress: Progress
    ) -> None:
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def work() -> None:
            with self._loading:
                identity = models.judge_identity(settings)
                model = self._local_model(settings, identity, models)
                for number, question in enumerate(questions):
                    if stopped.is_set():
                        return
                    loop.call_soon_threadsafe(progress, STAGE, number, len(questions))
                    models.keep_judgement(question, model.score(question), identity)

        try:
            await asyncio.to_thread(work)
        finally:
            stopped.set()

    def _local_model(self, settings: JudgeSettings, identity: JudgeIdentity, models: "Models") -> "LocalModel":
        """Return the loaded model. One is loaded at a time, as they are large; again if its files were replaced."""
        from markscheme.errors import EncoderError
        from markscheme.inference._judge_model import LocalModel
        from markscheme.inference.encoder import find_device

        try:
            device = find_device(models.device)
        except EncoderError as error:
            raise JudgeError(str(error)) from error
        if self._loaded is None or self._loaded[0] != (identity, device):
            self._loaded = None
            model = LocalModel(Path(settings.model), settings.temperature, device)
            if models.judge_identity(settings) != identity:
                raise JudgeError(f"the files in {settings.model} were replaced while they were read; try again")
            self._loaded = (identity, device), model
        return self._loaded[1]


def ask_now(
    questions: Mapping[ModelQuestion, str],
    settings: JudgeSettings,
    key: str | None,
    models: "Models",
    progress: Progress = silent,
) -> None:
    """Do what :meth:`JudgePanel.ask` does, and wait for it: for a program without an event loop, or inside one."""

    async def ask() -> None:
        await JudgePanel().ask(questions, settings, key, models, progress)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(ask())
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
