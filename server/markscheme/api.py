"""The Python API, and what the command line itself calls."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from os import PathLike
from pathlib import Path

import attrs

from markscheme.documents.accepted import ACCEPTED, Alternatives, read_accepted
from markscheme.documents.configuration import CONFIGURATION, MarkingOverrides
from markscheme.documents.conversion import losses, read_any
from markscheme.documents.corpus import Corpus
from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, Participant, exercises_in, exercises_of
from markscheme.documents.formats.registry import format_suffixes, format_to_write, named
from markscheme.documents.formats.single_text import only_entry
from markscheme.documents.parallel import ParallelText, read_parallel
from markscheme.documents.reading import is_folder, read_data, read_text
from markscheme.documents.writing import write_all
from markscheme.engine.conversion import prepared
from markscheme.engine.engine import Engine, Run
from markscheme.engine.settings import EngineSettings, ScoreSettings
from markscheme.engine.tasks import ReviewTask, review_tasks
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.settings import TrainingSettings
from markscheme.marking.findings import DocumentReview
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.settings import SupervisionSettings
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, ReviewedDocument

AnyPath = str | PathLike[str]


def score(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
    *,
    accepted: AnyPath | None = None,
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
        Files; every annotator of an M2 file is a reference. IMPARA needs none.
    source
        The source sentences; not needed where an M2 file carries them.
    accepted
        A file of accepted alternatives. In a sentence where a hypothesis makes one, one more reference takes
        part, numbered after the others.
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
    alternatives = Alternatives(
        read_accepted(read_text(Path(accepted)), Path(accepted)) if accepted is not None else ()
    )
    return _engine(engine).score(
        parsed, _parallel(named), own, settings or ScoreSettings(), progress, accepted=alternatives
    )


def review(
    paths: Iterable[AnyPath],
    *,
    settings: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as
    the hypothesis that changed nothing. What a teacher accepted (``accepted.m2`` beside the references) counts
    as a reference's. A document that can't be marked is told of in the report and stops no other.

    Parameters
    ----------
    paths
        Files and folders.
    settings
        How documents are marked where their ``markscheme.toml`` says nothing.
    overrides
        How they are marked whatever it says.
    engine
        An engine to use again, or the settings of a new one.

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
                tasks = review_tasks(exercise, participant, read_text, settings or MarkSettings(), overrides)
                reviewed, left_out = _review(exercise, tasks, own, progress)
            except DocumentError as problem:
                problems.append(problem)
                continue
            documents += reviewed
            problems += left_out
    distinct = {str(problem): problem for problem in problems}
    return Report(tuple(documents), tuple(distinct.values()))


@attrs.frozen
class Conversion:
    """What :func:`convert` wrote: the files, the format's name for people, and what it could not carry."""

    files: tuple[Path, ...]
    format: str
    losses: tuple[str, ...]


