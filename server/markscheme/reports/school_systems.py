"""Schools' systems: their tables of grades (CSV, RFC 4180), their zips, and who is who in them.

A system is one object: how it names what students hand in, and how its table of grades is laid out. A package adds a
system by an entry point: an object of a class that is derived from :class:`GradebookSystem`, under the system's name::

    [project.entry-points."markscheme.gradebooks"]
    toy = "toy_system:TOY"

Files go in and out. Nothing is sent anywhere. Who is who is in plain JSON files beside ``markscheme.toml``, which are
no exercise: the roster has students' identifiers by system and assignment; where numbers replace names, only the key
says which is whose.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from random import SystemRandom
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import attrs
from typing_extensions import override

from markscheme.documents.files import UTF_8, Encoding, marked_json, read_data, read_json
from markscheme.documents.folders import KEY_FILE, ROSTER_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.file_names import file_name
from markscheme.registry import Registry

MAX_BYTES = 32 * 2**20
"""Bytes of a table; the worksheet of a thousand students with long comments has a tenth of it."""


DELIMITERS = ",;\t"


_WINDOWS = Encoding("cp1252")
"""What older programs write instead of UTF-8."""


@attrs.frozen
class Cell:
    """A cell: its bytes as they stand in the file, decoded, and the text that they mean."""

    raw: str
    text: str


@attrs.frozen
class Row:
    """The cells of a row, the line of the file where it begins (1-based), and its line end."""

    cells: tuple[Cell, ...]
    line: int
    end: str

    def text(self, column: int) -> str:
        return self.cells[column].text if column < len(self.cells) else ""


@attrs.frozen
class CsvTable:
    """A table with its rows, and how it is written in bytes."""

    rows: tuple[Row, ...]
    delimiter: str
    encoding: Encoding = UTF_8
    path: Path | None = None

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(cell.text.strip() for cell in self.rows[0].cells) if self.rows else ()

    def to_bytes(self) -> bytes:
        """Return the file's bytes; characters that its encoding lacks become HTML's numbers."""
        text = "".join(self.delimiter.join(cell.raw for cell in row.cells) + row.end for row in self.rows)
        return self.encoding.mark + text.encode(self.encoding.name, "xmlcharrefreplace")

    def with_texts(self, texts: Mapping[tuple[int, int], str]) -> "CsvTable":
        """Return the table with other texts by row and column; a cell whose text is the same keeps its bytes."""
        rows = list(self.rows)
        for (row, column), text in texts.items():
            cells = list(rows[row].cells)
            cells += [Cell("", "")] * (column + 1 - len(cells))
            if cells[column].text != text:
                is_quoted = cells[column].raw.startswith('"')
                cells[column] = Cell(_written(text, self.delimiter, is_quoted=is_quoted), text)
            rows[row] = attrs.evolve(rows[row], cells=tuple(cells))
        return attrs.evolve(self, rows=tuple(rows))

    def problem(self, problem: str, remedy: str = "", line: int = 1) -> DocumentError:
        return DocumentError(problem, path=self.path, line=line, remedy=remedy)


def read_table(path: Path) -> CsvTable:
    """Read a CSV file; raise DocumentError if it can't be read, is too large, or a quotation mark has no partner."""
    data = read_data(path)
    if len(data) > MAX_BYTES:
        raise DocumentError(f"the table has more than {MAX_BYTES // 2**20} MiB", path=path)
    if data.startswith(b"PK\x03\x04"):
        raise DocumentError(
            "this is a workbook or a zip, not CSV", path=path, remedy="Download it as CSV, or save as CSV"
        )
    return parse_table(data, path)


