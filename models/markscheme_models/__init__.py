"""The trained models that ship with Markscheme, as package data.

Each model's card and licence are in its folder, its recipe in ``models/`` in the repository.
"""

from importlib.resources import files
from pathlib import Path

ENGLISH_NAME = "markscheme-english"
ENGLISH_VERSION = "1.2.0"


def english_pipeline() -> Path:
    """Return the folder of the English spaCy pipeline."""
    return Path(str(files(__name__))) / "english"


def quality_estimator() -> Path:
    """Return the folder of IMPARA's quality estimator."""
    return Path(str(files(__name__))) / "estimator"
