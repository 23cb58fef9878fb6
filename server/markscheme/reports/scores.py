"""Scores in every kind of output; those of sentences as they come: a line of JSON or CSV, or a row of Parquet, each."""

import codecs
import csv
import json
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NotRequired, Protocol, cast

import attrs
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from typing_extensions import TypedDict

from markscheme.contract import shape
from markscheme.documents.files import bare_path, check_output, is_compressed, packing, written_whole
from markscheme.documents.tables import harmless
from markscheme.errors import DocumentError
from markscheme.metrics.base import Assumption, Level, Metric, SentenceScore
from markscheme.metrics.weightings import WeightingName
from markscheme.reports.output import encodable, json_report, layouts, rendered, unbroken
from markscheme.reports.score_tables import excess_note, score_rows, tidy_cells
from markscheme.scoring.scorer import Run

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

JSON_LINES, PARQUET = ".jsonl", ".parquet"
DELIMITERS = {".csv": ",", ".tsv": "\t"}
ROWS = 8192
"""Rows that are held until they are written to Parquet."""


class ScoredSentence(TypedDict):
    """One sentence's counts and scores; the metric says in which order."""

    reference: int | None
    """The index of the reference that the sentence is scored against; ``null`` if there is no single one."""
    counts: dict[str, float]
    """Counts, with the same members as the run's."""
    scores: dict[str, float]
    """Scores, with the same members as the run's."""
    weights: NotRequired[dict[str, float] | None]
    """Sums of weights, with the members of ``counts``, where edits are weighted."""
    weighed_against: NotRequired[int | None]
    """The index of the reference that the weights are computed against, where edits are weighted."""


def sentence_record(sentence: SentenceScore[Any, Any], metric: Metric[Any]) -> ScoredSentence:
    """Return a sentence's score, without the members about weights where everything weighs the same."""
    record = attrs.asdict(sentence)
    if sentence.weights is None:
        del record["weights"], record["weighed_against"]
    return cast("ScoredSentence", {name: record[name] for name in metric.sentence_fields if name in record})


@shape(optional=("assumption", "weighting", "weights", "left_out", "per_sentence"))
@attrs.frozen
class ScoreRun:
    """One hypothesis scored by one metric. Numbers are unrounded."""

    hypothesis: str
    """The hypothesis's name."""
    metric: str
    """The metric's name."""
    level: Level
    """Whether the scores are computed from the total counts, or are the mean of the sentences' scores."""
    assumption: Assumption | None
    """Whether a sentence is scored against one reference, or each chunk against any; for ``cleme2`` and ``cleme``."""
    weighting: WeightingName | None
    """The weighting of chunks; for ``cleme2`` and ``cleme``."""
    sentences: int
    """The number of sentences."""
    counts: Mapping[str, float]
    """Counts, with members that depend on the metric; empty for metrics that count nothing."""
    weights: Mapping[str, float] | None
    """Sums of weights, with the members of ``counts``, where edits are weighted."""
    scores: Mapping[str, float]
    """Scores, with members that depend on the metric."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    left_out: tuple[int, ...]
    """The sentences' numbers, from 1, that a faulty line leaves out of this run."""
    per_sentence: tuple[ScoredSentence, ...]
    """The sentences, in the order of the corpus, without those of ``left_out``; with ``--per-sentence``."""

    @classmethod
    def of(cls, run: Run) -> "ScoreRun":
        metric, score, settings = run.metric, run.result, run.metric.run_settings
        return cls(
            run.system,
            metric.name,
            metric.level,
            cast("Assumption | None", settings.get("assumption")),
            cast("WeightingName | None", settings.get("weighting")),
            score.sentence_count,
            attrs.asdict(score.counts),
            None if score.weights is None else attrs.asdict(score.weights),
            attrs.asdict(score.scores),
            run.signature,
            run.left_out,
            tuple(sentence_record(sentence, metric) for sentence in score.sentences),
        )


@shape(kind="document")
@attrs.frozen
class ScoreReport:
    """The output of ``score --format json``."""

    runs: tuple[ScoreRun, ...]
    """One run for each hypothesis."""


def score_json(runs: Iterable[Run]) -> str:
    return json_report(ScoreReport(tuple(map(ScoreRun.of, runs))))


def score_text(runs: Sequence[Run], width: int) -> str:
    """Return a table for each metric, with its signature; the same metric with other settings has one of its own."""
    metrics: dict[Metric[Any], list[Run]] = {}
    for run in runs:
        metrics.setdefault(run.metric, []).append(run)
    return "\n".join(
        rendered([*_metric_table(own)], width) + unbroken(dict.fromkeys(run.signature for run in own))
        for own in metrics.values()
    )


def _metric_table(runs: Sequence[Run]) -> Iterator[RenderableType]:
    table = Table(box=None, header_style="bold")
    first = runs[0].result
    for column in ("hypothesis", *attrs.asdict(first.counts), *attrs.asdict(first.scores)):
        table.add_column(column, justify="left" if column == "hypothesis" else "right", no_wrap=True)
    for run in runs:
        numbers = [
            str(value) if isinstance(value, int) else f"{value:.4f}" for value in attrs.astuple(run.result.counts)
        ]
        table.add_row(run.system, *numbers, *(f"{value:.4f}" for value in attrs.astuple(run.result.scores)))
    yield table
    if note := excess_note(score_rows(runs)):
        yield Text(note, style="dim")
    yield from (Text(f"{run.system}: {run.result.remark}.") for run in runs if run.result.remark)