def parse_table(data: bytes, path: Path | None = None) -> CsvTable:
    """Return the table of a file's bytes; raise DocumentError if it is no text, or a quotation mark has no partner.

    >>> table = parse_table(b'Name,Grade\\r\\n"Lin, Mei",\\r\\n')
    >>> table.rows[1].text(0)
    'Lin, Mei'
    >>> table.with_texts({(1, 1): "7.5"}).to_bytes()
    b'Name,Grade\\r\\n"Lin, Mei",7.5\\r\\n'
    """
    encoding = Encoding.of(data)
    content = data.removeprefix(encoding.mark)
    try:
        text = content.decode(encoding.name)
    except UnicodeDecodeError:
        encoding, text = _decoded_windows(content, path)
    if "\0" in text:
        raise DocumentError("this is no table of text", path=path, remedy="Save it as CSV (UTF-8)")
    first_rows = {item: _rows(text, item, path, limit=1) for item in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda item: len(first_rows[item][0].cells) if first_rows[item] else 0)
    return CsvTable(tuple(_rows(text, delimiter, path)), delimiter, encoding, path)


def _decoded_windows(content: bytes, path: Path | None) -> tuple[Encoding, str]:
    try:
        return _WINDOWS, content.decode(_WINDOWS.name)
    except UnicodeDecodeError:
        raise DocumentError("the table's text can't be read", path=path, remedy="Save it as CSV (UTF-8)") from None


def _written(text: str, delimiter: str, *, is_quoted: bool) -> str:
    needs_quotes = any(character in text for character in (delimiter, '"', "\n", "\r")) or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if needs_quotes or is_quoted else text


def _rows(text: str, delimiter: str, path: Path | None, limit: int | None = None) -> list[Row]:
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    quoted = re.compile(r'"([^"]*(?:""[^"]*)*)"')
    end = re.compile(r"\r\n|\n|\r")
    rows: list[Row] = []
    cells: list[Cell] = []
    place, line, first = 0, 1, 1
    while place < len(text) and (limit is None or len(rows) < limit):
        inside = quoted.match(text, place) if text[place] == '"' else None
        if inside is None and text[place] == '"':
            raise DocumentError(
                "a quotation mark begins a cell here, and none ends it",
                path=path,
                line=line,
                remedy="Download the table again, or mend the cell",
            )
        rest = plain.match(text, inside.end() if inside else place)
        stop = rest.end() if rest else place
        value = inside[1].replace('""', '"') + (rest[0] if rest else "") if inside else text[place:stop]
        cells.append(Cell(text[place:stop], value))
        line += text.count("\n", place, stop)
        if text.startswith(delimiter, stop):
            place = stop + 1
            if place == len(text):
                cells.append(Cell("", ""))
            continue
        ending = end.match(text, stop)
        rows.append(Row(tuple(cells), first, ending[0] if ending else ""))
        place, cells = ending.end() if ending else stop, []
        line += ending is not None
        first = line
    if cells:
        rows.append(Row(tuple(cells), first, ""))
    return rows


Column = TypeVar("Column", bound=int | None)


@attrs.frozen
class HandedIn:
    """A file of a student, as its path in the system's zip (``member``) says it.

    ``name`` is a number where marking is blind; ``identifier`` may be the team's. ``is_typed`` is whether it is a page
    that was typed in the system, ``has_heading`` whether the page begins with a heading by the system, and
    ``is_blind`` whether ``name`` says nothing of the person.
    """

    member: str
    name: str
    identifier: str
    file: str
    is_typed: bool = False
    is_late: bool = False
    is_blind: bool = False
    has_heading: bool = False


@attrs.frozen
class Line:
    """A student's row in a table, by its index; without names where marking is blind.

    ``maximum`` is ``None`` where the row does not say it; ``is_locked`` is whether the system refuses another grade.
    """

    row: int
    identifier: str
    names: tuple[str, ...] = ()
    maximum: float | None = None
    is_locked: bool = False
    is_late: bool = False


@attrs.frozen
class Worksheet:
    """A system's table of grades, with the columns of grades and comments, and whether numbers have a decimal comma.

    ``scale`` has the words in which grades are given, empty for points. ``kept`` are grades that stay as they are,
    such as ``EX`` for a student who is excused; notices say what can't be written and why.
    """

    table: CsvTable
    system: "GradebookSystem"
    lines: tuple[Line, ...]
    grade: int
    comments: int | None = None
    comma: bool = False
    kept: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    scale: tuple[str, ...] = ()


