"""brat as a document format: one annotator's corrections of a text that stands in a file beside them."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.brat.anchoring import corrected_places, source_places
from markscheme.formats.brat.annotated_text import AnnotatedText, read_annotated
from markscheme.formats.brat.error_types import brat_type, error_type
from markscheme.formats.brat.standoff import looks_like_standoff
from markscheme.formats.brat.writer import TEXT_SUFFIX, write_corpus
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.document import Document
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.line_ends import newlines


class BratFormat(DocumentFormat, CorpusFormat):
    """brat's standoff: ``essay.ann``, whose source is ``essay.txt``. Several annotators have a folder each."""

    name = "brat"
    title = "brat's standoff"
    label = "brat"
    suffixes = (".ann",)
    carries = frozenset({"edits", "types", "detections", "paragraphs"})
    carries_source = True
    is_self_contained = True
    is_annotators_work = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path) and looks_like_standoff(file.text)

    def is_exercise(self, file: DocumentFile) -> bool:
        """Return whether the file is brat's; one that can't be read is, too."""
        try:
            return self.recognises(file)
        except DocumentError:
            return True

    def annotated_file(self, path: Path) -> Path | None:
        return path.with_suffix(TEXT_SUFFIX)

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return _read(file).left_out

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content = _read(file)
        correction = Document(
            name,
            content.corrected,
            file.path,
            corrected_places(content.annotations),
            edits=content.edits,
            format=self.name,
        )
        places = source_places(content.annotations)
        return Texts((correction,), Document("source", content.source, file.path, places, format=self.name))

    def outline(self, file: DocumentFile) -> Outline:
        """Return the source; the text without its annotations where these are malformed."""
        try:
            return Outline(_read(file).source, corrects=True)
        except DocumentError:
            return Outline(newlines(_text_file(file).text), corrects=True)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Return the text as one entry with one reference, called by the file's name."""
        content = _read(file)
        reference = Correction(file.path.stem, content.corrected, content.edits)
        return Corpus((Entry("", content.source, references=(reference,)),), False, content.left_out)

    def check_texts(self, corpus: Corpus) -> None:
        """Let tokenised sentences pass: they become the lines of one text."""
        if not corpus.tokenised:
            super().check_texts(corpus)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = [(entry, item) for entry in corpus.entries for item in entry.corrections[:1]]
        if any(entry.hypotheses for entry, _ in first):
            yield "that the correction is a hypothesis; read back, it is a reference"
        types = dict.fromkeys(edit.type for _, item in first for edit in item.edits or ())
        renamed = [f"{kind} is now {brat_type(kind)}" for kind in types if error_type(brat_type(kind)) != kind]
        if renamed:
            yield f"names of types: {', '.join(renamed)}"
        if any(_adds_line_breaks(entry.source, item) for entry, item in first):
            yield "line breaks that corrections add: an annotation's note has one line"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return write_corpus(corpus, name)


def _adds_line_breaks(source: str, correction: Correction) -> bool:
    if correction.edits is None:
        return newlines(correction.text).count("\n") > source.count("\n")
    changes = ((edit.span.of(source), newlines(edit.replacement or "")) for edit in correction.edits)
    return any("\n" in new and old.count("\n") != new.count("\n") for old, new in changes)


def _read(file: DocumentFile) -> AnnotatedText:
    text = _text_file(file)
    return read_annotated(file.text, text.text, file.path, text.path)


def _text_file(file: DocumentFile) -> DocumentFile:
    """Return the file of the annotated text, read.

    Raises
    ------
    DocumentError
        If it is missing or can't be read.
    """
    text = file.beside(file.path.with_suffix(TEXT_SUFFIX).name)
    try:
        _ = text.text
    except MissingDocument:
        raise DocumentError(
            f"{text.path.name}, the text that this file annotates, is missing",
            path=file.path,
            remedy=f"Put {text.path.name} beside it",
        ) from None
    return text


BRAT = BratFormat()
