"""Places in files on disk, for the JSON of questions on the command line."""

from pathlib import Path

from markscheme.formats.registry import has_lines
from markscheme.reports.contract.annotation import QuestionPlace
from markscheme.reports.questions.questions_json import PlaceOf
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span
from markscheme.text.reading import TextSource


def file_places(read: TextSource) -> PlaceOf:
    """Return a function that gives places in files with lines, in UTF-16 code units; each file is read once."""
    indices: dict[Path, LineIndex | None] = {}

    def place_of(path: Path | None, span: Span | None, document: str) -> QuestionPlace | None:
        del document
        if path is None or span is None or not has_lines(path):
            return None
        if path not in indices:
            try:
                indices[path] = LineIndex(read(path))
            except DocumentError:
                indices[path] = None
        index = indices[path]
        if index is None:
            return None
        place = index.range(span, "utf-16")
        return {
            "uri": path.as_uri(),
            "range": {
                "start": {"line": place.start.line, "character": place.start.character},
                "end": {"line": place.end.line, "character": place.end.character},
            },
        }

    return place_of
