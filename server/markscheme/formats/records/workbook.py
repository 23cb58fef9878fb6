"""A table in an Excel workbook: its first sheet, read without trust in its bytes."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn
from zipfile import ZipFile

from markscheme.formats.base import DocumentFile
from markscheme.formats.corpus import Corpus
from markscheme.formats.records.columns import MOST_COLUMNS, Row, Table, TableFormat, rows_of
from markscheme.text.archives import BOUNDED_METHODS
from markscheme.text.errors import DocumentError
from markscheme.text.file_kinds import WORKBOOK, kind_of

LARGEST_FILE = 64 * 2**20
"""Bytes of all parts of a workbook, unpacked."""
MOST_CELLS = 1_000_000
"""Cells of a sheet, empty ones too."""
MOST_TAGS = 3_000_000
"""XML tags of all parts; a cell with a text has eight."""
LONGEST_CELL = 32_767
"""Characters that a cell of Excel holds."""
_TOO_MANY = "Delete empty rows and columns, or save it as .csv"
_SAVE_AGAIN = "Open it in Excel or LibreOffice and save it again, or as .csv"


class WorkbookFormat(TableFormat):
    """Excel workbooks."""

    name = "xlsx"
    title = "an Excel workbook"
    suffixes = (".xlsx",)

    def read_table(self, file: DocumentFile) -> Table:
        return read_workbook(file.data, file.path)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_workbook(corpus)}


def read_workbook(data: bytes, path: Path | None = None) -> Table:
    """Return the rows of the first sheet; ``path`` is only for messages.

    Raises
    ------
    DocumentError
        If the data is no workbook, or is damaged, encrypted or too large.
    """
    kind = kind_of(data)
    if kind is not WORKBOOK:
        what = "this is not an Excel workbook, or it is damaged" if kind is None else f"this is {kind.title}"
        remedy = _SAVE_AGAIN if kind is None else kind.advice(path.name if path else "")
        raise DocumentError(what, path=path, remedy=remedy)
    try:
        _check_size(data, path)
        return _first_sheet(data, path)
    except DocumentError:
        raise
    except Exception as error:  # zipfile and openpyxl raise whatever a damaged part leads to
        raise DocumentError("this Excel workbook is damaged", path=path, remedy=_SAVE_AGAIN) from error


def _check_size(data: bytes, path: Path | None) -> None:
    """Refuse parts that unpack to too much, or by a method that ``zipfile`` unpacks without a bound."""
    tags = 0
    with ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > LARGEST_FILE:
            _refuse(f"this Excel workbook has more than {LARGEST_FILE // 2**20} MiB", path, "Split it")
        if not all(part.compress_type in BOUNDED_METHODS for part in parts):
            _refuse("this Excel workbook is packed by an unknown method", path, _SAVE_AGAIN)
        for part in parts:
            with archive.open(part) as stream:
                content = stream.read(part.file_size + 1)  # raises an error where the stated size is not the real one
            if b"<!DOCTYPE" in content:
                _refuse("this Excel workbook declares a document type, which Excel never does", path)
            tags += content.count(b"<")
    if tags > MOST_TAGS:
        _refuse("this Excel workbook has too many cells", path, _TOO_MANY)


def _first_sheet(data: bytes, path: Path | None) -> Table:
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
    try:
        sheets = book.worksheets
        if not sheets:
            _refuse("this Excel workbook has no sheet with cells", path)
        sheets[0].reset_dimensions()
        rows = tuple(_rows(sheets[0], path))
        others = [str(sheet.title) for sheet in sheets[1:]]
    finally:
        book.close()
    return Table(rows, (f"the sheets {', '.join(others)}",) if others else ())


def _rows(sheet: Any, path: Path | None) -> Iterator[Row]:
    """Yield the rows that are not blank, each with as many cells as the first one."""
    width = cells = 0
    for number, values in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), 1):
        cells += max(1, len(values))
        if cells > MOST_CELLS:
            _refuse(
                f"this Excel workbook has more than {MOST_CELLS} cells",
                path,
                "Delete empty rows and columns, or save it as .csv",
            )
        texts = [_text(value) for value in values]
        if not any(texts):
            continue
        filled = max(index for index, text in enumerate(texts, 1) if text)
        width = width or filled
        yield Row(number, [*texts[: max(width, filled)], *[""] * (width - len(texts))])


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


def write_workbook(corpus: Corpus) -> bytes:
    """Return the corpus's texts as a workbook of one sheet; every cell is text, also one that begins with ``=``.

    Raises
    ------
    ValueError
        If an entry has two corrections of one name on one side.
    DocumentError
        If a cell can't hold a text.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    rows = list(rows_of(corpus, WorkbookFormat.title))
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
    return file.getvalue()


def _check_cells(row: Sequence[str], name: str) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    fault = ""
    if any(len(text) > LONGEST_CELL for text in row):
        fault = f"a text of more than {LONGEST_CELL} characters, too long for a cell of Excel"
    elif any(ILLEGAL_CHARACTERS_RE.search(text) for text in row):
        fault = "a control character, which an Excel workbook can't hold"
    if fault:
        raise DocumentError(f"{name} has {fault}", remedy="Use JSON lines")


def _refuse(problem: str, path: Path | None, remedy: str = "") -> NoReturn:
    raise DocumentError(problem, path=path, remedy=remedy)


XLSX = WorkbookFormat()
