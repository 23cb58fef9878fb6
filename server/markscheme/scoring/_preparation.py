"""A corpus prepared for a format: sentences tokenised, edits extracted, people's own edits as edits of tokens."""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, repeat

import attrs

from markscheme.documents.corpus import (
    DETECTION,
    Annotator,
    Corpus,
    Correction,
    EditGroup,
    Entry,
    Side,
    annotator_numbers,
    edit_groups,
    text_edits,
    without_shared_space,
)
from markscheme.documents.formats import CorpusFormat
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.edits.edit import Correction as EditedSentence
from markscheme.edits.edit import Edit, Edits
from markscheme.edits.passages import Aligner, Passage, Split, paragraphs
from markscheme.edits.sentence_alignment import align_sentences
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment, Span, spaced_segment
from markscheme.progress import Progress, silent

_Range = tuple[int, int]


class Change(Enum):
    """What becomes of edits that can't be kept as they are, in words for people."""

    WIDENED = "edits of parts of words: whole words are replaced"
    JOINED = "edits that share a word with another: they are one edit"
    TRIMMED = "unchanged words at the ends of edits"
    BLANK = "edits that change no word, but white space or the form of a mark"
    COVERED = "errors that are marked without a correction, inside a corrected word"
    RETOKENISED = "words beside an edit that are other tokens after it"


@attrs.frozen
class Tokens:
    """A text's tokens, as they are compared, and their places in the text."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]

    def range(self, span: Span) -> _Range:
        return bisect_left(self.spans, Span(span.start, 0)), bisect_left(self.spans, Span(span.end, 0))


@attrs.frozen
class TokenEdit:
    """An edit of tokens, numbered through the whole text. ``place``: where it begins in the source, in characters."""

    edit: Edit
    place: int


def token_edits(
    text: str, edits: Sequence[TextEdit], source: Tokens, target: Tokens, changes: Counter[Change]
) -> tuple[TokenEdit, ...]:
    """Return edits of tokens that lead from a text's tokens to the target's; ``changes`` counts what is not as it was.

    Each edit is widened to whole tokens of either text; edits that then share a token are one, with the first one's
    type. Equal tokens at an edit's ends are left out, as in BEA-2019's ``json_to_m2.py``. An error without a correction
    has the type ``UNK`` and the source's tokens. Raise ValueError if the edits are not in source order, overlap, or are
    outside the text.
    """
    pieces = _pieces(edit_groups(source.spans, target.spans, edits, len(text)), source, target)
    return tuple(item for piece in pieces if (item := _token_edit(piece, source, target, changes)) is not None)


@attrs.frozen
class _Piece:
    """``widened``: whether the edits reach no further than into a token."""

    source: _Range
    target: _Range
    edits: tuple[TextEdit, ...] = ()
    widened: bool = False


def _pieces(found: Sequence[EditGroup], source: Tokens, target: Tokens) -> Iterator[_Piece]:
    """The tokeniser may part characters otherwise where the character beside them is another one."""
    ends = (0, 0)
    for block in found:
        first, last = source.range(block.source)
        target_first, target_last = target.range(block.target)
        yield from _retokenised(source, (ends[0], first), target, (ends[1], target_first))
        own = Span(block.edits[0].span.start, block.edits[-1].span.end)
        yield _Piece((first, last), (target_first, target_last), block.edits, block.source != own)
        ends = last, target_last
    yield from _retokenised(source, (ends[0], len(source.words)), target, (ends[1], len(target.words)))


def _retokenised(source: Tokens, range_: _Range, target: Tokens, target_range: _Range) -> Iterator[_Piece]:
    here = range_[0], target_range[0]
    if source.words[slice(*range_)] == target.words[slice(*target_range)]:
        return
    after = {source.spans[index].end: index + 1 for index in range(*range_)}
    shift = target.spans[here[1]].start - source.spans[here[0]].start if after and here[1] < target_range[1] else 0
    ends = ((after.get(target.spans[index].end - shift), index + 1) for index in range(*target_range))
    for end, target_end in (*((one, other) for one, other in ends if one is not None), (range_[1], target_range[1])):
        if source.words[here[0] : end] != target.words[here[1] : target_end]:
            yield _Piece((here[0], end), (here[1], target_end))
        here = end, target_end


def _token_edit(piece: _Piece, source: Tokens, target: Tokens, changes: Counter[Change]) -> TokenEdit | None:
    (start, end), after = piece.source, target.words[slice(*piece.target)]
    corrections = [item for item in piece.edits if item.replacement is not None]
    marked = len(piece.edits) - len(corrections)
    place = source.spans[start].start if start < end else piece.edits[0].span.start
    if marked and not corrections:
        changes[Change.JOINED] += marked - 1
        return TokenEdit(Edit(start, end, source.words[start:end], DETECTION), place)
    changes[Change.COVERED] += marked
    changes[Change.RETOKENISED] += not piece.edits
    first, last = _equal_ends(source.words[start:end], after)
    if first + last == end - start == len(after):
        changes[Change.BLANK] += len(corrections)
        return None
    changes[Change.JOINED] += max(len(corrections) - 1, 0)
    changes[Change.WIDENED] += piece.widened
    left_out = (*source.spans[start : start + first], *source.spans[end - last : end])
    changes[Change.TRIMMED] += any(_holds(item.span, span) for item in corrections for span in left_out)
    kind = next((item.type for item in corrections if item.type), "")
    if start + first == end - last and first:
        place = source.spans[start + first - 1].end
    return TokenEdit(Edit(start + first, end - last, after[first : len(after) - last], kind), place)


def _equal_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of equal tokens at the beginning and, of the others, at the end."""
    shorter = min(len(before), len(after))
    first = next((index for index in range(shorter) if before[index] != after[index]), shorter)
    rest = shorter - first
    return first, next((index for index in range(rest) if before[-1 - index] != after[-1 - index]), rest)


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end


