"""Passages: which sentences of the source, a hypothesis and the references belong together."""

from collections.abc import Callable, Sequence
from itertools import chain, pairwise

import attrs

from markscheme.alignment.paragraphs import paragraphs
from markscheme.alignment.sentence_alignment import Group, Sentence, align_sentences
from markscheme.formats.parallel import Side
from markscheme.text.positions import Span
from markscheme.text.segments import Segment

LineUp = Callable[[tuple[Sentence, ...], tuple[Sentence, ...]], tuple[Group, ...]]
"""Which sentences of two texts belong together."""
Split = Callable[[str, int], tuple[Segment, ...]]
"""Sentences of one paragraph: its text, and the offset at which it stands in its document."""


@attrs.frozen
class Passage:
    """One aligned group of sentences: source, one hypothesis, every reference.

    Attributes
    ----------
    source, hypothesis, references
        Any may be without tokens: a sentence that was dropped, or one that was added.
    parallel
        Whether a reference without tokens is absent, as in texts that line up by number; in running text, it is one
        that drops the sentence.
    """

    source: Segment
    hypothesis: Side
    references: tuple[Side, ...]
    parallel: bool = False


@attrs.frozen
class Extract:
    """A part of a document's running text; ``None`` where the document has no such part."""

    text: str
    span: Span | None


def running_passages(
    source: str, hypothesis: str, references: Sequence[str], split: Split, line_up: LineUp = align_sentences
) -> tuple[Passage, ...]:
    """Return passages of whole documents of running text, in source order.

    Each version's sentences are aligned with the source's, and cut where all versions have a cut. What a
    version adds between two source sentences is a passage by itself, with that of other versions that add
    at the same place.
    """
    extracts = [Extract(text, Span(0, len(text))) for text in (source, hypothesis, *references)]
    return extract_passages(extracts, split, line_up)


def extract_passages(
    extracts: Sequence[Extract], split: Split, line_up: LineUp = align_sentences
) -> tuple[Passage, ...]:
    """Return passages of parts of documents, in the order source, hypothesis, references."""
    versions = [_Version(extract, split) for extract in extracts]
    parallel = any(extract.span is None for extract in extracts)
    alignments = [_SourceAlignment(line_up(versions[0].sentences, version.sentences)) for version in versions[1:]]
    cuts = sorted(set.intersection(*(item.cuts for item in alignments)))
    passages: list[Passage] = []
    for begin, end in [(0, 0), *chain.from_iterable(((a, b), (b, b)) for a, b in pairwise(cuts))]:
        ranges = [item.added(begin) if begin == end else item.between(begin, end) for item in alignments]
        if begin < end or any(low < high for low, high in ranges):
            sides = [Side(version.joined(*span)) for version, span in zip(versions[1:], ranges, strict=True)]
            passages.append(Passage(versions[0].joined(begin, end), sides[0], tuple(sides[1:]), parallel))
    return tuple(passages)


class _Version:
    """One text's sentences, with their places."""

    def __init__(self, extract: Extract, split: Split) -> None:
        self._segments: list[Segment] = []
        sentences: list[Sentence] = []
        whole = extract.span or Span(0, 0)
        self._start = whole.start
        text = whole.of(extract.text)
        for paragraph in paragraphs(text):
            for number, segment in enumerate(split(paragraph.of(text), whole.start + paragraph.start)):
                self._segments.append(segment)
                sentences.append(Sentence(segment.tokens, begins_paragraph=number == 0))
        self.sentences = tuple(sentences)

    def joined(self, begin: int, end: int) -> Segment:
        """Return the sentences as one segment; an empty one stands after the sentence before it."""
        inside = self._segments[begin:end]
        if not inside:
            return Segment((), (), self._segments[begin - 1].extent.end if begin else self._start)
        if len(inside) == 1:
            return inside[0]
        return Segment(
            tuple(chain.from_iterable(segment.tokens for segment in inside)),
            tuple(chain.from_iterable(segment.spans for segment in inside)),
            inside[0].start,
        )


class _SourceAlignment:
    """One version's alignment with the source, by source position."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self._before = {0: 0}
        self._after = {0: 0}
        for group in groups:
            if group.source[0] < group.source[1]:
                self._before[group.source[1]] = group.target[1]
            self._after[group.source[1]] = group.target[1]

    @property
    def cuts(self) -> set[int]:
        """Return the numbers of source sentences at which a group ends."""
        return set(self._after)

    def added(self, at: int) -> tuple[int, int]:
        """Return the range of sentences behind ``at`` source sentences that match none of the source's."""
        return self._before[at], self._after[at]

    def between(self, begin: int, end: int) -> tuple[int, int]:
        """Return the range of sentences that match source sentences ``begin`` to ``end``."""
        return self._after[begin], self._before[end]
