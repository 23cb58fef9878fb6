"""A mark scheme: how verdicts become a mark. It is the ``[scheme]`` of a ``markscheme.toml``, or an exercise's own.

Numbers are exact: ``0.1`` is one tenth. A better verdict must never lower a mark, so points that could do that are
refused.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal

import attrs
from attrs.converters import optional

from markscheme.contract import shape
from markscheme.exercises.own_files import Keys
from markscheme.languages.language import DEFAULT_LANGUAGE, LANGUAGES, error_types, find_language
from markscheme.registry import Registry


@attrs.frozen
class SchemePreset:
    """A mark scheme with a name and a description for teachers; ``content`` are keys of ``[scheme]`` without
    ``preset``.

    ``notes`` comment each key in the ``markscheme.toml`` that ``init`` writes.
    """

    name: str
    """The preset's name."""
    description: str
    """What it does, in one sentence."""
    content: Mapping[str, Any]
    notes: Mapping[str, str] = MappingProxyType({})


def _fault(name: str, preset: object) -> str:
    if not isinstance(preset, SchemePreset):
        return "it is not a SchemePreset"
    return "" if preset.name == name else f"its name is {preset.name!r}"


_MAX = "the best mark"
_ROUNDING = "the mark is a multiple of this"
_NOT_NEEDED = "for each change that was not needed"

SHARE = SchemePreset(
    "share of errors found",
    "The mark is the share of the errors that the student corrected.",
    {"basis": "share", "max": 10, "rounding": 0.5, "points": {"not-needed": -0.25}},
    {"basis": "the share of what there was to correct", "max": _MAX, "rounding": _ROUNDING, "not-needed": _NOT_NEEDED},
)
DEDUCT = SchemePreset(
    "deduct per error",
    "The mark begins at the best one, and each error that is left takes a point.",
    {"basis": "deduct", "max": 20, "rounding": 0.5, "points": {"correct": 1, "not-needed": -0.5}},
    {
        "basis": "points are taken from the best mark",
        "max": _MAX,
        "rounding": _ROUNDING,
        "correct": "what an error that is left takes",
        "not-needed": _NOT_NEEDED,
    },
)
TENSES = SchemePreset(
    "focus on tenses",
    "The mark is the share of the wrong tenses that the student corrected; other errors are shown and do not count.",
    {"basis": "share", "max": 10, "rounding": 0.5, "focus": ["tense"], "points": {"not-needed": -0.25}},
    {
        "basis": "the share of what there was to correct",
        "max": _MAX,
        "rounding": _ROUNDING,
        "focus": "only these groups of errors count",
        "not-needed": _NOT_NEEDED,
    },
)

PRESETS: Registry[SchemePreset] = Registry(
    "preset",
    {
        item.name: f"{__name__}:{symbol}"
        for symbol, item in {"SHARE": SHARE, "DEDUCT": DEDUCT, "TENSES": TENSES}.items()
    },
    "markscheme.schemes",
    _fault,
)


BasisName = Literal["share", "points", "deduct"]

DEFAULT_MAX: Final = 10
HUNDREDTH: Final = Fraction(1, 100)


@attrs.frozen
class VerdictPoints:
    """What one place earns by its verdict, before its weight.

    ``correct`` is above 0; ``missed`` and ``not_needed`` are at most 0. Without ``partly``, the share of the correction
    that is done; without ``different``, up to ``partly``, by the change's credit.
    """

    correct: Fraction = Fraction(1)
    partly: Fraction | None = None
    different: Fraction | None = Fraction(0)
    missed: Fraction = Fraction(0)
    not_needed: Fraction = Fraction(-1, 4)


@shape("name", "text")
@attrs.frozen
class Band:
    """A name for the marks from ``lowest`` up to the next band."""

    lowest: Fraction
    name: str
    """The band's name, such as ``B`` or ``good``."""
    text: str = ""
    """The teacher's sentence for the student; empty where there is none."""


