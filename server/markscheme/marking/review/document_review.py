"""The review of a document: its findings, its passages, and its marks or its estimate.

Plain values. A document that is marked against references has marks, and so has each of its passages; one without a
reference has an estimate in their place, and so has each of its passages.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, sub
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.verdict import OpenAnswers, Points, Stretch, Verdict, is_open
from markscheme.metrics import cleme2
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.impara import MeanEstimate, Quality
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings import WeightingName
from markscheme.text.places import Span

_INSIDE = "'’"
"""Characters inside a word, beside letters and digits."""


@attrs.frozen
class ShownWords:
    """A change in whole words.

    Attributes
    ----------
    before, after
        The words, and those that stand in their place.
    behind
        The number of characters that ``before`` has behind the end of its place.
    """

    before: str
    after: str
    behind: int = 0


def whole_words(before: Span, before_text: str, after: Span, after_text: str) -> ShownWords | None:
    """Return a change in whole words; ``None`` where it is so already.

    Where only one side is a part of a word, the other has the word beside it too: what it is a part of there.

    Parameters
    ----------
    before, after
        The places of the words and of those in their place, each in its text.

    >>> whole_words(Span(2, 4), "I can't go", Span(2, 7), "I couldn't go")
    ShownWords(before="can't", after="couldn't", behind=3)
    >>> whole_words(Span(4, 7), "I don't go", Span(5, 8), "I do not go")
    ShownWords(before="don't", after='do not', behind=0)
    >>> whole_words(Span(1, 3), "I'm agree", Span(1, 1), "I agree")
    ShownWords(before="I'm", after='I', behind=0)
    >>> whole_words(Span(2, 4), "I go", Span(2, 6), "I went") is None
    True
    """
    wide = widened(before, before_text), widened(after, after_text)
    if wide == (before, after):
        return None
    one, other = (
        _level(wide[0], before, before_text, wide[1], after),
        _level(wide[1], after, after_text, wide[0], before),
    )
    return ShownWords(one.of(before_text), other.of(after_text), one.end - before.end)


def _level(wide: Span, span: Span, text: str, other_wide: Span, other: Span) -> Span:
    """Return a side's whole words, with the word beside them at an end at which only the other side has grown."""
    start, end = wide.start, wide.end
    if wide.start == span.start and other_wide.start < other.start:
        start = _word_before(start, text)
        end = len(text[:end].rstrip()) if span.start == span.end else end
    if wide.end == span.end and other.end < other_wide.end:
        end = _word_behind(end, text)
        start += len(text[start:end]) - len(text[start:end].lstrip())
    return Span(start, max(start, end))


def _word_before(place: int, text: str) -> int:
    """Return where the word before a place begins; the place itself where none is."""
    start = len(text[:place].rstrip())
    return place if start == 0 or not text[start - 1].isalnum() else widened(Span(start - 1, start), text).start


def _word_behind(place: int, text: str) -> int:
    """Return where the word behind a place ends; the place itself where none is."""
    end = len(text) - len(text[place:].lstrip())
    return place if end == len(text) or not text[end].isalnum() else widened(Span(end, end + 1), text).end


def widened(span: Span, text: str) -> Span:
    """Return a span with the rest of the words at its ends; an empty one as it is.

    An apostrophe belongs to a word between two letters, and in the span itself.
    """
    start, end = span.start, span.end
    if start == end:
        return span
    while start > 0 and _is_inside(text, start - 1, start) and (text[start] in _INSIDE or text[start].isalnum()):
        start -= 1
    while end < len(text) and _is_inside(text, end, end - 1) and (text[end - 1] in _INSIDE or text[end - 1].isalnum()):
        end += 1
    return Span(start, end)


def _is_inside(text: str, place: int, neighbour: int) -> bool:
    """Return whether the character at a place belongs to the word of its neighbour."""
    if text[place].isalnum():
        return True
    beyond = 2 * place - neighbour
    is_between = 0 <= beyond < len(text) and text[beyond].isalnum() and text[neighbour].isalnum()
    return text[place] in _INSIDE and is_between


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
    whole
        The same in whole words; ``None`` where they are whole.
    """

    edit: Edit
    source: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """Its words before and after, as people are shown them."""
        return self.whole or ShownWords(self.source, self.text)


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
    is_beside
        Whether these changes only stand beside the hypothesis's, whose words the reference leaves as they are.
    whole
        ``source`` and ``text`` in whole words; ``None`` where they are whole.
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
    is_beside: bool = False
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The source's words and its own, as people are shown them."""
        return self.whole or ShownWords(self.source, self.text)

    @property
    def keeps(self) -> bool:
        """Whether the reference leaves the source as it is there."""
        return self.text == self.source

    @property
    def type(self) -> str:
        """ERRANT's types of what it changes there, joined by ``+``; empty where it changes nothing."""
        return "+".join(dict.fromkeys(change.edit.type for change in self.changes if change.edit.type))


