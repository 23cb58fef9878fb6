"""A document format: one object that holds everything the rest of the server asks about the format.

The registry (:mod:`markscheme.documents.registry`) decides once, when a file is read, which format it has;
:attr:`Document.format <markscheme.documents.corpus.Document.format>` carries the decision from there on.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Generic, Literal, TypeVar

import attrs

from markscheme.documents.corpus import (
    Corpus,
    CorrectedText,
    Document,
    MarginComment,
    ParallelText,
    only_entry,
    text_of_lines,
)
from markscheme.documents.files import TextSource, read_data, read_text
from markscheme.documents.rewriting import HypothesisFile, WordsFile
from markscheme.errors import DocumentError

Feature = Literal[
    "texts", "people", "sides", "names", "absences", "uncorrected", "ids", "edits", "types", "detections", "paragraphs"
]
"""What a format may carry: several texts; several people's corrections of a text; which of them are hypotheses
and which references; people's names; that somebody has no correction of a text that others corrected; texts that
nobody corrected; texts' ids; which edits lead to a correction, and their types; errors that are marked and not
corrected; texts as people write them, and not tokenised sentences."""
TOGETHER = "*"
"""Stands for an author's name, and means all authors of a file together."""


class DocumentFile:
    """A file whose content is read when it is first needed, from disk or an editor's unsaved buffer, and then kept."""

    def __init__(self, path: Path, read: TextSource = read_text) -> None:
        self.path = path
        self._read = read

    def beside(self, name: str) -> "DocumentFile":
        return DocumentFile(self.path.with_name(name), self._read)

    @cached_property
    def text(self) -> str:
        """Reading it raises :class:`DocumentError` where the file is missing or not UTF-8."""
        return self._read(self.path)

    @cached_property
    def data(self) -> bytes:
        """The file's bytes on disk; reading them raises :class:`DocumentError` where the file is missing."""
        return read_data(self.path)


@attrs.frozen
class Texts:
    """The texts of one file: at least one correction, and the source where the file has it as a text.

    ``alternatives``: corrections with other acceptable corrections of some edits. In a reference, each is its own.
    """

    corrections: tuple[Document, ...]
    source: Document | None = None
    alternatives: tuple[Document, ...] = ()


@attrs.frozen
class Outline:
    """What ``markscheme init`` sees of a file, sound or not: its text, or the source that it carries.

    ``corrects``: whether the file holds a source and corrections. ``changes``: their number by author.
    """

    source: str
    corrects: bool = False
    changes: Mapping[str, int] = attrs.field(factory=dict)
    author: str | None = None


class Format(ABC):
    """A way to write texts and corrections to a file. ``title``: as people say it: "a Word document", "M2".

    ``suffixes``: the ends of its files' names, in lower case. ``claimed``: those that say alone that a file is of this
    format; no other format sees the content of such a file, unless it claims it too. A format whose files are not UTF-8
    text must claim their names.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    claimed: ClassVar[tuple[str, ...]] = ()

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.claimed

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether a file is of this format, well-formed or not. Raise DocumentError if it can't be read.

        It is called for files that the format claims, and for those that no format claims.
        """
        return self.claims(file.path)