@attrs.frozen
class WordRule:
    """A bonus, or a malus, for texts of fewer (``is_over`` is false) or more words than ``bound``."""

    bound: int
    is_over: bool
    points: Fraction

    def applies(self, words: int) -> bool:
        return words > self.bound if self.is_over else words < self.bound


@attrs.frozen
class Scheme:
    """A mark scheme; a kind of error is a group, in a teacher's words, or a pattern of ERRANT's types
    (:class:`ErrorKinds`).

    ``share`` is of what there was to correct; ``points``: the sum of points; ``deduct``: points are taken from
    ``maximum``. ``floor`` is the lowest mark. ``weights`` are factors, ``caps`` the most points that a kind may take
    (with ``points``: give). An empty ``focus`` counts all kinds. The mark is a multiple of ``rounding``; ``bands`` have
    the highest first.
    """

    basis: BasisName = "share"
    maximum: Fraction = Fraction(DEFAULT_MAX)
    floor: Fraction = Fraction(0)
    points: VerdictPoints = VerdictPoints()
    weights: tuple[tuple[str, Fraction], ...] = ()
    focus: tuple[str, ...] = ()
    caps: tuple[tuple[str, Fraction], ...] = ()
    words: tuple[WordRule, ...] = ()
    rounding: Fraction = HUNDREDTH
    bands: tuple[Band, ...] = ()

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "Scheme":
        """Return the scheme of a table without ``preset``, whose values the JSON schema allows."""
        bands = (Band(exact(item["from"]), item["name"], item.get("text", "")) for item in content.get("bands", ()))
        return cls(
            content.get("basis", "share"),
            exact(content.get("max", DEFAULT_MAX)),
            exact(content.get("floor", 0)),
            points_of(content.get("points", {})),
            tuple((kind, exact(value)) for kind, value in content.get("weights", {}).items()),
            tuple(content.get("focus", ())),
            tuple((kind, exact(value)) for kind, value in content.get("caps", {}).items()),
            tuple(_word_rule(item) for item in content.get("words", ())),
            exact(content.get("rounding", HUNDREDTH)),
            tuple(sorted(bands, key=lambda band: -band.lowest)),
        )

    @property
    def uses_credit(self) -> bool:
        return self.points.different is None

    def band(self, mark: Fraction) -> Band | None:
        return next((band for band in self.bands if band.lowest <= mark), None)


def scheme_of(*tables: Mapping[str, Any] | None) -> Scheme | None:
    """Return the scheme of tables of which a later one overrides the earlier; ``None`` if there is no table.

    >>> scheme_of({"max": 20, "floor": 1}, {"max": 5}).maximum
    Fraction(5, 1)
    """
    written = [table for table in tables if table is not None]
    return Scheme.of(merged(*written)) if written else None


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables as one, with the presets' keys; later values replace earlier ones, ``points`` one by one."""
    content: dict[str, Any] = {}
    for table in tables:
        preset = PRESETS.get(table["preset"]).content if "preset" in table else {}
        for key, value in (*preset.items(), *table.items()):
            content[key] = {**content.get(key, {}), **value} if key == "points" else value
    content.pop("preset", None)
    return content


def exact(value: float | Fraction) -> Fraction:
    """Return a number as it is written.

    >>> exact(0.1), exact(2)
    (Fraction(1, 10), Fraction(2, 1))
    """
    return value if isinstance(value, Fraction) else Fraction(str(value))


def points_of(content: Mapping[str, Any]) -> VerdictPoints:
    partly, different = content.get("partly-correct", "share"), content.get("different", 0)
    return VerdictPoints(
        exact(content.get("correct", 1)),
        None if isinstance(partly, str) else exact(partly),
        None if isinstance(different, str) else exact(different),
        exact(content.get("missed", 0)),
        exact(content.get("not-needed", -0.25)),
    )


