"""The sentences of a benchmark's systems, against one or more sets of references.

All sets of references are read together: each text is parsed once and each edit extracted once, however many systems
and sets of references have it.
"""

from collections.abc import Collection, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.alignment.parallel import parallel_passages
from markscheme.alignment.passages import Passage
from markscheme.evaluation.judgements.benchmark import Benchmark, ReferenceSet
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import sources_of
from markscheme.metrics.base import Need, Sentence
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import SentenceReader

Indices = npt.NDArray[np.int64]


@attrs.frozen
class ScoredSet:
    """A set of references, and the names of the systems that are scored against it."""

    references: ReferenceSet
    systems: tuple[str, ...]


def benchmark_sentences(
    benchmark: Benchmark,
    sets: Sequence[ScoredSet],
    needs: Collection[Need],
    models: Models,
    progress: Progress,
    numbers: Sequence[Indices] | None = None,
) -> list[list[Sentence]]:
    """Return, for each set of references, the sentences of its systems, one system after the other.

    Parameters
    ----------
    needs
        What the metrics need of sentences.
    numbers
        For each set the indices of the sentences to return; all if ``None``.

    Raises
    ------
    DocumentError
        If the texts don't line up.
    """
    reader = SentenceReader(frozenset(needs), Decisions(), Factors(), models)
    passages = [
        _passages(benchmark, item, None if numbers is None else numbers[place]) for place, item in enumerate(sets)
    ]
    reader.extract([passage for part in passages for passage in part], progress)
    return [reader.read(part, progress) for part in passages]


def _passages(benchmark: Benchmark, scored: ScoredSet, numbers: Indices | None) -> list[Passage]:
    texts = {text.name: text for text in benchmark.systems}
    hypotheses, references = [texts[name] for name in scored.systems], scored.references.texts
    sources = sources_of([*hypotheses, *references], benchmark.source)
    by_system = [list(parallel_passages(sources, text, references)) for text in hypotheses]
    chosen = range(len(sources)) if numbers is None else numbers.tolist()
    return [passages[number] for passages in by_system for number in chosen]
