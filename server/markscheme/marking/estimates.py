"""A correction without a reference, put back into its document: IMPARA's qualities and impacts at their places."""

from collections.abc import Sequence

import attrs

from markscheme.alignment.alignment import Alignment
from markscheme.alignment.passages import Side
from markscheme.edits.edit import Edits, target_start
from markscheme.formats.document import Document
from markscheme.marking.findings import PassageText, Version, all_words, passage_text, place_of, placed, words_of
from markscheme.marking.marks import Stretch
from markscheme.metrics.estimates import MeanEstimate, Quality, SentenceEstimate
from markscheme.text.positions import Span


@attrs.frozen
class EditEstimate:
    """An edit at a place in the hypothesis's file; see :class:`markscheme.metrics.estimates.EditImpact`.

    Attributes
    ----------
    span, source_span
        Its place in the hypothesis's file and in the source's.
    text_span
        Its place in the hypothesis, where that is not its whole file.
    source_tokens
        Its tokens in its passage's source.
    source, hypothesis
        The documents' own words there.
    type
        ERRANT's.
    quality
        Of its passage, with the edit.
    passage
        The index of its passage.
    """

    span: Span
    source_span: Span
    text_span: Span
    source_tokens: Stretch
    source: str
    hypothesis: str
    type: str
    impact: float | None
    without: Quality | None
    quality: Quality | None
    lowers: bool
    passage: int


@attrs.frozen
class PassageEstimate:
    """A passage's texts and qualities; see :class:`markscheme.metrics.estimates.SentenceEstimate`.

    ``span`` is its place in the hypothesis's file, ``text`` as the hypothesis has it.
    """

    span: Span
    text: str
    source: PassageText
    before: Quality | None
    after: Quality | None
    similarity: float | None
    score: float | None


@attrs.frozen
class EstimateProvenance:
    """How a document was estimated: the estimator's identity, theta, the margin, and all of it as a signature."""

    estimator: str
    threshold: float
    margin: float
    signature: str


@attrs.frozen
class DocumentEstimate:
    """Everything shown of one hypothesis document without a reference.

    Attributes
    ----------
    means
        Over passages.
    edits
        In the order of their places.
    passages
        In the order of the source.
    source
        Its name and file.
    parallel
        Whether the texts are tokenised sentences that line up by number.
    """

    means: MeanEstimate
    edits: tuple[EditEstimate, ...]
    passages: tuple[PassageEstimate, ...]
    source: Version
    manner: EstimateProvenance
    parallel: bool

    @property
    def lowering(self) -> tuple[EditEstimate, ...]:
        """The edits that lower the estimate."""
        return tuple(edit for edit in self.edits if edit.lowers)


def place_estimates(
    alignment: Alignment,
    hypothesis: Document,
    edits: Sequence[Edits],
    sentences: Sequence[SentenceEstimate],
    means: MeanEstimate,
    manner: EstimateProvenance,
) -> DocumentEstimate:
    """One document's passages with their edits and what is estimated of them, to places in its file."""
    placed_edits: list[EditEstimate] = []
    passages: list[PassageEstimate] = []
    for index, (passage, own, sentence) in enumerate(zip(alignment.passages, edits, sentences, strict=True)):
        side = passage.hypothesis
        for number, (edit, found) in enumerate(zip(own, sentence.edits, strict=True)):
            start = target_start(own, number)
            source, target = Stretch(edit.start, edit.end), Stretch(start, start + len(edit.replacement))
            span, source_span = place_of(side, source, target), passage.source.characters(edit.start, edit.end)
            placed_edits.append(
                EditEstimate(
                    placed(hypothesis, span),
                    placed(alignment.source, source_span),
                    span,
                    source,
                    source_span.of(alignment.source.text),
                    words_of(side, target, hypothesis.text),
                    edit.type,
                    found.impact,
                    found.without,
                    sentence.after,
                    found.lowers,
                    index,
                )
            )
        passages.append(
            PassageEstimate(
                placed(hypothesis, side.segment.extent),
                all_words(side, hypothesis.text),
                passage_text(alignment.source, Side(passage.source)),
                sentence.before,
                sentence.after,
                sentence.similarity,
                sentence.score,
            )
        )
    placed_edits.sort(key=lambda edit: edit.span)
    version = Version(alignment.source.name, alignment.source.path)
    return DocumentEstimate(means, tuple(placed_edits), tuple(passages), version, manner, alignment.parallel)
