"""What JSON shows of the project's values: said at their classes, and written by one converter.

:func:`shape` makes a class part of the contract. ``make contract`` generates ``docs/protocol.schema.json``, its page
``docs/protocol_reference.md`` and the TypeScript types of the VS Code extension from these classes: a member has the
type of its field or property, and is described by the docstring below it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextvars import ContextVar
from datetime import date
from enum import Enum
from functools import cache
from numbers import Number
from operator import attrgetter
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

import attrs

if TYPE_CHECKING:
    from cattrs import Converter


Class = TypeVar("Class", bound=type)

SCHEMA = 1
"""The version of the JSON that commands write."""


Kind = Literal["object", "document", "span", "file place"]
"""A document is what a command writes: its first member is ``schema``, the version. A span is shown as the range that
it has in the document that is written, a file place as where an editor opens it."""


@attrs.frozen
class Member:
    """A member of a JSON object, and the field or property that it is read from, such as ``points`` or ``mark.points``.

    It is ``None`` where a step of such a path is. ``is_optional``: it is left out where it is ``None`` or empty.
    ``is_nullable``: an empty text is shown as ``None``. ``is_uri``: its paths and views are written as URIs.
    """

    name: str
    attribute: str
    is_optional: bool = False
    is_nullable: bool = False
    in_source: bool = False
    is_uri: bool = False
    read: Callable[[Any], Any] = attrs.field(init=False, eq=False, repr=False)

    @read.default
    def _reading(self) -> Callable[[Any], Any]:
        first, *others = map(attrgetter, self.attribute.split("."))
        if not others and not self.is_nullable:
            return first

        def read(value: Any) -> Any:
            value = first(value)
            for step in others:
                if value is None:
                    break
                value = step(value)
            return None if self.is_nullable and value == "" else value

        return read


@attrs.frozen
class Shape:
    """How JSON shows a class; an enumeration has no members."""

    name: str
    members: tuple[Member, ...] = ()
    kind: Kind = "object"
    is_sent: bool = False


_SHAPES: dict[type, Shape] = {}


def shape(
    *attributes: str,
    name: str = "",
    renamed: Mapping[str, str] = {},
    optional: Collection[str] = (),
    nullable: Collection[str] = (),
    in_source: Collection[str] = (),
    uris: Collection[str] = (),
    kind: Kind = "object",
    is_sent: bool = False,
) -> Callable[[Class], Class]:
    """Make a class or an enumeration part of the contract.

    ``attributes`` are the fields and properties that are members, in order, or paths of them, whose last step is the
    member's name; all fields of an attrs class if none is named. Those of a class whose base has a shape stand behind
    the base's. ``name`` is the schema's name for the class, by default its own; ``renamed`` has members whose names are
    not their attributes'.
    Members of ``optional`` are left out where they are ``None`` or empty, and any member where it is
    ``attrs.NOTHING``. Empty texts of ``nullable`` are ``None``. Spans of ``in_source`` are places in the source's file;
    paths and views of ``uris`` are written as URIs. One that ``is_sent`` is what clients send: they may leave out a
    field that has a default.

    >>> @shape("words", "length", renamed={"length": "numberOfWords"})
    ... @attrs.frozen
    ... class Title:
    ...     words: tuple[str, ...]
    ...     language: str
    ...
    ...     @property
    ...     def length(self) -> int:
    ...         return len(self.words)
    >>> shown(Title(("On", "Time"), "en"))
    {'words': ['On', 'Time'], 'numberOfWords': 2}
    """

    def add(cls: Class) -> Class:
        base = shape_of(cls)
        names = attributes or tuple(field.name for field in attrs.fields(cls)) if attrs.has(cls) or attributes else ()
        members = (
            Member(
                renamed.get(item, item.split(".")[-1]),
                item,
                is_optional=item in optional,
                is_nullable=item in nullable,
                in_source=item in in_source,
                is_uri=item in uris,
            )
            for item in names
        )
        _SHAPES[cls] = Shape(name or cls.__name__, (*(base.members if base else ()), *members), kind, is_sent)
        return cls

    return add


def shape_of(cls: type) -> Shape | None:
    """Return a class's shape, or else that of its nearest base which has one."""
    return next((_SHAPES[base] for base in cls.__mro__ if base in _SHAPES), None)


_NAMES: dict[object, str] = {}


def name_values(name: str, values: object) -> None:
    """Give a literal type a name in the schema."""
    _NAMES[values] = name


def names_of_values() -> Mapping[object, str]:
    return _NAMES


def shapes() -> Mapping[type, Shape]:
    """Return the shape of every class that has been imported."""
    return _SHAPES


class Lines(Protocol):
    """What knows the lines of a text: an index of :mod:`markscheme.documents.places`."""

    def range(self, span: Any, encoding: Any) -> object:
        """Return the range of a span, in an editor's encoding."""


Locate = Callable[[Any], object]
"""Return where an editor opens a place in a file; ``None`` where it can't show it."""


@attrs.frozen
class Placing:
    """How spans become LSP ranges: by the lines of the document, and of the source's file where that is known."""

    index: Lines
    encoding: str
    source_index: Lines | None = None


