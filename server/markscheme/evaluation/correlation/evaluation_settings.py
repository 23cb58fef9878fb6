"""What a meta-evaluation is made of, and how."""

import attrs

from markscheme.annotation.agreement.resampling import Resampling
from markscheme.evaluation.correlation.windows import SIZE


@attrs.frozen
class EvaluationSettings:
    """What is evaluated, and how.

    Attributes
    ----------
    aggregation
        How a metric's scores of sentences become scores of systems.
    people
        How people's comparisons become scores of systems: ``trueskill`` or ``expected-wins``.
    ties
        What a metric's tie means at the level of sentences.
    references
        The names of sets of references; empty for all.
    systems
        The names of sets of systems; empty for the set that papers use with each set of references.
    window
        Number of systems in a window.
    resampling
        How intervals are made.
    """

    aggregation: str = "trueskill"
    people: str = "trueskill"
    ties: str = "disagree"
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    window: int = SIZE
    resampling: Resampling = Resampling(200)