Words = tuple[str, ...]


@attrs.frozen
class CorrectedSentence:
    """One person's correction of a sentence: their own edits (types empty where none were given), else its tokens."""

    words: Words = ()
    edits: Edits | None = None


@attrs.frozen
class SourceSentence:
    """A sentence of the source, or several that belong together, with everybody's correction."""

    words: Words
    corrections: tuple[CorrectedSentence, ...]


def aligned_sentences(entry: Entry, split: Split) -> Iterator[SourceSentence]:
    """Yield a text's sentences, each with those of the corrections that are aligned with it."""
    texts = [item.text for item in entry.corrections]
    source = _tokens(entry.source, split)
    for row in _rows(entry.source, texts, split):
        yield SourceSentence(source.words[row.start : row.end], tuple(map(CorrectedSentence, row.sides)))


def annotated_sentences(entry: Entry, split: Split) -> tuple[tuple[SourceSentence, ...], Counter[Change]]:
    """Return a text's sentences with people's own edits, and how many edits are not as they were.

    Where a correction has edits, they say what stands in place of each source sentence; where it has not, its sentences
    are aligned with the source's. Source sentences that an edit reaches across stay together, and a sentence that a
    correction adds is with the one before it.
    """
    source = _tokens(entry.source, split)
    changes: Counter[Change] = Counter()
    stated: list[tuple[TokenEdit, ...] | None] = []
    for item in entry.corrections:
        if item.edits is None:
            stated.append(None)
            continue
        target = _tokens(corrected_text(entry.source, item.edits), split)
        stated.append(token_edits(entry.source, item.edits, source, target, changes))
    texts = [item.text for item in entry.corrections if item.edits is None]
    edits = [edit for person in stated for edit in person or ()]
    rows = _joined(_rows(entry.source, texts, split) or ([_Row(0, 0, ((),) * len(texts))] if edits else []), edits)
    aligned = iter(zip(*(row.sides for row in rows), strict=True))
    sides = [
        _stated_sentences(rows, person, entry.source, source)
        if person is not None
        else map(CorrectedSentence, next(aligned, ()))
        for person in stated
    ]
    corrections = zip(*sides, strict=True) if sides else repeat(())
    sources = (source.words[row.start : row.end] for row in rows)
    return tuple(map(SourceSentence, sources, corrections)), changes


def _stated_sentences(
    rows: "Sequence[_Row]", edits: Sequence[TokenEdit], text: str, source: Tokens
) -> Iterator[CorrectedSentence]:
    for row, items in zip(rows, _by_row(edits, rows, text, source), strict=True):
        moved = (
            attrs.evolve(item.edit, start=item.edit.start - row.start, end=item.edit.end - row.start) for item in items
        )
        yield CorrectedSentence(edits=tuple(moved))


