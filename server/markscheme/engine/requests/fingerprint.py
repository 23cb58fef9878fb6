"""The version of what an engine and its clients say to each other."""

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import attrs

from markscheme.engine.messages import Envelope, ProgressNote, ReplyMessage
from markscheme.engine.requests.request import Request
from markscheme.engine.requests.table import REQUESTS
from markscheme.version import VERSION


@cache
def protocol() -> str:
    """Return the program's version with a digest of all requests' methods and types.

    Ends that differ in it must not talk, even if somebody changed a type and left the version as it was.
    """
    return f"{VERSION}-{fingerprint(REQUESTS)}"


def fingerprint(requests: Iterable[Request[Any, Any]]) -> str:
    """Return a digest of these requests' methods, and of the fields of all types in their messages."""
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
    """Add the fields of a type, and of all types in it, to ``classes``."""
    if isinstance(type_, type) and attrs.has(type_):
        name = f"{type_.__module__}.{type_.__qualname__}"
        if name not in classes:
            fields = attrs.fields(attrs.resolve_types(type_))
            classes[name] = ", ".join(f"{field.name}: {field.type}" for field in fields)
            for field in fields:
                _add_fields(field.type, classes)
    for argument in get_args(type_):
        _add_fields(argument, classes)
