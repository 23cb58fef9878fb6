"""Metrics over Ray Data: datasets in any storage that it reads, marked by actors, folded in order on the driver."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import attrs

from markscheme.api.dataset_rows import INDEX, REFERENCES, STATISTICS, Rows
from markscheme.api.inputs import AnyPath
from markscheme.api.sentence_scorer import SentenceScorer, TextColumns, text_columns
from markscheme.execution.ray_session import import_ray
from markscheme.metrics.base import Metric, Score, SentenceScore
from markscheme.reports.sentence_scores import ROWS, sentence_row, sentence_schema
from markscheme.scoring.blocks.journal import Journal, packed_lines
from markscheme.scoring.corpus import BLOCK
from markscheme.scoring.expected_models import ExpectedModels
from markscheme.scoring.metric_settings.settings_file import MetricSettings
from markscheme.scoring.settings import EngineSettings
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import ChoiceError, DocumentError

try:
    import pyarrow as pa
except ImportError as missing:
    raise ImportError("Ray Data is not installed. Run: pip install 'markscheme[ray]'", name="pyarrow") from missing

if TYPE_CHECKING:
    from ray.data import Dataset

CORES_TO_READ: Final = 2
"""Cores that are left for reading, sorting and writing; half of them where there are fewer than four."""


def score_dataset(
    dataset: "Dataset",
    *,
    metric: Metric[Any] | str = "cleme2",
    metric_settings: MetricSettings | AnyPath | None = None,
    engine: EngineSettings = EngineSettings(),
    tokenised: bool = True,
    columns: Mapping[str, str] = {},
    index: str | None = None,
    sentence_scores: str | None = None,
    name: str = "hypothesis",
    workers: int | None = None,
    batch: int = BLOCK,
) -> Score[Any, Any]:
    """Score a Ray dataset, one sentence a row; needs ``markscheme[ray]``.

    Actors hold the pipeline and the encoder, and send back what each sentence contributes. The driver folds that in
    order, in constant memory, and so the score is that of :func:`markscheme.score`, to the last bit.

    Parameters
    ----------
    dataset
        Rows with texts: ``ray.data.read_parquet("s3://...")``, ``read_json``, ``from_huggingface`` and others.
    metric, metric_settings, tokenised, columns
        As for :class:`markscheme.SentenceScorer`.
    engine
        The models' settings. Where the encoder's device is ``cuda``, each actor has a GPU to itself; ``auto`` is the
        processor.
    index
        The column of whole numbers that orders the sentences; each is there once. ``None`` for the dataset's own order.
    sentence_scores
        A folder, or its address in any storage that Ray Data writes to, for each sentence's score as Parquet: the
        columns of ``score --sentence-scores``, numbered from 1 in order, and the index if there is one.
    name
        The hypothesis's name in these.
    workers
        The most actors; ``None`` for as many as the cluster has cores or GPUs, but for a core or two that read.
    batch
        Rows that an actor marks at a time.

    Returns
    -------
    Counts and scores, with their signature; the sentences' own are in ``sentence_scores``.

    Raises
    ------
    ChoiceError
        If a column is missing, a row lacks a text or a reference, two rows have one index, or there is no row.
    DocumentError
        If Ray is not installed, or the file of settings can't be used.
    RegistryError
        If there is no metric of this name.
    """
    ray = import_ray()
    texts = text_columns(metric, metric_settings, engine.elsewhere(), tokenised, columns)
    models = attrs.evolve(texts, engine=engine).models
    with _in_order(dataset), _plain_errors(ray), Journal(None) as journal:
        marked = dataset.map_batches(
            _Statistics,
            fn_constructor_args=(texts, index, ExpectedModels.of([texts.metric], models)),
            batch_size=batch,
            batch_format="pyarrow",
            **_actors(ray, engine, workers),
        )
        rows = Rows(marked.sort(INDEX) if index is not None else marked, index, sentence_scores is not None)
        for number, lines in enumerate(rows.blocks(batch)):
            journal.keep(packed_lines(number, lines))
        rows.check(texts.metric)
        statistics = journal.statistics(0)
        if sentence_scores is None:
            score = texts.metric.fold_into(statistics, None)
        else:
            tables = _Tables(ray, texts.metric, name, index, iter(rows.indices))
            score = texts.metric.fold_into(statistics, tables.add)
            tables.dataset().write_parquet(sentence_scores)
    return attrs.evolve(score, signature=score_signature(texts.metric, SignatureNames(models), rows.references, 0))


def sentence_scores(
    dataset: "Dataset",
    *,
    metric: Metric[Any] | str = "cleme2",
    metric_settings: MetricSettings | AnyPath | None = None,
    engine: EngineSettings = EngineSettings(),
    tokenised: bool = True,
    columns: Mapping[str, str] = {},
    workers: int | None = None,
    batch: int = BLOCK,
) -> "Dataset":
    """Return a Ray dataset with the score of each row, scored by itself, behind its own columns: to filter by.

    Nothing is computed until the dataset is read. The parameters are those of :func:`score_dataset`, the new columns
    those of :class:`markscheme.SentenceScorer`.

    Raises
    ------
    ChoiceError
        As :class:`markscheme.SentenceScorer`; for what is wrong with rows, when the dataset is read.
    DocumentError
        If Ray is not installed, or the file of settings can't be used.
    RegistryError
        If there is no metric of this name.
    """
    ray = import_ray()
    scorer = SentenceScorer(
        metric, metric_settings=metric_settings, engine=engine.elsewhere(), tokenised=tokenised, columns=columns
    )
    return dataset.map_batches(
        _WithScores,
        fn_constructor_args=(scorer,),
        batch_size=batch,
        batch_format="pyarrow",
        **_actors(ray, engine, workers),
    )


def _actors(ray: Any, engine: EngineSettings, workers: int | None) -> dict[str, Any]:
    """Return how Ray Data runs actors: one a core, or a GPU, as work comes."""
    gpu = engine.encoder.device == "cuda"
    if workers is None:
        if not ray.is_initialized():
            ray.init(include_dashboard=False)
        resources = ray.cluster_resources()
        cores = int(resources.get("CPU", 1))
        workers = int(resources.get("GPU", 1)) if gpu else max(cores - CORES_TO_READ, cores // 2)
    strategy = ray.data.ActorPoolStrategy(min_size=1, max_size=max(workers, 1))
    return {"compute": strategy, "num_cpus": 1, **({"num_gpus": 1} if gpu else {})}


class _Statistics:
    """An actor of :func:`score_dataset`: texts to what each sentence contributes, as JSON."""

    def __init__(self, texts: TextColumns, index: str | None, expected: ExpectedModels) -> None:
        self._texts = texts
        self._index = index
        self._expected = expected

    def __call__(self, table: pa.Table) -> pa.Table:
        self._expected.check(self._texts.models)
        batch = _columns(table, [*self._texts.columns.values(), *([self._index] if self._index else [])])
        counts = [len(row) for row in self._texts.references(batch)]
        lines = [json.dumps(item, separators=(",", ":")) for item in self._texts.statistics(batch)]
        marked = {REFERENCES: pa.array(counts, pa.int64()), STATISTICS: pa.array(lines, pa.large_string())}
        if self._index is not None:
            if self._index not in batch:
                raise ChoiceError(f"there is no column {self._index!r}, which index names")
            try:
                marked[INDEX] = pa.array(batch[self._index], pa.int64())
            except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
                raise ChoiceError(
                    f"the column {self._index!r}, which index names, has other values than whole numbers"
                ) from error
        return pa.table(marked)


class _WithScores:
    """An actor of :func:`sentence_scores`: rows to rows with their scores."""

    def __init__(self, scorer: SentenceScorer) -> None:
        self._scorer = scorer

    def __call__(self, table: pa.Table) -> pa.Table:
        if not table.num_rows:
            return table  # Ray Data takes the types of columns from other blocks
        for name, values in self._scorer(_columns(table, table.column_names)).items():
            whole = name.startswith("counts.") and all(isinstance(value, int) for value in values)
            kind = pa.int64() if whole or name in ("reference", "weighed_against") else pa.float64()
            table = table.append_column(name, pa.array(values, kind))
        return table


def _columns(table: pa.Table, names: Sequence[str]) -> dict[str, list[Any]]:
    return {name: table.column(name).to_pylist() for name in names if name in table.column_names}


@attrs.define
class _Tables:
    """The sentences' scores as tables in Ray's object store."""

    ray: Any
    metric: Metric[Any]
    name: str
    index: str | None
    indices: Iterator[int]
    number: int = 0
    schema: Any = None
    rows: list[dict[str, Any]] = attrs.field(factory=list)
    tables: list[Any] = attrs.field(factory=list)

    def add(self, sentence: SentenceScore[Any, Any]) -> None:
        self.number += 1
        row = {"hypothesis": self.name, "sentence": self.number, **sentence_row(sentence, self.metric)}
        if self.schema is None:
            self.schema = sentence_schema(row, sentence)
            if self.index is not None:
                self.schema = self.schema.append(pa.field(self.index, pa.int64()))
        if self.index is not None:
            row |= {self.index: next(self.indices)}
        self.rows.append(row)
        if len(self.rows) == ROWS:
            self._put()

    def _put(self) -> None:
        if self.rows:
            self.tables.append(self.ray.put(pa.Table.from_pylist(self.rows, schema=self.schema)))
            self.rows = []

    def dataset(self) -> "Dataset":
        """Return all tables as a dataset."""
        self._put()
        dataset: Dataset = self.ray.data.from_arrow_refs(self.tables)
        return dataset


@contextmanager
def _in_order(dataset: "Dataset") -> Iterator[None]:
    """Have blocks come in the dataset's order meanwhile, and errors as actors raise them."""
    context = dataset.context
    before = context.execution_options.preserve_order, context.raise_original_map_exception
    context.execution_options.preserve_order = context.raise_original_map_exception = True
    try:
        yield
    finally:
        context.execution_options.preserve_order, context.raise_original_map_exception = before


@contextmanager
def _plain_errors(ray: Any) -> Iterator[None]:
    """Raise a fault of a row as the actor raised it."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, ChoiceError | DocumentError):
            raise error.cause from error
        raise
