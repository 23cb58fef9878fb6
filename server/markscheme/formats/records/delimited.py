r"""Tables as text, TSV and CSV, whose cells are parted by a character (RFC 4180).

A cell that has this character, a line end or a quotation mark stands in quotation marks, those inside it doubled
(Python's ``excel``). In TSV it is a tab. In CSV it is a comma, or a semicolon as Excel writes where the comma stands in
numbers, or a tab: the one that parts the first line most often.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from markscheme.formats.base import DocumentFile
from markscheme.formats.corpus import Corpus
from markscheme.formats.records.columns import Row, Table, TableFormat, corpus_of, rows_of
from markscheme.text.errors import DocumentError


class DelimitedFormat(TableFormat):
    """A table as text.

    Attributes
    ----------
    delimiters
        The characters that may part cells; the first is written.
    """

    delimiters: ClassVar[str]

    def read_table(self, file: DocumentFile) -> Table:
        return self.table(file.text, file.path)

    def table(self, text: str, path: Path | None = None) -> Table:
        """Return the rows of a file's text; to go through them raises :class:`DocumentError` at odd quotation marks."""
        return Table(_rows(text, self._delimiter(text), path))

    def read(self, text: str, path: Path | None = None) -> Corpus:
        """Return the records of a file's text; see :func:`~markscheme.formats.records.columns.corpus_of`."""
        return corpus_of(self.table(text, path), path)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: self.write(corpus).encode()}

    def write(self, corpus: Corpus) -> str:
        """Return the corpus's texts, without edits; see :func:`~markscheme.formats.records.columns.rows_of`."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=self.delimiters[0], lineterminator="\n")
        writer.writerows(rows_of(corpus, self.title))
        return out.getvalue()

    def _delimiter(self, text: str) -> str:
        """Return the character that parts the first row into the most cells; of several, the first."""
        if len(self.delimiters) == 1:
            return self.delimiters
        first = io.StringIO(text, newline="").readline()
        return max(self.delimiters, key=lambda delimiter: len(next(csv.reader([first], delimiter=delimiter), [])))


def _rows(text: str, delimiter: str, path: Path | None) -> Iterator[Row]:
    """Yield the records that are not blank, each with the line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield Row(line, row)
            line = reader.line_num + 1
    except csv.Error as error:
        if "field limit" in str(error):
            remedy = f"A cell has at most {csv.field_size_limit()} characters; use JSON lines for longer texts"
        else:
            remedy = "Put a cell that has quotation marks into quotation marks, and double those inside it"
        raise DocumentError(f"this record can't be read ({error})", path=path, line=line, remedy=remedy) from None


class TsvFormat(DelimitedFormat):
    """Cells that tabs part."""

    name = "tsv"
    title = "TSV"
    suffixes = (".tsv",)
    delimiters = "\t"


class CsvFormat(DelimitedFormat):
    """Cells that commas part, or what programs write instead."""

    name = "csv"
    title = "CSV"
    suffixes = (".csv",)
    delimiters = ",;\t"


TSV = TsvFormat()
CSV = CsvFormat()
