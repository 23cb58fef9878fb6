"""Window analysis: correlations over systems that people score alike (SEEDA, Section 5.3)."""

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.correlations import pearson, spearman

Numbers = npt.NDArray[np.float64]

SIZE = 4
"""Systems in a window, as in the papers."""


@attrs.frozen
class Window:
    """Consecutive systems by people's scores.

    Attributes
    ----------
    first
        The rank of the first one; 1 is the best.
    systems
        Their names, the best first.
    pearson, spearman
        ``None`` where the metric scores all of them alike.
    """

    first: int
    systems: tuple[str, ...]
    pearson: float | None
    spearman: float | None


def windows(names: tuple[str, ...], metric: Numbers, people: Numbers, size: int = SIZE) -> tuple[Window, ...]:
    """Return every window of systems, from the best on; none where there are fewer systems.

    Parameters
    ----------
    metric, people
        Scores of the systems, shape (systems,).
    """
    order = np.argsort(-people, kind="stable")
    consecutive: list[Window] = []
    for start in range(len(order) - size + 1):
        chosen = order[start : start + size]
        rows = metric[chosen][None], people[chosen][None]
        values = [None if np.isnan(value) else float(value) for value in (pearson(*rows)[0], spearman(*rows)[0])]
        consecutive.append(Window(start + 1, tuple(names[number] for number in chosen), *values))
    return tuple(consecutive)
