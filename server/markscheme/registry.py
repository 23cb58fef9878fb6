"""Variants of one kind by name: the built-in ones, imported on first use, and those of installed packages.

A package adds a variant by an entry point in the registry's group. Its ``pyproject.toml``, for a metric::

    [project.entry-points."markscheme.metrics"]
    toy = "toy_metric:Toy"

Listing names imports no variant. A package whose variant can't be loaded does not affect other variants.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from markscheme.errors import RegistryError, suggestion

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Variant = TypeVar("Variant")


@attrs.frozen
class Plugin:
    """A variant of an installed package; ``problem`` is empty where it can be used."""

    kind: str
    name: str
    package: str
    version: str
    problem: str = ""

    @classmethod
    def of(cls, kind: str, entry: "EntryPoint", problem: str = "") -> "Plugin":
        package, version = (entry.dist.name, entry.dist.version) if entry.dist else ("", "")
        return cls(kind, entry.name, package, version, problem)

    @property
    def identity(self) -> str:
        """The package and its version, as signatures have them."""
        return f"{self.package}=={self.version}"


class Registry(Generic[Variant]):
    """The variants of one kind.

    ``built_in`` has ``module:attribute`` by name, in the order in which names are listed. A ``group`` of entry points
    is ``None`` where packages add no variants. ``check`` says what is wrong with a package's loaded variant, or
    nothing.
    """

    def __init__(
        self,
        kind: str,
        built_in: Mapping[str, str],
        group: str | None = None,
        check: Callable[[str, Any], str] = lambda _name, _variant: "",
    ) -> None:
        self.kind = kind
        self.group = group
        self._built_in = dict(built_in)
        self._check = check
        self._loaded: dict[str, Variant] = {}

    @property
    def built_in(self) -> tuple[str, ...]:
        return tuple(self._built_in)

    @property
    def names(self) -> tuple[str, ...]:
        """The built-in ones in their order, then those of installed packages, sorted."""
        return (*self._built_in, *sorted(self._entry_points))

    def get(self, name: str) -> Variant:
        """Return a variant; raise RegistryError if there is none, or its package can't be loaded."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def variants(self) -> dict[str, Variant]:
        """Return every variant that can be loaded, by name."""
        loaded: dict[str, Variant] = {}
        for name in self.names:
            try:
                loaded[name] = self.get(name)
            except RegistryError:
                if name in self._built_in:
                    raise
        return loaded

    def plugin(self, name: str) -> "Plugin | None":
        """Return which package has the variant of a name, without loading it; ``None`` for all others."""
        if name in self._built_in or name not in self._entry_points:
            return None
        return Plugin.of(self.kind, self._entry_points[name])

    def plugins(self) -> tuple["Plugin", ...]:
        """Return what installed packages have, each loaded, with what is wrong with those that can't be used."""
        plugins = [
            Plugin.of(self.kind, entry, str(self._shadowed(entry)))
            for entry in self._found
            if entry.name in self._built_in
        ]
        for name, entry in sorted(self._entry_points.items()):
            problem = ""
            try:
                self.get(name)
            except RegistryError as error:
                problem = str(error)
            plugins.append(Plugin.of(self.kind, entry, problem))
        return tuple(plugins)

    def _load(self, name: str) -> Variant:
        if name in self._built_in:
            module, _, attribute = self._built_in[name].partition(":")
            variant: Variant = getattr(import_module(module), attribute)
            return variant
        if name not in self._entry_points:
            raise self._unknown(name)
        return self._load_entry_point(self._entry_points[name])

    def _load_entry_point(self, entry: "EntryPoint") -> Variant:
        try:
            variant: Variant = entry.load()
            fault = self._check(entry.name, variant)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        if fault:
            raise RegistryError(f"the {self.kind} {entry.name!r} of {_origin(entry)} can't be used: {fault}")
        return variant

    def _unknown(self, name: str) -> RegistryError:
        likely = suggestion(name, self.names, "")
        remedy = f"{likely} " * bool(likely) + f"The {self.kind}s are {', '.join(self.names)}"
        return RegistryError(f"there is no {self.kind} {name!r}. {remedy}")

    def _shadowed(self, entry: "EntryPoint") -> RegistryError:
        return RegistryError(
            f"the {self.kind} {entry.name!r} of {_origin(entry)} is not used: that is a built-in {self.kind}'s name"
        )

    @cached_property
    def _found(self) -> tuple["EntryPoint", ...]:
        from importlib.metadata import entry_points

        return tuple(entry_points(group=self.group)) if self.group else ()

    @cached_property
    def _entry_points(self) -> dict[str, "EntryPoint"]:
        return {entry.name: entry for entry in reversed(self._found) if entry.name not in self._built_in}


def _origin(entry: "EntryPoint") -> str:
    package = entry.dist.name if entry.dist else "an installed package"
    return f"{package} ({entry.value})"
