"""A corpus prepared for a format: sentences tokenised, edits extracted, people's own edits as edits of tokens."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat

import attrs

from markscheme.documents.corpus import (
    Annotator,
    Corpus,
    Correction,
    Entry,
    Side,
    annotator_numbers,
    text_edits,
    without_shared_space,
)
from markscheme.documents.formats import CorpusFormat
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.edits.annotations import Change, TokenEdit, Tokens, edits_by_row, joined_rows, token_edits
from markscheme.edits.edit import Correction as EditedSentence
from markscheme.edits.edit import Edits
from markscheme.edits.passages import Aligner, Passage, Split, paragraphs
from markscheme.edits.sentence_alignment import align_sentences
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment, Span, spaced_segment
from markscheme.progress import Progress, silent

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
    rows = _rows(entry.source, texts, split) or ([_Row(0, 0, ((),) * len(texts))] if edits else [])
    rows = [_joined(rows[run.start : run.stop]) for run in joined_rows([row.range for row in rows], edits)]
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
    by_row = edits_by_row(edits, [row.range for row in rows], text, source)
    for row, items in zip(rows, by_row, strict=True):
        moved = (
            attrs.evolve(item.edit, start=item.edit.start - row.start, end=item.edit.end - row.start) for item in items
        )
        yield CorrectedSentence(edits=tuple(moved))


@attrs.frozen
class _Row:
    start: int
    end: int
    sides: tuple[Words, ...]

    @property
    def range(self) -> tuple[int, int]:
        return self.start, self.end


def _joined(rows: "Sequence[_Row]") -> "_Row":
    sides = (tuple(chain.from_iterable(words)) for words in zip(*(row.sides for row in rows), strict=True))
    return _Row(rows[0].start, rows[-1].end, tuple(sides))


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
    return Entry("", source, tuple(corrections[:count]), tuple(corrections[count:]), fault=entry.fault)


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
    notes: int = 0
    attributes: Counter[str] = attrs.field(factory=Counter)
    edit_ids: int = 0

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
                self.notes += bool(edit.details.note)
                self.attributes.update(name for name, _ in edit.details.attributes)
                self.edit_ids += bool(edit.details.id)


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
    if "edits" in target.carries:
        yield from _lost_details(census, target)


def _lost_details(census: Census, target: CorpusFormat) -> Iterator[str]:
    if census.notes and "notes" not in target.carries:
        yield f"the notes on edits ({census.notes})"
    if census.attributes and "attributes" not in target.carries:
        names = ", ".join(f"{name} ({count})" for name, count in census.attributes.items())
        yield f"the attributes of edits: {names}"
    if census.edit_ids and "edit ids" not in target.carries:
        yield f"the ids of edits ({census.edit_ids})"
