"""What an adjudicator changed of one annotator's corrections."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.differences import Sentence, side_by_side, stretches_of
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.exercises.adjudication.provenance import Origin, Provenance
from markscheme.exercises.adjudication.ruling import Record, Ruling, Words

CONTEXT = 4
"""Tokens on either side that show where a place is."""
Signature = tuple[tuple[int, int, Words], ...]
"""What makes two versions the same; a mark without a correction has ``UNK``."""


@attrs.frozen
class Change:
    """A place at which the result is not an annotator's version.

    Attributes
    ----------
    sentence
        The sentence's number among all, from 1.
    source
        The whole sentence.
    start, end
        The source tokens of the place.
    theirs, result
        What the annotator has there, and what stands in the result.
    their_types, result_types
        The types of the edits of both; ``UNK`` for an error that is only marked.
    provenance
        Whose version the result has, who decided, when and why.
    """

    sentence: int
    source: Words
    start: int
    end: int
    theirs: Words
    result: Words
    their_types: tuple[str, ...]
    result_types: tuple[str, ...]
    provenance: Provenance

    @property
    def context(self) -> tuple[Words, Words]:
        """The nearest source tokens before and behind the place."""
        return self.source[max(0, self.start - CONTEXT) : self.start], self.source[self.end : self.end + CONTEXT]

    @property
    def words(self) -> Words:
        """The source's tokens at the place."""
        return self.source[self.start : self.end]


@attrs.frozen
class AnnotatorChanges:
    """What was changed of an annotator's, over all decided sentences.

    Attributes
    ----------
    seen
        The number of decided sentences that the annotator has seen.
    kept
        The number of places in them where the annotator's correction or mark stands in the result.
    """

    annotator: str
    seen: int
    kept: int
    changes: tuple[Change, ...]


def changes_of(adjudication: Adjudication, annotator: str) -> AnnotatorChanges:
    """Return what was changed of an annotator's corrections."""
    seen = kept = 0
    changes: list[Change] = []
    for sentence in adjudication.differences.sentences:
        record = adjudication.record(sentence)
        if record is None or not record.is_decided or annotator not in sentence.annotators:
            continue
        seen += 1
        for item in _compared(sentence, record, annotator):
            kept += item is None
            changes += [item] if item is not None else []
    return AnnotatorChanges(annotator, seen, kept, tuple(changes))


def _compared(sentence: Sentence, record: Record, annotator: str) -> Iterator[Change | None]:
    """Yield each place of an annotator's: its change, or ``None`` where the annotator's version stands there."""
    edits = sentence.edits_of(annotator)
    rulings = [item for item in record.rulings if not item.is_whole]
    changed: list[tuple[int, int]] = []
    for start, end in stretches_of((edits, tuple(map(_edit, rulings)))):
        theirs, final = _inside(edits, start, end), _inside(_corrections(rulings), start, end)
        if _signature(final) not in {_signature(theirs), *_alternatives(sentence, annotator, start, end)}:
            changed.append((start, end))
        elif theirs:
            yield None
    for start, end in side_by_side(changed):
        theirs, final = _inside(edits, start, end), _inside(_corrections(rulings), start, end)
        yield Change(
            sentence.index + 1,
            sentence.source,
            start,
            end,
            _words(sentence.source, theirs, start, end),
            _words(sentence.source, final, start, end),
            tuple(dict.fromkeys(item.type for item in theirs)),
            tuple(dict.fromkeys(item.type for item in final)),
            _provenance([item for item in rulings if item.is_within(start, end)], record),
        )


def _inside(edits: Edits, start: int, end: int) -> Edits:
    return tuple(item for item in edits if start <= item.start and item.end <= end)


def _corrections(rulings: Sequence[Ruling]) -> Edits:
    """Return the corrections and marks of a result."""
    return tuple(_edit(item) for item in rulings if not item.stays)


def _alternatives(sentence: Sentence, annotator: str, start: int, end: int) -> Iterator[Signature]:
    """Yield an annotator's further choices for a place."""
    for place in sentence.stretches:
        if place.start <= start and end <= place.end:
            versions = (item for item in place.versions if annotator in item.alternatives)
            yield from (_signature(_inside(item.edits, start, end)) for item in versions)


def _provenance(inside: Sequence[Ruling], record: Record) -> Provenance:
    """Return who decided about a place; where no line is, who decided about the sentence."""
    decided = [item.provenance for item in inside if item.provenance.origin is not Origin.AGREED]
    others = [item.provenance for item in record.rulings if item.provenance.origin is not Origin.AGREED]
    return next(iter([*decided, *(attrs.evolve(item, origin=Origin.LEFT, annotators=()) for item in others)]), _NOBODY)


_NOBODY = Provenance(Origin.LEFT)


def _edit(item: Ruling) -> Edit:
    return Edit(item.start, item.end, item.replacement, item.type)


def _signature(edits: Edits) -> Signature:
    return tuple((*edit.key[:2], edit.replacement if edit.corrects else ("UNK",)) for edit in edits)


def _words(source: Words, edits: Edits, start: int, end: int) -> Words:
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits if edit.corrects)
    return apply_edits(source[start:end], tuple(moved))
