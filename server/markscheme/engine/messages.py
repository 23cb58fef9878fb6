"""The messages between an engine and its clients: JSON-RPC over a local channel, never pickle.

A request's method, parameters and reply are in its row of :mod:`markscheme.engine.requests.table`. Here is what
all requests share. JSON values become typed values, and back, at both ends of the channel;
:mod:`markscheme.engine.replies` does so for replies, which may be long.
"""

import hashlib
import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import attrs
import cattrs
from cattrs.gen import make_dict_unstructure_fn
from lsprotocol.types import CANCEL_REQUEST
from pygls.protocol import JsonRPCProtocol, default_converter

from markscheme.engine.replies import problem_from_json, problem_to_json
from markscheme.engine.texts import DocumentText
from markscheme.formats.document import Document
from markscheme.text.errors import DocumentError

PROGRESS = "engine/progress"
"""The engine's notification of how far a request's work is."""
GOODBYE = "engine/goodbye"
"""The engine's last notification, unless it crashes."""


@attrs.frozen
class Envelope:
    """A request's parameters on the channel.

    Attributes
    ----------
    params
        The parameters as JSON, with digests in the place of documents' texts.
    priority
        Of the work; lower goes first.
    texts
        Texts that the engine may not have, by digest; see :mod:`markscheme.engine.texts`.
    basis
        The name of a reply whose passages the client has; see :mod:`markscheme.engine.review_parts`. Empty without one.
    """

    params: Any
    priority: int
    texts: dict[str, str]
    basis: str = ""

    @property
    def key(self) -> str:
        """A digest that is equal for equal parameters."""
        return hashlib.sha256(json.dumps(self.params, sort_keys=True).encode()).hexdigest()


@attrs.frozen
class ProgressNote:
    """``done`` of ``total`` items of a stage (``edits``, ``vectors``, ``estimates``) of the request with this id."""

    id: str
    stage: str
    done: int
    total: int


@attrs.frozen
class CancelParams:
    """The id of the request to cancel."""

    id: str


@attrs.frozen
class _RequestMessage:
    id: str
    params: Any
    method: str
    jsonrpc: str


@attrs.frozen
class ReplyMessage:
    """A reply on the channel; ``result`` is its text (:mod:`markscheme.engine.replies`)."""

    id: str
    result: str
    jsonrpc: str


@attrs.frozen
class _CancelMessage:
    params: CancelParams
    method: str
    jsonrpc: str


@attrs.frozen
class _ProgressMessage:
    params: ProgressNote
    method: str
    jsonrpc: str


@attrs.frozen
class _GoodbyeMessage:
    params: None
    method: str
    jsonrpc: str


_NOTIFICATIONS: dict[str, type[Any]] = {
    CANCEL_REQUEST: _CancelMessage,
    PROGRESS: _ProgressMessage,
    GOODBYE: _GoodbyeMessage,
}


class EngineProtocol(JsonRPCProtocol):
    """JSON-RPC whose notifications arrive typed. Parameters are JSON, replies text; their row has the types."""

    def get_message_type(self, method: str) -> type[Any] | None:
        return _NOTIFICATIONS.get(method, _RequestMessage)

    def get_result_type(self, method: str) -> type[Any] | None:
        del method
        return ReplyMessage


def make_converter() -> cattrs.Converter:
    """Return a converter between typed values and JSON."""
    converter: cattrs.Converter = default_converter()
    converter.detailed_validation = False
    # Most of a review is tokens, and of differences offsets. Converting them one by one would take most of the time.
    converter.register_structure_hook_func(_are_plain, lambda value, _: tuple(value))
    converter.register_unstructure_hook_func(_are_plain, list)
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    converter.register_unstructure_hook(bytes, lambda data: b64encode(data).decode("ascii"))
    converter.register_structure_hook(bytes, lambda value, _: b64decode(value))
    converter.register_unstructure_hook(DocumentError, problem_to_json)
    converter.register_structure_hook(DocumentError, lambda value, _: problem_from_json(value))
    document_to_json = make_dict_unstructure_fn(Document, converter)
    converter.register_unstructure_hook(
        Document, lambda document: {**document_to_json(document), "text": DocumentText(document.text)}
    )
    return converter


def _are_plain(type_: Any) -> bool:
    return type_ in (tuple[str, ...], tuple[int, ...])
