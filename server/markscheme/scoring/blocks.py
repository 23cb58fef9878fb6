"""From files to scores, a block at a time: memory does not grow with the corpus.

A block holds the same consecutive sentences of all files. What it contributes is a pure function of it, kept in a
journal until the metric folds it, in order. A journal with a path is one SQLite file that outlives the process, so that
a run can be stopped and gone on with; a block is in it whole or not at all.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import file_digest
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import attrs
from sqlite_utils import Database

from markscheme.documents import streams
from markscheme.documents.corpus import ParallelText
from markscheme.documents.files import bare_path, is_compressed, is_file
from markscheme.documents.formats import DocumentFile, corpus_formats, format_to_read, text_format
from markscheme.documents.m2_format import M2
from markscheme.documents.records import JSONL, PARQUET, parquet_stretches, read_jsonl
from markscheme.edits.passages import Tokenisation
from markscheme.errors import DocumentError
from markscheme.inference.models import Models
from markscheme.metrics.base import SentenceScore
from markscheme.progress import Progress, silent
from markscheme.scoring.executor import Executor, WholeWork, Work
from markscheme.scoring.record_texts import Records, Role, people_of, texts_of_file
from markscheme.scoring.scorer import (
    BLOCK,
    CorpusStatistics,
    Run,
    ScoreRequest,
    Seen,
    SentenceStatistics,
    Texts,
    with_reference_numbers,
)
from markscheme.version import VERSION

T = TypeVar("T")
U = TypeVar("U")


@attrs.frozen
class Roles(Generic[T]):
    """One thing for each file of a corpus, at least one hypothesis; no source where other files carry it."""

    hypotheses: tuple[T, ...]
    references: tuple[T, ...] = ()
    source: T | None = None

    def __iter__(self) -> Iterator[T]:
        yield from (*self.hypotheses, *self.references)
        if self.source is not None:
            yield self.source

    def filled(self, things: Iterable[U]) -> "Roles[U]":
        """Return other things in the same roles, given in the order of these."""
        others = tuple(things)
        first, last = len(self.hypotheses), len(self.hypotheses) + len(self.references)
        return Roles(others[:first], others[first:last], None if self.source is None else others[last])


@attrs.frozen
class Block:
    """A stretch of every file, 0-based among the blocks."""

    number: int
    stretches: Roles[streams.Stretch]

    @property
    def first(self) -> int:
        """The 0-based number of its first sentence."""
        return self.stretches.hypotheses[0].first

    @property
    def size(self) -> int:
        return self.stretches.hypotheses[0].size


@attrs.frozen
class CorpusFiles(Roles[streams.TextStream]):
    """The files of a corpus."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for stream in self.hypotheses for name in stream.reader.names)

    @property
    def reference_count(self) -> int:
        return sum(len(stream.reader.names) for stream in self.references)

    @property
    def readers(self) -> Roles[streams.StretchReader]:
        """What makes texts of the stretches of each file; it can be sent to another process."""
        return self.filled(stream.reader for stream in self)

    @property
    def carrier(self) -> streams.TextStream:
        """Return the source's file, or else the first that carries the source; raise DocumentError if there is none."""
        carrying = (stream for stream in self if stream.reader.carries_source)
        carrier = self.source or next(carrying, None)
        if carrier is None:
            raise DocumentError("there is no source text", remedy="Name one with --source, or give M2 files")
        return carrier

    def check(self, tokenise: streams.Tokenise) -> None:
        """Raise DocumentError if files have different numbers of sentences, or none."""
        carrier = self.carrier
        for stream in (*self.hypotheses, *self.references):
            if stream.size != carrier.size:
                number = carrier.size if stream.size > carrier.size else stream.size - 1
                raise DocumentError(
                    f"it has {stream.size} sentences where its source {carrier.title} has {carrier.size}",
                    path=stream.reader.path,
                    line=stream.line_of(number, tokenise),
                    remedy="Parallel texts need the same number of lines, one sentence a line",
                )
        if not carrier.size:
            given = self.source or self.hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.reader.path, line=1)

    def blocks(self, size: int) -> Iterator[Block]:
        """Yield blocks of ``size`` sentences after :meth:`check`; raise DocumentError for a file that can't be read."""
        rows = zip_longest(*(stream.stretches(size) for stream in self))
        for number, stretches in enumerate(rows):
            if any(stretch is None or stretch.size != stretches[0].size for stretch in stretches):
                raise DocumentError("a file changed while it was read", remedy="Run the command again")
            yield Block(number, self.filled(stretches))


