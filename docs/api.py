"""Make the page of the Python API from the docstrings of its public names: ``python docs/api.py``.

The names are those of ``markscheme/__init__.pyi`` and of ``__all__`` in the public modules; signatures are as in the
source, and what a class inherits from one that is not public stands with it. The script writes ``docs/api.md``. With
``--check`` it writes nothing, and exits with status 1 if the page is stale.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import attrs
import griffe
from contract import main

from markscheme import Metric

PAGE = Path(__file__).with_name("api.md")
SOURCES = PAGE.parents[1] / "server"
PACKAGE = "markscheme"
MODULES = ("reviews", "decisions", "tuning", "datasets", "training", "judges", "errors", "plugins")
"""The public modules, in the order in which people need them."""
WIDTH = 100
ROLE = re.compile(r":(?:mod|func|meth|class|attr):`~?(?:[^`<]*<)?(?:markscheme\.)?([^`>]+)>?`")
QUALIFIED = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")
HEADING = f"""# Python API

Made from the docstrings by `make contract`; `help()` shows the same. Where to begin:
[A researcher's first table](start/researcher.md).

Names without a module are imported from `{PACKAGE}`; each is loaded when it is first used. What ends in one line for
people is a `MarkschemeError`.
"""


def page() -> str:
    package = griffe.load(PACKAGE, search_paths=[SOURCES], allow_inspection=False)
    parts = [HEADING]
    for module in (PACKAGE, *(f"{PACKAGE}.{name}" for name in MODULES)):
        loaded = importlib.import_module(module)
        text = prose(inspect.getdoc(loaded) or "")
        parts += [f"## {module}\n", f"{text}\n"]
        for name in sorted(public_names(loaded), key=str.casefold):
            found = package[f"{module.removeprefix(PACKAGE).lstrip('.')}.{name}".lstrip(".")]
            target = found.final_target if found.is_alias else found
            parts += entry(target, name, getattr(loaded, name), is_brief=module != PACKAGE)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def public_names(module: ModuleType) -> list[str]:
    """Return the names that a module lists, or else its classes; not those of other packages."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        classes = inspect.getmembers(module, inspect.isclass)
        return [name for name, value in classes if value.__module__ == module.__name__]
    return [name for name in listed if getattr(getattr(module, name), "__module__", PACKAGE).startswith(PACKAGE)]


def entry(item: griffe.Object, name: str, value: object, *, is_brief: bool = False) -> Iterator[str]:
    """Yield the Markdown of a name: its signature, what it is, and of a class its fields and methods.

    Brief, it has the first paragraph alone.
    """
    yield f"{'####' if '.' in name else '###'} {name}\n"
    if isinstance(item, griffe.Function):
        yield code(signature(name, parameters(item), text_of(item.returns)))
    elif isinstance(value, type) and not issubclass(value, Exception):
        yield code(signature(name, constructor(item, value)))
    if item.docstring:
        text = item.docstring.value
        yield f"{one_line(text) if is_brief else prose(text)}\n"
    if isinstance(value, type):
        yield from members(item, name, value, is_brief=is_brief)


def members(item: griffe.Object, name: str, value: type, *, is_brief: bool) -> Iterator[str]:
    """Yield a class's documented fields and properties as a list, then its documented methods.

    What a metric does inside, an author of another one needs alone: it stands with their base class.
    """
    own = documented(value, item)
    lines = [
        f"- `{key}`: {one_line(member.docstring.value)}"
        for key, member in own.items()
        if member.docstring and not isinstance(member, griffe.Function)
    ]
    if lines:
        yield "\n".join([*lines, ""])
    if issubclass(value, Metric) and value is not Metric:
        return
    for key, member in own.items():
        if member.docstring and isinstance(member, griffe.Function):
            yield from entry(member, f"{name}.{key}", None, is_brief=is_brief)


def documented(value: type, item: griffe.Object) -> dict[str, griffe.Object]:
    """Return public members, those of base classes that are not public included."""
    public = importlib.import_module(PACKAGE).__all__
    found: dict[str, griffe.Object] = {}
    for base in reversed(value.__mro__):
        if base is value or (base.__module__.startswith(f"{PACKAGE}.") and base.__name__ not in public):
            own = definition(base, item).members
            found |= {key: own[key] for key in own if key[0] != "_" and (own[key].docstring or key not in found)}
    overridden = {key for base in value.__mro__[1:] if base.__name__ in public for key in vars(base)}
    return {key: member for key, member in found.items() if key not in overridden}


def definition(base: type, item: griffe.Object) -> griffe.Object:
    return item.package[f"{base.__module__}.{base.__qualname__}".removeprefix(f"{PACKAGE}.")]


def constructor(item: griffe.Object, value: type) -> list[str]:
    """Return a class's parameters: those of an attrs class are its fields, with what their declarations say."""
    if not attrs.has(value):
        own = item.members.get("__init__")
        return parameters(own) if isinstance(own, griffe.Function) else []
    shown: list[str] = []
    is_keyword = False
    for field in attrs.fields(value):
        if not field.init or field.name[0] == "_":
            continue
        if field.kw_only and not is_keyword:
            shown.append("*")
            is_keyword = True
        owner = next(base for base in value.__mro__ if field.name in vars(base).get("__annotations__", {}))
        member = definition(owner, item).members[field.name]
        shown.append(parameter(field.name, text_of(member.annotation), default_of(member, field)))
    return shown


def default_of(member: griffe.Object, field: "attrs.Attribute[object]") -> str | None:
    if field.default is attrs.NOTHING:
        return None
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return "..."
    written = text_of(member.value) or ""
    if not re.match(r"[a-z.]+\(|lambda|_|[A-Z_]+$", written):
        return written
    return shown_value(field.default)


def shown_value(value: object) -> str:
    return text_of(repr(value)) or "" if value is None or isinstance(value, int | float | str | tuple) else "..."


def parameters(function: griffe.Function) -> list[str]:
    shown: list[str] = []
    for own in function.parameters:
        if own.name in ("self", "cls"):
            continue
        is_keyword = own.kind is griffe.ParameterKind.keyword_only
        if is_keyword and not any(item.startswith("*") for item in shown):
            shown.append("*")
        star = {"var_positional": "*", "var_keyword": "**"}.get(own.kind.name if own.kind else "", "")
        default = None if star else text_of(own.default)
        if default and default.startswith("lambda"):
            default = "..."
        elif default and default.isupper():
            default = shown_value(getattr(importlib.import_module(function.module.path), default))
        shown.append(parameter(star + own.name, text_of(own.annotation), default))
    return shown


def parameter(name: str, annotation: str | None, default: str | None) -> str:
    typed = f"{name}: {annotation}" if annotation else name
    if default is None:
        return typed
    return f"{typed} = {default}" if annotation else f"{typed}={default}"


def signature(name: str, items: list[str], returns: str | None = None) -> str:
    end = f") -> {returns}" if returns else ")"
    line = f"{name}({', '.join(items)}{end}"
    return line if len(line) <= WIDTH else "\n".join([f"{name}(", *(f"    {item}," for item in items), end])


def text_of(expression: object) -> str | None:
    """Return the source of an annotation or a default, without the names of modules and quotes around types."""
    if expression is None:
        return None
    text = QUALIFIED.sub("", str(expression))
    text = text[1:-1] if re.fullmatch(r"'[A-Z][\w.\[\], |]+'", text) else text
    return text if '"' in text else text.replace("'", '"')


def prose(docstring: str) -> str:
    """Return a docstring as Markdown, its examples as code."""
    parts = re.split(r"(?m)(^>>> (?:.+\n?)+)", inspect.cleandoc(docstring))
    return "\n\n".join(code(part.strip(), "pycon") if part.startswith(">>>") else words(part) for part in parts).strip()


def words(text: str) -> str:
    return ROLE.sub(r"`\1`", text).replace("``", "`").strip()


def one_line(text: str) -> str:
    return words(" ".join(inspect.cleandoc(text).split("\n\n")[0].split()))


def code(text: str, language: str = "python") -> str:
    return f"```{language}\n{text}\n```\n"


if __name__ == "__main__":
    sys.exit(main([(PAGE, page())]))
