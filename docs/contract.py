"""Generate the description of the JSON contract from its Python types: ``python docs/contract.py``.

The types are the classes with a :func:`markscheme.contract.shape`, and the typed dictionaries of
:mod:`markscheme.server.parameters` for what clients send. The script writes the JSON schema
(``docs/protocol.schema.json``) and, of that and of ``docs/protocol.examples.json``, the page
``docs/protocol_reference.md``. ``npm run contract`` in ``vscode-client/`` generates the TypeScript types of the VS Code
extension from the schema. With ``--check`` the script writes nothing, and exits with status 1 if a file is stale.
"""

import ast
import importlib
import inspect
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from enum import Enum
from functools import cache, partial
from itertools import pairwise
from numbers import Number
from pathlib import Path, PurePath
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType, TypedDict, is_typeddict

import markscheme
from markscheme.contract import Member, View, names_of_values, shapes
from markscheme.documents.places import FilePlace, Location, Range
from markscheme.languages.segments import Span
from markscheme.server import parameters

SCHEMA = Path(__file__).with_name("protocol.schema.json")
EXAMPLES = Path(__file__).with_name("protocol.examples.json")
PAGE = Path(__file__).with_name("protocol_reference.md")
REFERENCE = "#/$defs/"


HAS_SHAPES = re.compile(r"^from markscheme(\.contract)? import .*\b(contract|shape)\b", re.MULTILINE)
"""What stands in a module that says how JSON shows its classes."""


def types() -> dict[str, Any]:
    """Return a typed dictionary for each object of the contract, by name."""
    package = Path(markscheme.__path__[0])
    for path in sorted(package.rglob("*.py")):
        if HAS_SHAPES.search(path.read_text("utf-8")):
            importlib.import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))
    classes = (
        item for item, own in shapes().items() if not issubclass(item, Enum) and own.kind not in ("span", "file place")
    )
    objects = [*filter(is_typeddict, vars(parameters).values()), *classes]
    return {shape.__name__: shape for shape in sorted(map(json_type, objects), key=lambda shape: shape.__name__)}


@cache
def json_type(value: Any) -> Any:
    """Return the type of what JSON shows of a value of a type."""
    value = SHOWN_AS.get(value, value)
    origin, arguments = get_origin(value) or value, get_args(value)
    if (owner := _owner(origin)) is not None:
        return _named(owner)
    if origin in (Union, UnionType):
        return _union(map(json_type, arguments))
    if value in (Any, object, bool, int, str, NoneType) or isinstance(value, TypeAliasType) or origin is Literal:
        name = names_of_values().get(value)
        return value if name is None else TypeAliasType(name, value)
    if isinstance(value, NewType):
        return json_type(value.__supertype__)
    if isinstance(value, TypeVar):  # a metric's counts or scores: a class of numbers
        return dict[str, float]
    if issubclass(origin, Enum):
        return Literal[tuple(item.value for item in origin)]
    if hasattr(origin, "_fields"):
        return list[_union(map(json_type, get_type_hints(origin).values()))]
    if issubclass(origin, Mapping):
        return dict[str, json_type(arguments[1])]
    if issubclass(origin, Collection) and arguments:
        shown = (Location if item is FilePlace else item for item in arguments if item is not ...)
        return list[_union(map(json_type, shown))]
    return next(shown for kinds, shown in SCALARS.items() if issubclass(origin, kinds))


SHOWN_AS: dict[Any, Any] = {Span: Range, View: str | None, FilePlace: Location | None}
"""What values become that need a place in a document, or a file."""


def _owner(value: Any) -> Any:
    """Return a typed dictionary itself, and the class whose shape a class has; ``None`` for other types."""
    if is_typeddict(value):
        return value
    return next((base for base in getattr(value, "__mro__", ()) if base in shapes()), None)


SCALARS: dict[tuple[type, ...], Any] = {(Number,): float, (PurePath, date, str): str}


def _union(types: Iterable[Any]) -> Any:
    return Union[tuple(dict.fromkeys(types))]  # noqa: UP007 - of types that are known only here


DOCUMENT_MEMBERS: dict[str, Any] = {
    "generator": NotRequired[
        Annotated[
            Literal["Markscheme"],
            Field(description="The mark of a file that Markscheme wrote; not on standard output."),
        ]
    ],
    "schema": Annotated[Literal[1], Field(description="The version of this shape.")],
}
"""What every document that a command writes begins with."""


def _named(cls: Any) -> Any:
    """Return a typed dictionary with the members of a class, or an enumeration's values under its name."""
    described = shapes().get(cls)
    if described is not None and issubclass(cls, Enum):
        return TypeAliasType(described.name, Literal[tuple(item.value for item in cls)])
    members = dict(_members(cls) if described is None else map(partial(_member, cls), described.members))
    if described is not None and described.kind == "document":
        members = DOCUMENT_MEMBERS | members
    shape = TypedDict(cls.__name__ if described is None else described.name, members)  # type: ignore[operator]
    shape.__doc__ = cls.__doc__
    shape.__pydantic_config__ = ConfigDict(extra="forbid")
    return shape


def _members(shape: Any) -> Iterator[tuple[str, Any]]:
    texts = _docs(shape)
    for name, wanted in get_type_hints(shape).items():
        described = _described(json_type(wanted), texts.get(name))
        yield name, described if name in shape.__required_keys__ else NotRequired[described]


