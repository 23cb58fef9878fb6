"""Documents marked against their references."""

from collections.abc import Callable, Iterable
from pathlib import Path

from markscheme.api.inputs import AnyPath, engine_of
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.judges.judge import Judge
from markscheme.marking.driver import Driver, run_at_once
from markscheme.marking.local import LocalMarker, NamedJudge
from markscheme.marking.local_engine import Engine
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.work import WorkItem, requested, work_items
from markscheme.metrics.estimates import EstimateSettings
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, report_of
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
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as
    the hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references)
    count as a reference's. A hypothesis whose exercise has no reference is estimated instead, and stands in the
    report's ``estimated``. A document that can't be marked is a problem in the report and stops no other.

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
    own = engine_of(engine)
    tasks = TaskSettings(settings or MarkSettings(), estimates, overrides, with_vectors, own.models.language)
    problems: list[DocumentError] = []
    items: list[WorkItem] = []
    for path in paths:
        for exercise, participants in requested(Path(path).absolute(), read_text, problems.append):
            items += work_items(exercise, participants, read_text, tasks)
    policy = NamedJudge(judge, own.models)
    outcomes = run_at_once(Driver(LocalMarker(own.documents, progress), policy, progress).outcomes(items))
    return report_of(outcomes, [*problems, *policy.problems], read_text)
