"""All that a package needs to add a metric, a format, a language, a report or a request, and which packages do.

A package is found by an entry point in its ``pyproject.toml``; ``docs/plugins.md`` has a whole one of each kind. Names
that belong to reports and to the language server are imported when they are used, so that scoring imports neither.
"""

from typing import TYPE_CHECKING, Any

from markscheme.documents.corpus import Corpus as TextCorpus
from markscheme.documents.corpus import Correction as TextCorrection
from markscheme.documents.corpus import Document, Entry, only_entry
from markscheme.documents.formats import CorpusFormat, DocumentFile, DocumentFormat, Texts
from markscheme.documents.places import Places, Run
from markscheme.documents.rewriting import Replacement, WordsFile
from markscheme.edits.edit import Correction, Edit
from markscheme.errors import DocumentError
from markscheme.languages.language import ErrorTypes, Language, Tokens, Tolerance
from markscheme.languages.segments import Span
from markscheme.metrics.base import (
    Level,
    Metric,
    ModelInputs,
    ModelNames,
    ModelOutputs,
    Need,
    NoCounts,
    RunningMean,
    Score,
    Sentence,
    SentenceScore,
    StreamingMetric,
)
from markscheme.metrics.settings import number
from markscheme.registry import Plugin, Registry

if TYPE_CHECKING:
    from lsprotocol.types import TextDocumentIdentifier

    from markscheme.languages.english import ENGLISH
    from markscheme.marking.verdict import Verdict
    from markscheme.metrics.overlap import Overlap, OverlapMetric
    from markscheme.reports.report import Remarks, ReviewedDocument
    from markscheme.reports.review_report import Piece, ReviewFormat
    from markscheme.server.handling import request, result_of
    from markscheme.server.server import MarkschemeServer

_LATER = {
    "ENGLISH": "markscheme.languages.english",
    "MarkschemeServer": "markscheme.server.server",
    "Overlap": "markscheme.metrics.overlap",
    "OverlapMetric": "markscheme.metrics.overlap",
    "Piece": "markscheme.reports.review_report",
    "Remarks": "markscheme.reports.report",
    "ReviewFormat": "markscheme.reports.review_report",
    "ReviewedDocument": "markscheme.reports.report",
    "TextDocumentIdentifier": "lsprotocol.types",
    "Verdict": "markscheme.marking.verdict",
    "request": "markscheme.server.handling",
    "result_of": "markscheme.server.handling",
}

__all__ = [
    "ENGLISH",
    "CorpusFormat",
    "Correction",
    "Document",
    "DocumentError",
    "DocumentFile",
    "DocumentFormat",
    "Edit",
    "Entry",
    "ErrorTypes",
    "Language",
    "Level",
    "MarkschemeServer",
    "Metric",
    "ModelInputs",
    "ModelNames",
    "ModelOutputs",
    "Need",
    "NoCounts",
    "Overlap",
    "OverlapMetric",
    "Piece",
    "Places",
    "Plugin",
    "Registry",
    "Remarks",
    "Replacement",
    "ReviewFormat",
    "ReviewedDocument",
    "Run",
    "RunningMean",
    "Score",
    "Sentence",
    "SentenceScore",
    "Span",
    "StreamingMetric",
    "TextCorpus",
    "TextCorrection",
    "TextDocumentIdentifier",
    "Texts",
    "Tokens",
    "Tolerance",
    "Verdict",
    "WordsFile",
    "installed",
    "number",
    "only_entry",
    "request",
    "result_of",
]

_REGISTRIES = (
    "markscheme.metrics.base:METRICS",
    "markscheme.documents.formats:FORMATS",
    "markscheme.languages.language:LANGUAGES",
    "markscheme.reports.review_report:REVIEW_FORMATS",
    "markscheme.exercises.schemes:PRESETS",
    "markscheme.reports.school_systems:SYSTEMS",
    "markscheme.server.announcement:REQUESTS",
)


def installed() -> tuple[Plugin, ...]:
    """Return what installed packages add, by kind; each is loaded, and one that can't be used says why."""
    from importlib import import_module

    found: list[Plugin] = []
    for place in _REGISTRIES:
        module, _, name = place.partition(":")
        registry: Registry[Any] = getattr(import_module(module), name)
        found += registry.plugins()
    return tuple(found)


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return __all__
