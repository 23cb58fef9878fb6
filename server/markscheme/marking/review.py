"""The review of a document: its findings, its passages, and its marks or its estimate. Plain values.

A document without a reference, and each of its passages, has an estimate in the place of marks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, sub
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.contract import shape
from markscheme.edits.edit import Edit
from markscheme.languages.segments import Span
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import OpenAnswers, Points, TokenRange, Verdict, is_open
from markscheme.metrics import cleme2
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.impara import EditEstimate, TextEstimate
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings import WeightingName

_INSIDE = "'’"


@shape("before", "after", name="WholeWords")
@attrs.frozen
class ShownWords:
    """A change in whole words, as people read it: ``can't`` and not its token ``ca``.

    ``behind`` counts the characters of ``before`` behind the end of its place.
    """

    before: str
    """The words."""
    after: str
    """The words in their place."""
    behind: int = 0


def whole_words(before: Span, before_text: str, after: Span, after_text: str) -> ShownWords | None:
    """Return a change in whole words; ``None`` where it is so already.

    Where only one side is a part of a word, the other has the word beside it too. Each span is in its own text.

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
    start = len(text[:place].rstrip())
    return place if start == 0 or not text[start - 1].isalnum() else widened(Span(start - 1, start), text).start


def _word_behind(place: int, text: str) -> int:
    end = len(text) - len(text[place:].lstrip())
    return place if end == len(text) or not text[end].isalnum() else widened(Span(end, end + 1), text).end


def widened(span: Span, text: str) -> Span:
    """Return a span with the rest of the words at its ends, if it is not empty; an apostrophe joins two letters."""
    start, end = span.start, span.end
    if start == end:
        return span
    while start > 0 and _is_inside(text, start - 1, start) and (text[start] in _INSIDE or text[start].isalnum()):
        start -= 1
    while end < len(text) and _is_inside(text, end, end - 1) and (text[end - 1] in _INSIDE or text[end - 1].isalnum()):
        end += 1
    return Span(start, end)


def _is_inside(text: str, place: int, neighbour: int) -> bool:
    if text[place].isalnum():
        return True
    beyond = 2 * place - neighbour
    is_between = 0 <= beyond < len(text) and text[beyond].isalnum() and text[neighbour].isalnum()
    return text[place] in _INSIDE and is_between


LOWERING = "lowers-estimate"


@shape(name="AlignedEdit")
@attrs.frozen
class FindingAlignment:
    """A reference edit that a finding aligns with."""

    source: str
    """The words that the reference replaces."""
    text: str
    """The words of the reference."""
    type: str
    """ERRANT's type."""
    share: float
    """The part of the finding's mass that is transported to this edit, in 0 to 1."""
    gain: float
    """The similarity of the two edits, in 0 to 1; 1 for equal edits."""


@attrs.frozen
class FindingChange:
    """One change of a reference, which a teacher may call optional: an edit of the passage's source tokens.

    ``whole`` is ``None`` where the words are whole.
    """

    edit: Edit
    source: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.text)


@shape("reference", "text", "category", "alignment", "edits")
@attrs.frozen
class FindingReference:
    """One reference's version at a finding's place.

    ``number`` is its index in :attr:`DocumentReview.references`; no number and no span for an accepted alternative.
    A chunk has no ``source`` and no ``source_tokens``; ``changes``, in source order, are empty for a chunk and a
    rewritten passage. ``is_beside``: they only stand beside the hypothesis's, whose words the reference leaves.
    """

    reference: str
    """The reference's name."""
    number: int | None
    span: Span | None
    text: str
    """The words of the reference."""
    category: Category | None
    """The category against this reference; ``null`` where neither the hypothesis nor this reference changes the
    source."""
    alignment: float | None
    """The finding's credit against this reference, in 0 to 1; ``null`` until vectors are available, and where the
    hypothesis has no edit."""
    edits: tuple[FindingAlignment, ...]
    """The reference's edits that the finding aligns with, the largest share first."""
    source: str = ""
    """The words of the source in the place of ``text``, which may be more than the finding's."""
    follows: bool = False
    """Whether the verdict was judged against this reference."""
    source_tokens: TokenRange | None = None
    changes: tuple[FindingChange, ...] = ()
    is_beside: bool = False
    whole: ShownWords | None = None
    """``source`` and ``text`` in whole words, where they are parts of words."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.text)

    @property
    def keeps(self) -> bool:
        return self.text == self.source

    @property
    def type(self) -> str:
        """ERRANT's types of what it changes there, joined by ``+``; empty where it changes nothing."""
        return "+".join(dict.fromkeys(change.edit.type for change in self.changes if change.edit.type))


