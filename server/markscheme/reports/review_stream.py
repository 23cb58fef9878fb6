"""A review as it runs: documents come in order, whichever process marks them, then what is said beside them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Generic

import attrs

from markscheme.execution.executor import Executor
from markscheme.execution.ordering import in_order
from markscheme.marking.local_engine import Engine
from markscheme.marking.portion import Portion
from markscheme.progress import Progress
from markscheme.reports.report import Remarks
from markscheme.reports.report_parts import RemarkSum, Shown
from markscheme.reports.review_work import ReviewWork
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


class ReviewStream(Generic[Shown]):
    """What becomes of the documents of some portions. It is gone through once.

    Parameters
    ----------
    problems
        Those that are known before anything is marked.
    """

    def __init__(
        self,
        work: ReviewWork[Shown],
        portions: Sequence[Portion],
        executor: Executor[Engine],
        problems: Iterable[DocumentError],
        progress: Progress,
    ) -> None:
        self.sum = RemarkSum(problems)
        self._work = work
        self._portions = portions
        self._executor = executor
        self._progress = progress

    def __iter__(self) -> Iterator[Shown]:
        """Yield what is shown of each document, in order; memory holds a portion at a time.

        Raises
        ------
        DocumentError
            If a portion's process dies again and again.
        Cancelled
            If the progress raises it.
        """
        files = sum(portion.files for portion in self._portions)
        within = partial(_PortionProgress, self._progress, files)
        for part in in_order(self._executor.run(self._work, self._portions, within)):
            self.sum.add(part)
            portion = self._portions[part.number]
            self._progress("texts", portion.begin + portion.files, files)
            yield from part.documents

    def remarks(self) -> Remarks:
        """Return what is said beside the documents; all of them have come."""
        return self.sum.remarks(read_text)


@attrs.frozen
class _PortionProgress:
    """The progress of the work on a portion, as progress on all files."""

    progress: Progress
    files: int
    portion: Portion

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage == "texts":
            share = self.portion.files * done // max(total, 1)
            self.progress(stage, self.portion.begin + share, self.files)
        else:
            self.progress(stage, done, total)
