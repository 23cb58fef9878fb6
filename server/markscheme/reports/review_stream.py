"""A review as it runs: documents come in order, whichever process marks them, then what is said beside them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

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
            If an executor gives up: too many documents on end have ended their processes.
        Cancelled
            If the progress raises it.
        """
        progress = _FileProgress(self._progress, sum(portion.files for portion in self._portions))
        progress.begin()
        for part in in_order(self._executor.run(self._work, self._portions, progress.within)):
            self.sum.add(part)
            portion = self._portions[part.number]
            progress.reached(portion.begin + portion.files)
            yield from part.documents

    def remarks(self) -> Remarks:
        """Return what is said beside the documents; all of them have come."""
        return self.sum.remarks(read_text)


class _FileProgress:
    """The progress on all files, of the work on portions."""

    def __init__(self, progress: Progress, files: int) -> None:
        self._progress = progress
        self._files = files
        self._done = 0

    def begin(self) -> None:
        """Report that nothing is done yet: workers need some seconds for the first portion."""
        if self._files:
            self._progress("texts", 0, self._files)

    def reached(self, done: int) -> None:
        """Report a number of files that are done, once."""
        if done > self._done:
            self._done = done
            self._progress("texts", done, self._files)

    def within(self, portion: Portion) -> Progress:
        """Return the progress of the work on a portion."""

        def report(stage: str, done: int, total: int) -> None:
            if stage == "texts":
                self.reached(portion.begin + portion.files * done // max(total, 1))
            else:
                self._progress(stage, done, total)

        return report
