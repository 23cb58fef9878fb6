"""Passages: which sentences of the source, a hypothesis and the references belong together."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby, pairwise, zip_longest
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeVar

import attrs
from cachetools import LRUCache, cachedmethod

from markscheme.documents.corpus import (
    Document,
    Faults,
    ParallelText,
    Section,
    Side,
    has_headings,
    read_sections,
    sources_of,
)
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex
from markscheme.edits.sentence_alignment import align_moved_sentences
from markscheme.edits.shared_words import Group, Sentence
from markscheme.errors import DocumentError
from markscheme.languages.segments import Segment, Span

SHORTEST_WRAP, LONGEST_WRAP = 40, 120
"""The bounds, in characters, of the widths at which mail programs and editors break lines."""

REMEMBERED = 16
"""Number of texts whose paragraphs are remembered: after a keystroke only one version of an exercise is new."""

_FINISHED = re.compile(r"[.!?:;…][\"'”’)\]]*\s*$")


@lru_cache(REMEMBERED)
def paragraphs(text: str) -> tuple[Span, ...]:
    """Return the paragraphs, without white space around them.

    A line is a paragraph, unless the lines of a block between blank lines were broken to fit a width: then
    no line could have held the next one's first word, and some end in the middle of a sentence.

    >>> [span.of("One. Two.\\n\\nThree.\\nFour.") for span in paragraphs("One. Two.\\n\\nThree.\\nFour.")]
    ['One. Two.', 'Three.', 'Four.']
    """
    return tuple(span for block in _blocks(text) for span in ([_whole(block)] if _is_wrapped(text, block) else block))


def _blocks(text: str) -> Iterator[list[Span]]:
    index = LineIndex(text)
    lines = (index.line_span(number) for number in range(len(index)))
    for blank, run in groupby(lines, lambda span: not span.of(text).strip()):
        if not blank:
            yield [_stripped(text, span) for span in run]


def _stripped(text: str, span: Span) -> Span:
    line = span.of(text)
    return Span(span.start + len(line) - len(line.lstrip()), span.end - len(line) + len(line.rstrip()))


def _whole(block: list[Span]) -> Span:
    return Span(block[0].start, block[-1].end)


def _is_wrapped(text: str, block: list[Span]) -> bool:
    lines = [span.of(text) for span in block]
    width = max(map(len, lines))
    if len(lines) == 1 or not SHORTEST_WRAP <= width <= LONGEST_WRAP:
        return False
    full = all(len(line) + 1 + len(after.split(maxsplit=1)[0]) > width for line, after in pairwise(lines))
    return full and not all(map(_FINISHED.search, lines[:-1]))


LineUp = Callable[[tuple[Sentence, ...], tuple[Sentence, ...]], tuple[Group, ...]]
Split = Callable[[str, int], tuple[Segment, ...]]
"""Sentences of one paragraph: its text, and the paragraph's offset in its document."""
_Range = tuple[int, int]


