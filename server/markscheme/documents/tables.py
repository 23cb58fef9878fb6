"""Corpora in tables: CSV, TSV and workbooks, read by the names of their columns.

A table has a row for each source with its corrections, and a first row that names the columns: ``source``;
``hypothesis`` or ``hypothesis.NAME``; ``reference`` or ``reference.NAME``; ``id``. Somebody without a name is called
``hypothesis`` or ``reference``. Other columns can be given a role or are left out. A person's empty cell is no
correction.

Text has quotation marks as in RFC 4180 and Python's ``excel``. A tab parts cells in TSV; in CSV a comma, a semicolon
(as Excel writes where the comma stands in numbers) or a tab: the one that parts the first line most often.
"""

import csv
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple
from zipfile import ZipFile

from markscheme.documents.corpus import PARTS, Corpus, Correction, Entry
from markscheme.documents.files import BOUNDED_METHODS, LARGEST_DOCUMENT, WORKBOOK, PackedXml, kind_of, newlines
from markscheme.documents.formats import ALL_SIDES, CorpusFormat, DocumentFile, RecordError
from markscheme.documents.places import NOT_XML
from markscheme.errors import DocumentError

_MOST_COLUMNS = 1_000
_ROLES = "id, source, hypothesis or hypothesis.NAME, reference or reference.NAME"
_NAMING = f"Name the columns in the first line. Columns are {_ROLES}; --column source=NAME says which column is one"
_BEGINNINGS = ("source", "hyp", "ref")


class _Row(NamedTuple):
    """A row that is not blank: its 1-based line or row number in the file, and its cells."""

    line: int
    cells: Sequence[str]


_Table = tuple[Iterable[_Row], tuple[str, ...]]
"""The rows of a file, and what it holds besides, in words for people."""


class _Column(NamedTuple):
    """A column's role: its kind (``id``, ``source``, ``hypothesis``, ``reference``), and whose it is."""

    kind: str
    person: str = ""


def _column_of(role: str) -> _Column | None:
    """Return the column of a role such as ``reference.Kim``; ``None`` if there is no such role.

    >>> _column_of("Reference.Kim"), _column_of("hypothesis"), _column_of("grade")
    (_Column(kind='reference', person='Kim'), _Column(kind='hypothesis', person='hypothesis'), None)
    """
    kind, dot, person = role.partition(".")
    kind = kind.strip().lower()
    if kind in ("id", "source") and not dot:
        return _Column(kind)
    if kind in PARTS and (person or not dot):
        return _Column(kind, person or kind)
    return None


class _TableFormat(CorpusFormat):
    """A format whose files are tables."""

    carries = ALL_SIDES | {"texts", "absences", "uncorrected", "ids", "paragraphs"}

    @abstractmethod
    def read_table(self, file: DocumentFile) -> _Table:
        """Return the rows of a file, which may be read while they are used."""

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return self.read_columns(file, {})

    def read_columns(self, file: DocumentFile, roles: Mapping[str, str]) -> Corpus:
        r"""Return the records of a table, not tokenised, lines of a text ended by ``\n``.

        ``roles``: the names of columns, by the roles that they have besides those whose name is a role. Raise
        DocumentError if a role does not exist, or a column; if there is no ``source``, a column twice, or no record; at
        the first record with another number of cells.
        """
        path = file.path
        table, others = self.read_table(file)
        rows = iter(table)
        line, header = next(rows, _Row(1, ()))
        columns, unread = _columns(header, roles, partial(DocumentError, path=path, line=line))
        entries = [_entry(row, columns, path) for row in rows]
        if not entries:
            raise DocumentError("the file has no record", path=path, line=line, remedy="Add one under the header")
        left_out = (f"the columns {', '.join(unread)}",) if unread else ()
        return Corpus(tuple(entries), tokenised=False, left_out=(*left_out, *others))


def _entry(row: _Row, columns: Sequence[_Column | None], path: Path) -> Entry:
    if len(row.cells) != len(columns):
        cells = "1 cell" if len(row.cells) == 1 else f"{len(row.cells)} cells"
        raise DocumentError(
            f"this record has {cells}, where the header names {len(columns)} columns", path=path, line=row.line
        )
    texts = {column: newlines(cell) for column, cell in zip(columns, row.cells, strict=True) if column is not None}
    name, source = (texts.get(_Column(kind), "") for kind in ("id", "source"))
    hypotheses, references = (
        tuple(Correction(column.person, text) for column, text in texts.items() if column.kind == part and text)
        for part in PARTS
    )
    return Entry(name, source, hypotheses, references)


