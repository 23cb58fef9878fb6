"""Metrics over Ray Data: datasets in any storage that it reads, marked by actors, folded in order on the driver."""

import json
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import attrs

from markscheme.api.arguments import AnyPath, metrics_of
from markscheme.api.inputs import shared_engine
from markscheme.errors import ChoiceError, DocumentError, installing
from markscheme.inference.models import ExpectedModels, Models
from markscheme.inference.settings import EngineSettings
from markscheme.metrics.base import AnyScore, Metric, Need, SentenceScore
from markscheme.reports.scores import ROWS, sentence_row, sentence_schema
from markscheme.scoring.journal import Journal, packed_lines
from markscheme.scoring.metric_settings import MetricSettings
from markscheme.scoring.ray_cluster import import_ray
from markscheme.scoring.scorer import BLOCK
from markscheme.scoring.statistics import TextStatistics

if TYPE_CHECKING:
    from ray.data import Dataset


INDEX: Final = "index"
"""The column of whole numbers that order the rows."""
REFERENCES: Final = "references"
"""The column of the numbers of a row's references."""
STATISTICS: Final = "statistics"
"""The column of what rows contribute to a metric, as JSON."""


@attrs.define
class Rows:
    """What actors have sent back, as it comes to the driver in order.

    ``index`` is the caller's name for the column :data:`INDEX`, ``None`` for the dataset's own order. ``fewest`` and
    ``references`` are the rows' least and most references; ``indices`` has 8 bytes a row, or the last one alone.
    """

    dataset: "Dataset"
    index: str | None
    keeps_indices: bool = False
    count: int = 0
    fewest: int = sys.maxsize
    references: int = 0
    indices: "array[int]" = attrs.field(factory=lambda: array("q"))

    def blocks(self, size: int) -> Iterator[list[bytes]]:
        """Yield statistics, ``size`` rows at a time; raise ChoiceError if two rows share an index, or one has none."""
        for table in self.dataset.iter_batches(batch_size=size, batch_format="pyarrow"):
            if self.index is not None:
                self._check(table.column(INDEX).to_pylist())
            self.count += table.num_rows
            counts = table.column(REFERENCES).to_pylist()
            self.fewest, self.references = min([self.fewest, *counts]), max([self.references, *counts])
            yield [line.encode() for line in table.column(STATISTICS).to_pylist()]

    def check(self, metric: Metric[Any]) -> None:
        """Raise ChoiceError without a row, or if numbers of references differ and the metric compares whole texts.

        A missing reference has no edits, and is left out. GLEU draws one of as many for each sentence.
        """
        if not self.count:
            raise ChoiceError("the dataset has no row")
        if self.fewest < self.references and not metric.needs & {Need.EDITS, Need.CHUNKS}:
            raise ChoiceError(
                f"rows have {self.fewest} to {self.references} references, and {metric.name} needs as many in each; "
                "fill up with empty strings"
            )

    def _check(self, indices: Sequence[int | None]) -> None:
        for number in indices:
            if number is None:
                raise ChoiceError(f"a row has no number in {self.index!r}")
            if self.indices and number == self.indices[-1]:
                raise ChoiceError(f"two rows have the number {number} in {self.index!r}")
            if not self.keeps_indices:
                del self.indices[:]
            self.indices.append(number)


_COLUMNS: Final = {"source": "source", "hypothesis": "hypothesis", "references": "references"}
_STAND_IN: Final = {"source": ["a"], "hypothesis": ["a"], "references": [["a"]]}
"""A batch by role; the columns of its scores are those of every batch."""


@attrs.frozen
class TextColumns:
    """Computes statistics of a table's rows under one metric; it can be pickled: models are loaded on first need."""

    metric: Metric[Any]
    engine: EngineSettings
    tokenised: bool
    columns: Mapping[str, str]

    @property
    def models(self) -> Models:
        return shared_engine(self.engine).models

    def references(self, batch: Mapping[str, Any]) -> list[list[str]]:
        """Return each row's references, none if none is needed; raise ChoiceError if the column or one is missing."""
        if Need.REFERENCES not in self.metric.needs:
            return [[] for _ in self._texts(batch, "source")]
        references: list[list[str]] = []
        for number, value in enumerate(self._column(batch, "references")):
            texts = _references(value)
            place = f"in {self.columns['references']!r}"
            if texts is None:
                raise ChoiceError(f"row {number} of a batch has neither a string nor a list of strings {place}")
            if not any(text.strip() for text in texts):
                raise ChoiceError(f"row {number} of a batch has no reference {place}")
            references.append(texts)
        return references

    def statistics(self, batch: Mapping[str, Any]) -> list[Any]:
        """Return rows' statistics; raise ChoiceError if a column or a text is missing, or columns differ in length."""
        texts = TextStatistics(self.metric, self.models, self.tokenised)
        sources, hypotheses = (self._texts(batch, role) for role in ("source", "hypothesis"))
        references = self.references(batch)
        sizes = {"source": len(sources), "hypothesis": len(hypotheses), "references": len(references)}
        if len(set(sizes.values())) > 1:
            numbers = ", ".join(f"{size} in {self.columns[role]!r}" for role, size in sizes.items())
            raise ChoiceError(f"the columns of a batch have different numbers of rows: {numbers}")
        return texts.of(sources, hypotheses, references)

    def _texts(self, batch: Mapping[str, Any], role: str) -> list[str]:
        texts = list(self._column(batch, role))
        for number, text in enumerate(texts):
            if not isinstance(text, str):
                raise ChoiceError(f"row {number} of a batch has no text in {self.columns[role]!r}")
        return texts

    def _column(self, batch: Mapping[str, Any], role: str) -> Iterable[Any]:
        name = self.columns[role]
        if name not in batch:
            raise ChoiceError(f"there is no column {name!r}. Name it with columns={{{role!r}: NAME}}")
        column: Iterable[Any] = batch[name]
        if isinstance(column, str):
            raise ChoiceError("this is one row and no batch. Use datasets.map(..., batched=True)")
        return column


