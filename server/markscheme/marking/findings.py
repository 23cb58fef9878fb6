"""What a person is shown of a document: findings, passages, and the document's marks or its estimate.

Plain values. A document that is marked against references has marks, and so has each of its passages; one without a
reference has an estimate in their place, and so has each of its passages.
"""

from pathlib import Path

import attrs

from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.verdict import Points, Stretch, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.categories import Category
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.estimates import MeanEstimate, Quality
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.text.positions import Span

LOWERING = "lowers-estimate"
"""The code of a finding that has an estimate and no category."""


@attrs.frozen
class FindingAlignment:
    """A reference edit that a finding lines up with.

    Attributes
    ----------
    source, text
        Its words before and after.
    type
        ERRANT's.
    share
        The part of the finding's mass that it takes, in [0, 1].
    gain
        How alike the two edits are, in [0, 1].
    """

    source: str
    text: str
    type: str
    share: float
    gain: float


@attrs.frozen
class FindingChange:
    """One change of a reference, which a teacher may call optional.

    Attributes
    ----------
    edit
        The change, in tokens of the passage's source.
    source, text
        Its words before and after.
    """

    edit: Edit
    source: str
    text: str


@attrs.frozen
class FindingReference:
    """What one reference has at a finding's place; see :class:`markscheme.marking.marks.ReferenceMark`.

    Attributes
    ----------
    reference
        The reference's name.
    number
        Its index in :attr:`DocumentReview.references`; ``None`` for an accepted alternative.
    span
        The place of its words in its file; ``None`` for an accepted alternative.
    text
        Its words.
    source
        The source's words in their place, which may be more than the finding's.
    follows
        Whether the finding's verdict was judged against it.
    source_tokens
        The tokens of these words in the source of the passage; ``None`` for a chunk.
    changes
        What the reference changes there, in source order; empty for a chunk, and for a rewritten passage.
    """

    reference: str
    number: int | None
    span: Span | None
    text: str
    category: Category | None
    alignment: float | None
    edits: tuple[FindingAlignment, ...]
    source: str = ""
    follows: bool = False
    source_tokens: Stretch | None = None
    changes: tuple[FindingChange, ...] = ()

    @property
    def keeps(self) -> bool:
        """Whether the reference leaves the source as it is there."""
        return self.text == self.source


@attrs.frozen
class EditEstimate:
    """What a model estimates of one edit; see :class:`markscheme.metrics.estimates.EditImpact`.

    Attributes
    ----------
    impact
        IMPARA's impact of the edit.
    quality, without
        The quality of its passage with the edit, and without it.
    lowers
        Whether the edit lowers the quality by more than the margin.
    """

    impact: float | None
    quality: Quality | None
    without: Quality | None
    lowers: bool


@attrs.frozen
class FindingSuggestion:
    """Other words for some of the hypothesis's; see :class:`markscheme.marking.verdicts.verdict.Suggestion`.

    Attributes
    ----------
    references
        The names of the references that have them.
    span
        The place of the words that they replace in the hypothesis's file.
    text_span
        Their place in the hypothesis, where the hypothesis is not the whole file.
    source_tokens
        The tokens under both in the source of the passage.
    before, text
        The words, and those that stand there then.
    """

    references: tuple[str, ...]
    span: Span
    text_span: Span
    source_tokens: Stretch
    before: str
    text: str


@attrs.frozen
class FindingRemainder:
    """An edit that is left to be done at a finding: the hypothesis's words at ``span``, and those that belong there."""

    span: Span
    before: str
    text: str


