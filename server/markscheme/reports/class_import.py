"""A class folder from the zip of a school's system: a file a student, and a table in ``markscheme.toml``."""

import glob
import os
import re
import shutil
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

import attrs
from lxml import etree, html

from markscheme.documents.files import (
    ARCHIVE_DAMAGE,
    Encoding,
    check_readable,
    is_bounded,
    read_data,
    read_text,
    write_all,
)
from markscheme.documents.folders import CONFIGURATION, KEY_FILE, ROSTER_FILE
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import check_configuration, governing_configuration
from markscheme.exercises.discovery import configured_exercises
from markscheme.exercises.file_names import People, file_name
from markscheme.exercises.init.guess import Reader, guess
from markscheme.exercises.own_files import read_toml, with_names, with_value
from markscheme.exercises.patterns import NAME, SKIPPED_FOLDERS, STUDENT, value_in
from markscheme.grouping import grouped
from markscheme.progress import Progress, silent
from markscheme.reports.school_systems import (
    Entry,
    GradebookSystem,
    HandedIn,
    Key,
    Line,
    Roster,
    read_key,
    read_roster,
    system_of_archive,
)

MAX_MEMBERS = 10_000
"""Files of an archive; a class of a thousand students hands in a few thousand."""
MAX_FILE = 64 * 2**20
"""Bytes of one file, unpacked."""
MAX_TOTAL = 512 * 2**20
"""Bytes of all files that are read from one archive, unpacked."""
_DOWNLOAD_AGAIN = "Download it again"
_SYSTEM_FILES = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What computers add to archives that were unpacked and packed again."""
_APPLE_DOUBLE = b"\x00\x05\x16\x07"
"""How a file begins that keeps what another file system can't, beside a file of the same name without ``._``."""


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
    return {name: member for name, member in named if not _is_of_computer(name, file, member)}


_DRIVE = re.compile("[A-Za-z]:/")


def _safe_name(name: str, path: Path) -> str:
    """Return the parts of a name with ``/`` between them. None of them becomes a file's name before it is made safe: a
    student may be called ``A:B``.
    """
    parts = name.replace("\\", "/")
    pure = PurePosixPath(parts)
    if pure.is_absolute() or ".." in pure.parts or _DRIVE.match(parts):
        raise DocumentError(
            f"a file in the zip is called {name!r}, which leads out of it; nothing was taken from it",
            path=path,
            remedy="No school's system makes such a zip. Ask where it comes from",
        )
    return str(pure)


def _is_of_computer(name: str, file: ZipFile, member: ZipInfo) -> bool:
    """Return whether a computer added a file; a student may be called "." and have ``._12_assignsubmission_file_``."""
    folders, _, last = name.rpartition("/")
    if last in _SYSTEM_FILES or not set(_SYSTEM_FILES).isdisjoint(folders.split("/")):
        return True
    if not last.startswith("._") or not is_bounded(file, member.filename):
        return False
    try:
        with file.open(member) as stream:
            return stream.read(len(_APPLE_DOUBLE)) == _APPLE_DOUBLE
    except ARCHIVE_DAMAGE:
        return False


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


def _plain_text(data: bytes, without_heading: bool = False) -> str:
    """Return the text of a page, with an empty line between paragraphs; empty where it has no words.

    ``without_heading``: the first heading is the system's. Raise DocumentError if it is no HTML or nested too deeply.

    >>> _plain_text(b"<p>I go to&nbsp;school.<br>Every day.</p><p>She <b>like</b> it.</p>")
    'I go to school.\\nEvery day.\\n\\nShe like it.\\n'
    """
    encoding = Encoding.of(data)
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
    yield _words_of(element.text, tag)
    for child in element:
        yield from _pieces(child, depth + 1)
        yield _words_of(child.tail, tag)
    yield around


def _words_of(text: str | None, tag: str) -> str:
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


def read_submissions(
    path: Path, choose: Choice, table: Sequence[Line] = (), progress: Progress = silent
) -> Submissions:
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
        by_identifier = grouped(items, lambda item: item.identifier)
        for identifier, person in people.items():
            progress("submissions", len(texts), len(people))
            own = by_identifier[identifier]
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
        return ".txt", _plain_text(data, item.has_heading).encode()
    except DocumentError as error:
        raise DocumentError(f"{person}: {error.problem}", path=archive.path, remedy="Take it out of the zip") from None


def _in_utf_8(data: bytes) -> bytes:
    """Return a plain text in UTF-8 where it is in the encoding of older Windows programs; any other one as it is."""
    encoding = Encoding.of(data)
    try:
        data.removeprefix(encoding.mark).decode(encoding.name)
    except UnicodeDecodeError:
        with suppress(UnicodeDecodeError):
            return data if b"\0" in data else data.decode("cp1252").encode()
    return data


