"""The messages between an engine and its clients: JSON-RPC over a local channel, never pickle.

A first reply about a long essay is a megabyte of findings, and msgspec is several times as fast as a converter of
single values. A reply's text is one string in the message, so that neither end looks at its parts twice.

A document's text is sent once on a channel: parameters hold digests in its place. The engine keeps the texts of all its
clients, up to a limit, by last use. Where it lacks one, it answers with :class:`TextsMissing`, and the client sends all
again.

Of a review a client is sent the passages that it lacks. A request names the last reply about the same document that the
client has read on this channel (its *basis*). In the reply, what was a passage of the basis is only its origin: its
number, and where it stands now. Without a basis, or if the engine has forgotten it, the review is whole.
"""

import hashlib
import json
from base64 import b64decode, b64encode
from collections import ChainMap
from collections.abc import Hashable, Iterable, Mapping
from enum import IntEnum
from functools import cache
from itertools import count
from pathlib import Path
from types import NoneType
from typing import Any, Generic, TypeVar, get_args

import attrs
import cattrs
import msgspec
from cachetools import LRUCache
from cattrs.gen import make_dict_unstructure_fn
from lsprotocol.types import CANCEL_REQUEST
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.protocol import JsonRPCProtocol, default_converter

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.errors import DocumentError
from markscheme.inference.judge import JudgeSettings
from markscheme.marking.driver import Outcome, PassagePlan, Task
from markscheme.marking.findings import Finding
from markscheme.marking.review import MovedPassage, Origin, PassageReview, PlacedPassage
from markscheme.metrics.base import ModelQuestion
from markscheme.research.adjudication import Wording, WordsQuestion
from markscheme.research.adjudication_result import ResultExport
from markscheme.research.differences import Differences
from markscheme.research.pool import PooledTexts
from markscheme.research.questions import Question, Unanimity, Wanted
from markscheme.server.engine.endpoint import EngineError, EngineIncomplete
from markscheme.version import VERSION

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
        return _problem_to_json(value)
    raise NotImplementedError(f"a reply can't hold {type(value).__name__}")


