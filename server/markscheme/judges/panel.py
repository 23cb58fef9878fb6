"""The language models in use: questions are sent to an endpoint or a model on this machine, and answers are kept.

Requests to an endpoint run in the event loop, a model on this machine in a thread of its own, so neither blocks the
engine's worker thread.

Only the environment (``MARKSCHEME_LLM_*``) or the command line names a model: a ``markscheme.toml``, or an editor's
settings that come with a folder, can ask for the weighting, but can't say where sentences are sent. The key is read
when it is needed and is part of no settings, as those are shown, kept and compared.
"""

import asyncio
import hashlib
import math
import os
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

import attrs

from markscheme.judges.judge import JudgeError, JudgeSettings
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.encoders.settings import Device
    from markscheme.judges.endpoint import Endpoint
    from markscheme.judges.local_model import LocalModel


_WEIGHTS_FILES = ("*.safetensors", "*.bin")
_OTHER_FILES = ("*.json", "*.jinja", "*.model", "*.txt")


@attrs.frozen
class JudgeIdentity:
    """Which language model answers. Equal identities answer alike.

    ``model`` is the name at an endpoint, or a folder's with the digest of its files. ``place`` is the endpoint's
    address without its scheme, as some servers answer with the model that they have under any name; empty on this
    machine.
    """

    model: str
    place: str
    temperature: float

    @property
    def owner(self) -> str:
        """The text by which answers are cached."""
        return "\n".join((self.model, self.place, repr(self.temperature)))


@attrs.frozen
class ModelFiles:
    """The files of a model's folder that decide its answers, sorted by name."""

    folder: Path
    files: tuple[Path, ...]

    @classmethod
    def of(cls, folder: Path) -> "ModelFiles":
        """Return the files in a folder; raise JudgeError if none of them holds weights."""
        weights = {path for pattern in _WEIGHTS_FILES for path in folder.glob(pattern)}
        if not weights:
            raise JudgeError(f"{folder} holds no language model: neither {' nor '.join(_WEIGHTS_FILES)} is in it")
        return cls(folder, tuple(sorted(weights.union(*(folder.glob(pattern) for pattern in _OTHER_FILES)))))

    @property
    def state(self) -> str:
        """Names, sizes and times of change. It differs when a file has been replaced."""
        stats = ((path.name, path.stat()) for path in self.files)
        return repr((str(self.folder), [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]))

    @property
    def identity(self) -> str:
        """The folder's name and 12 digits of the SHA-256 of all files; reads them whole."""
        hashed = hashlib.sha256()
        for path in self.files:
            with path.open("rb") as stream:
                hashed.update(f"{path.name} {hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
        return f"{self.folder.name.replace('|', '_')}@{hashed.hexdigest()[:12]}"


STAGE = "judgements"


class AnswerStore(Protocol):
    """Keeps answers; see :class:`markscheme.scoring.models.Models`."""

    @property
    def device(self) -> "Device":
        """Where a model on this machine runs."""

    def judge_identity(self, judge: JudgeSettings) -> JudgeIdentity:
        """Return who answers."""

    def keep_judgement(self, question: ModelQuestion, score: int, judge: JudgeIdentity) -> None:
        """Keep an answer. May be called from any thread."""


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
        answers: AnswerStore,
        progress: Progress = silent,
    ) -> None:
        """Send the questions, with :func:`~markscheme.judges.judge.question_places`, and keep each answer as it comes.

        Cancelling the coroutine stops it. Progress is called in the event loop's thread and must not raise. Raise
        JudgeError if the model can't be reached or loaded, or does not answer with scores.
        """
        if settings.endpoint is None:
            await self._ask_local(questions, settings, answers, progress)
            return
        from markscheme.judges.endpoint import Endpoint

        identity = answers.judge_identity(settings)

        async def keep(question: ModelQuestion, score: int) -> None:
            # Another process may hold the file's lock for a while.
            await asyncio.to_thread(answers.keep_judgement, question, score, identity)

        progress(STAGE, 0, len(questions))
        endpoint = self._endpoints.setdefault(settings, Endpoint(settings))
        await endpoint.ask(questions, key, keep, partial(progress, STAGE))

    async def _ask_local(
        self, questions: Mapping[ModelQuestion, str], settings: JudgeSettings, answers: AnswerStore, progress: Progress
    ) -> None:
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def work() -> None:
            with self._loading:
                identity = answers.judge_identity(settings)
                model = self._local_model(settings, identity, answers)
                for number, question in enumerate(questions):
                    if stopped.is_set():
                        return
                    loop.call_soon_threadsafe(progress, STAGE, number, len(questions))
                    answers.keep_judgement(question, model.score(question), identity)

        try:
            await asyncio.to_thread(work)
        finally:
            stopped.set()

    def _local_model(self, settings: JudgeSettings, identity: JudgeIdentity, answers: AnswerStore) -> "LocalModel":
        """Return the loaded model. One is loaded at a time, as they are large; again if its files were replaced."""
        from markscheme.encoders.encoder import find_device
        from markscheme.encoders.settings import EncoderError
        from markscheme.judges.local_model import LocalModel

        try:
            device = find_device(answers.device)
        except EncoderError as error:
            raise JudgeError(str(error)) from error
        if self._loaded is None or self._loaded[0] != (identity, device):
            self._loaded = None
            model = LocalModel(Path(settings.model), settings.temperature, device)
            if answers.judge_identity(settings) != identity:
                raise JudgeError(f"the files in {settings.model} were replaced while they were read; try again")
            self._loaded = (identity, device), model
        return self._loaded[1]