def _word_rule(item: Mapping[str, Any]) -> WordRule:
    is_over = "over" in item
    return WordRule(item["over" if is_over else "under"], is_over, exact(item["points"]))


@attrs.frozen
class ErrorGroups:
    """The ``[groups]`` of a configuration: ERRANT's types, with the operation or without, each with its group."""

    entries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, content: Mapping[str, Sequence[str]]) -> "ErrorGroups":
        return cls(tuple((error_type, group) for group, types in content.items() for error_type in types))

    def group(self, error_type: str) -> str | None:
        """Return the first group that holds a type, or one of several types joined by ``+``; ``None`` without one.

        >>> groups = ErrorGroups.of({"Articles": ["DET"], "Missing words": ["M:NOUN"]})
        >>> [groups.group(item) for item in ("U:DET", "R:OTHER+M:NOUN", "R:NOUN")]
        ['Articles', 'Missing words', None]
        """
        for item in error_type.split("+"):
            category = item.partition(":")[2]
            for listed, group in self.entries:
                if listed in (item, category):
                    return group
        return None


@attrs.frozen
class ErrorKinds:
    """The kinds of errors of one language, with a teacher's own groups.

    ``are_tags``: the types are annotators' own tags, and each is a group where no group of the teacher's holds it.
    """

    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()
    are_tags: bool = False

    def group(self, error_type: str) -> str:
        if not error_type:
            return ""
        if own := self.groups.group(error_type):
            return own
        return error_type if self.are_tags else find_language(self.language).error_types.group(error_type)

    def matches(self, kind: str, error_type: str) -> bool:
        """Return whether a kind holds a type, or one of several joined by ``+``.

        A group's name stands for the teacher's own group, or else for the language's, whatever other groups of the
        teacher's hold.

        >>> kinds = ErrorKinds(groups=ErrorGroups.of({"Verbs": ["VERB:TENSE"]}))
        >>> [kinds.matches(kind, "R:VERB:TENSE") for kind in ("Verbs", "tense", "VERB:*", "M:VERB:TENSE", "spelling")]
        [True, True, True, False, False]
        """
        if not error_type:
            return False
        if kind in self._own:
            return self.groups.group(error_type) == kind
        if kind in self._built_in:
            return find_language(self.language).error_types.group(error_type) == kind
        return any(_fits(kind, item) for item in error_type.split("+"))

    def chosen(self, kinds: Iterable[str], error_type: str) -> str | None:
        """Return the kind that says most of a type: a whole type, then a pattern, then a group, then the first.

        >>> ErrorKinds().chosen(["spelling", "*:SPELL", "R:SPELL"], "R:SPELL")
        'R:SPELL'
        """
        return min((kind for kind in kinds if self.matches(kind, error_type)), key=self._breadth, default=None)

    def is_known(self, kind: str) -> bool:
        return kind in self.names or any(_fits(kind, item) for item in error_types())

    def likely(self, kind: str) -> str | None:
        names = {name.casefold(): name for name in (*self.names, *error_types())}
        return next((names[name] for name in difflib.get_close_matches(kind.casefold(), names, 1)), None)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._own, *self._built_in)))

    @property
    def _own(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group for _, group in self.groups.entries))

    @property
    def _built_in(self) -> tuple[str, ...]:
        types = find_language(self.language).error_types
        return tuple(dict.fromkeys((*types.groups.values(), types.other)))

    def _breadth(self, kind: str) -> int:
        if kind in self.names:
            return 2
        return int(kind not in error_types())


def _fits(pattern: str, error_type: str) -> bool:
    category = error_type.partition(":")[2]
    return fnmatchcase(error_type, pattern) or (bool(category) and fnmatchcase(category, pattern))


_KINDS = ("weights", "focus", "caps")
_IN_HUNDREDTHS = ("max", "floor", "rounding")


@attrs.frozen
class SchemeFault:
    """A problem at a key, or at its value, of a configuration."""

    keys: Keys
    problem: str
    remedy: str
    is_key: bool = False


