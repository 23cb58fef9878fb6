"""JSON of results over corpora: agreement and coverage of annotators, systems compared, metrics beside people."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.resampling.draws import Estimate


class AgreementPair(TypedDict):
    """Two annotators' agreement on a question."""

    annotators: list[str]
    """Their names."""
    units: int
    """The number of units that both label."""
    same: int
    """The number of these with the same label."""
    kappa: Estimate
    """Cohen's kappa."""


class AgreementQuestion(TypedDict):
    """Agreement beyond chance on one question."""

    question: Literal["detection", "correction", "type"]
    """Whether a unit is marked as an error; what it is changed to; of which type the change is."""
    units: int
    """The number of units that at least two annotators label."""
    fleiss: Estimate
    """Fleiss' kappa."""
    alpha: Estimate
    """Krippendorff's alpha for nominal data."""
    mean_kappa: Estimate
    """The mean of the pairs' kappas that are defined."""
    pairs: list[AgreementPair]
    """Every pair of annotators."""


class AgreementAnswers(TypedDict):
    """What other annotators do where one makes a change."""

    changes: int
    """The number of changes."""
    same: int
    """The number of answers that make the same change."""
    different: int
    """The number of answers that make another change."""
    left: int
    """The number of answers that make none."""


class AnnotatorAgreement(TypedDict):
    """What one annotator did, and how it agrees with the others."""

    name: str
    """The annotator's name."""
    sentences: int
    """The number of sentences that the annotator has seen."""
    edits: int
    """The number of edits."""
    changed: int
    """The number of units changed."""
    alone: int
    """The number of units changed that another annotator has seen and no other marks."""
    answers: AgreementAnswers
    """What others do at the units changed."""
    kappas: dict[str, Estimate]
    """The mean kappa with the others, by question."""


class LeftOutScore(TypedDict):
    """An annotator's score against all others."""

    counts: dict[str, float]
    """Counts, with the members of ``score``."""
    scores: dict[str, float]
    """Scores, with the members of ``score``."""
    signature: str
    """The settings and models that made the score."""


class LeftOutVerdicts(TypedDict):
    """The verdicts on an annotator's version against all others."""

    counts: dict[str, int]
    """The number of places with each verdict; verdicts without one are left out."""
    earned: float
    """Points earned."""
    due: int
    """Points due."""
    share: float | None
    """``earned / due``; ``null`` where nothing was due."""


class LeftOutAnnotator(TypedDict):
    """One annotator marked against all others."""

    annotator: str
    """The annotator's name."""
    sentences: int
    """The number of sentences that the annotator and at least one other have seen."""
    scores: dict[str, LeftOutScore]
    """The score under each metric; empty where there is no such sentence."""
    verdicts: LeftOutVerdicts | None
    """The verdicts; ``null`` where they were not wanted, or there is no such sentence."""


class SystemShare(TypedDict):
    """A hypothesis against the annotators' own score."""

    hypothesis: str
    """The hypothesis's name."""
    scores: dict[str, float]
    """The mean of each score over the annotators left out."""
    share: float | None
    """The headline score as a share of the annotators'; ``null`` where theirs is 0."""


class HumanCeiling(TypedDict):
    """What people reach under a metric, and hypotheses against the same references."""

    metric: str
    """The metric's name."""
    headline: str
    """The member of ``scores`` that is compared."""
    people: dict[str, float]
    """The mean of each score of the annotators, each against all others."""
    systems: list[SystemShare]
    """The hypotheses."""


class AgreementOpinion(TypedDict):
    """What one annotator does at an example's place."""

    annotator: str
    """The annotator's name."""
    words: list[str] | None
    """The place's tokens in the annotator's version; ``null`` where it is left as it is."""
    type: str
    """The main types of the edits there, joined by ``+``; empty for none."""


class AgreementExample(TypedDict):
    """A place where two annotators differ."""

    exercise: str
    """The exercise's name."""
    sentence: int
    """The number of the sentence in all exercises together, from 0."""
    source: list[str]
    """The sentence's tokens."""
    start: int
    """The first token of the place."""
    end: int
    """The token behind the place."""
    opinions: list[AgreementOpinion]
    """What two annotators do there."""


class AgreementKind(TypedDict):
    """Agreement on one kind of error."""

    name: str
    """A main type, such as ``VERB:SVA``, or a group in words."""
    words: str
    """The name in words."""
    answers: AgreementAnswers
    """What others do at units with an edit of the kind."""
    alpha: Estimate
    """Krippendorff's alpha on whether a unit has an edit of the kind."""
    annotators: dict[str, AgreementAnswers]
    """What others do at each annotator's edits of the kind."""
    example: AgreementExample | None
    """A unit with an edit of the kind at which another annotator does something else."""


class AgreementConfusion(TypedDict):
    """Two types that two annotators give at the same units."""

    types: list[str]
    """Two main types, equal where both give the same."""
    same_correction: int
    """The number of pairs of annotators who make the same change and give these types."""
    other_correction: int
    """The number of pairs who make different changes of one unit and give these types."""
    example: AgreementExample
    """A unit; one with the same change if there is one."""


class AgreementReport(TypedDict):
    """The output of ``agreement --format json``. Numbers are unrounded."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    signature: str
    """The settings and models that made the numbers."""
    percentiles: list[float] | None
    """The percentiles of the resampled values at which intervals begin and end; ``null`` without intervals."""
    sentences: int
    """The number of sentences."""
    shared_sentences: int
    """The number of sentences that at least two annotators have seen."""
    units: int
    """The number of units: chunks of the partition of a sentence by all its annotators."""
    changed_units: int
    """The number of units that at least one annotator changes."""
    annotators: list[AnnotatorAgreement]
    """The annotators."""
    questions: list[AgreementQuestion]
    """Agreement beyond chance; empty with fewer than two annotators."""
    left_out: list[LeftOutAnnotator]
    """Each annotator marked against all others; empty with fewer than two."""
    ceilings: list[HumanCeiling]
    """What people and hypotheses reach under each metric."""
    types: list[AgreementKind]
    """The main types; those with the most disagreements come first."""
    groups: list[AgreementKind]
    """The groups of types; those with the most disagreements come first."""
    confusions: list[AgreementConfusion]
    """The pairs of types, the most frequent first."""
    problems: list[str]
    """What could not be used, and why."""


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
