"""Corpora in records: JSON lines of texts, the format of Write & Improve, and Parquet.

JSON lines of texts: ``source`` is a string; ``hypothesis`` (or ``hypotheses``) and ``references`` (or ``reference``)
are each a string, an array of strings, whose names are then ``0``, ``1``, ..., or an object of strings by name. ``id``
is a string or a number. Other fields are not kept. Somebody without a name (a string) is called ``hypothesis`` or
``reference``.

W&I+LOCNESS and FCE, as released for BEA-2019 (Bryant et al., 2019): one essay a line, ``{"id": ..., "text": ...,
"edits": [[annotator, [[start, end, correction], ...]], ...]}``, with offsets in code points, a fourth field for the
type (FCE), and ``null`` for an error without a correction. What else a line says (``userid``, ``cefr``, ``l1``, ...) is
not kept. A line without ``edits`` (the test sets) has no references.

Parquet: a row for each text with its corrections, whose columns are the fields of JSON lines of texts.
"""

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any

from markscheme.documents.corpus import (
    PARTS,
    Annotator,
    Corpus,
    Correction,
    Entry,
    Fault,
    Part,
    annotator_numbers,
    counted,
    disjoint,
    repetitions,
)
from markscheme.documents.files import check_readable, is_compressed, moved_offsets, newlines, read_text
from markscheme.documents.formats import (
    ALL_SIDES,
    AnnotatedCorpusFormat,
    CorpusStream,
    DocumentFile,
    RecordError,
    StretchedFormat,
)
from markscheme.documents.places import LINE_END, LineIndex, TextEdit, corrected_text
from markscheme.documents.streams import STRETCH, PackedOtherwise, Stretch, TextFile
from markscheme.errors import DocumentError, MissingDocument
from markscheme.languages.segments import Span

if TYPE_CHECKING:
    import pyarrow as pa


_SUFFIXES = (".json", ".jsonl")
_REMEDY = "Write one JSON object a line, or an array of objects"
_SPACE = " \t\r\n"
_SPACES = re.compile(f"[{_SPACE}]*")


def _read_objects(text: str, path: Path | None = None, first_line: int = 1) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield each object of JSON lines, or of one JSON array, with the 1-based line where it begins.

    ``first_line``: the line of the file at which lines begin. Raise DocumentError at the first item that is no object,
    has a key twice, or has what no text can hold (``NaN``, half a surrogate pair); and if there is no object at all.
    """
    is_empty = True
    in_array = first_line == 1 and is_array(text)
    for number, item in _items(text, path) if in_array else _lines(text, path, first_line):
        is_empty = False
        yield number, item
    if is_empty:
        raise DocumentError("the file has no record", path=path, line=1, remedy=_REMEDY)


_OnFault = Callable[[DocumentError], None]


def _raise(problem: DocumentError) -> None:
    raise problem


def _objects_or_faults(text: str, path: Path | None, on_fault: _OnFault) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the objects as :func:`_read_objects`, but of JSON lines those that can be read."""
    return _read_objects(text, path) if is_array(text) else _lines(text, path, 1, on_fault)


def _lines(
    text: str, path: Path | None, first_line: int, on_fault: _OnFault = _raise
) -> Iterator[tuple[int, dict[str, object]]]:
    index = LineIndex(text)
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if line.strip():
            decoder = _Decoder(partial(DocumentError, path=path, line=first_line + number))
            try:
                record = decoder.record(decoder.value(line), line)
            except DocumentError as problem:
                on_fault(problem)
            else:
                yield first_line + number, record


def _items(text: str, path: Path | None) -> Iterator[tuple[int, dict[str, object]]]:
    line, seen = 1, 0
    end = _after_space(text, text.index("[") + 1)
    closes = text.startswith("]", end)
    while not closes:
        line, seen = line + len(LINE_END.findall(text, seen, end)), end
        decoder = _Decoder(partial(DocumentError, path=path, line=line))
        value, end = decoder.value_at(text, end)
        yield line, decoder.record(value, text[seen:end])
        end = _after_space(text, end)
        closes = text.startswith("]", end)
        if not closes and not text.startswith(",", end):
            raise decoder.fault("the array is not closed behind this item", remedy="End it with ']'")
        end = end if closes else _after_space(text, end + 1)
    if _after_space(text, end + 1) < len(text):
        raise DocumentError("there is more behind the array", path=path, line=line, remedy="Write one array")


def _after_space(text: str, start: int) -> int:
    space = _SPACES.match(text, start)
    return space.end() if space else start


def _other_fields(records: Iterable[dict[str, object]], kept: Container[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for record in records for key in record if key not in kept))


