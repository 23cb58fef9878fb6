"""The versions of a text: the source, teachers' corrections and students' corrections, from one template.

The templates stand in the folder `teachers_texts`, one file a topic:

- ``== NAME`` begins a section. A class text has the section ``text``, and one for each student who writes it anew.
  Own essays have one section a student.
- ``{source|correction}`` is a place where versions differ. ``{source|one:A2|another:B|a third:5}`` names the writers of
  each: ``A`` and ``B`` are teachers, digits students, and ``R`` is the revision of a student's own essay.
  ``{~source|change:5}`` is a place that needs no correction.
- Teachers, and the student who changes too much (``5``), have the first correction of each place that needs one, unless
  another one of the place is theirs. All others have only what is theirs, and keep the source elsewhere.
"""

import re
from html import escape
from pathlib import Path

import attrs

from documents.formats.word.tracked import gone, paragraph, run, word
from documents.formats.word_processors.documents import content, open_document

TEXTS = Path(__file__).with_name("teachers_texts")
SOURCE = "0"
FREE = "4"
_THOROUGH = "AB5"
_PLACE = re.compile(r"\{([^{}]*)\}")


@attrs.frozen
class Place:
    """A place of a template: its source, and each other version with the letters of its writers."""

    source: str
    optional: bool
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, text: str) -> "Place":
        source, *versions = text.removeprefix("~").split("|")
        divided = (version.rpartition(":") for version in versions)
        pairs = ((left, right) if colon else (right, "") for left, colon, right in divided)
        return cls(source, text.startswith("~"), tuple(pairs))

    def of(self, writer: str) -> str:
        """Return a writer's version."""
        for version, writers in self.versions:
            if writer in writers:
                return version
        return self.versions[0][0] if writer in _THOROUGH and not self.optional else self.source


def sections(topic: str) -> dict[str, str]:
    """Return a topic's templates by the name of their section."""
    _, *parts = re.split(r"^== (.+)\n", (TEXTS / f"{topic}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: text.strip("\n") + "\n" for name, text in zip(parts[::2], parts[1::2], strict=True)}


def version(template: str, writer: str) -> str:
    """Return a writer's version of a template."""
    return _PLACE.sub(lambda match: Place.parse(match[1]).of(writer), template)


def class_text(topic: str, writer: str, name: str = "") -> str:
    """Return a writer's version of a class text; ``name`` is the student's section if the student has one."""
    templates = sections(topic)
    return templates[name] if name in templates else version(templates["text"], writer)


def word_text(text: str) -> bytes:
    """Return a Word document without tracked changes."""
    return word("".join(paragraph(run(escape(line))) for line in text.splitlines()))


def open_text(text: str) -> bytes:
    """Return an OpenDocument text."""
    return open_document(content("".join(f"<text:p>{escape(line)}</text:p>" for line in text.splitlines())).encode())


def _change(kind: str, author: str, inside: str) -> str:
    return f'<w:{kind} w:id="7" w:author="{escape(author)}" w:date="2025-10-06T18:30:00Z">{inside}</w:{kind}>'


def _replacement(author: str, old: str, new: str) -> str:
    deleted = _change("del", author, gone(escape(old))) if old else ""
    return deleted + (_change("ins", author, run(escape(new))) if new else "")


def _tracked(place: Place, writers: tuple[tuple[str, str], ...]) -> str:
    """Return a place as the first writer and then perhaps a second one track it; a second one changes it after."""
    (letter, author), *others = writers
    first = place.of(letter)
    last = place.of(others[0][0]) if others else first
    if last == first:
        return run(escape(first)) if first == place.source else _replacement(author, place.source, first)
    second = others[0][1]
    if first == place.source:
        return _replacement(second, first, last)
    deleted = _change("del", author, gone(escape(place.source))) if place.source else ""
    undone = _change("ins", author, _change("del", second, gone(escape(first)))) if first else ""
    return deleted + undone + (_change("ins", second, run(escape(last))) if last else "")


def tracked(template: str, *writers: tuple[str, str]) -> bytes:
    """Return a Word document where writers (letter and author) track their changes, one after the other.

    The second one sees the first one's changes, leaves those that are good, and changes the others in their turn.
    """
    paragraphs = []
    for line in template.splitlines():
        pieces = _PLACE.split(line)
        runs = [
            _tracked(Place.parse(piece), writers) if index % 2 else run(escape(piece))
            for index, piece in enumerate(pieces)
            if piece
        ]
        paragraphs.append(paragraph("".join(runs)))
    return word("".join(paragraphs))


def plain(text: str) -> bytes:
    """Return a text file as most editors save it."""
    return text.encode()
