"""The places of a class as JSON."""

from collections.abc import Iterable

from markscheme.contract import Placing, Uris, View, shown
from markscheme.formats.registry import has_lines
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.words import person_name
from markscheme.metrics.base import Category
from markscheme.reports.class_places import ClassPlace, StudentPlaces
from markscheme.reports.contract import editor
from markscheme.text.places import LineIndex, PositionEncoding


def places_json(students: Iterable[StudentPlaces], uris: Uris, encoding: PositionEncoding) -> editor.Places:
    places: list[editor.ClassPlace] = []
    for student in students:
        index = LineIndex(student.document.text)
        places += [_place(place, student, index, uris, encoding) for place in student.places]
    return {"places": places}


def _place(
    place: ClassPlace,
    student: StudentPlaces,
    index: LineIndex,
    uris: Uris,
    encoding: PositionEncoding,
) -> editor.ClassPlace:
    document, finding, kind = student.document, place.finding, place.finding.kind
    return {
        "student": student.person,
        "label": person_name(student.person),
        "assignment": document.assignment,
        "uri": uris.file(document.path),
        "lines": has_lines(document.path),
        "author": document.author,
        "view": uris.view(View(document.path, document.author)),
        "range": shown(finding.span, Placing(index, encoding)),
        "verdict": shown(kind) if isinstance(kind, Verdict) else None,
        "category": shown(kind) if isinstance(kind, Category) else None,
        "rewritten": finding.place is not None and finding.place.rewritten,
        "group": place.group,
        "type": finding.type,
        "before": place.before,
        "words": place.words,
        "after": place.after,
        "source": finding.source,
        "change": place.deed,
        "references": shown(place.references),
    }
