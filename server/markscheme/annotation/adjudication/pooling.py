"""From texts to the places where their annotators differ, with the models that line them up."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markscheme.annotation.adjudication.differences import Differences, differences_of
from markscheme.annotation.pool import Pool
from markscheme.annotation.pooled_texts import PooledTexts
from markscheme.annotation.reading import pool_of
from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.scoring.models import Models


def pooled_differences(
    texts: Sequence[PooledTexts], models: "Models", progress: Progress = silent
) -> tuple[Pool, Differences]:
    """Return the pool of some texts, and where its annotators differ; an adjudicated file is no annotator."""
    pool = pool_of(texts, models, progress)
    return pool, differences_of(pool, {ADJUDICATED_FILE})