STUDENTS = "students"
"""The folder of the students' texts, in that of the exercise."""


@attrs.frozen
class Versions:
    """The other texts of an exercise: paths or patterns relative to its folder."""

    source: str | None = None
    references: tuple[str, ...] = ()


@attrs.frozen
class ClassTable:
    """The table of a class: the whole configuration with it, the exercise's name, and whether it names corrections.

    ``old``: the configuration without it, empty where there is none.
    """

    text: str
    old: str
    assignment: str
    has_references: bool


def _class_table(
    path: Path, folder: Path, students: Sequence[str], people: Mapping[str, str], versions: Versions
) -> ClassTable:
    """Return the table whose hypotheses take the students' files: one that is there, or a new one.

    ``path`` is the configuration's; the students' files are relative to its folder. ``people`` has names by labels in
    files, where these are others. Raise DocumentError if the configuration would be broken then, or lose something.
    """
    old = read_text(path) if os.path.isfile(path) else ""
    inner = folder.relative_to(path.parent).as_posix() if folder != path.parent else ""
    tables = read_toml(old).content.get("exercise", ())
    number = _table_number(tables, students)
    before = f"{inner}/" if inner else ""
    if number is None:
        number = len(tables)
        table: dict[str, Any] = {"name": _free_name(path, old, inner or path.parent.name or "class")}
    else:
        table = dict(tables[number])
    if versions.source is not None:
        table["source"] = f"{before}{versions.source}"
    if versions.references:
        table["references"] = [f"{before}{item}" for item in versions.references]
    if not all(_takes(table, student) for student in students):
        table["hypotheses"] = [*table.get("hypotheses", ()), f"{before}{STUDENTS}/{STUDENT}.*"]
    text = with_names(with_value(old, ("exercise", number), table), people)
    _check(path, text, old, number)
    return ClassTable(text, old, str(table.get("name", path.parent.name)), bool(table.get("references")))


def _table_number(tables: Sequence[Mapping[str, Any]], students: Sequence[str]) -> int | None:
    """Return the index of the table whose hypotheses take most of the students' files; ``None`` if none takes any."""
    counts = [sum(_takes(table, student) for student in students) for table in tables]
    return counts.index(max(counts)) if any(counts) else None


def _takes(table: Mapping[str, Any], student: str) -> bool:
    patterns = (item for item in table.get("hypotheses", ()) if NAME not in item)
    return any(value_in(item, STUDENT, student) is not None for item in patterns)


def _free_name(path: Path, text: str, name: str) -> str:
    taken = {item.assignment for item in configured_exercises(path)} if text else set()
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(item for item in names if item not in taken)


def _check(path: Path, text: str, old: str, number: int) -> None:
    """Check that a text is a configuration, and that only one table and the people differ from the old one."""
    for fault in check_configuration(text, path):
        raise DocumentError(
            f"the class can't be added here: {fault.problem}", path=path, remedy="Write its table yourself"
        )
    before, after = tomllib.loads(old), tomllib.loads(text)
    kept = {key: value for key, value in before.items() if key not in ("exercise", "people")}
    others = [table for place, table in enumerate(after["exercise"]) if place != number]
    old_others = [table for place, table in enumerate(before.get("exercise", ())) if place != number]
    if others != old_others or not kept.items() <= after.items():
        raise DocumentError("the class can't be added without a change to other exercises", path=path)


@attrs.frozen
class ClassSetUp:
    """What an import writes; ``students`` and ``late`` have the names that the exercise has for students."""

    folder: Path
    assignment: str
    students: Mapping[str, Path]
    late: tuple[str, ...]
    files: Mapping[Path, bytes]
    has_references: bool
    configuration: Path

    def copied(self, folder: Path) -> "ClassSetUp":
        """Return this in a new folder, with a copy of the essays in its own, and with what an import writes there."""
        if self.folder.is_dir():
            shutil.copytree(self.folder, folder, symlinks=True, ignore=_no_essays)

        def moved(paths: Iterable[Path]) -> dict[Path, Path]:
            return {path: folder / path.relative_to(self.folder) for path in paths if path.is_relative_to(self.folder)}

        files = {path: self.files[old] for old, path in moved(self.files).items()}
        (folder / STUDENTS).mkdir(parents=True, exist_ok=True)
        write_all(files)
        places = moved(self.students.values())
        students = {student: places[path] for student, path in self.students.items()}
        return attrs.evolve(self, folder=folder, files=files, students=students)


