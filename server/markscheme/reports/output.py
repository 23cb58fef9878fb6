"""Kinds of output that reports share: a terminal's text, JSON, pages for a browser."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs
from markupsafe import Markup
from rich.console import Console, ConsoleOptions, JustifyMethod, OverflowMethod, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table

from markscheme.contract import shown
from markscheme.documents.files import MARK_LINE, marked_json, marked_text, read_text
from markscheme.documents.places import FilePlace, LineIndex, Locate, Location, for_xml
from markscheme.documents.tables import harmless
from markscheme.errors import DocumentError
from markscheme.version import VERSION
from markscheme.wording import visible

if TYPE_CHECKING:
    from jinja2 import Template


def dumped(value: Mapping[str, Any]) -> str:
    return encodable(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def indented(value: object) -> str:
    """Return JSON as ``json.dumps`` writes it with an indent of 2, and several times as fast where it is long."""
    from msgspec.json import format as laid_out  # most reports are short

    return laid_out(encodable(json.dumps(value, ensure_ascii=False)), indent=2)


def json_report(value: object) -> str:
    """Return what JSON shows of a value that a shape describes (:mod:`markscheme.contract`)."""
    return dumped(shown(value, locate=_locator()))


def _locator() -> Locate:
    """Return a function that gives places in files with lines, in UTF-16 code units; each file is read once."""
    indices: dict[Path, LineIndex | None] = {}

    def locate(place: FilePlace) -> Location | None:
        from markscheme.documents.formats import FORMATS  # most JSON has no places

        path = place.path
        if path is None or not FORMATS.has_lines(path):
            return None
        if path not in indices:
            try:
                indices[path] = LineIndex(read_text(path))
            except DocumentError:
                indices[path] = None
        index = indices[path]
        return None if index is None else Location(path.absolute().as_uri(), index.range(place.span, "utf-16"))

    return locate


def csv_report(columns: Sequence[str], rows: Iterable[Iterable[object]], *, delimiter: Literal[",", "\t"] = ",") -> str:
    """Return a table below a line of its columns' names; ``None`` is an empty cell, formulas are inert."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return lines.getvalue()


def encodable(text: str) -> str:
    """Return text without lone surrogates, which stand for the undecodable bytes of a file name."""
    return text.encode("utf-8", "replace").decode("utf-8")


def rendered(parts: Sequence[RenderableType], width: int, colour: bool = False) -> str:
    """Return parts as a terminal shows them; of their words no character steers it (:func:`visible`)."""
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, no_color=not colour, highlight=False)
    for part in parts:
        console.print(_Shown(part) if colour and not isinstance(part, str) else part)
    text = encodable(stream.getvalue())
    return text if colour else visible(text)


@attrs.frozen
class _Shown:
    part: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.part, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def unbroken(lines: Iterable[str]) -> str:
    """Return lines that no width breaks, such as signatures, which people search for and copy."""
    return visible(encodable("".join(f"{line}\n" for line in lines)))


def table_of_numbers(*columns: str, keeps_names: bool = False) -> Table:
    """Return a table whose first column is words, and the others numbers. With ``keeps_names`` the first column stays
    on one line in a narrow terminal; other columns' titles are then cut.
    """
    table = Table(box=None, padding=(0, 1), header_style="dim")
    overflow: OverflowMethod = "ellipsis" if keeps_names else "fold"
    for index, name in enumerate(columns):
        is_first = index == 0
        justify: JustifyMethod = "left" if is_first else "right"
        table.add_column(name, justify=justify, overflow=overflow, no_wrap=is_first and keeps_names)
    return table


@attrs.frozen
class Layout:
    """A kind of output: ``write`` takes a result and a terminal's columns; ``in_file`` adds the mark of a product."""

    write: Callable[..., str]
    in_file: Callable[[str], str] = str


Layouts = Mapping[str, Layout]
Cells = tuple[Sequence[str], Iterable[Iterable[object]]]
"""Names of columns, and rows."""


def layouts(
    *,
    text: Callable[..., str] | None = None,
    json: Callable[..., str] | None = None,
    cells: Callable[..., Cells] | None = None,
    md: Callable[..., str] | None = None,
    latex: Callable[..., str] | None = None,
    html: Callable[..., str] | None = None,
) -> Layouts:
    """Return the kinds of output of a report by their names; ``cells`` makes CSV and TSV. Only text has a width."""
    of_result: dict[str, tuple[Callable[..., str], Callable[[str], str]]] = {}
    if json is not None:
        of_result["json"] = json, marked_json
    if cells is not None:
        of_result["csv"] = (lambda *result: csv_report(*cells(*result))), str
        of_result["tsv"] = (lambda *result: csv_report(*cells(*result), delimiter="\t")), str
    if md is not None:
        of_result["md"] = md, lambda page: f"<!--\n{MARK_LINE}\n-->\n\n{page}"
    if latex is not None:
        of_result["latex"] = latex, lambda tables: f"\\iffalse\n{MARK_LINE}\n\\fi\n{tables}"
    if html is not None:
        of_result["html"] = html, str
    first = {} if text is None else {"text": Layout(text, marked_text)}
    return first | {name: Layout(_without_width(write), in_file) for name, (write, in_file) in of_result.items()}


def _without_width(write: Callable[..., str]) -> Callable[..., str]:
    return lambda *result: write(*result[:-1])


_TEMPLATES = files("markscheme.reports").joinpath("templates")


def page(name: str, style: Markup = Markup(), **values: object) -> str:
    """Return a page: its template filled with values, and its style, to which another may be added."""
    return for_xml(page_template(name).render(version=VERSION, style=page_style(name) + style, **values))


@cache
def page_template(name: str) -> "Template":
    """Return a page's template; what it is filled with is escaped, and must be complete."""
    from jinja2 import Environment, StrictUndefined  # few outputs are pages

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(_text(f"{name}.html.j2"))


def page_style(name: str) -> Markup:
    return Markup(_text(f"{name}.css"))  # noqa: S704 - a file of this program


def _text(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text(encoding="utf-8")
