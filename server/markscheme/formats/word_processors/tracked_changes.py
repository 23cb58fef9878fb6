"""The refusal of a document with tracked changes."""

from collections.abc import Collection
from pathlib import Path

from markscheme.text.errors import DocumentError


def tracked_changes(title: str, path: Path | None, authors: Collection[str] = ()) -> DocumentError:
    """Return the error for a document that has tracked changes, which its format does not tell apart by author.

    Parameters
    ----------
    title
        The document's kind, as people call it in a sentence.
    authors
        The names of the changes' authors, where the document states them.
    """
    names = f" by {', '.join(sorted(authors))}" if authors else ""
    return DocumentError(
        f"this is {title} with tracked changes{names}",
        path=path,
        remedy="Accept or reject them, or save it as .docx, whose tracked changes are read",
    )
