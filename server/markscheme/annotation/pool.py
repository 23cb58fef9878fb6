"""The pool: every sentence of one or several exercises with every person's version of it."""

from collections.abc import Iterable, Sequence

import attrs

from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.decision import Placed
from markscheme.exercises.people import ErrorGroups
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.verdicts.rules import Rules
from markscheme.text.errors import DocumentError


@attrs.frozen
class Version:
    """One person's version of a sentence.

    Attributes
    ----------
    side
        Its tokens and their places in the person's document.
    edits
        Its corrections, in source order, disjoint; where a side has too many on end, neighbours count as one
        (:mod:`markscheme.marking.passages.tangles`).
    detections
        The errors that it marks without a correction.
    """

    side: Side
    edits: Edits = ()
    detections: Edits = ()

    @property
    def is_absent(self) -> bool:
        """Whether the person has not seen the sentence."""
        return self.side.absent

    @property
    def leaves(self) -> bool:
        """Whether the person has seen the sentence and left it as it is."""
        return not (self.side.absent or self.edits or self.detections)


@attrs.frozen
class PooledText:
    """An exercise's text in a pool.

    Attributes
    ----------
    exercise
        The exercise's name.
    source
        The document that the sentences' sources point into.
    references, hypotheses
        The people's documents; ``None`` for those who have none here.
    settings
        How its documents are marked.
    groups
        The kinds of errors that the exercise's configuration makes of ERRANT's types.
    """

    exercise: str
    source: Document
    references: tuple[Document | None, ...]
    hypotheses: tuple[Document | None, ...]
    settings: MarkSettings = MarkSettings()
    groups: ErrorGroups = ErrorGroups()


@attrs.frozen
class PooledSentence:
    """A sentence of a source with all versions of it; several sentences where a version joins or parts them.

    Attributes
    ----------
    text
        The index of its text in :attr:`Pool.texts`.
    passage
        Its source with the source itself as the hypothesis, and every reference's and then every hypothesis's side as
        references.
    references, hypotheses
        The versions, in the order of the pool's people; a person who has no document here is absent.
    rules
        What decides verdicts on it, with what was decided about it.
    starts
        The tokens at which the source's own sentences begin, ascending; the first is 0.
    """

    text: int
    passage: Passage
    references: tuple[Version, ...]
    hypotheses: tuple[Version, ...]
    rules: Rules = Rules()
    starts: tuple[int, ...] = (0,)

    @property
    def source(self) -> tuple[str, ...]:
        """Its tokens."""
        return self.passage.source.tokens

    @property
    def decisions(self) -> tuple[Placed, ...]:
        """What was decided about it."""
        return self.rules.decisions

    def smallest(self, start: int, end: int) -> tuple[int, int]:
        """Return the tokens of the fewest whole sentences of the source that hold a place.

        A gap between two sentences belongs to the first of them.

        >>> from markscheme.formats.parallel import Side
        >>> from markscheme.text.segments import whitespace_segment
        >>> source = whitespace_segment("I ran . He sat . We left .")
        >>> sentence = PooledSentence(0, Passage(source, Side(source), ()), (), (), starts=(0, 3, 6))
        >>> sentence.smallest(4, 5), sentence.smallest(3, 3), sentence.smallest(2, 4)
        ((3, 6), (0, 3), (0, 6))
        """
        begin = max((item for item in self.starts if item < start or (item == start < end)), default=0)
        return begin, min((item for item in self.starts if item >= end and item > begin), default=len(self.source))

    def edits(self, marked: Version, references: Sequence[Version]) -> PassageEdits:
        """Return one version's edits to be marked against others'."""
        return PassageEdits(
            self.source,
            marked.edits,
            tuple(item.edits for item in references),
            self.passage.parallel,
            frozenset(index for index, item in enumerate(references) if item.is_absent),
        )

    def marked(self, marked: Version, references: Sequence[Version]) -> Passage:
        """Return one version to be scored against others, by any metric."""
        return Passage(self.passage.source, marked.side, tuple(item.side for item in references), self.passage.parallel)


@attrs.frozen
class Pool:
    """All sentences with all versions.

    Attributes
    ----------
    references, hypotheses
        The people's names, in order of first appearance; each person once, over all exercises. An annotator who gives
        several acceptable corrections of an edit (``a||b`` in M2) is several references.
    texts
        The exercises' texts.
    sentences
        In the order of the texts, and of each source.
    problems
        Why other texts can't be used.
    first_choices
        For each reference, the index of the one that has the same annotator's first corrections: its own, except for
        further acceptable corrections. By default every reference is another annotator's.
    notices
        Which hypotheses are left out because they are other texts than their exercises'. They are no faults.
    """

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    texts: tuple[PooledText, ...]
    sentences: tuple[PooledSentence, ...]
    problems: tuple[DocumentError, ...] = ()
    first_choices: tuple[int, ...] = attrs.field(
        default=attrs.Factory(lambda self: tuple(range(len(self.references))), takes_self=True)
    )
    notices: tuple[DocumentError, ...] = ()

    @property
    def unused(self) -> tuple[DocumentError, ...]:
        """All that is not in the pool and why: the problems, then the notices."""
        return (*self.problems, *self.notices)

    @property
    def annotators(self) -> tuple[int, ...]:
        """The indices of the references that have an annotator's first corrections: one for each annotator."""
        return tuple(index for index, first in enumerate(self.first_choices) if index == first)

    def annotators_of(self, references: Iterable[int]) -> frozenset[int]:
        """Return the annotators of some references, each by the index of the first choice."""
        return frozenset(self.first_choices[reference] for reference in references)

    def others(self, annotator: int) -> tuple[int, ...]:
        """Return the indices of the references that are by other annotators, with all their choices."""
        return tuple(index for index, first in enumerate(self.first_choices) if first != annotator)
