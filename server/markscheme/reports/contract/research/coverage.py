"""The output of ``coverage --format json``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class CoveragePoint(TypedDict):
    """The share of corrections that some number of references covers."""

    references: int
    """The number of references."""
    share: float
    """The share of the corrections that they cover, in [0, 1]."""
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
    """The number of corrections."""
    covered: int
    """The number that a reference covers."""
    decided: int
    """The number that no reference covers, and of which people decided what they count as."""
    variants: int
    """The number at whose place references correct something differently."""
    holes: int
    """The number at whose place no reference changes anything."""


class CoverageRichness(TypedDict):
    """How many distinct corrections annotators make, and are estimated to make in all."""

    observed: int
    """The number of distinct corrections that annotators make."""
    once: int
    """The number of these that one annotator alone makes."""
    twice: int
    """The number of these that two annotators make."""
    chao1: float | None
    """Chao1's estimate of the number in all (Chao, 1984); ``null`` without corrections."""
    interval: list[float] | None
    """Chao1's interval of 95 %; ``null`` where the estimate is the number observed."""
    ace: float | None
    """The abundance-based estimate of the number in all; ``null`` where every rare correction is made once."""
    completeness: float | None
    """1 less the share of corrections that are made once (Good, 1953); ``null`` without corrections."""


class CoverageGroup(TypedDict):
    """One kind of error."""

    group: str
    """The kind of error; empty for corrections without a type."""
    made: CoverageStandings
    """Its corrections, each as often as it is made."""
    distinct: CoverageStandings
    """Its corrections, each once."""
    richness: CoverageRichness
    """How many corrections annotators make, and are estimated to make."""


class CoveragePerson(TypedDict):
    """One hypothesis over all sentences."""

    name: str
    """The hypothesis's name."""
    made: CoverageStandings
    """Its corrections, each as often as it is made."""


class CoverageEdit(TypedDict):
    """A correction: the half-open range of the sentence's tokens, and the tokens in their place."""

    start: int
    """The first token."""
    end: int
    """The token behind the last."""
    replacement: list[str]
    """The tokens in their place."""
    type: str
    """ERRANT's type."""


class CoverageNearest(TypedDict):
    """The references' correction that is most like one."""

    edit: CoverageEdit
    """The correction."""
    references: list[str]
    """The annotators who make it, by name."""


class CoverageMaking(TypedDict):
    """Some of the people who make a correction, for whom it is judged alike."""

    people: list[str]
    """The hypotheses that make the correction, by name."""
    verdict: str
    """The verdict on it."""
    covering: list[str]
    """The references that make it correct, each alone."""
    decided: str | None
    """What people decided that it counts as; ``null`` where nobody did."""


class CoverageCorrection(TypedDict):
    """A correction that no reference covers, and nobody decided about."""

    exercise: str
    """The exercise's name."""
    sentence: int
    """The index of its sentence among all sentences."""
    source: list[str]
    """The sentence's tokens."""
    edit: CoverageEdit
    """The correction."""
    group: str
    """The kind of error; empty for corrections without a type."""
    standing: Literal["variant", "hole"]
    """Whether references correct something there differently, or change nothing."""
    makings: list[CoverageMaking]
    """Who makes it, by how it is judged."""
    seen_by: list[str]
    """The annotators who have seen the sentence, by name."""
    credit: float | None
    """The credit against the nearest correction of a reference; ``null`` where it was not computed."""
    nearest: CoverageNearest | None
    """That correction; ``null`` where none is near."""


class CoverageReport(TypedDict):
    """The output of ``coverage --format json``. Numbers are unrounded, and shares in [0, 1]."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    signature: str
    """The settings and models that made the numbers."""
    sentences: int
    """The number of sentences."""
    annotators: list[str]
    """The annotators' names."""
    hypotheses: list[str]
    """The hypotheses' names."""
    made: CoverageStandings
    """Its corrections, each as often as it is made."""
    distinct: CoverageStandings
    """Its corrections, each once."""
    rewritten: int
    """Sentences that a hypothesis rewrites freely; their corrections are left out."""
    unseen: int
    """Corrected sentences that no annotator has seen."""
    groups: list[CoverageGroup]
    """The same by kind of error."""
    people: list[CoveragePerson]
    """The same by hypothesis."""
    curves: CoverageCurves
    """How coverage grows with the references."""
    richness: CoverageRichness
    """How many corrections annotators make, and are estimated to make."""
    corrections: list[CoverageCorrection]
    """The corrections that enough people make and no reference covers, those of most people first."""
    problems: list[str]
    """What could not be used, and why."""
