"""Running text of several essays under ``### essay_id = ID`` headings, as MultiGEC-2025 has it.

Source, hypothesis and references of such texts line up essay by essay (Masciolini et al., 2025).
"""

import re
from pathlib import Path

import attrs

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span

HEADING = "### essay_id = "
ATTEMPT = re.compile(r"###[ \t]*essay_id\b")
"""The beginning of a line that is a heading, well-formed or not."""
_HEADING = re.compile(r"### essay_id = *(\S.*)")
_REMEDY = f"Begin each essay with a line that reads '{HEADING}' and its id"


@attrs.frozen
class Section:
    """Where an essay stands in its file: from its heading's end to the next heading, and the heading's 1-based line."""

    span: Span
    line: int


def has_headings(text: str) -> bool:
    """Return whether the first line that is not blank is a heading, well-formed or not."""
    return ATTEMPT.match(text.lstrip()) is not None


def read_sections(text: str, path: Path | None = None) -> dict[str, Section]:
    """Return the places of the essays, by id, in file order.

    A heading stands at the beginning of a line; other lines that begin with ``###`` are text.

    Raises
    ------
    DocumentError
        At text before the first heading, a malformed heading, or an id that was there before; or if there
        is no essay.
    """
    index = LineIndex(text)
    headings: dict[str, int] = {}
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if ATTEMPT.match(line):
            heading = _HEADING.fullmatch(line)
            if heading is None:
                raise DocumentError("this heading is malformed", path=path, line=number + 1, remedy=_REMEDY)
            name = heading[1].strip()
            if name in headings:
                raise DocumentError(
                    f"essay {name} is here a second time, after line {headings[name] + 1}", path=path, line=number + 1
                )
            headings[name] = number
        elif line.strip() and not headings:
            raise DocumentError("there is text before the first heading", path=path, line=number + 1, remedy=_REMEDY)
    if not headings:
        raise DocumentError("the file has no essay", path=path, line=1, remedy=_REMEDY)
    ends = [*[index.line_span(number).start for number in headings.values()][1:], len(text)]
    return {
        name: Section(Span(index.line_span(number).end, end), number + 1)
        for (name, number), end in zip(headings.items(), ends, strict=True)
    }