@attrs.frozen
class View:
    """The text of an author in a file without lines, which editors show as a document of its own."""

    path: Path
    author: str | None = None


def no_view(view: View) -> None:
    """Return the URI of a view where no editor shows it."""


@attrs.frozen
class Uris:
    """How URIs are written: of paths, and of views; a view of a file with lines has none."""

    file: Callable[[Path], str] = Path.as_uri
    view: Callable[[View], str | None] = no_view

    def of(self, item: Any) -> Any:
        match item:
            case Path():
                return self.file(item)
            case View():
                return self.view(item)
            case tuple():
                return [*map(self.of, item)]
        return None


FILES_ALONE = Uris()


@attrs.frozen
class _Surroundings:
    """What values are shown with; without ``placing`` no span can be, and without ``locate`` no place in a file."""

    placing: Placing | None = None
    uris: Uris = FILES_ALONE
    locate: Locate | None = None


NO_SURROUNDINGS = _Surroundings()
_surroundings: ContextVar[_Surroundings] = ContextVar("surroundings", default=NO_SURROUNDINGS)


def shown(value: object, placing: Placing | None = None, uris: Uris | None = None, locate: Locate | None = None) -> Any:
    """Return what JSON shows of a value: objects, lists, texts, numbers.

    Spans become ranges, and need ``placing``, here or around; places in files become what ``locate`` returns, and one
    that can't be shown is ``None``, or no item of its list. Dates become ISO's, exact numbers floats, paths and
    enumerations texts; a set's items are sorted.
    """
    if placing is None and uris is None and locate is None:
        return _converter().unstructure(value)
    around = _surroundings.get()
    token = _surroundings.set(_Surroundings(placing or around.placing, uris or around.uris, locate or around.locate))
    try:
        return _converter().unstructure(value)
    finally:
        _surroundings.reset(token)


def _range(span: object, *, in_source: bool = False) -> object:
    """Return the range of a span; ``None`` for one in a source whose lines are not known."""
    placing = _surroundings.get().placing
    assert placing is not None, "spans are shown with a placing"
    index = placing.source_index if in_source else placing.index
    return None if index is None else index.range(span, placing.encoding)


def _location(place: object) -> object:
    locate = _surroundings.get().locate
    assert locate is not None, "places in files are shown with what locates them"
    return locate(place)


@cache
def _converter() -> "Converter":
    import cattrs  # most commands write no JSON

    converter = cattrs.Converter()

    def writer_of(cls: type) -> Callable[[Any], Any]:
        found = shape_of(cls)
        assert found is not None
        if found.kind == "span":
            return lambda span: converter.unstructure(_range(span))
        if found.kind == "file place":
            return lambda place: converter.unstructure(_location(place))
        version = {"schema": SCHEMA} if found.kind == "document" else {}
        return lambda value: {**version, **dict(_members(value, found.members, converter))}

    def items(values: Iterable[object]) -> list[Any]:
        pairs = ((value, shown(value)) for value in values)
        return [item for value, item in pairs if item is not None or not _is_file_place(value)]

    # By the values' types, not the fields': a count that may be a float is shown as the whole number that it is.
    converter.register_unstructure_hook_func(attrs.has, lambda value: shown(attrs.asdict(value, recurse=False)))
    converter.register_unstructure_hook_func(
        lambda cls: isinstance(cls, type) and issubclass(cls, Number) and not issubclass(cls, int), float
    )
    converter.register_unstructure_hook_func(
        lambda cls: isinstance(cls, type) and issubclass(cls, (list, tuple)), items
    )
    converter.register_unstructure_hook_func(
        lambda cls: isinstance(cls, type) and issubclass(cls, AbstractSet), lambda items: sorted(map(shown, items))
    )
    converter.register_unstructure_hook_func(
        lambda cls: isinstance(cls, type) and issubclass(cls, Mapping),
        lambda items: {shown(key): shown(item) for key, item in items.items()},
    )
    converter.register_unstructure_hook_func(lambda cls: isinstance(cls, type) and issubclass(cls, PurePath), str)
    converter.register_unstructure_hook(date, date.isoformat)
    converter.register_unstructure_hook(Enum, lambda item: item.value)
    converter.register_unstructure_hook_factory(_is_object, writer_of)
    return converter


def _is_file_place(value: object) -> bool:
    found = shape_of(type(value))
    return found is not None and found.kind == "file place"


def _is_object(cls: object) -> bool:
    return isinstance(cls, type) and not issubclass(cls, Enum) and shape_of(cls) is not None


def _members(value: object, members: tuple[Member, ...], converter: "Converter") -> Iterator[tuple[str, Any]]:
    for member in members:
        item = member.read(value)
        if item is attrs.NOTHING or (member.is_optional and (item is None or item == "" or item == ())):
            continue
        if item.__class__ in _PLAIN:
            yield member.name, item
        elif member.is_uri:
            yield member.name, _surroundings.get().uris.of(item)
        elif member.in_source:
            yield member.name, converter.unstructure(_range(item, in_source=True))
        else:
            yield member.name, converter.unstructure(item)


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types that JSON shows as they are."""