@attrs.frozen
class Columns:
    """What the person says of a table: names of columns by their roles, and the column of the assignment."""

    names: Mapping[str, str] = attrs.field(factory=dict)
    assignment: str | None = None

    def index(self, role: str, table: CsvTable, otherwise: Callable[[], Column]) -> int | Column:
        """Return the column that the person names for a role, or else the other one. Raise DocumentError if there is
        none of that name.
        """
        name = self.names.get(role)
        if name is None:
            return otherwise()
        if name not in table.header:
            raise table.problem(f"there is no column {name!r}", f"The columns are {', '.join(table.header)}")
        return table.header.index(name)


class GradebookSystem(ABC):
    """A school's system; ``upload`` says where a person uploads the table of grades that is filled in."""

    name: ClassVar[str]
    title: ClassVar[str]
    upload: ClassVar[str]

    @abstractmethod
    def handed_in(self, member: str) -> HandedIn | None:
        """Return what a path in a zip of submissions says; ``None`` where the system makes no such path."""

    @abstractmethod
    def recognises(self, table: CsvTable) -> bool:
        """Return whether a table is one of this system's tables of grades."""

    @abstractmethod
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        """Return the rows of students of a table of grades, without the most points."""

    @abstractmethod
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        """Return the layout of a table of grades; raise DocumentError if a column that is needed is not there."""

    @abstractmethod
    def person(self, name: str) -> str:
        """Return a name of the system's as people write it, first name first."""

    def comment(self, page: str) -> str:
        """Return a comment, given as a small HTML page, as the system's table holds it."""
        return page

    def feedback_path(self, name: str, identifier: str, file: str) -> str:
        """Return the path of a file of feedback in the system's zip. Raise DocumentError if it takes none."""
        del name, identifier, file
        raise DocumentError(
            f"{self.title} takes no zip of feedback files", remedy="Leave out --feedback and --feedback-format"
        )


def number(text: str) -> float | None:
    """Return a number of a table, with a decimal point or comma; ``None`` where there is none.

    >>> number("100,00"), number(" 8.5 "), number("-")
    (100.0, 8.5, None)
    """
    try:
        value = float(text.strip().replace(" ", "").replace("\xa0", "").replace(",", "."))
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def has_decimal_comma(texts: Iterable[str]) -> bool:
    """Return whether numbers of a table have a decimal comma.

    >>> has_decimal_comma(["", "7,50"]), has_decimal_comma(["7.50"])
    (True, False)
    """
    return any(re.fullmatch(r"\s*\d+,\d+\s*", text) for text in texts)


def _fault(name: str, variant: Any) -> str:
    if not isinstance(variant, GradebookSystem):
        return "it is not an object of a class derived from markscheme.reports.school_systems.GradebookSystem"
    return "" if variant.name == name else f"its name is {variant.name!r}"


SYSTEMS: Registry[GradebookSystem] = Registry(
    "school's system",
    {"moodle": f"{__name__}:MOODLE", "canvas": f"{__name__}:CANVAS"},
    "markscheme.gradebooks",
    _fault,
)


def system_of_archive(names: Iterable[str], path: Path) -> GradebookSystem:
    """Return the system that reads most names of a zip of submissions. Raise DocumentError if no system reads any of
    them.
    """
    members = tuple(names)
    counts = {item: sum(item.handed_in(name) is not None for name in members) for item in SYSTEMS.variants().values()}
    best = max(counts, key=lambda item: counts[item])
    if not counts[best]:
        shown = f"; the first file is {members[0]!r}" if members else "; it is empty"
        raise DocumentError(
            f"no file in the zip is named as {_titles('or')} name submissions{shown}",
            path=path,
            remedy="In Moodle, choose “Download all submissions”; in Canvas, “Download submissions”",
        )
    return best


def system_of_table(table: CsvTable) -> GradebookSystem:
    """Return the system to which a table of grades belongs; raise DocumentError if it belongs to none."""
    for item in SYSTEMS.variants().values():
        if item.recognises(table):
            return item
    shown = ", ".join(table.header[:6]) or "none"
    raise table.problem(
        f"this is no table of grades of {_titles('or')}; its columns are {shown}",
        "In Moodle, choose “Download grading worksheet”; in Canvas, “Export” in the gradebook. "
        "Choose CSV, and leave the columns as they are. For any other table, copy the marks from --workbook",
    )


