"""The metrics that CLEME2.0's tables name, with the settings of its Section 4.1."""

from typing import Any

import attrs

from benchmarks.papers.study import Setup
from markscheme import Factors, Metric, metric
from markscheme.tuning import ScoringSettings

CORPUS_FACTORS = Factors(0.45, 0.35, 0.15, 0.05)
SENTENCE_FACTORS = Factors(0.35, 0.25, 0.20, 0.20)
SENTENCE_LEVEL = "Sent"
_ASSUMPTIONS = {"dep": "dependent", "ind": "independent"}
_OTHERS = {"GLEU": "gleu", "ERRANT": "errant", "PT-ERRANT": "pt-errant", "IMPARA": "impara"}


def is_of_sentences(name: str) -> bool:
    """Return whether a row is of the mean of sentences: ``SentCLEME2.0-dep`` and the like, and IMPARA."""
    return name.startswith(SENTENCE_LEVEL) or name == "IMPARA"


def is_weighted(name: str) -> bool:
    """Return whether a row is of CLEME2.0 with weighting by similarity."""
    return "-sim-" in name


def metric_of(name: str) -> Metric[Any]:
    """Return the metric of a row."""
    own = name.removeprefix(SENTENCE_LEVEL)
    if own in _OTHERS:
        return metric(_OTHERS[own])
    kind, *_, assumption = own.split("-")
    if kind == "CLEME":
        return metric("cleme", assumption=_ASSUMPTIONS[assumption])
    factors = SENTENCE_FACTORS if is_of_sentences(name) else CORPUS_FACTORS
    weighting = "similarity" if is_weighted(name) else "none"
    return metric("cleme2", assumption=_ASSUMPTIONS[assumption], weighting=weighting, factors=factors)


def changed(own: Metric[Any], **settings: Any) -> Metric[Any]:
    """Return a metric with other settings."""
    return attrs.evolve(own, **settings)


def setup_of(name: str, benchmark: str, **settings: Any) -> Setup:
    """Return the setup of a row, at its level."""
    aggregation = "mean" if is_of_sentences(name) else "corpus"
    return Setup(metric=metric_of(name), benchmark=benchmark, aggregation=aggregation, **settings)


def without_unchanged(setup: Setup) -> Setup:
    """Return the setup without references that leave a sentence as it is."""
    return attrs.evolve(setup, scoring=ScoringSettings(unchanged_references=False))
