"""Settings of metrics in files, of resampling, of evaluations beside people's judgements, and grids to choose from."""

from markscheme.research.meta_evaluation import EvaluationSettings
from markscheme.research.ranking import ScoringSettings
from markscheme.research.resampling import ResamplingSettings
from markscheme.research.tuning import Axis, Grid, TuningSettings, grids_with
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings

__all__ = [
    "Axis",
    "EvaluationSettings",
    "Grid",
    "MetricSettings",
    "ResamplingSettings",
    "ScoringSettings",
    "TuningSettings",
    "grids_with",
    "read_metric_settings",
]