def ask_now(
    questions: Mapping[ModelQuestion, str],
    settings: JudgeSettings,
    key: str | None,
    answers: AnswerStore,
    progress: Progress = silent,
) -> None:
    """Do what :meth:`JudgePanel.ask` does, and wait for it: for a program without an event loop, or inside one."""

    async def ask() -> None:
        await JudgePanel().ask(questions, settings, key, answers, progress)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(ask())
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()


ENDPOINT = "MARKSCHEME_LLM_ENDPOINT"
MODEL = "MARKSCHEME_LLM_MODEL"
KEY = "MARKSCHEME_LLM_KEY"
CONCURRENCY = "MARKSCHEME_LLM_CONCURRENCY"
TIMEOUT = "MARKSCHEME_LLM_TIMEOUT"
INPUT_PRICE = "MARKSCHEME_LLM_INPUT_PRICE"
OUTPUT_PRICE = "MARKSCHEME_LLM_OUTPUT_PRICE"

NOT_CONFIGURED = (
    "no language model is configured for the weighting llm, and nothing was sent; "
    f"set {ENDPOINT} and {MODEL} in your own environment (an OpenAI-compatible endpoint, and a model there), or "
    f"{MODEL} alone to the folder of a model on this machine. In VS Code, use the settings markscheme.llm"
)
NO_JUDGE = (
    "no language model is given for the weighting llm, and nothing was sent; "
    "give judge=markscheme.Judge(markscheme.JudgeSettings(model, endpoint), key)"
)
"""The message of the Python API, which reads no environment."""


def configured(
    variables: Mapping[str, str] = os.environ, *, endpoint: str | None = None, model: str | None = None
) -> JudgeSettings:
    """Return the settings of the configured language model; raise JudgeError if none is, or a variable is not valid.

    ``endpoint`` and ``model`` come before their variables; an empty ``endpoint`` means none. With an endpoint, the
    model is a name there. Without one it is a folder's path, absolute or beginning with ``~``: the working directory
    may come from somebody else, and must not name a model. Only the parameter ``model`` may begin with ``./`` or
    ``../``.
    """
    where = (variables.get(ENDPOINT, "") if endpoint is None else endpoint).strip()
    named = (model or variables.get(MODEL) or "").strip()
    if not named:
        raise JudgeError(f"{ENDPOINT} names an endpoint; {MODEL} must name a model there" if where else NOT_CONFIGURED)
    if not named.isprintable() or "|" in named:
        raise JudgeError(f"{MODEL} is no model's name")
    return JudgeSettings(
        named if where else _folder(named, relative=bool(model)),
        _checked(where) if where else None,
        concurrency=int(_number(variables, CONCURRENCY, 4, least=1, whole=True)),
        timeout=_number(variables, TIMEOUT, 60.0, least=0.001),
        input_price=_price(variables, INPUT_PRICE),
        output_price=_price(variables, OUTPUT_PRICE),
    )


def configured_or_none() -> JudgeSettings | None:
    """Return the settings in this process's environment; ``None`` if there are none, or no valid ones."""
    try:
        return configured()
    except JudgeError:
        return None


def configured_key(variables: Mapping[str, str] = os.environ) -> str | None:
    """Return the endpoint's key; raise JudgeError, without the key, if it has characters that no key has."""
    return checked_key(variables.get(KEY))


def checked_key(key: str | None) -> str | None:
    """Return the key without white space around it; raise JudgeError as :func:`configured_key`."""
    own = (key or "").strip()
    if not all("!" <= character <= "~" for character in own):
        raise JudgeError(f"the key ({KEY}) has characters that no key has")
    return own or None


def _folder(name: str, *, relative: bool) -> str:
    begins = ("./", "../", f".{os.sep}", f"..{os.sep}") if relative else ()
    with suppress(RuntimeError, OSError):  # ~NAME of nobody; a name that no file can have
        path = Path(name).expanduser()
        if (path.is_absolute() or name.startswith(begins)) and path.is_dir():
            return str(path.absolute())
    raise JudgeError(
        f"{name!r} is no folder of a model on this machine, with its whole path; "
        f"for a model at an endpoint, {ENDPOINT} must say where"
    )


def _checked(endpoint: str) -> str:
    """Return a valid endpoint. It holds no credentials, as it is shown to people."""
    try:
        parts = urlsplit(endpoint)
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        raise JudgeError(f"{ENDPOINT} is no URL") from None
    if "@" in parts.netloc:
        raise JudgeError(f"the URL in {ENDPOINT} holds a user's name or key; put the key into {KEY}")
    if wrong or parts.query or parts.fragment or not endpoint.isprintable() or " " in endpoint:
        raise JudgeError(f"{ENDPOINT} must be a URL such as http://127.0.0.1:11434/v1, with no query")
    return endpoint.rstrip("/").removesuffix("/chat/completions")


def _number(
    variables: Mapping[str, str], name: str, otherwise: float, *, least: float = 0.0, whole: bool = False
) -> float:
    text = variables.get(name, "").strip()
    if not text:
        return otherwise
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value < 1e9 or (whole and not value.is_integer()):
        raise JudgeError(f"{name} must be a {'whole ' if whole else ''}number of at least {least:g}")
    return value


def _price(variables: Mapping[str, str], name: str) -> float | None:
    return _number(variables, name, 0.0) if variables.get(name, "").strip() else None