def _typed(type_: type, value: Any) -> Any:
    if issubclass(type_, Path):
        return Path(value)
    if issubclass(type_, DocumentError):
        return _problem_from_json(value)
    raise NotImplementedError(f"a reply can't hold {type_.__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def _problem_to_json(error: DocumentError) -> dict[str, Any]:
    own = {name: getattr(error, name) for name in ("problem", "line", "column", "length", "remedy")}
    return {**own, "path": str(error.path) if error.path else None}


def _problem_from_json(value: dict[str, Any]) -> DocumentError:
    return DocumentError(**{**value, "path": Path(value["path"]) if value["path"] else None})


MIN_LENGTH = 128
"""Characters of a text above which its digest is sent in its place."""
_MAX_SENT_TEXTS = 10_000
_MAX_KEPT_CHARACTERS = 8_000_000
"""Characters of the texts that an engine keeps."""
REFERENCE = "$text"
"""The one name in the JSON object that stands for a text; no field of a Python class has it."""


class _DocumentText(str):
    """The text of a document among the JSON values of a request's parameters."""

    __slots__ = ()


class TextsMissing(JsonRpcException):
    """The engine no longer has a text that a request refers to."""

    CODE = -32001
    MESSAGE = "the engine lacks a text; send the request with all its texts"


class SentTexts:
    """The digests of the texts that a client has sent on one channel."""

    def __init__(self, limit: int = _MAX_SENT_TEXTS) -> None:
        self._digests: LRUCache[str, None] = LRUCache(limit)

    def unsent(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the texts that are not remembered as sent, and remember them."""
        unsent = {digest: text for digest, text in texts.items() if digest not in self._digests}
        for digest in texts:
            self._digests[digest] = None
        return unsent


class KeptTexts:
    """The texts that an engine keeps for all its clients, by digest."""

    def __init__(self, limit: int = _MAX_KEPT_CHARACTERS) -> None:
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
        if isinstance(value, _DocumentText):
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
class _ReplyMessage:
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
        return _ReplyMessage


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
    converter.register_unstructure_hook(DocumentError, _problem_to_json)
    converter.register_structure_hook(DocumentError, lambda value, _: _problem_from_json(value))
    document_to_json = make_dict_unstructure_fn(Document, converter)
    converter.register_unstructure_hook(
        Document, lambda document: {**document_to_json(document), "text": _DocumentText(document.text)}
    )
    return converter


def _are_plain(type_: Any) -> bool:
    return type_ in (tuple[str, ...], tuple[int, ...])


_INCOMPLETE, _PROBLEM = -32010, -32011
"""JSON-RPC error codes of failures that the client raises as they are."""
EXPECTED_CODES = (TextsMissing.CODE, _INCOMPLETE, _PROBLEM)


def to_error(failure: EngineError | DocumentError) -> JsonRpcException:
    if isinstance(failure, DocumentError):
        return JsonRpcException(str(failure), _PROBLEM, json.dumps(_problem_to_json(failure)))
    if isinstance(failure, EngineIncomplete):
        return JsonRpcException(str(failure), _INCOMPLETE)
    return JsonRpcInternalError(str(failure))


def from_error(error: JsonRpcException) -> EngineError | DocumentError:
    if error.code == _PROBLEM:
        return _problem_from_json(json.loads(str(error.data)))
    return EngineIncomplete(str(error)) if error.code == _INCOMPLETE else EngineError(str(error))


_MAX_SENT_REPLIES = 256
"""Replies whose passages' numbers an engine remembers on one channel, by last use; some were never read."""
_MAX_READ_REPLIES = 16
"""Documents, each at one stage, whose last passages a client remembers."""


@attrs.frozen
class _PassagePart:
    """A passage of a review as it is sent; ``review`` is ``None`` if the client has the passage."""

    origin: Origin | None
    findings: tuple[Finding, ...] = ()
    chunks: tuple[Finding, ...] = ()
    review: PassageReview | None = None


@attrs.frozen
class MarkReply:
    """The outcome of marking a document. The engine has its passages apart, and the client in the review.

    On the channel alone the passages are in ``parts``, and a ``name`` is that of a reply that has them.
    """

    outcome: Outcome
    passages: tuple[MovedPassage, ...] = ()
    parts: tuple[_PassagePart, ...] = ()
    name: str = ""


class SentReviews:
    """The engine's end: which passages were in the last replies on one channel."""

    def __init__(self, limit: int = _MAX_SENT_REPLIES) -> None:
        self._numbers: LRUCache[str, frozenset[int]] = LRUCache(limit)
        self._names = map(str, count(1))

    def parted(self, reply: R, basis: str) -> R:
        """Return a reply as it is sent to a client that has read the reply of this name; an empty name is none."""
        if not isinstance(reply, MarkReply) or not reply.passages:
            return reply
        sent = self._numbers.get(basis, frozenset())
        parts = tuple(_part(passage, sent) for passage in reply.passages)
        name = next(self._names)
        self._numbers[name] = frozenset(part.origin.number for part in parts if part.origin is not None)
        return attrs.evolve(reply, passages=(), parts=parts, name=name)


@attrs.frozen(eq=False)
class Basis:
    """A reply that a client has read: its name, and its passages by the number of their origins."""

    name: str = ""
    passages: Mapping[int, PlacedPassage] = attrs.field(factory=dict)


class ReadReviews:
    """The client's end: the passages of the last replies that were read on one channel."""

    def __init__(self, limit: int = _MAX_READ_REPLIES) -> None:
        self._bases: LRUCache[Hashable, Basis] = LRUCache(limit)

    def basis(self, params: object) -> Basis:
        """Return the last reply about a task's document, at the same stage; one without a name for anything else."""
        return self._bases.get(_key(params), Basis()) if isinstance(params, Task) else Basis()

    def whole(self, reply: R, params: object, basis: Basis) -> R:
        """Return a reply with its whole review, given the request's basis, and remember its passages."""
        if not isinstance(reply, MarkReply) or not isinstance(params, Task):
            return reply
        review = reply.outcome.review
        if review is None or not reply.parts:
            return reply
        placed = [_placed(part, basis) for part in reply.parts]
        passages = {item.origin.number: item for item in placed if item.origin is not None}
        self._bases[_key(params)] = Basis(reply.name, passages)
        outcome = attrs.evolve(reply.outcome, review=review.with_passages(placed))
        return attrs.evolve(reply, outcome=outcome, parts=(), name="")


def _key(task: Task) -> Hashable:
    return task.marked.path, task.marked.name, task.with_vectors


def _part(passage: MovedPassage, sent: frozenset[int]) -> _PassagePart:
    if passage.origin is not None and passage.origin.number in sent:
        return _PassagePart(passage.origin)
    placed = passage.placed
    return _PassagePart(passage.origin, placed.findings, placed.chunks, placed.review)


def _placed(part: _PassagePart, basis: Basis) -> PlacedPassage:
    if part.review is not None:
        return PlacedPassage(part.findings, part.chunks, part.review, part.origin)
    if part.origin is None:
        raise ValueError("a passage has neither contents nor an origin")
    return basis.passages[part.origin.number].at(part.origin)


Reply = TypeVar("Reply", covariant=True)


class Priority(IntEnum):
    """The order of work: lower goes first."""

    OPEN_DOCUMENT = 0
    WORKSPACE = 1


@attrs.frozen(eq=False)
class Request(Generic[P, Reply]):
    """A method with the types of its parameters and of its reply; callers may set another priority."""

    method: str
    params: type[P]
    reply: type[Reply]
    priority: int = Priority.OPEN_DOCUMENT
    reports_progress: bool = False


@attrs.frozen
class DifferencesReply:
    """Where annotators differ, and why some of their texts are left out."""

    differences: Differences
    problems: tuple[DocumentError, ...] = ()


@attrs.frozen
class ExportParams:
    """What the client writes of an adjudication; ``path`` is the file of decisions, there or not."""

    texts: tuple[PooledTexts, ...]
    path: Path
    export: ResultExport


@attrs.frozen
class ExportReply:
    """Files to write, by name.

    ``losses`` say what the format can't hold, a line each; ``fill_open`` decided ``filled`` open sentences.
    """

    files: Mapping[str, bytes]
    format: str
    filled: int
    losses: tuple[str, ...]


DIFFERENCES = Request("engine/differences", tuple[PooledTexts, ...], DifferencesReply, reports_progress=True)
"""Takes the texts of the exercises that share a file of decisions."""
WORDING = Request("engine/wording", WordsQuestion, Wording)
EXPORT = Request("engine/adjudicatedFiles", ExportParams, ExportReply, reports_progress=True)


@attrs.frozen
class PlanParams:
    """The index of one of a document's passages."""

    task: Task
    passage: int


@attrs.frozen
class JudgeParams:
    """Questions, their sentences' places, and the judge. ``key``: its endpoint's, nowhere else and never kept."""

    questions: tuple[tuple[ModelQuestion, str], ...]
    judge: JudgeSettings
    key: str | None = attrs.field(default=None, repr=False)


MARK = Request("engine/mark", Task, MarkReply, reports_progress=True)
PLAN = Request("engine/plan", PlanParams, PassagePlan)
JUDGE = Request("engine/judge", JudgeParams, NoneType, reports_progress=True)
"""Asks a judge; the client has the person's consent. Fails with EngineIncomplete where a question has no answer."""


@shape(
    renamed={
        "pipeline_loaded": "pipelineLoaded",
        "encoder_loaded": "encoderLoaded",
        "encoder_loads": "encoderLoads",
        "cache_entries": "cacheEntries",
        "cache_bytes": "cacheBytes",
    }
)
@attrs.frozen
class EngineStatus:
    """The engine's models, memory, work and cache."""

    pid: int
    """The engine's process id."""
    pipeline: str
    """The language pipeline and its version."""
    pipeline_loaded: bool
    """Whether the pipeline is in memory."""
    encoder: str | None
    """The sentence encoder: name, revision, pooling and precision; ``null`` where it is not installed."""
    encoder_loaded: bool
    """Whether the encoder is in memory."""
    device: str | None
    """The device that the encoder runs on; ``null`` until the encoder is loaded."""
    cache: str
    """The path of the cache file."""
    memory: int
    """The engine's resident memory, in bytes."""
    clients: int
    """The number of windows that use the engine."""
    queue: int
    """The number of waiting jobs, without the running one."""
    running: bool
    """Whether a job is running."""
    batches: int
    """The number of batches that the engine has started."""
    encoder_loads: int
    """How often the engine has loaded the encoder."""
    cache_entries: int | None
    """The number of entries in the cache; ``null`` while another process locks it."""
    cache_bytes: int | None
    """The size of the cache, in bytes; ``null`` while another process locks it."""


@shape()
@attrs.frozen
class ClearedCache:
    """The result of the command ``markscheme.clearCache``."""

    entries: int
    """The number of deleted entries."""
    bytes: int
    """The number of bytes freed on disk."""


HELLO = Request("engine/hello", float, NoneType)
"""A client's first request: seconds that the engine stays if this client leaves last. The reply says that it serves."""
STATUS = Request("engine/status", NoneType, EngineStatus)
"""Returns the engine's state. Fails where the pipeline is not installed."""
CLEAR_CACHE = Request("engine/clearCache", NoneType, ClearedCache)
"""Removes everything from the cache on disk. Fails while another process holds its lock."""
STOP = Request("engine/stop", NoneType, NoneType)
"""Ends the engine for all its clients, after the reply."""


@attrs.frozen
class QuestionsParams:
    """An exercise's texts, without decisions. ``least``: fewest hypotheses of a correction that a question is about."""

    texts: PooledTexts
    wanted: Wanted = Wanted()


@attrs.frozen
class QuestionsReply:
    """The questions, the most urgent first, and the agreement on each sentence."""

    questions: tuple[Question, ...]
    unanimities: tuple[Unanimity, ...]
    problems: tuple[DocumentError, ...]


QUESTIONS = Request(
    "engine/questions", QuestionsParams, QuestionsReply, priority=Priority.WORKSPACE, reports_progress=True
)
"""Returns the questions about an exercise. The engine keeps those of the last exercises by their texts."""


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


@cache
def protocol_version() -> str:
    """Return the version and a digest of all requests' types, since a version's may change; both ends must agree."""
    return f"{VERSION}-{fingerprint(REQUESTS)}"


def fingerprint(requests: Iterable[Request[Any, Any]]) -> str:
    classes: dict[str, str] = {}
    for type_ in (Envelope, ProgressNote, _ReplyMessage):
        _add_fields(type_, classes)
    methods = []
    for request in requests:
        methods.append(f"{request.method} {request.params} {request.reply}")
        _add_fields(request.params, classes)
        _add_fields(request.reply, classes)
    lines = [*sorted(methods), *(f"{name} {fields}" for name, fields in sorted(classes.items()))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _add_fields(type_: Any, classes: dict[str, str]) -> None:
    if isinstance(type_, type) and attrs.has(type_):
        name = f"{type_.__module__}.{type_.__qualname__}"
        if name not in classes:
            fields = attrs.fields(attrs.resolve_types(type_))
            classes[name] = ", ".join(f"{field.name}: {field.type}" for field in fields)
            for field in fields:
                _add_fields(field.type, classes)
    for argument in get_args(type_):
        _add_fields(argument, classes)