def _no_essays(folder: str, names: Sequence[str]) -> set[str]:
    """Return what of a folder holds no essay and no configuration: scans may be large."""
    return {
        name
        for name in names
        if name in SKIPPED_FOLDERS
        or not (Path(folder, name).is_dir() or Path(name).suffix.lower() in {*ESSAYS, ".toml"})
    }


class OtherTexts(DocumentError):
    """Students have other texts in the folder already, which may be replaced."""


def import_class(
    submissions: Submissions,
    folder: Path,
    versions: Versions = Versions(),
    *,
    is_anonymous: bool = False,
    overwrite: bool = False,
    reader: Reader | None = None,
    progress: Progress = silent,
) -> tuple[ClassSetUp, Versions | None]:
    """Write an exercise with a class's submissions; return what was written, and the other texts if they are likely;
    raises as :func:`set_up_class` and :func:`write_class`.
    """
    done = set_up_class(submissions, folder, versions, is_anonymous=is_anonymous, overwrite=overwrite)
    likely = None if done.has_references else _likely_versions(done, reader, progress)
    if likely is not None:
        done = set_up_class(submissions, folder, likely, is_anonymous=is_anonymous, overwrite=overwrite)
    write_class(done, progress)
    return done, likely


def set_up_class(
    submissions: Submissions,
    folder: Path,
    versions: Versions = Versions(),
    *,
    is_anonymous: bool = False,
    overwrite: bool = False,
) -> ClassSetUp:
    """Return the files of an exercise with a class's submissions; nothing is written.

    The ``markscheme.toml`` in the folder or above it gets a table, or an old one what it lacks; everything else in it
    stays. Raise DocumentError if the configuration can't be used, or another text is there and may not be replaced.
    """
    folder = folder.absolute()
    configuration = governing_configuration(folder, read_text)
    top = configuration.path.parent if configuration is not None else folder
    people = configuration.people if configuration is not None else People()
    key, roster = read_key(top), read_roster(top)
    wanted = {text.identifier: text.person for text in submissions.texts}
    if is_anonymous:
        key = key.with_people(wanted.values())
        numbers = key.numbers
        wanted = {identifier: numbers[person] for identifier, person in wanted.items()}
        texts = sorted(submissions.texts, key=lambda text: wanted[text.identifier])
        submissions = attrs.evolve(submissions, texts=tuple(texts))
    else:
        _check_names(submissions, roster, key, top)
    labels = file_labels(wanted, people)
    renamed = {label: wanted[identifier] for identifier, label in labels.items() if label != wanted[identifier]}
    names = {identifier: renamed.get(label) or people.name(label) for identifier, label in labels.items()}
    present = _present(folder / STUDENTS)
    submissions = attrs.evolve(
        submissions, texts=tuple(_kept(text, labels[text.identifier], present) for text in submissions.texts)
    )
    placed = {
        text.identifier: folder / STUDENTS / f"{labels[text.identifier]}{text.suffix}" for text in submissions.texts
    }
    files = _new_files(submissions.texts, labels, folder / STUDENTS, present, overwrite=overwrite)
    path = top / CONFIGURATION
    paths = [item.relative_to(top).as_posix() for item in placed.values()]
    table = _class_table(path, folder, paths, renamed, versions)
    if table.text != table.old:
        files[path] = table.text.encode()
    entries = (
        Entry(names[one.identifier], submissions.system.name, table.assignment, one.identifier, file, one.is_late)
        for one, file in zip(submissions.texts, paths, strict=True)
    )
    files[top / ROSTER_FILE] = roster.with_entries(entries).to_bytes()
    if is_anonymous:
        files[top / KEY_FILE] = key.to_bytes()
    late = tuple(names[text.identifier] for text in submissions.texts if text.is_late)
    students = {names[identifier]: path for identifier, path in placed.items()}
    return ClassSetUp(folder, table.assignment, students, late, files, table.has_references, path)


def _check_names(submissions: Submissions, roster: Roster, key: Key, folder: Path) -> None:
    numbered = {(entry.system, entry.identifier) for entry in roster.entries if entry.student in key.names}
    if any((submissions.system.name, text.identifier) in numbered for text in submissions.texts):
        raise DocumentError(
            "students of this class have numbers in place of names",
            path=folder / KEY_FILE,
            remedy="Import with --anonymous, or into another folder",
        )


def write_class(set_up: ClassSetUp, progress: Progress = silent) -> None:
    """Write the files of an import; if that fails, no file and no folder is new. Raise DocumentError if a folder can't
    be written.
    """
    missing = [item for item in (set_up.folder / STUDENTS, *set_up.folder.parents, set_up.folder) if not item.exists()]
    try:
        (set_up.folder / STUDENTS).mkdir(parents=True, exist_ok=True)
        write_all(set_up.files, progress=progress)
    except (OSError, DocumentError) as error:
        for folder in sorted(missing, key=lambda item: -len(item.parts)):
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"the folder can't be made ({error.strerror})", path=set_up.folder) from error


