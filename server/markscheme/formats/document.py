"""A document as it is lined up and marked: its text, whose it is, its file's format and its place in that file."""

import datetime
from pathlib import Path

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.text.places import Places
from markscheme.text.positions import Span
from markscheme.text.standoff_places import StandoffPlaces

PLAIN_TEXT = "text"
"""The name of the format of a file that is a text and nothing else."""


@attrs.frozen
class MarginComment:
    """What somebody wrote into the margin of a document, and the words of its text that it is on.

    ``author`` and ``date`` are empty and ``None`` where the file does not say.
    """

    span: Span
    text: str
    author: str = ""
    date: datetime.date | None = None


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
        The person whose text is meant, where a file holds texts of several.
    edits
        The changes of the source that the file carries, where the file states them.
    format
        The name of the file's format, which was decided when the file was read.
    authors
        The people whose changes together are this text, where the file names them.
    people
        The names of people who have numbers in the file, each with the number.
    choice
        Which of its author's acceptable corrections it has, where the file gives several of an edit; 0 for the first.
    """

    name: str
    text: str
    path: Path | None = None
    places: Places | StandoffPlaces | None = None
    author: str | None = None
    edits: tuple[TextEdit, ...] | None = None
    format: str = PLAIN_TEXT
    authors: tuple[str, ...] = ()
    choice: int = 0
    people: tuple[tuple[str, str], ...] = ()
