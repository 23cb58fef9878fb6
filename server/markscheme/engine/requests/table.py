"""The table of requests: all that an engine answers, by method.

A new request is one object beside its handler, listed here. Clients send it with
:meth:`markscheme.engine.client.EngineClient.ask`.
"""

from typing import Any

from markscheme.engine.requests.adjudication import DIFFERENCES, EXPORT, WORDING
from markscheme.engine.requests.documents import JUDGE, MARK, PLAN
from markscheme.engine.requests.lifecycle import CLEAR_CACHE, HELLO, STATUS, STOP
from markscheme.engine.requests.questions import QUESTIONS
from markscheme.engine.requests.request import Request

REQUESTS: tuple[Request[Any, Any], ...] = (
    HELLO,
    MARK,
    PLAN,
    JUDGE,
    DIFFERENCES,
    WORDING,
    EXPORT,
    QUESTIONS,
    STATUS,
    CLEAR_CACHE,
    STOP,
)
