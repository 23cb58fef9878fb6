r"""JSON lines of texts: records of ``source``, ``hypothesis`` and ``references``, without edits.

``source`` is a string; ``hypothesis`` (or ``hypotheses``) and ``references`` (or ``reference``) are each a string,
an array of strings, whose names are then ``0``, ``1``, ..., or an object of strings by name. ``id`` is a string or a
number. Other fields are not kept. Somebody without a name (a string) is called ``hypothesis`` or ``reference``.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from reprlib import repr as shown

from markscheme.formats.annotators import PARTS, Annotator, corrections_by_annotator
from markscheme.formats.base import DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry, Part
from markscheme.formats.plain_text.side_files import ALL_SIDES
from markscheme.formats.records.json_lines import SUFFIXES, Fault, left_out_fields, other_fields, read_objects
from markscheme.formats.streams.streamed_format import StreamedFormat
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines

PLURAL: dict[Part, str] = {"hypothesis": "hypotheses", "reference": "references"}
_SHAPES = "It is a string, an array of strings, or an object of strings by name"


class JsonLinesFormat(StreamedFormat):
    """JSON lines of texts."""

    name = "jsonl"
    title = "JSON lines of texts"
    suffixes = (".jsonl",)
    carries = ALL_SIDES | {"texts", "absences", "uncorrected", "ids", "paragraphs"}
    depends_on_people = False

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in SUFFIXES

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the file has JSON's suffix; W&I's files, which have it too, are recognised before."""
        return self.claims(file.path)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_jsonl(file.text, file.path)

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        return (name,)

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        yield from ((write_jsonl(corpus).encode(),) for corpus in corpora)


def read_jsonl(text: str, path: Path | None = None, first_line: int = 1) -> Corpus:
    r"""Return the records of a JSON lines file, not tokenised, lines of a text ended by ``\n``.

    Parameters
    ----------
    first_line
        The 1-based line of the file at which the text begins, where it is a part of the file.

    Raises
    ------
    DocumentError
        At the first line that is no JSON object, has no ``source``, or a field of the wrong kind.
    """
    entries, unknown = entries_and_other_fields(text, path, first_line)
    return Corpus(entries, tokenised=False, left_out=left_out_fields(unknown))


def entries_and_other_fields(
    text: str, path: Path | None = None, first_line: int = 1
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the entries of records, and the names of the fields for which a corpus has no place.

    Raises
    ------
    DocumentError
        As :func:`read_jsonl`.
    """
    records = list(read_objects(text, path, first_line))
    entries = tuple(_entry(record, partial(DocumentError, path=path, line=line)) for line, record in records)
    return entries, other_fields((record for _, record in records), ("id", "source", *PLURAL, *PLURAL.values()))


def _entry(record: dict[str, object], fault: Fault) -> Entry:
    name, source = record.get("id", ""), record.get("source")
    if not isinstance(source, str):
        raise fault("this record has no source", remedy='Give it as "source", a string')
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise fault("the id is neither a string nor a number")
    fields = sorted([*PLURAL, *PLURAL.values()])
    for key in record:
        if key.startswith(("hyp", "ref")) and key not in fields:
            raise fault(f"there is no field {shown(key)}", remedy=f"Fields are id, source, {', '.join(fields)}")
    hypotheses, references = (_corrections(record, part, fault) for part in PARTS)
    return Entry(str(name), newlines(source), hypotheses, references)


def _corrections(record: dict[str, object], part: Part, fault: Fault) -> tuple[Correction, ...]:
    keys = [key for key in (part, PLURAL[part]) if key in record]
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


def write_jsonl(corpus: Corpus) -> str:
    """Return the corpus's texts as JSON lines, without edits; an empty id is left out.

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
    for part, items in zip(PARTS, (entry.hypotheses, entry.references), strict=True):
        texts = {item.name: item.text for item in items}
        if list(texts) == [part]:
            record[part] = texts[part]
        elif list(texts) == [str(number) for number in range(len(texts))]:
            record.update({PLURAL[part]: list(texts.values())} if texts else {})
        else:
            record[PLURAL[part]] = texts
    return record


JSONL = JsonLinesFormat()