def lines_of_table(path: Path) -> tuple[Line, ...]:
    """Return a system's rows of students; raise DocumentError if the table can't be used."""
    table = read_table(path)
    return system_of_table(table).lines(table)


def _titles(word: str) -> str:
    return f" {word} ".join(item.title for item in SYSTEMS.variants().values())


_MOODLE_PART = re.compile(
    r"(?P<name>.+?)[_ ](?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<rest>.*))?", re.DOTALL
)
_IDENTIFIER = re.compile(r"(\D*)(\d+)\s*")
_TYPED_PLUGIN = "onlinetext"
_PARTICIPANT = """
    participant teilnehmer/in teilnehmerin participante deelnemer partecipante deltagare deltager deltaker osallistuja
    uczestnik účastník участник учасник katılımcı 参加者 参与者
"""
_BLIND_WORDS = frozenset(_PARTICIPANT.split())
"""The word that stands for a name where marking is blind, in the languages of courses."""
_HEADERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        role: frozenset(names.split("; "))
        for role, names in {
            "name": (
                "full name; vollständiger name; nombre completo; nom complet; nome completo; volledige naam; "
                "cognome nome; nome; フルネーム"
            ),
            "grade": "grade; bewertung; calificación; note; nota; cijfer; valutazione; 評点; 评分",
            "maximum": (
                "maximum grade; bestwertung; höchste bewertung; calificación máxima; note maximale; nota máxima; "
                "maximumcijfer; maximale cijfer; valutazione massima; cualificación máxima; 最大評点"
            ),
            "scale": "scale; skala; escala; barème; schaal; scala",
            "status": "status; estado; statut; stato; estat; 状態; 状态",
            "changeable": (
                "grade can be changed; bewertung kann geändert werden; la calificación puede ser cambiada; "
                "la note peut être modifiée; a nota pode ser alterada; cijfer kan gewijzigd worden; "
                "la valutazione può essere modificata"
            ),
            "modified": "last modified (grade)",
            "comments": (
                "feedback comments; feedback als kommentar; comentarios de retroalimentación; "
                "feedback par commentaires; comentários de feedback; feedbackopmerkingen; commenti; "
                "フィードバックコメント"
            ),
        }.items()
    }
)
"""The names of columns in the languages of courses, in small letters; the layout decides where a name is not here."""
_NO_WORDS = "no nein non não nee nej nei ei nie ne нет ні hayır いいえ 否"
_NO = frozenset(_NO_WORDS.split())
"""What stands in the column that says whether a grade can be changed, where it can't."""
_DATE = re.compile(r"\d{4}|\d[:.]\d\d")
_NO_COMMENTS = "the worksheet has no column of comments; switch on “Feedback comments” in the assignment's settings"
_IN_BRACKETS = re.compile(r"(?P<before>.+?)\s*[(（](?P<inside>[^()（）]+)[)）]\s*")