@attrs.frozen
class _Row:
    start: int
    end: int
    sides: tuple[Words, ...]


def _tokens(text: str, split: Split) -> Tokens:
    segments = [segment for span in paragraphs(text) for segment in split(span.of(text), span.start)]
    words = chain.from_iterable(segment.tokens for segment in segments)
    return Tokens(tuple(words), tuple(chain.from_iterable(segment.spans for segment in segments)))


def _rows(source: str, texts: Sequence[str], split: Split) -> list[_Row]:
    rows: list[_Row] = []
    for passage in Aligner(split, align_sentences).running_passages(source, (texts or [source])[0], texts[1:]):
        start = rows[-1].end if rows else 0
        sides = (passage.hypothesis, *passage.references)[: len(texts)]
        words = tuple(side.segment.tokens for side in sides)
        rows.append(_Row(start, start + len(passage.source.tokens), words))
    return rows


def _joined(rows: Sequence[_Row], edits: Sequence[TokenEdit]) -> list[_Row]:
    """Return the rows that edits leave apart, none without a token of the source if there is one."""
    inside = {place for item in edits for place in range(item.edit.start + 1, item.edit.end)}
    groups: list[list[_Row]] = []
    for row in rows:
        is_added = row.start == row.end
        if groups and (is_added or row.start in inside or groups[-1][0].start == groups[-1][-1].end):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [
        _Row(
            group[0].start,
            group[-1].end,
            tuple(tuple(chain.from_iterable(words)) for words in zip(*(row.sides for row in group), strict=True)),
        )
        for group in groups
    ]


def _by_row(edits: Sequence[TokenEdit], rows: Sequence[_Row], text: str, source: Tokens) -> list[list[TokenEdit]]:
    by_row: list[list[TokenEdit]] = [[] for _ in rows]
    number = 0
    for item in edits:
        while number + 1 < len(rows) and _is_behind(item, rows[number].end, text, source):
            number += 1
        by_row[number].append(item)
    return by_row


def _is_behind(item: TokenEdit, end: int, text: str, source: Tokens) -> bool:
    """Return whether an edit is of a later sentence than the one that ends before token ``end``.

    Words between two sentences belong to the paragraph in which they are inserted; inside of one, a closing mark to the
    sentence before, anything else to the sentence behind, as in BEA-2019's ``json_to_m2.py``.
    """
    edit = item.edit
    if edit.start != end or edit.end > end:
        return edit.start >= end
    before, behind = source.spans[end - 1].end, source.spans[end].start
    if "\n" in text[before : item.place]:
        return True
    if "\n" in text[max(item.place, before) : behind]:
        return False
    return not edit.replacement or not unicodedata.category(edit.replacement[-1][-1]).startswith("P")


@attrs.frozen
class Preparation:
    """A corpus that has what a format needs, and the numbers of people's edits that could not be kept as they were."""

    corpus: Corpus
    changes: Counter[Change] = attrs.field(factory=Counter)


def change_losses(changes: Mapping[Change, int]) -> tuple[str, ...]:
    return tuple(f"{kind.value} ({changes[kind]})" for kind in Change if changes.get(kind))


def prepared(
    corpus: Corpus, target: CorpusFormat, models: Models, progress: Progress = silent, *, split: Split | None = None
) -> Preparation:
    """Return the corpus with what a format needs: tokenised sentences, edits where there are only texts.

    ``split`` parts a text into sentences of tokens; ``None`` for the language's pipeline.
    """
    changes: Counter[Change] = Counter()
    if target.tokenised and not corpus.tokenised:
        if "edits" not in target.carries:
            return Preparation(tokenised(corpus, models))
        corpus, changes = annotated(corpus, models, progress, split)
    if "edits" in target.carries:
        corpus = with_edits(corpus, models, progress)
    return Preparation(corpus, changes)


def tokenised(corpus: Corpus, models: Models) -> Corpus:
    """Return each passage of the corpus's texts as one sentence, without edits."""
    sentences = ((entry, one) for entry in corpus.entries for one in aligned_sentences(entry, models.split))
    return Corpus(tuple(_entry(entry, sentence) for entry, sentence in sentences), tokenised=True)


