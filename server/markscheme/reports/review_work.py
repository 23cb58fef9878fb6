"""Reviewing portions as work for an executor: from files to the part of a report that they make."""

from collections.abc import Callable, Sequence
from typing import Final, Generic

import attrs

from markscheme.execution.executor import Loss
from markscheme.marking.driver import Driver, run_at_once
from markscheme.marking.local import GivenJudge, LocalMarker, NamedJudge
from markscheme.marking.local_engine import Engine
from markscheme.marking.portion import Portion
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.work import work_items
from markscheme.progress import Progress
from markscheme.reports.report import ReviewedDocument
from markscheme.reports.report_parts import ReportPart, Shown, joined_parts, report_part
from markscheme.text.reading import read_text

PASSAGES_IN_MEMORY: Final = 2_000
"""Passages that are remembered between portions: versions of one text share them, and other texts seldom do."""


@attrs.frozen
class ReviewWork(Generic[Shown]):
    """Marks the documents of portions.

    Attributes
    ----------
    judge
        Asked once a portion. A function can't be sent to other processes.
    show
        Return what becomes of a document.
    """

    tasks: TaskSettings
    judge: GivenJudge
    show: Callable[[ReviewedDocument], Shown]

    def done(self, item: Portion, tools: Engine, progress: Progress) -> ReportPart[Shown]:
        """Return the part of the report that a portion makes; what can't be marked is among its problems."""
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

    def title(self, item: Portion) -> str:
        """Return the portion's files."""
        return item.title

    def parts(self, item: Portion) -> Sequence[Portion]:
        """Return the portion's files one by one, so that only the file that ends processes is lost."""
        return item.parts

    def joined(self, item: Portion, results: Sequence[ReportPart[Shown]]) -> ReportPart[Shown]:
        """Return the part of the report that all of a portion's files make."""
        return joined_parts(item.number, results)

    def lost(self, item: Portion, loss: Loss) -> ReportPart[Shown]:
        """Return a part without documents: that they end processes is a problem of theirs."""
        return ReportPart(item.number, (), tuple(loss.problem("it", path) for path in item.paths))
