"""Reviews beside those of open documents: of files as they stand in the editor, else on disk."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import attrs

from markscheme.engine.client import EngineError
from markscheme.engine.requests.documents import ESTIMATE, REVIEW
from markscheme.engine.requests.request import Priority
from markscheme.exercises.exercises import Exercise, Participant
from markscheme.lsp.session.assignment import with_wanted_references
from markscheme.lsp.session.options import Options
from markscheme.lsp.session.reporter import Reporter
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import options_for, search
from markscheme.marking.tasks import EstimateTask
from markscheme.reports.overview import Overview, exercise_overview
from markscheme.reports.worklist import Outcome, WorkItem, worklist
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


async def outcomes_of(
    session: Session,
    exercise: Exercise,
    participants: Sequence[Participant | None],
    read: TextSource,
    *,
    with_vectors: bool,
) -> AsyncIterator[Outcome]:
    """The reviews of an exercise's hypotheses, or of its source (``None``), behind what a person looks at.

    Raises
    ------
    EngineError
        If the engine does not answer, or lacks a part.
    """
    options = await options_for(session, exercise)
    wanted = with_wanted_references(exercise, options)
    items = await asyncio.to_thread(lambda: _worklist(wanted, participants, read, options))
    for item in items:
        yield await _outcome(session, item, options, with_vectors)


def _worklist(
    exercise: Exercise, participants: Sequence[Participant | None], read: TextSource, options: Options
) -> list[WorkItem]:
    return list(worklist(exercise, participants, read, options.marks, estimates=options.estimates))


async def _outcome(session: Session, item: WorkItem, options: Options, with_vectors: bool) -> Outcome:
    if item.task is None:
        return Outcome(item, None, (item.problem,) if item.problem else ())
    try:
        options.check_size(len(item.task.marked.text), item.path)
    except DocumentError as problem:
        return Outcome(item, None, (problem,))
    engine, task = session.engine(options), attrs.evolve(item.task, with_vectors=with_vectors)
    if isinstance(task, EstimateTask):
        guessed = await engine.ask(ESTIMATE, task, priority=Priority.WORKSPACE)
        if guessed.failure is not None:
            raise EngineError(guessed.failure)
        return Outcome(item, None, guessed.problems, guessed.estimate)
    session.judging.check_configured(task)
    reply = await engine.ask(REVIEW, task, priority=Priority.WORKSPACE)
    if reply.inquiry is not None and await session.judging.answered(engine, task, reply.inquiry, wait=0):
        reply = await engine.ask(REVIEW, task, priority=Priority.WORKSPACE)
    if reply.failure is not None:
        raise EngineError(reply.failure)
    return Outcome(item, reply.review, reply.problems)


async def class_overview(session: Session, place: Path | None, reporter: Reporter) -> Overview:
    """Every hypothesis of a folder's exercises (``None``: of the workspace's and the open ones) at a glance.

    Raises
    ------
    DocumentError
        If the folder is not there, or no exercise is found and a configuration is broken.
    EngineError
        As :func:`outcomes_of`.
    """
    found = await search(session, place)
    read = session.snapshot()
    total, done = sum(len(exercise.hypotheses) for exercise in found.exercises), 0
    overviews = []
    for exercise in found.exercises:
        outcomes: list[Outcome] = []
        async for outcome in outcomes_of(session, exercise, exercise.hypotheses, read, with_vectors=False):
            outcomes.append(outcome)
            done = min(done + 1, total)
            reporter.show(f"{outcome.item.name} ({done} of {total})", done, total)
        overviews.append(await asyncio.to_thread(exercise_overview, exercise, outcomes))
    return Overview(tuple(overviews), found.problems)
