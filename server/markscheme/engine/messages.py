"""The engine's JSON-RPC: method names and typed messages; nothing heavy to import.

Over a local channel between the language server and its engine; JSON both ways, never pickle.
"""

from pathlib import Path
from typing import Any

import attrs
import cattrs
from lsprotocol.types import CANCEL_REQUEST
from pygls.protocol import JsonRPCProtocol, default_converter

from markscheme.documents.errors import DocumentError
from markscheme.engine.tasks import ReviewTask
from markscheme.marking.findings import DocumentReview

REVIEW = "engine/review"
STATUS = "engine/status"
PROGRESS = "engine/progress"


@attrs.frozen
class ReviewRequest:
    """``engine/review``. ``job`` is the client's number for it, which progress notifications carry."""

    job: int
    task: ReviewTask


@attrs.frozen
class ReviewReply:
    """The review; ``None`` where the documents (``problems``) or the installation (``failure``) forbid it."""

    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class ProgressNote:
    """``engine/progress``: ``done`` of ``total`` items of a stage (``edits``, ``vectors``)."""

    job: int
    stage: str
    done: int
    total: int


@attrs.frozen
class EngineStatus:
    """``engine/status``: what is loaded, and where. ``memory`` is the process's resident bytes."""

    pid: int
    pipeline: str
    pipeline_loaded: bool
    encoder: str
    encoder_loaded: bool
    device: str | None
    cache: str
    memory: int


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
class _StatusResponse:
    id: str
    result: EngineStatus
    jsonrpc: str


_MESSAGES: dict[str, type[Any]] = {
    CANCEL_REQUEST: _CancelMessage,
    REVIEW: _ReviewMessage,
    PROGRESS: _ProgressMessage,
}
_RESULTS: dict[str, type[Any]] = {REVIEW: _ReviewResponse, STATUS: _StatusResponse}


class EngineProtocol(JsonRPCProtocol):
    """JSON-RPC whose messages arrive as the types of this module."""

    def get_message_type(self, method: str) -> type[Any] | None:
        return _MESSAGES.get(method)

    def get_result_type(self, method: str) -> type[Any] | None:
        return _RESULTS.get(method)


def make_converter() -> cattrs.Converter:
    """Between messages and JSON values."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    converter.register_unstructure_hook(DocumentError, _problem_to_json)
    converter.register_structure_hook(DocumentError, _problem_from_json)
    return converter


def _problem_to_json(error: DocumentError) -> dict[str, Any]:
    return {
        "problem": error.problem,
        "path": str(error.path) if error.path else None,
        "line": error.line,
        "remedy": error.remedy,
    }


def _problem_from_json(value: dict[str, Any], _: type) -> DocumentError:
    return DocumentError(
        value["problem"],
        path=Path(value["path"]) if value["path"] else None,
        line=value["line"],
        remedy=value["remedy"],
    )