@shape(
    "span", "before", "text", "references", "whole", name="Suggestion", renamed={"span": "range"}, optional=("whole",)
)
@attrs.frozen
class FindingSuggestion:
    """Words that could stand at a place instead. They differ from the hypothesis's, and lower no mark.

    ``text_span`` is in the hypothesis itself. ``source_tokens`` are under both.
    """

    references: tuple[str, ...]
    """The references that have these words."""
    span: Span
    """The place in the hypothesis."""
    text_span: Span
    source_tokens: TokenRange
    before: str
    """The words of the hypothesis."""
    text: str
    """The words of the references."""
    whole: ShownWords | None = None
    """``before`` and ``text`` in whole words, where they are parts of words."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.before, self.text)


@shape(name="MissingEdit", renamed={"span": "range"}, optional=("whole",))
@attrs.frozen
class FindingRemainder:
    """An edit that is left to be done at a place that is partly correct."""

    span: Span
    """The place in the hypothesis."""
    before: str
    """The words of the hypothesis."""
    text: str
    """The words that belong there."""
    whole: ShownWords | None = None
    """``before`` and ``text`` in whole words, where they are parts of words."""


@attrs.frozen
class PlaceVerdict:
    """The verdict on a finding's place.

    ``is_alone``: the only teacher corrects what nearly nobody in the class does. ``needs`` counts corrections, those of
    all places in a passage rewritten freely. ``is_final``: a teacher called the mark of the whole text final.
    """

    verdict: Verdict
    """The verdict."""
    points: Points
    suggestions: tuple[FindingSuggestion, ...] = ()
    """Words that could stand here instead; the first is what the verdict was judged against."""
    missing: tuple[FindingRemainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    """The tolerances that make the place correct."""
    decided: str = ""
    """The person who decided the verdict, and the date; ``null`` where the references did."""
    rewritten: bool = False
    """Whether the finding stands for a whole passage that is rewritten freely."""
    is_alone: bool = False
    needs: int = 0
    is_final: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the student's answer is no reference's, and nobody has decided about it yet."""
        return self.is_undecided and not self.is_final

    @property
    def left(self) -> Sequence[FindingRemainder] | attrs.NothingType:
        """The edits that are left, where the verdict is ``partly-correct``."""
        return self.missing if self.verdict is Verdict.PARTLY else attrs.NOTHING

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided about it, though the mark may be final."""
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)


Kind = Verdict | Category


@attrs.frozen
class Finding:
    """A correction, or a missing one, in the hypothesis's file: a place with a verdict, or a chunk of CLEME2.0's.

    ``text_span`` is its place in the hypothesis itself; ``source_tokens`` are of its passage, in whose place the
    hypothesis has ``target``. ``category`` to ``references`` are empty without a reference; ``estimate`` is ``None``
    with one. ``place`` is ``None`` for a chunk and an estimate.
    """

    span: Span
    """The place in the hypothesis."""
    source_span: Span
    """The place in the source's file; ``null`` where that file can't be read."""
    text_span: Span
    source_tokens: TokenRange
    target: tuple[str, ...]
    source: str
    """The words of the source."""
    hypothesis: str
    """The words of the hypothesis."""
    type: str
    """ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by ``+``; empty for a passage
    that is rewritten freely."""
    passage: int
    """The index of the finding's passage in ``passages``."""
    category: Category | None = None
    """The category of CLEME2.0's chunk at this place; ``null`` where CLEME2.0 counts the chunk as rightly
    unchanged, and for a passage that is rewritten freely."""
    weight: float | None = None
    """The weight of CLEME2.0's chunk, at least 0; ``null`` where ``category`` is, and until the encoder or the
    language model has answered."""
    difference: float | None = None
    """With the weighting ``similarity``, the weight with its sign: negative where the edit makes the sentence less
    similar to the reference; ``null`` with other weightings."""
    credit: float | None = None
    """The credit against the first reference, in 0 to 1; ``null`` where the hypothesis has no edit, and until vectors
    are available."""
    references: tuple[FindingReference, ...] = ()
    """Each reference's version at this place; those that the verdict was judged against come first."""
    estimate: EditEstimate | None = None
    place: PlaceVerdict | None = None
    whole: ShownWords | None = None
    """``source`` and ``hypothesis`` in whole words, where they are parts of words; ``null`` for a chunk."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.hypothesis)

    @property
    def phrase(self) -> tuple[TokenRange, ShownWords]:
        """The source tokens and words of all that the followed reference changes, which one decision settles."""
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
        """ERRANT's types of the error, joined by ``+``: those of most references that correct it; ``type`` where the
        hypothesis corrects it, and where no reference does."""
        # Of types that are as frequent, that of fewest letters. A correction beside the change is of another error.
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
        return self.place is not None and self.place.is_undecided and not self.rewritten

    @property
    def rewritten(self) -> bool:
        """Whether it stands for a whole passage that is rewritten freely."""
        return self.place is not None and self.place.rewritten

    @property
    def kind(self) -> Kind | None:
        return self.category if self.place is None else self.place.verdict

    @property
    def verdict(self) -> Verdict | None:
        """Its verdict; ``null`` in CLEME2.0's vocabulary."""
        return None if self.place is None else self.place.verdict

    @property
    def code(self) -> str:
        return LOWERING if self.kind is None else self.kind.value

    @property
    def is_shown(self) -> bool:
        return self.estimate is None or self.estimate.lowers

    @property
    def is_fault(self) -> bool:
        return self.is_shown and self.kind not in (Category.HIT, Verdict.CORRECT, Verdict.OPTIONAL)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end)))


