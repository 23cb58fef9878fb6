"""Reading and writing banks: ``comments.toml``, and tables in CSV, which spreadsheets open.

A table has a column for each field. The meanings of codes stand in rows of their own, or beside comments. Verdicts and
words of one cell are parted by ``|``. No cell that is written begins a formula.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import attrs

from markscheme.exercises.comments.bank import BankEntry, CommentBank
from markscheme.exercises.comments.bank_content import BankContent, BankFault, FilePlace, faults_of
from markscheme.exercises.toml import Keys, TomlDocument, TomlError, read_toml
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span
from markscheme.text.reading import TextSource, read_text
from markscheme.text.spreadsheet_cells import harmless

BANK_FILE = "comments.toml"
"""The name of a bank beside ``markscheme.toml``."""
COLUMNS = ("key", "code", "meaning", "verdicts", "group", "type", "words", "text", "example")
"""The columns of a table, in order."""
LISTS = ("verdicts", "words")
"""The columns whose cells hold several values."""
SEPARATOR = "|"
_DELIMITERS = ",;\t"


class _Unreadable(Exception):
    """The text is not of its format at all."""

    def __init__(self, fault: BankFault) -> None:
        super().__init__(fault.problem)
        self.fault = fault


@attrs.frozen
class BankFormat:
    """A format of banks.

    Attributes
    ----------
    suffix
        The ending of its files' names.
    parse
        Return the content of a text; raises an error with a fault where the text is not of the format.
    write
        Return a bank's text.
    """

    suffix: str
    parse: Callable[[str], BankContent]
    write: Callable[[CommentBank], str]


def read_bank(path: Path, read: TextSource = read_text) -> CommentBank:
    """Return the bank of a file; the ending of its name says its format.

    Raises
    ------
    DocumentError
        At the first fault, with its line and column.
    """
    text = read(path)
    for problem in check_bank(text, path):
        raise problem
    return _bank(text, _format_of(path).suffix)


def check_bank(text: str, path: Path) -> tuple[DocumentError, ...]:
    """Return every fault of a bank's text, in order."""
    return tuple(
        DocumentError(
            fault.problem,
            path=path,
            line=fault.place.line,
            column=fault.place.column,
            length=fault.place.length,
            remedy=fault.remedy,
        )
        for fault in _faults(text, _format_of(path).suffix)
    )


def bank_text(bank: CommentBank, suffix: str) -> str:
    """Return a bank as the text of a file with an ending."""
    return BANK_FORMATS[suffix].write(bank)


def _format_of(path: Path) -> BankFormat:
    form = BANK_FORMATS.get(path.suffix.lower())
    if form is None:
        names = " or ".join(BANK_FORMATS)
        raise DocumentError("this is no bank of comments", path=path, remedy=f"The name of a bank ends in {names}")
    return form


@lru_cache(maxsize=64)
def _faults(text: str, suffix: str) -> tuple[BankFault, ...]:
    try:
        return faults_of(BANK_FORMATS[suffix].parse(text))
    except _Unreadable as error:
        return (error.fault,)


@lru_cache(maxsize=64)
def _bank(text: str, suffix: str) -> CommentBank:
    return BANK_FORMATS[suffix].parse(text).bank()


# TOML


def _parse_toml(text: str) -> BankContent:
    index = LineIndex(text)
    try:
        document = read_toml(text)
    except TomlError as error:
        fault = BankFault(
            _place(index, Span(error.offset, error.offset)), f"this is not TOML: {error.problem}", error.remedy
        )
        raise _Unreadable(fault) from None
    return BankContent(document.content, partial(_toml_place, document, index))


def _toml_place(document: TomlDocument, index: LineIndex, keys: Keys, of_key: bool) -> FilePlace:
    place = document.place(keys)
    return _place(index, place.key if of_key and place.key is not None else place.value)


def _place(index: LineIndex, span: Span) -> FilePlace:
    start, end = index.position(span.start, "utf-32"), index.position(span.end, "utf-32")
    whole = start.line == end.line and span.start < span.end
    return FilePlace(start.line + 1, start.character + 1, span.end - span.start if whole else None)