@attrs.frozen
class PlaceVerdict:
    """What a person is told of a finding's place; see :class:`markscheme.marking.verdicts.verdict.Place`.

    Attributes
    ----------
    suggestions
        What could stand there instead, that of the reference which the verdict follows first.
    missing
        For ``partly-correct``: the edits that are left.
    tolerances
        The names of the tolerances that make it so.
    decided
        Who decided so, and when; empty where the references did.
    rewritten
        Whether the finding stands for a whole passage that is rewritten freely.
    """

    verdict: Verdict
    points: Points
    suggestions: tuple[FindingSuggestion, ...] = ()
    missing: tuple[FindingRemainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    decided: str = ""
    rewritten: bool = False


Kind = Verdict | Category
"""What a finding is called: by its verdict, or, in CLEME2.0's vocabulary, by its category."""


@attrs.frozen
class Finding:
    """A correction, or a missing one, at a place in the hypothesis's file.

    It is a place with a verdict; or, where a document is shown in CLEME2.0's vocabulary, a chunk with a category.

    Attributes
    ----------
    span, source_span
        Its place in the hypothesis's file and in the source's.
    text_span
        Its place in the hypothesis, where the hypothesis is not the whole file.
    source_tokens
        Its tokens in the source of its passage.
    target
        The tokens that the hypothesis has instead.
    source, hypothesis
        The words of the two documents there.
    type
        ERRANT's; several are joined by ``+``.
    passage
        The index of its passage.
    category, weight, difference, credit, references
        Its mark; see :class:`markscheme.marking.marks.Mark`. All ``None`` or empty without a reference.
    estimate
        Its estimate; ``None`` where there are references.
    place
        Its verdict; ``None`` for a chunk of CLEME2.0's and for an estimate.
    """

    span: Span
    source_span: Span
    text_span: Span
    source_tokens: Stretch
    target: tuple[str, ...]
    source: str
    hypothesis: str
    type: str
    passage: int
    category: Category | None = None
    weight: float | None = None
    difference: float | None = None
    credit: float | None = None
    references: tuple[FindingReference, ...] = ()
    estimate: EditEstimate | None = None
    place: PlaceVerdict | None = None

    @property
    def kind(self) -> Kind | None:
        """Its verdict, or a chunk's category; ``None`` without a reference."""
        return self.category if self.place is None else self.place.verdict

    @property
    def verdict(self) -> Verdict | None:
        """Its verdict; ``None`` for a chunk and for an estimate."""
        return None if self.place is None else self.place.verdict

    @property
    def code(self) -> str:
        """The finding's kind in diagnostics: the verdict or category, or ``lowers-estimate``."""
        return LOWERING if self.kind is None else self.kind.value

    @property
    def is_shown(self) -> bool:
        """Whether it is shown as a finding; an edit that does not lower the estimate is not."""
        return self.estimate is None or self.estimate.lowers

    @property
    def is_fault(self) -> bool:
        """Whether it is shown, and something is to be done about it."""
        return self.is_shown and self.kind not in (Category.HIT, Verdict.CORRECT, Verdict.OPTIONAL)


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
    """

    counts: tuple[tuple[Verdict, int], ...] = ()
    points: Points = Points()
    rewritten: int = 0
    is_comparable: bool = True

    def __add__(self, other: "VerdictCounts") -> "VerdictCounts":
        return VerdictCounts(
            tuple((verdict, count) for verdict in Verdict if (count := self.of(verdict) + other.of(verdict))),
            self.points + other.points,
            self.rewritten + other.rewritten,
            self.is_comparable and other.is_comparable,
        )

    def of(self, verdict: Verdict) -> int:
        """Return the number of findings with a verdict."""
        return dict(self.counts).get(verdict, 0)


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
    verdicts: "VerdictCounts"


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
    """

    span: Span
    text_span: Span
    text: str
    source: PassageText
    references: tuple[PassageText | None, ...] = ()
    marks: PassageScores | None = None
    estimate: PassageEstimate | None = None
    moved: bool = False


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
    """

    findings: tuple[Finding, ...]
    passages: tuple[PassageReview, ...]
    source: Version
    references: tuple[Version, ...]
    parallel: bool
    marks: Marks | None = None
    estimate: Estimate | None = None
    chunks: tuple[Finding, ...] = ()

    @property
    def in_chunks(self) -> "DocumentReview":
        """The same review in CLEME2.0's vocabulary: its chunks are the findings."""
        return self if self.marks is None else attrs.evolve(self, findings=self.chunks)

    @property
    def lowering(self) -> tuple[Finding, ...]:
        """The edits that lower the estimate; none where there are marks."""
        return tuple(item for item in self.findings if item.estimate is not None and item.estimate.lowers)
