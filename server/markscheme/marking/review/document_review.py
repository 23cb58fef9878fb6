"""The review of a document: its findings, its passages, and its marks or its estimate.

Plain values. A document that is marked against references has marks, and so has each of its passages; one without a
reference has an estimate in their place, and so has each of its passages.
"""

from pathlib import Path

import attrs

from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.verdict import OpenAnswers, Points, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.estimates import MeanEstimate, Quality
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.text.positions import Span

_VERDICTS = tuple(Verdict)


@attrs.frozen
class Notice:
    """What a person should know of a whole document; its marks stand all the same.

    Attributes
    ----------
    code
        Its kind, which diagnostics and JSON carry.
    message
        It in words, with what to do, without a full stop.
    """

    code: str
    message: str


@attrs.frozen
class Version:
    """The name and the file of a source or a reference."""

    name: str
    path: Path | None


@attrs.frozen
class PassageText:
    """A passage in one version: its place in that version's file, its tokens, and its words as they stand."""

    span: Span
    tokens: tuple[str, ...]
    words: str


@attrs.frozen
class VerdictCounts:
    """Verdicts counted, and what they earn.

    Attributes
    ----------
    counts
        The number of findings with each verdict, in the order of :class:`Verdict`; verdicts without one are left out.
    points
        What the places earn, and what was due.
    rewritten
        Number of passages that are rewritten freely.
    is_comparable
        Whether the points can be compared with another document's: too much is not rewritten freely.
    open
        The number of places that wait for a person's decision.
    at_risk, to_gain
        What these places earn that they lose if the answers are wrong, and what more they earn if all are right.
    """

    counts: tuple[tuple[Verdict, int], ...] = ()
    points: Points = Points()
    rewritten: int = 0
    is_comparable: bool = True
    open: int = 0
    at_risk: float = 0.0
    to_gain: float = 0.0

    def __add__(self, other: "VerdictCounts") -> "VerdictCounts":
        counts = dict(self.counts)
        for verdict, count in other.counts:
            counts[verdict] = counts.get(verdict, 0) + count
        return VerdictCounts(
            tuple((verdict, counts[verdict]) for verdict in _VERDICTS if counts.get(verdict)),
            self.points + other.points,
            self.rewritten + other.rewritten,
            self.is_comparable and other.is_comparable,
            self.open + other.open,
            self.at_risk + other.at_risk,
            self.to_gain + other.to_gain,
        )

    def settled(self, answers: OpenAnswers) -> "VerdictCounts":
        """Return the counts that are given back although places are open: nothing in them is open."""
        earned = {OpenAnswers.LOWEST: self.lowest, OpenAnswers.HIGHEST: self.highest}.get(answers, self.points.earned)
        return attrs.evolve(self, points=attrs.evolve(self.points, earned=earned), open=0, at_risk=0.0, to_gain=0.0)

    @property
    def lowest(self) -> float:
        """What the places earn if all answers that wait for a decision are wrong."""
        return self.points.earned - self.at_risk

    @property
    def highest(self) -> float:
        """What the places earn if all answers that wait for a decision are right."""
        return self.points.earned + self.to_gain

    def of(self, verdict: Verdict) -> int:
        """Return the number of findings with a verdict."""
        return dict(self.counts).get(verdict, 0)

    def places(self, verdict: Verdict) -> int:
        """Return the number of places with a verdict, without those that stand for sentences rewritten freely."""
        return self.of(verdict) - (self.rewritten if verdict is Verdict.DIFFERENT else 0)


@attrs.frozen
class PassageScores:
    """The marks of a passage, in numbers.

    Attributes
    ----------
    reference
        The name of the reference chosen under dependence.
    followed
        Its index in :attr:`DocumentReview.references`. For a reference made of accepted alternatives, the index of the
        reference that it varies.
    counts, weights, scores
        CLEME2.0's; ``weights`` is ``None`` without weighting.
    credit
        ``None`` until vectors are there.
    verdicts
        The passage's verdicts, counted.
    """

    reference: str | None
    followed: int | None
    counts: Counts
    weights: Weights | None
    scores: cleme2.Scores
    credit: OverlapScores | None
    verdicts: VerdictCounts


@attrs.frozen
class PassageEstimate:
    """The estimate of a passage; see :class:`markscheme.metrics.estimates.SentenceEstimate`."""

    before: Quality | None
    after: Quality | None
    similarity: float | None
    score: float | None


@attrs.frozen
class PassageReview:
    """A passage's texts, with its marks or its estimate.

    Attributes
    ----------
    span
        Its place in the hypothesis's file.
    text_span
        Its place in the hypothesis, where the hypothesis is not the whole file.
    text
        Its words in the hypothesis.
    source, references
        The other versions; a reference is ``None`` where it has no part.
    marks
        ``None`` without a reference.
    estimate
        ``None`` with references.
    moved
        Whether the hypothesis has it at another place than the source.
    unseen
        Whether the hypothesis's author has not seen it (:attr:`markscheme.formats.parallel.Side.absent`). A hypothesis
        is marked there as one that changes nothing; a reference that is compared with others has no part.
    """

    span: Span
    text_span: Span
    text: str
    source: PassageText
    references: tuple[PassageText | None, ...] = ()
    marks: PassageScores | None = None
    estimate: PassageEstimate | None = None
    moved: bool = False
    unseen: bool = False

    @property
    def reference_count(self) -> int:
        """The number of references that have a part."""
        return sum(reference is not None for reference in self.references)