@attrs.frozen
class EditEstimate:
    """What a model estimates of one edit; see :class:`markscheme.metrics.impara.EditImpact`.

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
    whole
        The same in whole words; ``None`` where they are whole.
    """

    references: tuple[str, ...]
    span: Span
    text_span: Span
    source_tokens: Stretch
    before: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The words and those that stand there then, as people are shown them."""
        return self.whole or ShownWords(self.before, self.text)


@attrs.frozen
class FindingRemainder:
    """An edit that is left to be done at a finding.

    Attributes
    ----------
    span
        The place of the hypothesis's words in its file.
    before, text
        These words, and those that belong there.
    whole
        The same in whole words; ``None`` where they are whole.
    """

    span: Span
    before: str
    text: str
    whole: ShownWords | None = None


@attrs.frozen
class PlaceVerdict:
    """The verdict on a finding's place; see :class:`markscheme.marking.verdicts.verdict.Place`.

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
    is_alone
        Whether the only teacher corrects what nearly nobody in the class does.
    needs
        How many corrections were needed there; those of all places in a passage that is rewritten freely.
    is_final
        Whether a teacher called the mark of the whole text final.
    """

    verdict: Verdict
    points: Points
    suggestions: tuple[FindingSuggestion, ...] = ()
    missing: tuple[FindingRemainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    decided: str = ""
    rewritten: bool = False
    is_alone: bool = False
    needs: int = 0
    is_final: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person's decision."""
        return self.is_undecided and not self.is_final

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided about it, though the mark may be final."""
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)


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
        ERRANT's, of the hypothesis's edits there, or else of a reference's; several are joined by ``+``. The kind of
        error that people read is :attr:`error_type`'s.
    passage
        The index of its passage.
    category, weight, difference, credit, references
        Its mark; see :class:`markscheme.marking.marks.ChunkMark`. All ``None`` or empty without a reference.
    estimate
        Its estimate; ``None`` where there are references.
    place
        Its verdict; ``None`` for a chunk of CLEME2.0's and for an estimate.
    whole
        ``source`` and ``hypothesis`` in whole words; ``None`` where they are whole, and for a chunk.
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
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The source's words and the hypothesis's, as people are shown them."""
        return self.whole or ShownWords(self.source, self.hypothesis)

    @property
    def phrase(self) -> tuple[Stretch, ShownWords]:
        """The source tokens of all that the followed reference changes there, and what became of their words.

        A decision about the finding settles all of them.
        """
        for reference in self.references[:1]:
            wide, own = reference.source_tokens, self.source_tokens
            if reference.follows and wide is not None and wide.start <= own.start and own.end <= wide.end:
                suggested = [] if self.place is None else self.place.suggestions
                before = next((item.shown.before for item in suggested if item.source_tokens == wide), None)
                if wide != own and before is not None:
                    return wide, ShownWords(reference.shown.before, before)
        return self.source_tokens, self.shown

    @property
    def error_type(self) -> str:
        """ERRANT's types of the error there, joined by ``+``; those of the change itself where no reference changes it.

        A correct change is the correction. Else an error has the type of most references that correct it; of the
        correction of fewest letters where several are as frequent. So a wrong change does not change its kind.
        Corrections that only stand beside the change are of another error.
        """
        typed = [item for item in self.references if item.type] if self.place is not None else []
        corrections = [item for item in typed if not item.is_beside]
        if self.verdict is Verdict.CORRECT and self.type:
            return self.type
        if not corrections:
            return self.type
        frequency = Counter(item.type for item in corrections)
        return min(corrections, key=lambda item: (-frequency[item.type], _letters(item), item.text, item.type)).type

    @property
    def corrections(self) -> tuple[FindingReference, ...]:
        """The references' corrections that the verdict follows; all of them where it follows none."""
        corrections = tuple(item for item in self.references if not item.keeps)
        return tuple(item for item in corrections if item.follows) or corrections

    @property
    def is_undecided(self) -> bool:
        """Whether nobody knows if the student's answer is right; a sentence rewritten freely is read as a whole."""
        return self.place is not None and self.place.is_undecided and not self.place.rewritten

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


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of their places."""
    return tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end)))


def _letters(reference: FindingReference) -> int:
    """Return how many letters a reference changes."""
    return Levenshtein.distance(reference.source, reference.text)


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
    """The estimate of a passage; see :class:`markscheme.metrics.impara.SentenceEstimate`."""

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
        Whether the hypothesis's author has not seen it (:attr:`markscheme.formats.corpus.Side.absent`). A hypothesis
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


VocabularyName = Literal["verdicts", "cleme2"]
"""``verdicts``: places with verdicts. ``cleme2``: chunks with categories, types and scores."""

DEFAULT_VOCABULARY: VocabularyName = "verdicts"

_REVIEWS: "Mapping[VocabularyName, Callable[[DocumentReview], DocumentReview]]" = MappingProxyType(
    {"verdicts": lambda review: review, "cleme2": lambda review: review.in_chunks}
)


def in_vocabulary(review: "DocumentReview", vocabulary: VocabularyName) -> "DocumentReview":
    """Return a review with the findings that a vocabulary shows."""
    return _REVIEWS[vocabulary](review)


@attrs.frozen
class PlacedPassage:
    """A passage of a review.

    Attributes
    ----------
    findings, chunks
        Its places, and CLEME2.0's chunks.
    review
        Its texts and its scores.
    origin
        ``None`` if it is placed anew each time.
    """

    findings: tuple[Finding, ...]
    chunks: tuple[Finding, ...]
    review: PassageReview
    origin: Origin | None = attrs.field(default=None, eq=False)

    def moved(self, index: int, by: "Move") -> "PlacedPassage":
        """Return the passage with another index, and its texts at other places."""
        return PlacedPassage(
            tuple([_moved_finding(item, index, by) for item in self.findings]),
            tuple([_moved_finding(item, index, by) for item in self.chunks]),
            _moved_review(self.review, by),
            None if self.origin is None else _moved_origin(self.origin, index, by),
        )

    def at(self, origin: Origin) -> "PlacedPassage":
        """Return the passage at the index, and with its texts at the places, of another origin of the same number."""
        if self.origin is None or self.origin == origin:
            return self
        source, hypothesis, *references = map(sub, origin.moves, self.origin.moves)
        return self.moved(origin.index, Move(source, hypothesis, tuple(references)))


@attrs.frozen
class Move:
    """By how many characters a passage's versions have moved in their texts."""

    source: int
    hypothesis: int
    references: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        """Those of all versions: the source's, the hypothesis's, the references'."""
        return (self.source, self.hypothesis, *self.references)

    def __bool__(self) -> bool:
        return bool(self.source or self.hypothesis or any(self.references))


