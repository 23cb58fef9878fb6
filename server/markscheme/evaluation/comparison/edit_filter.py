"""Which edits take part: ``errant_compare``'s filters, and the edits of one group of error types."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import partial

import attrs

from markscheme.edits.edit import Edit, Edits
from markscheme.metrics.base import Sentence


class EditLength(StrEnum):
    """How many tokens the edits have that take part."""

    SINGLE = "single"
    """At most one token on each side: ``errant_compare``'s ``-single``."""
    MULTI = "multi"
    """Two tokens or more on a side: ``-multi``."""


@attrs.frozen
class EditFilter:
    """Which edits of hypothesis and references take part; all without settings.

    Attributes
    ----------
    without
        Error types that take no part, such as ``R:PUNCT`` (``-filt``), or patterns of them, such as ``*:PUNCT``.
    length
        The length of the edits that take part; any length if ``None``.
    """

    without: tuple[str, ...] = ()
    length: EditLength | None = None

    def __bool__(self) -> bool:
        return bool(self.without) or self.length is not None

    def keeps(self, edit: Edit) -> bool:
        """Return whether an edit takes part.

        >>> comma = Edit(3, 3, (",",), "M:PUNCT")
        >>> EditFilter(("*:PUNCT",)).keeps(comma), EditFilter(length=EditLength.SINGLE).keeps(comma)
        (False, True)
        """
        if any(map(partial(_is_of, edit.type), self.without)):
            return False
        return self.length is None or (self.length is EditLength.SINGLE) == (_tokens(edit) < 2)

    def unmatched(self, types: Collection[str]) -> tuple[str, ...]:
        """Return the types and patterns to be left out that none of the edits' types is of."""
        return tuple(kind for kind in self.without if not any(_is_of(one, kind) for one in types))

    @property
    def settings(self) -> Mapping[str, object]:
        """What a signature says of it."""
        return {
            "without": ",".join(sorted(self.without)) or None,
            "edits": None if self.length is None else self.length.value,
        }


def _is_of(type_: str, kind: str) -> bool:
    return type_ == kind or fnmatchcase(type_, kind)


def _tokens(edit: Edit) -> int:
    """Return the number of tokens of the longer side; a blank token is none, as in ``errant_compare``."""
    return max(edit.end - edit.start, len(" ".join(edit.replacement).split()))


def with_edits(sentence: Sentence, keeps: Callable[[Edit], bool]) -> Sentence:
    """Return a sentence whose sides have those of their edits that take part.

    A reference that deletes the whole sentence is a missing one for metrics on chunks, and stays so.
    """

    def kept(edits: Edits) -> Edits:
        return tuple(edit for edit in edits if keeps(edit))

    passage = sentence.edits
    present = passage.present_references
    filtered = attrs.evolve(
        passage,
        hypothesis=kept(passage.hypothesis),
        references=tuple(map(kept, passage.references)),
        absent=frozenset(index for index in range(len(passage.references)) if index not in present),
        hypothesis_lines=None if passage.hypothesis_lines is None else kept(passage.hypothesis_lines),
        reference_lines=tuple(None if lines is None else kept(lines) for lines in passage.reference_lines),
    )
    return attrs.evolve(sentence, passage=filtered)


def edits_of(sentence: Sentence) -> Edits:
    """Return the edits of all sides, one side after the other."""
    passage = sentence.edits
    return tuple(edit for side in (passage.hypothesis, *passage.references) for edit in side)


def stated_edits(sentence: Sentence) -> Edits:
    """Return the same as the documents state them."""
    passage = sentence.edits
    return tuple(edit for side in (passage.counted_hypothesis, *passage.counted_references) for edit in side)
