"""From edit vectors to points on a plane; each way is an object in a registry."""

from collections.abc import Callable

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.registry import Registry

Numbers = npt.NDArray[np.float64]

LARGEST_PERPLEXITY = 30.0
"""Of t-SNE, where there are points enough."""
NEIGHBOURS = 3
"""t-SNE needs more than this many points for each unit of perplexity."""


@attrs.frozen
class Projection:
    """A way to show vectors on a plane.

    Attributes
    ----------
    title
        What people call it.
    module
        The module that it needs beside numpy; empty for none.
    of
        Return points, shape (n, 2), from vectors, shape (n, d), and a seed.
    """

    title: str
    module: str
    of: Callable[[Numbers, int], Numbers]


def _principal_components(vectors: Numbers, seed: int) -> Numbers:
    """Return the first two principal components; each has the sign that makes its largest value positive."""
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
"""The ways by their names."""