class DocumentFormat(Format):
    """A format that can be marked. Methods raise DocumentError if a file or a document can't be used.

    The defaults are those of running text: sentences line up by words, or by number where they are tokenised.
    ``label``: as people call it before a noun: "Word", "CriticMarkup". ``shared_suffixes``: further ends of its files'
    names, in lower case, which files of other formats have too. ``has_lines``: whether its files are text, in lines;
    the server shows nothing in others. ``is_self_contained``: whether a file with one of its suffixes is an exercise by
    itself: a source with references; ``is_named_exercise``: whether the suffix alone says so; else the content decides
    (:meth:`is_exercise`). ``has_authors``: whether a file may hold several people's corrections. ``is_tokenised``:
    whether its texts are always tokenised sentences that line up by number. ``is_annotators_work``: whether its files
    are references unless their names say otherwise. ``annotated_suffix``: the end of the name of the file whose text a
    file annotates; empty where it holds its texts itself. ``words_file``: what changes a hypothesis in its file;
    ``None`` where files can't be changed here.
    """

    label: ClassVar[str]
    shared_suffixes: ClassVar[tuple[str, ...]] = ()
    has_lines: ClassVar[bool] = True
    carries_source: ClassVar[bool] = False
    is_self_contained: ClassVar[bool] = False
    is_named_exercise: ClassVar[bool] = False
    has_authors: ClassVar[bool] = False
    is_tokenised: ClassVar[bool] = False
    is_annotators_work: ClassVar[bool] = False
    annotated_suffix: ClassVar[str] = ""
    words_file: ClassVar[type[WordsFile] | None] = None

    def is_exercise(self, file: DocumentFile) -> bool:
        """Return whether a file is an exercise by itself, where a file of its name may be."""
        return self.is_self_contained

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        """Return the parts of a file that its texts don't hold, in words for people."""
        return ()

    @abstractmethod
    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the texts of a file, each with its places in the file; every document bears the format's name.

        ``name``: whose correction it is; a file of several authors names each of its documents itself. ``author``:
        whose correction to return; everybody's if ``None``. Formats that have authors may get :data:`TOGETHER`: one
        correction with the changes of them all, where a format can make it. Raise DocumentError if a file has nothing
        by that author.
        """

    def by_author(self, document: Document) -> tuple[Document, ...]:
        return (document,)

    def margin_comments(self, file: DocumentFile, document: Document) -> tuple[MarginComment, ...]:
        """Return what stands in the margin beside a correction of :meth:`texts`, in order."""
        return ()

    def running_texts(self, document: Document) -> Texts:
        """Return a correction of :meth:`texts` without markup."""
        return Texts((document,))

    def parallel_texts(self, document: Document) -> tuple[ParallelText, ...]:
        """Return texts of numbered sentences, one for each choice of corrections."""
        return (attrs.evolve(text_of_lines(document.text, document.name, document.path), choice=document.choice),)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        """Return what changes a hypothesis in its file, which reads ``text``; raise DocumentError if nothing can.

        ``tokenised``: whether every token is parted by one space, punctuation too.
        """
        if self.words_file is None:
            raise DocumentError(f"{self.title} can't be corrected here", path=document.path)
        return self.words_file(document.path, text, tokenised=tokenised)

    def outline(self, file: DocumentFile) -> Outline:
        texts = self.texts(file, file.path.stem)
        source = texts.source or texts.corrections[0]
        changes = {item.author: len(item.edits or ()) for item in texts.corrections if item.author is not None}
        return Outline(source.text, self.carries_source, changes)


T = TypeVar("T", bound=CorrectedText)


class CorrectedTextFormat(DocumentFormat, Generic[T]):
    """A format whose files hold a source and one correction of it, between marks or beside them."""

    carries_source = True

    @abstractmethod
    def content(self, file: DocumentFile) -> T:
        """Raise DocumentError if the file can't be used."""

    def alternatives(self, file: DocumentFile, content: T) -> Iterator[T]:
        """Yield what the text becomes with further acceptable corrections that the file gives of some edits."""
        yield from ()

    def source_text(self, file: DocumentFile) -> str:
        """Return what ``init`` sees of a malformed file in lines."""
        return file.text

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return self.content(file).left_out

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content = self.content(file)
        others = enumerate(self.alternatives(file, content), 1)
        return Texts(
            (self._correction(content, file, name),),
            Document("source", content.source, file.path, content.source_places, format=self.name),
            tuple(self._correction(item, file, f"{name} ({number + 1})", number) for number, item in others),
        )

    def _correction(self, content: T, file: DocumentFile, name: str, choice: int = 0) -> Document:
        places, edits = content.corrected_places, content.edits
        return Document(name, content.corrected, file.path, places, edits=edits, format=self.name, choice=choice)

    def outline(self, file: DocumentFile) -> Outline:
        try:
            return super().outline(file)
        except DocumentError:
            if not self.has_lines:
                raise
            return Outline(self.source_text(file), corrects=True)


class CorpusFormat(Format):
    """A format that ``convert`` reads and writes. ``carries``: what a corpus does not lose in it. ``joins_sentences``:
    whether tokenised sentences become the lines of its one text.
    """

    carries: ClassVar[frozenset[Feature]]
    joins_sentences: ClassVar[bool] = False

    @property
    def tokenised(self) -> bool:
        return "paragraphs" not in self.carries

    def check_texts(self, corpus: Corpus) -> None:
        """Raise DocumentError if a file can't hold as many texts as a corpus has."""
        if "texts" not in self.carries and not (self.joins_sentences and corpus.tokenised):
            only_entry(corpus, self.title)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        """Yield what files of this format lose of a corpus besides what ``carries`` says, a line each, for people."""
        yield from ()

    @abstractmethod
    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Raise DocumentError if the file can't be used."""

    @abstractmethod
    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return each file's content by name, for a corpus with what the format carries; ``name`` is the file to write.

        Raise DocumentError if the format can't hold the corpus.
        """


@attrs.frozen
class Sides:
    """An exercise's texts: the source, and everybody's corrections."""

    source: Document | None
    hypotheses: tuple[Document, ...]
    references: tuple[Document, ...]

    @property
    def corrections(self) -> tuple[Document, ...]:
        return (*self.hypotheses, *self.references)

    def of(self, path: Path) -> "Sides":
        hypotheses, references = (
            tuple(item for item in side if item.path == path) for side in (self.hypotheses, self.references)
        )
        return Sides(self.source, hypotheses, references)


class SideFilesFormat(CorpusFormat):
    """A format with a file for each side of an exercise: the source, each hypothesis and each reference."""

    def read_corpus(self, file: DocumentFile) -> Corpus:
        raise DocumentError(f"{self.title} has one side of a corpus, and not all of it", path=file.path)

    @abstractmethod
    def read_sides(self, sides: Sides) -> Corpus:
        """Raise DocumentError if the texts don't belong together."""
