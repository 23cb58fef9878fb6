"""What references cover (``markscheme coverage --format json``). Numbers are unrounded, and shares in [0, 1]."""

from typing_extensions import TypedDict


class CoveragePoint(TypedDict):
    """The share of corrections that some number of references covers."""

    references: int
    share: float
    interval: list[float] | None
    """The bootstrap interval of 95 % over sentences, low and high."""
    range: list[float] | None
    """The smallest and largest share over all choices of this number of annotators, where all have seen everything."""
    corrections: int
    """The number of corrections in sentences that this number of annotators have seen."""


class CoverageCurves(TypedDict):
    """Coverage by the number of references."""

    made: list[CoveragePoint]
    """Of the hypotheses' corrections, each as often as it is made."""
    distinct: list[CoveragePoint]
    """Of the hypotheses' corrections, each once."""
    references: list[CoveragePoint]
    """Of each annotator's corrections, by the other annotators."""


class CoverageStandings(TypedDict):
    """Numbers of corrections by how they stand to all references."""

    count: int
    covered: int
    decided: int
    """No reference covers them, and people decided what they count as."""
    variants: int
    """References correct something there differently."""
    holes: int
    """No reference changes anything there."""


class CoverageRichness(TypedDict):
    """How many distinct corrections annotators make, and are estimated to make in all."""

    observed: int
    once: int
    twice: int
    chao1: float | None
    interval: list[float] | None
    """The interval of 95 % of Chao1."""
    ace: float | None
    """``null`` where every correction is one annotator's alone."""
    completeness: float | None


class CoverageGroup(TypedDict):
    """One kind of error."""

    group: str
    made: CoverageStandings
    distinct: CoverageStandings
    richness: CoverageRichness


class CoveragePerson(TypedDict):
    """One hypothesis over all sentences."""

    name: str
    made: CoverageStandings


class CoverageEdit(TypedDict):
    """A correction: the half-open range of the sentence's tokens, and the tokens in their place."""

    start: int
    end: int
    replacement: list[str]
    type: str


class CoverageNearest(TypedDict):
    """The references' correction that is most like one."""

    edit: CoverageEdit
    references: list[str]


class CoverageMaking(TypedDict):
    """Some of the people who make a correction, for whom it is judged alike."""

    people: list[str]
    verdict: str
    covering: list[str]
    """The references that make it correct, each alone."""
    decided: str | None


class CoverageCorrection(TypedDict):
    """A correction that no reference covers, and nobody decided about."""

    exercise: str
    sentence: int
    """The index of its sentence among all sentences."""
    source: list[str]
    edit: CoverageEdit
    group: str
    standing: str
    """``covered``, ``decided``, ``variant`` or ``hole``."""
    makings: list[CoverageMaking]
    seen_by: list[str]
    credit: float | None
    nearest: CoverageNearest | None


class Coverage(TypedDict):
    """What references cover of what hypotheses do."""

    schema: int
    signature: str
    sentences: int
    annotators: list[str]
    hypotheses: list[str]
    made: CoverageStandings
    distinct: CoverageStandings
    rewritten: int
    """Sentences that a hypothesis rewrites freely; their corrections are left out."""
    unseen: int
    """Corrected sentences that no annotator has seen."""
    groups: list[CoverageGroup]
    people: list[CoveragePerson]
    curves: CoverageCurves
    richness: CoverageRichness
    corrections: list[CoverageCorrection]
    problems: list[str]
    """What could not be used, and why."""
