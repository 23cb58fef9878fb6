"""Every format that a corpus is read from and written to, and what each can carry."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import attrs

from markscheme.formats import critic_markup, json_lines, m2_corpus, records, side_files, wi
from markscheme.formats.corpus import Corpus
from markscheme.formats.m2 import looks_like_m2
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data, read_text

Feature = Literal["texts", "people", "sides", "names", "absences", "ids", "edits", "types", "detections", "paragraphs"]
"""What a format may carry: several texts; several people's corrections of a text; which of them are hypotheses
and which references; people's names; that somebody has no correction of a text; texts' ids; which edits lead to
a correction, and their types; errors that are marked and not corrected; texts as people write them, and not
tokenised sentences."""

Reader = Callable[[Path], Corpus]
Writer = Callable[[Corpus, str], Mapping[str, bytes]]
"""Gives each file's content by name, for a corpus that has what the format needs, and the name asked for."""


@attrs.frozen
class Format:
    """A way to write corpora down.

    Attributes
    ----------
    name
        As the command line calls it.
    title
        As people call it.
    suffixes
        Of its files' names, by which it is known when it is written.
    carries
        What a corpus does not lose in it.
    read
        Reads a file that holds sources and corrections; ``None`` where each side has a file of its own.
    write
        Writes a corpus.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    carries: frozenset[Feature]
    read: Reader | None
    write: Writer

    @property
    def tokenised(self) -> bool:
        """Whether it holds tokenised sentences."""
        return "paragraphs" not in self.carries


def _text(read: Callable[[str, Path | None], Corpus]) -> Reader:
    return lambda path: read(read_text(path), path)


def _file(write: Callable[[Corpus], str]) -> Writer:
    return lambda corpus, name: {name: write(corpus).encode()}


def _read_critic_markup(path: Path) -> Corpus:
    return critic_markup.read_corpus(read_text(path), path, path.stem)


def _read_word(path: Path) -> Corpus:
    from markscheme.formats import word

    return word.read_corpus(read_data(path), path)


def _write_word(corpus: Corpus, name: str) -> Mapping[str, bytes]:
    from markscheme.formats import word

    return {name: word.write_corpus(corpus)}


_ALL_SIDES: frozenset[Feature] = frozenset({"people", "sides", "names"})

FORMATS: tuple[Format, ...] = (
    Format("lines", "parallel lines", (".src",), _ALL_SIDES | {"texts"}, None, side_files.write_lines),
    Format(
        "essays", "an essay's file", (".src.txt", ".src.md"), _ALL_SIDES | {"paragraphs"}, None, side_files.write_essays
    ),
    Format(
        "multigec",
        "MultiGEC's Markdown",
        (),
        _ALL_SIDES | {"texts", "ids", "paragraphs"},
        None,
        side_files.write_multigec,
    ),
    Format(
        "m2",
        "M2",
        (".m2", ".errant"),
        frozenset({"texts", "people", "edits", "types", "detections"}),
        _text(m2_corpus.read_corpus),
        _file(m2_corpus.write_corpus),
    ),
    Format(
        "criticmarkup",
        "CriticMarkup",
        (".md", ".markdown"),
        frozenset({"edits", "types", "detections", "paragraphs"}),
        _read_critic_markup,
        _file(critic_markup.write_corpus),
    ),
    Format(
        "docx",
        "a Word document",
        (".docx",),
        frozenset({"people", "names", "edits", "paragraphs"}),
        _read_word,
        _write_word,
    ),
    Format(
        "wi",
        "W&I's JSON lines",
        (".json",),
        frozenset({"texts", "people", "absences", "ids", "edits", "types", "detections", "paragraphs"}),
        _text(wi.read_corpus),
        _file(wi.write_corpus),
    ),
    Format(
        "jsonl",
        "JSON lines of texts",
        (".jsonl",),
        _ALL_SIDES | {"texts", "absences", "ids", "paragraphs"},
        _text(records.read_jsonl),
        _file(records.write_jsonl),
    ),
    Format(
        "tsv",
        "TSV",
        (".tsv",),
        _ALL_SIDES | {"texts", "absences", "ids", "paragraphs"},
        _text(records.read_tsv),
        _file(records.write_tsv),
    ),
)
NAMES = tuple(item.name for item in FORMATS)


def named(name: str) -> Format:
    """The format of a name.

    Raises
    ------
    DocumentError
        If there is none.
    """
    for item in FORMATS:
        if item.name == name:
            return item
    raise DocumentError(f"there is no format {name!r}", remedy=f"Formats are {', '.join(NAMES)}")


def format_suffixes(*names: str) -> frozenset[str]:
    """How the names of these formats' files end."""
    return frozenset(suffix for name in names for suffix in named(name).suffixes)


def format_to_write(path: Path) -> Format:
    """The format that a file's name asks for: the one of the longest suffix.

    Raises
    ------
    DocumentError
        If no format has such files.
    """
    lowered = path.name.lower()
    likely = [(len(suffix), item) for item in FORMATS for suffix in item.suffixes if lowered.endswith(suffix)]
    if not likely:
        raise DocumentError(
            "the name does not say which format is wanted",
            path=path,
            remedy=f"Name one with --to: {', '.join(NAMES)}",
        )
    return max(likely, key=lambda pair: pair[0])[1]


def format_to_read(path: Path) -> Format | None:
    """The format of a file that holds sources and corrections; ``None`` for one side of a group of files.

    Raises
    ------
    DocumentError
        If the file can't be read.
    """
    suffix = path.suffix.lower()
    if suffix == ".docx":
        return named("docx")
    text = read_text(path)
    if suffix == ".tsv":
        return named("tsv")
    if suffix in (".json", ".jsonl"):
        return named("wi" if _is_wi(text, path) else "jsonl")
    if looks_like_m2(text):
        return named("m2")
    return named("criticmarkup") if critic_markup.recognises(text) else None


def _is_wi(text: str, path: Path) -> bool:
    _, first = next(json_lines.read_objects(text, path), (0, {}))
    return "text" in first and "source" not in first
