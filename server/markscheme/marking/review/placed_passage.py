"""A placed passage, and the same passage at another place in its texts."""

from collections.abc import Sequence
from operator import add, sub

import attrs

from markscheme.marking.review.document_review import Origin, PassageReview, PassageText
from markscheme.marking.review.findings import Finding, FindingReference, PlaceVerdict
from markscheme.text.positions import Span


@attrs.frozen
class PlacedPassage:
    """A passage of a review.

    Attributes
    ----------
    findings, chunks
        Its places, and CLEME2.0's chunks.
    review
        Its texts and its scores.
    origin
        ``None`` if it is placed anew each time.
    """

    findings: tuple[Finding, ...]
    chunks: tuple[Finding, ...]
    review: PassageReview
    origin: Origin | None = attrs.field(default=None, eq=False)

    def moved(self, index: int, by: "Move") -> "PlacedPassage":
        """Return the passage with another index, and its texts at other places."""
        return PlacedPassage(
            tuple([_moved_finding(item, index, by) for item in self.findings]),
            tuple([_moved_finding(item, index, by) for item in self.chunks]),
            _moved_review(self.review, by),
            None if self.origin is None else _moved_origin(self.origin, index, by),
        )

    def at(self, origin: Origin) -> "PlacedPassage":
        """Return the passage at the index, and with its texts at the places, of another origin of the same number."""
        if self.origin is None or self.origin == origin:
            return self
        source, hypothesis, *references = map(sub, origin.moves, self.origin.moves)
        return self.moved(origin.index, Move(source, hypothesis, tuple(references)))


@attrs.frozen
class Move:
    """By how many characters a passage's versions have moved in their texts."""

    source: int
    hypothesis: int
    references: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        """Those of all versions: the source's, the hypothesis's, the references'."""
        return (self.source, self.hypothesis, *self.references)

    def __bool__(self) -> bool:
        return bool(self.source or self.hypothesis or any(self.references))


def _moved_origin(origin: Origin, index: int, by: Move) -> Origin:
    return Origin(origin.number, index, tuple(map(add, origin.moves, by.all)))


def _moved_finding(finding: Finding, index: int, by: Move) -> Finding:
    """Return a finding at another place; written out, since most of a keystroke's findings only move."""
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
