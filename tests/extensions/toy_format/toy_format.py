"""A toy format: a text, a line with an arrow (``=>``), and the text's correction."""

from collections.abc import Mapping
from pathlib import Path

from markscheme.plugins import (
    CorpusFormat,
    Document,
    DocumentError,
    DocumentFile,
    DocumentFormat,
    Entry,
    Places,
    Replacement,
    Run,
    Span,
    TextCorpus,
    TextCorrection,
    Texts,
    WordsFile,
    only_entry,
)

ARROW = "\n=>\n"


class ToyFile(WordsFile):
    """A toy document whose correction is the hypothesis."""

    @property
    def hypothesis(self) -> str:
        return sides(self.text, self.path)[1].of(self.text)

    def replacement(self, span: Span, words: str) -> Replacement:
        return Replacement(span.shifted(sides(self.text, self.path)[1].start), words)


class ToyFormat(DocumentFormat, CorpusFormat):
    name, title, label = "toy", "a toy document", "toy"
    suffixes = claimed = (".toy",)
    carries = frozenset({"paragraphs"})
    carries_source = True
    words_file = ToyFile

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        source, correction = sides(file.text, file.path)
        return Texts((self._document(name, correction, file),), self._document("source", source, file))

    def _document(self, name: str, side: Span, file: DocumentFile) -> Document:
        runs = (Run(0, side.start, side.end - side.start),) if side.end > side.start else ()
        return Document(name, side.of(file.text), file.path, Places(runs, len(file.text)), format=self.name)

    def read_corpus(self, file: DocumentFile) -> TextCorpus:
        source, correction = (side.of(file.text) for side in sides(file.text, file.path))
        return TextCorpus((Entry("", source, (TextCorrection(file.path.stem, correction),)),), tokenised=False)

    def write_corpus(self, corpus: TextCorpus, name: str) -> Mapping[str, bytes]:
        entry = only_entry(corpus, self.title)
        correction = entry.corrections[0].text if entry.corrections else entry.source
        return {name: f"{entry.source}{ARROW}{correction}".encode()}


def sides(text: str, path: Path | None) -> tuple[Span, Span]:
    """Return the places of the source and of its correction."""
    source, arrow, _ = text.partition(ARROW)
    if not arrow:
        raise DocumentError("this toy document has no arrow", path=path, line=1, remedy="Write '=>' between the texts")
    return Span(0, len(source)), Span(len(source) + len(ARROW), len(text))


TOY = ToyFormat()
