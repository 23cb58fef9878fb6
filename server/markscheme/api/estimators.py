"""IMPARA's quality estimator: its data and its training."""

from pathlib import Path

from markscheme.api.inputs import AnyPath, engine_of
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.training_settings import SupervisionSettings, TrainingSettings
from markscheme.marking.local_engine import Engine
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings


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
    from markscheme.estimators import supervision_corpus

    models = engine_of(engine).models
    return supervision_corpus.build_supervision(Path(source), Path(target), Path(output), settings, models, progress)


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