class Moodle(GradebookSystem):
    """Moodle's assignments, from version 2.3 on: the zip of all submissions, the offline grading worksheet, and the
    zip of feedback files.

    Facts are of Moodle's ``mod/assign``. In its zip a path has a part ``NAME_ID_assignsubmission_PLUGIN``, as a folder,
    with an underscore at its end up to version 4.0, or as the beginning of a file's name; no name holds an underscore.
    Its importer of feedback looks for the first part of that form whose second piece is a participant's number. In its
    worksheet the identifier is a word and that number. The importer of grades reads the columns by their names in the
    course's language. It leaves out grades beyond the maximum, and changes that are older than those in Moodle by the
    worksheet's own column of dates, which therefore stays as it is, and rows whose grade can't be changed. Where the
    assignment has a scale, a column holds its words, a line each, and a grade is one of them. The status has parts:
    what is handed in, then by how much it is late if it is, then other words, and at last a date if more time was
    given. Comments are HTML.
    """

    name = "moodle"
    title = "Moodle"
    upload = "In Moodle, choose “Upload grading worksheet”"

    @override
    def handed_in(self, member: str) -> HandedIn | None:
        parts = member.split("/")
        for place, part in enumerate(parts):
            match = _MOODLE_PART.fullmatch(part)
            if match is None or match["name"].isspace():
                continue
            below = [piece for piece in (match["rest"] or "", *parts[place + 1 :]) if piece]
            if below:
                name = " ".join(match["name"].split())
                is_blind = name.casefold() in _BLIND_WORDS
                shown = f"{name} {match['id']}" if is_blind else name
                is_typed = match["plugin"] == _TYPED_PLUGIN
                return HandedIn(member, shown, match["id"], below[-1], is_typed, is_blind=is_blind)
        return None

    @override
    def recognises(self, table: CsvTable) -> bool:
        """Return whether the first column has a word and a number in each row, and there is a date of the grade."""
        identifiers = [row.text(0) for row in table.rows[1:] if any(cell.text for cell in row.cells)]
        words = {match[1] for text in identifiers if (match := _IDENTIFIER.fullmatch(text)) and match[1]}
        return len(words) == 1 and all(map(_IDENTIFIER.fullmatch, identifiers)) and _modified_column(table) is not None

    @override
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        return tuple(_moodle_lines(table, 0, _name_column(table), None))

    @override
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        """The exporter's order is fixed: the identifier first, the maximum or the scale behind the grade, the comments
        behind the date of the grade.
        """
        modified = _modified_column(table)
        grade = columns.index("grade", table, lambda: _grade_column(table, modified))
        if grade is None:
            shown = f"The columns are {', '.join(table.header)}"
            raise table.problem("no column of grades can be found", f"Name it: --column grade=NAME. {shown}")
        comments = columns.index("comments", table, lambda: _comments_column(table, modified))
        identifier = columns.index("identifier", table, lambda: 0)
        name = columns.index("name", table, lambda: _name_column(table))
        maximum = columns.index("maximum", table, lambda: _maximum_column(table, grade))
        lines = tuple(_moodle_lines(table, identifier, name, maximum))
        used = [
            table.rows[line.row].text(column) for line in lines for column in (maximum, grade) if column is not None
        ]
        notices = (_NO_COMMENTS,) if comments is None else ()
        scale = () if "grade" in columns.names else _scale(table, lines)
        return Worksheet(table, self, lines, grade, comments, has_decimal_comma(used), notices=notices, scale=scale)

    @override
    def person(self, name: str) -> str:
        return " ".join(name.split())

    @override
    def comment(self, page: str) -> str:
        """Return a comment; a backslash would take the meaning from a quotation mark that follows."""
        return page.replace("\\", "&#92;")

    @override
    def feedback_path(self, name: str, identifier: str, file: str) -> str:
        """Return the path of a student's file, in the folder that the student's submission has.

        >>> MOODLE.feedback_path("Mei_Lin", "4711", "feedback.txt")
        'Mei Lin_4711_assignsubmission_file_/feedback.txt'
        """
        shown = " ".join(file_name(name.replace("_", " "), " ").strip("_").split()) or "Participant"
        return f"{shown}_{file_name(identifier)}_assignsubmission_file_/{file.lstrip('.~') or 'feedback'}"


def _column(table: CsvTable, role: str) -> int | None:
    return next((place for place, name in enumerate(table.header) if name.casefold() in _HEADERS[role]), None)


def _name_column(table: CsvTable) -> int | None:
    """Return the column of names: by its name, or behind the identifier in a language that is not known here."""
    is_unknown = _column(table, "grade") is None
    return 1 if is_unknown and len(table.header) > 1 else _column(table, "name")


def _modified_column(table: CsvTable) -> int | None:
    """In every language its name has brackets, and begins as that of the date of the submission, where there is one."""
    named = _column(table, "modified")
    if named is not None:
        return named
    matches = [(place, match) for place, name in enumerate(table.header) if (match := _IN_BRACKETS.fullmatch(name))]
    pairs = (later for (_, first), (later, second) in pairwise(matches) if first["before"] == second["before"])
    return next(pairs, matches[-1][0] if len(matches) == 1 else None)


