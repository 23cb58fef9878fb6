"""Passages: which sentences of the source, a hypothesis and the references belong together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, zip_longest

import attrs

from markscheme.alignment.groups import Group, Sentence
from markscheme.alignment.moved_sentences import align_moved_sentences
from markscheme.alignment.paragraphs import paragraphs
from markscheme.formats.parallel import Side
from markscheme.text.positions import Span
from markscheme.text.segments import Segment

LineUp = Callable[[tuple[Sentence, ...], tuple[Sentence, ...]], tuple[Group, ...]]
"""Which sentences of two texts belong together."""
Split = Callable[[str, int], tuple[Segment, ...]]
"""Sentences of one paragraph: its text, and the offset at which it stands in its document."""
_Range = tuple[int, int]


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
    moved
        Whether the hypothesis has the sentences at another place than the source.
    """

    source: Segment
    hypothesis: Side
    references: tuple[Side, ...]
    parallel: bool = False
    moved: bool = False


@attrs.frozen
class Extract:
    """A part of a document's running text; ``None`` where the document has no such part."""

    text: str
    span: Span | None


def running_passages(
    source: str, hypothesis: str, references: Sequence[str], split: Split, line_up: LineUp = align_moved_sentences
) -> tuple[Passage, ...]:
    """Return passages of whole documents of running text, in source order.

    Each version's sentences are aligned with the source's, and cut where all versions have a cut. What a
    version adds between two source sentences is a passage by itself, with that of other versions that add
    at the same place. What a version moves is in the passage of its source, wherever the version has it.
    """
    extracts = [Extract(text, Span(0, len(text))) for text in (source, hypothesis, *references)]
    return extract_passages(extracts, split, line_up)


def extract_passages(
    extracts: Sequence[Extract], split: Split, line_up: LineUp = align_moved_sentences
) -> tuple[Passage, ...]:
    """Return passages of parts of documents, in the order source, hypothesis, references."""
    versions = [_Version(extract, split) for extract in extracts]
    parallel = any(extract.span is None for extract in extracts)
    alignments = [_SourceAlignment(line_up(versions[0].sentences, version.sentences)) for version in versions[1:]]
    cuts = sorted(set.intersection(*(item.cuts for item in alignments)))
    layouts = [item.layout(cuts) for item in alignments]
    return tuple(
        Passage(
            versions[0].joined(begin, end),
            *_hypothesis_and_references(versions[1:], sides),
            parallel,
            moved=(begin, end) in layouts[0].moved,
        )
        for (begin, end), sides in _rows(cuts, layouts)
    )


def _hypothesis_and_references(
    versions: "Sequence[_Version]", sides: Sequence[_Range]
) -> tuple[Side, tuple[Side, ...]]:
    hypothesis, *references = (Side(version.joined(*side)) for version, side in zip(versions, sides, strict=True))
    return hypothesis, tuple(references)


def _rows(cuts: Sequence[int], layouts: "Sequence[_Layout]") -> Iterator[tuple[_Range, tuple[_Range, ...]]]:
    """Yield the source's and each version's range of sentences for each passage, in source order."""
    for cut, following in zip_longest(cuts, cuts[1:]):
        added = [layout.added[cut] for layout in layouts]
        for number in range(max(map(len, added))):
            sides = (
                runs[number] if number < len(runs) else (layout.ends[cut], layout.ends[cut])
                for runs, layout in zip(added, layouts, strict=True)
            )
            yield (cut, cut), tuple(sides)
        if following is not None:
            yield (cut, following), tuple(layout.answers[cut, following] for layout in layouts)


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
        """Read groups in the order of the source."""
        self._before = {0: 0}
        self._after = {0: 0}
        self._moves: dict[int, int] = {}
        last = source = 0
        for group in groups:
            (begin, source), (first, end) = group.source, group.target
            if group.moved:
                self._moves[begin] = first
                first = end = last
            # The sentences between this group and the last one have moved here.
            self._after[begin] = max(self._after[begin], first)
            if begin < source:
                self._before[source] = end
            self._after[source] = last = end
        # The last sentences may have moved there.
        self._after[source] = max((group.target[1] for group in groups), default=0)

    @property
    def cuts(self) -> set[int]:
        """Return the numbers of source sentences at which a group ends."""
        return set(self._after)

    def layout(self, cuts: Sequence[int]) -> "_Layout":
        """Return the version's part of the passages between these cuts.

        Moved sentences are in the passage of their source if all that answers the passage stands together, with nothing
        of another passage between. Else they count as dropped and added.
        """
        in_order = {(begin, end): (self._after[begin], self._before[end]) for begin, end in pairwise(cuts)}
        between = {cut: range(self._before[cut], self._after[cut]) for cut in cuts}
        answers = self._with_moves(in_order, set(chain.from_iterable(between.values()))) if self._moves else {}
        taken = set(chain.from_iterable(range(*side) for side in answers.values()))
        return _Layout(
            in_order | answers,
            frozenset(passage for passage in answers if in_order[passage][0] == in_order[passage][1]),
            {cut: _runs(j for j in numbers if j not in taken) for cut, numbers in between.items()},
            {cut: self._after[cut] for cut in cuts},
        )

    def _with_moves(self, in_order: Mapping[_Range, _Range], free: set[int]) -> dict[_Range, _Range]:
        """Return the sentences that answer passages with moved sentences; ``free`` are those in no passage."""
        answers: dict[_Range, _Range] = {}
        for passage, side in in_order.items():
            moved = [self._moves[i] for i in range(*passage) if i in self._moves]
            runs = _runs(sorted([*range(*side), *moved]))
            if moved and free.issuperset(moved) and len(runs) == 1:
                answers[passage] = runs[0]
        return answers


@attrs.frozen
class _Layout:
    """One version's sentences in the passages that all versions share, as half-open ranges.

    Attributes
    ----------
    answers
        What answers the source's sentences of each passage.
    moved
        The passages that are only answered from another place.
    added, ends
        At each cut between passages, what the version adds, in runs, and where that ends.
    """

    answers: dict[_Range, _Range]
    moved: frozenset[_Range]
    added: dict[int, list[_Range]]
    ends: dict[int, int]


def _runs(numbers: Iterable[int]) -> list[_Range]:
    """Return the runs of numbers that ascend by one.

    >>> _runs([3, 4, 7, 2])
    [(3, 5), (7, 8), (2, 3)]
    """
    runs: list[_Range] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs
