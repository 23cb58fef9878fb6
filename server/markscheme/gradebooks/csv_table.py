"""A school system's CSV file: cells are changed one by one, and every other byte stays as it is.

Cells follow RFC 4180. A cell that is written stands in quotation marks where it needs them, or where the old one did.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import attrs

from markscheme.text.encodings import UTF_8, Encoding, encoding_of
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data
from markscheme.text.spreadsheet_cells import harmless

MAX_BYTES = 32 * 2**20
"""Bytes of a table; the worksheet of a thousand students with long comments has a tenth of it."""
DELIMITERS = ",;\t"
_WINDOWS = Encoding("cp1252")
"""What older programs write instead of UTF-8."""


@attrs.frozen
class Cell:
    """A cell: its bytes as they stand in the file, decoded, and the text that they mean."""

    raw: str
    text: str


@attrs.frozen
class Row:
    """The cells of a row, the line of the file where it begins (1-based), and its line end."""

    cells: tuple[Cell, ...]
    line: int
    end: str

    def text(self, column: int) -> str:
        """Return a cell's text; empty where the row is shorter."""
        return self.cells[column].text if column < len(self.cells) else ""


@attrs.frozen
class CsvTable:
    """A table with its rows, and how it is written in bytes."""

    rows: tuple[Row, ...]
    delimiter: str
    encoding: Encoding = UTF_8
    path: Path | None = None

    @property
    def header(self) -> tuple[str, ...]:
        """The texts of the first row's cells, without white space around them."""
        return tuple(cell.text.strip() for cell in self.rows[0].cells) if self.rows else ()

    def to_bytes(self) -> bytes:
        """Return the file's bytes; characters that its encoding lacks become HTML's numbers."""
        text = "".join(self.delimiter.join(cell.raw for cell in row.cells) + row.end for row in self.rows)
        return self.encoding.mark + text.encode(self.encoding.name, "xmlcharrefreplace")

    def with_texts(self, texts: Mapping[tuple[int, int], str]) -> "CsvTable":
        """Return the table with other texts in some cells, by the indices of their rows and columns.

        A cell whose text is the same keeps its bytes.
        """
        rows = list(self.rows)
        for (row, column), text in texts.items():
            cells = list(rows[row].cells)
            cells += [Cell("", "")] * (column + 1 - len(cells))
            if cells[column].text != text:
                cells[column] = self._cell(text, is_quoted=cells[column].raw.startswith('"'))
            rows[row] = attrs.evolve(rows[row], cells=tuple(cells))
        return attrs.evolve(self, rows=tuple(rows))

    def problem(self, problem: str, remedy: str = "", line: int | None = None) -> DocumentError:
        """Return an error about the table, at a line of its file."""
        return DocumentError(problem, path=self.path, line=line, remedy=remedy)

    def _cell(self, text: str, *, is_quoted: bool) -> Cell:
        return Cell(_written(text, self.delimiter, is_quoted=is_quoted), text)


def read_table(path: Path) -> CsvTable:
    """Read a CSV file.

    Raises
    ------
    DocumentError
        If it can't be read, is too large, or has a quotation mark without its partner.
    """
    data = read_data(path)
    if len(data) > MAX_BYTES:
        raise DocumentError(f"the table has more than {MAX_BYTES // 2**20} MiB", path=path)
    if data.startswith(b"PK\x03\x04"):
        raise DocumentError(
            "this is a workbook or a zip, not CSV", path=path, remedy="Download it as CSV, or save as CSV"
        )
    return parse_table(data, path)


def parse_table(data: bytes, path: Path | None = None) -> CsvTable:
    """Return the table of a file's bytes.

    Raises
    ------
    DocumentError
        If it is no text, or has a quotation mark without its partner.

    Examples
    --------
    >>> table = parse_table(b'Name,Grade\\r\\n"Lin, Mei",\\r\\n')
    >>> table.rows[1].text(0)
    'Lin, Mei'
    >>> table.with_texts({(1, 1): "7.5"}).to_bytes()
    b'Name,Grade\\r\\n"Lin, Mei",7.5\\r\\n'
    """
    encoding = encoding_of(data)
    content = data.removeprefix(encoding.mark)
    try:
        text = content.decode(encoding.name)
    except UnicodeDecodeError:
        encoding, text = _decoded_windows(content, path)
    if "\0" in text:
        raise DocumentError("this is no table of text", path=path, remedy="Save it as CSV (UTF-8)")
    delimiter = max(DELIMITERS, key=lambda item: len(_first_row(text, item, path)))
    return CsvTable(tuple(_rows(text, delimiter, path)), delimiter, encoding, path)


def new_table(rows: list[list[str]]) -> CsvTable:
    """Return a new table, in UTF-8 with a byte order mark, as Excel needs it; no cell is a formula."""
    written = (
        Row(
            tuple(Cell(_written(harmless(text), ",", is_quoted=False), harmless(text)) for text in cells),
            number,
            "\r\n",
        )
        for number, cells in enumerate(rows, 1)
    )
    return CsvTable(tuple(written), ",", encoding_of(b"\xef\xbb\xbf"))


def _decoded_windows(content: bytes, path: Path | None) -> tuple[Encoding, str]:
    try:
        return _WINDOWS, content.decode(_WINDOWS.name)
    except UnicodeDecodeError:
        raise DocumentError("the table's text can't be read", path=path, remedy="Save it as CSV (UTF-8)") from None


def _written(text: str, delimiter: str, *, is_quoted: bool) -> str:
    needs_quotes = any(character in text for character in (delimiter, '"', "\n", "\r")) or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if needs_quotes or is_quoted else text


def _first_row(text: str, delimiter: str, path: Path | None) -> tuple[Cell, ...]:
    return next((row.cells for row in _rows(text, delimiter, path, limit=1)), ())


def _rows(text: str, delimiter: str, path: Path | None, limit: int | None = None) -> list[Row]:
    """Return the rows, or the first ones up to a limit."""
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    quoted = re.compile(r'"([^"]*(?:""[^"]*)*)"')
    end = re.compile(r"\r\n|\n|\r")
    rows: list[Row] = []
    cells: list[Cell] = []
    place, line, first = 0, 1, 1
    while place < len(text) and (limit is None or len(rows) < limit):
        inside = quoted.match(text, place) if text[place] == '"' else None
        if inside is None and text[place] == '"':
            raise DocumentError(
                "a quotation mark begins a cell here, and none ends it",
                path=path,
                line=line,
                remedy="Download the table again, or mend the cell",
            )
        rest = plain.match(text, inside.end() if inside else place)
        stop = rest.end() if rest else place
        value = inside[1].replace('""', '"') + (rest[0] if rest else "") if inside else text[place:stop]
        cells.append(Cell(text[place:stop], value))
        line += text.count("\n", place, stop)
        if text.startswith(delimiter, stop):
            place = stop + 1
            if place == len(text):
                cells.append(Cell("", ""))
            continue
        ending = end.match(text, stop)
        rows.append(Row(tuple(cells), first, ending[0] if ending else ""))
        place, cells = ending.end() if ending else stop, []
        line += ending is not None
        first = line
    if cells:
        rows.append(Row(tuple(cells), first, ""))
    return rows
