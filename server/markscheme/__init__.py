"""Markscheme: corrections of learner English, marked against teachers' references.

``markscheme.score`` and ``markscheme.review`` are the whole of the public API, with the values that they
return. Nothing heavy is imported until one of them is used.
"""

from typing import TYPE_CHECKING, Any

from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.api import Report, ReviewedDocument, review, score
    from markscheme.documents.errors import DocumentError
    from markscheme.engine.engine import Engine, Run
    from markscheme.engine.settings import EngineSettings, ScoreSettings
    from markscheme.marking.marks import MarkSettings

__version__ = VERSION

_HOMES = {
    "DocumentError": "markscheme.documents.errors",
    "Engine": "markscheme.engine.engine",
    "EngineSettings": "markscheme.engine.settings",
    "MarkSettings": "markscheme.marking.marks",
    "Report": "markscheme.api",
    "ReviewedDocument": "markscheme.api",
    "Run": "markscheme.engine.engine",
    "ScoreSettings": "markscheme.engine.settings",
    "review": "markscheme.api",
    "score": "markscheme.api",
}

__all__ = [
    "DocumentError",
    "Engine",
    "EngineSettings",
    "MarkSettings",
    "Report",
    "ReviewedDocument",
    "Run",
    "ScoreSettings",
    "__version__",
    "review",
    "score",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