def _grade_column(table: CsvTable, modified: int | None) -> int | None:
    """Return the column of grades: by its name, or by what stands in the brackets of its date."""
    named = _column(table, "grade")
    if named is not None or modified is None:
        return named
    match = _IN_BRACKETS.fullmatch(table.header[modified])
    word = match["inside"].casefold() if match else ""
    return next((place for place, name in enumerate(table.header) if name.casefold() == word), None)


def _maximum_column(table: CsvTable, grade: int | None) -> int | None:
    """Return the column of the most points: by its name, or behind the grade where every row has a number there."""
    named = _column(table, "maximum")
    if named is not None or grade is None or grade + 1 >= len(table.header):
        return named
    values = [row.text(grade + 1) for row in table.rows[1:] if row.text(0)]
    return grade + 1 if values and all(number(value) for value in values) else None


def _comments_column(table: CsvTable, modified: int | None) -> int | None:
    """Return the column of comments: by its name, or behind the date of the grade."""
    named = _column(table, "comments")
    if named is not None or modified is None:
        return named
    return modified + 1 if modified + 1 < len(table.header) else None


def _moodle_lines(table: CsvTable, identifier: int, name: int | None, maximum: int | None) -> Iterable[Line]:
    changeable, status = _column(table, "changeable"), _column(table, "status")
    for place, row in enumerate(table.rows[1:], 1):
        match = _IDENTIFIER.fullmatch(row.text(identifier))
        if match is None:
            continue
        shown = row.text(name).strip() if name is not None else ""
        most = number(row.text(maximum)) if maximum is not None else None
        is_locked = changeable is not None and row.text(changeable).strip().casefold() in _NO
        is_late = status is not None and _is_late(row.text(status))
        yield Line(place, match[2], (shown,) if shown else (), most, is_locked, is_late)


def _is_late(status: str) -> bool:
    """Return whether a status says in its second part by how much a text is late; a date is no such part.

    >>> _is_late("Submitted for grading - 2 days 3 hours late - Graded")
    True
    >>> [_is_late(status) for status in ("Zur Bewertung abgegeben", "Submitted - Extension until: 3 May 2026, 9:00 AM")]
    [False, False]
    """
    parts = status.split(" - ")
    second = parts[1] if len(parts) > 1 else ""
    return any(character.isdecimal() for character in second) and not _DATE.search(second)


def _scale(table: CsvTable, lines: Iterable[Line]) -> tuple[str, ...]:
    column = _column(table, "scale")
    if column is None:
        return ()
    words = (word.strip() for line in lines for word in table.rows[line.row].text(column).splitlines())
    return tuple(dict.fromkeys(word for word in words if word))


MOODLE = Moodle()


_CANVAS_UPLOAD = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<file_id>\d+)_(?P<file>.+)", re.DOTALL | re.IGNORECASE
)


_CANVAS_TYPED = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<kind>text|link)\.html", re.IGNORECASE)


_CANVAS_BLIND = re.compile(
    r"(?P<late>LATE_)?anon_(?P<id>[^_]+)_(?:(?P<file_id>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)"
)


_CANVAS_POINTS = "Points Possible"


_CANVAS_TOTALS = re.compile(r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)")
"""What the names of columns hold that Canvas computes."""


_CANVAS_ASSIGNMENT = re.compile(r"(?P<title>.+?)\s*\((?P<id>\d+)\)")


_CANVAS_KEPT = ("EX", "N/A")


