"""The parts of a review and of its request that few callers name."""

from markscheme.api.marking import review_stream
from markscheme.exercises.schemes import MarkingOverrides, Scheme
from markscheme.marking.mark import MarkLine
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.reports.report import ReviewedDocument
from markscheme.research.agreement import AgreementSettings

__all__ = [
    "AgreementSettings",
    "EstimateSettings",
    "ImparaSettings",
    "MarkLine",
    "MarkingOverrides",
    "ReviewedDocument",
    "Scheme",
    "review_stream",
]
