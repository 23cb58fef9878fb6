"""Plain text as a document format: a file that is a text and nothing else, running or one sentence a line."""

from markscheme.formats.base import DocumentFile, DocumentFormat, Texts
from markscheme.formats.document import PLAIN_TEXT, Document
from markscheme.formats.registry import text_format
from markscheme.formats.replacement import Replacement
from markscheme.formats.rewording import WordsFile
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span


class PlainTextFormat(DocumentFormat):
    """Plain text. Every text file is in it that no other format recognises."""

    name = PLAIN_TEXT
    title = "plain text"
    label = "text"
    suffixes = (".txt", ".md", ".markdown", ".text")

    def recognises(self, file: DocumentFile) -> bool:
        return True

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, file.text, file.path, author=author),))

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> "PlainTextFile":
        return PlainTextFile(document.path, text, tokenised=tokenised)


class PlainTextFile(WordsFile):
    """A hypothesis that is its file's text."""

    @property
    def hypothesis(self) -> str:
        return self.text

    def replacement(self, span: Span, words: str) -> Replacement:
        return Replacement(span, words)

    def checked(self, text: str) -> str:
        if text_format(text, self.path).name != PLAIN_TEXT:
            raise DocumentError(
                "with this change the file would no longer be read as plain text",
                path=self.path,
                remedy="Make it by hand, without marks such as '{++' and '++}'",
            )
        return text


TEXT = PlainTextFormat()
