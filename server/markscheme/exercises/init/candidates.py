"""The files of a folder that may be documents of exercises, and what is in them."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

import attrs

from markscheme.exercises.accepted import ACCEPTED
from markscheme.exercises.configuration import CONFIGURATION, schema
from markscheme.exercises.exercises import SKIPPED_FOLDERS
from markscheme.exercises.patterns import has_name
from markscheme.formats import critic_markup
from markscheme.formats.m2 import looks_like_m2
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data, read_text

Kind = Literal["text", "M2", "CriticMarkup", "Word"]

_FOREIGN = re.compile(r"\.(json|xml|html?|csv|tsv|py|[jt]s|sh|toml|ya?ml|ini|cfg|lock|log|pdf|conllu|ipynb)")
_NOTES = re.compile("readme|licen[cs]e|changelog|contributing|notes|todo|authors|makefile")
_CRITIC = re.compile(r"\{(\+\+.*?\+\+|--.*?--|~~.*?~>.*?~~)\}", re.DOTALL)
_ALIKE = 0.5


@attrs.define
class Candidate:
    """A file that may be a document of an exercise; ``path`` is relative to the folder, with ``/``.

    ``text`` is the source of CriticMarkup and of a Word document, whose ``changes`` are counted by author.
    """

    path: str
    kind: Kind
    text: str
    changes: dict[str, int] = attrs.Factory(dict)

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
    def corrects(self) -> bool:
        """Whether it holds a source and corrections of it."""
        return self.kind in ("M2", "CriticMarkup") or bool(self.changes)

    @cached_property
    def lines(self) -> int:
        """Lines; of an M2 file, sentences."""
        return len(self._sentences)

    @cached_property
    def annotators(self) -> int:
        return len({line.rpartition("|||")[2] for line in self.text.splitlines() if line.startswith("A ")})

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(word for sentence in self._sentences for word in sentence.lower().split())

    @property
    def _sentences(self) -> list[str]:
        lines = self.text.splitlines()
        return [line[2:] for line in lines if line.startswith("S ")] if self.kind == "M2" else lines

    def resembles(self, other: "Candidate") -> bool:
        """Whether both may be of one exercise: Word documents with the same source, else most words are in both."""
        if self.kind == other.kind == "M2":
            return self.lines == other.lines
        if self.kind == other.kind == "Word":
            return self.has_text_of(other)
        less, more = sorted((self.words.total(), other.words.total()))
        return less > 0 and more <= 2 * less and (self.words & other.words).total() >= _ALIKE * less

    def has_text_of(self, other: "Candidate") -> bool:
        """Whether both have the same text, white space apart."""
        return self.text.split() == other.text.split()


@attrs.frozen
class LeftOut:
    """A file without a role, and why it has none."""

    path: str
    reason: str


def candidates(folder: Path, inside: str = "") -> Iterator[Candidate | LeftOut]:
    """Every file in a folder and below it that is not hidden, and every folder that has a configuration of its own."""
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
        elif entry.name == ACCEPTED:
            yield LeftOut(path, "the alternatives that teachers accepted; they count without being listed")
        elif entry.is_file():
            yield _candidate(entry, path)


def _candidate(entry: Path, path: str) -> Candidate | LeftOut:
    suffix = entry.suffix.lower()
    if re.search(schema()["$defs"]["path"]["pattern"], path) is None or has_name(path) or not _is_unicode(path):
        return LeftOut(path, f"{CONFIGURATION} can't hold such a name")
    if _FOREIGN.fullmatch(suffix):
        return LeftOut(path, f"{suffix} is no text of an exercise")
    if _NOTES.fullmatch(entry.name.lower().partition(".")[0]):
        return LeftOut(path, "notes on the folder, by its name")
    try:
        found = _word(entry, path) if suffix == ".docx" else _text(entry, path)
    except DocumentError as error:
        return LeftOut(path, error.problem)
    return found if found.text.strip() or found.corrects else LeftOut(path, "the file is empty")


def _word(entry: Path, path: str) -> Candidate:
    from markscheme.formats import word

    [text] = word.read_corpus(read_data(entry), entry).entries
    return Candidate(path, "Word", text.source, {item.name: len(item.edits or ()) for item in text.references})


def _text(entry: Path, path: str) -> Candidate:
    text = read_text(entry)
    if looks_like_m2(text):
        return Candidate(path, "M2", text)
    if not _CRITIC.search(text):
        return Candidate(path, "text", text)
    try:
        return Candidate(path, "CriticMarkup", critic_markup.read_critic_markup(text).source)
    except DocumentError:  # told when it is marked
        return Candidate(path, "CriticMarkup", text)


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
