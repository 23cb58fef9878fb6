"""Documents marked against their references."""

from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from markscheme.api.arguments import AnyPath
from markscheme.api.inputs import engine_executor, engine_of, marking_metrics
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError, JudgeError
from markscheme.exercises.schemes import MarkingOverrides, scheme_of
from markscheme.inference.judge import Judge
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import FILES, Request, TaskSettings, batches, requested
from markscheme.marking.local import Engine, GivenJudge, usable_judge
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.impara import EstimateSettings
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, ReviewedDocument, Shown, itself, whole_report
from markscheme.reports.review_work import ReviewStream, ReviewWork
from markscheme.scoring.executor import Placement, Workers, workers_for


@attrs.frozen
class ReviewRequest:
    """How documents are marked: what :func:`review` takes, and a preset in place of every mark scheme, by its name."""

    settings: MarkSettings | None = None
    overrides: MarkingOverrides = MarkingOverrides()
    estimates: EstimateSettings = EstimateSettings()
    engine: Engine | EngineSettings | None = None
    judge: Judge | Callable[[], Judge] | None = None
    with_vectors: bool = True
    workers: Workers = None
    on: str = "local"
    address: str | None = None
    scheme: str | None = None

    def tasks(self, language: str) -> TaskSettings:
        """Return what decides the tasks; ``language`` is the engine's."""
        settings = self.settings or MarkSettings()
        return TaskSettings(settings, self.estimates, self.overrides, self.with_vectors, language)


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

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as the
    hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references) count
    as a reference's. A hypothesis whose exercise has no reference is in ``estimated`` of the report. A document that
    can't be marked is a problem in the report and stops no other; so is one that always ends its process, with several
    workers.

    ``settings`` hold where a ``markscheme.toml`` says nothing, ``overrides`` whatever it says. Without ``judge``, the
    model for the weighting ``llm`` or a function that finds it when needed, nothing is asked, whatever a
    ``markscheme.toml`` or the environment says. Where it does not answer everything, the report says so and weighs no
    document by it. ``with_vectors`` computes weights, plans and credit where no mark scheme needs them; without it no
    encoder is loaded, and verdicts, points and marks are the same.

    More than one of ``workers`` are started anew, and each loads the models, so a script that asks for them needs
    ``if __name__ == "__main__":``. ``"auto"`` takes at most one a core, and one for each 60 documents. ``on`` and
    ``address`` are as for :func:`score`; workers read the documents themselves, by one path on all machines.

    Raise DocumentError if processes die at 100 documents on end, or Ray is missing or does not answer; JudgeError if a
    language model is to weigh edits, and there are several workers.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to school.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\n")
    >>> [document] = review([folder]).documents
    >>> [(finding.category.value, finding.hypothesis) for finding in document.review.findings]
    [('hit-correction', 'goes')]
    """
    request = ReviewRequest(settings, overrides, estimates, engine, judge, with_vectors, workers, on, address)
    stream = review_stream(paths, itself, request, progress)
    return whole_report(list(stream), stream.sum, read_text)


def review_stream(
    paths: Iterable[AnyPath],
    show: Callable[[ReviewedDocument], Shown],
    request: ReviewRequest = ReviewRequest(),
    progress: Progress = silent,
) -> ReviewStream[Shown]:
    """Find documents, and return a review that marks them while it is gone through; otherwise as :func:`review`.

    ``show`` returns what becomes of a document, where that is marked: with workers, both can be pickled. Raise
    JudgeError as :func:`review`.
    """
    own = engine_of(request.engine)
    tasks = request.tasks(own.models.language)
    problems: list[DocumentError] = []
    requests = [found for path in paths for found in requested(Path(path).absolute(), read_text, problems.append)]
    if request.scheme is not None:
        preset = scheme_of({"preset": request.scheme})
        requests = [(attrs.evolve(exercise, scheme=preset), files) for exercise, files in requests]
    in_use = _judge_in_use(request.judge, requests, tasks, own)
    documents = sum(len(files) for _, files in requests)
    size = max(1, documents) if isinstance(in_use, Judge) else FILES
    pieces = list(batches(requests, size))
    number = workers_for(request.workers, request.on, documents, len(pieces))
    where = Placement(number, request.on, request.address)
    if isinstance(in_use, Judge) and not where.is_one_process:
        raise JudgeError("a language model weighs the edits of all documents together: leave out --workers")
    executor = engine_executor(own, marking_metrics(credit=request.with_vectors), where)
    return ReviewStream(ReviewWork(tasks, in_use, show), pieces, executor, problems, progress)


def _judge_in_use(
    judge: Judge | Callable[[], Judge] | None, requests: Iterable[Request], tasks: TaskSettings, engine: Engine
) -> GivenJudge:
    if not any(tasks.may_be_judged(exercise) for exercise, _ in requests):
        return None
    try:
        return usable_judge(judge, engine.models)
    except JudgeError as error:
        return error
