"""The engine's JSON-RPC: method names and typed messages; nothing heavy to import.

Over a local channel between an engine and its clients; JSON both ways, never pickle.
"""

from pathlib import Path
from typing import Any

import attrs
import cattrs
from lsprotocol.types import CANCEL_REQUEST
from pygls.protocol import JsonRPCProtocol, default_converter

from markscheme.judges.inquiry import Inquiry
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.marking.plan import PassagePlan
from markscheme.marking.tasks import EstimateTask, ReviewTask
from markscheme.text.errors import DocumentError

HELLO = "engine/hello"
"""A client's first request; its answer (``null``) says that the client is served."""
REVIEW = "engine/review"
ESTIMATE = "engine/estimate"
PLAN = "engine/plan"
STATUS = "engine/status"
JUDGE = "engine/judge"
"""Ask a language model, which the person has agreed to, what a review needs to be weighed."""
CLEAR_CACHE = "engine/clearCache"
STOP = "engine/stop"
"""Ends the engine, for everybody; answered with ``null`` before."""
PROGRESS = "engine/progress"
LOOKED_AT, WORKSPACE = 0, 1
"""Priorities: a document that a person looks at, and the rest of a workspace."""
GOODBYE = "engine/goodbye"
"""The engine's last notification, when it ends of its own will."""


@attrs.frozen
class Hello:
    """``engine/hello``. ``idle``: seconds that the engine stays if this client is the last to leave."""

    idle: float


@attrs.frozen
class ReviewRequest:
    """``engine/review``.

    Attributes
    ----------
    job
        The client's number for it, which progress notifications carry.
    priority
        0 for a document that a person looks at, 1 for the rest of a workspace; lower goes first.
    """

    job: int
    task: ReviewTask
    priority: int = 0


@attrs.frozen
class ReviewReply:
    """The review; ``None`` where the documents (``problems``) or the installation (``failure``) forbid it.

    ``inquiry``: what a language model has to be asked before its edits can be weighed.
    """

    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None
    inquiry: Inquiry | None = None


@attrs.frozen
class JudgeRequest:
    """``engine/judge``. ``key`` is the endpoint's, which is in no other message and is kept nowhere."""

    job: int
    task: ReviewTask
    key: str | None = attrs.field(default=None, repr=False)


@attrs.frozen
class JudgeReply:
    """``failure``: why not all was answered; ``None`` where all was."""

    failure: str | None = None


@attrs.frozen
class EstimateRequest:
    """``engine/estimate``; ``job`` and ``priority`` are those of :class:`ReviewRequest`."""

    job: int
    task: EstimateTask
    priority: int = 0


@attrs.frozen
class EstimateReply:
    """The estimate; ``None`` where the documents (``problems``) or the installation (``failure``) forbid it."""

    estimate: DocumentEstimate | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class PlanRequest:
    """``engine/plan``: the plans of the passage of this index."""

    task: ReviewTask
    passage: int


@attrs.frozen
class PlanReply:
    """The plans; ``None`` where the documents (``problems``) or the installation (``failure``) forbid them."""

    plan: PassagePlan | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class ProgressNote:
    """``engine/progress``: ``done`` of ``total`` items of a stage (``edits``, ``vectors``, ``estimates``)."""

    job: int
    stage: str
    done: int
    total: int


@attrs.frozen
class EngineStatus:
    """``engine/status``: what is loaded, where, and what it is at.

    Attributes
    ----------
    memory
        The process's resident bytes.
    clients
        How many are connected.
    queue
        How many jobs wait; the running one is none of them.
    running
        Whether there is a running one.
    batches
        Batches of work begun since the engine began; work that was cancelled begins no further one.
    encoder_loads
        How often an encoder was loaded.
    cache_entries, cache_bytes
        What the cache holds; ``None`` while another process keeps it locked.
    """

    pid: int
    pipeline: str
    pipeline_loaded: bool
    encoder: str
    encoder_loaded: bool
    device: str | None
    cache: str
    memory: int
    clients: int
    queue: int
    running: bool
    batches: int
    encoder_loads: int
    cache_entries: int | None
    cache_bytes: int | None


