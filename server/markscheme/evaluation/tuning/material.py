"""What candidates are scored on: statistics of all systems' sentences, each computed once; and people's scores."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.benchmark_sentences import ScoredSet, benchmark_sentences
from markscheme.evaluation.judgements.benchmark import Benchmark, ReferenceSet
from markscheme.evaluation.tuning.grids import Grid, Settings
from markscheme.formats.parallel import ParallelText
from markscheme.metrics.base import Metric, ModelOutputs, Need, Sentence
from markscheme.progress import Progress
from markscheme.scoring.computation import compute
from markscheme.scoring.models import Models

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@attrs.frozen(eq=False)
class Material:
    """All systems' sentences against one set of references.

    Attributes
    ----------
    sentences
        The different ones.
    places
        The index in ``sentences`` of each system's sentences, shape (systems, sentences).
    """

    sentences: tuple[Sentence, ...]
    places: Indices

    @classmethod
    def read(
        cls,
        benchmark: Benchmark,
        references: ReferenceSet,
        needs: Collection[Need],
        models: Models,
        progress: Progress,
    ) -> "Material":
        """Return the sentences of all systems, with the edits that metrics with these needs work on.

        Raises
        ------
        DocumentError
            If the texts don't line up.
        """
        [sentences] = benchmark_sentences(benchmark, [ScoredSet(references, benchmark.names)], needs, models, progress)
        numbers = {sentence: number for number, sentence in enumerate(dict.fromkeys(sentences))}
        places = np.array([numbers[sentence] for sentence in sentences], dtype=np.int64)
        return cls(tuple(numbers), places.reshape(len(benchmark.systems), -1))


class SharedOutputs:
    """What models compute for the sentences of one material, once for all metrics that want the same of them.

    Statistics are not kept in the cache: there are as many as candidates, and each is wanted once.
    """

    def __init__(self, material: Material, models: Models, progress: Progress) -> None:
        self._material = material
        self._models = models
        self._progress = progress
        self._outputs: dict[tuple[Any, ...], ModelOutputs] = {}

    def statistics(self, grid: Grid, candidate: Settings) -> list[Any]:
        """Return the statistics of the different sentences under a candidate's metric."""
        metric = grid.metric_of(candidate)
        outputs = self._outputs_of(metric)
        return [metric.statistics(sentence, outputs) for sentence in self._material.sentences]

    def _outputs_of(self, metric: Metric[Any]) -> ModelOutputs:
        inputs = [metric.inputs(sentence) for sentence in self._material.sentences]
        key = (metric.vectorisation, metric.estimator, frozenset(inputs))
        if key not in self._outputs:
            self._outputs[key] = compute(
                inputs,
                self._models,
                self._progress,
                vectorisation=metric.vectorisation,
                estimator=metric.estimator,
            )
        return self._outputs[key]


def fingerprints(benchmark: Benchmark) -> Mapping[str, str]:
    """Return a SHA-256 digest of each part of a benchmark, by what it is; not of files, which may be laid out anew."""
    parts: dict[str, object] = {
        "systems": {text.name: _lines(text) for text in (benchmark.source, *benchmark.systems)},
        "judgements": [
            [ranking.sentence, ranking.annotator, sorted(ranking.ranks)]
            for judgements in benchmark.judgements
            for ranking in judgements.rankings
        ],
    }
    for references in benchmark.references:
        parts[f"references.{references.name}"] = [_lines(text) for text in references.texts]
    return {name: hashlib.sha256(json.dumps(part).encode()).hexdigest() for name, part in parts.items()}


def _lines(text: ParallelText) -> list[Sequence[str]]:
    return [side.segment.tokens for side in text.sides]