def text_columns(
    metric: Metric[Any] | str,
    metric_settings: MetricSettings | AnyPath | None,
    engine: EngineSettings,
    tokenised: bool,
    columns: Mapping[str, str],
) -> TextColumns:
    """Return what computes the statistics of a table's rows; raise what :class:`SentenceScorer` does."""
    [chosen] = metrics_of(metric, metric_settings)
    if Need.JUDGE in chosen.needs:
        raise ChoiceError(f"{chosen.name} needs a language model here; take another weighting")
    if unknown := [role for role in columns if role not in _COLUMNS]:
        raise ChoiceError(f"{unknown[0]!r} is no role of a column. The roles are {', '.join(_COLUMNS)}")
    return TextColumns(chosen, engine, tokenised, {**_COLUMNS, **columns})


class SentenceScorer:
    """Scores the rows of a batch, one sentence each: a function for ``datasets.map(batched=True)`` and pandas.

    A row is scored by itself, as the one sentence of a corpus. Among several references, a metric at the level of the
    corpus may choose another one in a corpus, by the sentences before: ``Corpus.score`` and
    :func:`score_dataset` do that. It can be pickled; models are loaded on first need, once in a process.

    ``metric_settings``, a file or the name of one that ships, are those of a metric given by name. ``columns`` has
    other names by the roles ``source``, ``hypothesis`` and ``references``. A reference is a string or a list of
    strings; empty ones are not compared. White space parts the tokens of tokenised texts; else the language's pipeline
    does.

    Raise ChoiceError if a language model weighs edits, or a role has another name; DocumentError if the file of
    settings can't be used; RegistryError if there is no such metric.

    >>> scorer = SentenceScorer("errant")
    >>> columns = scorer({
    ...     "source": ["He go to school ."],
    ...     "hypothesis": ["He goes to school ."],
    ...     "references": [["He goes to the school ."]],
    ... })
    >>> columns["counts.tp"], columns["counts.fn"], columns["scores.precision"]
    ([1], [1], [1.0])
    """

    def __init__(
        self,
        metric: Metric[Any] | str = "cleme2",
        *,
        metric_settings: MetricSettings | AnyPath | None = None,
        engine: EngineSettings = EngineSettings(),
        tokenised: bool = True,
        columns: Mapping[str, str] = {},
    ) -> None:
        self._texts = text_columns(metric, metric_settings, engine, tokenised, columns)

    def __call__(self, batch: Any) -> Any:
        """Return the scores of a batch's rows, one a row in order: lists by column name; of a DataFrame, one of the
        same index.

        The columns are new ones only, even without rows: ``reference`` (0-based index of the one chosen, or ``None``),
        ``counts.NAME`` and ``scores.NAME``, as ``score --sentence-scores FILE.parquet`` has them. Raise ChoiceError if
        a column is missing or there already, or a row lacks a text or a reference.
        """
        rows = list(self._rows(batch))
        is_frame = hasattr(batch, "index") and hasattr(batch, "columns")
        filled = rows or list(self._rows({self._texts.columns[role]: values for role, values in _STAND_IN.items()}))
        for name in filled[0]:
            if name in batch:
                raise ChoiceError(f"the table has a column {name!r} already, which scores have too. Rename it")
        columns = {name: [row[name] for row in filled] for name in filled[0]}
        if is_frame:
            return type(batch)(columns)[: len(rows)].set_axis(batch.index)
        return {name: values[: len(rows)] for name, values in columns.items()}

    def _rows(self, batch: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        metric = self._texts.metric
        for statistics in self._texts.statistics(batch):
            yield sentence_row(metric.fold([statistics]).sentences[0], metric)


def _references(value: Any) -> list[str] | None:
    """Return ``None`` for neither a string nor a list; a missing one is empty, so that others keep their numbers."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping) or not isinstance(value, Sequence | Iterable):
        return None
    return [text if isinstance(text, str) else "" for text in value]


try:
    import pyarrow as pa
except ImportError as missing:
    raise ImportError(f"Ray Data is not installed. {installing('ray')}", name="pyarrow") from missing


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
) -> AnyScore:
    """Score a Ray dataset, one sentence a row; needs ``markscheme[ray]``.

    Actors hold the pipeline and the encoder, and send back what each sentence contributes. The driver folds that in
    order, in constant memory, and so the score is that of ``Corpus.score``, to the last bit.

    Parameters are as for :class:`SentenceScorer`. With the encoder's device ``cuda`` each actor has a GPU
    to itself; ``auto`` is the processor. ``index`` is the column of distinct whole numbers that orders the sentences,
    ``None`` for the dataset's own order. ``sentence_scores`` is a folder, or its address, for Parquet with the columns
    of ``score --sentence-scores``, numbered from 1 in order, and the index; ``name`` is the hypothesis's there.
    ``workers`` is the most actors, by default as many as cores or GPUs, but for a core or two that read; ``batch`` is
    an actor's rows at a time.

    Raise ChoiceError if a column is missing, a row lacks a text or a reference, two rows have one index, or there is
    no row; DocumentError if Ray is not installed, or the file of settings can't be used; RegistryError without such a
    metric.
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
    return attrs.evolve(score, signature=models.signature(texts.metric, rows.references))


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

    Nothing is computed until the dataset is read, when faults of rows raise ChoiceError. Parameters and other errors
    are those of :func:`score_dataset`, the new columns those of :class:`SentenceScorer`.
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
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, ChoiceError | DocumentError):
            raise error.cause from error
        raise
