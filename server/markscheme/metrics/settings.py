"""Settings of weighting and of the soft metrics; they import nothing heavy, so that a client may hold them."""

import math
from typing import Literal

import attrs

Mass = Literal["norm", "uniform"]
Cost = Literal["euclidean", "cosine"]
Weighting = Literal["none", "length", "similarity", "vector", "llm"]
"""How much a chunk counts: see :mod:`markscheme.metrics.weighting`."""

ENCODED: frozenset[Weighting] = frozenset({"similarity", "vector"})
"""The weightings that need the encoder."""


@attrs.frozen
class UotSettings:
    """Settings of the paper's Section 4.1 and the options of its Table 2.

    Attributes
    ----------
    regularisation
        Entropic weight, epsilon of Equation 4; above 0.
    relaxation
        Marginal weights lambda 1 = lambda 2 of Equation 4; above 0.
    mass
        An edit's mass: its vector's L2 norm, or the same for all (1 over the number of edits).
    cost
        Euclidean distance of the vectors, or 1 - cosine similarity.
    beta
        Of the F score.
    """

    regularisation: float = 0.1
    relaxation: float = 0.1
    mass: Mass = "norm"
    cost: Cost = "euclidean"
    beta: float = 0.5


@attrs.frozen
class CreditSettings:
    """Settings of credit.

    Attributes
    ----------
    tau
        How far apart two edits may be and still gain; above 0.
    floor
        Least mass of an edit, so that one the encoder does not see (a capital letter, to an uncased one)
        still counts; at least 0.
    beta
        Of the F score.
    """

    tau: float = 1 / math.sqrt(2)
    floor: float = 0.1
    beta: float = 0.5


Gleu = Literal["formula", "official"]
"""How GLEU counts an n-gram that is in the source more often than in the reference: see :class:`NgramSettings`."""


@attrs.frozen
class NgramSettings:
    """Settings of GLEU and GREEN; they are gec-metrics's own, and so UOT-ERRANT's Section 4.2.

    Attributes
    ----------
    longest
        n-grams of 1 to so many tokens; at least 1.
    samples
        GLEU of a corpus with several references is the mean of so many draws of a reference for each sentence,
        always the same ones; at least 1.
    gleu
        ``formula``: as often as the paper's sets say. ``official``: as the authors' script, where such an n-gram
        is kept altogether if the reference has it at all.
    beta
        Of GREEN's F score.
    """

    longest: int = 4
    samples: int = 500
    gleu: Gleu = "formula"
    beta: float = 2.0


@attrs.frozen
class ImparaSettings:
    """Settings of IMPARA.

    Attributes
    ----------
    estimator
        ``bundled``, or the folder of a trained quality estimator.
    threshold
        Theta of Equation 1: a correction must be more similar to its source than this. The paper's 0.9 was
        chosen for BERT-base-cased.
    """

    estimator: str = "bundled"
    threshold: float = 0.9


@attrs.frozen
class EstimateSettings:
    """How a correction without a reference is estimated.

    Attributes
    ----------
    wanted
        Whether it is at all.
    impara
        The estimator, and IMPARA's theta.
    margin
        An edit lowers the estimate if q(Y), Equation 2, of the sentence without it is more by more than this; at
        least 0. At a difference of 3 a pair that is ordered so has a loss of 0.05 by Equation 4.
    """

    wanted: bool = True
    impara: ImparaSettings = ImparaSettings()
    margin: float = 3.0


@attrs.frozen
class SupervisionSettings:
    """How supervision data is made from parallel text (IMPARA, Section 2.4).

    Attributes
    ----------
    most
        Most instances of a sentence pair; at least 1.
    seed
        Of the random subsets of edits.
    """

    most: int = 30
    seed: int = 1
