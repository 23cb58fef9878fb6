"""What a class handed in, as texts with people's names: from the zip of a school's system."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

import attrs

from markscheme.gradebooks.archive import SubmissionArchive, open_archive
from markscheme.gradebooks.html_text import plain_text
from markscheme.gradebooks.systems.recognition import system_of_archive
from markscheme.gradebooks.systems.system import GradebookSystem, HandedIn, Line
from markscheme.text.encodings import encoding_of
from markscheme.text.errors import DocumentError

PLAIN_TEXTS = (".txt", ".text", ".md", ".markdown")
"""Endings of files without formatting."""
ESSAYS = (".docx", ".odt", ".rtf", *PLAIN_TEXTS)
"""Endings of files that can be marked, as a person hands them in."""
PAGES = (".html", ".htm")
"""Endings of pages, whose text is taken."""

Choice = Callable[[str, Sequence[HandedIn]], HandedIn]
"""Return which of a student's texts is meant; given the person's name and the texts."""


@attrs.frozen
class StudentText:
    """The text of one student.

    Attributes
    ----------
    person
        The student's name; no two students have the same.
    identifier
        The student's in the system.
    suffix
        The ending of the file to write.
    data
        Its bytes; none where the student handed in nothing readable.
    is_late
        Whether the system says that it came late.
    """

    person: str
    identifier: str
    suffix: str
    data: bytes
    is_late: bool = False


@attrs.frozen
class Submissions:
    """The texts of a zip, in the order of the people's names, and what was left out, in sentences for the teacher."""

    system: GradebookSystem
    texts: tuple[StudentText, ...]
    left_out: tuple[str, ...] = ()


def read_submissions(path: Path, choose: Choice, table: Sequence[Line] = ()) -> Submissions:
    """Read the zip of a system.

    Parameters
    ----------
    choose
        Called for each student who handed in several texts; raise to stop.
    table
        The rows of the system's table of grades, for people's names and for who was late.

    Raises
    ------
    DocumentError
        If the zip can't be used, or holds no text.
    """
    with open_archive(path) as archive:
        system = system_of_archive(archive.names, path)
        handed_in = [(name, system.handed_in(name)) for name in archive.names]
        left_out = [f"{name}: {system.title} gives no file such a name" for name, item in handed_in if item is None]
        items = [item for _, item in handed_in if item is not None]
        people = _people(items, system, {line.identifier: line.names[0] for line in table if line.names})
        texts: list[StudentText] = []
        for identifier, person in people.items():
            own = [item for item in items if item.identifier == identifier]
            left_out += [_reason(person, item) for item in own if not _is_essay(item)]
            text = _text(archive, person, [item for item in own if _is_essay(item)], choose)
            late = any(item.is_late for item in own)
            texts.append(text or StudentText(person, identifier, PLAIN_TEXTS[0], b"", late))
    if not any(text.data for text in texts):
        raise DocumentError(
            "nobody handed in a text that can be marked",
            path=path,
            remedy=f"Texts are Word documents, OpenDocument texts or plain texts ({', '.join(ESSAYS[:4])})",
        )
    tardy = {line.identifier for line in table if line.is_late}
    texts = [attrs.evolve(text, is_late=text.is_late or text.identifier in tardy) for text in texts]
    return Submissions(system, tuple(texts), tuple(left_out))


def _people(items: Iterable[HandedIn], system: GradebookSystem, names: Mapping[str, str]) -> dict[str, str]:
    """Return the people by their identifiers, in the order of their names; equal names get the identifier."""
    shown = {
        item.identifier: _composed(system.person(names.get(item.identifier, item.name)) or item.identifier)
        for item in items
    }
    counts = Counter(name.casefold() for name in shown.values())
    people = {key: f"{name} ({key})" if counts[name.casefold()] > 1 else name for key, name in shown.items()}
    return dict(sorted(people.items(), key=lambda pair: (pair[1].casefold(), pair[1])))


def _composed(name: str) -> str:
    """Return a name in one line, without characters that nobody sees."""
    visible = "".join(" " if character.isspace() else character for character in unicodedata.normalize("NFC", name))
    kept = "".join(
        character for character in visible if unicodedata.category(character) not in ("Cc", "Cs", "Co", "Cn")
    )
    return " ".join(kept.split())


def _is_essay(item: HandedIn) -> bool:
    suffix = PurePosixPath(item.file).suffix.lower()
    return item.is_typed or (suffix in (*ESSAYS, *PAGES) and not item.file.startswith((".", "~")))


def _reason(person: str, item: HandedIn) -> str:
    suffix = PurePosixPath(item.file).suffix.lower()
    remedies = {
        ".pdf": "a PDF can't be marked; ask for the document it was made from",
        ".doc": "an old Word document can't be marked; save it as .docx",
        ".pages": "a document of Pages can't be marked; ask for a Word document",
        ".url": "a link is no text",
    }
    return f"{person}: {item.file} was left out; {remedies.get(suffix, 'it is no text that can be marked')}"


def _text(archive: SubmissionArchive, person: str, items: Sequence[HandedIn], choose: Choice) -> StudentText | None:
    """Return a student's text; ``None`` without one. Pages without words, and equal files, don't count."""
    contents: dict[tuple[str, bytes], HandedIn] = {}
    for item in items:
        suffix, data = _content(archive, item, person)
        if data.strip():
            contents.setdefault((suffix, data), item)
    if not contents:
        return None
    chosen = next(iter(contents.values())) if len(contents) == 1 else choose(person, tuple(contents.values()))
    suffix, data = next(key for key, item in contents.items() if item == chosen)
    return StudentText(person, chosen.identifier, suffix, data, chosen.is_late)


def _content(archive: SubmissionArchive, item: HandedIn, person: str) -> tuple[str, bytes]:
    """Return the ending and the bytes of the file to write."""
    data = archive.data(item.member)
    suffix = PurePosixPath(item.file).suffix.lower()
    if not item.is_typed and suffix not in PAGES:
        return suffix, _in_utf_8(data) if suffix in PLAIN_TEXTS else data
    try:
        return ".txt", plain_text(data, item.has_heading).encode()
    except DocumentError as error:
        raise DocumentError(f"{person}: {error.problem}", path=archive.path, remedy="Take it out of the zip") from None


def _in_utf_8(data: bytes) -> bytes:
    """Return a plain text in UTF-8 where it is in the encoding of older Windows programs; any other one as it is."""
    encoding = encoding_of(data)
    try:
        data.removeprefix(encoding.mark).decode(encoding.name)
    except UnicodeDecodeError:
        with suppress(UnicodeDecodeError):
            return data if b"\0" in data else data.decode("cp1252").encode()
    return data
