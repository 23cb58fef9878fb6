"""What is wrong with a mark scheme although its JSON schema allows each value.

A better verdict must never lower a mark, so points that could do that are refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.exercises.scheme.scheme import DEFAULT_MAX, HUNDREDTH, exact, merged
from markscheme.exercises.toml import Keys
from markscheme.languages.catalogue import DEFAULT_LANGUAGE, LANGUAGES

_KINDS = ("weights", "focus", "caps")
_IN_HUNDREDTHS = ("max", "floor", "rounding")


@attrs.frozen
class SchemeFault:
    """A problem at a key, or at its value, of a configuration."""

    keys: Keys
    problem: str
    remedy: str
    is_key: bool = False


@attrs.frozen
class _Layer:
    """A table of a scheme, at its place in the configuration."""

    keys: Keys
    table: Mapping[str, Any]


def scheme_faults(content: Mapping[str, Any]) -> Iterator[SchemeFault]:
    """Yield the faults of a configuration's schemes, each of which the JSON schema allows."""
    groups = ErrorGroups.of(content.get("groups", {}))
    marking = content.get("marking", {})
    shared = [_Layer(("scheme",), content["scheme"])] if "scheme" in content else []
    layers = [(shared, marking)] if shared else []
    for number, exercise in enumerate(content.get("exercise", ())):
        if "scheme" in exercise:
            own = _Layer(("exercise", number, "scheme"), exercise["scheme"])
            layers.append(([*shared, own], {**marking, **exercise}))
    for tables, settings in layers:
        language = settings.get("language", DEFAULT_LANGUAGE)
        kinds = ErrorKinds(language if language in LANGUAGES.names else DEFAULT_LANGUAGE, groups)
        yield from _Checks(tables, kinds)


class _Checks:
    """Checks the scheme that several tables make together."""

    def __init__(self, layers: Sequence[_Layer], kinds: ErrorKinds) -> None:
        self._layers = layers
        self._kinds = kinds
        self._scheme = merged(*(layer.table for layer in layers))

    def __iter__(self) -> Iterator[SchemeFault]:
        yield from self._unknown_kinds()
        yield from self._rough_numbers()
        yield from self._bounds()
        yield from self._order()
        yield from self._bands()

    def _fault(self, path: Keys, problem: str, remedy: str = "", *, is_key: bool = False) -> SchemeFault:
        """Return a fault at a path in the last table that has it, or else at the last table itself."""
        for layer in reversed(self._layers):
            if _holds(layer.table, path):
                return SchemeFault((*layer.keys, *path), problem, remedy, is_key)
        return SchemeFault(self._layers[-1].keys, problem, remedy)

    def _unknown_kinds(self) -> Iterator[SchemeFault]:
        for key in _KINDS:
            listed = self._scheme.get(key, ())
            is_key = isinstance(listed, Mapping)
            for place, kind in enumerate(listed):
                if not self._kinds.is_known(kind):
                    yield self._fault(
                        (key, kind if is_key else place),
                        f"{kind!r} is no group of errors and no type of ERRANT",
                        self._kind_remedy(kind),
                        is_key=is_key,
                    )

    def _kind_remedy(self, kind: str) -> str:
        likely = self._kinds.likely(kind)
        return f"Did you mean {likely!r}?" if likely else f"The groups are {', '.join(self._kinds.names)}"

    def _rough_numbers(self) -> Iterator[SchemeFault]:
        for key in _IN_HUNDREDTHS:
            if key in self._scheme and exact(self._scheme[key]) % HUNDREDTH:
                yield self._fault((key,), f"{key} must have at most two decimals")

    def _bounds(self) -> Iterator[SchemeFault]:
        most, floor = exact(self._scheme.get("max", DEFAULT_MAX)), exact(self._scheme.get("floor", 0))
        if floor >= most:
            yield self._fault(("floor",), f"floor must be below max, which is {float(most):g}")
        if exact(self._scheme.get("rounding", HUNDREDTH)) > most:
            yield self._fault(("rounding",), f"rounding must be at most max, which is {float(most):g}")

    def _order(self) -> Iterator[SchemeFault]:
        """Yield the fault of points by which a worse verdict could earn more than a better one."""
        points = self._scheme.get("points", {})
        correct, partly = points.get("correct", 1), points.get("partly-correct", "share")
        different = points.get("different", 0)
        if partly != "share" and exact(partly) > exact(correct):
            yield self._fault(("points", "partly-correct"), "partly correct would earn more than correct")
        if partly == "share" and (different == "credit" or exact(different) > 0):
            yield self._fault(
                ("points", "different"),
                "a change that is different could earn more than one that is partly correct",
                "Write a number for partly-correct, such as 0.5",
            )
        elif different != "credit" and _number(different) > _number(partly):
            yield self._fault(("points", "different"), "different would earn more than partly correct")

    def _bands(self) -> Iterator[SchemeFault]:
        most = exact(self._scheme.get("max", DEFAULT_MAX))
        starts: set[Fraction] = set()
        for place, band in enumerate(self._scheme.get("bands", ())):
            start = exact(band["from"])
            if start > most:
                yield self._fault(("bands", place, "from"), f"the band begins above max, which is {float(most):g}")
            if start in starts:
                yield self._fault(("bands", place, "from"), "two bands begin at the same mark")
            starts.add(start)


def _number(value: float | str) -> Fraction:
    return Fraction(0) if isinstance(value, str) else exact(value)


def _holds(table: Any, path: Keys) -> bool:
    """Return whether a value has an item at a path."""
    for key in path:
        is_there = key in table if isinstance(table, Mapping) else isinstance(key, int) and key < len(table)
        if not is_there:
            return False
        table = table[key]
    return True
