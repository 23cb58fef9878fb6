"""Documents marked against their references."""

from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from markscheme.api.executors import engine_executor, marking_metrics
from markscheme.api.inputs import AnyPath, engine_of
from markscheme.execution.choice import Placement, Workers, workers_for
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.scheme.scheme import scheme_of
from markscheme.judges.errors import JudgeError
from markscheme.judges.judge import Judge
from markscheme.marking.local import GivenJudge, usable_judge
from markscheme.marking.local_engine import Engine
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.portion import FILES, Request, portions
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.work import requested
from markscheme.metrics.estimates import EstimateSettings
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.reports.report_parts import Shown, itself, whole_report
from markscheme.reports.review_stream import ReviewStream
from markscheme.reports.review_work import ReviewWork
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


def review(
    paths: Iterable[AnyPath],
    *,
    settings: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    estimates: EstimateSettings = EstimateSettings(),
    engine: Engine | EngineSettings | None = None,
    judge: Judge | Callable[[], Judge] | None = None,
    with_vectors: bool = True,
    workers: Workers = None,
    on: str = "local",
    address: str | None = None,
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as
    the hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references)
    count as a reference's. A hypothesis whose exercise has no reference is estimated instead, and stands in the
    report's ``estimated``. A document that can't be marked is a problem in the report and stops no other; one that
    always ends its process is such a problem where there are several workers.

    Parameters
    ----------
    paths
        Files and folders.
    settings
        How documents are marked where their ``markscheme.toml`` says nothing.
    overrides
        How they are marked whatever their ``markscheme.toml`` says.
    estimates
        How corrections without a reference are estimated, and whether they are.
    engine
        An engine to use again, or the settings of a new one.
    judge
        The language model for the weighting ``llm``, or a function that finds it when a document needs it. Without a
        judge nothing is asked, whatever a ``markscheme.toml`` or the environment says. Where there is none, or it does
        not answer everything, the report has a problem that says so, and no document in it is weighted by it.
    with_vectors
        Whether weights, plans and credit are computed where no mark scheme needs them. Verdicts, points and marks are
        the same without them, and no encoder is loaded.
    workers
        The number of processes that mark documents; more than one are started anew, and each loads the models itself. A
        script that asks for them begins with ``if __name__ == "__main__":``. ``"auto"`` takes as many as save time: at
        most one a core, and one for each 60 documents.
    on, address
        Where they are, as for :func:`score`. They read the documents themselves: on a cluster of several machines the
        folder has one path on all.

    Raises
    ------
    DocumentError
        If processes die at 100 documents on end, or Ray is not installed or does not answer.
    JudgeError
        If a language model is to weigh edits, and there are several workers.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to school.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\n")
    >>> [document] = review([folder]).documents
    >>> [(finding.category.value, finding.hypothesis) for finding in document.review.findings]
    [('hit-correction', 'goes')]
    """
    stream = review_stream(
        paths,
        itself,
        settings=settings,
        overrides=overrides,
        estimates=estimates,
        engine=engine,
        judge=judge,
        with_vectors=with_vectors,
        workers=workers,
        on=on,
        address=address,
        progress=progress,
    )
    return whole_report(list(stream), stream.sum, read_text)


def review_stream(
    paths: Iterable[AnyPath],
    show: Callable[[ReviewedDocument], Shown],
    *,
    settings: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    estimates: EstimateSettings = EstimateSettings(),
    engine: Engine | EngineSettings | None = None,
    judge: Judge | Callable[[], Judge] | None = None,
    with_vectors: bool = True,
    workers: Workers = None,
    on: str = "local",
    address: str | None = None,
    progress: Progress = silent,
    scheme: str | None = None,
) -> ReviewStream[Shown]:
    """Find documents, and return a review that marks them while it is gone through; otherwise as :func:`review`.

    Parameters
    ----------
    show
        Return what becomes of a document. It runs where the document is marked: with workers it is a value that can be
        pickled, and so is what it returns.
    scheme
        The name of a preset that stands in the place of every exercise's mark scheme.

    Raises
    ------
    JudgeError
        If a language model is to weigh edits, and there are several workers.
    """
    own = engine_of(engine)
    tasks = TaskSettings(settings or MarkSettings(), estimates, overrides, with_vectors, own.models.language)
    problems: list[DocumentError] = []
    requests = [request for path in paths for request in requested(Path(path).absolute(), read_text, problems.append)]
    if scheme is not None:
        preset = scheme_of({"preset": scheme})
        requests = [(attrs.evolve(exercise, scheme=preset), files) for exercise, files in requests]
    in_use = _judge_in_use(judge, requests, tasks, own)
    documents = sum(len(files) for _, files in requests)
    size = max(1, documents) if isinstance(in_use, Judge) else FILES
    pieces = list(portions(requests, size))
    number = workers_for(workers, on, documents, len(pieces))
    if isinstance(in_use, Judge) and not Placement(number, on).is_one_process:
        raise JudgeError("a language model weighs the edits of all documents together: leave out --workers")
    executor = engine_executor(own, marking_metrics(credit=with_vectors), number, on, address)
    return ReviewStream(ReviewWork(tasks, in_use, show), pieces, executor, problems, progress)


def _judge_in_use(
    judge: Judge | Callable[[], Judge] | None, requests: Iterable[Request], tasks: TaskSettings, engine: Engine
) -> GivenJudge:
    """Return the judge if it is to weigh edits of a document, or why it can't."""
    if not any(tasks.may_be_judged(exercise) for exercise, _ in requests):
        return None
    try:
        return usable_judge(judge, engine.models)
    except JudgeError as error:
        return error
