"""The requests that an engine answers. All may fail with EngineIncomplete, those about documents with DocumentError."""

import hashlib
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Generic, TypeVar, get_args

import attrs

from markscheme.contract import shape
from markscheme.errors import DocumentError
from markscheme.inference.judge import JudgeSettings
from markscheme.marking.driver import PassagePlan, Task
from markscheme.metrics.base import ModelQuestion
from markscheme.research.adjudicated import ResultExport
from markscheme.research.adjudication import Wording, WordsQuestion
from markscheme.research.differences import Differences
from markscheme.research.pool import PooledTexts
from markscheme.research.questions import Question, Unanimity, Wanted
from markscheme.server.engine.messages import Envelope, ProgressNote, ReplyMessage
from markscheme.server.engine.review_parts import MarkReply
from markscheme.version import VERSION

P = TypeVar("P")
R = TypeVar("R", covariant=True)


class Priority(IntEnum):
    """The order of work: lower goes first."""

    OPEN_DOCUMENT = 0
    WORKSPACE = 1


@attrs.frozen(eq=False)
class Request(Generic[P, R]):
    """A method with the types of its parameters and of its reply; callers may set another priority."""

    method: str
    params: type[P]
    reply: type[R]
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
    encoder: str
    """The sentence encoder: name, revision, pooling and precision."""
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
"""Returns the engine's state. Fails where the encoder or the pipeline is not installed."""
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
def protocol() -> str:
    """Return the version and a digest of all requests' types, since a version's may change; both ends must agree."""
    return f"{VERSION}-{fingerprint(REQUESTS)}"


def fingerprint(requests: Iterable[Request[Any, Any]]) -> str:
    classes: dict[str, str] = {}
    for type_ in (Envelope, ProgressNote, ReplyMessage):
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
