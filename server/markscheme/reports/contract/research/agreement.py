"""The output of ``agreement --format json``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class AgreementEstimate(TypedDict):
    """A number with its bootstrap interval over sentences."""

    value: float | None
    """The number, unrounded; ``null`` where it is not defined."""
    low: float | None
    """The lower end of its interval; ``null`` without one."""
    high: float | None
    """The upper end of its interval; ``null`` without one."""


class AgreementPair(TypedDict):
    """Two annotators' agreement on a question."""

    annotators: list[str]
    """Their names."""
    units: int
    """The number of units that both label."""
    same: int
    """The number of these with the same label."""
    kappa: AgreementEstimate
    """Cohen's kappa."""


class AgreementQuestion(TypedDict):
    """Agreement beyond chance on one question."""

    question: Literal["detection", "correction", "type"]
    """Whether a unit is marked as an error; what it is changed to; of which type the change is."""
    units: int
    """The number of units that at least two annotators label."""
    fleiss: AgreementEstimate
    """Fleiss' kappa."""
    alpha: AgreementEstimate
    """Krippendorff's alpha for nominal data."""
    mean_kappa: AgreementEstimate
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
    kappas: dict[str, AgreementEstimate]
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
    alpha: AgreementEstimate
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