def scheme_faults(content: Mapping[str, Any]) -> Iterator[SchemeFault]:
    """Yield the faults of a configuration's schemes, each of which the JSON schema allows."""
    groups = ErrorGroups.of(content.get("groups", {}))
    marking = content.get("marking", {})
    shared: dict[Keys, Mapping[str, Any]] = {("scheme",): content["scheme"]} if "scheme" in content else {}
    layers = [(shared, marking)] if shared else []
    for number, exercise in enumerate(content.get("exercise", ())):
        if "scheme" in exercise:
            layers.append(({**shared, ("exercise", number, "scheme"): exercise["scheme"]}, {**marking, **exercise}))
    for tables, settings in layers:
        language = settings.get("language", DEFAULT_LANGUAGE)
        kinds = ErrorKinds(language if language in LANGUAGES.names else DEFAULT_LANGUAGE, groups)
        yield from _Checks(tables, kinds)


class _Checks:
    """Checks the scheme of several tables, each at its place in the configuration; the last one is an exercise's."""

    def __init__(self, layers: Mapping[Keys, Mapping[str, Any]], kinds: ErrorKinds) -> None:
        self._layers = layers
        self._kinds = kinds
        self._scheme = merged(*layers.values())
        self._most = exact(self._scheme.get("max", DEFAULT_MAX))

    def __iter__(self) -> Iterator[SchemeFault]:
        yield from self._unknown_kinds()
        yield from self._rough_numbers()
        yield from self._bounds()
        yield from self._order()
        yield from self._bands()

    def _fault(self, path: Keys, problem: str, remedy: str = "", *, is_key: bool = False) -> SchemeFault:
        *_, last = self._layers
        for keys, table in reversed([*self._layers.items()]):
            if _holds(table, path):
                return SchemeFault((*keys, *path), problem, remedy, is_key)
        return SchemeFault(last, problem, remedy)

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
        if exact(self._scheme.get("floor", 0)) >= self._most:
            yield self._fault(("floor",), f"floor must be below max, which is {float(self._most):g}")
        if exact(self._scheme.get("rounding", HUNDREDTH)) > self._most:
            yield self._fault(("rounding",), f"rounding must be at most max, which is {float(self._most):g}")

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
        starts: set[Fraction] = set()
        for place, band in enumerate(self._scheme.get("bands", ())):
            start = exact(band["from"])
            if start > self._most:
                problem = f"the band begins above max, which is {float(self._most):g}"
                yield self._fault(("bands", place, "from"), problem)
            if start in starts:
                yield self._fault(("bands", place, "from"), "two bands begin at the same mark")
            starts.add(start)


def _number(value: float | str) -> Fraction:
    return Fraction(0) if isinstance(value, str) else exact(value)


def _holds(table: Any, path: Keys) -> bool:
    for key in path:
        is_there = key in table if isinstance(table, Mapping) else isinstance(key, int) and key < len(table)
        if not is_there:
            return False
        table = table[key]
    return True


def _factors(values: Iterable[float]) -> tuple[float, float, float, float]:
    hit, wrong, under, over = map(float, values)
    return hit, wrong, under, over


@attrs.frozen
class MarkingOverrides:
    """The settings of an exercise's marking in a configuration; ``None`` where it has none."""

    assumption: str | None = None
    factors: tuple[float, float, float, float] | None = attrs.field(default=None, converter=optional(_factors))
    tau: float | None = attrs.field(default=None, converter=optional(float))
    beta: float | None = attrs.field(default=None, converter=optional(float))
    weighting: str | None = None
    estimate: bool | None = None
    language: str | None = None
    equal: tuple[str, ...] | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "MarkingOverrides":
        own = {field.name: values[field.name] for field in attrs.fields(cls) if field.name in values}
        if "equal" in own:
            own["equal"] = tuple(own["equal"])
        return cls(**own)
