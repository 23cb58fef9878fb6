"""The places of a text in a brat ``.ann`` file, at the annotations of its words."""

from collections.abc import Sequence

from markscheme.formats.brat.annotated_text import AnnotatedEdit
from markscheme.text.positions import Span
from markscheme.text.standoff_places import Anchor, StandoffPlaces


def source_places(annotations: Sequence[AnnotatedEdit]) -> StandoffPlaces:
    """Return the places of the words that are marked as errors."""
    return StandoffPlaces(tuple(Anchor(item.edit.span, item.error.place, _lines(item)) for item in annotations))


def corrected_places(annotations: Sequence[AnnotatedEdit]) -> StandoffPlaces:
    """Return the places of the words that correct errors, and of errors without a correction."""
    anchors: list[Anchor] = []
    shift = 0
    for item in annotations:
        span, replacement, correction = item.edit.span, item.edit.replacement, item.error.correction
        start = span.start + shift
        if replacement is None or correction is None:
            anchors.append(Anchor(Span(start, span.end + shift), item.error.place, _lines(item)))
            continue
        lead = len(replacement) - len(replacement.lstrip()) if correction.text else 0
        words = Span(start + lead, start + lead + len(correction.text))
        place = correction.place if correction.text else item.error.place
        anchors.append(Anchor(words, place, _lines(item)))
        shift += len(replacement) - (span.end - span.start)
    return StandoffPlaces(tuple(anchors))


def _lines(item: AnnotatedEdit) -> tuple[int, ...]:
    correction = item.error.correction
    return (item.error.start, *((correction.start,) if correction is not None else ()))
