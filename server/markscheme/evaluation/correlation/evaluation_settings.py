"""What a meta-evaluation is made of, and how."""

from collections.abc import Iterable

import attrs

from markscheme.evaluation.correlation.scoring_settings import ScoringSettings
from markscheme.evaluation.correlation.windows import SIZE
from markscheme.evaluation.edit_space.typed_vectors import LEAST_EDITS
from markscheme.resampling.draws import ResamplingSettings


def names_of(value: str | Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple; one name may stand by itself."""
    return (value,) if isinstance(value, str) else tuple(value)


@attrs.frozen
class EvaluationSettings:
    """What is evaluated, and how.

    Attributes
    ----------
    aggregation
        How a metric's scores of sentences become scores of systems.
    people
        How people's comparisons become scores of systems: ``trueskill`` or ``expected-wins``, or both, each of which
        makes columns of its own; empty for what papers show of the benchmark.
    ties
        What a metric's tie means at the level of sentences.
    references
        The names of sets of references; empty for all.
    systems
        The names of sets of systems; empty for the set that papers use with each set of references.
    window
        Number of systems in a window, at least two.
    resampling
        How intervals are made.
    vectors_of
        The system whose edits' vectors are analysed by type; empty for none.
    least_edits
        Smallest number of edits of a type that is shown there.
    timed_sentences
        Number of sentences on which metrics' times are measured; 0 for none.
    scoring
        What metrics score, and by which of their scores.
    """

    aggregation: str = "trueskill"
    people: tuple[str, ...] = attrs.field(default=(), converter=names_of)
    ties: str = "disagree"
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    window: int = attrs.field(default=SIZE, validator=attrs.validators.ge(2))
    resampling: ResamplingSettings = ResamplingSettings(200)
    vectors_of: str = ""
    least_edits: int = LEAST_EDITS
    timed_sentences: int = 0
    scoring: ScoringSettings = ScoringSettings()
