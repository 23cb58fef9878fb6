"""MultiGEC-2025's Markdown (Masciolini et al., 2025): essays under ``### essay_id = ID`` headings.

One file is one side, the original essays or a reference for them; ids say which belong together.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.positions import LineIndex, Span

HEADING = "### essay_id = "
_HEADING = re.compile(r"### essay_id = *(\S.*)")
_ATTEMPT = re.compile(r"###[ \t]*essay_id\b")
_REMEDY = f"Begin each essay with a line that reads '{HEADING}' and its id"


@attrs.frozen
class Essay:
    """One essay, original or corrected.

    Attributes
    ----------
    id
        What its heading calls it.
    text
        Its text, without the blank lines around it.
    line
        1-based line of its heading; it makes no difference between essays.
    """

    id: str
    text: str
    line: int = attrs.field(default=0, eq=False)


def recognises(text: str) -> bool:
    """Whether the first line that is not blank is a heading, well-formed or not."""
    return _ATTEMPT.match(text.lstrip()) is not None


def read_essays(text: str, path: Path | None = None) -> tuple[Essay, ...]:
    r"""The essays, in file order, their lines ended by ``\n``.

    Raises
    ------
    DocumentError
        As :func:`essay_bodies`.
    """
    return tuple(
        Essay(name, newlines(body.span.of(text)).strip("\n"), body.line)
        for name, body in essay_bodies(text, path).items()
    )


@attrs.frozen
class Body:
    """Where an essay stands in its file: from its heading's end to the next heading, and the heading's line."""

    span: Span
    line: int


def essay_bodies(text: str, path: Path | None = None) -> dict[str, Body]:
    """The places of the essays, by id.

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
        if _ATTEMPT.match(line):
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
        name: Body(Span(index.line_span(number).end, end), number + 1)
        for (name, number), end in zip(headings.items(), ends, strict=True)
    }


def write_essays(essays: Iterable[Essay]) -> str:
    """The essays as a file; blank lines around a text are not kept.

    Raises
    ------
    DocumentError
        If an id is empty, has a line end or white space around it, or is there twice; or if a text has what
        readers of this format take for a heading (the shared task's own reader does so anywhere in a line).
    """
    pieces: list[str] = []
    seen: set[str] = set()
    for essay in essays:
        if not re.fullmatch(r"\S(?:[^\r\n]*\S)?", essay.id) or HEADING in essay.id:
            raise DocumentError(f"the id {essay.id!r} can't stand in a heading of MultiGEC's Markdown")
        if essay.id in seen:
            raise DocumentError(f"there are two essays of the id {essay.id!r}")
        seen.add(essay.id)
        text = newlines(essay.text).strip("\n")
        if HEADING in text or any(_ATTEMPT.match(line) for line in text.split("\n")):
            raise DocumentError(f"essay {essay.id} can't be written: its text has a line that reads as a heading")
        pieces.append(f"{HEADING}{essay.id}\n{text}\n\n")
    return "".join(pieces)