@attrs.frozen
class Passage:
    """One aligned group of sentences: source, one hypothesis, every reference; any may be without tokens.

    ``parallel``: a reference without tokens is absent, as in texts that line up by number, and drops no sentence.
    ``moved``: the hypothesis has the sentences at another place than the source.
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


def _passages(versions: "Sequence[_SplitText]", line_up: LineUp) -> tuple[Passage, ...]:
    parallel = any(not version.is_there for version in versions)
    alignments = [_source_alignment(line_up(versions[0].sentences, version.sentences)) for version in versions[1:]]
    cuts = sorted(set.intersection(*(item.cuts for item in alignments)))
    layouts = [item.layout(tuple(cuts)) for item in alignments]
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
    versions: "Sequence[_SplitText]", sides: Sequence[_Range]
) -> tuple[Side, tuple[Side, ...]]:
    hypothesis, *references = (Side(version.joined(*side)) for version, side in zip(versions, sides, strict=True))
    return hypothesis, tuple(references)


def _rows(cuts: Sequence[int], layouts: "Sequence[_Layout]") -> Iterator[tuple[_Range, tuple[_Range, ...]]]:
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


class _SplitText:
    def __init__(self, extract: Extract, split: Split) -> None:
        self._segments: list[Segment] = []
        sentences: list[Sentence] = []
        whole = extract.span or Span(0, 0)
        self.is_there = extract.span is not None
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


@lru_cache(REMEMBERED)
def _source_alignment(groups: tuple[Group, ...]) -> "_SourceAlignment":
    return _SourceAlignment(groups)


class _SourceAlignment:
    def __init__(self, groups: Sequence[Group]) -> None:
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
        self._layouts: LRUCache[tuple[int, ...], _Layout] = LRUCache(1)

    @property
    def cuts(self) -> set[int]:
        return set(self._after)

    @cachedmethod(attrgetter("_layouts"))
    def layout(self, cuts: tuple[int, ...]) -> "_Layout":
        """Keep moved sentences with their source if all that answers a passage is together; else drop and add them."""
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
    """``answers``, ``added`` and ``ends`` are half-open ranges; ``added``: at each cut between passages, in runs."""

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


_ATTACHED = re.compile(r"\w[.,!?;:](?=\s|$)")
_SPACED = re.compile(r"\s[.,!?;:](?=\s|$)")


@attrs.define
class Tokenisation:
    """Counts, part by part, how often punctuation stands apart; no part ends between a word and its punctuation."""

    spaced: int = 0
    attached: int = 0

    def add(self, text: str) -> None:
        self.spaced += len(_SPACED.findall(text))
        self.attached += len(_ATTACHED.findall(text))

    @property
    def is_tokenised(self) -> bool:
        return self.spaced > self.attached


def looks_tokenised(text: str) -> bool:
    look = Tokenisation()
    look.add(text)
    return look.is_tokenised


def are_tokenised(documents: Sequence[Document]) -> bool:
    """Return whether an exercise's documents are tokenised sentences, by their formats or by the first one's look."""
    return any(FORMATS.of(document).is_tokenised for document in documents) or looks_tokenised(documents[0].text)


def read_parallel(
    text: str, name: str, path: Path | None = None, author: str | None = None
) -> tuple[ParallelText, ...]:
    """Return a file's texts: lines, or annotators' (``author``'s alone); DocumentError if malformed or without one."""
    document = Document(name, text, path, author=author)
    form = FORMATS.of_text(text, path)
    return _parallel_texts(attrs.evolve(document, format=form.name) if form.is_tokenised else document)


def _parallel_texts(document: Document, *, strict: bool = True) -> tuple[ParallelText, ...]:
    return FORMATS.of(document).parallel_texts(document, strict=strict)


def parallel_passages(
    sources: Sequence[Segment],
    hypothesis: ParallelText,
    references: Sequence[ParallelText],
    begin: int = 0,
    end: int | None = None,
) -> Iterator[Passage]:
    """Yield passages by sentence number; :func:`~markscheme.documents.corpus.sources_of` has checked the texts."""
    for number in range(begin, len(sources) if end is None else end):
        sides = tuple(text.sides[number] for text in references)
        yield Passage(sources[number], hypothesis.sides[number], sides, parallel=True)


LEAST_SENTENCES: Final = 3
"""Number of sentences of the source that a reference lacks at least, up to the very end; fewer are deletions."""
LEAST_SHARE: Final = 0.1
"""Share of the source's sentences that they are at least."""


@attrs.frozen
class EarlyEnd:
    """A reference's end: its index, the first passage its author has not seen, and how many sentences it answers."""

    reference: int
    passage: int
    sentence: int
    sentences: int


def early_ends(passages: Sequence[Passage], references: Collection[int], starts: Sequence[int]) -> tuple[EarlyEnd, ...]:
    """Return where references end that lack at least three sentences, and a tenth, at the end, and add nothing there.

    ``starts``: where the source's sentences begin in its text, ascending.
    """
    return tuple(end for index in sorted(references) for end in _early_end(passages, index, starts))


def _early_end(passages: Sequence[Passage], reference: int, starts: Sequence[int]) -> Iterator[EarlyEnd]:
    last = max((index for index, item in enumerate(passages) if item.references[reference].segment.tokens), default=-1)
    if last < 0 or not passages[last].source.tokens:
        return
    first = next((index for index in range(last + 1, len(passages)) if passages[index].source.tokens), None)
    if first is None:
        return
    sentence = sum(start < passages[first].source.extent.start for start in starts)
    if is_long_rest(len(starts) - sentence, len(starts)):
        yield EarlyEnd(reference, first, sentence, len(starts))


def is_long_rest(rest: int, sentences: int) -> bool:
    """Return whether the last sentences of a text are too many to be a deletion.

    >>> is_long_rest(3, 30), is_long_rest(3, 31), is_long_rest(2, 4)
    (True, False, False)
    """
    return rest >= max(LEAST_SENTENCES, LEAST_SHARE * sentences)


def with_unseen_ends(passages: Sequence[Passage], ends: Collection[EarlyEnd]) -> tuple[Passage, ...]:
    """Return passages in which each reference's side is absent from its early end on."""
    firsts = {item.reference: item.passage for item in ends}
    if not firsts:
        return tuple(passages)
    return tuple(
        attrs.evolve(
            passage,
            references=tuple(
                _absent(side) if index >= firsts.get(number, len(passages)) else side
                for number, side in enumerate(passage.references)
            ),
        )
        for index, passage in enumerate(passages)
    )


def _absent(side: Side) -> Side:
    return Side(Segment((), (), side.segment.start), states_edits=True, absent=True)


LONGEST_TEXT = 1_000_000
"""Characters of a running text that is lined up; a long novel has as many."""


@attrs.frozen
class Alignment:
    """A hypothesis's passages against the references that could be used.

    ``references``: in the order of every passage's; an M2 file's annotators stand there one by one, by name.
    ``problems``: why other references can't be used. ``parallel``: the documents are tokenised sentences that line up
    by number. ``early_ends``: of references in running text.
    """

    passages: tuple[Passage, ...]
    source: Document
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    parallel: bool = False
    early_ends: tuple[EarlyEnd, ...] = ()

    @property
    def early_end_words(self) -> tuple[str, ...]:
        return tuple(
            f"{self.references[end.reference].name}'s text ends after sentence {end.sentence} of {end.sentences}; "
            f"the rest counts as not seen"
            for end in self.early_ends
        )


T = TypeVar("T")
U = TypeVar("U")


@attrs.frozen
class Aligner:
    """Lines up texts, with what parts a paragraph into sentences, and what finds those that belong together."""

    split: Split
    line_up: LineUp = align_moved_sentences
    _texts: LRUCache[Extract, _SplitText] = attrs.field(init=False, factory=lambda: LRUCache(REMEMBERED))

    def running_passages(self, source: str, hypothesis: str, references: Sequence[str]) -> tuple[Passage, ...]:
        """Return passages of whole documents of running text, in source order, cut where all versions have a cut.

        What versions add at one place between two source sentences is a passage by itself. What a version moves is in
        the passage of its source, wherever the version has it.
        """
        extracts = [Extract(text, Span(0, len(text))) for text in (source, hypothesis, *references)]
        return _passages([self._split_text(extract) for extract in extracts], self.line_up)

    def _split_text(self, extract: Extract) -> _SplitText:
        text = self._texts.get(extract)
        if text is None:
            text = self._texts[extract] = _SplitText(extract, self.split)
        return text

    def align(
        self,
        source: Document | None,
        hypothesis: Document | None,
        references: Sequence[Document],
        *,
        tokenised: bool | None,
        complete: Collection[Document] = (),
        strict: bool = True,
    ) -> Alignment:
        """Line up a hypothesis (``None``: the source, unchanged) with its source and references.

        ``complete``: those of the references that delete whatever they lack, as hypotheses do, wherever they end.
        Unless ``strict``, sentences with a faulty line of M2 are left out, with a reminder among the problems. Raise
        DocumentError if the source or the hypothesis can't be used, or there are references and none of them can be, or
        a running text is too long. Another unusable reference is left out, with its problem in the result.
        """
        for document in filter(None, (source, hypothesis)):
            _check_written(document)
        problems: list[DocumentError] = []
        usable = _usable(_check_written, references, problems)
        if references and not usable:
            raise problems[0]
        if tokenised is None:
            tokenised = are_tokenised([document for document in (source, hypothesis, *references) if document])
        if tokenised or source is None:
            return _align_parallel(source, hypothesis, usable, problems, strict=strict)
        if has_headings(source.text):
            return self._align_sections(source, hypothesis or source, usable, problems)
        for document in (source, hypothesis or source, *usable):
            _check_length(document)
        passages = self.running_passages(source.text, (hypothesis or source).text, [item.text for item in usable])
        may_end = [
            index for index, item in enumerate(usable) if item not in complete and not FORMATS.of(item).carries_source
        ]
        ends = early_ends(passages, may_end, self._sentence_starts(source.text)) if may_end else ()
        seen = with_unseen_ends(passages, ends)
        return Alignment(seen, source, tuple(usable), tuple(problems), early_ends=ends)

    def _sentence_starts(self, text: str) -> list[int]:
        return [
            item.extent.start
            for paragraph in paragraphs(text)
            for item in self.split(paragraph.of(text), paragraph.start)
        ]

    def _align_sections(
        self,
        source: Document,
        hypothesis: Document,
        references: Sequence[Document],
        problems: list[DocumentError],
    ) -> Alignment:
        originals, corrected = map(_sections, (source, hypothesis))
        others = _usable(lambda item: (item, _sections(item)), references, problems)
        versions = [(hypothesis, corrected), *others]
        for item, sections in versions:
            unmatched = (section.line for name, section in sections.items() if name not in originals)
            problems += [DocumentError("the source has no such essay", path=item.path, line=line) for line in unmatched]
        passages: list[Passage] = []
        for name, section in originals.items():
            if name in corrected:
                extracts = [
                    Extract(item.text, sections[name].span if name in sections else None) for item, sections in versions
                ]
                own = Extract(source.text, section.span)
                passages += _passages([self._split_text(item) for item in (own, *extracts)], self.line_up)
        return Alignment(tuple(passages), source, tuple(item for item, _ in others), tuple(problems))


def _usable(use: Callable[[T], U], items: Iterable[T], problems: list[DocumentError]) -> list[U]:
    usable: list[U] = []
    for item in items:
        try:
            usable.append(use(item))
        except DocumentError as problem:
            problems.append(problem)
    return usable


def _sections(document: Document) -> Mapping[str, Section]:
    return read_sections(document.text, document.path)


def _check_written(document: Document) -> Document:
    if not document.text.strip():
        raise DocumentError("the document is empty", path=document.path, line=1)
    return document


def _check_length(document: Document) -> None:
    length = len(document.text)
    if length > LONGEST_TEXT:
        raise DocumentError(
            f"the text has {length:,} characters, and more than {LONGEST_TEXT:,} are not marked as one text",
            path=document.path,
            remedy="Divide it into several documents",
        )


_Named = tuple[ParallelText, Document]
"""A parallel text, and the document that it is of, under the text's name."""


def _named_texts(document: Document, *, strict: bool) -> list[_Named]:
    texts = _parallel_texts(document, strict=strict)
    return [(text, attrs.evolve(document, name=text.name, choice=text.choice)) for text in texts]


def _align_parallel(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    problems: list[DocumentError],
    *,
    strict: bool,
) -> Alignment:
    original = (_parallel_texts(source, strict=strict)[0], source) if source else None
    corrected = (_parallel_texts(hypothesis, strict=strict)[0], hypothesis) if hypothesis else None
    named = partial(_named_texts, strict=strict)
    usable = list(chain.from_iterable(_usable(named, references, problems)))
    carrying = (pair for pair in (corrected, *usable) if pair is not None and pair[0].sources)
    carrier = original or next(carrying, None)
    if carrier is None:
        raise DocumentError("there is no source text", remedy="Add the learner's text, or give M2 files")
    given = carrier[0]
    sources = sources_of([corrected[0]] if corrected else [], given)

    def checked(pair: _Named) -> _Named:
        sources_of([pair[0]], given)
        return pair

    texts = _usable(checked, usable, problems)
    sides = tuple(Side(segment, states_edits=True) for segment in sources)
    written = corrected[0] if corrected else ParallelText("source", None, sides, ())
    passages = tuple(parallel_passages(sources, written, [text for text, _ in texts]))
    if not strict:
        passages = _without_faulty(passages, problems)
    return Alignment(passages, carrier[1], tuple(document for _, document in texts), tuple(problems), parallel=True)


def _without_faulty(passages: Sequence[Passage], problems: list[DocumentError]) -> tuple[Passage, ...]:
    """Return the passages in which no line is faulty, and append reminders of the others to the problems."""
    faults = [
        next((side.fault for side in (item.hypothesis, *item.references) if side.fault is not None), None)
        for item in passages
    ]
    found = Faults.of(filter(None, faults))
    problems += found.reminders
    return tuple(item for item, fault in zip(passages, faults, strict=True) if fault is None)
