"""The messages between an engine and its clients: JSON-RPC over a local channel, never pickle.

A first reply about a long essay is a megabyte of findings (later ones: :mod:`markscheme.server.engine.review_parts`),
and msgspec is several times as fast as a converter of single values. A reply's text is one string in the message, so
that neither end looks at its parts twice.

A document's text is sent once on a channel: parameters hold digests in its place. The engine keeps the texts of all its
clients, up to a limit, by last use. Where it lacks one, it answers with :class:`TextsMissing`, and the client sends all
again.
"""

import hashlib
import json
from base64 import b64decode, b64encode
from collections import ChainMap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import attrs
import cattrs
import msgspec
from cachetools import LRUCache
from cattrs.gen import make_dict_unstructure_fn
from lsprotocol.types import CANCEL_REQUEST
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.protocol import JsonRPCProtocol, default_converter

from markscheme.documents.corpus import Document
from markscheme.errors import DocumentError

P = TypeVar("P")
R = TypeVar("R")

_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {}
"""By type of reply; making one takes longer than reading a short reply."""


def reply_text(reply: Any) -> str:
    try:
        return _ENCODER.encode(reply).decode()
    except UnicodeEncodeError:
        # Half a surrogate pair, as in the path of a file whose name is no text: JSON's escapes can hold it.
        return json.dumps(msgspec.to_builtins(reply, enc_hook=_plain))


def read_reply(text: str, type_: type[R]) -> R:
    """Return the reply that a text is; raise msgspec.ValidationError if it is none of this type."""
    try:
        return _decoder(type_).decode(text)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(text), type_, dec_hook=_typed)


def _decoder(type_: type[R]) -> msgspec.json.Decoder[R]:
    if type_ not in _DECODERS:
        _DECODERS[type_] = msgspec.json.Decoder(type_, dec_hook=_typed)
    return _DECODERS[type_]


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, DocumentError):
        return problem_to_json(value)
    raise NotImplementedError(f"a reply can't hold {type(value).__name__}")


