"""Several versions of a text compared: what each hypothesis did with the source, and where references differ."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from markscheme.marking.document_review import DocumentReview
from markscheme.marking.findings import Finding, Kind
from markscheme.metrics.categories import Category
from markscheme.text.positions import Span


@attrs.frozen
class Variant:
    """The words of one version at a place.

    Attributes
    ----------
    name
        The version's.
    kind
        The verdict or category of a hypothesis's finding; ``None`` for a reference.
    words
        The words at ``span`` of the file at ``path``.
    rewritten
        Whether they are a whole passage that is rewritten freely.
    """

    name: str
    kind: Kind | None
    words: str
    path: Path | None
    span: Span
    rewritten: bool = False


@attrs.frozen
class Comparison:
    """A place at which versions differ; ``span`` is in the file that they are compared with."""

    span: Span
    variants: tuple[Variant, ...]


@attrs.frozen
class VersionReview:
    """The review of one version of a text, with the version's name and file."""

    name: str
    path: Path | None
    review: DocumentReview


def hypotheses_at(versions: Sequence[VersionReview]) -> tuple[Comparison, ...]:
    """Return what the hypotheses did at each place of their source, in its order.

    A passage that is rewritten freely is a place of its own: it joins no others.
    A hypothesis without a variant at a place left it as it was, and rightly.
    """
    places: list[tuple[Span, Variant]] = []
    passages: list[Comparison] = []
    for version in versions:
        for item in version.review.findings:
            if item.kind is None:
                continue
            rewritten = item.place is not None and item.place.rewritten
            variant = Variant(version.name, item.kind, item.hypothesis, version.path, item.span, rewritten)
            if rewritten:
                passages.append(Comparison(item.source_span, (variant,)))
            else:
                places.append((item.source_span, variant))
    return tuple(sorted((*_joined(places), *passages), key=lambda item: item.span))


def disagreements(versions: Sequence[VersionReview]) -> tuple[Comparison, ...]:
    """Return the places of a reference at which others have something else, in its order.

    They are CLEME2.0's chunks, whose ends are the same in both references. A passage that the author of either has
    not seen has none.

    Parameters
    ----------
    versions
        Reviews of the reference as a hypothesis, each against one other reference, whose file ``path`` is.
    """
    variants = (
        (item.span, Variant(reference.reference, None, reference.text, version.path, reference.span))
        for version in versions
        for item in version.review.chunks
        if item.category is not Category.HIT and not version.review.passages[item.passage].unseen
        for reference in item.references
        if reference.span is not None
    )
    return _joined(variants)


def _joined(variants: Iterable[tuple[Span, Variant]]) -> tuple[Comparison, ...]:
    """Join places that overlap or are equal."""
    joined: list[tuple[Span, list[Variant]]] = []
    for span, variant in sorted(variants, key=lambda item: item[0]):
        if joined and (span == joined[-1][0] or span.start < joined[-1][0].end):
            last, others = joined[-1]
            joined[-1] = (Span(last.start, max(last.end, span.end)), [*others, variant])
        else:
            joined.append((span, [variant]))
    return tuple(Comparison(span, tuple(items)) for span, items in joined)


def touching(comparisons: Sequence[Comparison], finding: Finding) -> tuple[Variant, ...]:
    """Return the variants at a finding's place in the source."""
    return tuple(variant for item in comparisons if item.span.meets(finding.source_span) for variant in item.variants)