def _columns(
    header: Sequence[str], roles: Mapping[str, str], fault: RecordError
) -> tuple[list[_Column | None], tuple[str, ...]]:
    if len(header) > _MOST_COLUMNS:
        raise fault(f"the header names more than {_MOST_COLUMNS} columns", remedy="Delete those that hold no text")
    stripped = [name.strip() for name in header]
    names = ", ".join(filter(None, stripped)) or "none"
    given: dict[str, _Column] = {}
    for role, name in roles.items():
        column = _column_of(role)
        if column is None:
            raise fault(f"no column has the role {role!r}", remedy=f"Roles are {_ROLES}")
        if name.strip() not in stripped:
            raise fault(f"there is no column {name!r}", remedy=f"The columns are {names}")
        given[name.strip()] = column
    columns = [given.get(name.strip()) or _by_name(name, set(given.values()), names, fault) for name in header]
    if _Column("source") not in columns:
        raise fault(f"there is no source column; the columns are {names}", remedy=_NAMING)
    present = [column for column in columns if column is not None]
    if len(set(present)) < len(present):
        raise fault("two columns are called the same", remedy="Give each person a name of their own")
    if len(present) == 1 and len(columns) > 1:
        raise fault(f"there is no hypothesis or reference column; the columns are {names}", remedy=_NAMING)
    unread = (name for name, column in zip(stripped, columns, strict=True) if column is None and name)
    return columns, tuple(dict.fromkeys(unread))


def _by_name(name: str, given: set[_Column], names: str, fault: RecordError) -> _Column | None:
    column = _column_of(name)
    if column in given:
        return None
    if column is None and name.lower().startswith(_BEGINNINGS) and " " not in name and not given:
        raise fault(f"there is no column {name!r}; the columns are {names}", remedy=_NAMING)
    return column


def _rows_of(corpus: Corpus, title: str) -> Iterator[list[str]]:
    """Yield the rows of a corpus's texts, without edits; people's columns stand by first appearance.

    Raise ValueError at two corrections of one name on one side, DocumentError at an empty name or corrected text.
    """
    people = list(dict.fromkeys(person for entry in corpus.entries for person in entry.by_annotator()))
    people.sort(key=lambda person: PARTS.index(person[0]))
    ids = any(entry.id for entry in corpus.entries)
    names = [part if name == part else f"{part}.{name}" for part, name in people]
    yield list(map(newlines, [*(["id"] if ids else []), "source", *names]))
    for number, entry in enumerate(corpus.entries, 1):
        corrections = entry.by_annotator()
        if not all(item.name and item.text for item in entry.corrections):
            raise DocumentError(
                f"entry {number} can't be written as {title}: a name or a correction is empty", remedy="Use JSON lines"
            )
        texts = [corrections[person].text if person in corrections else "" for person in people]
        yield list(map(newlines, [*([entry.id] if ids else []), entry.source, *texts]))


class _DelimitedFormat(_TableFormat):
    """A table as text. ``delimiters``: the characters that may part cells; the first is written."""

    delimiters: ClassVar[str]

    def read_table(self, file: DocumentFile) -> _Table:
        delimiter = self.delimiters
        if len(delimiter) > 1:
            first = StringIO(file.text, newline="").readline()
            delimiter = max(delimiter, key=partial(_count_cells, first))
        return _rows(file.text, delimiter, file.path), ()

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        out = StringIO(newline="")
        writer = csv.writer(out, delimiter=self.delimiters[0], lineterminator="\n")
        writer.writerows(_rows_of(corpus, self.title))
        return {name: out.getvalue().encode()}


def _count_cells(line: str, delimiter: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=delimiter), []))
    except csv.Error:  # a cell of the whole line is too long
        return 0


def _rows(text: str, delimiter: str, path: Path) -> Iterator[_Row]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield _Row(line, row)
            line = reader.line_num + 1
    except csv.Error as error:
        if "field limit" in str(error):
            remedy = f"A cell has at most {csv.field_size_limit()} characters; use JSON lines for longer texts"
        else:
            remedy = "Put a cell that has quotation marks into quotation marks, and double those inside it"
        raise DocumentError(f"this record can't be read ({error})", path=path, line=line, remedy=remedy) from None


class _TsvFormat(_DelimitedFormat):
    """Cells that tabs part."""

    name = "tsv"
    title = "TSV"
    suffixes = claimed = (".tsv",)
    delimiters = "\t"


class _CsvFormat(_DelimitedFormat):
    """Cells that commas part, or what programs write instead."""

    name = "csv"
    title = "CSV"
    suffixes = claimed = (".csv",)
    delimiters = ",;\t"


TSV = _TsvFormat()
CSV = _CsvFormat()


_MOST_CELLS = 1_000_000
"""Cells of a sheet, empty ones too."""
_MOST_TAGS = 3_000_000
"""XML tags of all parts; a cell with a text has eight."""
LONGEST_CELL = 32_767
"""Characters that a cell of Excel holds."""
_TOO_MANY = "Delete empty rows and columns, or save it as .csv"
_SAVE_AGAIN = "Open it in Excel or LibreOffice and save it again, or as .csv"


