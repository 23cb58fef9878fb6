"""Where an encoder puts a system's edits: ``python -m benchmarks.edit_space HYPOTHESIS SOURCE [--figure FILE]``.

The mean and standard deviation of the L2 norms of edit vectors by error type (UOT-ERRANT, Section 5.1 and Table 3), and
the vectors as points of a plane (Figure 5). Both files have one tokenised sentence a line.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from benchmarks.papers.layout import number, table
from markscheme import Correction, DocumentError, Engine, EngineSettings

Numbers = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]

LEAST_EDITS = 50
"""Number of edits from which UOT-ERRANT's Table 3 and Figure 5 show a type."""
LARGEST_PERPLEXITY = 30.0
"""Of t-SNE, where there are points enough."""
NEIGHBOURS = 3
"""t-SNE needs more than this many points for each unit of perplexity."""
SEED = 1


@attrs.frozen
class TypeNorm:
    """How long the vectors of one type's edits are; ``deviation`` is the sample's."""

    type: str
    edits: int
    mean: float
    deviation: float


@attrs.frozen(eq=False)
class TypedVectors:
    """A system's edit vectors, by Equation 1, shape (edits, d), with the edits' types without their operation.

    ``least``: the smallest number of edits of a type that is shown.
    """

    types: tuple[str, ...]
    vectors: Vectors
    least: int = LEAST_EDITS

    @property
    def frequent(self) -> tuple[str, ...]:
        """The types that are shown, the most frequent first."""
        return tuple(name for name, count in Counter(self.types).most_common() if count >= max(self.least, 2))

    def of_type(self, name: str) -> Vectors:
        """Return the vectors of a type's edits."""
        return self.vectors[[error_type == name for error_type in self.types]]

    @property
    def norms(self) -> tuple[TypeNorm, ...]:
        """One for each type that is shown, the shortest mean first."""
        rows = [(name, np.linalg.norm(self.of_type(name).astype(np.float64), axis=1)) for name in self.frequent]
        norms = [TypeNorm(name, len(row), float(row.mean()), float(row.std(ddof=1))) for name, row in rows]
        return tuple(sorted(norms, key=lambda norm: (norm.mean, norm.type)))


def sentences_of(path: Path) -> list[tuple[str, ...]]:
    """Return the sentences of a file, which has one a line; raise DocumentError if it can't be read."""
    try:
        return [tuple(line.split()) for line in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(f"the file can't be read: {error}", path=path) from error


def corrections_of(source: Path, hypothesis: Path, engine: Engine) -> list[Correction]:
    """Return ERRANT's edits of each sentence; raise DocumentError if a file can't be read, or has more sentences."""
    sources, targets = sentences_of(source), sentences_of(hypothesis)
    if len(sources) != len(targets):
        raise DocumentError(f"it has {len(targets)} sentences, and the source has {len(sources)}", path=hypothesis)
    edits = engine.models.edits(list(zip(sources, targets, strict=True)))
    return [
        Correction(tokens, tuple(edit for edit in own if edit.corrects))
        for tokens, own in zip(sources, edits, strict=True)
    ]


def typed_vectors(source: Path, hypothesis: Path, engine: Engine, least: int = LEAST_EDITS) -> TypedVectors:
    """Return the edit vectors of all a system's sentences; raise DocumentError if a file can't be used."""
    corrections = corrections_of(source, hypothesis, engine)
    vectors = engine.models.vectors(corrections)
    types = tuple(edit.type.partition(":")[2] for item in corrections for edit in item.edits)
    stacked = np.concatenate(vectors) if types else np.zeros((0, 0), dtype=np.float32)
    return TypedVectors(types, stacked, least)


def principal_components(vectors: Numbers) -> Numbers:
    """Return components, shape (n, 2), that have the sign that makes their largest value positive."""
    centred = vectors - vectors.mean(axis=0)
    left, lengths, _ = np.linalg.svd(centred, full_matrices=False)
    points = np.zeros((len(vectors), 2))
    components = left[:, :2] * lengths[:2]
    points[:, : components.shape[1]] = components
    largest = points[np.abs(points).argmax(axis=0), (0, 1)]
    flipped: Numbers = points * np.where(largest < 0, -1.0, 1.0)
    return flipped


def neighbour_embedding(vectors: Numbers) -> Numbers:
    """Return t-SNE (van der Maaten and Hinton, 2008) as scikit-learn has it, from principal components on."""
    from sklearn.manifold import TSNE

    perplexity = min(LARGEST_PERPLEXITY, (len(vectors) - 1) / NEIGHBOURS)
    embedding = TSNE(2, perplexity=perplexity, init="pca", random_state=SEED)
    return np.asarray(embedding.fit_transform(vectors), dtype=np.float64)


def projection() -> tuple[str, Callable[[Numbers], Numbers]]:
    """Return t-SNE with its name if scikit-learn is installed, else the first two principal components."""
    if find_spec("sklearn") is None:
        return "principal components", principal_components
    return "t-SNE", neighbour_embedding


def figure(edits: TypedVectors, title: str) -> Any:
    """Return a matplotlib figure with a point for each edit of a frequent type."""
    from matplotlib.figure import Figure

    vectors = [edits.of_type(name).astype(np.float64) for name in edits.frequent]
    if sum(map(len, vectors)) < 3:
        raise DocumentError(f"no types have {edits.least} edits")
    name, project = projection()
    points = np.split(project(np.concatenate(vectors)), np.cumsum([len(own) for own in vectors])[:-1])
    drawn = Figure((8.6, 6.2), layout="constrained")
    axes = drawn.subplots()
    axes.set_title(f"{title}: {name}")
    for place, (kind, part) in enumerate(zip(edits.frequent, points, strict=True)):
        mark = "os^Dv"[place // 10 % 5]
        axes.scatter(part[:, 0], part[:, 1], s=14, marker=mark, color=f"C{place % 10}", label=f"{kind} ({len(part)})")
    axes.set_axis_off()
    drawn.legend(loc="outside right center", frameon=False, title="type (edits)")
    return drawn


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.edit_space", description=__doc__.partition("\n")[0])
    parser.add_argument("hypothesis", type=Path, help="a system's output, such as seeda/outputs/all/GPT-3.5.txt")
    parser.add_argument("source", type=Path, help="its source, such as seeda/outputs/all/INPUT.txt")
    parser.add_argument("--least", type=int, default=LEAST_EDITS, help="smallest number of edits of a type")
    parser.add_argument("--figure", type=Path, help="write the vectors as points to this file; needs matplotlib")
    options = parser.parse_args(arguments)
    engine = Engine(EngineSettings())
    try:
        found = typed_vectors(options.source, options.hypothesis, engine, options.least)
        rows = [[norm.type, str(norm.edits), number(norm.mean), number(norm.deviation)] for norm in found.norms]
        print(table(("type", "edits", "mean", "deviation"), rows))
        print(f"\n{len(found.types)} edits of all types; encoder {engine.models.encoder_identity}.")
        if options.figure is not None:
            title = f"{options.hypothesis.stem}'s edits by error type, {engine.models.encoder_identity}"
            figure(found, title).savefig(options.figure)
    except DocumentError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
