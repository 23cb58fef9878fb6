"""Document formats: what the rest asks about a format, every format by name, and which format a file has.

That is decided once, when a file is read; :attr:`Document.format <markscheme.documents.corpus.Document.format>` carries
it from there on. A package adds a format by an entry point: an object derived from a class of this module, under the
format's name::

    [project.entry-points."markscheme.formats"]
    toy = "toy_format:TOY"
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

import attrs

from markscheme.documents.corpus import (
    PLAIN_TEXT,
    Annotator,
    Corpus,
    Document,
    Faults,
    MarginComment,
    ParallelText,
    TextPart,
    joined,
    only_entry,
)
from markscheme.documents.files import TextSource, read_data, read_text
from markscheme.documents.places import CorrectedText
from markscheme.documents.rewriting import HypothesisFile, WordsFile
from markscheme.documents.streams import TextFile
from markscheme.errors import DocumentError, RegistryError
from markscheme.registry import Registry

Feature = Literal[
    "texts",
    "people",
    "sides",
    "names",
    "absences",
    "uncorrected",
    "ids",
    "paragraphs",
    "edits",
    "types",
    "detections",
    "notes",
    "attributes",
    "edit ids",
]
"""What a format may carry: several texts; several people's corrections of a text; which of them are hypotheses
and which references; people's names; that somebody has no correction of a text that others corrected; texts that
nobody corrected; texts' ids; texts as people write them, and not tokenised sentences; which edits lead to a correction,
and their types; errors that are marked and not corrected; the notes, attributes and ids that edits have besides."""
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
    ``faults``: of what is left out of them.
    """

    corrections: tuple[Document, ...]
    source: Document | None = None
    alternatives: tuple[Document, ...] = ()
    faults: Faults = Faults()


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
    are references unless their names say otherwise. ``is_looked_for``: whether a file is taken for a document by its
    name; else only where ``markscheme.toml`` names it. ``annotated_suffix``: the end of the name of the file whose text
    a file annotates; empty where it holds its texts itself. ``words_file``: what changes a hypothesis in its file;
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
    is_looked_for: ClassVar[bool] = True
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

    def sound_texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the same without annotations that can't be read, where the format can tell them from the rest."""
        return self.texts(file, name, author)

    def by_author(self, document: Document) -> tuple[Document, ...]:
        return (document,)

    def margin_comments(self, file: DocumentFile, document: Document) -> tuple[MarginComment, ...]:
        """Return what stands in the margin beside a correction of :meth:`texts`, in order."""
        return ()

    def running_texts(self, document: Document) -> Texts:
        """Return a correction of :meth:`texts` without markup."""
        return Texts((document,))

    def parallel_texts(self, document: Document, *, strict: bool = True) -> tuple[ParallelText, ...]:
        """Return texts of numbered sentences, one for each choice of corrections.

        Unless ``strict``, a sentence that can't be read has a fault (:attr:`~markscheme.documents.corpus.Side.fault`).
        """
        text = ParallelText.of_lines(document.text, document.name, document.path)
        return (attrs.evolve(text, choice=document.choice),)

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

    def sound_content(self, file: DocumentFile) -> tuple[T, Faults]:
        """Return what of a file can be read, with the faults of the rest; raise as :meth:`content`."""
        return self.content(file), Faults()

    def alternatives(self, file: DocumentFile, content: T) -> Iterator[T]:
        """Yield what the text becomes with further acceptable corrections that the file gives of some edits."""
        yield from ()

    def source_text(self, file: DocumentFile) -> str:
        """Return what ``init`` sees of a malformed file in lines."""
        return file.text

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return self.content(file).left_out

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return self._texts(self.content(file), file, name)

    def sound_texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content, faults = self.sound_content(file)
        return self._texts(content, file, name, faults)

    def _texts(self, content: T, file: DocumentFile, name: str, faults: Faults = Faults()) -> Texts:
        others = enumerate(self.alternatives(file, content), 1)
        return Texts(
            (self._correction(content, file, name),),
            Document("source", content.source, file.path, content.source_places, format=self.name),
            tuple(self._correction(item, file, f"{name} ({number + 1})", number) for number, item in others),
            faults,
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

    def read_tolerantly(self, file: DocumentFile) -> Corpus:
        """Return what of a file can be read, with the faults of the rest: its entries', or the corpus's.

        Raise DocumentError if nothing can be read, or the format does not part what is sound from what is not.
        """
        return self.read_corpus(file)

    def read_columns(self, file: DocumentFile, roles: Mapping[str, str]) -> Corpus:
        """Return a corpus; ``roles`` name a table's columns. Raise DocumentError if there are roles and no table."""
        if roles:
            raise DocumentError(
                f"{self.title} has no columns that can be named", path=file.path, remedy="Leave out --column"
            )
        return self.read_corpus(file)

    @abstractmethod
    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return each file's content by name, for a corpus with what the format carries; ``name`` is the file to write.

        Raise DocumentError if the format can't hold the corpus.
        """


class AnnotatedCorpusFormat(DocumentFormat, CorpusFormat):
    """A corpus of texts as people write them, of which annotators state edits. As a document, its texts are one text,
    with a blank line between two; every annotator has a correction of it, and is absent where they have none.
    """

    has_lines = False
    carries_source = True
    has_authors = True
    is_annotators_work = True
    is_looked_for = False

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        entries = self.read_corpus(file).entries
        [whole] = joined(Corpus(entries, tokenised=False), "\n\n").entries
        starts = accumulate((len(entry.source) + len("\n\n") for entry in entries), initial=0)
        parts = tuple(TextPart(entry.id, start) for entry, start in zip(entries, starts, strict=False))
        source = Document("source", whole.source, file.path, format=self.name, parts=parts)
        wanted = [item for item in whole.references if author in (None, TOGETHER, item.name)]
        if author not in (None, TOGETHER) and not wanted:
            names = ", ".join(item.name for item in whole.references) or "none"
            raise DocumentError(
                f"{author!r} has no correction in this file", path=file.path, remedy=f"Its annotators: {names}"
            )
        several = len(wanted) > 1
        corrections = tuple(
            Document(
                _annotator(name, item.name) if several else name,
                item.text,
                file.path,
                author=item.name if several else None,
                edits=item.edits,
                format=self.name,
                parts=tuple(
                    attrs.evolve(part, is_corrected=any(item.name == own.name for own in entry.references))
                    for part, entry in zip(parts, entries, strict=True)
                ),
            )
            for item in wanted
        )
        return Texts(corrections or (Document(name, whole.source, file.path, format=self.name),), source)


def _annotator(file: str, name: str) -> str:
    """Return the name of one of a file's annotators; one who has only a number is called so, as in M2."""
    return f"{file}#{name}" if name.isdecimal() else name


@attrs.frozen
class Sides:
    """An exercise's texts: the source, and everybody's corrections; ``strict``: whether a faulty line is an error."""

    source: Document | None
    hypotheses: tuple[Document, ...]
    references: tuple[Document, ...]
    strict: bool = True

    @property
    def corrections(self) -> tuple[Document, ...]:
        return (*self.hypotheses, *self.references)

    def of(self, path: Path) -> "Sides":
        hypotheses, references = (
            tuple(item for item in side if item.path == path) for side in (self.hypotheses, self.references)
        )
        return Sides(self.source, hypotheses, references, self.strict)


class SideFilesFormat(CorpusFormat):
    """A format with a file for each side of an exercise: the source, each hypothesis and each reference."""

    def read_corpus(self, file: DocumentFile) -> Corpus:
        raise DocumentError(f"{self.title} has one side of a corpus, and not all of it", path=file.path)

    @abstractmethod
    def read_sides(self, sides: Sides) -> Corpus:
        """Raise DocumentError if the texts don't belong together."""


ALL_SIDES: frozenset[Feature] = frozenset({"people", "sides", "names"})
"""What formats carry that say who made a correction, by name, and whether it is a hypothesis."""

DETAILED_EDITS: frozenset[Feature] = frozenset({"edits", "types", "detections", "notes", "attributes", "edit ids"})
"""What formats carry that keep all that annotators say of an error."""

_ROLES = {"hypothesis": "hyp", "reference": "ref"}

_UNSAFE = re.compile(r"[^\w.-]+")


def people_files(people: Iterable[Annotator], stem: str, extension: str) -> dict[Annotator, str]:
    """Return the name of each person's file, as exercises find them; raise DocumentError if two would be the same."""
    files: dict[Annotator, str] = {}
    for person in people:
        file = f"{stem}.{_ROLES[person[0]]}{_suffix(person)}{extension}"
        if file.casefold() in map(str.casefold, files.values()):  # as Windows and macOS see them
            raise DocumentError(f"two people's files would be called {file}", remedy="Give them names that differ more")
        files[person] = file
    return files


def names_in_files(people: Iterable[Annotator]) -> Iterator[str]:
    """Yield the names of people that files can't bear as they are, and what they become, in a line for people."""
    names = {person[1]: suffix.removeprefix(".") for person in people if (suffix := _suffix(person))}
    changed = [f"{name} is now {safe}" for name, safe in names.items() if name != safe]
    if changed:
        yield f"names: {', '.join(changed)}"


def _suffix(person: Annotator) -> str:
    part, name = person
    return "" if name in ("", part) else f".{safe_name(name)}"


def safe_name(name: str) -> str:
    """Return a name as a part of a file's name."""
    return _UNSAFE.sub("-", name).strip(".-") or "unnamed"


@attrs.frozen
class CorpusStream:
    """A corpus of ``size`` entries; ``people``: by first appearance; ``corpora``: its stretches, or DocumentError."""

    size: int
    people: tuple[Annotator, ...]
    left_out: tuple[str, ...]
    corpora: Callable[[int], Iterator[Corpus]]

    @classmethod
    def held(cls, corpus: Corpus) -> "CorpusStream":
        def corpora(size: int) -> Iterator[Corpus]:
            for first in range(0, len(corpus.entries), size):
                faults = Faults() if first else corpus.faults
                yield Corpus(corpus.entries[first : first + size], corpus.tokenised, faults=faults)

        return cls(len(corpus.entries), corpus.people, corpus.left_out, corpora)

    def whole(self, *, strict: bool = True) -> Corpus:
        """Return the corpus; raise DocumentError if it is malformed: in one line if ``strict``, else in every entry."""
        [corpus] = self.corpora(self.size)
        if strict or not corpus.entries:
            corpus.faults.check()
        return attrs.evolve(corpus, left_out=self.left_out)


class StreamedFormat(CorpusFormat):
    """A format that holds any number of texts and everybody's corrections, and is written entry by entry.

    ``depends_on_people``: whether an entry's output depends on who corrects others. ``can_be_packed``: by gzip or Zstd.
    """

    depends_on_people: ClassVar[bool] = True
    can_be_packed: ClassVar[bool] = True

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        """Return the names of the files to write. Raise DocumentError if two people's would be the same."""
        return (name,)

    @abstractmethod
    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield what is written next to each file, stretch by stretch; ``people``: everybody, by first appearance."""

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        """Return how often a stretch loses something, by lines for people, with ``{}`` where the sum stands."""
        return {}

    def summed_losses(self, people: Iterable[Annotator], counts: Mapping[str, int]) -> Iterator[str]:
        """Yield what files lose of a corpus of these people, for which :meth:`counted_losses` has these sums."""
        yield from (line.format(count) for line, count in counts.items() if count)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from self.summed_losses(corpus.people, self.counted_losses(corpus))

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        people = corpus.people
        names = self.file_names(name, people)
        pieces = zip(*self.written([corpus], people), strict=True)
        return dict(zip(names, map(b"".join, pieces), strict=True))


class StretchedFormat(StreamedFormat):
    """A format whose files are read in stretches, too."""

    @abstractmethod
    def stream(self, file: TextFile) -> CorpusStream:
        """Look a file through; raise DocumentError if it is malformed, has no entry, or can't be read."""

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return self.stream(TextFile.of(file.text, file.path)).whole()


F = TypeVar("F", bound=Format)
RecordError = Callable[..., DocumentError]
"""Makes the error of a record, in its file and line."""


def _fault(name: str, variant: Any) -> str:
    if not isinstance(variant, Format):
        return "it is not an object of a class that is derived from markscheme.documents.formats.Format"
    return "" if variant.name == name else f"its name is {variant.name!r}"


class Formats(Registry[Format]):
    """Every format by name, which format a file has, and what the names of files say."""

    @property
    def built_in_corpora(self) -> tuple[str, ...]:
        return tuple(_CORPORA)

    @cached_property
    def documents(self) -> tuple[DocumentFormat, ...]:
        """The formats that can be marked, in the order in which files are shown to them; plain text is the last."""
        formats = [item for item in self.variants().values() if isinstance(item, DocumentFormat)]
        return tuple(sorted(formats, key=lambda item: item.name == PLAIN_TEXT))

    @cached_property
    def corpora(self) -> tuple[CorpusFormat, ...]:
        return tuple(item for item in self.variants().values() if isinstance(item, CorpusFormat))

    @property
    def corpus_names(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.corpora)

    @cached_property
    def suffixes(self) -> frozenset[str]:
        """The ends of the names of files that can be marked, in lower case."""
        sought = [item for item in self.documents if item.is_looked_for]
        return frozenset(suffix for item in sought for suffix in (*item.suffixes, *item.shared_suffixes))

    def corpus(self, name: str) -> CorpusFormat:
        """Raise DocumentError if there is no such format."""
        for item in self.corpora:
            if item.name == name:
                return item
        raise DocumentError(f"there is no format {name!r}", remedy=f"Formats are {', '.join(self.corpus_names)}")

    def of(self, document: Document) -> DocumentFormat:
        """Return the format of a document's file. Raise DocumentError if the format's package is not installed here."""
        try:
            form = self.get(document.format)
        except RegistryError as error:
            raise DocumentError(str(error), path=document.path) from error
        if not isinstance(form, DocumentFormat):
            raise DocumentError(f"{form.title} can't be marked", path=document.path)
        return form

    def recognised(self, file: DocumentFile) -> DocumentFormat:
        """Return the format of a file that is to be marked. Raise DocumentError if the file can't be read."""
        return _recognised(self.documents, file) or self.documents[-1]

    def of_text(self, text: str, path: Path | None = None) -> DocumentFormat:
        return self.recognised(DocumentFile(path or Path(), lambda _: text))

    def texts(
        self, path: Path, read: TextSource, name: str, author: str | None = None, *, strict: bool = True
    ) -> Texts:
        """Return the texts of a file; raises as :meth:`DocumentFormat.texts`. Unless ``strict``, they are without
        annotations that can't be read, where the format can tell them from the rest.
        """
        file = DocumentFile(path, read)
        form = self.recognised(file)
        texts = form.texts if strict else form.sound_texts
        return texts(file, name, None if author == TOGETHER and not form.has_authors else author)

    def to_read(self, file: DocumentFile) -> CorpusFormat | None:
        """Return a whole corpus's format; ``None`` for one side of a group. Raise DocumentError if it can't be read."""
        claiming = [item for item in self.documents if item.claims(file.path)]
        if claiming and not any(isinstance(item, CorpusFormat) for item in claiming):
            return None
        return _recognised(self.corpora, file)

    def to_write(self, path: Path) -> CorpusFormat:
        """Return the format of the longest suffix that fits a file's name. Raise DocumentError if there is none."""
        lowered = path.name.lower()
        likely = [(len(suffix), item) for item in self.corpora for suffix in item.suffixes if lowered.endswith(suffix)]
        if not likely:
            raise DocumentError(
                "the name does not say which format is wanted",
                path=path,
                remedy=f"Name one with --to: {', '.join(self.corpus_names)}",
            )
        return max(likely, key=lambda pair: pair[0])[1]

    def has_lines(self, path: Path) -> bool:
        return all(item.has_lines for item in self.documents if item.claims(path))

    def annotated(self, paths: Iterable[Path]) -> frozenset[Path]:
        """Return the files whose texts other files annotate: a part of those, and no documents by themselves."""
        claiming = ((path, item.annotated_suffix) for path in paths for item in self.documents if item.claims(path))
        return frozenset(path.with_suffix(suffix) for path, suffix in claiming if suffix)

    def is_annotators_work(self, path: Path) -> bool:
        suffix = path.suffix.lower()
        works = (item for item in self.documents if item.is_annotators_work)
        return any(suffix in (*item.suffixes, *item.shared_suffixes) for item in works)

    def is_self_contained(self, path: Path, *, by_name: bool = False) -> bool:
        """Return whether a file is a source with references; ``by_name``: whether its name alone decides."""
        likely = [item for item in self.documents if item.is_self_contained and path.suffix in item.suffixes]
        return any(item.is_named_exercise or (not by_name and item.is_exercise(DocumentFile(path))) for item in likely)

    def needs_conversion(self, path: Path) -> bool:
        """Return whether a file's name says that the file holds a corpus that can't be marked as it is."""
        return path.suffix.lower() not in self.suffixes and any(item.claims(path) for item in self.corpora)


def _recognised(formats: Sequence[F], file: DocumentFile) -> F | None:
    """Return the first format that recognises a file; those that claim its name, or else those that claim none."""
    claiming = [item for item in formats if item.claims(file.path)]
    return next((item for item in claiming or formats if item.recognises(file)), None)


_CORPORA = {
    "lines": "markscheme.documents.plain_text:LINES",
    "essays": "markscheme.documents.plain_text:ESSAYS",
    "multigec": "markscheme.documents.plain_text:MULTIGEC",
    "m2": "markscheme.documents.m2_format:M2",
    "criticmarkup": "markscheme.documents.critic_markup:CRITIC_MARKUP",
    # UA-GEC's annotation may stand in a note of brat's, so brat comes first.
    "brat": "markscheme.documents.brat:BRAT",
    "uagec": "markscheme.documents.uagec:UAGEC",
    "xmi": "markscheme.documents.inception:XMI",
    "docx": "markscheme.documents.word:WORD",
    "nucle": "markscheme.documents.nucle:NUCLE",
    "wi": "markscheme.documents.records:WI",
    "jsonl": "markscheme.documents.records:JSONL",
    "parquet": "markscheme.documents.records:PARQUET",
    "tsv": "markscheme.documents.tables:TSV",
    "csv": "markscheme.documents.tables:CSV",
    "xlsx": "markscheme.documents.tables:XLSX",
}
_TEXTS = {
    # These look at the content of files that are called .docx, so they come before Word's formats.
    "odt": "markscheme.documents.word_processors:ODT",
    "rtf": "markscheme.documents.word_processors:RICH_TEXT",
    "unreadable": "markscheme.documents.word_processors:UNREADABLE",
    PLAIN_TEXT: "markscheme.documents.plain_text:TEXT",
}
_REST = {
    # Word documents without changes, where Word's format has not recognised any.
    "docx-text": "markscheme.documents.word:WORD_TEXT"
}
FORMATS = Formats("format", {**_TEXTS, **_CORPORA, **_REST}, "markscheme.formats", _fault)
