"""What a benchmark of metrics holds: systems' outputs, references, and people's judgements."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import attrs

from markscheme.evaluation.judgements.ranking import Ranking
from markscheme.formats.parallel import ParallelText
from markscheme.text.errors import ChoiceError


@attrs.frozen
class SystemSet:
    """The systems that a correlation is computed over, such as SEEDA's Base.

    Attributes
    ----------
    name
        What the command line and JSON call it.
    title
        What papers call it.
    """

    name: str
    title: str
    systems: tuple[str, ...]


@attrs.frozen
class ReferenceSet:
    """References of one kind for the same sentences.

    Attributes
    ----------
    name
        What the command line and JSON call it.
    title
        What papers call it.
    systems
        The name of the set of systems that papers evaluate with these references.
    texts
        One for each annotator, without edits.
    stated
        The same with the edits that their file states; empty where it states none.
    """

    name: str
    title: str
    systems: str
    texts: tuple[ParallelText, ...]
    stated: tuple[ParallelText, ...] = ()


@attrs.frozen
class Judgements:
    """People's judgements of one kind.

    Attributes
    ----------
    name
        What JSON calls them.
    title
        What papers call them.
    rankings
        Rankings of systems' outputs.
    published
        The systems' scores that were published with the judgements, by the method that made them; empty where scores
        derive from the rankings.
    """

    name: str
    title: str
    rankings: tuple[Ranking, ...]
    published: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)


@attrs.frozen
class Benchmark:
    """Systems' outputs for the same sentences, with references and judgements.

    Attributes
    ----------
    systems
        The systems' outputs, in the order of their names.
    people
        How papers make people's scores of systems of the judgements.
    complete
        The source and the systems' outputs with the sentences that nobody judged; ``None`` where all are judged.
    """

    name: str
    title: str
    source: ParallelText
    systems: tuple[ParallelText, ...]
    references: tuple[ReferenceSet, ...]
    judgements: tuple[Judgements, ...]
    system_sets: tuple[SystemSet, ...]
    people: tuple[str, ...] = ("trueskill",)
    complete: "tuple[ParallelText, tuple[ParallelText, ...]] | None" = None

    @property
    def outputs(self) -> tuple[ParallelText, ...]:
        """The systems' outputs with the sentences that nobody judged."""
        return self.systems if self.complete is None else self.complete[1]

    @property
    def outputs_source(self) -> ParallelText:
        """The source with the sentences that nobody judged."""
        return self.source if self.complete is None else self.complete[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The systems' names."""
        return tuple(text.name for text in self.systems)

    def system_set(self, name: str) -> SystemSet:
        """Return the set of systems of a name.

        Raises
        ------
        ChoiceError
            If there is none, with the names.
        """
        return _named(self.system_sets, name, "set of systems")

    def reference_set(self, name: str) -> ReferenceSet:
        """Return the references of a name.

        Raises
        ------
        ChoiceError
            If there are none, with the names.
        """
        return _named(self.references, name, "set of references")


_Item = TypeVar("_Item", SystemSet, ReferenceSet)


def _named(items: Sequence[_Item], name: str, kind: str) -> _Item:
    for item in items:
        if item.name == name:
            return item
    raise ChoiceError(f"there is no {kind} {name!r}. Choose one of {', '.join(item.name for item in items)}")
