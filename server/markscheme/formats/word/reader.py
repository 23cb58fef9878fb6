"""A Word document read: its text, what each author changed in it, and what else it holds."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import attrs

from markscheme.formats.corpus import Correction, apply_edits
from markscheme.formats.word.container import document_root
from markscheme.formats.word.contents import unread_contents
from markscheme.formats.word.revisions import TrackedText, tracked_text
from markscheme.formats.word.sharing import author_groups
from markscheme.text.errors import DocumentError

MOST_AUTHORS = 64


@attrs.frozen(slots=False)
class WordDocument:
    """A document's text with its authors' changes.

    Attributes
    ----------
    unread
        The parts of the document that are not text or not kept, each with its count, in words for people.
    """

    text: TrackedText
    unread: tuple[str, ...] = ()

    @property
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

    def correction(self, authors: Iterable[str]) -> Correction:
        """Return the source with all changes of some authors, under their names."""
        names = tuple(authors)
        edits = self.text.edits(frozenset(names))
        return Correction(joined_names(names), apply_edits(self.source, edits), edits)


def joined_names(names: Iterable[str]) -> str:
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
    root = document_root(data, path)
    text = tracked_text(root)
    if len(text.authors) > MOST_AUTHORS:
        raise DocumentError(
            f"{len(text.authors)} authors changed this document, more than {MOST_AUTHORS}",
            path=path,
            remedy="Accept or reject the changes of some",
        )
    return WordDocument(text, unread_contents(root))