@attrs.frozen
class Origin:
    """How a passage's part of a review differs from an earlier one: in nothing but its places and its index.

    Attributes
    ----------
    number
        Of the passage as it was placed first. No two passages have the same, whatever their document and their process.
    index
        The passage's index now.
    moves
        By how many characters its source, its hypothesis and its references have moved since, in this order.
    """

    number: int
    index: int
    moves: tuple[int, ...]


@attrs.frozen
class MetricScores:
    """A document's scores under one more metric, by their names; ``signature`` says how they were made."""

    name: str
    title: str
    scores: tuple[tuple[str, float], ...]
    signature: str


@attrs.frozen
class Marks:
    """A document's marks.

    Attributes
    ----------
    counts, weights, scores
        CLEME2.0's, summed over passages, and at the level of the settings. ``weights`` is ``None`` without weighting.
    errant
        ERRANT's precision, recall and F.
    credit
        ``None`` until vectors are there.
    references
        The number of references.
    verdicts
        The document's verdicts, counted.
    weighting
        The weighting in use: ``none`` while the encoder or the judge has not answered.
    metric
        The scores of the metric that the settings name; ``None`` without one, and until its models have answered.
    """

    counts: Counts
    weights: Weights | None
    scores: cleme2.Scores
    errant: OverlapScores
    credit: OverlapScores | None
    references: int
    signature: str
    verdicts: VerdictCounts = VerdictCounts()
    weighting: WeightingName = "none"
    metric: MetricScores | None = None


@attrs.frozen
class Estimate:
    """A document's estimate.

    Attributes
    ----------
    means
        Over its passages.
    estimator
        The estimator's identity.
    threshold
        IMPARA's theta.
    margin
        By how much an edit must lower the quality to be shown.
    """

    means: MeanEstimate
    estimator: str
    threshold: float
    margin: float
    signature: str


@attrs.frozen
class Finality:
    """That a teacher called the mark final: what answers count as that nobody has decided, and who said so and when."""

    answers: OpenAnswers
    signed: str


@attrs.frozen
class DocumentReview:
    """Everything shown of one document.

    Attributes
    ----------
    findings
        What people are shown, in the order of their places: places with verdicts, or edits with estimates.
    chunks
        CLEME2.0's chunks as findings, in the order of their places; none without a reference.
    passages
        In the order of the source.
    source, references
        The names and files of the other versions.
    parallel
        Whether the texts are tokenised sentences that line up by number.
    marks
        ``None`` without a reference.
    estimate
        ``None`` with references.
    notices
        What a person should know of the whole document.
    final
        That a teacher called the mark final; ``None`` where nobody did.
    origins
        Of each passage; ``None`` for one that is placed anew each time. Empty where no passage is remembered.
    """

    findings: tuple[Finding, ...]
    passages: tuple[PassageReview, ...]
    source: Version
    references: tuple[Version, ...]
    parallel: bool
    marks: Marks | None = None
    estimate: Estimate | None = None
    chunks: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    final: Finality | None = None
    origins: tuple[Origin | None, ...] = attrs.field(default=(), eq=False, repr=False)

    def narrowest_finding(self, offset: int) -> Finding | None:
        """Return the narrowest finding at a place; its end counts, so that an empty range can be reached."""
        under = [item for item in self.findings if item.span.start <= offset <= item.span.end]
        return min(
            under,
            key=lambda item: (not item.span.start <= offset < item.span.end, item.span.end - item.span.start),
            default=None,
        )

    def finalised(self, final: Finality) -> "DocumentReview":
        """Return the review with a mark that is final: nothing in it waits for a decision."""
        if self.marks is None:
            return self
        passages = tuple(
            item
            if item.marks is None
            else attrs.evolve(item, marks=attrs.evolve(item.marks, verdicts=item.marks.verdicts.settled(final.answers)))
            for item in self.passages
        )
        findings = tuple(
            item if item.place is None else attrs.evolve(item, place=attrs.evolve(item.place, is_final=True))
            for item in self.findings
        )
        marks = attrs.evolve(self.marks, verdicts=self.marks.verdicts.settled(final.answers))
        return attrs.evolve(self, passages=passages, findings=findings, marks=marks, final=final)

    @property
    def in_chunks(self) -> "DocumentReview":
        """The same review in CLEME2.0's vocabulary: its chunks are the findings."""
        return self if self.marks is None else attrs.evolve(self, findings=self.chunks)

    @property
    def lowering(self) -> tuple[Finding, ...]:
        """The edits that lower the estimate; none where there are marks."""
        return tuple(item for item in self.findings if item.estimate is not None and item.estimate.lowers)
