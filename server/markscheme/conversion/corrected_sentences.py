"""The sentences of a text with its corrections: their tokens, and the edits that people made."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

import attrs

from markscheme.alignment.paragraphs import paragraphs
from markscheme.alignment.passages import Split, running_passages
from markscheme.alignment.sentence_alignment import align_sentences
from markscheme.conversion.token_edits import Change, TokenEdit, Tokens, token_edits
from markscheme.edits.edit import Edits
from markscheme.formats.corpus import Entry, TextEdit, apply_edits

Words = tuple[str, ...]
"""A sentence's tokens."""


@attrs.frozen
class CorrectedSentence:
    """One person's correction of a sentence: their own edits where they are known, else its tokens.

    The edits' types are empty where the person gave none.
    """

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
        stated.append(None if item.edits is None else _token_edits(entry.source, item.edits, source, split, changes))
    texts = [item.text for item in entry.corrections if item.edits is None]
    edits = [edit for person in stated for edit in person or ()]
    rows = _joined(_rows(entry.source, texts, split) or ([_Row(0, 0, ((),) * len(texts))] if edits else []), edits)
    aligned = iter(zip(*(row.sides for row in rows), strict=True))
    sides = [
        _annotated(rows, person, entry.source, source)
        if person is not None
        else map(CorrectedSentence, next(aligned, ()))
        for person in stated
    ]
    corrections = zip(*sides, strict=True) if sides else repeat(())
    sources = (source.words[row.start : row.end] for row in rows)
    return tuple(map(SourceSentence, sources, corrections)), changes


def _token_edits(
    text: str, edits: Sequence[TextEdit], source: Tokens, split: Split, changes: Counter[Change]
) -> tuple[TokenEdit, ...]:
    found = token_edits(edits, source, _tokens(apply_edits(text, edits), split), len(text))
    changes.update(found.changes)
    return found.edits


def _annotated(
    rows: "Sequence[_Row]", edits: Sequence[TokenEdit], text: str, source: Tokens
) -> Iterator[CorrectedSentence]:
    """Yield a person's correction of each row."""
    for row, items in zip(rows, _by_row(edits, rows, text, source), strict=True):
        moved = (
            attrs.evolve(item.edit, start=item.edit.start - row.start, end=item.edit.end - row.start) for item in items
        )
        yield CorrectedSentence(edits=tuple(moved))


@attrs.frozen
class _Row:
    """Tokens of the source that stay together, as a half-open range, and each aligned text's tokens for them."""

    start: int
    end: int
    sides: tuple[Words, ...]


def _tokens(text: str, split: Split) -> Tokens:
    segments = [segment for span in paragraphs(text) for segment in split(span.of(text), span.start)]
    words = chain.from_iterable(segment.tokens for segment in segments)
    return Tokens(tuple(words), tuple(chain.from_iterable(segment.spans for segment in segments)))


def _rows(source: str, texts: Sequence[str], split: Split) -> list[_Row]:
    """Return the source's sentences with those of texts that are aligned with it, in the order of each of them."""
    rows: list[_Row] = []
    for passage in running_passages(source, (texts or [source])[0], texts[1:], split, align_sentences):
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
    """Return a person's edits by row."""
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
