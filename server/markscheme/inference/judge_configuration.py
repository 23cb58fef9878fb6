"""The language model that a person's own environment, or the command line, names.

Only the environment (``MARKSCHEME_LLM_*``) or the command line names a model: a ``markscheme.toml``, or an editor's
settings that come with a folder, can ask for the weighting, but can't say where sentences are sent. The key is read
when it is needed and is part of no settings, as those are shown, kept and compared.
"""

import math
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from markscheme.inference.judge import JudgeError, JudgeSettings

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
