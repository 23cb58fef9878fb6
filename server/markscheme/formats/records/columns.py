"""Tables of texts: a row for each source with its corrections, and a first row that names the columns.

The columns are ``source``; ``hypothesis`` or ``hypothesis.NAME``; ``reference`` or ``reference.NAME``; ``id``. Somebody
without a name is called ``hypothesis`` or ``reference``. Columns of other names can be given a role; the rest is left
out. An empty cell in a person's column is no correction.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import attrs

from markscheme.formats.annotators import PARTS, corrections_by_annotator
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.plain_text.side_files import ALL_SIDES
from markscheme.formats.records.json_lines import Fault
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines

MOST_COLUMNS = 1_000
_ROLES = "id, source, hypothesis or hypothesis.NAME, reference or reference.NAME"
_NAMING = f"Name the columns in the first line. Columns are {_ROLES}; --column source=NAME says which column is one"
_BEGINNINGS = ("source", "hyp", "ref")


class Row(NamedTuple):
    """A row that is not blank: its 1-based line or row number in the file, and its cells."""

    line: int
    cells: Sequence[str]


@attrs.frozen
class Table:
    """What a file holds; ``left_out`` is the rest of the file, in words for people."""

    rows: Iterable[Row]
    left_out: tuple[str, ...] = ()


class Column(NamedTuple):
    """A column's role: its kind (``id``, ``source``, ``hypothesis``, ``reference``), and whose it is."""

    kind: str
    person: str = ""


def column_of(role: str) -> Column | None:
    """Return the column of a role such as ``reference.Kim``; ``None`` if there is no such role.

    >>> column_of("Reference.Kim"), column_of("hypothesis"), column_of("grade")
    (Column(kind='reference', person='Kim'), Column(kind='hypothesis', person='hypothesis'), None)
    """
    kind, dot, person = role.partition(".")
    kind = kind.strip().lower()
    if kind in ("id", "source") and not dot:
        return Column(kind)
    if kind in PARTS and (person or not dot):
        return Column(kind, person or kind)
    return None


class TableFormat(CorpusFormat):
    """A format whose files are tables."""

    carries = ALL_SIDES | {"texts", "absences", "uncorrected", "ids", "paragraphs"}

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path)

    @abstractmethod
    def read_table(self, file: DocumentFile) -> Table:
        """Return the rows of a file, which may be read while they are used.

        Raises
        ------
        DocumentError
            If the file can't be used.
        """

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return corpus_of(self.read_table(file), file.path)

    def read_columns(self, file: DocumentFile, roles: Mapping[str, str]) -> Corpus:
        """Return the records of a file whose columns have names of their own; see :func:`corpus_of`."""
        return corpus_of(self.read_table(file), file.path, roles)


def read_records(form: CorpusFormat, file: DocumentFile, roles: Mapping[str, str]) -> Corpus:
    """Return what a file holds, its columns named by their roles.

    Raises
    ------
    DocumentError
        If the file can't be used, or columns are named and it is no table.
    """
    if not roles:
        return form.read_corpus(file)
    if not isinstance(form, TableFormat):
        raise DocumentError(
            f"{form.title} has no columns that can be named", path=file.path, remedy="Leave out --column"
        )
    return form.read_columns(file, roles)


def corpus_of(table: Table, path: Path | None = None, roles: Mapping[str, str] = {}) -> Corpus:
    r"""Return the records of a table, not tokenised, lines of a text ended by ``\n``.

    Parameters
    ----------
    roles
        The names of columns, by the roles that they have besides those whose name is a role.

    Raises
    ------
    DocumentError
        If a role does not exist, or a column; if there is no ``source``, a column twice, or no record; at the first
        record with another number of cells.
    """
    rows = iter(table.rows)
    line, header = next(rows, Row(1, ()))
    columns, unread = _columns(header, roles, partial(DocumentError, path=path, line=line))
    entries = [_entry(row, columns, path) for row in rows]
    if not entries:
        raise DocumentError("the file has no record", path=path, line=line, remedy="Add one under the header")
    left_out = (f"the columns {', '.join(unread)}",) if unread else ()
    return Corpus(tuple(entries), tokenised=False, left_out=(*left_out, *table.left_out))


def _entry(row: Row, columns: Sequence[Column | None], path: Path | None) -> Entry:
    if len(row.cells) != len(columns):
        cells = "1 cell" if len(row.cells) == 1 else f"{len(row.cells)} cells"
        raise DocumentError(
            f"this record has {cells}, where the header names {len(columns)} columns", path=path, line=row.line
        )
    texts = {column: newlines(cell) for column, cell in zip(columns, row.cells, strict=True) if column is not None}
    name, source = (texts.get(Column(kind), "") for kind in ("id", "source"))
    hypotheses, references = (
        tuple(Correction(column.person, text) for column, text in texts.items() if column.kind == part and text)
        for part in PARTS
    )
    return Entry(name, source, hypotheses, references)


def _columns(
    header: Sequence[str], roles: Mapping[str, str], fault: Fault
) -> tuple[list[Column | None], tuple[str, ...]]:
    """Return each column's role, and the names of the columns without one."""
    if len(header) > MOST_COLUMNS:
        raise fault(f"the header names more than {MOST_COLUMNS} columns", remedy="Delete those that hold no text")
    stripped = [name.strip() for name in header]
    names = ", ".join(filter(None, stripped)) or "none"
    given: dict[str, Column] = {}
    for role, name in roles.items():
        column = column_of(role)
        if column is None:
            raise fault(f"no column has the role {role!r}", remedy=f"Roles are {_ROLES}")
        if name.strip() not in stripped:
            raise fault(f"there is no column {name!r}", remedy=f"The columns are {names}")
        given[name.strip()] = column
    columns = [given.get(name.strip()) or _by_name(name, set(given.values()), names, fault) for name in header]
    if Column("source") not in columns:
        raise fault(f"there is no source column; the columns are {names}", remedy=_NAMING)
    present = [column for column in columns if column is not None]
    if len(set(present)) < len(present):
        raise fault("two columns are called the same", remedy="Give each person a name of their own")
    if len(present) == 1 and len(columns) > 1:
        raise fault(f"there is no hypothesis or reference column; the columns are {names}", remedy=_NAMING)
    unread = (name for name, column in zip(stripped, columns, strict=True) if column is None and name)
    return columns, tuple(dict.fromkeys(unread))


def _by_name(name: str, given: set[Column], names: str, fault: Fault) -> Column | None:
    column = column_of(name)
    if column in given:
        return None
    if column is None and name.lower().startswith(_BEGINNINGS) and " " not in name and not given:
        raise fault(f"there is no column {name!r}; the columns are {names}", remedy=_NAMING)
    return column


def rows_of(corpus: Corpus, title: str) -> Iterator[list[str]]:
    """Yield the rows of a corpus's texts, without edits; people's columns stand by first appearance.

    Parameters
    ----------
    title
        The format's, for the message.

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
    names = [part if name == part else f"{part}.{name}" for part, name in people]
    yield list(map(newlines, [*(["id"] if ids else []), "source", *names]))
    for number, entry in enumerate(corpus.entries, 1):
        corrections = corrections_by_annotator(entry)
        if not all(item.name and item.text for item in entry.corrections):
            raise DocumentError(
                f"entry {number} can't be written as {title}: a name or a correction is empty", remedy="Use JSON lines"
            )
        texts = [corrections[person].text if person in corrections else "" for person in people]
        yield list(map(newlines, [*([entry.id] if ids else []), entry.source, *texts]))
