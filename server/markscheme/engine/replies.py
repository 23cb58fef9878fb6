"""Replies of an engine: typed values to JSON text and back.

A first reply about a long essay is a megabyte of findings; later ones have what changed
(:mod:`markscheme.engine.review_parts`). msgspec writes and reads it several times as fast as a converter of single
values. The text travels as one string in the JSON-RPC message, so that neither
end looks at the parts of a reply twice.
"""

import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from markscheme.text.errors import DocumentError

R = TypeVar("R")

_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {}
"""By type of reply; making one takes longer than reading a short reply."""


def reply_text(reply: Any) -> str:
    """Return a reply as JSON."""
    try:
        return _ENCODER.encode(reply).decode()
    except UnicodeEncodeError:
        # Half a surrogate pair, as in the path of a file whose name is no text: JSON's escapes can hold it.
        return json.dumps(msgspec.to_builtins(reply, enc_hook=_plain))


def read_reply(text: str, type_: type[R]) -> R:
    """Return the reply that a text is.

    Raises
    ------
    msgspec.ValidationError
        If it is no reply of this type.
    """
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
    """Return what stands in JSON for a value that msgspec does not know."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, DocumentError):
        return problem_to_json(value)
    raise NotImplementedError(f"a reply can't hold {type(value).__name__}")


def _typed(type_: type, value: Any) -> Any:
    """Return the value that JSON stands for."""
    if issubclass(type_, Path):
        return Path(value)
    if issubclass(type_, DocumentError):
        return problem_from_json(value)
    raise NotImplementedError(f"a reply can't hold {type_.__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def problem_to_json(error: DocumentError) -> dict[str, Any]:
    """Return a document's problem as JSON values."""
    return {
        "problem": error.problem,
        "path": str(error.path) if error.path else None,
        "line": error.line,
        "column": error.column,
        "length": error.length,
        "remedy": error.remedy,
    }


def problem_from_json(value: dict[str, Any]) -> DocumentError:
    """Return the document's problem that JSON values stand for."""
    return DocumentError(
        value["problem"],
        path=Path(value["path"]) if value["path"] else None,
        line=value["line"],
        column=value["column"],
        length=value["length"],
        remedy=value["remedy"],
    )