def annotated(
    corpus: Corpus, models: Models, progress: Progress = silent, split: Split | None = None
) -> tuple[Corpus, Counter[Change]]:
    """Return sentences with people's own edits, typed by ERRANT if untyped, and how many were not kept as they were."""
    changes: Counter[Change] = Counter()
    sentences: list[tuple[Entry, SourceSentence]] = []
    for entry in corpus.entries:
        found, changed = annotated_sentences(entry, split or models.split)
        sentences += ((entry, sentence) for sentence in found)
        changes.update(changed)
    edits = [
        EditedSentence(sentence.words, item.edits)
        for _, sentence in sentences
        for item in sentence.corrections
        if item.edits is not None
    ]
    typed = iter(models.typed(edits, progress))
    entries = tuple(_entry(entry, sentence, typed) for entry, sentence in sentences)
    return Corpus(entries, tokenised=True), changes


def _entry(entry: Entry, sentence: SourceSentence, typed: Iterator[Edits] = iter(())) -> Entry:
    source = " ".join(sentence.words)
    corrections: list[Correction] = []
    for person, item in zip(entry.corrections, sentence.corrections, strict=True):
        if item.edits is None:
            corrections.append(Correction(person.name, " ".join(item.words)))
        else:
            edits = text_edits(source, next(typed))
            corrections.append(Correction.of(person.name, source, edits))
    count = len(entry.hypotheses)
    return Entry("", source, tuple(corrections[:count]), tuple(corrections[count:]))


def _passages(entry: Entry, models: Models) -> tuple[Passage, ...]:
    """Return an entry's passages, in the order of every text: edits lead from one text to the other in order."""
    texts = [item.text for item in entry.corrections] or [entry.source]
    return Aligner(models.split, align_sentences).running_passages(entry.source, texts[0], texts[1:])


def _sides(passage: Passage) -> tuple[Side, ...]:
    return (passage.hypothesis, *passage.references)


def with_edits(corpus: Corpus, models: Models, progress: Progress = silent) -> Corpus:
    """Return the corpus with ERRANT's edits for each correction that has only a text; they lead to it exactly."""
    wanted = {
        number: [_sentence(entry)] if corpus.tokenised else list(_passages(entry, models))
        for number, entry in enumerate(corpus.entries)
        if any(item.edits is None for item in entry.corrections)
    }
    pairs = [
        (passage.source.tokens, side.segment.tokens)
        for passages in wanted.values()
        for passage in passages
        for side in _sides(passage)
    ]
    extracted = iter(models.edits(pairs, progress))
    entries = list(corpus.entries)
    for number, passages in wanted.items():
        edits = [[next(extracted) for _ in _sides(passage)] for passage in passages]
        entries[number] = _annotated(entries[number], passages, edits, corpus.tokenised)
    return attrs.evolve(corpus, entries=tuple(entries))


def _sentence(entry: Entry) -> Passage:
    sides = [Side(spaced_segment(item.text)) for item in entry.corrections]
    return Passage(spaced_segment(entry.source), sides[0], tuple(sides[1:]), parallel=True)


def _annotated(entry: Entry, passages: Sequence[Passage], edits: Sequence[Sequence[Edits]], tokenised: bool) -> Entry:
    corrections: list[Correction] = []
    for index, item in enumerate(entry.corrections):
        if item.edits is None and tokenised:
            item = attrs.evolve(item, edits=text_edits(entry.source, edits[0][index]))
        elif item.edits is None:
            steps = [
                step
                for passage, by_side in zip(passages, edits, strict=True)
                for step in _steps(passage.source, _sides(passage)[index].segment, by_side[index])
            ]
            item = attrs.evolve(item, edits=tuple(_changes(entry.source, item.text, steps)))
        corrections.append(item)
    count = len(entry.hypotheses)
    return attrs.evolve(entry, hypotheses=tuple(corrections[:count]), references=tuple(corrections[count:]))


_Step = tuple[Span, Span] | str
"""The places of a token that stays, in the source and in the target; or the type of an edit between such tokens."""