def _write_toml(bank: CommentBank) -> str:
    import tomlkit

    document = tomlkit.document()
    if bank.codes:
        document["codes"] = dict(bank.codes)
    for entry in bank.entries:
        document.setdefault("comment", tomlkit.aot()).append(tomlkit.item(_fields(entry)))
    return tomlkit.dumps(document)


def _fields(entry: BankEntry) -> dict[str, Any]:
    """Return an entry's keys and values; the key first, and empty ones left out."""
    fields = attrs.asdict(entry) | {"verdicts": list(entry.verdicts), "words": list(entry.words)}
    return {name: value for name, value in fields.items() if value or name == "text"}


# CSV


def _parse_csv(text: str) -> BankContent:
    rows = list(_rows(text))
    if not rows or "code" not in rows[0][1]:
        fault = BankFault(FilePlace(1), "this is no table of comments", f"The first row is {','.join(COLUMNS)}")
        raise _Unreadable(fault)
    header = rows[0][1]
    codes: dict[str, str] = {}
    comments: list[dict[str, Any]] = []
    lines: list[int] = []
    for line, cells in rows[1:]:
        row = {name: cell for name, cell in zip(header, cells, strict=False) if name and cell}
        meaning = row.pop("meaning", "")
        if meaning:
            codes.setdefault(row.get("code", ""), meaning)
        if row and set(row) != {"code"}:
            comments.append(_comment_of(row))
            lines.append(line)
    content = {"codes": codes, "comment": comments}
    return BankContent(content, partial(_csv_place, tuple(lines)))


def _comment_of(row: Mapping[str, str]) -> dict[str, Any]:
    split = {name: [part.strip() for part in row[name].split(SEPARATOR)] for name in LISTS if name in row}
    comment: dict[str, Any] = {**row, **split}
    comment.setdefault("text", "")
    return comment


def _csv_place(lines: Sequence[int], keys: Keys, of_key: bool) -> FilePlace:
    if of_key or keys[:1] != ("comment",) or len(keys) < 2 or not isinstance(keys[1], int):
        return FilePlace(1)
    return FilePlace(lines[keys[1]])


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything, each with its first line; cells without what kept them from being formulas."""
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            read = [_read_cell(cell) for cell in cells]
            if any(read):
                yield line, read
            line = reader.line_num + 1
    except csv.Error as error:
        raise _Unreadable(BankFault(FilePlace(line), f"this is no CSV: {error}")) from None


def _write_csv(bank: CommentBank) -> str:
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _table(bank):
        writer.writerow([_safe_cell(row.get(column, "")) for column in COLUMNS])
    return lines.getvalue()


def _table(bank: CommentBank) -> Iterable[dict[str, str]]:
    """Yield a row for each meaning of a code, then one for each comment."""
    yield from ({"code": code, "meaning": meaning} for code, meaning in bank.codes)
    for entry in bank.entries:
        fields = _fields(entry)
        yield {name: SEPARATOR.join(value) if name in LISTS else value for name, value in fields.items()}


def _safe_cell(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    >>> [_safe_cell(cell) for cell in ("=1+1", "'tis", "-ed")]
    ["'=1+1", "'tis", "'-ed"]
    """
    return f"'{cell}" if _is_like_formula(cell) else cell


def _is_like_formula(cell: str) -> bool:
    """Return whether a spreadsheet may take a cell for a formula, or it looks like one that was kept from that."""
    bare = cell.lstrip("'")
    return harmless(bare) != bare


def _read_cell(cell: str) -> str:
    """Return what :func:`_safe_cell` made safe, without the spaces around it."""
    plain = cell[1:] if cell.startswith("'") and _is_like_formula(cell[1:]) else cell
    return plain.replace("\r\n", "\n").strip()


BANK_FORMATS: Mapping[str, BankFormat] = {
    form.suffix: form
    for form in (BankFormat(".toml", _parse_toml, _write_toml), BankFormat(".csv", _parse_csv, _write_csv))
}
"""The formats of banks, by the ending of their files' names."""
