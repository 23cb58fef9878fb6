"""The Python API, and what the command line itself calls: :func:`score` and :func:`review`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from os import PathLike
from pathlib import Path

import attrs

from markscheme.documents.configuration import CONFIGURATION
from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, Participant, Role, exercises_in, exercises_of
from markscheme.documents.passages import Document, ParallelText, read_parallel
from markscheme.documents.reading import read_text
from markscheme.engine.engine import Engine, Run
from markscheme.engine.settings import EngineSettings, ScoreSettings
from markscheme.engine.tasks import ReviewTask
from markscheme.marking.findings import DocumentReview
from markscheme.marking.marks import MarkSettings
from markscheme.progress import Progress, silent

AnyPath = str | PathLike[str]


@attrs.frozen
class ReviewedDocument:
    """A hypothesis document with its marks; ``text`` is what the findings' spans point into."""

    path: Path
    exercise: str
    text: str
    review: DocumentReview


@attrs.frozen
class Report:
    """Every document that could be reviewed, in the order of the paths given, and what stood in the way."""

    documents: tuple[ReviewedDocument, ...]
    problems: tuple[DocumentError, ...]


def score(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath],
    source: AnyPath | None = None,
    *,
    settings: ScoreSettings | None = None,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> tuple[Run, ...]:
    """Score parallel files: one tokenised sentence a line, or M2, told apart by content.

    Parameters
    ----------
    hypotheses
        Files by name. An M2 file of several annotators is one hypothesis each, ``NAME#ANNOTATOR``.
    references
        Files; every annotator of an M2 file is a reference.
    source
        The source sentences; not needed where an M2 file carries them.
    settings
        Metric, level and their settings; CLEME2.0, dependent, corpus by default.
    engine
        An engine to use again, or the settings of a new one.

    Returns
    -------
    One run a hypothesis, in order.

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src").write_text("He go to school .\\n")
    >>> _ = (folder / "essay.hyp").write_text("He goes to school .\\n")
    >>> _ = (folder / "essay.ref").write_text("He goes to the school .\\n")
    >>> [run] = score({"mei": folder / "essay.hyp"}, [folder / "essay.ref"], folder / "essay.src")
    >>> run.result.counts
    Counts(tp=1, fp_ne=0, fp_un=0, fn=1, tn=3)
    """
    parsed = _parallel(hypotheses.items())
    named = [(Path(path).name, path) for path in references]
    own = _parallel([("source", source)])[0] if source is not None else None
    return _engine(engine).score(parsed, _parallel(named), own, settings or ScoreSettings(), progress)


def review(
    paths: Iterable[AnyPath],
    *,
    settings: MarkSettings | None = None,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as
    the hypothesis that changed nothing. A document that can't be marked is told of in the report and stops
    no other.

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
    own = _engine(engine)
    documents: list[ReviewedDocument] = []
    problems: list[DocumentError] = []
    for path in paths:
        for exercise, participant in _work(Path(path).absolute(), problems):
            try:
                reviewed, left_out = _review(exercise, participant, own, settings or MarkSettings(), progress)
            except DocumentError as problem:
                problems.append(problem)
                continue
            documents.append(reviewed)
            problems += left_out
    distinct = {str(problem): problem for problem in problems}
    return Report(tuple(documents), tuple(distinct.values()))


def _engine(engine: Engine | EngineSettings | None) -> Engine:
    return engine if isinstance(engine, Engine) else Engine(engine or EngineSettings())


def _parallel(named: Iterable[tuple[str, AnyPath]]) -> list[ParallelText]:
    texts = (read_parallel(read_text(Path(path)), name, Path(path)) for name, path in named)
    return list(chain.from_iterable(texts))


def _work(path: Path, problems: list[DocumentError]) -> list[tuple[Exercise, Participant]]:
    """What a path asks to be marked; what stands in the way is added to the problems."""
    try:
        if path.is_dir() or path.name == CONFIGURATION:
            return _folder_work(path if path.is_dir() else path.parent, problems)
        read_text(path)
        found = exercises_of(path)
    except DocumentError as problem:
        problems.append(problem)
        return []
    roles = [(exercise, exercise.role(path)) for exercise in found]
    work = [(exercise, _participant(exercise, path, role)) for exercise, role in roles if role != "reference"]
    if not work:
        what = "is a reference; there is nothing to mark" if found else "belongs to no exercise"
        remedy = (
            ""
            if found
            else "Name it STEM.hyp.NAME.txt beside STEM.src.txt and STEM.ref.NAME.txt, or list it in markscheme.toml"
        )
        problems.append(DocumentError(f"this document {what}", path=path, remedy=remedy))
    return work


def _folder_work(folder: Path, problems: list[DocumentError]) -> list[tuple[Exercise, Participant]]:
    exercises = exercises_in(folder)
    if not exercises:
        problems.append(
            DocumentError("there is no exercise in this folder", path=folder, remedy="See the README for file names")
        )
    work: list[tuple[Exercise, Participant]] = []
    for exercise in exercises:
        if exercise.hypotheses or exercise.source is None:
            work += [(exercise, item) for item in exercise.hypotheses]
        else:
            work.append((exercise, Participant("source", exercise.source)))
    return work


def _participant(exercise: Exercise, path: Path, role: Role | None) -> Participant:
    if role == "source":
        return Participant("source", path)
    return next(item for item in exercise.hypotheses if item.path == path)


def _review(
    exercise: Exercise, participant: Participant, engine: Engine, settings: MarkSettings, progress: Progress
) -> tuple[ReviewedDocument, tuple[DocumentError, ...]]:
    if exercise.problem is not None:
        raise exercise.problem
    source = Document("source", read_text(exercise.source), exercise.source) if exercise.source else None
    own = Document(participant.name, read_text(participant.path), participant.path)
    corrected = None if participant.path == exercise.source else own
    references, problems = _references(exercise)
    task = ReviewTask(source, corrected, references, exercise.tokenised, settings)
    outcome = engine.review(task, progress)
    reviewed = ReviewedDocument(participant.path, exercise.name, own.text, outcome.review)
    return reviewed, (*problems, *outcome.problems)


def _references(exercise: Exercise) -> tuple[tuple[Document, ...], tuple[DocumentError, ...]]:
    documents: list[Document] = []
    problems: list[DocumentError] = []
    for item in exercise.references:
        try:
            documents.append(Document(item.name, read_text(item.path), item.path))
        except DocumentError as problem:
            problems.append(problem)
    if not documents:
        raise problems[0]
    return tuple(documents), tuple(problems)
