"""Where an encoder puts edits: their vectors by error type, and how long they are (UOT-ERRANT, Section 5.1)."""

from collections import Counter
from collections.abc import Callable

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.contract import shape
from markscheme.documents.corpus import ParallelText
from markscheme.edits.edit import Correction, scored
from markscheme.errors import ChoiceError
from markscheme.inference.models import Models
from markscheme.progress import Progress
from markscheme.registry import Registry
from markscheme.research.judgements import Benchmark

Numbers = npt.NDArray[np.float64]

LARGEST_PERPLEXITY = 30.0
"""Of t-SNE, where there are points enough."""
NEIGHBOURS = 3
"""t-SNE needs more than this many points for each unit of perplexity."""


@attrs.frozen
class Projection:
    """Shows vectors (n, d) as points (n, 2), by a seed; ``module`` is what it needs beside numpy, empty for none."""

    title: str
    module: str
    of: Callable[[Numbers, int], Numbers]


def _principal_components(vectors: Numbers, seed: int) -> Numbers:
    """Return components that have the sign that makes their largest value positive."""
    centred = vectors - vectors.mean(axis=0)
    left, lengths, _ = np.linalg.svd(centred, full_matrices=False)
    points = np.zeros((len(vectors), 2))
    components = left[:, :2] * lengths[:2]
    points[:, : components.shape[1]] = components
    largest = points[np.abs(points).argmax(axis=0), (0, 1)]
    flipped: Numbers = points * np.where(largest < 0, -1.0, 1.0)
    return flipped


def _neighbour_embedding(vectors: Numbers, seed: int) -> Numbers:
    """Return t-SNE (van der Maaten and Hinton, 2008) as scikit-learn has it, from principal components on."""
    from sklearn.manifold import TSNE

    perplexity = min(LARGEST_PERPLEXITY, (len(vectors) - 1) / NEIGHBOURS)
    embedding = TSNE(2, perplexity=perplexity, init="pca", random_state=seed)
    return np.asarray(embedding.fit_transform(vectors), dtype=np.float64)


TSNE = Projection("t-SNE", "sklearn", _neighbour_embedding)
PCA = Projection("principal components", "", _principal_components)

PROJECTIONS: Registry[Projection] = Registry(
    "projection", {name: f"{__name__}:{name.upper().replace('-', '')}" for name in ("t-sne", "pca")}
)


Vectors = npt.NDArray[np.float32]

LEAST_EDITS = 50
"""Number of edits from which UOT-ERRANT's Table 3 and Figure 5 show a type."""


@shape(name="EditTypeNorm")
@attrs.frozen
class TypeNorm:
    """How long the vectors of one type's edits are."""

    type: str
    """The ERRANT type without its operation."""
    edits: int
    """The number of edits, at least two."""
    mean: float
    """The mean L2 norm."""
    deviation: float
    """The sample's standard deviation."""


@shape("system", "sentences", "edits", "least", "encoder", "norms", name="EditVectors")
@attrs.frozen(eq=False)
class TypedVectors:
    """One system's edit vectors by type."""

    system: str
    """The system's name."""
    sentences: int
    """The number of its sentences, judged or not."""
    encoder: str
    """The encoder with its revision."""
    types: tuple[str, ...]
    """Each edit's type, without its operation."""
    vectors: Vectors
    """By Equation 1, shape (edits, d)."""
    least: int = LEAST_EDITS
    """The smallest number of edits of a type that is shown."""

    @property
    def edits(self) -> int:
        """The number of its edits, of all types."""
        return len(self.types)

    @property
    def frequent(self) -> tuple[str, ...]:
        """Most frequent first."""
        return tuple(name for name, count in Counter(self.types).most_common() if count >= max(self.least, 2))

    def of_type(self, name: str) -> Vectors:
        return self.vectors[[error_type == name for error_type in self.types]]

    @property
    def norms(self) -> tuple[TypeNorm, ...]:
        """One for each type, the shortest mean first (UOT-ERRANT, Table 3)."""
        rows = [(name, np.linalg.norm(self.of_type(name).astype(np.float64), axis=1)) for name in self.frequent]
        norms = [TypeNorm(name, len(row), float(row.mean()), float(row.std(ddof=1))) for name, row in rows]
        return tuple(sorted(norms, key=lambda norm: (norm.mean, norm.type)))


def output_of(benchmark: Benchmark, system: str) -> ParallelText:
    """Return a system's output with the sentences that nobody judged; raise ChoiceError if there is no such system."""
    texts = {text.name: text for text in benchmark.outputs}
    if system not in texts:
        raise ChoiceError(f"there is no system {system!r}. Choose one of {', '.join(texts)}")
    return texts[system]


def typed_vectors(
    benchmark: Benchmark, system: str, models: Models, progress: Progress, least: int = LEAST_EDITS
) -> TypedVectors:
    """Return the edit vectors of all a system's sentences, judged or not; raise ChoiceError for an unknown system."""
    sides = zip(benchmark.outputs_source.sides, output_of(benchmark, system).sides, strict=True)
    pairs = [(source.segment.tokens, target.segment.tokens) for source, target in sides]
    edits = models.edits(pairs, progress)
    corrections = [Correction(source, scored(extracted)) for (source, _), extracted in zip(pairs, edits, strict=True)]
    vectors = models.vectors(corrections, progress=progress)
    types = tuple(edit.type.partition(":")[2] for item in corrections for edit in item.edits)
    stacked = np.concatenate(vectors) if types else np.zeros((0, 0), dtype=np.float32)
    return TypedVectors(system, len(pairs), models.encoder_identity, types, stacked, least)
