"""What a person is shown of a document: findings, passages, and the document's marks or its estimate.

Plain values. A document that is marked against references has marks, and so has each of its passages; one without a
reference has an estimate in their place, and so has each of its passages.
"""

from pathlib import Path

import attrs

from markscheme.marking.marks import Stretch
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
    """

    reference: str
    number: int | None
    span: Span | None
    text: str
    category: Category | None
    alignment: float | None
    edits: tuple[FindingAlignment, ...]


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
class Finding:
    """A correction, or a missing one, at a place in the hypothesis's file.

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

    @property
    def code(self) -> str:
        """The finding's kind in diagnostics: the category, or ``lowers-estimate``."""
        return LOWERING if self.category is None else self.category.value

    @property
    def is_shown(self) -> bool:
        """Whether it is shown as a finding; an edit that does not lower the estimate is not."""
        return self.estimate is None or self.estimate.lowers

    @property
    def is_fault(self) -> bool:
        """Whether it is shown and not a hit."""
        return self.is_shown and self.category is not Category.HIT


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
    """

    reference: str | None
    followed: int | None
    counts: Counts
    weights: Weights | None
    scores: cleme2.Scores
    credit: OverlapScores | None


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
    """

    span: Span
    text_span: Span
    text: str
    source: PassageText
    references: tuple[PassageText | None, ...] = ()
    marks: PassageScores | None = None
    estimate: PassageEstimate | None = None


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
        In the order of their places.
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

    @property
    def lowering(self) -> tuple[Finding, ...]:
        """The edits that lower the estimate; none where there are marks."""
        return tuple(item for item in self.findings if item.estimate is not None and item.estimate.lowers)