class _WorkbookFormat(_TableFormat):
    """Excel workbooks."""

    name = "xlsx"
    title = "an Excel workbook"
    suffixes = claimed = (".xlsx",)

    def read_table(self, file: DocumentFile) -> _Table:
        """Return the rows of the first sheet."""
        data, path = file.data, file.path
        kind = kind_of(data)
        if kind is not WORKBOOK:
            what = "this is not an Excel workbook, or it is damaged" if kind is None else f"this is {kind.title}"
            remedy = _SAVE_AGAIN if kind is None else kind.advice(path.name)
            raise DocumentError(what, path=path, remedy=remedy)
        book = PackedXml("Excel workbook", _SAVE_AGAIN, path)
        try:
            _check_size(data, book)
            return _first_sheet(data, book)
        except DocumentError:
            raise
        except Exception as error:  # zipfile and openpyxl raise whatever a damaged part leads to
            raise DocumentError("this Excel workbook is damaged", path=path, remedy=_SAVE_AGAIN) from error

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return a workbook of one sheet; every cell is text, also one that begins with ``=``."""
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell

        rows = list(_rows_of(corpus, self.title))
        for number, row in enumerate(rows):
            _check_cells(row, f"entry {number}" if number else "the header")
        book = Workbook(write_only=True)
        sheet = book.create_sheet("texts")
        for row in rows:
            cells = [WriteOnlyCell(sheet, text or None) for text in row]
            for cell in cells:
                cell.data_type = "s" if cell.value else "n"
            sheet.append(cells)
        file = BytesIO()
        book.save(file)
        return {name: file.getvalue()}


def _check_size(data: bytes, book: PackedXml) -> None:
    """Refuse parts that unpack to too much, or by a method that ``zipfile`` unpacks without a bound."""
    tags = 0
    with ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > LARGEST_DOCUMENT:
            book.refuse(f"this Excel workbook has more than {LARGEST_DOCUMENT // 2**20} MiB", "Split it")
        if not all(part.compress_type in BOUNDED_METHODS for part in parts):
            book.refuse("this Excel workbook is packed by an unknown method", _SAVE_AGAIN)
        for part in parts:
            with archive.open(part) as stream:
                content = stream.read(part.file_size + 1)  # raises an error where the stated size is not the real one
            if b"<!DOCTYPE" in content:
                book.refuse("this Excel workbook declares a document type, which Excel never does")
            tags += content.count(b"<")
    if tags > _MOST_TAGS:
        book.refuse("this Excel workbook has too many cells", _TOO_MANY)


def _first_sheet(data: bytes, book: PackedXml) -> _Table:
    import openpyxl

    workbook = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
    try:
        sheets = workbook.worksheets
        if not sheets:
            book.refuse("this Excel workbook has no sheet with cells")
        sheets[0].reset_dimensions()
        rows = tuple(_workbook_rows(sheets[0], book))
        others = [str(sheet.title) for sheet in sheets[1:]]
    finally:
        workbook.close()
    return rows, (f"the sheets {', '.join(others)}",) if others else ()


def _workbook_rows(sheet: Any, book: PackedXml) -> Iterator[_Row]:
    width = cells = 0
    for number, values in enumerate(sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS), 1):
        cells += max(1, len(values))
        if cells > _MOST_CELLS:
            book.refuse(f"this Excel workbook has more than {_MOST_CELLS} cells", _TOO_MANY)
        texts = [_text(value) for value in values]
        if not any(texts):
            continue
        filled = max(index for index, text in enumerate(texts, 1) if text)
        width = width or filled
        yield _Row(number, [*texts[: max(width, filled)], *[""] * (width - len(texts))])


def _text(value: object) -> str:
    """Return a cell's content as text; numbers without the fraction that Excel does not show."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date() | time():
            return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _check_cells(row: Sequence[str], name: str) -> None:
    fault = ""
    if any(len(text) > LONGEST_CELL for text in row):
        fault = f"a text of more than {LONGEST_CELL} characters, too long for a cell of Excel"
    elif any(map(NOT_XML.search, row)):
        fault = "a control character, which an Excel workbook can't hold"
    if fault:
        raise DocumentError(f"{name} has {fault}", remedy="Use JSON lines")


XLSX = _WorkbookFormat()


_FORMULA_BEGINNINGS: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of what a spreadsheet takes for a formula."""

_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


def harmless(text: str) -> str:
    """Return a text for a cell that no program takes for a formula; a number stays as it is.

    >>> [harmless(text) for text in ("=1+1", "-2.5", "Mei", "@home")]
    ["'=1+1", '-2.5', 'Mei', "'@home"]
    """
    return f"'{text}" if text.startswith(_FORMULA_BEGINNINGS) and not _NUMBER.fullmatch(text) else text
