"""The files of a folder that may be documents of exercises, with their outlines."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION, schema
from markscheme.exercises.decisions.decision_file import decision_file
from markscheme.exercises.folders import SKIPPED_FOLDERS
from markscheme.exercises.patterns import PLACEHOLDERS, holds
from markscheme.formats.base import DocumentFile, DocumentFormat
from markscheme.formats.registry import document_format, document_suffixes
from markscheme.text.errors import DocumentError

_FOREIGN = re.compile(
    r"\.(json|xml|html?|csv|tsv|py|[jt]s|sh|toml|ya?ml|ini|cfg|lock|log|conllu|ipynb|"
    r"xls[xm]?|ods|numbers|pptx?|odp)"
)
_NOTES = re.compile("readme|licen[cs]e|changelog|contributing|notes|todo|authors|makefile")
_ALIKE = 0.5


@attrs.define
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
    """

    path: str
    form: DocumentFormat
    text: str
    corrects: bool = False
    changes: Mapping[str, int] = attrs.Factory(dict)

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def base(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        return self.base.rpartition(".")[0] or self.base

    @property
    def is_text(self) -> bool:
        """Whether it is a text and carries no source of its own."""
        return not self.form.carries_source

    @property
    def is_annotated(self) -> bool:
        """Whether it is sentences with annotators' edits, as M2 is."""
        return self.form.is_tokenised

    @property
    def is_tracked(self) -> bool:
        """Whether it is a text with its authors' changes, as a Word document is."""
        return self.form.has_authors and not self.form.is_tokenised

    @property
    def is_word_processed(self) -> bool:
        """Whether it is a word processor's document, with changes or without."""
        return not self.form.has_lines

    @cached_property
    def lines(self) -> int:
        """The number of lines, or of sentences that the file carries."""
        return len(self.text.splitlines())

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(word for line in self.text.splitlines() for word in line.lower().split())

    def resembles(self, other: "Candidate") -> bool:
        """Return whether both may be of one exercise.

        Files with authors' changes are if they have the same source, other files if most words are in both.
        """
        if self.is_annotated and other.is_annotated:
            return self.lines == other.lines
        if self.is_tracked and other.is_tracked:
            return self.has_text_of(other)
        less, more = sorted((self.words.total(), other.words.total()))
        return less > 0 and more <= 2 * less and (self.words & other.words).total() >= _ALIKE * less

    def has_text_of(self, other: "Candidate") -> bool:
        """Return whether both have the same text, white space apart."""
        return self.text.split() == other.text.split()


@attrs.frozen
class LeftOut:
    """A file without a role, and the reason."""

    path: str
    reason: str


def candidates(folder: Path, inside: str = "") -> Iterator[Candidate | LeftOut]:
    """Yield every file in a folder and below it, hidden ones left out, and every folder with its own configuration."""
    for entry in sorted((folder / inside).iterdir()):
        path = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name.startswith((".", "~$")) or entry.name in SKIPPED_FOLDERS or path == CONFIGURATION:
            continue
        if entry.is_symlink():
            yield LeftOut(path, "a link, which may lead out of the folder")
        elif entry.is_dir() and (entry / CONFIGURATION).is_file():
            yield LeftOut(path, f"it has a {CONFIGURATION} of its own")
        elif entry.is_dir():
            yield from candidates(folder, path)
        elif (file := decision_file(entry)) is not None:
            yield LeftOut(path, f"{file.description}; they count without being listed")
        elif entry.is_file():
            yield _candidate(entry, path)


def _candidate(entry: Path, path: str) -> Candidate | LeftOut:
    suffix = entry.suffix.lower()
    is_pattern = any(holds(path, placeholder) for placeholder in PLACEHOLDERS)
    if re.search(schema()["$defs"]["path"]["pattern"], path) is None or is_pattern or not _is_unicode(path):
        return LeftOut(path, f"{CONFIGURATION} can't hold such a name")
    if _FOREIGN.fullmatch(suffix) and suffix not in document_suffixes():
        return LeftOut(path, f"{suffix} is no text of an exercise")
    if _NOTES.fullmatch(entry.name.lower().partition(".")[0]):
        return LeftOut(path, "notes on the folder, by its name")
    file = DocumentFile(entry)
    try:
        form = document_format(file)
        outline = form.outline(file)
    except DocumentError as error:
        return LeftOut(path, error.explanation)
    if not outline.source.strip() and not outline.corrects:
        return LeftOut(path, "the file is empty")
    return Candidate(path, form, outline.source, outline.corrects, outline.changes)


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
