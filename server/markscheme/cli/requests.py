"""Commands that take what a person asked for as one value.

Each option of a command is declared once, as a field of a frozen class. Options that several commands share are a class
of their own, which is the type of a field in theirs.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

import attrs

Result = TypeVar("Result")
Request = TypeVar("Request")


def takes_request(command: Callable[..., Result]) -> Callable[..., Result]:
    """Make what Typer registers of a function: its parameters that are classes of options are options, a field each.

    A field is declared as Typer wants a parameter: ``seed: Annotated[int, typer.Option(min=0)] = 1``. One whose type is
    another class of options stands for that class's fields, in its place.

    >>> @attrs.frozen
    ... class Place:
    ...     on: str = "local"
    >>> @attrs.frozen
    ... class Work:
    ...     file: str
    ...     place: Place = Place()
    >>> @takes_request
    ... def work(request: Work) -> str:
    ...     return f"{request.file} {request.place.on}"
    >>> str(signature(work)), work(file="essay", on="ray")
    ("(*, file: str, on: str = 'local')", 'essay ray')
    """
    declared = signature(command).parameters.values()
    options = [option for parameter in declared for option in _options(parameter)]

    @wraps(command)
    def called(**given: Any) -> Result:
        values = {
            one.name: _request(one.annotation, given) if attrs.has(one.annotation) else given[one.name]
            for one in declared
        }
        return command(**values)

    called.__signature__ = signature(command).replace(parameters=options, return_annotation=Parameter.empty)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _options(declared: Parameter) -> Iterator[Parameter]:
    if not attrs.has(declared.annotation):
        yield declared.replace(kind=Parameter.KEYWORD_ONLY)
        return
    for field in attrs.fields(declared.annotation):
        default = Parameter.empty if field.default is attrs.NOTHING else field.default
        yield from _options(Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type))


def _request(cls: type[Request], given: Mapping[str, Any]) -> Request:
    """Return a value of a class of options; those that are not given have their defaults."""
    values: dict[str, Any] = {}
    for field in attrs.fields(cls):  # type: ignore[arg-type]
        if attrs.has(field.type):
            values[field.name] = _request(field.type, given)
        elif field.name in given:
            values[field.name] = given[field.name]
    return cls(**values)
