"""Files that a test holds in memory, read and written by their formats' names, as the registry knows them."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from markscheme.documents.corpus import Corpus
from markscheme.documents.files import decode
from markscheme.documents.formats import FORMATS, DocumentFile

Content = str | bytes


class HeldFile(DocumentFile):
    """A file with its content, and by name the contents of files beside it."""

    def __init__(self, path: Path, content: Content, beside: Mapping[str, Content] = MappingProxyType({})) -> None:
        super().__init__(path, lambda _: content if isinstance(content, str) else decode(content, path))
        self._content, self._files = content, beside

    @cached_property
    def data(self) -> bytes:
        content = self._content
        return content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")

    def beside(self, name: str) -> DocumentFile:
        return HeldFile(self.path.with_name(name), self._files[name])


def read(form: str, content: Content, path: Path = Path("essay")) -> Corpus:
    """Return the corpus of a file of a format."""
    return FORMATS.corpus(form).read_corpus(HeldFile(path, content))


def written(form: str, corpus: Corpus, name: str = "essay") -> bytes:
    """Return the one file that holds a corpus in a format."""
    [content] = FORMATS.corpus(form).write_corpus(corpus, name).values()
    return content
