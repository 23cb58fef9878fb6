"""A Word document read: its text, and what each author changed in it."""

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from markscheme.formats.corpus import Correction, apply_edits
from markscheme.formats.word.container import document_root
from markscheme.formats.word.revisions import TrackedText, tracked_text
from markscheme.formats.word.sharing import author_groups
from markscheme.text.errors import DocumentError

MOST_AUTHORS = 64


@attrs.frozen(slots=False)
class WordDocument:
    """A document's text with its authors' changes."""

    text: TrackedText

    @cached_property
    def source(self) -> str:
        """The text with every change rejected."""
        return self.text.source

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors of changes, in order of first appearance."""
        return self.text.authors

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The authors in groups, as :func:`author_groups` makes them."""
        return author_groups(self.text)

    def corrections(self, groups: Sequence[Collection[str]]) -> tuple[Correction, ...]:
        """Return the source with all changes of each group of authors, under their names; nobody is in two groups."""
        return tuple(
            Correction(joined_names(authors), apply_edits(self.source, edits), edits)
            for authors, edits in zip(groups, self.text.edits(groups), strict=True)
        )


def joined_names(names: Collection[str]) -> str:
    """Return several authors' names as one.

    >>> joined_names(["Ms Kim", "Mr Roy", "Ms Lee"])
    'Ms Kim, Mr Roy and Ms Lee'
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def read_document(data: bytes, path: Path | None = None) -> WordDocument:
    """Read a document; ``path`` is only for messages.

    Raises
    ------
    DocumentError
        If the data is no Word document, is damaged or too large, or has more than :data:`MOST_AUTHORS` authors.
    """
    text = tracked_text(document_root(data, path))
    if len(text.authors) > MOST_AUTHORS:
        raise DocumentError(
            f"{len(text.authors)} authors changed this document, more than {MOST_AUTHORS}",
            path=path,
            remedy="Accept or reject the changes of some",
        )
    return WordDocument(text)