def source_sentences(stream: streams.TextStream, step: int, tokenise: streams.Tokenise) -> Iterator[str]:
    """Yield every ``step``-th source sentence of a file that gives them; only these are parsed."""
    for stretch in stream.stretches(1):
        if stretch.first % step:
            continue
        text = stream.reader.texts(stretch, tokenise)[0]
        segments = text.sources if text.sources is not None else [side.segment for side in text.sides]
        for segment in segments:
            yield " ".join(segment.tokens)


RowName = int | str
"""What a row of a block holds; every block has the row 0."""
SEEN = -1
"""The row of what references' authors have seen."""
_COMPRESSION = 1


@attrs.frozen
class MarkedBlock:
    """A block's statistics as a journal keeps them: compressed JSON by name, such as the hypothesis's number."""

    number: int
    size: int
    rows: Mapping[RowName, bytes]

    @classmethod
    def of(cls, number: int, size: int, rows: Mapping[RowName, Any]) -> "MarkedBlock":
        return cls(number, size, {name: _packed(value) for name, value in rows.items()})


def packed_lines(number: int, lines: Sequence[bytes]) -> MarkedBlock:
    """Return what a journal keeps of a block of one hypothesis, whose statistics are written as JSON already."""
    data = b"[" + b",".join(lines) + b"]"
    return MarkedBlock(number, len(lines), {0: zlib.compress(data, _COMPRESSION)})


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), _COMPRESSION)


class Journal:
    """Keeps blocks by number; a context manager.

    Without a path the file ends with the process. ``run`` is what decides the statistics. Raise DocumentError if the
    file is another run's, in use, no journal, damaged, or can't be written.
    """

    def __init__(self, path: Path | None, run: Mapping[str, object] = {}) -> None:
        self._path = path
        with self._readable():
            connection = sqlite3.connect(path or "", timeout=0)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA synchronous = " + ("NORMAL" if path else "OFF"))
            self._database = Database(connection)
            try:
                self._check(run)
            except BaseException:
                connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _check(self, run: Mapping[str, object]) -> None:
        with self._database.conn:
            self._database.execute("CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT)")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS blocks"
                " (block INTEGER, hypothesis, size INTEGER, data BLOB, PRIMARY KEY (block, hypothesis))"
                " WITHOUT ROWID"
            )
            if self._database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self._damaged()
            kept = dict(self._database.execute("SELECT name, value FROM run").fetchall())
            run_values = {name: json.dumps(value, sort_keys=True) for name, value in run.items()}
            if kept and kept != run_values:
                different = [name for name in {**kept, **run_values} if kept.get(name) != run_values.get(name)]
                raise DocumentError(
                    f"the journal is another run's: it differs in {', '.join(different)}",
                    path=self._path,
                    remedy="Go on with that run, or delete the file to begin anew",
                )
            self._database["run"].upsert_all(  # type: ignore[union-attr]
                [{"name": name, "value": value} for name, value in run_values.items()], pk="name"
            )

    def keep(self, block: MarkedBlock) -> None:
        with self._readable(), self._database.conn:
            self._database.conn.executemany(
                "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?)",
                [(block.number, key, block.size, data) for key, data in block.rows.items()],
            )

    def sizes(self) -> dict[int, int]:
        """Return the number of sentences of each block that is there, by the block's number."""
        with self._readable():
            return dict(self._database.execute("SELECT block, size FROM blocks WHERE hypothesis = 0").fetchall())

    def statistics(self, name: RowName) -> "Rereadable":
        """Return the values of sentences, in order, in the rows of this name."""
        return Rereadable(lambda: self._values(name))

    def blocks(self, name: RowName) -> Iterator[tuple[int, Any]]:
        """Yield each block's size, in order, and its row of this name or ``None``; raise DocumentError if damaged."""
        with self._readable():
            rows = self._database.execute(
                "SELECT size, (SELECT data FROM blocks AS other WHERE other.block = blocks.block AND hypothesis = ?)"
                " FROM blocks WHERE hypothesis = 0 ORDER BY block",
                [name],
            )
            for size, data in rows:
                yield size, None if data is None else self._unpacked(data)

    def seen(self) -> Iterator[Seen | None]:
        """Yield the references whose authors have seen each sentence, in order; ``None`` where they all have."""
        for size, rows in self.blocks(SEEN):
            yield from map(tuple, rows) if rows is not None else [None] * size

    def _values(self, name: RowName) -> Iterator[Any]:
        for size, values in self.blocks(name):
            if values is None or len(values) != size:
                raise self._damaged()
            yield from values

    def _unpacked(self, data: bytes) -> Any:
        try:
            return json.loads(zlib.decompress(data))  # with a checksum
        except (zlib.error, ValueError) as error:
            raise self._damaged() from error

    def _damaged(self) -> DocumentError:
        return DocumentError("the journal is damaged", path=self._path, remedy="Delete the file to begin anew")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise DocumentError("another run is using the journal", path=self._path) from error
            raise DocumentError(f"the journal can't be written ({error})", path=self._path) from error
        except sqlite3.DatabaseError as error:
            raise DocumentError(
                f"this is no journal of a run ({error})", path=self._path, remedy="Delete the file to begin anew"
            ) from error


