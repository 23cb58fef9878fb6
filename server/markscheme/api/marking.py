"""Documents marked against their references."""

from collections.abc import Callable, Iterable

import attrs

from markscheme.api.arguments import AnyPath, document_paths
from markscheme.api.inputs import Work, engine_executor, marking_metrics
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError, JudgeError
from markscheme.exercises.schemes import MarkingOverrides, scheme_of
from markscheme.inference.judge import Judge
from markscheme.marking.driver import Request, TaskSettings, Vectors, batch_size, batches, requested
from markscheme.marking.local import Engine, GivenJudge, usable_judge
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.impara import EstimateSettings
from markscheme.reports.report import Report, ReviewedDocument, Shown, itself, whole_report
from markscheme.reports.review_work import ReviewStream, ReviewWork


@attrs.frozen
class ReviewSettings:
    """How documents are marked where a ``markscheme.toml`` says nothing.

    ``estimates`` are for hypotheses whose exercise has no reference. ``vectors`` says of what vectors of edits are
    computed: ``"all"`` gives weights, plans and credit; ``"asked"`` only weights and estimates that are asked for, and
    what a mark scheme needs; ``"scheme"`` the latter alone. Verdicts, points and marks are the same, and no encoder is
    loaded where nothing needs it. ``scheme`` is the name of a shipped mark scheme that is used in place of every
    exercise's.
    """

    marks: MarkSettings = MarkSettings()
    estimates: EstimateSettings = EstimateSettings()
    vectors: Vectors = "all"
    scheme: str | None = None


def review(
    paths: AnyPath | Iterable[AnyPath],
    *,
    settings: ReviewSettings = ReviewSettings(),
    overrides: MarkingOverrides = MarkingOverrides(),
    judge: Judge | Callable[[], Judge] | None = None,
    work: Work = Work(),
) -> Report:
    """Mark documents: a file of an exercise or a folder, or several of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as the
    hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references) count
    as a reference's. A hypothesis whose exercise has no reference is in ``estimated`` of the report. A document that
    can't be marked is a problem in the report and stops no other; so is one that always ends its process, with several
    workers.

    ``overrides`` hold whatever a ``markscheme.toml`` says. Without ``judge``, the model for the weighting ``llm`` or a
    function that finds it when needed, nothing is asked, whatever a ``markscheme.toml`` or the environment says. Where
    it does not answer everything, the report says so and weighs no document by it. ``work`` takes at most one worker a
    core, and with ``"auto"`` one for each 60 documents; workers read the documents themselves, by one path on all
    machines. Its journal and ``on_notice`` play no part: notices are in the report.

    Raise DocumentError if processes die at 100 documents on end, or Ray is missing or does not answer; JudgeError if a
    language model is to weigh edits, and there are several workers.

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to school.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\n")
    >>> [document] = review(folder).documents
    >>> [(finding.category.value, finding.hypothesis) for finding in document.review.findings]
    [('hit-correction', 'goes')]
    """
    stream = review_stream(paths, itself, settings=settings, overrides=overrides, judge=judge, work=work)
    return whole_report(list(stream), stream.sum, read_text)


def review_stream(
    paths: AnyPath | Iterable[AnyPath],
    show: Callable[[ReviewedDocument], Shown],
    *,
    settings: ReviewSettings = ReviewSettings(),
    overrides: MarkingOverrides = MarkingOverrides(),
    judge: Judge | Callable[[], Judge] | None = None,
    work: Work = Work(),
) -> ReviewStream[Shown]:
    """Find documents, and return a review that marks them while it is gone through; otherwise as :func:`review`.

    ``show`` returns what becomes of a document, where that is marked: with workers, both can be pickled. Raise
    JudgeError as :func:`review`.
    """
    own = work.engine_in_use
    tasks = TaskSettings(settings.marks, settings.estimates, overrides, settings.vectors, own.models.language)
    problems: list[DocumentError] = []
    requests = [found for path in document_paths(paths) for found in requested(path, read_text, problems.append)]
    if settings.scheme is not None:
        preset = scheme_of({"preset": settings.scheme})
        requests = [(attrs.evolve(exercise, scheme=preset), files) for exercise, files in requests]
    in_use = _judge_in_use(judge, requests, tasks, own)
    documents = sum(len(files) for _, files in requests)
    size = max(1, documents) if isinstance(in_use, Judge) else batch_size(documents)
    pieces = list(batches(requests, size))
    where = work.placement(documents, len(pieces))
    if isinstance(in_use, Judge) and not where.is_one_process:
        raise JudgeError("a language model weighs the edits of all documents together: leave out --workers")
    has_vectors = any(tasks.with_vectors(exercise) for exercise, _ in requests)
    executor = engine_executor(own, marking_metrics(credit=has_vectors), where)
    return ReviewStream(ReviewWork(tasks, in_use, show), pieces, executor, problems, work.progress)


def _judge_in_use(
    judge: Judge | Callable[[], Judge] | None, requests: Iterable[Request], tasks: TaskSettings, engine: Engine
) -> GivenJudge:
    if not any(tasks.may_be_judged(exercise) for exercise, _ in requests):
        return None
    try:
        return usable_judge(judge, engine.models)
    except JudgeError as error:
        return error