class Canvas(GradebookSystem):
    """Canvas: the zip of submissions, and the CSV of the gradebook.

    Facts are of Canvas's ``content_zipper``, ``gradebook_exporter`` and ``gradebook_importer``. A file in the zip is
    called ``NAME_LATE_USER_ATTACHMENT_FILE``, with the student's sortable name in small letters and without anything
    but letters and digits, ``LATE_`` only where it came late, and ``anon_ID`` for the number and the name where marking
    is anonymous; a typed text is ``NAME_USER_text.html``. In the gradebook the columns up to the section say who a
    student is, a row ``Points Possible`` has each assignment's points, and columns that are read only say so there. The
    importer finds a student by the ID, and takes numbers with a point or a comma.
    """

    name = "canvas"
    title = "Canvas"
    upload = "In Canvas's gradebook, choose “Import”"

    @override
    def handed_in(self, member: str) -> HandedIn | None:
        file = member.rpartition("/")[2]
        blind = _CANVAS_BLIND.fullmatch(file)
        if blind is not None:
            return self._submission(member, blind, f"Student {blind['id']}", is_blind=True)
        match = _CANVAS_TYPED.fullmatch(file) or _CANVAS_UPLOAD.fullmatch(file)
        if match is None or "_assignsubmission_" in member:
            return None
        return self._submission(member, match, match["name"], is_blind=False)

    def _submission(self, member: str, match: re.Match[str], name: str, *, is_blind: bool) -> HandedIn:
        groups = match.groupdict()
        kind = groups.get("kind")
        file = groups.get("file") or f"{kind}.html"
        is_typed = kind is not None and kind.lower() == "text"
        if kind is not None and not is_typed:
            file = "link.url"
        late = groups["late"] is not None
        return HandedIn(member, name, match["id"], file, is_typed, late, is_blind, has_heading=is_typed)

    @override
    def recognises(self, table: CsvTable) -> bool:
        header = table.header
        names = ("Student", "ID"), ("LastName", "FirstName", "ID")
        return any(header[: len(beginning)] == beginning for beginning in names) and "Section" in header

    @override
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        return tuple(self._lines(table, None))

    @override
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        points = next((row for row in table.rows if _CANVAS_POINTS in row.text(0)), None)
        grade = columns.index("grade", table, lambda: self._assignment(table, columns.assignment))
        maximum = number(points.text(grade)) if points is not None else None
        lines = tuple(self._lines(table, maximum))
        used = [table.rows[line.row].text(grade) for line in lines]
        used += [cell.text for cell in points.cells] if points is not None else []
        return Worksheet(table, self, lines, grade, None, has_decimal_comma(used), _CANVAS_KEPT)

    @override
    def person(self, name: str) -> str:
        """Return a name with the first name first.

        >>> CANVAS.person("Lin, Mei")
        'Mei Lin'
        """
        last, comma, first = name.partition(",")
        return " ".join(f"{first} {last}".split()) if comma else " ".join(name.split())

    def _assignment(self, table: CsvTable, assignment: str | None) -> int:
        """Return the column of an assignment: the one that bears its name, or the only one."""
        columns = [(place, name) for place, name in enumerate(table.header) if _is_assignment(table, place, name)]
        named = [place for place, name in columns if assignment is not None and _is_named(name, assignment)]
        if len(named) == 1 or len(columns) == 1:
            return named[0] if len(named) == 1 else columns[0][0]
        shown = ", ".join(name for _, name in columns) or "none"
        raise table.problem(
            "which assignment the marks belong to is not clear",
            f"Name its column: --column grade=NAME. The assignments are {shown}",
        )

    def _lines(self, table: CsvTable, maximum: float | None) -> Iterable[Line]:
        identifier = table.header.index("ID")
        for place, row in enumerate(table.rows[1:], 1):
            if _CANVAS_POINTS in row.text(0) or not row.text(identifier).strip():
                continue
            whole = row.text(0).strip()
            names = (self.person(f"{whole}, {row.text(1)}"),) if identifier > 1 else (self.person(whole), whole)
            yield Line(place, row.text(identifier).strip(), names, maximum)


def _is_assignment(table: CsvTable, place: int, name: str) -> bool:
    section = table.header.index("Section") if "Section" in table.header else 0
    read_only = any(_CANVAS_POINTS in row.text(0) and "read only" in row.text(place) for row in table.rows[:3])
    is_numbered = _CANVAS_ASSIGNMENT.fullmatch(name) is not None
    return place > section and is_numbered and not read_only and not _CANVAS_TOTALS.search(name)


def _is_named(column: str, assignment: str) -> bool:
    match = _CANVAS_ASSIGNMENT.fullmatch(column)
    title = match["title"] if match else column
    return assignment.casefold() in (column.casefold(), title.casefold())


CANVAS = Canvas()


_ROSTER_SCHEMA = 1


Content = TypeVar("Content")


_ROSTER_ABOUT = "Who the students are in the school's system. markscheme class export needs this file: keep it."


_KEY_ABOUT = "Whose number is whose. Keep this file to yourself; without it nobody can tell."