@attrs.frozen
class Rereadable:
    """Values that can be read several times, such as statistics in the order of sentences."""

    read: Callable[[], Iterator[Any]]

    def __iter__(self) -> Iterator[Any]:
        return self.read()


@attrs.frozen
class BlockWork(WholeWork[Block, MarkedBlock]):
    """What is done with blocks of a corpus: a result lacks none. It can be sent to another process."""

    readers: Roles[streams.StretchReader]

    def title(self, item: Block) -> str:
        return f"sentences {item.first + 1} to {item.first + item.size}"

    def texts(self, item: Block, models: Models) -> Texts:
        """Return a block's texts; raise DocumentError if a file is malformed there, or has another source."""
        pairs = zip(self.readers, item.stretches, strict=True)
        texts = self.readers.filled(reader.texts(stretch, models.segment) for reader, stretch in pairs)
        hypotheses, references = (list(chain.from_iterable(each)) for each in (texts.hypotheses, texts.references))
        return Texts.of(hypotheses, references, texts.source[0] if texts.source else None, item.first)

    def packed(self, item: Block, texts: Texts, rows: Mapping[RowName, Any]) -> MarkedBlock:
        seen = texts.seen()
        return MarkedBlock.of(item.number, item.size, {**rows, SEEN: seen} if seen else rows)


@attrs.frozen
class Marking(BlockWork):
    """Computes what the sentences of blocks contribute to the scores of hypotheses."""

    request: ScoreRequest

    def done(self, item: Block, tools: Models, progress: Progress) -> MarkedBlock:
        """Return what a block contributes; raise DocumentError if a file is malformed there, or has another source."""
        texts = self.texts(item, tools)
        statistics = SentenceStatistics(self.request.metric, tools)
        corpora = texts.corpora(self.request.reader(tools), progress)
        return self.packed(item, texts, {each.number: tuple(CorpusStatistics(each, statistics)) for each in corpora})


LEAST_BLOCK = 128
"""Sentences of a block in a small corpus."""
LEAST_BLOCKS = 32
"""Blocks of a larger corpus: with enough of them, all workers end at much the same time."""