@attrs.frozen
class ClearedCache:
    """``engine/clearCache``: what was forgotten, and the bytes given back."""

    entries: int
    bytes: int


@attrs.frozen
class CancelParams:
    """``$/cancelRequest``."""

    id: str


@attrs.frozen
class _CancelMessage:
    params: CancelParams
    method: str
    jsonrpc: str


@attrs.frozen
class _ReviewMessage:
    id: str
    params: ReviewRequest
    method: str
    jsonrpc: str


@attrs.frozen
class _EstimateMessage:
    id: str
    params: EstimateRequest
    method: str
    jsonrpc: str


@attrs.frozen
class _JudgeMessage:
    id: str
    params: JudgeRequest
    method: str
    jsonrpc: str


@attrs.frozen
class _PlanMessage:
    id: str
    params: PlanRequest
    method: str
    jsonrpc: str


@attrs.frozen
class _HelloMessage:
    id: str
    params: Hello
    method: str
    jsonrpc: str


@attrs.frozen
class _ProgressMessage:
    params: ProgressNote
    method: str
    jsonrpc: str


@attrs.frozen
class _ReviewResponse:
    id: str
    result: ReviewReply
    jsonrpc: str


@attrs.frozen
class _EstimateResponse:
    id: str
    result: EstimateReply
    jsonrpc: str


@attrs.frozen
class _JudgeResponse:
    id: str
    result: JudgeReply
    jsonrpc: str


@attrs.frozen
class _PlanResponse:
    id: str
    result: PlanReply
    jsonrpc: str


@attrs.frozen
class _StatusResponse:
    id: str
    result: EngineStatus
    jsonrpc: str


@attrs.frozen
class _ClearedResponse:
    id: str
    result: ClearedCache
    jsonrpc: str


_MESSAGES: dict[str, type[Any]] = {
    HELLO: _HelloMessage,
    CANCEL_REQUEST: _CancelMessage,
    REVIEW: _ReviewMessage,
    ESTIMATE: _EstimateMessage,
    JUDGE: _JudgeMessage,
    PLAN: _PlanMessage,
    PROGRESS: _ProgressMessage,
}
_RESULTS: dict[str, type[Any]] = {
    REVIEW: _ReviewResponse,
    ESTIMATE: _EstimateResponse,
    JUDGE: _JudgeResponse,
    PLAN: _PlanResponse,
    STATUS: _StatusResponse,
    CLEAR_CACHE: _ClearedResponse,
}


class EngineProtocol(JsonRPCProtocol):
    """JSON-RPC whose messages arrive as the types of this module."""

    def get_message_type(self, method: str) -> type[Any] | None:
        return _MESSAGES.get(method)

    def get_result_type(self, method: str) -> type[Any] | None:
        return _RESULTS.get(method)


def make_converter() -> cattrs.Converter:
    """Between messages and JSON values."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    # Most of a review is tokens: they are taken whole, and not one by one.
    converter.register_structure_hook_func(_are_tokens, lambda value, _: tuple(value))
    converter.register_unstructure_hook_func(_are_tokens, list)
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    converter.register_unstructure_hook(DocumentError, _problem_to_json)
    converter.register_structure_hook(DocumentError, _problem_from_json)
    return converter


def _are_tokens(type_: Any) -> bool:
    return bool(type_ == tuple[str, ...])


def _problem_to_json(error: DocumentError) -> dict[str, Any]:
    return {
        "problem": error.problem,
        "path": str(error.path) if error.path else None,
        "line": error.line,
        "column": error.column,
        "length": error.length,
        "remedy": error.remedy,
    }


def _problem_from_json(value: dict[str, Any], _: type) -> DocumentError:
    return DocumentError(
        value["problem"],
        path=Path(value["path"]) if value["path"] else None,
        line=value["line"],
        column=value["column"],
        length=value["length"],
        remedy=value["remedy"],
    )
