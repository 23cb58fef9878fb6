"""Reviewing batches as work for an executor: from files to the part of a report that they make."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic

import attrs

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.marking.driver import Batch, Driver, TaskSettings, run_at_once, work_items
from markscheme.marking.local import Engine, GivenJudge, LocalMarker, NamedJudge
from markscheme.progress import Progress
from markscheme.reports.report import Remarks, RemarkSum, ReportPart, ReviewedDocument, Shown, joined_parts, report_part
from markscheme.scoring.executor import Executor, Loss, in_order

PASSAGES_IN_MEMORY: Final = 2_000
"""Passages that are remembered between batches: versions of one text share them, and other texts seldom do."""


@attrs.frozen
class ReviewWork(Generic[Shown]):
    """Marks the documents of batches, the judge asked once a batch; a function can't be sent to other processes."""

    tasks: TaskSettings
    judge: GivenJudge
    show: Callable[[ReviewedDocument], Shown]

    def done(self, item: Batch, tools: Engine, progress: Progress) -> ReportPart[Shown]:
        """Return the part of the report that a batch makes; what can't be marked is among its problems."""
        items = [
            own
            for exercise, participants in item.requests
            for own in work_items(exercise, participants, read_text, self.tasks)
        ]
        policy = NamedJudge(self.judge, tools.models)
        outcomes = run_at_once(Driver(LocalMarker(tools.documents, progress), policy, progress).outcomes(items))
        part = report_part(outcomes, read_text, self.show, item.number, policy.problems)
        tools.forget(PASSAGES_IN_MEMORY)
        return part

    def title(self, item: Batch) -> str:
        return item.title

    def parts(self, item: Batch) -> Sequence[Batch]:
        """Return the batch's files one by one, so that only the file that ends processes is lost."""
        return item.parts

    def joined(self, item: Batch, results: Sequence[ReportPart[Shown]]) -> ReportPart[Shown]:
        return joined_parts(item.number, results)

    def lost(self, item: Batch, loss: Loss) -> ReportPart[Shown]:
        """Return a part without documents: that they end processes is a problem of theirs."""
        return ReportPart(item.number, (), tuple(loss.problem("it", path) for path in item.paths))


class ReviewStream(Generic[Shown]):
    """What becomes of the documents of some batches; it is gone through once."""

    def __init__(
        self,
        work: ReviewWork[Shown],
        batches: Sequence[Batch],
        executor: Executor[Engine],
        problems: Iterable[DocumentError],
        progress: Progress,
    ) -> None:
        self.sum = RemarkSum(problems)
        self._work = work
        self._batches = batches
        self._executor = executor
        self._progress = progress

    def __iter__(self) -> Iterator[Shown]:
        """Yield what is shown of each document, in order; memory holds a batch at a time. Raise DocumentError if too
        many documents on end have ended their processes, Cancelled if the progress raises it.
        """
        progress = _FileProgress(self._progress, sum(batch.files for batch in self._batches))
        progress.begin()
        for part in in_order(self._executor.run(self._work, self._batches, progress.within)):
            self.sum.add(part)
            batch = self._batches[part.number]
            progress.reached(batch.begin + batch.files)
            yield from part.documents

    def remarks(self) -> Remarks:
        """Return what is said beside the documents, once all of them have come."""
        return self.sum.remarks(read_text)


class _FileProgress:
    """The progress on all files, of the work on batches."""

    def __init__(self, progress: Progress, files: int) -> None:
        self._progress = progress
        self._files = files
        self._done = 0

    def begin(self) -> None:
        if self._files:
            self._progress("texts", 0, self._files)

    def reached(self, done: int) -> None:
        if done > self._done:
            self._done = done
            self._progress("texts", done, self._files)

    def within(self, batch: Batch) -> Progress:
        def report(stage: str, done: int, total: int) -> None:
            if stage == "texts":
                self.reached(batch.begin + batch.files * done // max(total, 1))
            else:
                self._progress(stage, done, total)

        return report
