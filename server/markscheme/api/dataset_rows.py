"""What actors of Ray Data send back of a dataset's rows: it is checked as it comes to the driver, in order."""

import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from markscheme.metrics.base import Metric, Need
from markscheme.text.errors import ChoiceError

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

    Attributes
    ----------
    dataset
        Rows with the columns :data:`REFERENCES`, :data:`STATISTICS` and, where they are ordered, :data:`INDEX`.
    index
        What the caller calls the index, for messages; ``None`` where the order is the dataset's own.
    keeps_indices
        Whether all rows' indices are kept.
    count
        The rows that have come.
    fewest, references
        The fewest and the most references of a row.
    indices
        The rows' indices, 8 bytes each; the last one alone, if they are not kept.
    """

    dataset: "Dataset"
    index: str | None
    keeps_indices: bool = False
    count: int = 0
    fewest: int = sys.maxsize
    references: int = 0
    indices: "array[int]" = attrs.field(factory=lambda: array("q"))

    def blocks(self, size: int) -> Iterator[list[bytes]]:
        """Yield the statistics of ``size`` rows at a time.

        Raises
        ------
        ChoiceError
            If two rows have one index, or a row has none.
        """
        for table in self.dataset.iter_batches(batch_size=size, batch_format="pyarrow"):
            if self.index is not None:
                self._check(table.column(INDEX).to_pylist())
            self.count += table.num_rows
            counts = table.column(REFERENCES).to_pylist()
            self.fewest, self.references = min([self.fewest, *counts]), max([self.references, *counts])
            yield [line.encode() for line in table.column(STATISTICS).to_pylist()]

    def check(self, metric: Metric[Any]) -> None:
        """Check that rows have come, and as many references for each where the metric compares whole texts.

        A missing reference has no edits, and is left out. GLEU draws one of as many for each sentence.

        Raises
        ------
        ChoiceError
            If they have not.
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