def _member(cls: type, member: Member) -> tuple[str, Any]:
    wanted, text, is_null = cls, None, False
    for step in member.attribute.split("."):
        wanted, text = _attribute(next(kind for kind in _choices(wanted) if kind is not NoneType), step)
        is_null = is_null or NoneType in _choices(wanted)
    kinds = [item for item in _choices(Range if member.in_source else wanted) if item != attrs.NothingType]
    may_be_left_out = member.is_optional or attrs.NothingType in _choices(wanted) or _is_filled_in(cls, member)
    types = dict.fromkeys([*map(json_type, kinds), *[NoneType] * (is_null or member.is_nullable or member.in_source)])
    if member.is_optional:
        types.pop(NoneType, None)
    described = _described(_union(types), text)
    return member.name, NotRequired[described] if may_be_left_out else described


def _is_filled_in(cls: type, member: Member) -> bool:
    return shapes()[cls].is_sent and attrs.fields_dict(cls)[member.attribute].default is not attrs.NOTHING


def _choices(wanted: Any) -> tuple[Any, ...]:
    return get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,)


def _attribute(cls: type, name: str) -> tuple[Any, str | None]:
    """Return the type of a field or property, and what its docstring says."""
    read = inspect.getattr_static(cls, name, None)
    getter = getattr(read, "fget", None) or getattr(read, "func", None)
    if getter is None:
        return get_type_hints(cls)[name], _docs(cls).get(name)
    return get_type_hints(getter)["return"], inspect.getdoc(getter)


def _described(wanted: Any, text: str | None) -> Any:
    return Annotated[wanted, Field(description=text)] if text else wanted


@cache
def _docs(cls: Any) -> Mapping[str, str]:
    """Return the docstrings below a class's fields, and below those of its bases."""
    texts: dict[str, str] = {}
    for base in getattr(cls, "__orig_bases__", None) or cls.__bases__:
        if is_typeddict(base) or attrs.has(base):
            texts |= _docs(base)
    try:
        [definition] = ast.parse(dedent(inspect.getsource(cls))).body
    except OSError:  # the class is made by a call
        return texts
    for field, text in pairwise(definition.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                texts[name] = inspect.cleandoc(words)
    return texts


def schema() -> dict[str, Any]:
    """Return the JSON schema of all objects, as one document's ``$defs``."""
    inputs = [(name, "serialization", TypeAdapter(value)) for name, value in types().items()]
    _, document = TypeAdapter.json_schemas(inputs, title="Markscheme's JSON", ref_template=f"{REFERENCE}{{model}}")
    definitions = {name: _plain(definition) for name, definition in sorted(document["$defs"].items())}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": document["title"], "$defs": definitions}


def _plain(value: Any) -> Any:
    """Return a schema without the titles that pydantic derives from names."""
    if isinstance(value, dict):
        return {
            key: {name: _plain(member) for name, member in item.items()} if key == "properties" else _plain(item)
            for key, item in value.items()
            if key != "title"
        }
    return [_plain(item) for item in value] if isinstance(value, list) else value


PREFACE = """# Protocol: reference

An example of every request, command and notification, and the members of every shape: made by `make contract` of
[protocol.examples.json](protocol.examples.json) and [protocol.schema.json](protocol.schema.json). What they are for:
[Protocol](protocol.md). Of a request the examples are the parameters and the answer, of a command its arguments and its
answer where that is not `null`. Paths and answers are shortened.
"""


def page(definitions: dict[str, Any], examples: dict[str, list[Any]]) -> str:
    """Return the page of all examples and shapes."""
    parts = [PREFACE, "## Examples\n"]
    for title, values in examples.items():
        parts.append(f"### {f'`{title}`' if title.startswith('markscheme') else title}\n")
        parts += (f"```json\n{json.dumps(value, indent=2, ensure_ascii=False)}\n```\n" for value in values)
    parts.append("## Shapes\n")
    for name, definition in definitions.items():
        shown = table(definition) if "properties" in definition else f"One of {_type(definition)}.\n"
        parts.append(f"### {name}\n\n{shown}")
    return "\n".join(parts)


def table(shape: dict[str, Any]) -> str:
    """Return the members of a shape as a Markdown table."""
    lines = ["| member | type | meaning |", "|---|---|---|"]
    for member, definition in shape["properties"].items():
        optional = "" if member in shape.get("required", ()) else ", optional"
        meaning = " ".join(definition.get("description", "").replace("``", "`").split())
        lines.append(f"| `{member}` | {_type(definition)}{optional} | {meaning} |")
    return "\n".join(lines) + "\n"


def _type(definition: dict[str, Any]) -> str:
    if "$ref" in definition:
        name = definition["$ref"].removeprefix(REFERENCE)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in definition:
        return " or ".join(map(_type, definition["anyOf"]))
    if "enum" in definition or "const" in definition:
        values = definition.get("enum", [definition.get("const")])
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    if definition["type"] == "array":
        return f"list of {_type(definition['items'])}"
    if "additionalProperties" in definition and "properties" not in definition:
        return f"object of {_type(definition['additionalProperties'])}"
    return {"null": "`null`"}.get(definition["type"], definition["type"])


def generated() -> Iterator[tuple[Path, str]]:
    """Yield each file with the text that it must have."""
    described = schema()
    yield SCHEMA, json.dumps(described, indent=2, ensure_ascii=False) + "\n"
    yield PAGE, page(described["$defs"], json.loads(EXAMPLES.read_text("utf-8")))


def main(files: Iterable[tuple[Path, str]]) -> int:
    """Write the files that are stale, or with ``--check`` name them; return the exit status."""
    stale = [(path, text) for path, text in files if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if "--check" in sys.argv:
            print(f"{path.name} is stale: run make contract", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main(generated()))
