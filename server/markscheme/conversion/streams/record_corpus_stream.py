"""JSON lines and Parquet as a corpus, read a stretch of records at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from markscheme.conversion.streams.corpus_stream import CorpusStream
from markscheme.formats.annotators import Annotator, everybody
from markscheme.formats.corpus import Corpus
from markscheme.formats.records.json_lines import left_out_fields
from markscheme.formats.records.jsonl import entries_and_other_fields
from markscheme.formats.records.parquet import parquet_stretches
from markscheme.formats.streams.stream import Stretch, cut
from markscheme.formats.streams.survey import STRETCH, UnreadableInStretches, look_through
from markscheme.text.compression import opened_text

Stretches = Callable[[Path, int], Iterator[Stretch]]
"""Yields the records of a file, as many at a time."""


@attrs.frozen
class RecordCorpusStream(CorpusStream):
    """A file of records; ``stretches`` reads them."""

    path: Path
    stretches: Stretches

    def corpora(self, size: int) -> Iterator[Corpus]:
        for stretch in self.stretches(self.path, size):
            entries, _ = entries_and_other_fields(stretch.text, self.path, stretch.line)
            yield Corpus(entries, tokenised=False)


def json_corpus_stream(path: Path) -> RecordCorpusStream:
    """Return the stream of a file of JSON lines.

    Raises
    ------
    DocumentError
        At the first malformed record.
    UnreadableInStretches
        If the file is not text in UTF-8, or has no record.
    """
    return _surveyed(path, look_through(path, _begins_record), _json_stretches)


def parquet_corpus_stream(path: Path) -> RecordCorpusStream:
    """Return the stream of a Parquet file.

    Raises
    ------
    DocumentError
        If pyarrow is missing, the file is damaged, or a row is no record.
    UnreadableInStretches
        If it has no row.
    """
    return _surveyed(path, parquet_stretches(path, STRETCH), parquet_stretches)


def _surveyed(path: Path, survey: Iterator[Stretch], stretches: Stretches) -> RecordCorpusStream:
    people: dict[Annotator, None] = {}
    fields: dict[str, None] = {}
    size = 0
    for stretch in survey:
        if stretch.size:
            entries, others = entries_and_other_fields(stretch.text, path, stretch.line)
            people |= dict.fromkeys(everybody(entries))
            fields |= dict.fromkeys(others)
            size += stretch.size
    if not size:
        raise UnreadableInStretches
    return RecordCorpusStream(size, tuple(people), left_out_fields(fields), path, stretches)


def _begins_record(line: str) -> bool:
    return bool(line.strip())


def _json_stretches(path: Path, size: int) -> Iterator[Stretch]:
    with opened_text(path) as lines:
        yield from cut(lines, size, _begins_record)