def block_size(sentences: int) -> int:
    """Return a block's number of sentences; workers have no part in it: a stopped run may go on with more or fewer."""
    return min(max(LEAST_BLOCK, sentences // LEAST_BLOCKS), BLOCK)


@attrs.frozen
class MarkedCorpus:
    """Files that are marked in blocks of ``block`` sentences."""

    files: CorpusFiles
    block: int

    @property
    def identity(self) -> dict[str, object]:
        """What decides a journal's blocks besides the work that is done with them."""
        return {
            "version": VERSION,
            "block size": self.block,
            **attrs.asdict(self.files.filled(map(_file_identity, self.files)), recurse=False),
        }

    def mark(
        self,
        work: Work[Block, MarkedBlock, Models],
        executor: Executor[Models],
        journal: Journal,
        progress: Progress,
    ) -> None:
        """Mark the blocks that the journal has not; raise DocumentError if a file can't be read, or is malformed."""
        count, size = len(self.files.names), self.files.carrier.size
        kept = journal.sizes()
        marked = sum(kept.values())

        def within(block: Block) -> Progress:
            begin, total = marked * count, block.size * count

            def report(stage: str, done: int, of: int) -> None:
                progress(stage, begin + total * done // max(of, 1), size * count)

            return report

        blocks = (block for block in self.files.blocks(self.block) if block.number not in kept)
        for block in executor.run(work, blocks, within):
            journal.keep(block)
            marked += block.size
            progress("sentences", marked * count, size * count)


def _file_identity(stream: streams.TextStream) -> list[object]:
    if stream.reader.path is None:
        return [stream.reader.names, stream.size]
    with stream.reader.path.open("rb") as data:
        return [stream.reader.names, file_digest(data, "sha256").hexdigest()]


AnySentence = SentenceScore[Any, Any]


class SentenceReceiver(Protocol):
    """Takes the score of each sentence as it comes: hypothesis by hypothesis, in order."""

    def __call__(self, hypothesis: str, number: int, sentence: AnySentence) -> None:
        """Take a sentence's score, with its 1-based number."""
        ...


@attrs.frozen
class BlockScorer:
    """Scores corpora under metrics that need no language model.

    ``models`` only name models in signatures. ``block`` is in sentences; ``None`` for what :func:`block_size` says.
    """

    models: Models
    executor: Executor[Models]
    block: int | None = None

    def score(
        self,
        files: CorpusFiles,
        request: ScoreRequest,
        *,
        journal: Path | None = None,
        receive: SentenceReceiver | None = None,
        progress: Progress = silent,
    ) -> tuple[Run, ...]:
        """Score hypotheses; marked blocks stay in ``journal``, so that a later run can go on.

        If each sentence is asked for, memory grows with the corpus. Raise DocumentError as
        :meth:`ScoreRequest.check`, or if files can't be used or don't line up, the source is missing, or the journal is
        another run's.
        """
        request.check(files.reference_count)
        files.check(self.models.segment)
        signature = request.signature(files.reference_count, self.models)
        corpus = MarkedCorpus(files, self.block or block_size(files.carrier.size))
        run = {"signature": signature, "accepted alternatives": [repr(item) for item in request.accepted]}
        with Journal(journal, {**corpus.identity, **run} if journal is not None else {}) as kept:
            corpus.mark(Marking(files.readers, request), self.executor, kept, progress)
            runs: list[Run] = []
            for index, name in enumerate(files.names):
                sentences: list[AnySentence] = []
                take = None if receive is None else partial(receive, name)
                numbering = _Numbering(
                    kept.seen(), files.reference_count, sentences if request.per_sentence else None, take
                )
                is_read = request.per_sentence or receive is not None
                score = request.metric.fold_into(kept.statistics(index), numbering if is_read else None)
                score = attrs.evolve(score, sentences=tuple(sentences), signature=signature)
                runs.append(Run(name, request.metric, score))
            return tuple(runs)


@attrs.define
class _Numbering:
    """Number references among all, also absent ones, and hand sentences on with their 1-based numbers."""

    seen: Iterator[Seen | None]
    references: int
    kept: list[AnySentence] | None
    take: Callable[[int, AnySentence], None] | None
    number: int = 0

    def __call__(self, sentence: AnySentence) -> None:
        self.number += 1
        seen = next(self.seen)
        if seen is not None:
            sentence = with_reference_numbers(self.references, sentence, seen)
        if self.kept is not None:
            self.kept.append(sentence)
        if self.take is not None:
            self.take(self.number, sentence)


@attrs.frozen
class RecordReader(streams.StretchReader):
    """Makes the texts of a stretch of records."""

    records: Records

    def texts(self, stretch: streams.Stretch, tokenise: streams.Tokenise) -> tuple[ParallelText, ...]:
        entries = read_jsonl(stretch.text, self.path, stretch.line).entries
        return self.records.texts(entries, tokenise, stretch.first)


def _surveyed(stretches: Iterable[streams.Stretch], path: Path, name: str, role: Role) -> tuple[RecordReader, int]:
    """Return the reader of a file's records, and their number; all sources together decide whether they are tokenised.

    Raise DocumentError at the first malformed record, or if nobody has a text of this role; UnreadableInStretches if
    there is no record.
    """
    people: dict[str, None] = {}
    look = Tokenisation()
    size = 0
    for stretch in stretches:
        if not stretch.size:
            continue
        entries = read_jsonl(stretch.text, path, stretch.line).entries
        people.update(dict.fromkeys(people_of(entries, role)))
        for number, entry in enumerate(entries, size):
            look.add(entry.source if number == 0 else f"\n{entry.source}")
        size += stretch.size
    if not size:
        raise streams.UnreadableInStretches
    records = Records.of(path, role, name, tuple(people), look.is_tokenised)
    return RecordReader(path, records.names, True, records), size


@attrs.frozen
class ParquetStream(streams.TextStream):
    """A Parquet file, opened anew whenever it is read."""

    path: Path

    def stretches(self, size: int) -> Iterator[streams.Stretch]:
        return parquet_stretches(self.path, size)


@attrs.frozen
class Opening:
    """Opens the files of a corpus; ``columns`` are a table's, by role."""

    columns: Mapping[str, str]
    models: Models

    def stream(self, role: Role, name: str, path: Path) -> streams.TextStream:
        """Return a file's stream: M2, lines and JSON lines in UTF-8, and Parquet, are read in stretches.

        Raise DocumentError if the file can't be used.
        """
        try:
            return self._in_stretches(role, name, path)
        except streams.UnreadableInStretches:
            if is_compressed(path) and is_file(path):
                raise DocumentError(
                    "a compressed file holds M2, lines or JSON lines in UTF-8, and this one does not",
                    path=path,
                    remedy="Unpack it",
                ) from None
        return streams.HeldStream.of(texts_of_file(role, name, path, self.columns, self.models))

    def _in_stretches(self, role: Role, name: str, path: Path) -> streams.TextStream:
        if not is_file(path):  # a pipe can be read only once
            raise streams.UnreadableInStretches
        if PARQUET.claims(path):
            try:
                return ParquetStream(*_surveyed(parquet_stretches(path, streams.STRETCH), path, name, role), path)
            except streams.UnreadableInStretches:
                raise DocumentError("the file has no record", path=path, remedy="Add a row") from None
        head = streams.head_lines(path)
        bare = bare_path(path)
        file = DocumentFile(bare, lambda _: head)
        if any(form.claims(bare) for form in corpus_formats()):
            is_lines = JSONL.claims(bare) and not head.lstrip().startswith("[")
            if not is_lines or self.columns or format_to_read(file) is not JSONL:
                raise streams.UnreadableInStretches
            stretches = streams.look_through(path, streams.is_record)
            return streams.FileStream(*_surveyed(stretches, path, name, role), path, streams.is_record)
        form = text_format(head, bare)
        if form is M2:
            return streams.m2_stream(path, name)
        if form.is_tokenised:
            raise streams.UnreadableInStretches
        return streams.line_stream(path, name)