def convert(
    source: AnyPath,
    target: AnyPath,
    *,
    read_as: str | None = None,
    write_as: str | None = None,
    overwrite: bool = False,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Conversion:
    """Convert texts with their corrections to another format.

    Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them and the
    source has not got them.

    Parameters
    ----------
    source
        A file that holds sources and corrections; or a document or the folder of an exercise.
    target
        The file to write. For a format with a file for each side, the source's: ``STEM.src`` (parallel
        lines), ``STEM.src.txt`` (essays); the others are written beside it.
    read_as, write_as
        Names of formats (:data:`markscheme.documents.formats.registry.NAMES`), where the file's content or
        name does not say them.
    overwrite
        Whether files that are there may be replaced.

    Raises
    ------
    DocumentError
        If the source can't be read or is of no single exercise, the format can't hold it at all, a file is
        there already, or the folder can't be written.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.md").write_text("He {~~go~>goes~~} to school.\\n")
    >>> convert(folder / "essay.md", folder / "essay.m2").losses[0]
    'which corrections are hypotheses; read back, all are references'
    >>> print((folder / "essay.m2").read_text().strip())
    S He go to school .
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    """
    into = Path(target)
    if is_folder(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    form = named(write_as) if write_as else format_to_write(into)
    corpus = read_any(Path(source).absolute(), named(read_as) if read_as else None)
    if "texts" not in form.carries:
        only_entry(corpus, form.title)
    lost = tuple(losses(corpus, form))
    if "people" not in form.carries:
        corpus = _first_person(corpus)
    files = form.write(prepared(corpus, form, _engine(engine), progress), into.name)
    paths = {into.with_name(name): data for name, data in files.items()}
    write_all(paths, overwrite=overwrite)
    return Conversion(tuple(paths), form.title, lost)


def build_supervision(
    source: AnyPath,
    target: AnyPath,
    output: AnyPath,
    *,
    settings: SupervisionSettings = SupervisionSettings(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> int:
    """Make supervision data for IMPARA's quality estimator from parallel text (its Section 2.4).

    Parameters
    ----------
    source, target
        Files of any size with one tokenised sentence a line: learners' sentences, and their corrections.
    output
        The file to write, JSON lines (:mod:`markscheme.estimators.supervision`); it is there whole or not at all.

    Returns
    -------
    How many instances there are.

    Raises
    ------
    DocumentError
        If a file can't be used or written, or nothing can be learnt from them.
    """
    from markscheme.engine import supervision

    workshop = _engine(engine).workshop
    return supervision.build_supervision(Path(source), Path(target), Path(output), settings, workshop, progress)


def train_estimator(
    data: AnyPath,
    folder: AnyPath,
    *,
    settings: TrainingSettings = TrainingSettings(),
    progress: Progress = silent,
) -> EstimatorConfiguration:
    """Train IMPARA's quality estimator on supervision data; its configuration, with what was measured.

    A run that was broken off goes on from its last checkpoint to the very weights that it would have had.

    Parameters
    ----------
    data
        What :func:`build_supervision` wrote.
    folder
        Where the estimator is to be. It is complete when it has a ``config.json``.

    Raises
    ------
    DocumentError
        If the data can't be used, the folder can't be written or holds another run's estimator or checkpoint.
    """
    from markscheme.estimators.training import train

    return train(Path(data), Path(folder), settings, progress)


def _first_person(corpus: Corpus) -> Corpus:
    entries = []
    for entry in corpus.entries:
        kept = entry.corrections[:1]
        entries.append(attrs.evolve(entry, hypotheses=kept, references=()))
    return attrs.evolve(corpus, entries=tuple(entries))


def _engine(engine: Engine | EngineSettings | None) -> Engine:
    return engine if isinstance(engine, Engine) else Engine(engine or EngineSettings())


def _parallel(named: Iterable[tuple[str, AnyPath]]) -> list[ParallelText]:
    texts = (read_parallel(read_text(Path(path)), name, Path(path)) for name, path in named)
    return list(chain.from_iterable(texts))


def _work(path: Path, problems: list[DocumentError]) -> list[tuple[Exercise, Participant | None]]:
    """What a path asks to be marked; what stands in the way is added to the problems."""
    try:
        folder = is_folder(path)
        if folder or path.name == CONFIGURATION:
            return _folder_work(path if folder else path.parent, problems)
        read_data(path)
        found = exercises_of(path)
    except DocumentError as problem:
        problems.append(problem)
        return []
    work = [(exercise, participant) for exercise in found for participant in exercise.marked(path)]
    if not work:
        if not found and path.name == ACCEPTED:
            problems.append(DocumentError("these are accepted alternatives; there is nothing to mark", path=path))
        elif found:
            problems.append(DocumentError("this document is a reference; there is nothing to mark", path=path))
        else:
            problems.append(
                DocumentError("this document belongs to no exercise", path=path, remedy=_way_to_exercise(path))
            )
    return work


def _way_to_exercise(path: Path) -> str:
    if path.suffix.lower() in format_suffixes("jsonl", "wi", "tsv"):
        return f"Convert it to files that can be marked: markscheme convert {path.name} {path.stem}.src.txt"
    suffix = path.suffix or ".txt"
    names = f"STEM.hyp.NAME{suffix} beside STEM.src{suffix} and STEM.ref.NAME{suffix}"
    return f"Name it {names}, or list it in markscheme.toml"


def _folder_work(folder: Path, problems: list[DocumentError]) -> list[tuple[Exercise, Participant | None]]:
    exercises = exercises_in(folder)
    if not exercises:
        problems.append(
            DocumentError("there is no exercise in this folder", path=folder, remedy="See the README for file names")
        )
    work: list[tuple[Exercise, Participant | None]] = []
    for exercise in exercises:
        work += [(exercise, item) for item in exercise.hypotheses or (None,)]
    return work


def _review(
    exercise: Exercise, tasks: Sequence[ReviewTask], engine: Engine, progress: Progress
) -> tuple[list[ReviewedDocument], list[DocumentError]]:
    documents: list[ReviewedDocument] = []
    problems: list[DocumentError] = []
    for task in tasks:
        outcome = engine.review(task, progress)
        documents.append(_reviewed(exercise, task, outcome.review, alone=len(tasks) == 1))
        problems += outcome.problems
    return documents, problems


def _reviewed(exercise: Exercise, task: ReviewTask, review: DocumentReview, alone: bool) -> ReviewedDocument:
    marked = task.marked
    path = marked.path or Path(marked.name)
    text = marked.text if marked.places is None else read_text(path)
    return ReviewedDocument(path, exercise.name, text, review, None if alone else marked.name)
