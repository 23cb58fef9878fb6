"""A mark scheme: how verdicts become a mark. It is the ``[scheme]`` of a ``markscheme.toml``, or an exercise's own.

Numbers are exact: ``0.1`` is one tenth, as it is written.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal

import attrs

from markscheme.exercises.scheme.presets import PRESETS

BasisName = Literal["share", "points", "deduct"]

DEFAULT_MAX: Final = 10
"""The best mark of a scheme that names none."""
HUNDREDTH: Final = Fraction(1, 100)
"""The finest step of a mark."""


@attrs.frozen
class VerdictPoints:
    """What one place earns by its verdict, before its weight.

    Attributes
    ----------
    correct
        Above 0.
    partly
        ``None``: the share of the correction that is done.
    different
        ``None``: up to ``partly``, by the change's credit.
    missed, not_needed
        At most 0.
    """

    correct: Fraction = Fraction(1)
    partly: Fraction | None = None
    different: Fraction | None = Fraction(0)
    missed: Fraction = Fraction(0)
    not_needed: Fraction = Fraction(-1, 4)


@attrs.frozen
class Band:
    """A name, and a text for the student, for marks from ``lowest`` up to the next band."""

    lowest: Fraction
    name: str
    text: str = ""


@attrs.frozen
class WordRule:
    """A bonus, or a malus, for texts of fewer (``is_over`` is false) or more words than ``bound``."""

    bound: int
    is_over: bool
    points: Fraction

    def applies(self, words: int) -> bool:
        """Return whether a text with this number of words has the bonus or malus."""
        return words > self.bound if self.is_over else words < self.bound


@attrs.frozen
class Scheme:
    """A mark scheme.

    Kinds of errors are named by a group, in a teacher's words, or by a pattern of ERRANT's types; see
    :class:`markscheme.exercises.scheme.error_kinds.ErrorKinds`.

    Attributes
    ----------
    basis
        ``share``: the share of what there was to correct; ``points``: the sum of points; ``deduct``: points are taken
        from ``maximum``.
    maximum, floor
        The highest and the lowest mark.
    points
        What a place earns by its verdict.
    weights
        Kinds of errors, each with a factor for its places.
    focus
        The kinds of errors that count; empty: all.
    caps
        Kinds of errors, each with the most points that it may take (with the basis ``points``: give).
    words
        Bonuses and maluses by the number of words.
    rounding
        The mark is a multiple of it.
    bands
        The highest first.
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
        """Whether the mark depends on credit, which needs the encoder."""
        return self.points.different is None

    def band(self, mark: Fraction) -> Band | None:
        """Return the band of a mark; ``None`` below the lowest."""
        return next((band for band in self.bands if band.lowest <= mark), None)


def scheme_of(*tables: Mapping[str, Any] | None) -> Scheme | None:
    """Return the scheme of tables of which a later one overrides the earlier; ``None`` if there is no table.

    >>> scheme_of({"max": 20, "floor": 1}, {"max": 5}).maximum
    Fraction(5, 1)
    """
    written = [table for table in tables if table is not None]
    return Scheme.of(merged(*written)) if written else None


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables as one, without ``preset``.

    The keys of a preset come before its table's own. A later value replaces an earlier one; ``points`` alone are
    replaced one by one.
    """
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
    """Return the points of a table ``points``."""
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