def _letters(reference: FindingReference) -> int:
    return Levenshtein.distance(reference.source, reference.text)


@shape()
@attrs.frozen
class Notice:
    """What a person should know of a whole document; its marks stand all the same."""

    code: str
    """The kind of the notice: ``other-language`` where the source is not in the language that it is marked in,
    ``reference-ends-early`` where a reference has not seen the end of the source, ``mark-reopened`` where the text has
    changed since a teacher called its mark final."""
    message: str
    """The notice in words, with what to do; without a full stop."""


@attrs.frozen
class TextFile:
    """The name and the file of a source or a reference."""

    name: str
    path: Path | None


@attrs.frozen
class PassageText:
    """A passage in one version: its place in that version's file, its tokens, and its words as they stand."""

    span: Span
    tokens: tuple[str, ...]
    words: str


@shape("verdict", "number", renamed={"number": "count"})
class VerdictCount(NamedTuple):
    """The number of findings with one verdict."""

    verdict: Verdict
    """The verdict."""
    number: int
    """The number of findings, at least 1."""


def verdict_counts(counts: Mapping[Verdict, int]) -> tuple[VerdictCount, ...]:
    """Return the numbers that are not 0, in the order of :class:`Verdict`."""
    return tuple(VerdictCount(verdict, counts[verdict]) for verdict in Verdict if counts.get(verdict))


