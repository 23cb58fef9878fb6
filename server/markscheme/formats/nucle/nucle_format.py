"""NUCLE's SGML as a corpus format."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus
from markscheme.formats.nucle.reader import UNCLEAR, read_corpus
from markscheme.formats.nucle.tags import tags_in
from markscheme.formats.nucle.writer import write_corpus


class NucleFormat(CorpusFormat):
    """NUCLE's SGML. Its files are ``.sgml`` or ``.sgm``; in files of other names, an essay's tag comes first."""

    name = "nucle"
    title = "NUCLE's SGML"
    suffixes = (".sgml", ".sgm")
    carries = frozenset(
        {"texts", "people", "names", "absences", "uncorrected", "ids", "edits", "types", "detections", "paragraphs"}
    )

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        if self.claims(file.path):
            return True
        if not file.text.lstrip()[:4].upper().startswith("<DOC"):
            return False
        return next(tags_in(file.text)).name == "DOC" if "<TEXT>" in file.text[:10_000].upper() else False

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_corpus(file.text, file.path)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        edits = (edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ())
        unclear = sum(edit.replacement == "" and edit.type == UNCLEAR for edit in edits)
        if unclear:
            yield f"deletions of the type {UNCLEAR} ({unclear}): read back, they only mark an error"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_corpus(corpus).encode()}


NUCLE = NucleFormat()
