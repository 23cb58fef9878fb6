"""Marks and estimates put back into their document: from tokens of passages to places in files."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType

import attrs

from markscheme.alignment.alignment import Alignment
from markscheme.edits.edit import Edits, target_start
from markscheme.formats.document import Document
from markscheme.marking.passages.marks import MarkSettings, PassageMarks
from markscheme.marking.review.document_review import (
    DocumentReview,
    Estimate,
    Marks,
    MetricScores,
    Origin,
    PassageEstimate,
    PassageReview,
    Version,
)
from markscheme.marking.review.findings import EditEstimate, Finding, in_order
from markscheme.marking.review.mark_placer import MarkPlacer
from markscheme.marking.review.placed_passage import PlacedPassage
from markscheme.marking.review.placed_passages import PlacedPassages
from markscheme.marking.review.placer import Placer
from markscheme.marking.review.verdict_counts import document_counts
from markscheme.marking.verdicts.verdict import Stretch
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.estimates import SentenceEstimate
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.overlap import Scores as OverlapScores
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.scoring.accepted_reference import AcceptedReference


@attrs.frozen
class DocumentScores:
    """The scores of a document as a whole; see :class:`markscheme.marking.review.document_review.Marks`."""

    cleme2: cleme2.Scores
    weighting: WeightingName
    errant: OverlapScores
    signature: str
    metric: MetricScores | None = None


def place_marks(
    alignment: Alignment,
    hypothesis: Document,
    marks: Sequence[PassageMarks],
    settings: MarkSettings,
    scores: DocumentScores,
    accepted: Mapping[int, AcceptedReference] = MappingProxyType({}),
    recent: PlacedPassages | None = None,
) -> DocumentReview:
    """Return the review of a document that is marked against references.

    Parameters
    ----------
    marks
        One for each passage of the alignment.
    accepted
        The reference made of accepted alternatives, by the index of its passage; the passage's marks have it last.
    recent
        Remembers passages that were placed before; by default none. Marks that are the same object must have been
        made with the same settings.
    """
    placer = MarkPlacer(alignment, hypothesis, accepted, settings)
    recent = recent or PlacedPassages()
    documents = (alignment.source, hypothesis, *alignment.references)
    placed: list[PlacedPassage] = []
    for index, (passage, own) in enumerate(zip(alignment.passages, marks, strict=True)):
        place = partial(placer.placed, index, passage, own)
        placed.append(place() if index in accepted else recent.placed(index, passage, own, documents, place))
    return _review(
        alignment,
        chain.from_iterable(item.findings for item in placed),
        (item.review for item in placed),
        marks=_document_marks(alignment, marks, settings, scores),
        chunks=chain.from_iterable(item.chunks for item in placed),
        origins=tuple(item.origin for item in placed),
    )


def place_estimates(
    alignment: Alignment,
    hypothesis: Document,
    edits: Sequence[Edits],
    sentences: Sequence[SentenceEstimate],
    estimate: Estimate,
) -> DocumentReview:
    """Return the review of a document that has no reference.

    Parameters
    ----------
    edits, sentences
        The hypothesis's edits and the estimate of each passage of the alignment.
    """
    placer = Placer(alignment, hypothesis)
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    for index, (passage, own, sentence) in enumerate(zip(alignment.passages, edits, sentences, strict=True)):
        for number, (edit, impact) in enumerate(zip(own, sentence.edits, strict=True)):
            start = target_start(own, number)
            source, target = Stretch(edit.start, edit.end), Stretch(start, start + len(edit.replacement))
            finding = placer.placed_finding(index, passage, source, target, edit.type)
            numbers = EditEstimate(impact.impact, sentence.after, impact.without, impact.lowers)
            findings.append(attrs.evolve(finding, estimate=numbers))
        means = PassageEstimate(sentence.before, sentence.after, sentence.similarity, sentence.score)
        passages.append(attrs.evolve(placer.placed_passage(passage), estimate=means))
    return _review(alignment, findings, passages, estimate=estimate)


def _review(
    alignment: Alignment,
    findings: Iterable[Finding],
    passages: Iterable[PassageReview],
    *,
    marks: Marks | None = None,
    estimate: Estimate | None = None,
    chunks: Iterable[Finding] = (),
    origins: tuple[Origin | None, ...] = (),
) -> DocumentReview:
    return DocumentReview(
        in_order(findings),
        tuple(passages),
        Version(alignment.source.name, alignment.source.path),
        tuple(Version(item.name, item.path) for item in alignment.references),
        alignment.parallel,
        marks,
        estimate,
        in_order(chunks),
        origins=origins,
    )


def _document_marks(
    alignment: Alignment, marks: Sequence[PassageMarks], settings: MarkSettings, scores: DocumentScores
) -> Marks:
    overlaps = [own.credit for own in marks if own.credit is not None]
    weights = [own.weights for own in marks if own.weights is not None]
    return Marks(
        sum((own.counts for own in marks), Counts()),
        sum(weights, Weights()) if weights else None,
        scores.cleme2,
        scores.errant,
        f_score(sum(overlaps, Overlap()), settings.credit.beta) if len(overlaps) == len(marks) else None,
        len(alignment.references),
        scores.signature,
        document_counts([passage.source.tokens for passage in alignment.passages], marks),
        scores.weighting,
        scores.metric,
    )
