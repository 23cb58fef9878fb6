"""Each sentence's score as columns of a table: for ``datasets.map``, pandas and Ray Data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from markscheme.api.inputs import AnyPath, metric_of, shared_engine
from markscheme.metrics.base import Metric, Need
from markscheme.reports.sentence_scores import sentence_row
from markscheme.scoring.metric_settings.settings_file import MetricSettings
from markscheme.scoring.models import Models
from markscheme.scoring.settings import EngineSettings
from markscheme.scoring.text_statistics import TextStatistics
from markscheme.text.errors import ChoiceError

_COLUMNS: Final = {"source": "source", "hypothesis": "hypothesis", "references": "references"}
_STAND_IN: Final = {"source": ["a"], "hypothesis": ["a"], "references": [["a"]]}
"""A batch by role; the columns of its scores are those of every batch."""


@attrs.frozen
class TextColumns:
    """Computes the statistics of the rows of a table under one metric. It can be pickled; models are not.

    Attributes
    ----------
    engine
        The models' settings. Models are loaded on first need, once in a process.
    tokenised
        Whether white space parts tokens; if not, the language's pipeline tokenises.
    columns
        The names of the columns by their roles: ``source``, ``hypothesis``, ``references``.
    """

    metric: Metric[Any]
    engine: EngineSettings
    tokenised: bool
    columns: Mapping[str, str]

    @property
    def models(self) -> Models:
        """The models, which all objects of this process with the same settings share."""
        return shared_engine(self.engine).models

    def references(self, batch: Mapping[str, Any]) -> list[list[str]]:
        """Return the references of each row; none under a metric that needs none.

        Raises
        ------
        ChoiceError
            If there is no such column, or a row has no reference.
        """
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
        """Return the statistics of each row.

        Raises
        ------
        ChoiceError
            If a column is missing, has more or fewer rows than another, or a row has no text in it.
        """
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
    """Return what computes the statistics of a table's rows.

    Raises
    ------
    ChoiceError
        If edits are weighed by a language model, or a role has another name than the three.
    DocumentError
        If the file of settings can't be used.
    RegistryError
        If there is no metric of this name.
    """
    chosen = metric_of(metric, metric_settings)
    if Need.JUDGE in chosen.needs:
        raise ChoiceError(f"{chosen.name} needs a language model here; take another weighting")
    if unknown := [role for role in columns if role not in _COLUMNS]:
        raise ChoiceError(f"{unknown[0]!r} is no role of a column. The roles are {', '.join(_COLUMNS)}")
    return TextColumns(chosen, engine, tokenised, {**_COLUMNS, **columns})


class SentenceScorer:
    """Scores the rows of a batch, one sentence each: a function for ``datasets.map(batched=True)`` and pandas.

    A row is scored by itself, as the one sentence of a corpus. Among several references, a metric at the level of the
    corpus may choose another one in a corpus, by the sentences before: :func:`markscheme.score` and
    :func:`markscheme.score_dataset` do that.

    It can be pickled. Models are loaded on first need, once in a process.

    Parameters
    ----------
    metric
        A metric with its settings (:func:`markscheme.metric`), or the name of one; none that a language model weighs.
    metric_settings
        Settings of a metric that is given by name: a file, or the name of one that ships.
    engine
        The models' settings.
    tokenised
        Whether texts are tokenised, so that white space parts tokens; if not, the language's pipeline tokenises them.
    columns
        The names of the columns by their roles ``source``, ``hypothesis`` and ``references``, where they are other
        names. A reference is a string or a list of strings; empty ones are not compared.

    Raises
    ------
    ChoiceError
        If edits are weighed by a language model, or a role has another name than the three.
    DocumentError
        If the file of settings can't be used.
    RegistryError
        If there is no metric of this name.

    Examples
    --------
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
        """Return the scores of a batch's rows, one a row in order.

        Parameters
        ----------
        batch
            Lists or arrays by column name, as ``datasets.map(batched=True)`` and Ray Data give them; or a pandas
            DataFrame.

        Returns
        -------
        New columns only: ``reference`` (0-based index of the one chosen, or ``None``), ``counts.NAME`` and
        ``scores.NAME``, with the names of the metric, as ``score --sentence-scores FILE.parquet`` has them. Lists by
        name; of a DataFrame, a DataFrame with the same index, which ``frame.join`` takes. A batch without rows has the
        same columns.

        Raises
        ------
        ChoiceError
            If a column is missing or is there already, or a row lacks a text or a reference.
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
    """Return the references of a row, or ``None`` where they are neither a string nor a list.

    A missing one among several is empty, so that others keep their numbers.
    """
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping) or not isinstance(value, Sequence | Iterable):
        return None
    return [text if isinstance(text, str) else "" for text in value]
