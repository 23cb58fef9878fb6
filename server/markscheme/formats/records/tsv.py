r"""TSV: records of ``source``, ``hypothesis`` and ``reference``, without edits.

The first line names the columns: ``source``; ``hypothesis.NAME`` and ``reference.NAME`` for each
person; ``id``. A cell that has a tab, a line end or a quotation mark stands in quotation marks, those inside
it doubled (Python's ``excel-tab``). An empty cell in a person's column is no correction. Somebody without a name (a
bare ``hypothesis`` or ``reference`` column) is called ``hypothesis`` or ``reference``.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from reprlib import repr as shown

from markscheme.formats.annotators import PARTS, corrections_by_annotator
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.plain_text.side_files import ALL_SIDES
from markscheme.formats.records.json_lines import Fault
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines

_COLUMNS = "Columns are id, source, hypothesis or hypothesis.NAME, reference or reference.NAME"


class TsvFormat(CorpusFormat):
    """TSV with a header."""

    name = "tsv"
    title = "TSV"
    suffixes = (".tsv",)
    carries = ALL_SIDES | {"texts", "absences", "uncorrected", "ids", "paragraphs"}

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_tsv(file.text, file.path)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_tsv(corpus).encode()}


def read_tsv(text: str, path: Path | None = None) -> Corpus:
    r"""Return the records of a TSV file with a header, not tokenised, lines of a text ended by ``\n``.

    Raises
    ------
    DocumentError
        If the header has no ``source``, an unknown column or one twice, or there is no record; at the
        first record with another number of cells, or quotation marks that don't pair.
    """
    rows = _rows(text, path)
    line, header = next(rows, (1, []))
    columns = _columns(header, partial(DocumentError, path=path, line=line))
    entries: list[Entry] = []
    for line, row in rows:
        if len(row) != len(columns):
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise DocumentError(
                f"this record has {cells}, where the header names {len(columns)} columns", path=path, line=line
            )
        cells_by_column = dict(zip(columns, map(newlines, row), strict=True))
        name, source = (cells_by_column.pop((column, ""), "") for column in ("id", "source"))
        hypotheses, references = (
            tuple(Correction(who, cell) for (kind, who), cell in cells_by_column.items() if kind == part and cell)
            for part in PARTS
        )
        entries.append(Entry(name, source, hypotheses, references))
    if not entries:
        raise DocumentError("the file has no record", path=path, line=1, remedy="Add one under the header")
    return Corpus(tuple(entries), tokenised=False)


def _rows(text: str, path: Path | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are not blank, each with the 1-based line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), "excel-tab", strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        if "field limit" in str(error):
            remedy = f"A cell has at most {csv.field_size_limit()} characters; use JSON lines for longer texts"
        else:
            remedy = "Put a cell that has quotation marks into quotation marks, and double those inside it"
        raise DocumentError(f"this record can't be read ({error})", path=path, line=line, remedy=remedy) from None


def _columns(header: list[str], fault: Fault) -> list[tuple[str, str]]:
    """Return each column's kind, and whose it is."""
    columns: list[tuple[str, str]] = []
    for cell in header:
        kind, dot, name = cell.partition(".")
        plain, person = cell in ("id", "source"), kind in PARTS and bool(name or not dot)
        if not plain and not person:
            raise fault(f"there is no column {shown(cell)}", remedy=f"Name the columns in the first line. {_COLUMNS}")
        columns.append((kind, "" if plain else name or kind))
    if ("source", "") not in columns:
        raise fault("there is no source column", remedy=f"Name the columns in the first line. {_COLUMNS}")
    if len(set(columns)) < len(columns):
        raise fault("two columns are called the same", remedy="Give each person a name of their own")
    return columns


def write_tsv(corpus: Corpus) -> str:
    """Return the corpus's texts as TSV, without edits; people's columns by first appearance.

    Raises
    ------
    ValueError
        If an entry has two corrections of one name on one side.
    DocumentError
        If a name or a correction's text is empty, which no cell can express.
    """
    people = list(dict.fromkeys(person for entry in corpus.entries for person in corrections_by_annotator(entry)))
    people.sort(key=lambda person: PARTS.index(person[0]))
    ids = any(entry.id for entry in corpus.entries)
    out = io.StringIO(newline="")
    writer = csv.writer(out, "excel-tab", lineterminator="\n")
    names = [part if name == part else f"{part}.{name}" for part, name in people]
    writer.writerow(map(newlines, [*(["id"] if ids else []), "source", *names]))
    for number, entry in enumerate(corpus.entries, 1):
        corrections = corrections_by_annotator(entry)
        if not all(item.name and item.text for item in entry.corrections):
            raise DocumentError(
                f"entry {number} can't be written as TSV: a name or a correction is empty",
                remedy="Use JSON lines",
            )
        texts = [corrections[person].text if person in corrections else "" for person in people]
        writer.writerow(map(newlines, [*([entry.id] if ids else []), entry.source, *texts]))
    return out.getvalue()


TSV = TsvFormat()