def _typed(type_: type, value: Any) -> Any:
    if issubclass(type_, Path):
        return Path(value)
    if issubclass(type_, DocumentError):
        return problem_from_json(value)
    raise NotImplementedError(f"a reply can't hold {type_.__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def problem_to_json(error: DocumentError) -> dict[str, Any]:
    return {
        "problem": error.problem,
        "path": str(error.path) if error.path else None,
        "line": error.line,
        "column": error.column,
        "length": error.length,
        "remedy": error.remedy,
    }


def problem_from_json(value: dict[str, Any]) -> DocumentError:
    return DocumentError(
        value["problem"],
        path=Path(value["path"]) if value["path"] else None,
        line=value["line"],
        column=value["column"],
        length=value["length"],
        remedy=value["remedy"],
    )


MIN_LENGTH = 128
"""Characters of a text above which its digest is sent in its place."""
MAX_SENT = 10_000
MAX_KEPT = 32_000_000
"""Characters of the texts that an engine keeps."""
REFERENCE = "$text"
"""The one name in the JSON object that stands for a text; no field of a Python class has it."""


class DocumentText(str):
    """The text of a document among the JSON values of a request's parameters."""

    __slots__ = ()


class TextsMissing(JsonRpcException):
    """The engine no longer has a text that a request refers to."""

    CODE = -32001
    MESSAGE = "the engine lacks a text; send the request with all its texts"


class SentTexts:
    """The digests of the texts that a client has sent on one channel."""

    def __init__(self, limit: int = MAX_SENT) -> None:
        self._digests: LRUCache[str, None] = LRUCache(limit)

    def unsent(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the texts that are not remembered as sent, and remember them."""
        unsent = {digest: text for digest, text in texts.items() if digest not in self._digests}
        for digest in texts:
            self._digests[digest] = None
        return unsent


class KeptTexts:
    """The texts that an engine keeps for all its clients, by digest."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._texts: LRUCache[str, str] = LRUCache(limit, len)

    def attach(self, params: Any, texts: Mapping[str, str]) -> Any:
        """Return parameters with their texts, and keep those; raise TextsMissing if one neither came nor is kept."""
        try:
            attached = _attached(params, ChainMap(self._texts, dict(texts)))
        except KeyError:
            raise TextsMissing(TextsMissing.MESSAGE) from None
        finally:
            for digest, text in texts.items():
                if digest not in self._texts and len(text) <= self._texts.maxsize:
                    self._texts[digest] = text
        return attached


def detach(params: Any) -> tuple[Any, dict[str, str]]:
    """Return JSON parameters with references in the place of long texts, and these texts by digest."""
    texts: dict[str, str] = {}

    def detached(value: Any) -> Any:
        if isinstance(value, DocumentText):
            if len(value) <= MIN_LENGTH:
                return value
            digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
            texts[digest] = value
            return {REFERENCE: digest}
        if isinstance(value, dict):
            return {name: detached(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [detached(item) for item in value]
        return value

    return detached(params), texts


def _attached(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {REFERENCE}:
            return texts[value[REFERENCE]]
        return {name: _attached(item, texts) for name, item in value.items()}
    if isinstance(value, list):
        return [_attached(item, texts) for item in value]
    return value


PROGRESS = "engine/progress"
GOODBYE = "engine/goodbye"
"""The engine's last notification, unless it crashes."""


@attrs.frozen
class Envelope:
    """A request's parameters as JSON. ``texts``: those the engine may lack. ``basis``: a reply that the client has."""

    params: Any
    priority: int
    texts: dict[str, str]
    basis: str = ""

    @property
    def key(self) -> str:
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
class ReplyMessage:
    """A reply on the channel; ``result`` is its text (:func:`reply_text`)."""

    id: str
    result: str
    jsonrpc: str


@attrs.frozen
class _NotificationMessage(Generic[P]):
    params: P
    method: str
    jsonrpc: str


@attrs.frozen
class _RequestMessage(_NotificationMessage[Any]):
    id: str


_NOTIFICATIONS: dict[str, type[Any]] = {
    CANCEL_REQUEST: _NotificationMessage[CancelParams],
    PROGRESS: _NotificationMessage[ProgressNote],
    GOODBYE: _NotificationMessage[None],
}


class EngineProtocol(JsonRPCProtocol):
    """JSON-RPC whose notifications arrive typed. Parameters are JSON, replies text; their row has the types."""

    def get_message_type(self, method: str) -> type[Any] | None:
        return _NOTIFICATIONS.get(method, _RequestMessage)

    def get_result_type(self, method: str) -> type[Any] | None:
        del method
        return ReplyMessage


def make_converter() -> cattrs.Converter:
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


class EngineError(Exception):
    """The engine could not answer; the message says why."""


class EngineDied(EngineError):
    """The engine process crashed while it was needed; the message is the end of its log."""


class EngineIncomplete(EngineError):
    """The engine answers, but lacks a part that the work needs; the message says which and what to do."""


_INCOMPLETE, _PROBLEM = -32010, -32011
"""JSON-RPC error codes of failures that the client raises as they are."""
EXPECTED_CODES = (TextsMissing.CODE, _INCOMPLETE, _PROBLEM)


def to_error(failure: EngineError | DocumentError) -> JsonRpcException:
    if isinstance(failure, DocumentError):
        return JsonRpcException(str(failure), _PROBLEM, json.dumps(problem_to_json(failure)))
    if isinstance(failure, EngineIncomplete):
        return JsonRpcException(str(failure), _INCOMPLETE)
    return JsonRpcInternalError(str(failure))


def from_error(error: JsonRpcException) -> EngineError | DocumentError:
    if error.code == _PROBLEM:
        return problem_from_json(json.loads(str(error.data)))
    return EngineIncomplete(str(error)) if error.code == _INCOMPLETE else EngineError(str(error))
