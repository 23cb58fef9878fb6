"""A class as JSON: its overview, its mark scheme, its set-up."""

from collections.abc import Sequence

from markscheme.contract import Placing, Uris, View, shown
from markscheme.marking.scheme.mark import MarkSummary
from markscheme.marking.wording.words import person_name
from markscheme.reports.classes import PreviewedMark, PreviewedSum
from markscheme.reports.contract import editor
from markscheme.reports.scheme_form import SchemeFault
from markscheme.text.places import LineIndex, PositionEncoding


def preview_json(
    marks: list[PreviewedMark],
    chosen: PreviewedSum | None,
    faults: Sequence[SchemeFault],
    uris: Uris,
    encoding: PositionEncoding,
) -> editor.SchemePreview:
    return {
        "faults": shown(faults),
        "students": [
            {
                "id": item.id,
                "name": person_name(item.name),
                "assignment": item.assignment,
                "before": shown(MarkSummary(item.before)) if item.before is not None else None,
                "after": shown(MarkSummary(item.after)) if item.after is not None else None,
                "problem": item.problem,
            }
            for item in marks
        ],
        "sum": _sum(chosen, uris, encoding) if chosen is not None else None,
    }


def _sum(chosen: PreviewedSum, uris: Uris, encoding: PositionEncoding) -> editor.SchemeSum:
    return {
        "id": chosen.id,
        "uri": uris.file(chosen.path),
        "view": uris.view(View(chosen.path, chosen.author)),
        "mark": shown(chosen.mark, Placing(LineIndex(chosen.text), encoding)),
    }