LAYOUTS = layouts(
    text=lambda runs, _, width: score_text(runs, width),
    json=lambda runs, _: score_json(runs),
    cells=lambda runs, _: tidy_cells(score_rows(runs)),
    md=lambda runs, paper: paper.markdown(score_rows(runs)),
    latex=lambda runs, paper: paper.latex(score_rows(runs)),
    html=lambda runs, paper: paper.html(score_rows(runs)),
)
"""They take runs and a :class:`~markscheme.reports.score_tables.PaperTable`; JSON and text have the counts too."""


def sentence_row(sentence: SentenceScore[Any, Any], metric: Metric[Any]) -> dict[str, Any]:
    """Return a sentence's score as a row of a table: ``reference``, ``counts.tp``, ``scores.f`` and the others."""
    row: dict[str, Any] = {}
    for name, value in sentence_record(sentence, metric).items():
        row |= {f"{name}.{key}": item for key, item in value.items()} if isinstance(value, dict) else {name: value}
    return row


def sentence_schema(names: Iterable[str], sentence: SentenceScore[Any, Any]) -> "pa.Schema":
    """Return the columns' types: whole numbers for references and what a metric counts in them, else 64-bit floats."""
    import pyarrow

    whole = {"sentence", "reference", "weighed_against"}
    whole |= {f"counts.{field.name}" for field in attrs.fields(type(sentence.counts)) if field.type is int}
    types = {name: pyarrow.int64() if name in whole else pyarrow.float64() for name in names}
    return pyarrow.schema({name: pyarrow.string() if name == "hypothesis" else types[name] for name in types})


class SentenceWriter(Protocol):
    """Writes sentences' scores."""

    @abstractmethod
    def __call__(self, hypothesis: str, number: int, sentence: SentenceScore[Any, Any]) -> None:
        """Write the score of a hypothesis's sentence of this 1-based number."""


def check_sentence_file(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Check that a file of this name can hold the scores of sentences of the input files. Raise DocumentError if its
    name says no such format, pyarrow or the folder is missing, or the file is an input.
    """
    suffix = bare_path(path).suffix.lower()
    if suffix not in (JSON_LINES, PARQUET, *DELIMITERS) or (suffix == PARQUET and is_compressed(path)):
        raise DocumentError(
            "the name does not say which format is wanted",
            path=path,
            remedy="Sentences' scores are written to .jsonl, .csv, .tsv, these with .gz or .zst, or .parquet",
        )
    if suffix == PARQUET:
        _parquet(path)
    check_output(path, inputs)


@contextmanager
def sentence_writer(path: Path, metric: Metric[Any]) -> Iterator[SentenceWriter]:
    """Yield what writes to a file, which is there as a whole when the block ends, or not at all. Raise DocumentError as
    :func:`check_sentence_file`, or if the file can't be written.
    """
    check_sentence_file(path)
    with written_whole(path) as [stream]:
        if bare_path(path).suffix.lower() == PARQUET:
            rows = _ParquetRows(path, stream, metric)
            yield rows
            rows.close()
        else:
            delimiter = DELIMITERS.get(bare_path(path).suffix.lower())
            with packing(path, stream) as lines:
                yield _JsonLines(lines, metric) if delimiter is None else _Delimited(lines, metric, delimiter)


@attrs.frozen
class _JsonLines(SentenceWriter):
    stream: BinaryIO
    metric: Metric[Any]

    def __call__(self, hypothesis: str, number: int, sentence: SentenceScore[Any, Any]) -> None:
        record = {"hypothesis": hypothesis, "sentence": number, **sentence_record(sentence, self.metric)}
        self.stream.write(f"{encodable(json.dumps(record, ensure_ascii=False))}\n".encode())


class _Delimited(SentenceWriter):
    """Lines of CSV or TSV; the columns are those of the first sentence."""

    def __init__(self, stream: BinaryIO, metric: Metric[Any], delimiter: str) -> None:
        lines = codecs.getwriter("utf-8")(stream, "replace")
        self._writer = csv.writer(lines, delimiter=delimiter, lineterminator="\n")
        self._metric = metric
        self._has_columns = False

    def __call__(self, hypothesis: str, number: int, sentence: SentenceScore[Any, Any]) -> None:
        row = {"hypothesis": harmless(hypothesis), "sentence": number, **sentence_row(sentence, self._metric)}
        if not self._has_columns:
            self._writer.writerow(row)
            self._has_columns = True
        self._writer.writerow(row.values())


class _ParquetRows(SentenceWriter):
    """Rows with a column for each number; the columns are those of the first sentence."""

    def __init__(self, path: Path, stream: BinaryIO, metric: Metric[Any]) -> None:
        self._pyarrow, self._parquet = _parquet(path)
        self._stream = stream
        self._metric = metric
        self._rows: list[dict[str, Any]] = []
        self._writer: pq.ParquetWriter | None = None

    def __call__(self, hypothesis: str, number: int, sentence: SentenceScore[Any, Any]) -> None:
        row = {"hypothesis": hypothesis, "sentence": number, **sentence_row(sentence, self._metric)}
        self._rows.append(row)
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._stream, sentence_schema(row, sentence))
        if len(self._rows) == ROWS:
            self._write()

    def close(self) -> None:
        if self._writer is not None:
            self._write()
            self._writer.close()

    def _write(self) -> None:
        if self._writer is not None and self._rows:
            self._writer.write_table(self._pyarrow.Table.from_pylist(self._rows, schema=self._writer.schema))
            self._rows = []


def _parquet(path: Path) -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DocumentError(
            "writing Parquet needs pyarrow", path=path, remedy="Install markscheme[parquet], or write .jsonl"
        ) from error
    return pyarrow, pyarrow.parquet
