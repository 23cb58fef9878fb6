"""UA-GEC's annotation as a document format: a source and one correction of it in a text file, each with its places."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markscheme.formats.annotators import everybody
from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.document import Document
from markscheme.formats.plain_text.side_files import ALL_SIDES, names_in_files
from markscheme.formats.uagec.annotations import recognises
from markscheme.formats.uagec.reader import AnnotatedText, corrections_of, read_annotated
from markscheme.formats.uagec.rewriting import AnnotatedFile
from markscheme.formats.uagec.writer import write_corpus
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines


class UagecFormat(DocumentFormat, CorpusFormat):
    """UA-GEC's annotation. Any text with an annotation is in it; the corpus itself calls its files ``.ann``.

    A correction that changes nothing has no annotation: only the suffix ``.uagec`` says what it is.
    """

    name = "uagec"
    title = "UA-GEC's annotation"
    label = "UA-GEC"
    suffixes = (".uagec",)
    shared_suffixes = (".ann",)
    carries = frozenset({*ALL_SIDES, "edits", "types", "detections", "paragraphs"})
    carries_source = True
    is_annotators_work = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in (*self.suffixes, *self.shared_suffixes)

    def recognises(self, file: DocumentFile) -> bool:
        return file.path.suffix.lower() in self.suffixes or recognises(file.text)

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return read_annotated(file.text, file.path).left_out()

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the correction, and as alternatives what the annotations' further corrections make of the text."""
        first, *others = corrections_of(file.text, file.path)
        return Texts(
            (self._document(first, name, file.path),),
            Document("source", first.source, file.path, first.source_places, format=self.name),
            tuple(
                self._document(item, f"{name} ({choice + 1})", file.path, choice)
                for choice, item in enumerate(others, 1)
            ),
        )

    def _document(self, content: AnnotatedText, name: str, path: Path, choice: int = 0) -> Document:
        places, edits = content.corrected_places, content.edits
        return Document(name, content.corrected, path, places, edits=edits, format=self.name, choice=choice)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> AnnotatedFile:
        return AnnotatedFile(document.path, text, tokenised=tokenised)

    def outline(self, file: DocumentFile) -> Outline:
        """Return the source; of a malformed document, the file's text."""
        try:
            return Outline(read_annotated(file.text).source, corrects=True)
        except DocumentError:
            return Outline(file.text, corrects=True)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        r"""Return the document as one entry with one reference, called as the file; lines end with ``\n``."""
        content = read_annotated(newlines(file.text), file.path)
        reference = Correction(file.path.stem, content.corrected, content.edits)
        entry = Entry("", content.source, references=(reference,))
        return Corpus((entry,), tokenised=False, left_out=content.left_out())

    def check_texts(self, corpus: Corpus) -> None:
        """Let tokenised sentences pass: they become the lines of one text."""
        if not corpus.tokenised:
            super().check_texts(corpus)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        if len({item.name for entry in corpus.entries for item in entry.corrections}) > 1:
            yield from names_in_files(everybody(corpus.entries))
        elif any(entry.hypotheses for entry in corpus.entries):
            yield "which corrections are hypotheses; read back, all are references"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return write_corpus(corpus, name, self.title)


UAGEC = UagecFormat()