_DELETE = "Delete the file and import the class again"


@attrs.frozen
class Entry:
    """One student in one assignment of a system; Moodle's identifiers differ from one assignment to the next.

    ``student`` is the name in the exercise; a number where names are replaced. ``file`` is relative to the roster's
    folder. It decides whose a text is where names were changed.
    """

    student: str
    system: str
    assignment: str
    identifier: str
    file: str
    is_late: bool = False


@attrs.frozen
class Roster:
    """The students of a folder's exercises, as far as they were imported."""

    entries: tuple[Entry, ...] = ()

    def of(self, assignment: str, texts: Mapping[str, str]) -> tuple[Entry, ...]:
        """Return the entries of an assignment's students, with the names that they have in it now; ``texts`` has these
        by their texts, relative to the roster's folder.
        """
        by_file = {entry.file: entry for entry in self.entries if entry.file in texts}
        named = [attrs.evolve(entry, student=texts[file]) for file, entry in by_file.items()]
        by_name = (entry for entry in self.entries if entry.assignment == assignment and entry.file not in texts)
        return (*named, *by_name)

    def with_entries(self, entries: Iterable[Entry]) -> "Roster":
        """Return the roster with more entries; one of the same identifier replaces the old one."""
        joined = {(item.system, item.assignment, item.identifier): item for item in (*self.entries, *entries)}
        return Roster(tuple(joined.values()))

    def to_bytes(self) -> bytes:
        return _people_file(_ROSTER_ABOUT, "people", [attrs.asdict(entry) for entry in self.entries])


@attrs.frozen
class Key:
    """The numbers that stand for names: a number in words, and the name."""

    names: Mapping[str, str] = attrs.field(factory=dict)

    def name(self, number: str) -> str:
        return self.names.get(number, number)

    def with_people(self, people: Iterable[str]) -> "Key":
        """Return the key with a number for each person. New numbers are given in no order, so that they say nothing of
        names.
        """
        new = [*(dict.fromkeys(people).keys() - self.numbers.keys())]
        SystemRandom().shuffle(new)
        taken = dict(self.names)
        count = 0
        for person in new:
            count = next(
                place for place in range(count + 1, len(taken) + len(new) + 2) if _number_name(place) not in taken
            )
            taken[_number_name(count)] = person
        return Key(taken)

    @property
    def numbers(self) -> Mapping[str, str]:
        return {name: number for number, name in self.names.items()}

    def to_bytes(self) -> bytes:
        return _people_file(_KEY_ABOUT, "names", dict(sorted(self.names.items())))


def read_roster(folder: Path) -> Roster:
    """Return the roster of a folder, empty where there is none; raise DocumentError if the file is broken."""
    return _read_people(folder / ROSTER_FILE, lambda content: Roster(tuple(map(_entry, content["people"]))))


def _entry(item: Mapping[str, Any]) -> Entry:
    """Return an entry; TypeError if it is none that an import writes: identifiers become names of files."""
    entry = Entry(**item)
    texts = (entry.student, entry.system, entry.assignment, entry.identifier, entry.file)
    if not all(isinstance(text, str) for text in texts) or file_name(entry.identifier) != entry.identifier:
        raise TypeError
    return entry


def read_key(folder: Path) -> Key:
    """Return the key of a folder, empty where there is none; raise DocumentError if the file is broken."""
    return _read_people(
        folder / KEY_FILE, lambda content: Key({str(key): str(name) for key, name in content["names"].items()})
    )


def _number_name(number: int) -> str:
    return f"Student {number:03}"


def _people_file(about: str, key: str, content: Any) -> bytes:
    text = json.dumps({"schema": _ROSTER_SCHEMA, "about": about, key: content}, indent=2, ensure_ascii=False)
    return f"{marked_json(text)}\n".encode()


def _read_people(path: Path, parse: Callable[[Mapping[str, Any]], Content]) -> Content:
    if not path.exists():
        return parse({"people": (), "names": {}})
    try:
        return parse(read_json(path))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise DocumentError(
            "this is not the file that Markscheme wrote", path=path, line=line, remedy=_DELETE
        ) from None
