"""What a class handed in, as texts with people's names: from the zip of a school's system."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

import attrs
from lxml import etree, html

from markscheme.documents.files import ARCHIVE_DAMAGE, check_readable, encoding_of, is_bounded
from markscheme.errors import DocumentError
from markscheme.reports.gradebooks.system import GradebookSystem, HandedIn, Line, system_of_archive

MAX_MEMBERS = 10_000
"""Files of an archive; a class of a thousand students hands in a few thousand."""
MAX_FILE = 64 * 2**20
"""Bytes of one file, unpacked."""
MAX_TOTAL = 512 * 2**20
"""Bytes of all files that are read from one archive, unpacked."""
_DOWNLOAD_AGAIN = "Download it again"
_SYSTEM_FILES = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What computers add to archives that were unpacked and packed again."""


@attrs.define
class SubmissionArchive:
    """An open archive; every read is bounded, and so is their sum.

    ``members``: by the paths of the files in it, with ``/`` between their parts, in the archive's order.
    """

    path: Path
    members: dict[str, ZipInfo]
    _file: ZipFile
    _read: int = 0

    def data(self, name: str) -> bytes:
        """Return the bytes of a file; raise DocumentError if it is damaged, encrypted or too large."""
        member = self.members[name]
        problem = partial(DocumentError, path=self.path)
        if member.flag_bits & 1:
            raise problem(f"{name} is protected by a password", remedy="Pack the files without a password")
        if not is_bounded(self._file, member.filename):
            raise problem(f"{name} is packed by an unknown method", remedy="Pack the files again as a plain zip")
        try:
            with self._file.open(member) as stream:
                data = stream.read(MAX_FILE + 1)
        except ARCHIVE_DAMAGE:
            raise problem(f"{name} in the zip is damaged", remedy=_DOWNLOAD_AGAIN) from None
        self._read += len(data)
        if len(data) > MAX_FILE:
            raise problem(f"{name} has more than {MAX_FILE // 2**20} MiB", remedy="Take it out of the zip")
        if self._read > MAX_TOTAL:
            raise problem(f"the texts have more than {MAX_TOTAL // 2**20} MiB", remedy="Import the class in parts")
        return data


@contextmanager
def open_archive(path: Path) -> Iterator[SubmissionArchive]:
    """Yield an archive; its files are looked at later.

    Raise DocumentError if it is no zip, damaged, or has too many files, a name twice, or one that leads out of it.
    """
    try:
        check_readable(path)
        file = ZipFile(path)
    except FileNotFoundError:
        raise DocumentError("the file does not exist", path=path) from None
    except BadZipFile:
        remedy = "Choose the zip that Moodle or Canvas gives, unopened"
        raise DocumentError("this is no zip of submissions, or it is damaged", path=path, remedy=remedy) from None
    except ARCHIVE_DAMAGE:
        raise DocumentError("the zip can't be read", path=path, remedy=_DOWNLOAD_AGAIN) from None
    with file:
        yield SubmissionArchive(path, _members(file, path), file)


def _members(file: ZipFile, path: Path) -> dict[str, ZipInfo]:
    named = [(_safe_name(member.filename, path), member) for member in file.infolist() if not member.is_dir()]
    twice = next((name for name, count in Counter(name for name, _ in named).items() if count > 1), None)
    if len(named) > MAX_MEMBERS or twice is not None:
        fault = f"the file {twice} stands twice in the zip" if twice else f"the zip has more than {MAX_MEMBERS} files"
        raise DocumentError(fault, path=path, remedy=_DOWNLOAD_AGAIN)
    return {name: member for name, member in named if not _is_of_computer(name)}


def _safe_name(name: str, path: Path) -> str:
    parts = name.replace("\\", "/")
    pure = PurePosixPath(parts)
    if pure.is_absolute() or ".." in pure.parts or parts[1:2] == ":":
        raise DocumentError(
            f"a file in the zip is called {name!r}, which leads out of it; nothing was taken from it",
            path=path,
            remedy="No school's system makes such a zip. Ask where it comes from",
        )
    return str(pure)


