"""An OpenAI-compatible endpoint, asked over HTTP.

What an endpoint says of a failure is never shown: some repeat the key, some the question.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime

import attrs
import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, wait_random_exponential

from markscheme.judges.errors import JudgeError, MalformedAnswer
from markscheme.judges.judge_settings import ENDPOINT, KEY, MODEL, TIMEOUT, JudgeSettings, checked_key
from markscheme.judges.prompt import Question, parsed

logging.getLogger("httpx").setLevel(logging.WARNING)

Keep = Callable[[Question, int], Awaitable[None]]
"""Takes an answer as soon as it is there."""
Tell = Callable[[int, int], None]
"""Told how many questions are answered, and how many there are."""

LONGEST_ANSWER = 65_536
"""Bytes of an answer that are read."""
ANSWER_TOKENS = 8
LONGEST_WAIT = 120.0
"""Seconds that an endpoint may ask to wait before it is given up."""
_LATE = 2
"""So many late answers to a question are enough."""
_SLOWER = wait_random_exponential(multiplier=0.5, max=20)
_PASSING = {408, 409, 425, 429}
_LASTING = {501, 505}
"""Of the 5xx."""
_DAY = 86_400.0


@attrs.define(eq=False)
class _Failure(Exception):
    """``told``: in words, with nothing of the question or the key. ``passing``: asking again may help.

    ``wait``: seconds that the endpoint wants to be left alone; ``None`` if it says nothing of that.
    """

    told: str
    passing: bool = False
    wait: float | None = None
    late: bool = False


class Endpoint:
    """One endpoint, with at most so many requests at a time, whoever asks. Used in one event loop."""

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings
        self._turns = asyncio.Semaphore(settings.concurrency)
        self._rested = 0.0
        """When the endpoint may be asked again, by :func:`time.monotonic`."""

    async def ask(self, questions: Mapping[Question, str], key: str | None, keep: Keep, tell: Tell) -> None:
        """Ask all; what was answered before a failure or a cancellation is kept.

        Parameters
        ----------
        questions
            Each with its sentence's place, such as ``sentence 3``, by which a failure names it.

        Raises
        ------
        JudgeError
            If the endpoint can't be asked, or does not answer with scores.
        """
        waiting = iter(questions.items())
        done = 0

        async def worker(client: httpx.AsyncClient) -> None:
            nonlocal done
            for question, place in waiting:
                await keep(question, await self._score(client, question, place))
                done += 1
                tell(done, len(questions))

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
        # What goes to this machine goes through no proxy.
        trusted = not self._settings.on_this_machine
        limits = httpx.Limits(max_connections=self._settings.concurrency)
        try:
            made = httpx.AsyncClient(headers=headers, timeout=None, trust_env=trusted, limits=limits)  # noqa: S113
        except (ImportError, OSError, ValueError, httpx.InvalidURL):
            raise JudgeError(
                f"no connection to {self._settings.host} can be made with the proxy or the certificates that the "
                "environment names; check ALL_PROXY, HTTPS_PROXY, HTTP_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"
            ) from None
        async with made as client:
            yield client

    async def _score(self, client: httpx.AsyncClient, question: Question, place: str) -> int:
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, _Failure) and error.passing),
            stop=self._is_enough,
            wait=_wait,
            reraise=True,
        )
        try:
            return await retrying(self._asked, client, question)
        except _Failure as failure:
            raise JudgeError(self._in_words(failure, place)) from None

    async def _asked(self, client: httpx.AsyncClient, question: Question) -> int:
        async with self._turns:
            await asyncio.sleep(max(0.0, self._rested - time.monotonic()))
            try:
                async with asyncio.timeout(self._settings.timeout):
                    status, headers, body = await self._sent(client, question)
            except (TimeoutError, httpx.TimeoutException):
                seconds = f"{self._settings.timeout:g} s ({TIMEOUT})"
                raise _Failure(f"did not answer within {seconds}", passing=True, late=True) from None
            except httpx.ConnectError:
                raise _Failure(f"can't be reached; is it running, and is {ENDPOINT} right?", passing=True) from None
            except httpx.HTTPError as error:
                raise _Failure(f"broke the connection off ({type(error).__name__})", passing=True) from None
            except (ValueError, httpx.InvalidURL):
                raise _Failure(f"can't be reached; {ENDPOINT} names no host that can be") from None
        if status != httpx.codes.OK:
            failure = _refusal(status, headers.get("Retry-After"))
            if failure.wait is not None and failure.wait <= LONGEST_WAIT:
                self._rested = max(self._rested, time.monotonic() + failure.wait)
            raise failure
        try:
            return parsed(_content(body))
        except MalformedAnswer:
            raise _Failure("MALFORMED", passing=True) from None

    async def _sent(self, client: httpx.AsyncClient, question: Question) -> tuple[int, httpx.Headers, bytes]:
        asked = {
            "model": self._settings.model,
            "messages": [{"role": "user", "content": question.prompt}],
            "temperature": self._settings.temperature,
            "max_tokens": ANSWER_TOKENS,
        }
        body = bytearray()
        async with client.stream("POST", f"{self._settings.endpoint}/chat/completions", json=asked) as response:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > LONGEST_ANSWER:
                    break
            return response.status_code, response.headers, bytes(body)

    def _is_enough(self, state: RetryCallState) -> bool:
        failure = _failure(state)
        if failure.late and state.attempt_number >= _LATE:
            return True
        return state.attempt_number >= self._settings.attempts or (failure.wait or 0.0) > LONGEST_WAIT

    def _in_words(self, failure: _Failure, place: str) -> str:
        name = f"the language model at {self._settings.host}"
        if failure.told == "MALFORMED":
            times = f"{self._settings.attempts} time{'' if self._settings.attempts == 1 else 's'}"
            return (
                f"{name} did not answer with a number from 1 to 5 and nothing else about {place}, "
                f"{times}; {self._settings.model} may be too small, or may think aloud"
            )
        return f"{name} {failure.told}"


def _failure(state: RetryCallState) -> _Failure:
    assert state.outcome is not None
    error = state.outcome.exception()
    assert isinstance(error, _Failure)
    return error


def _wait(state: RetryCallState) -> float:
    """As long as the endpoint says, or else a little longer each time."""
    wait = _failure(state).wait
    return _SLOWER(state) if wait is None else wait


def _refusal(status: int, retry_after: str | None) -> _Failure:
    passing = status in _PASSING or (status >= httpx.codes.INTERNAL_SERVER_ERROR and status not in _LASTING)
    wait = _seconds(retry_after) if passing else None
    reason = {
        400: f"can't use the request; does it know the model that {MODEL} names?",
        401: f"refuses the key; check {KEY}",
        403: f"refuses the key; check {KEY}",
        404: f"has no such model, or {ENDPOINT} is not the base of its API (it often ends in /v1)",
        429: "has had too many requests, or your account there is used up",
    }.get(status, "can't answer now" if passing else "can't use the request")
    asks = ""
    if wait is not None:
        asks = "; it asks to wait " + (f"{wait:.0f} s" if wait <= _DAY else "more than a day")
    return _Failure(f"{reason} (status {status}{asks})", passing=passing, wait=wait)


def _seconds(retry_after: str | None) -> float | None:
    """Seconds, or a date (RFC 9110, Section 10.2.3)."""
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
