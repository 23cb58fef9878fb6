"""Agreement beyond chance on three questions, of all annotators, of pairs and of each with the others."""

from collections.abc import Callable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Literal

import attrs
import numpy as np

from markscheme.annotation.agreement.coefficients import alpha, cohen, fleiss
from markscheme.annotation.agreement.units import Labels, Units
from markscheme.resampling.draws import ResamplingSettings, Weights
from markscheme.resampling.intervals import UNDEFINED, Estimate, Samples, estimate, mean

Question = Literal["detection", "correction", "type"]

QUESTIONS: Mapping[Question, Callable[[Units], Labels]] = MappingProxyType(
    {
        "detection": lambda units: units.detections,
        "correction": lambda units: units.corrections,
        "type": lambda units: units.types,
    }
)
"""The labels of each question: is a unit marked as an error; what is it changed to; and of which type is the change,
where both annotators change it."""


@attrs.frozen
class Pair:
    """Two annotators' agreement on a question.

    Attributes
    ----------
    one, other
        Their indices among the annotators; ``one`` is the smaller.
    units
        Number of units that both label.
    same
        Number of these with the same label.
    kappa
        Cohen's; not defined where they label no unit in common, or give one same label alone.
    """

    one: int
    other: int
    units: int
    same: int
    kappa: Estimate


@attrs.frozen
class ChanceCorrected:
    """Agreement on one question.

    Attributes
    ----------
    question
        Its name in :data:`QUESTIONS`.
    units
        Number of units that at least two annotators label.
    fleiss, alpha
        Fleiss' kappa and Krippendorff's alpha of all annotators.
    mean_kappa
        The mean of the pairs' kappas that are defined.
    pairs
        Every pair of annotators.
    annotators
        The mean of each annotator's kappas with the others that are defined.
    """

    question: Question
    units: int
    fleiss: Estimate
    alpha: Estimate
    mean_kappa: Estimate
    pairs: tuple[Pair, ...]
    annotators: tuple[Estimate, ...]

    def kappa(self, one: int, other: int) -> Estimate:
        """Return the kappa of two annotators, by their indices; not defined for one with themselves."""
        wanted = (min(one, other), max(one, other))
        return next((pair.kappa for pair in self.pairs if (pair.one, pair.other) == wanted), UNDEFINED)


def chance_corrected(
    question: Question, units: Units, resampling: ResamplingSettings, weights: Weights
) -> ChanceCorrected:
    """Return the agreement of annotators on one of :data:`QUESTIONS`."""
    labels = QUESTIONS[question](units)
    rows = units.sentences
    kappas: dict[tuple[int, int], Samples] = {
        (one, other): cohen(labels[:, one], labels[:, other], rows, weights)
        for one, other in combinations(range(units.annotator_count), 2)
    }

    def value(samples: Samples) -> Estimate:
        return estimate(samples, resampling)

    return ChanceCorrected(
        question,
        int(((labels >= 0).sum(axis=1) > 1).sum()),
        value(fleiss(labels, rows, weights)),
        value(alpha(labels, rows, weights)),
        value(mean(list(kappas.values()))),
        tuple(_pair(labels, one, other, value(samples)) for (one, other), samples in kappas.items()),
        tuple(
            value(mean([samples for pair, samples in kappas.items() if annotator in pair]))
            for annotator in range(units.annotator_count)
        ),
    )


def _pair(labels: Labels, one: int, other: int, kappa: Estimate) -> Pair:
    both = (labels[:, one] >= 0) & (labels[:, other] >= 0)
    same = both & (labels[:, one] == labels[:, other])
    return Pair(one, other, int(np.count_nonzero(both)), int(np.count_nonzero(same)), kappa)