def without_words(set_up: ClassSetUp, progress: Progress = silent) -> tuple[str, ...]:
    """Return the students whose written texts have no words, or can't be read."""
    empty = []
    for number, (student, path) in enumerate(set_up.students.items()):
        progress("files", number, len(set_up.students))
        if not _has_words(path):
            empty.append(student)
    return tuple(empty)


def _has_words(path: Path) -> bool:
    try:
        return any(text.text.strip() for text in FORMATS.texts(path, read_text, path.stem).corrections)
    except DocumentError:
        return False


def _likely_versions(set_up: ClassSetUp, reader: Reader | None, progress: Progress) -> Versions | None:
    """Return the other texts of an exercise; ``None`` where they are not sure.

    They are guessed in a copy of the folder, so that the configuration is written once, with them.
    """
    others = set_up.folder.glob("*")
    if not any(item.is_file() and item.suffix.lower() in ESSAYS for item in others):
        return None
    with TemporaryDirectory() as parent:
        try:
            return _versions_in(set_up.copied(Path(parent, set_up.folder.name or "class")), reader, progress)
        except (DocumentError, OSError, shutil.Error):
            return None


def _versions_in(set_up: ClassSetUp, reader: Reader | None, progress: Progress) -> Versions | None:
    plan = guess(set_up.folder, reader, progress)
    empty = without_words(set_up)
    full = [path for student, path in set_up.students.items() if student not in empty]
    students = {path.relative_to(set_up.folder).as_posix() for path in full}
    for exercise in plan.exercises:
        rows = {row.path: row for row in exercise.rows}
        if exercise.is_own or plan.questions or not students <= rows.keys():
            continue
        sources = [row.path for row in exercise.rows if row.role == "source"]
        references = tuple(row.path for row in exercise.rows if row.role == "reference" and row.author is None)
        if len(sources) == 1 and references and not students & {*sources, *references}:
            return Versions(glob.escape(sources[0]), tuple(map(glob.escape, references)))
    return None


def file_labels(names: Mapping[str, str], people: People = People()) -> dict[str, str]:
    """Return file names without their endings for people's names; no two are equal on any system.

    ``people`` have file names already; nobody else gets one of these.

    >>> file_labels({"1": "Mei Lin", "2": "A/B", "3": "mei lin"})
    {'1': 'Mei Lin', '2': 'A_B', '3': 'mei lin (3)'}
    """
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for identifier, name in names.items():
        label = file_name(name)
        is_of_another = label != name and people.name(label) not in (label, name)
        if label.casefold() in taken or is_of_another:
            label = f"{label} ({file_name(identifier)})"
        taken.add(label.casefold())
        labels[identifier] = label
    return labels


Present = Mapping[str, Sequence[Path]]
"""The files that are there, by their names in small letters and without endings."""


def _present(folder: Path) -> Present:
    return grouped(folder.glob("*"), lambda path: path.stem.casefold()) if folder.is_dir() else {}


def _kept(text: StudentText, label: str, present: Present) -> StudentText:
    """Return what a student's file is to hold: an earlier text stays where nothing readable was handed in since."""
    earlier = present.get(label.casefold(), ())
    if text.data or len(earlier) != 1:
        return text
    return attrs.evolve(text, suffix=earlier[0].suffix, data=read_data(earlier[0]))


def _new_files(
    texts: Iterable[StudentText],
    labels: Mapping[str, str],
    folder: Path,
    present: Present,
    *,
    overwrite: bool,
) -> dict[Path, bytes]:
    """Return the texts that are not there yet; refuse to replace others, and a second text of a student."""
    files: dict[Path, bytes] = {}
    for text in texts:
        path = folder / f"{labels[text.identifier]}{text.suffix}"
        there = present.get(path.stem.casefold(), ())
        old = next((item for item in there if item.name.casefold() == path.name.casefold()), None)
        before = read_data(old) if old is not None else b""
        if old is not None and before == text.data:
            continue
        others = [item for item in there if item != old]
        if others:
            raise DocumentError(
                f"{text.person} has another text here already, {others[0].name}; nothing was written",
                path=path,
                remedy="Move the old one away",
            )
        if before and not overwrite:
            raise OtherTexts(
                f"{text.person} has another text here already; nothing was written",
                path=path,
                remedy="Replace the texts with --force, or import into another folder with --into",
            )
        files[path] = text.data
    return files