def _is_of_computer(name: str) -> bool:
    return any(part in _SYSTEM_FILES or part.startswith("._") for part in name.split("/"))


MAX_DEPTH = 200
"""Elements inside one another; what a web form's editor makes has twenty."""
_PARAGRAPH_TAGS = """
    address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p
    pre section table ul
"""
_PARAGRAPHS = frozenset(_PARAGRAPH_TAGS.split())
"""Elements that begin and end a paragraph."""
_LINES = frozenset(("li", "tr"))
"""Elements that begin and end a line."""
_SKIPPED = frozenset(("head", "script", "style", "template", "title", "object", "svg", "math"))
_SPACES = re.compile(r"[ \t\n\r\f]+")
_PARAGRAPH, _LINE, _BREAK = "\x1d", "\x1e", "\n"
"""The end of a paragraph, of a line, and a line break as it was typed."""
_BETWEEN = re.compile(f"[ \n{_PARAGRAPH}{_LINE}]*[{_PARAGRAPH}{_LINE}][ \n{_PARAGRAPH}{_LINE}]*")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def plain_text(data: bytes, without_heading: bool = False) -> str:
    """Return the text of a page, with an empty line between paragraphs; empty where it has no words.

    ``without_heading``: the first heading is the system's. Raise DocumentError if it is no HTML or nested too deeply.

    >>> plain_text(b"<p>I go to&nbsp;school.<br>Every day.</p><p>She <b>like</b> it.</p>")
    'I go to school.\\nEvery day.\\n\\nShe like it.\\n'
    """
    encoding = encoding_of(data)
    text = data.removeprefix(encoding.mark).decode(encoding.name, "replace")
    text = _CONTROLS.sub("", text)
    if not text.strip():
        return ""
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    try:
        root = html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise DocumentError("the text that was typed in can't be read") from None
    if without_heading:
        _drop_heading(root)
    return _tidy("".join(_pieces(root, 0)))


def _drop_heading(root: html.HtmlElement) -> None:
    body = root.find("body")
    if body is not None and len(body) and body[0].tag == "h1" and not (body.text or "").strip():
        body[0].drop_tree()


def _pieces(element: html.HtmlElement, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        raise DocumentError("the text that was typed in is nested too deeply to be read")
    tag = element.tag if isinstance(element.tag, str) else ""
    if tag in _SKIPPED:
        return
    if tag == "br":
        yield _BREAK
        return
    around = _PARAGRAPH if tag in _PARAGRAPHS else _LINE if tag in _LINES else " " if tag in ("td", "th") else ""
    yield around
    yield _stretch(element.text, tag)
    for child in element:
        yield from _pieces(child, depth + 1)
        yield _stretch(child.tail, tag)
    yield around


def _stretch(text: str | None, tag: str) -> str:
    """Return text of an element; its line breaks are spaces but in ``pre``."""
    if not text:
        return ""
    text = _CONTROLS.sub("", text)
    return text if tag == "pre" else _SPACES.sub(" ", text)


def _tidy(text: str) -> str:
    """Return lines without white space around them; an empty one between paragraphs."""
    parted = _BETWEEN.sub(lambda run: "\n\n" if _PARAGRAPH in run[0] else "\n", text.replace("\xa0", " "))
    lines = [" ".join(line.split()) for line in parted.split("\n")]
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    return f"{joined}\n" if joined else ""


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
    """The text of one student; no two have the same name. There is no data where nothing readable was handed in."""

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
    """Read the zip of a system; ``table`` has the rows of its table of grades, for names and who was late.

    ``choose`` is called for each student with several texts. Raise DocumentError if the zip can't be used or is empty.
    """
    with open_archive(path) as archive:
        system = system_of_archive(archive.members, path)
        handed_in = [(name, system.handed_in(name)) for name in archive.members]
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
