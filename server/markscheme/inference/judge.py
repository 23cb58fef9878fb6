"""A language model: which one a person names, how it is reached, their consent, and its answer.

Only the environment (``MARKSCHEME_LLM_*``) or the command line names a model: a ``markscheme.toml``, or an editor's
settings that come with a folder, can ask for the weighting, but can't say where sentences are sent. The key is read
when it is needed and is part of no settings, as those are shown, kept and compared.
"""

import hashlib
import ipaddress
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import attrs

from markscheme.errors import JudgeError
from markscheme.metrics.base import ModelQuestion

NO_JUDGE = (
    "no language model is given for the weighting llm, and nothing was sent; "
    "give judge=Judge(JudgeSettings(model, endpoint), key), of markscheme.judges"
)
"""The message of the Python API, which reads no environment."""


class Unanswered(JudgeError):
    """Edits can't be weighed until these questions are answered, each with the number of its sentence (1-based)."""

    def __init__(self, questions: "Mapping[ModelQuestion, int]") -> None:
        super().__init__(
            f"the language model has not been asked about {len(questions)} edit{'' if len(questions) == 1 else 's'}"
        )
        self.questions = questions


class MalformedAnswer(Exception):
    """The answer is not a score, or holds more than a score."""


PAPER_TEMPERATURE = 0.1
"""The temperature of CLEME2.0, Appendix A."""


@attrs.frozen
class JudgeSettings:
    """Which language model, and how it is reached; raise JudgeError if a number is out of its range.

    Without an endpoint, the base URL of an OpenAI-compatible API such as ``http://127.0.0.1:11434/v1``, the model is
    the folder of a causal model of transformers. The temperature is above 0; the timeout is in seconds, above 0;
    concurrency and attempts for one question are at least 1. Prices are of a million tokens, in any currency.
    """

    model: str
    endpoint: str | None = None
    temperature: float = PAPER_TEMPERATURE
    concurrency: int = 4
    timeout: float = 60.0
    attempts: int = 5
    input_price: float | None = None
    output_price: float | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("temperature", "timeout"):
            if not 0 < getattr(self, name) < math.inf:
                raise JudgeError(f"the language model's {name} must be a number above 0")
        for name in ("concurrency", "attempts"):
            if getattr(self, name) < 1:
                raise JudgeError(f"the language model's {name} must be at least 1")

    @property
    def host(self) -> str | None:
        """Where sentences go: host and port; ``None`` if they stay in this process."""
        return urlsplit(self.endpoint).netloc if self.endpoint else None

    @property
    def on_this_machine(self) -> bool:
        """Whether the endpoint's host is a loopback address, or there is no endpoint."""
        name = urlsplit(self.endpoint or "").hostname
        if name is None or name == "localhost":
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False


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


CHARACTERS_PER_TOKEN = 4
"""Rough length of a token in the prompt."""
TOKENS_PER_ANSWER = 2


@attrs.frozen
class OpenQuestion:
    """A question without an answer yet, and the number of its sentence (1-based)."""

    question: ModelQuestion
    sentence: int


def question_places(questions: Iterable[OpenQuestion], document: str | None = None) -> dict[ModelQuestion, str]:
    """Return the questions, each with its sentence's place as error messages name it."""
    of = f" of {document}" if document else ""
    return {item.question: f"sentence {item.sentence}{of}" for item in questions}


@attrs.frozen
class Inquiry:
    """How many questions would be sent, and where.

    ``host`` is ``None`` for a model in the engine's process. ``encrypted`` is whether nobody on the way can read the
    sentences. Tokens and cost are estimated; the cost is ``None`` without prices.
    """

    model: str
    host: str | None
    encrypted: bool
    requests: int
    concurrency: int
    input_tokens: int
    output_tokens: int
    cost: float | None

    @classmethod
    def of(cls, questions: Iterable[ModelQuestion], settings: JudgeSettings) -> "Inquiry":
        lengths = [len(question.prompt) for question in questions]
        read, written = -(-sum(lengths) // CHARACTERS_PER_TOKEN), len(lengths) * TOKENS_PER_ANSWER
        prices = (settings.input_price, settings.output_price)
        cost = (read * (prices[0] or 0.0) + written * (prices[1] or 0.0)) / 1e6 if prices != (None, None) else None
        encrypted = settings.on_this_machine or (settings.endpoint or "").startswith("https:")
        return cls(
            settings.model,
            settings.host,
            encrypted,
            len(lengths),
            settings.concurrency if settings.endpoint else 1,
            read,
            written,
            cost,
        )

    @property
    def text(self) -> str:
        """The inquiry in words.

        >>> Inquiry("m", "127.0.0.1:1234", True, 2, 4, 800, 4, 0.0125).text[:60]
        '2 requests to 127.0.0.1:1234 (model m), at most 4 at a time,'
        """
        number = f"{self.requests:,} request{'' if self.requests == 1 else 's'}"
        where = f"to {self.host} (model {self.model})" if self.host else f"to the model {self.model} on this machine"
        size = f"about {self.input_tokens:,} tokens in and {self.output_tokens:,} out"
        cost = "" if self.cost is None else f", cost {_rounded(self.cost)} at your prices"
        warning = "" if self.encrypted else "; the connection is not encrypted"
        return f"{number} {where}, at most {self.concurrency} at a time, {size}{cost}{warning}"


def _rounded(cost: float) -> str:
    """Return a cost with few digits and no exponent.

    >>> [_rounded(cost) for cost in (0.0, 0.00001, 0.0125, 0.999, 1234.5)]
    ['about 0', 'less than 0.0001', 'about 0.013', 'about 1.00', 'about 1,234.50']
    """
    if 0 < cost < 0.0001:
        return "less than 0.0001"
    return f"about {cost:,.2f}" if cost >= 0.995 else f"about {cost:.2g}"


def _always(inquiry: Inquiry) -> bool:
    del inquiry
    return True


@attrs.frozen
class Judge:
    """A language model that weighs edits, its key never shown. ``agree`` hears what will be sent; false stops it."""

    settings: JudgeSettings
    key: str | None = attrs.field(default=None, repr=False)
    agree: Callable[[Inquiry], bool] = _always


SCORES = ("1", "2", "3", "4", "5")

_ANSWER = re.compile(r"\s*([1-5])\s*")


def parse_score(answer: str) -> int:
    """Return the score, from 1 to 5, which white space may surround; raise MalformedAnswer for another answer."""
    match = _ANSWER.fullmatch(answer)
    if match is None:
        raise MalformedAnswer
    return int(match[1])


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
