"""Every document format, and the one place that decides which format a file has.

A package adds a format by an entry point: an object derived from a class of :mod:`markscheme.documents.base`, under the
format's name::

    [project.entry-points."markscheme.formats"]
    toy = "toy_format:TOY"
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from markscheme.documents.base import TOGETHER, CorpusFormat, DocumentFile, DocumentFormat, Format, Texts
from markscheme.documents.corpus import PLAIN_TEXT, Document
from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError
from markscheme.registry import Registry, RegistryError

F = TypeVar("F", bound=Format)


def _fault(name: str, variant: Any) -> str:
    if not isinstance(variant, Format):
        return "it is not an object of a class that is derived from markscheme.documents.base.Format"
    return "" if variant.name == name else f"its name is {variant.name!r}"


_CORPORA = {
    "lines": "markscheme.documents.plain_text:LINES",
    "essays": "markscheme.documents.plain_text:ESSAYS",
    "multigec": "markscheme.documents.plain_text:MULTIGEC",
    "m2": "markscheme.documents.m2.m2_format:M2",
    "criticmarkup": "markscheme.documents.critic_markup.critic_format:CRITIC_MARKUP",
    # UA-GEC's annotation may stand in a note of brat's, so brat comes first.
    "brat": "markscheme.documents.brat:BRAT",
    "uagec": "markscheme.documents.uagec:UAGEC",
    "docx": "markscheme.documents.word.word_format:WORD",
    "nucle": "markscheme.documents.nucle:NUCLE",
    "wi": "markscheme.documents.records.json_records:WI",
    "jsonl": "markscheme.documents.records.json_records:JSONL",
    "parquet": "markscheme.documents.records.parquet:PARQUET",
    "tsv": "markscheme.documents.records.columns:TSV",
    "csv": "markscheme.documents.records.columns:CSV",
    "xlsx": "markscheme.documents.records.columns:XLSX",
}
_TEXTS = {
    # These look at the content of files that are called .docx, so they come before Word's formats.
    "odt": "markscheme.documents.word_processors.formats:ODT",
    "rtf": "markscheme.documents.word_processors.formats:RICH_TEXT",
    "xmi": "markscheme.documents.inception.inception_format:XMI",
    "unreadable": "markscheme.documents.word_processors.formats:UNREADABLE",
    PLAIN_TEXT: "markscheme.documents.plain_text:TEXT",
}
_REST = {
    # Word documents without changes, where Word's format has not recognised any.
    "docx-text": "markscheme.documents.word.word_format:WORD_TEXT"
}
BUILT_IN_CORPORA = tuple(_CORPORA)
FORMATS: Registry[Format] = Registry("format", {**_TEXTS, **_CORPORA, **_REST}, "markscheme.formats", _fault)


@cache
def document_formats() -> tuple[DocumentFormat, ...]:
    """Return the formats that can be marked, in the order in which files are shown to them; plain text is the last."""
    formats = [item for item in FORMATS.variants().values() if isinstance(item, DocumentFormat)]
    return tuple(sorted(formats, key=lambda item: item.name == PLAIN_TEXT))


@cache
def corpus_formats() -> tuple[CorpusFormat, ...]:
    return tuple(item for item in FORMATS.variants().values() if isinstance(item, CorpusFormat))


def corpus_format_names() -> tuple[str, ...]:
    return tuple(item.name for item in corpus_formats())


def corpus_format(name: str) -> CorpusFormat:
    """Raise DocumentError if there is no such format."""
    for item in corpus_formats():
        if item.name == name:
            return item
    raise DocumentError(f"there is no format {name!r}", remedy=f"Formats are {', '.join(corpus_format_names())}")


def format_of(document: Document) -> DocumentFormat:
    """Return the format of a document's file. Raise DocumentError if the format's package is not installed here."""
    try:
        form = FORMATS.get(document.format)
    except RegistryError as error:
        raise DocumentError(str(error), path=document.path) from error
    if not isinstance(form, DocumentFormat):
        raise DocumentError(f"{form.title} can't be marked", path=document.path)
    return form


def document_format(file: DocumentFile) -> DocumentFormat:
    """Return the format of a file that is to be marked. Raise DocumentError if the file can't be read."""
    formats = document_formats()
    return _recognised(formats, file) or formats[-1]


def text_format(text: str, path: Path | None = None) -> DocumentFormat:
    return document_format(DocumentFile(path or Path(), lambda _: text))


def read_texts(path: Path, read: TextSource, name: str, author: str | None = None) -> Texts:
    """Return the texts of a file; raises as :meth:`DocumentFormat.texts`."""
    file = DocumentFile(path, read)
    form = document_format(file)
    return form.texts(file, name, None if author == TOGETHER and not form.has_authors else author)


def format_to_read(file: DocumentFile) -> CorpusFormat | None:
    """Return a whole corpus's format; ``None`` for one side of a group. Raise DocumentError if it can't be read."""
    claiming = [item for item in document_formats() if item.claims(file.path)]
    if claiming and not any(isinstance(item, CorpusFormat) for item in claiming):
        return None
    return _recognised(corpus_formats(), file)


def format_to_write(path: Path) -> CorpusFormat:
    """Return the format of the longest suffix that fits a file's name. Raise DocumentError if there is none."""
    lowered = path.name.lower()
    likely = [(len(suffix), item) for item in corpus_formats() for suffix in item.suffixes if lowered.endswith(suffix)]
    if not likely:
        raise DocumentError(
            "the name does not say which format is wanted",
            path=path,
            remedy=f"Name one with --to: {', '.join(corpus_format_names())}",
        )
    return max(likely, key=lambda pair: pair[0])[1]


@cache
def document_suffixes() -> frozenset[str]:
    """Return the ends of the names of files that can be marked, in lower case."""
    return frozenset(suffix for item in document_formats() for suffix in (*item.suffixes, *item.shared_suffixes))


def has_lines(path: Path) -> bool:
    return all(item.has_lines for item in document_formats() if item.claims(path))


def annotated_files(paths: Iterable[Path]) -> frozenset[Path]:
    """Return the files whose texts other files annotate: a part of those, and no documents by themselves."""
    claiming = ((path, item.annotated_suffix) for path in paths for item in document_formats() if item.claims(path))
    return frozenset(path.with_suffix(suffix) for path, suffix in claiming if suffix)


def is_annotators_work(path: Path) -> bool:
    suffix = path.suffix.lower()
    return any(
        form.is_annotators_work and suffix in (*form.suffixes, *form.shared_suffixes) for form in document_formats()
    )


def is_self_contained(path: Path, *, by_name: bool = False) -> bool:
    """Return whether a file is a source with references; ``by_name``: whether its name alone decides."""
    likely = [item for item in document_formats() if item.is_self_contained and path.suffix in item.suffixes]
    return any(item.is_named_exercise or (not by_name and item.is_exercise(DocumentFile(path))) for item in likely)


def needs_conversion(path: Path) -> bool:
    """Return whether a file's name says that the file holds a corpus that can't be marked as it is."""
    markable = document_suffixes()
    suffix = path.suffix.lower()
    return suffix not in markable and any(item.claims(path) for item in corpus_formats())


def _recognised(formats: Sequence[F], file: DocumentFile) -> F | None:
    """Return the first format that recognises a file; those that claim its name, or else those that claim none."""
    claiming = [item for item in formats if item.claims(file.path)]
    return next((item for item in claiming or formats if item.recognises(file)), None)