def _steps(source: Segment, target: Segment, edits: Edits) -> Iterator[_Step]:
    position = shift = 0
    for edit in (*edits, None):
        end = edit.start if edit else len(source.tokens)
        for index in range(position, end):
            yield source.spans[index], target.spans[index + shift]
        if edit:
            yield edit.type
            position, shift = edit.end, shift + len(edit.replacement) - (edit.end - edit.start)


def _changes(source: str, target: str, steps: Sequence[_Step]) -> Iterator[TextEdit]:
    """Yield what differs between the tokens that stay, white space too: edits that lead to the target exactly."""
    end = target_end = 0
    types: dict[str, None] = {}
    for step in (*steps, (Span(len(source), len(source)), Span(len(target), len(target)))):
        if isinstance(step, str):
            types[step] = None
            continue
        before, after = step
        if before.of(source) == after.of(target):
            gap = Span(end, before.start)
            words = target[target_end : after.start]
            if gap.of(source) != words:
                yield without_shared_space(source, TextEdit(gap, words, "+".join(types)))
            end, target_end, types = before.end, after.end, {}


@attrs.define
class Census:
    """Numbers of a corpus.

    ``several``: whose correction is first in the first text with several, else ``None``. ``people``: how many texts
    each has corrected, by first appearance. ``detections``: errors that are marked without a correction.
    """

    entries: int = 0
    tokenised: bool = False
    has_ids: bool = False
    has_hypotheses: bool = False
    has_edits: bool = False
    has_types: bool = False
    several: str | None = None
    people: Counter[Annotator] = attrs.field(factory=Counter)
    uncorrected: int = 0
    detections: int = 0

    @classmethod
    def of(cls, corpus: Corpus) -> "Census":
        census = cls()
        census.add(corpus)
        return census

    def add(self, corpus: Corpus) -> None:
        self.tokenised = corpus.tokenised
        for entry in corpus.entries:
            self.entries += 1
            self.has_ids |= bool(entry.id)
            self.has_hypotheses |= bool(entry.hypotheses)
            self.people.update(entry.by_annotator().keys())
            self.uncorrected += not entry.corrections
            if self.several is None and len(entry.corrections) > 1:
                self.several = entry.corrections[0].name
            for edit in (edit for item in entry.corrections for edit in item.edits or ()):
                self.has_edits = True
                self.has_types |= bool(edit.type)
                self.detections += edit.replacement is None


def losses(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    yield from corpus.left_out
    yield from counted_losses(Census.of(corpus), target)
    yield from target.further_losses(corpus)


def counted_losses(census: Census, target: CorpusFormat) -> Iterator[str]:
    """Yield what any format with these features can't carry of a corpus of these numbers."""
    if "ids" not in target.carries and census.has_ids:
        yield "the texts' ids"
    if "texts" not in target.carries and census.entries > 1:
        yield f"that these are {census.entries} texts: they are now paragraphs of one"
    yield from _lost_people(census, target)
    yield from _lost_edits(census, target)


def _lost_people(census: Census, target: CorpusFormat) -> Iterator[str]:
    carries = target.carries
    if "people" not in carries and census.several is not None:
        yield f"all corrections but {census.several or 'the first'}'s"
    names = tuple(name or part for (part, name), count in census.people.items() if count < census.entries)
    if "absences" not in carries and names:
        yield f"that some texts have no correction by {', '.join(names)}"
    elif "uncorrected" not in carries and names and census.uncorrected:
        yield f"that nobody corrected some texts ({census.uncorrected}); read back, everybody left them as they are"
    if "people" in carries and "sides" not in carries and census.has_hypotheses:
        yield "which corrections are hypotheses; read back, all are references"
    if "people" in carries and "names" not in carries:
        numbers = annotator_numbers(census.people).items()
        renamed = {person: number for person, number in numbers if person[1] != str(number)}
        if renamed:
            yield f"names: {', '.join(f'{name or part} is now {n}' for (part, name), n in renamed.items())}"


def _lost_edits(census: Census, target: CorpusFormat) -> Iterator[str]:
    if target.tokenised and not census.tokenised:
        yield "spacing and paragraphs: sentences are tokenised"
    if "edits" not in target.carries and census.has_edits:
        yield "the edits: texts alone are kept"
    elif "types" not in target.carries and census.has_types:
        yield "the edits' types"
    if census.detections and "detections" not in target.carries:
        yield f"errors that are marked without a correction ({census.detections})"
