r"""Records of ``source``, ``hypothesis`` and ``references``, as TSV or as JSON lines: texts without edits.

JSON lines: ``source`` is a string; ``hypothesis`` (or ``hypotheses``) and ``references`` (or ``reference``)
are each a string, an array of strings, whose names are then ``0``, ``1``, ..., or an object of strings by
name. ``id`` is a string or a number. Other fields are not kept.

TSV: the first line names the columns: ``source``; ``hypothesis.NAME`` and ``reference.NAME`` for each
person; ``id``. A cell that has a tab, a line end or a quotation mark stands in quotation marks, those inside
it doubled (Python's ``excel-tab``). An empty cell in a person's column is no correction.

In both, somebody without a name (a string in JSON, a bare ``hypothesis`` or ``reference`` column in TSV) is
called ``hypothesis`` or ``reference``.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from reprlib import repr as shown
from typing import get_args

from markscheme.formats.annotators import corrections_by_annotator
from markscheme.formats.corpus import Corpus, Correction, Entry, Part
from markscheme.formats.json_lines import left_out, read_objects
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines

Fault = Callable[..., DocumentError]
"""Makes an error of a problem, at the line that is being read."""

_PARTS: tuple[Part, ...] = get_args(Part)
_PLURAL: dict[Part, str] = {"hypothesis": "hypotheses", "reference": "references"}
_COLUMNS = "Columns are id, source, hypothesis or hypothesis.NAME, reference or reference.NAME"
_SHAPES = "It is a string, an array of strings, or an object of strings by name"


def read_jsonl(text: str, path: Path | None = None) -> Corpus:
    r"""The records of a JSON lines file, not tokenised, lines of a text ended by ``\n``.

    Raises
    ------
    DocumentError
        At the first line that is no JSON object, has no ``source``, or a field of the wrong kind.
    """
    records = list(read_objects(text, path))
    entries = [_entry(record, partial(DocumentError, path=path, line=line)) for line, record in records]
    unknown = left_out((record for _, record in records), ("id", "source", *_PLURAL, *_PLURAL.values()))
    return Corpus(tuple(entries), tokenised=False, left_out=unknown)


def _entry(record: dict[str, object], fault: Fault) -> Entry:
    name, source = record.get("id", ""), record.get("source")
    if not isinstance(source, str):
        raise fault("this record has no source", remedy='Give it as "source", a string')
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise fault("the id is neither a string nor a number")
    known = sorted([*_PLURAL, *_PLURAL.values()])
    for key in record:
        if key.startswith(("hyp", "ref")) and key not in known:
            raise fault(f"there is no field {shown(key)}", remedy=f"Fields are id, source, {', '.join(known)}")
    hypotheses, references = (_corrections(record, part, fault) for part in _PARTS)
    return Entry(str(name), newlines(source), hypotheses, references)


def _corrections(record: dict[str, object], part: Part, fault: Fault) -> tuple[Correction, ...]:
    given = [key for key in (part, _PLURAL[part]) if key in record]
    if len(given) > 1:
        raise fault(f"this record has both {given[0]} and {given[1]}", remedy="Put them into one field")
    value = record[given[0]] if given else []
    named: dict[str, object]
    match value:
        case str():
            named = {part: value}
        case list():
            named = {str(number): item for number, item in enumerate(value)}
        case dict():
            named = value
        case _:
            raise fault(f"{given[0]} can't be read", remedy=_SHAPES)
    texts = {name: item for name, item in named.items() if isinstance(item, str)}
    if len(texts) < len(named):
        raise fault(f"{given[0]} has what is no text", remedy=_SHAPES)
    if "" in texts:
        raise fault(f"{given[0]} has an empty name")
    return tuple(Correction(name, newlines(item)) for name, item in texts.items())


def write_jsonl(corpus: Corpus) -> str:
    """The corpus's texts as JSON lines, without edits; an empty id is left out.

    Raises
    ------
    ValueError
        If an entry has two corrections of one name on one side.
    """
    return "".join(json.dumps(_record(entry), ensure_ascii=False) + "\n" for entry in corpus.entries)


def _record(entry: Entry) -> dict[str, object]:
    corrections_by_annotator(entry)
    record: dict[str, object] = {"id": entry.id} if entry.id else {}
    record["source"] = entry.source
    for part, items in zip(_PARTS, (entry.hypotheses, entry.references), strict=True):
        texts = {item.name: item.text for item in items}
        if list(texts) == [part]:
            record[part] = texts[part]
        elif list(texts) == [str(number) for number in range(len(texts))]:
            record.update({_PLURAL[part]: list(texts.values())} if texts else {})
        else:
            record[_PLURAL[part]] = texts
    return record


def read_tsv(text: str, path: Path | None = None) -> Corpus:
    r"""The records of a TSV file with a header, not tokenised, lines of a text ended by ``\n``.

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
            for part in _PARTS
        )
        entries.append(Entry(name, source, hypotheses, references))
    if not entries:
        raise DocumentError("the file has no record", path=path, line=1, remedy="Add one under the header")
    return Corpus(tuple(entries), tokenised=False)


def _rows(text: str, path: Path | None) -> Iterator[tuple[int, list[str]]]:
    """The records that are not blank, each with the 1-based line where it begins."""
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
    """Each column's kind, and whose it is."""
    columns: list[tuple[str, str]] = []
    for cell in header:
        kind, dot, name = cell.partition(".")
        plain, person = cell in ("id", "source"), kind in _PARTS and bool(name or not dot)
        if not plain and not person:
            raise fault(f"there is no column {shown(cell)}", remedy=f"Name the columns in the first line. {_COLUMNS}")
        columns.append((kind, "" if plain else name or kind))
    if ("source", "") not in columns:
        raise fault("there is no source column", remedy=f"Name the columns in the first line. {_COLUMNS}")
    if len(set(columns)) < len(columns):
        raise fault("two columns are called the same", remedy="Give each person a name of their own")
    return columns


def write_tsv(corpus: Corpus) -> str:
    """The corpus's texts as TSV, without edits; people's columns by first appearance.

    Raises
    ------
    ValueError
        If an entry has two corrections of one name on one side.
    DocumentError
        If a name or a correction's text is empty, which no cell can say.
    """
    people = list(dict.fromkeys(person for entry in corpus.entries for person in corrections_by_annotator(entry)))
    people.sort(key=lambda person: _PARTS.index(person[0]))
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
