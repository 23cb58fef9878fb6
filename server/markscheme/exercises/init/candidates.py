"""The files of a folder that may be documents of exercises, with their outlines."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from markscheme.exercises.companions import companion
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Role
from markscheme.exercises.folders import SKIPPED_FOLDERS
from markscheme.exercises.init.naming.names import votes_of_path
from markscheme.formats.base import DocumentFile, DocumentFormat
from markscheme.formats.registry import annotated_files, document_format, document_suffixes
from markscheme.text.errors import DocumentError
from markscheme.text.products import REPORT_FOLDER, is_product

_FOREIGN = re.compile(
    r"\.(json|xml|html?|sgml?|csv|tsv|py|[jt]s|sh|toml|ya?ml|ini|cfg|lock|log|conllu|ipynb|"
    r"xls[xm]?|ods|numbers|pptx?|odp)"
)


@attrs.define(eq=False)
class Candidate:
    """A file that may be a document of an exercise.

    Attributes
    ----------
    path
        Relative to the folder, with ``/``.
    form
        The file's format.
    text
        The file's text, or the source that it carries.
    corrects
        Whether it holds a source and corrections of it.
    changes
        The number of changes by author, where the file has authors.
    author
        Who wrote the file, where it says so.
    names
        Words in its name that look like a role's and are a person's.
    """

    path: str
    form: DocumentFormat
    text: str
    corrects: bool = False
    changes: Mapping[str, int] = attrs.Factory(dict)
    author: str | None = None
    names: frozenset[str] = frozenset()

    @cached_property
    def votes(self) -> Mapping[Role, float]:
        """How much its name and its folders' speak for each role."""
        return votes_of_path(self.path, self.names)

    @property
    def is_annotated(self) -> bool:
        """Whether it is sentences with annotators' edits, as M2 is."""
        return self.form.is_tokenised

    @property
    def is_tracked(self) -> bool:
        """Whether it is a text with its authors' changes, as a Word document is."""
        return self.form.has_authors and not self.form.is_tokenised

    @property
    def people(self) -> tuple[str, ...]:
        """Who wrote or changed it, where it says so: the authors of tracked changes, or else of the whole file."""
        return tuple(self.changes) if self.is_tracked and self.changes else (self.author,) if self.author else ()

    @property
    def is_empty(self) -> bool:
        """Whether it has no text yet."""
        return not self.corrects and not self.words

    @cached_property
    def sentences(self) -> int:
        """The number of lines, or of sentences that the file carries."""
        return len(self.text.splitlines())

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(self.text.split())

    def has_text_of(self, other: "Candidate") -> bool:
        """Return whether both have the same text, white space apart."""
        return self.words == other.words


@attrs.frozen
class LeftOut:
    """A file that can't have a role, and the reason.

    Attributes
    ----------
    is_unreadable
        Whether it may be a text, but can't be read.
    is_companion
        Whether it belongs to an exercise without a role, so that nobody need hear of it.
    """

    path: str
    reason: str
    is_unreadable: bool = False
    is_companion: bool = False


def candidates(folder: Path, inside: str = "") -> Iterator[Candidate | LeftOut]:
    """Yield every file in a folder and below it, hidden ones left out, and every folder with its own configuration."""
    entries = sorted((folder / inside).iterdir())
    annotated = annotated_files(entries)
    for entry in entries:
        path = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name.startswith((".", "~$")) or entry.name in SKIPPED_FOLDERS or path == CONFIGURATION:
            continue
        if entry.is_symlink():
            yield LeftOut(path, "a link, which may lead out of the folder")
        elif entry.is_dir() and (entry / CONFIGURATION).is_file():
            yield LeftOut(path, f"it has a {CONFIGURATION} of its own")
        elif entry.is_dir() and entry.name != REPORT_FOLDER:
            yield from candidates(folder, path)
        elif (file := companion(entry)) is not None:
            yield LeftOut(path, f"{file.description}; they count without being listed", is_companion=True)
        elif entry in annotated:
            yield LeftOut(path, "the text of annotations beside it; it is read with them")
        elif entry.is_file():
            yield _candidate(entry, path)


def _candidate(entry: Path, path: str) -> Candidate | LeftOut:
    suffix = entry.suffix.lower()
    if not _is_unicode(path):
        return LeftOut(path, f"{CONFIGURATION} can't hold the characters of such a name")
    if is_product(entry):
        return LeftOut(path, "Markscheme wrote it; it is never marked")
    if _FOREIGN.fullmatch(suffix) and suffix not in document_suffixes():
        return LeftOut(path, f"{suffix} is no text of an exercise")
    file = DocumentFile(entry)
    try:
        form = document_format(file)
        outline = form.outline(file)
    except DocumentError as error:
        return LeftOut(path, error.explanation, is_unreadable=True)
    return Candidate(path, form, outline.source, outline.corrects, outline.changes, outline.author)


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