def _left_out_fields(fields: Collection[str]) -> tuple[str, ...]:
    """Return that these fields are left out, in words for people; nothing without a field."""
    return (f"the fields {', '.join(fields)}",) if fields else ()


class _Decoder:
    def __init__(self, fault: RecordError) -> None:
        self.fault = fault
        self._json = json.JSONDecoder(object_pairs_hook=self._unique, parse_constant=self._constant)

    def value(self, line: str) -> object:
        with self._faults():
            line.encode()
            value: object = self._json.decode(line)
            return value

    def value_at(self, text: str, start: int) -> tuple[object, int]:
        with self._faults(in_line=False):
            value, end = self._json.raw_decode(text, start)
            text[start:end].encode()
            return value, end

    def record(self, value: object, text: str) -> dict[str, object]:
        if "\\u" in text:
            with self._faults():
                json.dumps(value, ensure_ascii=False).encode()
        if not isinstance(value, dict):
            raise self.fault("this line is JSON, but not an object", remedy=_REMEDY)
        return value

    def _unique(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise self.fault("a key stands twice in an object of this line")
        return fields

    def _constant(self, name: str) -> object:
        raise self.fault(f"{name} is not a JSON value")

    @contextmanager
    def _faults(self, *, in_line: bool = True) -> Iterator[None]:
        try:
            yield
        except json.JSONDecodeError as error:
            column = error.colno if in_line else None
            raise self.fault(f"this line is not JSON ({error.msg})", column=column, remedy=_REMEDY) from None
        except UnicodeEncodeError:
            raise self.fault("this line has half a surrogate pair, which is not a character") from None
        except RecursionError:
            raise self.fault("this line's JSON is nested too deeply") from None
        except ValueError:
            raise self.fault("this line has a number that is too long") from None


_See = Callable[[Sequence[Entry]], None]
"""Is shown all entries at the first look."""


def _see_nothing(entries: Sequence[Entry]) -> None:
    pass


_PLURAL: dict[Part, str] = {"hypothesis": "hypotheses", "reference": "references"}
_SHAPES = "It is a string, an array of strings, or an object of strings by name"


class _JsonLinesFormat(StretchedFormat):
    """JSON lines of texts. W&I's files, which have JSON's suffix too, are recognised before."""

    name = "jsonl"
    title = "JSON lines of texts"
    suffixes = (".jsonl",)
    claimed = _SUFFIXES
    carries = ALL_SIDES | {"texts", "absences", "uncorrected", "ids", "paragraphs"}
    depends_on_people = False

    def stream(self, file: TextFile, see: _See = _see_nothing) -> CorpusStream:
        """Read lines in stretches, and an array as a whole."""
        if not is_array(file.head):
            stretches = partial(file.stretches, begins=RECORD)
            no_record = DocumentError("the file has no record", path=file.path, line=1, remedy=_REMEDY)
            return _record_stream(file.path, file.look_through(RECORD), stretches, see, no_record)
        if file.held is None and file.path is not None:
            if is_compressed(file.path):
                raise PackedOtherwise
            file = TextFile.of(read_text(file.path), file.path)
        entries, unknown = _entries(file.held or "", file.path)
        see(entries)
        return CorpusStream.held(Corpus(entries, tokenised=False, left_out=_left_out_fields(unknown)))

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield the texts without edits; an empty id is left out."""
        for corpus in corpora:
            yield ("".join(json.dumps(_record(entry), ensure_ascii=False) + "\n" for entry in corpus.entries).encode(),)


def is_array(text: str) -> bool:
    return text.lstrip(_SPACE).startswith("[")


RECORD = re.compile(r"^[^\S\n]*\S", re.MULTILINE)
"""Where a record begins: at each line that is not blank."""


def read_records(stretch: Stretch, path: Path | None) -> tuple[Entry, ...]:
    """Return the records of a stretch of JSON lines, which is also what Parquet is read as.

    Raise DocumentError at a line that is no JSON object, has no ``source`` or a wrong field.
    """
    entries, _ = _entries(stretch.text, path, stretch.line)
    return entries


def _entries(text: str, path: Path | None, first_line: int = 1) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the entries, and the names of the fields for which a corpus has no place."""
    records = list(_read_objects(text, path, first_line))
    entries = tuple(_entry(record, partial(DocumentError, path=path, line=line)) for line, record in records)
    return entries, _other_fields((record for _, record in records), ("id", "source", *_PLURAL, *_PLURAL.values()))


_Stretches = Callable[[int], Iterator[Stretch]]


def _record_stream(
    path: Path | None, first_look: Iterable[Stretch], stretches: _Stretches, see: _See, no_record: DocumentError
) -> CorpusStream:
    people: dict[Annotator, None] = {}
    fields: dict[str, None] = {}
    size = 0
    for stretch in first_look:
        if not stretch.size:
            continue
        entries, others = _entries(stretch.text, path, stretch.line)
        see(entries)
        people |= dict.fromkeys(Corpus(entries, tokenised=False).people)
        fields |= dict.fromkeys(others)
        size += stretch.size
    if not size:
        raise no_record

    def corpora(size: int) -> Iterator[Corpus]:
        for stretch in stretches(size):
            yield Corpus(read_records(stretch, path), tokenised=False)

    return CorpusStream(size, tuple(people), _left_out_fields(fields), corpora)


def _entry(record: dict[str, object], fault: RecordError) -> Entry:
    name, source = record.get("id", ""), record.get("source")
    if not isinstance(source, str):
        raise fault("this record has no source", remedy='Give it as "source", a string')
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise fault("the id is neither a string nor a number")
    fields = sorted([*_PLURAL, *_PLURAL.values()])
    for key in record:
        if key.startswith(("hyp", "ref")) and key not in fields:
            raise fault(f"there is no field {shown(key)}", remedy=f"Fields are id, source, {', '.join(fields)}")
    hypotheses, references = (_corrections(record, part, fault) for part in PARTS)
    return Entry(str(name), newlines(source), hypotheses, references)


def _corrections(record: dict[str, object], part: Part, fault: RecordError) -> tuple[Correction, ...]:
    keys = [key for key in (part, _PLURAL[part]) if key in record]
    if len(keys) > 1:
        raise fault(f"this record has both {keys[0]} and {keys[1]}", remedy="Put them into one field")
    value = record[keys[0]] if keys else []
    named: dict[str, object]
    match value:
        case str():
            named = {part: value}
        case list():
            named = {str(number): item for number, item in enumerate(value)}
        case dict():
            named = value
        case _:
            raise fault(f"{keys[0]} can't be read", remedy=_SHAPES)
    texts = {name: item for name, item in named.items() if isinstance(item, str)}
    if len(texts) < len(named):
        raise fault(f"{keys[0]} has a value that is not a text", remedy=_SHAPES)
    if "" in texts:
        raise fault(f"{keys[0]} has an empty name")
    return tuple(Correction(name, newlines(item)) for name, item in texts.items())


def _record(entry: Entry) -> dict[str, object]:
    entry.by_annotator()
    record: dict[str, object] = {"id": entry.id} if entry.id else {}
    record["source"] = entry.source
    for part, items in zip(PARTS, (entry.hypotheses, entry.references), strict=True):
        texts = {item.name: item.text for item in items}
        if list(texts) == [part]:
            record[part] = texts[part]
        elif list(texts) == [str(number) for number in range(len(texts))]:
            record.update({_PLURAL[part]: list(texts.values())} if texts else {})
        else:
            record[_PLURAL[part]] = texts
    return record


JSONL = _JsonLinesFormat()


_TEXTS = ("text", "source")
_EDIT = "An edit reads [start, end, correction or null], with a type behind them in FCE"


class _WiFormat(AnnotatedCorpusFormat):
    """W&I's JSON lines."""

    name = "wi"
    title = "W&I's JSON lines"
    label = "W&I"
    suffixes = (".json",)
    claimed = _SUFFIXES
    carries = frozenset(
        {"texts", "people", "absences", "uncorrected", "ids", "edits", "types", "detections", "paragraphs"}
    )

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the first record with either has a text and no source."""
        if not self.claims(file.path):
            return False
        readable = _objects_or_faults(file.text, file.path, lambda _: None)
        records = (record for _, record in chain(readable, _read_objects(file.text, file.path)))
        return next(("source" not in record for record in records if not record.keys().isdisjoint(_TEXTS)), False)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Return the essays with every annotator's correction, a reference named by their number.

        A detection that overlaps a correction of the same annotator is left out, as BEA-2019's own conversion does.
        """
        entries: list[Entry] = []
        dropped: Counter[str] = Counter()
        records = list(_read_objects(file.text, file.path))
        for line, record in records:
            entries.append(_wi_entry(record, partial(DocumentError, path=file.path, line=line), dropped))
        unknown = _left_out_fields(_other_fields((record for _, record in records), ("id", "text", "edits")))
        return Corpus(tuple(entries), tokenised=False, left_out=unknown + counted(dropped))

    def read_tolerantly(self, file: DocumentFile) -> Corpus:
        """Return the essays; those whose line can't be read, or whose edits can't, have a fault."""
        entries: list[Entry] = []
        records: list[dict[str, object]] = []
        dropped: Counter[str] = Counter()

        def leave_out(problem: DocumentError, source: str = "") -> None:
            entries.append(Entry("", newlines(source), fault=Fault.of(problem, part="text")))

        for line, record in _objects_or_faults(file.text, file.path, leave_out):
            counts: Counter[str] = Counter()
            try:
                entry = _wi_entry(record, partial(DocumentError, path=file.path, line=line), counts)
            except DocumentError as problem:
                text = record.get("text")
                leave_out(problem, text if isinstance(text, str) else "")
            else:
                entries.append(entry)
                records.append(record)
                dropped.update(counts)
        unknown = _left_out_fields(_other_fields(records, ("id", "text", "edits")))
        return Corpus(tuple(entries), tokenised=False, left_out=unknown + counted(dropped))

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return JSON lines with ``id``, ``text`` and ``edits``: hypotheses, then references, numbered as annotators.

        Where every name is a number already, people keep theirs. An edit without a type has three fields. Raise
        ValueError if a correction has no edits or they don't give its text.
        """
        numbers = annotator_numbers(corpus.people)
        lines: list[str] = []
        for entry in corpus.entries:
            corrections = entry.by_annotator()
            groups = [
                [numbers[person], _fields(entry.source, corrections[person])]
                for person in sorted(corrections, key=numbers.__getitem__)
            ]
            record = {"id": entry.id, "text": entry.source, "edits": groups}
            lines.append(json.dumps(record, ensure_ascii=False) + "\n")
        return {name: "".join(lines).encode()}


def _wi_entry(record: dict[str, object], fault: RecordError, dropped: Counter[str]) -> Entry:
    name, text, groups = record.get("id", ""), record.get("text"), record.get("edits", [])
    if not isinstance(text, str):
        raise fault("this essay has no text", remedy='Give it as "text", a string')
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise fault(f"the id {shown(name)} is neither a string nor a number")
    if not isinstance(groups, list):
        raise fault("edits is not a list", remedy="It reads [[annotator, [edit, ...]], ...]")
    references: dict[int, Correction] = {}
    for group in groups:
        match group:
            case [int(number), list(items)] if not isinstance(number, bool) and 0 <= number < 10**9:
                if number in references:
                    raise fault(f"annotator {number} stands twice in this essay's edits")
                references[number] = _correction(number, text, items, fault, dropped)
            case _:
                raise fault("an item of edits is not [annotator's number, [edit, ...]]")
    return Entry(str(name), newlines(text), references=tuple(references.values()))


def _correction(number: int, text: str, items: list[object], fault: RecordError, dropped: Counter[str]) -> Correction:
    """Return an annotator's correction, and add to ``dropped`` how many of the edits it has not."""

    def clash(one: TextEdit, other: TextEdit) -> DocumentError:
        return fault(f"two edits of annotator {number} overlap, at {one.start}-{one.end} and {other.start}-{other.end}")

    moved = moved_offsets(text)
    stated = [_edit(item, number, len(text), moved, fault) for item in items]
    kept = disjoint(stated, clash)
    dropped.update(repetitions(stated, kept, "edits that stand twice"))
    return Correction.of(str(number), newlines(text), kept)


def _edit(item: object, annotator: int, length: int, moved: Callable[[int], int], fault: RecordError) -> TextEdit:
    fields = [*item, ""] if isinstance(item, list) and len(item) == 3 else item
    match fields:
        case [int(start), int(end), str() | None as correction, str() | None as kind] if not (
            isinstance(start, bool) or isinstance(end, bool)
        ):
            if not 0 <= start <= end <= length:
                place = f"{shown(start)}-{shown(end)}"
                raise fault(f"an edit of annotator {annotator} is at {place}, outside its text of {length} characters")
            replacement = None if correction is None else newlines(correction)
            return TextEdit(Span(moved(start), moved(end)), replacement, kind or "")
    raise fault(f"annotator {annotator} has an edit that can't be read: {shown(item)}", remedy=_EDIT)


def _fields(source: str, correction: Correction) -> list[list[object]]:
    if correction.edits is None:
        raise ValueError(f"the correction by {correction.name!r} has no edits")
    if corrected_text(source, correction.edits) != correction.text:
        raise ValueError(f"the edits of the correction by {correction.name!r} don't give its text")
    return [
        [edit.span.start, edit.span.end, edit.replacement, *([edit.type] if edit.type else [])]
        for edit in correction.edits
    ]


WI = _WiFormat()


_ROWS = 8192
"""Rows of a row group: what readers, and the writer, hold in memory."""


class _ParquetFormat(StretchedFormat):
    """Parquet with the fields of JSON lines; needs pyarrow."""

    name = "parquet"
    title = "Parquet"
    suffixes = claimed = (".parquet",)
    carries = JSONL.carries
    can_be_packed = False

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return self.stream(TextFile(file.path, "")).whole()

    def stream(self, file: TextFile, see: _See = _see_nothing) -> CorpusStream:
        if file.path is None:
            raise ValueError("Parquet is read from a file")
        stretches = partial(parquet_stretches, file.path)
        no_record = DocumentError("the file has no record", path=file.path, remedy="Add a row")
        return _record_stream(file.path, stretches(STRETCH), stretches, see, no_record)

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield row groups; a side is a column of texts if one person without a name has it, else of texts by name."""
        pyarrow, parquet = _parquet_library("writing")
        names: dict[Part, list[str]] = {part: [name for side, name in people if side == part] for part in PARTS}
        schema = _parquet_schema(pyarrow, names)
        sink = _Sink()
        with parquet.ParquetWriter(sink, schema) as writer:
            rows: list[dict[str, object]] = []
            for entry in (entry for corpus in corpora for entry in corpus.entries):
                rows.append(_parquet_row(entry, names))
                if len(rows) == _ROWS:
                    writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
                    rows.clear()
                    yield (sink.taken(),)
            if rows:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
        yield (sink.taken(),)


def parquet_stretches(path: Path, size: int) -> Iterator[Stretch]:
    """Yield rows as JSON lines, ``size`` at a time; a line is a row's number. An empty cell is no field.

    Raise DocumentError also if pyarrow is missing, or two columns have one name.
    """
    first = 0
    with _opened_parquet(path) as file:
        names = file.schema_arrow.names
        if double := next((name for name in names if names.count(name) > 1), None):
            raise DocumentError(f"two columns are called {double!r}", path=path, remedy="Rename one")
        # A batch may have fewer rows than asked for, where a row group ends.
        rows: list[str] = []
        for batch in file.iter_batches(batch_size=size):
            for row in batch.to_pylist():
                rows.append(f"{json.dumps(_filled(row), default=_json_text)}\n")
                if len(rows) == size:
                    yield Stretch(first, first + 1, size, "".join(rows))
                    first, rows = first + size, []
        if rows:
            yield Stretch(first, first + 1, len(rows), "".join(rows))


def _parquet_library(doing: str, path: Path | None = None) -> tuple[Any, Any]:
    """Return pyarrow and its module of Parquet. Raise DocumentError if pyarrow is missing; it says what needs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DocumentError(
            f"{doing} Parquet needs pyarrow", path=path, remedy="Install markscheme[parquet], or take JSON lines"
        ) from error
    return pyarrow, pyarrow.parquet


@contextmanager
def _opened_parquet(path: Path) -> Iterator[Any]:
    pyarrow, parquet = _parquet_library("reading", path)
    try:
        check_readable(path)
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            yield file
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except (pyarrow.ArrowException, OSError) as error:
        raise DocumentError("this Parquet file is damaged", path=path, remedy="Write it again") from error


def _filled(row: Mapping[str, object]) -> dict[str, object]:
    filled = {name: value for name, value in row.items() if value is not None}
    return {name: _filled(value) if isinstance(value, dict) else value for name, value in filled.items()}


def _json_text(value: object) -> str | None:
    """Return what JSON has for another value: text that is marked as bytes, as older programs write it, is text."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None


def _parquet_schema(pyarrow: Any, names: Mapping[Part, Sequence[str]]) -> "pa.Schema":
    text = pyarrow.string()
    columns = {"id": text, "source": text}
    for part in PARTS:
        if names[part] == [part]:
            columns[part] = text
        elif names[part]:
            columns[_PLURAL[part]] = pyarrow.struct(dict.fromkeys(names[part], text))
    return pyarrow.schema(columns)


def _parquet_row(entry: Entry, names: Mapping[Part, Sequence[str]]) -> dict[str, object]:
    texts = {person: correction.text for person, correction in entry.by_annotator().items()}
    row: dict[str, object] = {"id": entry.id or None, "source": entry.source}
    for part in PARTS:
        if names[part] == [part]:
            row[part] = texts.get((part, part))
        else:
            row[_PLURAL[part]] = {name: texts.get((part, name)) for name in names[part]}
    return row


class _Sink(io.RawIOBase):
    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._position = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._position += len(piece)
        return len(piece)

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


PARQUET = _ParquetFormat()