@shape(
    "counts",
    "points.earned",
    "points.due",
    "points.share",
    "rewritten",
    "is_comparable",
    "open",
    "ends",
    name="Verdicts",
    renamed={"is_comparable": "comparable", "ends": "range"},
)
@attrs.frozen
class VerdictCounts:
    """The verdicts of a document or a passage, counted.

    ``at_risk`` is what the open places lose if wrong, ``to_gain`` what they earn if right.
    """

    counts: tuple[VerdictCount, ...] = ()
    """The verdicts that findings have."""
    points: Points = Points()
    rewritten: int = 0
    """The number of passages that are rewritten freely."""
    is_comparable: bool = True
    """Whether ``share`` can be compared with other documents; ``false`` where too much is rewritten freely."""
    open: int = 0
    """The number of places whose answer nobody has decided yet."""
    at_risk: float = 0.0
    to_gain: float = 0.0

    def __add__(self, other: "VerdictCounts") -> "VerdictCounts":
        return VerdictCounts(
            verdict_counts(Counter(dict(self.counts)) + Counter(dict(other.counts))),
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
        return self.points.earned - self.at_risk

    @property
    def highest(self) -> float:
        return self.points.earned + self.to_gain

    @property
    def ends(self) -> tuple[float, float]:
        """The points that the places earn if all these answers are wrong, and if all are right."""
        return self.lowest, self.highest

    def of(self, verdict: Verdict) -> int:
        return dict(self.counts).get(verdict, 0)

    def places(self, verdict: Verdict) -> int:
        return self.of(verdict) - (self.rewritten if verdict is Verdict.DIFFERENT else 0)


@attrs.frozen
class PassageScores:
    """The marks of a passage, in numbers: CLEME2.0's, credit (``None`` until vectors are there) and verdicts.

    ``reference`` names the one chosen under dependence, ``followed`` is its index in :attr:`DocumentReview.references`;
    of accepted alternatives, the index of the reference that they vary.
    """

    reference: str | None
    followed: int | None
    counts: Counts
    """Numbers of chunks, by category."""
    weights: Weights | None
    scores: cleme2.Scores
    credit: OverlapScores | None
    verdicts: VerdictCounts
    """The passage's verdicts, counted."""


@attrs.frozen
class PassageReview:
    """A passage's texts, with its marks or, without a reference, its estimate. A reference is ``None`` where it has no
    part.

    ``text_span`` is in the hypothesis itself. ``moved``: the hypothesis has it at another place than the source.
    ``unseen``: the author has not seen it (:attr:`markscheme.documents.corpus.Side.absent`). A hypothesis is marked
    there as one that changes nothing; a reference that is compared has no part.
    """

    span: Span
    """The place in the hypothesis."""
    text_span: Span
    text: str
    """The text of the hypothesis."""
    source: PassageText
    references: tuple[PassageText | None, ...] = ()
    marks: PassageScores | None = None
    estimate: TextEstimate | None = None
    moved: bool = False
    unseen: bool = False

    @property
    def reference_count(self) -> int:
        return sum(reference is not None for reference in self.references)


@attrs.frozen
class Origin:
    """How a passage's part of a review differs from an earlier one: in nothing but its places and its index.

    No two passages have the same number, whatever their document and process. ``moves`` are the characters by which
    source, hypothesis and references have moved since, in this order.
    """

    number: int
    index: int
    moves: tuple[int, ...]


@shape()
@attrs.frozen
class MetricScores:
    """A document's scores under one more metric."""

    name: str
    """The metric's name."""
    title: str
    """The metric's name for people."""
    scores: Mapping[str, float]
    """Scores, with members that depend on the metric."""
    signature: str
    """The metric and the settings that the numbers depend on."""


@shape(
    "verdicts",
    "counts",
    "weighting",
    "weights",
    "scores",
    "errant",
    "credit",
    "references",
    "signature",
    "metric",
    optional=("metric",),
)
@attrs.frozen
class Marks:
    """A document's marks against its references: counts summed over passages, scores at the level of the settings."""

    counts: Counts
    """Numbers of chunks, by category."""
    weights: Weights | None
    """Sums of weights, by category; ``null`` without weighting."""
    scores: cleme2.Scores
    """CLEME2.0's scores of the whole document."""
    errant: OverlapScores
    """ERRANT's scores, with beta 0.5."""
    credit: OverlapScores | None
    """``null`` until vectors are available."""
    references: int
    """The number of references."""
    signature: str
    """The metrics and settings that the numbers depend on."""
    verdicts: VerdictCounts = VerdictCounts()
    """The verdicts, counted."""
    weighting: WeightingName = "none"
    """The weighting of the scores; ``"none"`` until the encoder or the language model has answered."""
    metric: MetricScores | None = None
    """The scores of one more metric, where the setting ``metric`` names one and its models have answered."""


@attrs.frozen
class Estimate:
    """A document's estimate: means over passages.

    ``threshold`` is IMPARA's theta, ``margin`` by how much an edit must lower the quality to be shown.
    """

    means: TextEstimate
    estimator: str
    """The quality estimator."""
    threshold: float
    margin: float
    signature: str
    """The metric and the settings that the numbers depend on."""


@attrs.frozen
class Finality:
    """That a teacher called the mark final: what answers count as that nobody has decided, and who said so and when."""

    answers: OpenAnswers
    signed: str


@attrs.frozen
class DocumentReview:
    """Everything shown of one document. Findings and chunks are in the order of their places, passages in the source's.

    ``findings`` are places with verdicts, or edits with estimates. ``chunks`` are CLEME2.0's; none without a reference.
    ``parallel``: the texts are tokenised sentences that line up by number. ``marks`` need a reference, ``estimate``
    none. ``origins`` has ``None`` for a passage that is placed anew each time; it is empty where no passage is
    remembered.
    """

    findings: tuple[Finding, ...]
    passages: tuple[PassageReview, ...]
    source: TextFile
    references: tuple[TextFile, ...]
    parallel: bool
    marks: Marks | None = None
    estimate: Estimate | None = None
    chunks: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    """What a person should know of the whole document, if there is anything."""
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
        return self if self.marks is None else attrs.evolve(self, findings=self.chunks)

    @property
    def lowering(self) -> tuple[Finding, ...]:
        """The edits that lower the estimate; none where there are marks."""
        return tuple(item for item in self.findings if item.estimate is not None and item.estimate.lowers)


_REVIEWS: "Mapping[VocabularyName, Callable[[DocumentReview], DocumentReview]]" = MappingProxyType(
    {"verdicts": lambda review: review, "cleme2": lambda review: review.in_chunks}
)


def in_vocabulary(review: "DocumentReview", vocabulary: VocabularyName) -> "DocumentReview":
    return _REVIEWS[vocabulary](review)


@attrs.frozen
class PlacedPassage:
    """A passage of a review: its places and CLEME2.0's chunks; no origin if it is placed anew each time."""

    findings: tuple[Finding, ...]
    chunks: tuple[Finding, ...]
    review: PassageReview
    origin: Origin | None = attrs.field(default=None, eq=False)

    def moved(self, index: int, by: "Move") -> "PlacedPassage":
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
        return (self.source, self.hypothesis, *self.references)

    def __bool__(self) -> bool:
        return bool(self.source or self.hypothesis or any(self.references))


def _moved_origin(origin: Origin, index: int, by: Move) -> Origin:
    return Origin(origin.number, index, tuple(map(add, origin.moves, by.all)))


def _moved_finding(finding: Finding, index: int, by: Move) -> Finding:
    """Written out, since most of a keystroke's findings only move."""
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
