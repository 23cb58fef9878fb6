"""CriticMarkup as a document format: a source and one hypothesis of it in a text file, each with its places there."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.critic_markup.delimiters import recognises
from markscheme.formats.critic_markup.metadata import author_in
from markscheme.formats.critic_markup.parser import is_type, read_critic_markup
from markscheme.formats.critic_markup.rewriting import CriticMarkupFile
from markscheme.formats.critic_markup.writer import write_corpus
from markscheme.formats.document import Document
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines


class CriticMarkupFormat(DocumentFormat, CorpusFormat):
    """CriticMarkup. Its files have no suffix of their own: any text with a complete mark is one."""

    name = "criticmarkup"
    title = label = "CriticMarkup"
    suffixes = (".md", ".markdown")
    carries = frozenset({"edits", "types", "detections", "paragraphs"})
    carries_source = True

    def recognises(self, file: DocumentFile) -> bool:
        return recognises(file.text)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content = read_critic_markup(file.text, file.path)
        return Texts(
            (
                Document(
                    name,
                    content.hypothesis,
                    file.path,
                    content.hypothesis_places,
                    edits=content.edits,
                    format=self.name,
                ),
            ),
            Document("source", content.source, file.path, content.source_places, format=self.name),
        )

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> CriticMarkupFile:
        return CriticMarkupFile(document.path, text, tokenised=tokenised)

    def outline(self, file: DocumentFile) -> Outline:
        """Return the source; of a malformed document, the file's text."""
        try:
            return Outline(read_critic_markup(file.text).source, corrects=True)
        except DocumentError:
            return Outline(file.text, corrects=True)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_corpus(file.text, file.path, file.path.stem)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = (entry.corrections[:1] for entry in corpus.entries)
        edits = [edit for items in first for item in items for edit in item.edits or ()]
        comments = sum(bool(edit.type) and not is_type(edit.type) for edit in edits)
        if comments:
            yield f"types that are not ERRANT's, as types ({comments}): they are comments"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_corpus(corpus).encode()}


def read_corpus(text: str, path: Path | None = None, name: str = "") -> Corpus:
    r"""Return the document as one entry with one hypothesis; every line end is read as ``\n``.

    The hypothesis is called by the one author whom all changes name in their metadata, else ``name``.

    Raises
    ------
    DocumentError
        If the document is malformed.
    """
    document = read_critic_markup(newlines(text), path)
    authors = {author_in(item.metadata) for item in document.markup if item.is_change}
    author = next(iter(authors)) if len(authors) == 1 else ""
    correction = Correction(author or name, document.hypothesis, document.edits)
    comments, metadata = len(document.comments), sum(bool(item.metadata) for item in document.markup)
    left_out = [f"comments ({comments})"] if comments else []
    left_out += [f"metadata of marks, such as authors and dates ({metadata})"] if metadata else []
    return Corpus((Entry("", document.source, hypotheses=(correction,)),), tokenised=False, left_out=tuple(left_out))


CRITIC_MARKUP = CriticMarkupFormat()
