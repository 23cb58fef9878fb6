"""M2 as a document format: its annotators are authors, who state their edits of sentences that the file carries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from markscheme.formats.annotators import Annotator, annotator_numbers
from markscheme.formats.base import DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Corpus
from markscheme.formats.document import Document
from markscheme.formats.m2.corpora import read_corpus, written_entries
from markscheme.formats.m2.rewriting import M2File
from markscheme.formats.m2.sentences import annotators_in, looks_like_m2, read_m2, wanted_annotators
from markscheme.formats.m2.sides import annotator_name, annotators_texts
from markscheme.formats.parallel import DETECTION, ParallelText
from markscheme.formats.streams.streamed_format import StreamedFormat
from markscheme.text.segments import Segment


class M2Format(DocumentFormat, StreamedFormat):
    """M2. A document's text is the file's; the annotators' edits are read from it when texts are lined up."""

    name = "m2"
    title = label = "M2"
    suffixes = (".m2", ".errant")
    carries = frozenset({"texts", "people", "absences", "edits", "types", "detections"})
    carries_source = True
    is_self_contained = True
    is_named_exercise = True
    has_authors = True
    is_tokenised = True

    def recognises(self, file: DocumentFile) -> bool:
        return looks_like_m2(file.text)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, file.text, file.path, author=author, format=self.name),))

    def by_author(self, document: Document) -> tuple[Document, ...]:
        numbers = annotators_in(document.text)
        if document.author is not None or len(numbers) == 1:
            return (document,)
        return tuple(attrs.evolve(document, name=annotator_name(document, one), author=str(one)) for one in numbers)

    def running_texts(self, document: Document) -> Texts:
        """Return a text for each annotator, with a sentence a line, under the names that findings have for them."""
        numbers = wanted_annotators(read_m2(document.text, document.path), document.author, document.path)
        corrections: list[Document] = []
        sources: tuple[Segment, ...] = ()
        for number in numbers:
            name = annotator_name(document, number) if len(numbers) > 1 else document.name
            author = str(number) if len(numbers) > 1 else document.author
            for text in annotators_texts(attrs.evolve(document, name=name, author=str(number))):
                lines = _lines(tuple(side.segment for side in text.sides))
                corrections.append(Document(text.name, lines, document.path, author=author, choice=text.choice))
                sources = text.sources or ()
        return Texts(tuple(corrections), Document("source", _lines(sources), document.path))

    def parallel_texts(self, document: Document) -> tuple[ParallelText, ...]:
        return annotators_texts(document)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> M2File:
        return M2File(document, text)

    def outline(self, file: DocumentFile) -> Outline:
        """Return the sentences and annotators of a file that may be malformed."""
        lines = file.text.splitlines()
        source = "\n".join(line[2:] for line in lines if line.startswith("S "))
        annotators = Counter(line.rpartition("|||")[2] for line in lines if line.startswith("A "))
        return Outline(source, corrects=True, changes=annotators)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_corpus(file.text, file.path)

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        edits = (edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ())
        typed = sum(edit.replacement is None and edit.type not in ("", DETECTION) for edit in edits)
        return {"types of errors that are marked without a correction ({})": typed}

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        return (name,)

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        numbers = annotator_numbers(people)
        first = 1
        for corpus in corpora:
            yield (written_entries(corpus, numbers, first).encode(),)
            first += len(corpus.entries)


def _lines(sentences: tuple[Segment, ...]) -> str:
    return "".join(f"{' '.join(sentence.tokens)}\n" for sentence in sentences)


M2 = M2Format()
