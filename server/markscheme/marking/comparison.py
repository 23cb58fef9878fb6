"""Several versions of a text at its places: what each hypothesis did with the source, where references differ."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from markscheme.marking.findings import DocumentReview, Finding
from markscheme.metrics.cleme2 import Category
from markscheme.text.positions import Span


@attrs.frozen
class Variant:
    """What one version has at a place.

    Attributes
    ----------
    name
        Whose it is.
    category
        What it is, of a hypothesis; ``None`` of a reference.
    words
        Its words, at ``span`` of the file at ``path``.
    """

    name: str
    category: Category | None
    words: str
    path: Path | None
    span: Span


@attrs.frozen
class Comparison:
    """A place at which versions differ; ``span`` is of the file that is compared with them."""

    span: Span
    variants: tuple[Variant, ...]


@attrs.frozen
class Reviewed:
    """One document's review."""

    name: str
    path: Path | None
    review: DocumentReview


def hypotheses_at(reviewed: Sequence[Reviewed]) -> tuple[Comparison, ...]:
    """What each hypothesis did, place by place of their source, in its order.

    A hypothesis without a variant at a place did there what is right: nothing.
    """
    found = (
        (item.source_span, Variant(own.name, item.category, item.hypothesis, own.path, item.span))
        for own in reviewed
        for item in own.review.findings
    )
    return _joined(found)


def disagreements(reviewed: Sequence[Reviewed]) -> tuple[Comparison, ...]:
    """Where a reference has something else than others, place by place of it, in its order.

    Parameters
    ----------
    reviewed
        The reference's reviews as if it were a hypothesis, each against one other reference, whose file ``path`` is.
    """
    found = (
        (item.span, Variant(reference.reference, None, reference.text, own.path, reference.span))
        for own in reviewed
        for item in own.review.findings
        if item.category is not Category.HIT
        for reference in item.references
        if reference.span is not None
    )
    return _joined(found)


def _joined(found: Iterable[tuple[Span, Variant]]) -> tuple[Comparison, ...]:
    """Places that overlap, or are the same, are one."""
    joined: list[tuple[Span, list[Variant]]] = []
    for span, variant in sorted(found, key=lambda item: item[0]):
        if joined and (span == joined[-1][0] or span.start < joined[-1][0].end):
            last, variants = joined[-1]
            joined[-1] = (Span(last.start, max(last.end, span.end)), [*variants, variant])
        else:
            joined.append((span, [variant]))
    return tuple(Comparison(span, tuple(variants)) for span, variants in joined)


def touching(comparisons: Sequence[Comparison], finding: Finding) -> tuple[Variant, ...]:
    """What versions have at a finding's place in the source."""
    return tuple(variant for item in comparisons if item.span.meets(finding.source_span) for variant in item.variants)
