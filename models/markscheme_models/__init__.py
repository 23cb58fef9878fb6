"""The trained models that come with Markscheme, as package data.

Each model's card, licence and recipe stand in the repository under ``models/``.
"""

from importlib.resources import files
from pathlib import Path

ENGLISH_NAME = "markscheme-english"
ENGLISH_VERSION = "1.1.0"


def english_pipeline() -> Path:
    """The folder of the English spaCy pipeline."""
    return Path(str(files(__name__))) / "english"


def quality_estimator() -> Path:
    """The folder of IMPARA's quality estimator."""
    return Path(str(files(__name__))) / "estimator"
