"""The review of a document: its findings, its passages, and its marks or its estimate. Plain values.

A document without a reference, and each of its passages, has an estimate in the place of marks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import add, sub
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import attrs

from markscheme.contract import shape
from markscheme.languages.segments import Span
from markscheme.marking.findings import REWRITTEN, TITLES, Finding, FindingReference, PlaceVerdict
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import OpenAnswers, Points, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.impara import TextEstimate
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings import WeightingName
from markscheme.wording import amount, between, percent, to_decide


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end)))


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


NOTHING_TO_MARK = "nothing to mark"
_REFERENCES: Mapping[VocabularyName, tuple[str, str]] = MappingProxyType(
    {"verdicts": ("teacher's correction", "teachers' corrections"), "cleme2": ("reference", "references")}
)
"""What a reference, and several, are called in each vocabulary."""
_COUNTED = tuple(verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL)


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

    @staticmethod
    def total(items: Iterable["VerdictCounts"]) -> "VerdictCounts":
        """Return the sum; it can be compared with others if all of its parts can be."""
        parts = list(items)
        numbers: Counter[Verdict] = Counter()
        for verdict, number in chain.from_iterable(part.counts for part in parts):
            numbers[verdict] += number
        return VerdictCounts(
            verdict_counts(numbers),
            sum((part.points for part in parts), Points()),
            sum(part.rewritten for part in parts),
            all(part.is_comparable for part in parts),
            sum(part.open for part in parts),
            reduce(add, (part.at_risk for part in parts), 0.0),
            reduce(add, (part.to_gain for part in parts), 0.0),
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

    @property
    def _judged(self) -> list[str]:
        return [f"{places} {TITLES[item].lower()}" for item in _COUNTED if (places := self.places(item))]

    @property
    def _rewritten(self) -> list[str]:
        return [f"{self.rewritten} rewritten freely"] if self.rewritten else []

    @property
    def tally(self) -> str:
        """Return the number of places with each verdict, and of sentences that are rewritten freely.

        Verdicts that no place has are left out, and so are optional places, which count for nothing.

        >>> VerdictCounts(((Verdict.CORRECT, 12), (Verdict.PARTLY, 3), (Verdict.OPTIONAL, 4))).tally
        '12 correct · 3 partly correct'
        >>> VerdictCounts(((Verdict.DIFFERENT, 3),), rewritten=2).tally
        '1 different · 2 rewritten freely'
        """
        return " · ".join([*self._judged, *self._rewritten])

    @property
    def mark(self) -> str:
        """Return what a document's points may become, or why they are not to be compared; empty where nothing was due.

        >>> VerdictCounts(points=Points(31, 48)).mark, VerdictCounts(points=Points(31, 48), open=2, to_gain=2).mark
        ('31 of 48', '31 to 33 of 48')
        >>> VerdictCounts(points=Points(2, 183), rewritten=24, is_comparable=False).mark
        'not comparable: 24 sentences rewritten freely'
        """
        if not self.is_comparable:
            sentences = "1 sentence" if self.rewritten == 1 else f"{self.rewritten} sentences"
            return f"not comparable: {sentences} rewritten freely"
        if not self.points.due:
            return ""
        return f"{between(amount(self.lowest), amount(self.highest))} of {self.points.due}"

    @property
    def document_tally(self) -> str:
        """Return a document's self by verdict and its points on one line.

        >>> VerdictCounts(((Verdict.CORRECT, 2), (Verdict.MISSED, 1)), Points(2, 3)).document_tally
        '2 correct · 1 missed · 2 of 3 points'
        >>> VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 1), open=1, to_gain=1).document_tally
        '1 different · 0 to 1 of 1 point · 1 answer to decide'
        >>> VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 9), 1, is_comparable=False).document_tally
        'not comparable: 1 sentence rewritten freely'
        >>> VerdictCounts().document_tally
        'nothing to mark'
        """
        rewritten = self._rewritten if self.is_comparable else []
        due = self.points.due if self.is_comparable else 0
        unit = f" point{'' if due == 1 else 's'}" if due else ""
        waiting = [to_decide(self.open)] if due and self.open else []
        parts = [*self._judged, *rewritten, f"{self.mark}{unit}", *waiting]
        return " · ".join(filter(None, parts)) or NOTHING_TO_MARK

    @property
    def passage_tally(self) -> str:
        """Return a passage's self by verdict; empty where there is nothing to mark.

        >>> VerdictCounts(((Verdict.DIFFERENT, 1),), rewritten=1, is_comparable=False).passage_tally
        'Rewritten freely: read this one yourself'
        """
        return REWRITTEN if self.rewritten else self.tally


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

    @property
    def credit_part(self) -> str:
        """Return a passage's credit as the end of a line; empty until vectors are there."""
        return f" · credit {percent(self.credit.f)}" if self.credit is not None else ""


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

    def references_part(self, vocabulary: VocabularyName) -> str:
        """Return the number of references that the passage has in words; empty where it has all of them."""
        count, total = self.reference_count, len(self.references)
        return f"{count} of {total} {_REFERENCES[vocabulary][1]}" if count < total else ""


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

    def with_passages(self, placed: Sequence["PlacedPassage"]) -> "DocumentReview":
        return attrs.evolve(
            self,
            findings=in_order(chain.from_iterable(item.findings for item in placed)),
            chunks=in_order(chain.from_iterable(item.chunks for item in placed)),
            passages=tuple(item.review for item in placed),
            origins=tuple(item.origin for item in placed),
        )

    def narrowest_finding(self, offset: int) -> Finding | None:
        """Return the narrowest finding at a place; its end counts, so that an empty range can be reached."""
        under = [item for item in self.findings if item.span.start <= offset <= item.span.end]
        return min(
            under,
            key=lambda item: (not item.span.start <= offset < item.span.end, item.span.end - item.span.start),
            default=None,
        )

    @property
    def fewest_references(self) -> int:
        """The number of references of the sentence with the fewest."""
        counts = (passage.reference_count for passage in self.passages if passage.references)
        return min(counts, default=len(self.references))

    def references_part(self, authors: str, vocabulary: VocabularyName) -> str:
        """Return the numbers of references of the document and its least sentence, and how ``authors`` share work."""
        total, fewest = len(self.references), self.fewest_references
        less = f", {fewest or 'none'} in some sentences" if fewest < total else ""
        count = f"{total} {_REFERENCES[vocabulary][total != 1]}"
        return f"{count}{less}: {authors}" if authors else f"{count}{less}"

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

    def in_vocabulary(self, vocabulary: VocabularyName) -> "DocumentReview":
        return self.in_chunks if vocabulary == "cleme2" else self

    @property
    def lowering(self) -> tuple[Finding, ...]:
        """The edits that lower the estimate; none where there are marks."""
        return tuple(item for item in self.findings if item.estimate is not None and item.estimate.lowers)


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

    def at(self, origin: Origin | None) -> "PlacedPassage":
        """Return the passage at the index, and with its texts at the places, of another origin of the same number."""
        if origin is None or self.origin is None or self.origin == origin:
            return self
        source, hypothesis, *references = map(sub, origin.moves, self.origin.moves)
        return self.moved(origin.index, Move(source, hypothesis, tuple(references)))


@attrs.frozen(eq=False)
class MovedPassage:
    """A passage as it was placed first, and where it stands now: most passages only move, unseen."""

    first: PlacedPassage
    origin: Origin | None = None

    @property
    def placed(self) -> PlacedPassage:
        return self.first.at(self.origin)


@attrs.frozen(eq=False)
class PartedReview:
    """A review whose passages are apart: ``rest`` has none."""

    rest: DocumentReview
    passages: tuple[MovedPassage, ...]

    @property
    def whole(self) -> DocumentReview:
        return self.rest.with_passages([item.placed for item in self.passages])


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
