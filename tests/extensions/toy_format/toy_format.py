"""A toy format: a text, a line with an arrow, and the text's correction.

::

    She like music.
    =>
    She likes music.
"""

from collections.abc import Mapping
from pathlib import Path

from markscheme.documents.corpus import Corpus, Correction, Document, Entry, only_entry
from markscheme.documents.formats import CorpusFormat, DocumentFile, DocumentFormat, Texts
from markscheme.documents.places import Places, Run
from markscheme.documents.rewriting import Replacement, WordsFile
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

ARROW = "\n=>\n"


class ToyFormat(DocumentFormat, CorpusFormat):
    """A source and one hypothesis of it in a text file."""

    name = "toy"
    title = "a toy document"
    label = "toy"
    suffixes = (".toy",)
    carries = frozenset({"paragraphs"})
    carries_source = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        source, correction = sides(file.text, file.path)
        return Texts((document(name, correction, file),), document("source", source, file))

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> "ToyFile":
        return ToyFile(document.path, text, tokenised=tokenised)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        source, correction = (side.of(file.text) for side in sides(file.text, file.path))
        return Corpus((Entry("", source, (Correction(file.path.stem, correction),)),), tokenised=False)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        entry = only_entry(corpus, self.title)
        correction = entry.corrections[0].text if entry.corrections else entry.source
        return {name: f"{entry.source}{ARROW}{correction}".encode()}


class ToyFile(WordsFile):
    """A toy document whose correction is the hypothesis."""

    @property
    def hypothesis(self) -> str:
        return self._side.of(self.text)

    def replacement(self, span: Span, words: str) -> Replacement:
        return Replacement(span.shifted(self._side.start), words)

    @property
    def _side(self) -> Span:
        return sides(self.text, self.path)[1]

    def checked(self, text: str) -> str:
        return text


def sides(text: str, path: Path | None) -> tuple[Span, Span]:
    """Return the places of the source and of its correction."""
    source, arrow, _ = text.partition(ARROW)
    if not arrow:
        raise DocumentError("this toy document has no arrow", path=path, line=1, remedy="Write '=>' between the texts")
    return Span(0, len(source)), Span(len(source) + len(ARROW), len(text))


def document(name: str, side: Span, file: DocumentFile) -> Document:
    """Return one of the two texts, with its place in the file."""
    text = side.of(file.text)
    runs = (Run(0, side.start, len(text)),) if text else ()
    return Document(name, text, file.path, Places(runs, len(file.text)), format="toy")


TOY = ToyFormat()
