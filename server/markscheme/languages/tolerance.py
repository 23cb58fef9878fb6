"""Tolerances: differences between two corrections that a teacher may ignore, such as ``colour`` beside ``color``.

A tolerance maps the tokens of a place to a canonical form. Two corrections of a place are equal enough if their forms
are equal after all tolerances that are switched on. So "equal enough" is symmetric, reflexive and transitive.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Protocol

import attrs

Tokens = tuple[str, ...]


class CanonicalForm(Protocol):
    """Map the tokens of a place to their canonical form.

    Parameters
    ----------
    tokens
        A side's tokens at the place.
    before, after
        The tokens to the left and to the right of the place in its passage. They decide whether the place begins a
        sentence, ends a quotation or is inside a number. They are not mapped.
    """

    def __call__(self, tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens: ...


@attrs.frozen
class Tolerance:
    """A kind of difference that does not count.

    Attributes
    ----------
    name
        Its name in settings and signatures.
    title
        Its name for people.
    remark
        How a correction differs that is equal enough; ``{0}`` stands for the reference's words.
    canonical
        Returns the canonical form of a place's tokens.
    example
        Two variants between which a course may leave the choice, parted by a semicolon; empty for a tolerance that is
        not offered where a class is set up, since it also hides errors.
    """

    name: str
    title: str
    remark: str
    canonical: CanonicalForm
    example: str = ""

    def explain(self, words: str) -> str:
        """Return how a correction differs from the reference's words, for people.

        >>> Tolerance("toy", "Toys", "another toy than {0}", lambda tokens, *, before, after: tokens).explain("ball")
        'another toy than “ball”'
        """
        return self.remark.format(f"“{words}”")


@attrs.frozen
class Tolerances:
    """The tolerances that are switched on, in the order in which their canonical forms are applied."""

    switched_on: tuple[Tolerance, ...] = ()

    def __iter__(self) -> Iterator[Tolerance]:
        return iter(self.switched_on)

    def __bool__(self) -> bool:
        return bool(self.switched_on)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tolerances, in order."""
        return tuple(tolerance.name for tolerance in self.switched_on)

    def canonical(self, tokens: Tokens, before: Tokens = (), after: Tokens = ()) -> Tokens:
        """Return the form of a place's tokens after all these tolerances."""
        return _form(tokens, self.switched_on, before, after)

    def equal(
        self, one: Tokens, other: Tokens, before: Tokens = (), after: Tokens = ()
    ) -> tuple[Tolerance, ...] | None:
        """Return the tolerances that make two corrections of a place equal; ``None`` if they are not equal enough.

        Parameters
        ----------
        one, other
            The tokens of the two sides at the place.
        before, after
            The tokens beside the place in its passage. They must be the same for both sides, as the source's are.

        Returns
        -------
        tuple[Tolerance, ...] or None
            Empty for equal tokens. Otherwise the fewest tolerances that suffice; of equally few, the first in order.
        """
        if one == other:
            return ()
        if self.canonical(one, before, after) != self.canonical(other, before, after):
            return None
        return next(
            subset
            for subset in self._subsets()
            if _form(one, subset, before, after) == _form(other, subset, before, after)
        )

    def _subsets(self) -> Iterator[tuple[Tolerance, ...]]:
        """Yield all subsets that are not empty, small ones first."""
        for size in range(1, len(self.switched_on) + 1):
            yield from combinations(self.switched_on, size)


def _form(tokens: Tokens, tolerances: Iterable[Tolerance], before: Tokens, after: Tokens) -> Tokens:
    for tolerance in tolerances:
        tokens = tolerance.canonical(tokens, before=before, after=after)
    return tokens
