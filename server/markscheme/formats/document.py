"""A document as it is lined up and marked: its text, whose it is, and where it stands in a file."""

from pathlib import Path

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.text.places import Places


@attrs.frozen
class Document:
    """A text in a role.

    Attributes
    ----------
    name
        Whose it is.
    text
        As it is lined up: in a CriticMarkup document, the text before or after its changes.
    path
        The file that it is from, for messages.
    places
        Where the text's characters stand in the file; ``None`` where the text is the file.
    author
        The one annotator that is meant, where an M2 file has several.
    edits
        What was changed in the source that the file carries, where the file says it.
    """

    name: str
    text: str
    path: Path | None = None
    places: Places | None = None
    author: str | None = None
    edits: tuple[TextEdit, ...] | None = None