def _moved_origin(origin: Origin, index: int, by: Move) -> Origin:
    return Origin(origin.number, index, tuple(map(add, origin.moves, by.all)))


def _moved_finding(finding: Finding, index: int, by: Move) -> Finding:
    """Return a finding at another place; written out, since most of a keystroke's findings only move."""
    place = finding.place
    return Finding(
        _moved(finding.span, by.hypothesis),
        _moved(finding.source_span, by.source),
        _moved(finding.text_span, by.hypothesis),
        finding.source_tokens,
        finding.target,
        finding.source,
        finding.hypothesis,
        finding.type,
        index,
        finding.category,
        finding.weight,
        finding.difference,
        finding.credit,
        _moved_references(finding.references, by.references),
        finding.estimate,
        None if place is None else _moved_verdict(place, by.hypothesis),
        finding.whole,
    )


def _moved_references(references: tuple[FindingReference, ...], by: Sequence[int]) -> tuple[FindingReference, ...]:
    if not any(by):
        return references
    return tuple(
        item
        if item.span is None or item.number is None
        else attrs.evolve(item, span=_moved(item.span, by[item.number]))
        for item in references
    )


def _moved_verdict(place: PlaceVerdict, by: int) -> PlaceVerdict:
    if not by or not (place.suggestions or place.missing):
        return place
    suggestions = [
        attrs.evolve(item, span=_moved(item.span, by), text_span=_moved(item.text_span, by))
        for item in place.suggestions
    ]
    missing = [attrs.evolve(item, span=_moved(item.span, by)) for item in place.missing]
    return attrs.evolve(place, suggestions=tuple(suggestions), missing=tuple(missing))


def _moved_review(review: PassageReview, by: Move) -> PassageReview:
    return attrs.evolve(
        review,
        span=_moved(review.span, by.hypothesis),
        text_span=_moved(review.text_span, by.hypothesis),
        source=_moved_text(review.source, by.source),
        references=tuple(
            None if item is None else _moved_text(item, own)
            for item, own in zip(review.references, by.references, strict=True)
        ),
    )


def _moved_text(text: PassageText, by: int) -> PassageText:
    return attrs.evolve(text, span=_moved(text.span, by)) if by else text


def _moved(span: Span, by: int) -> Span:
    return span.shifted(by) if by else span
